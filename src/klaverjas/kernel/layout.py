"""Where each number lies in the rows of integers that the kernels share."""

# A position, as the kernels take it.
HANDS = 0  # four of them, by seat
TURN = 4
LAID = 5  # how many cards lie in the trick
TRICK = 6  # the four cards of it, in the order played
POSITION = 10
ITSELF = 32  # in place of a card
# What North and South have taken before a card, and after each of these what West and East have.
TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS = 0, 2, 4
TAKEN = 6
