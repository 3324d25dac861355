"""A position with open hands as a row of integers: which cards are correct in it, and what a card makes of it."""

from collections.abc import Sequence

from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.layout import HANDS, LAID, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS, TRICK, TURN
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import LAST_TRICK, beats, card_points


@kernel
def winning_place(row: Row, troef: int) -> int:
    """Which of the cards in the trick is winning it: 0 for the first, and when there is none."""
    best = 0
    for place in range(1, row[LAID]):
        if beats(row[TRICK + place], row[TRICK + best], troef):
            best = place
    return best


@kernel
def playable(row: Row, troef: int, duties: int) -> int:
    """The correct cards of the player whose turn it is."""
    hand = row[HANDS + row[TURN]]
    laid = row[LAID]
    if laid == 0:
        return correct_cards(hand, NOTHING_LED, 0, False, troef, duties)
    best = winning_place(row, troef)
    return correct_cards(hand, row[TRICK] >> 3, row[TRICK + best], laid - best == 2, troef, duties)


@kernel
def in_other_hands(row: Row) -> int:
    """The cards that the player whose turn it is does not see."""
    return (row[HANDS] | row[HANDS + 1] | row[HANDS + 2] | row[HANDS + 3]) & ~row[HANDS + row[TURN]]


@kernel
def play_card_to(row: Row, card: int, troef: int, four_alike: Sequence[int], taken: Row) -> None:
    """The player whose turn it is plays a card; a trick that it completes is *taken*."""
    seat = row[TURN]
    row[HANDS + seat] ^= 1 << card
    row[TRICK + row[LAID]] = card
    row[LAID] += 1
    row[TURN] = seat + 1 & 3
    if row[LAID] < 4:
        return
    winner = seat + 1 + winning_place(row, troef) & 3
    points = LAST_TRICK if row[HANDS + seat] == 0 else 0
    lying = 0
    for place in range(4):
        points += card_points(row[TRICK + place], troef)
        lying |= 1 << row[TRICK + place]
    team = winner & 1
    taken[TAKEN_CARDS + team] += points
    taken[TAKEN_ROEM + team] += roem_points(lying, troef, four_alike)
    taken[TAKEN_TRICKS + team] += 1
    row[TURN] = winner
    row[LAID] = 0
