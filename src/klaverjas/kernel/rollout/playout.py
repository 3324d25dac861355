"""Rollouts: from a position to the end of the round with random correct cards.

Many are played side by side, card by card, without a branch that depends on the cards: so one instruction of
a processor plays the cards of several of them. Alone, on a GPU or interpreted, a rollout goes through the same lines.

Every rollout has a stream of chance of its own, made from the seed and its number: so it is the same alone and in
a batch, on one thread and on many, interpreted and compiled.
"""

from collections.abc import Sequence

from klaverjas.kernel.chance import after, chosen, stream
from klaverjas.kernel.compile.compiler import Row, Rows, kernel
from klaverjas.kernel.layout import HANDS, LAID, TRICK, TURN
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards
from klaverjas.rules.roem import alike, roem_points, run_and_stuk_points
from klaverjas.rules.trick import LAST_TRICK, beats, card_points

# What a rollout gives: of North and South, then of West and East.
CARDS, ROEM, TRICKS = 0, 2, 4  # each is followed by that of the other team
RESULT = 6

# Where a rollout stands. Of each field, those that are played side by side lie next to each other, each in its lane.
HAND = 0  # four, from the leader of the trick on
ON_TABLE = 4  # cards that lay there at the beginning: they are in the hands, and are played first
TROEF, CHANCE, LEADER = 5, 6, 7
LED, WINNING, WINNER, LYING, POINTS, TRICK_ROEM = 8, 9, 10, 11, 12, 13  # the trick; WINNER from the leader on
OURS, ALL = 14, 15  # what North and South took, and what everybody took: see :func:`taken`
STANDS = 16

SIDE_BY_SIDE = 64  # many times what an instruction takes: shorter loops are unrolled, and then one by one

_FIELD = 16  # bits


@kernel
def begin(position: Row, troef: int, chance: int, lane: int, lanes: int, state: Row) -> None:
    """Put a position where a rollout starts from."""
    leader = position[TURN] - position[LAID] & 3
    on_table = 0
    for place in range(4):
        hand = position[HANDS + (leader + place & 3)]
        if place < position[LAID]:
            hand |= 1 << position[TRICK + place]
            on_table |= 1 << position[TRICK + place]
        state[(HAND + place) * lanes + lane] = hand
    state[ON_TABLE * lanes + lane] = on_table
    state[TROEF * lanes + lane] = troef
    state[CHANCE * lanes + lane] = chance
    state[LEADER * lanes + lane] = leader
    state[OURS * lanes + lane] = 0
    state[ALL * lanes + lane] = 0


@kernel
def play_card(place: int, duties: int, lane: int, lanes: int, state: Row) -> None:
    """A card of the player who sits so many places after the leader."""
    hand = state[(HAND + place) * lanes + lane]
    troef = state[TROEF * lanes + lane]
    led = NOTHING_LED
    winning = 0
    winner = 0
    lying = 0
    points = 0
    if place > 0:
        led = state[LED * lanes + lane] & 3  # as it is: so the compiler knows that something was led
        winning = state[WINNING * lanes + lane]
        winner = state[WINNER * lanes + lane]
        lying = state[LYING * lanes + lane]
        points = state[POINTS * lanes + lane]
    correct = hand & state[ON_TABLE * lanes + lane]
    if correct == 0:
        correct = correct_cards(hand, led, winning, place >= 2 and place - winner == 2, troef, duties)
    chance = after(state[CHANCE * lanes + lane])
    card = chosen(correct, chance)
    laid = 1 << card & hand  # nothing from an empty hand, while others still play
    takes = place == 0 or beats(card, winning, troef)
    state[CHANCE * lanes + lane] = chance
    state[(HAND + place) * lanes + lane] = hand ^ laid
    state[WINNING * lanes + lane] = card if takes else winning
    state[WINNER * lanes + lane] = place if takes else winner
    state[LYING * lanes + lane] = lying | laid
    state[POINTS * lanes + lane] = points + card_points(card, troef)
    if place == 0:
        state[LED * lanes + lane] = card >> 3


