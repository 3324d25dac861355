"""The ways into the search: a position comes in as integers, and what it is worth goes out."""

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.kernel.answers import Memory, new_memory
from klaverjas.kernel.frame import (
    FIRST_CARD,
    INFINITE,
    LED,
    LYING,
    PLAYED,
    POINTS,
    SEAT,
    WINNER,
    WINNING,
    Question,
    lay,
)
from klaverjas.kernel.machine import Row, integers, kernel
from klaverjas.kernel.search import exact_value
from klaverjas.kernel.suits import NOBODY, Scratch, Suits, look_at_suits, new_scratch, new_suits
from klaverjas.kernel.tables import Tables, tables
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


class Room(NamedTuple):
    """Where one thread works: nothing is made while a search runs."""

    hands: Row
    tables: Tables
    suits: Suits
    scratch: Scratch
    memory: Memory


def new_room() -> Room:
    return Room(integers(4), tables(), new_suits(), new_scratch(), new_memory())


@kernel
def trick_so_far(position: Row, troef: int) -> tuple[int, int, int, int, int]:
    """Of the trick on the table: the suit led, the winning card, who played it, all its cards, what they count."""
    leader = position[TURN] - position[LAID] & 3
    led = NOTHING_LED
    winning = 0
    winner = leader
    lying = 0
    points = 0
    for at in range(position[LAID]):
        card = position[TRICK + at]
        if at == 0:
            led = card >> 3
        if at == 0 or beats(card, winning, troef):
            winning = card
            winner = leader + at & 3
        lying |= 1 << card
        points += card_points(card, troef)
    return led, winning, winner, lying, points


@kernel
def set_up(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    room: Room,
) -> Question:
    """Put a position into the first frame, look at its suits, and forget the deal before."""
    owner = room.scratch.owner
    for card in range(32):
        owner[card] = NOBODY
    for seat in range(4):
        room.hands[seat] = position[HANDS + seat]
        room.scratch.dealt[seat] = position[HANDS + seat]
        for card in range(32):
            if position[HANDS + seat] >> card & 1 != 0:
                owner[card] = seat
    for at in range(position[LAID]):
        owner[position[TRICK + at]] = position[TURN] - position[LAID] + at & 3
    led, winning, winner, lying, points = trick_so_far(position, troef)
    frame = room.memory.frames[0]
    frame[SEAT] = position[TURN]
    frame[LED] = led
    frame[WINNING] = winning
    frame[WINNER] = winner
    frame[PLAYED] = position[LAID]
    frame[LYING] = lying
    frame[POINTS] = points
    live = 0
    if asked[OUR_ROEM] | asked[THEIR_ROEM] != 0:
        for rank in range(8):
            seen = 0
            for suit in range(4):
                if owner[suit * 8 + rank] != NOBODY:
                    seen |= 1 << owner[suit * 8 + rank]
            if seen == 15 and four_alike[rank] != 0:
                live |= 1 << rank
    with_roem = asked[OUR_ROEM] | asked[THEIR_ROEM] != 0
    look_at_suits(owner, troef, with_roem, room.tables, room.suits, room.scratch)
    room.memory.era[0] += 1
    return Question(
        troef, duties, four_alike, live, room.scratch.dealt,
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
    room: Room,
) -> int:
    """What North and South get, at best play of all four, from here to the end of the round."""
    question = set_up(position, troef, duties, four_alike, asked, room)
    guess = first_guess(room.hands, position[TURN], troef)
    return exact_value(guess, room.hands, question, room.suits, room.tables, room.memory)


def values_of_cards(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    values: Row,
    room: Room,
) -> None:
    """The same after each correct card, into *values* by card; INFINITE for the others."""
    question = set_up(position, troef, duties, four_alike, asked, room)
    hands = room.hands
    first = room.memory.frames[0]
    start = room.scratch.start
    for field in range(FIRST_CARD):
        start[field] = first[field]
    seat = start[SEAT]
    partner_winning = start[PLAYED] >= 2 and (start[WINNER] ^ seat) & 1 == 0
    correct = correct_cards(hands[seat], start[LED], start[WINNING], partner_winning, troef, duties)
    guess = first_guess(hands, seat, troef)
    for card in range(32):
        values[card] = INFINITE
        if correct >> card & 1 == 0:
            continue
        hands[seat] ^= 1 << card
        gain = lay(start, first, card, hands, question)
        value = 0
        if hands[0] | hands[1] | hands[2] | hands[3] != 0:
            value = exact_value(guess - gain, hands, question, room.suits, room.tables, room.memory)
        hands[seat] ^= 1 << card
        values[card] = gain + value
        guess = gain + value
