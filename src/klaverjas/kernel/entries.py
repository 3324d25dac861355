"""The ways into the search: a position comes in as integers, and what it is worth goes out."""

from collections.abc import Sequence

from klaverjas.kernel.machine import Row, kernel
from klaverjas.kernel.search import (
    FIRST_CARD,
    INFINITE,
    LED,
    LYING,
    PLAYED,
    POINTS,
    SEAT,
    WINNER,
    WINNING,
    Memory,
    Question,
    exact_value,
    lay,
)  # fmt: skip
from klaverjas.kernel.suits import NOBODY, Scratch, Suits, look_at_suits
from klaverjas.kernel.tables import Tables
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards
from klaverjas.rules.trick import beats, card_points

# A position, as the kernels take it.
HANDS = 0  # four of them, by seat
TURN = 4
LAID = 5  # how many cards lie in the trick
TRICK = 6  # the four cards of it, in the order played
POSITION = 10

# What is asked: 1 or 0 each.
OURS, OUR_ROEM, THEIRS, THEIR_ROEM = 0, 1, 2, 3


@kernel
def set_up(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    hands: Row,
    tables: Tables,
    suits: Suits,
    scratch: Scratch,
    memory: Memory,
) -> Question:
    """Put a position into the first frame, look at its suits, and forget the deal before."""
    owner = scratch.owner
    for card in range(32):
        owner[card] = NOBODY
    for seat in range(4):
        hands[seat] = position[HANDS + seat]
        scratch.dealt[seat] = hands[seat]
        for card in range(32):
            if hands[seat] >> card & 1 != 0:
                owner[card] = seat
    frame = memory.frames[0]
    leader = position[TURN] - position[LAID] & 3
    frame[SEAT] = position[TURN]
    frame[LED] = NOTHING_LED
    frame[WINNING] = 0
    frame[WINNER] = leader
    frame[PLAYED] = position[LAID]
    frame[LYING] = 0
    frame[POINTS] = 0
    for at in range(position[LAID]):
        card = position[TRICK + at]
        owner[card] = leader + at & 3
        if at == 0:
            frame[LED] = card >> 3
        if at == 0 or beats(card, frame[WINNING], troef):
            frame[WINNING] = card
            frame[WINNER] = leader + at & 3
        frame[LYING] |= 1 << card
        frame[POINTS] += card_points(card, troef)
    live = 0
    if asked[OUR_ROEM] | asked[THEIR_ROEM] != 0:
        for rank in range(8):
            seen = 0
            for suit in range(4):
                if owner[suit * 8 + rank] != NOBODY:
                    seen |= 1 << owner[suit * 8 + rank]
            if seen == 15 and four_alike[rank] != 0:
                live |= 1 << rank
    look_at_suits(owner, troef, asked[OUR_ROEM] | asked[THEIR_ROEM] != 0, tables, suits, scratch)
    memory.era[0] += 1
    return Question(
        troef, duties, four_alike, live, scratch.dealt,
        asked[OURS], asked[OUR_ROEM], asked[THEIRS], asked[THEIR_ROEM],
    )  # fmt: skip


# By least squares over random deals, all hands open: what having the lead and what each card helps. By rank,
# in a plain suit and in troef.
LEAD = 12
HELPS = ((0, 2, 0, 6, 0, 0, 0, 25), (12, 13, 30, 18, 56, 12, 15, 20))


@kernel
def first_guess(hands: Row, leader: int, troef: int) -> int:
    """About what North and South will get more, from who owns what."""
    guess = LEAD if leader & 1 == 0 else -LEAD
    for seat in range(4):
        for card in range(32):
            if hands[seat] >> card & 1 != 0:
                worth = HELPS[1 if card >> 3 == troef else 0][card & 7]
                guess += worth if seat & 1 == 0 else -worth
    return guess


def value_of(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    hands: Row,
    tables: Tables,
    suits: Suits,
    scratch: Scratch,
    memory: Memory,
) -> int:
    """What North and South get, at best play of all four, from here to the end of the round."""
    question = set_up(position, troef, duties, four_alike, asked, hands, tables, suits, scratch, memory)
    guess = first_guess(hands, position[TURN], troef)
    return exact_value(guess, hands, question, suits, tables, memory)


def values_of_cards(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    values: Row,
    hands: Row,
    tables: Tables,
    suits: Suits,
    scratch: Scratch,
    memory: Memory,
) -> None:
    """The same after each correct card, into *values* by card; INFINITE for the others."""
    question = set_up(position, troef, duties, four_alike, asked, hands, tables, suits, scratch, memory)
    start = scratch.start
    for field in range(FIRST_CARD):
        start[field] = memory.frames[0][field]
    seat = start[SEAT]
    partner_winning = start[PLAYED] >= 2 and (start[WINNER] ^ seat) & 1 == 0
    correct = correct_cards(hands[seat], start[LED], start[WINNING], partner_winning, troef, duties)
    guess = first_guess(hands, seat, troef)
    for card in range(32):
        values[card] = INFINITE
        if correct >> card & 1 == 0:
            continue
        hands[seat] ^= 1 << card
        gain = lay(start, memory.frames[0], card, hands, question)
        value = 0
        if hands[0] | hands[1] | hands[2] | hands[3] != 0:
            value = exact_value(guess - gain, hands, question, suits, tables, memory)
        hands[seat] ^= 1 << card
        values[card] = gain + value
        guess = gain + value