@kernel
def count_roem(lane: int, lanes: int, state: Row) -> int:
    """What the trick's roem is, unless it is four alike; gives the rank of which it is, as a bit."""
    lying = state[LYING * lanes + lane]
    state[TRICK_ROEM * lanes + lane] = run_and_stuk_points(lying, state[TROEF * lanes + lane])
    return alike(lying)


@kernel
def taken(cards: int, roem: int, tricks: int) -> int:
    """What a team took, in one number."""
    return cards | roem << _FIELD | tricks << 2 * _FIELD


@kernel
def take_trick(lane: int, lanes: int, state: Row) -> int:
    """The trick goes to who won it, and he leads; gives the cards that he has left."""
    first = state[HAND * lanes + lane]
    second = state[(HAND + 1) * lanes + lane]
    third = state[(HAND + 2) * lanes + lane]
    fourth = state[(HAND + 3) * lanes + lane]
    winner = state[WINNER * lanes + lane]
    leader = state[LEADER * lanes + lane] + winner & 3
    points = state[POINTS * lanes + lane] + (LAST_TRICK if first == 0 else 0)
    worth = taken(points, state[TRICK_ROEM * lanes + lane], 1)
    if state[LYING * lanes + lane] == 0:  # it was over before
        worth = 0
    state[ALL * lanes + lane] += worth
    state[OURS * lanes + lane] += worth if leader & 1 == 0 else 0
    state[LEADER * lanes + lane] = leader
    if winner & 1 != 0:
        first, second, third, fourth = second, third, fourth, first
    if winner & 2 != 0:
        first, second, third, fourth = third, fourth, first, second
    state[HAND * lanes + lane] = first
    state[(HAND + 1) * lanes + lane] = second
    state[(HAND + 2) * lanes + lane] = third
    state[(HAND + 3) * lanes + lane] = fourth
    return first


@kernel
def play_to_the_end(duties: int, four_alike: Sequence[int], lanes: int, state: Row) -> None:
    """All of them side by side, until no one has cards."""
    left = 1
    while left != 0:
        for lane in range(lanes):
            play_card(0, duties, lane, lanes, state)
        for lane in range(lanes):
            play_card(1, duties, lane, lanes, state)
        for lane in range(lanes):
            play_card(2, duties, lane, lanes, state)
        for lane in range(lanes):
            play_card(3, duties, lane, lanes, state)
        four = 0
        for lane in range(lanes):
            four |= count_roem(lane, lanes, state)
        if four != 0:  # seldom
            for lane in range(lanes):
                lying, troef = state[LYING * lanes + lane], state[TROEF * lanes + lane]
                state[TRICK_ROEM * lanes + lane] = roem_points(lying, troef, four_alike)
        left = 0
        for lane in range(lanes):
            left |= take_trick(lane, lanes, state)


@kernel
def tell(lane: int, lanes: int, state: Row, result: Row) -> None:
    """What each team took, from the position on, the trick on the table included."""
    ours = state[OURS * lanes + lane]
    theirs = state[ALL * lanes + lane] - ours
    for field in range(3):
        result[2 * field] = ours >> field * _FIELD & 0xFFFF
        result[2 * field + 1] = theirs >> field * _FIELD & 0xFFFF


@kernel
def play_out(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    chance: int,
    state: Row,
    result: Row,
) -> None:
    """One rollout, alone."""
    begin(position, troef, chance, 0, 1, state)
    play_to_the_end(duties, four_alike, 1, state)
    tell(0, 1, state, result)


def play_out_many(
    positions: Rows,
    troefs: Row,
    number: int,
    duties: int,
    four_alike: Sequence[int],
    seed: int,
    first: int,
    state: Row,
    results: Rows,
) -> None:
    """*number* rollouts from each position, of which these begin with the one that has number *first*."""
    asked = len(results)
    for start in range(0, asked, SIDE_BY_SIDE):
        for lane in range(SIDE_BY_SIDE):
            at = first + min(start + lane, asked - 1)  # the last ones play beside themselves
            position = at // number
            chance = stream(seed, at)
            begin(positions[position], troefs[position], chance, lane, SIDE_BY_SIDE, state)
        play_to_the_end(duties, four_alike, SIDE_BY_SIDE, state)
        for lane in range(min(SIDE_BY_SIDE, asked - start)):
            tell(lane, SIDE_BY_SIDE, state, results[start + lane])
