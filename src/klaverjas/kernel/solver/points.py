"""The ways into the search: a position comes in as integers, and what it is worth goes out."""

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Row, integers, kernel
from klaverjas.kernel.layout import HANDS, ITSELF, LAID, TRICK, TURN
from klaverjas.kernel.round.suit_tables import Tables, tables
from klaverjas.kernel.solver.frame import (
    BETWEEN,
    CARDS,
    CORRECT,
    INFINITE,
    LED,
    LEFT,
    LYING,
    NEXT,
    PLAYED,
    POINTS,
    SEAT,
    WIDTH,
    WINNER,
    WINNING,
    SearchQuery,
    lay,
    suit_left,
)
from klaverjas.kernel.solver.order import list_cards, next_card
from klaverjas.kernel.solver.search import exact_value
from klaverjas.kernel.solver.suits import (
    NOBODY,
    OUR_ROEM,
    OURS,
    THEIR_ROEM,
    THEIRS,
    Scratch,
    Suits,
    look_at_suits,
    new_scratch,
    new_suits,
)
from klaverjas.kernel.solver.transposition import TranspositionTable, new_memory
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.trick import beats, card_points


class SolverWorkspace(NamedTuple):
    """Where one thread works: nothing is made while a search runs."""

    hands: Row
    tables: Tables
    suits: Suits
    scratch: Scratch
    memory: TranspositionTable


def new_room() -> SolverWorkspace:
    return SolverWorkspace(integers(4), tables(), new_suits(), new_scratch(), new_memory())


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
    room: SolverWorkspace,
) -> SearchQuery:
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
    look_at_suits(owner, troef, asked, room.tables, room.suits, room.scratch)
    room.memory.era[0] += 1
    return SearchQuery(
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


@kernel
def put_aside(values: Row, room: SolverWorkspace) -> None:
    """Keep the position that is asked about, since the first frame is for those after it; no card has a value yet."""
    for field in range(WIDTH):
        room.scratch.start[field] = room.memory.frames[0][field]
    room.scratch.start[LEFT] = room.hands[0] | room.hands[1] | room.hands[2] | room.hands[3]
    for card in range(len(values)):
        values[card] = INFINITE


@kernel
def tell_value(card: int, value: int, start: Row, values: Row, troef: int, tables: Tables) -> None:
    """A card's value is also that of the cards for which it was tried."""
    alike = 1 << card
    if start[CORRECT] & start[CORRECT] - 1 != 0:
        kind = 1 if card >> 3 == troef else 0
        alike = tables.alike[kind, suit_left(start[BETWEEN], card >> 3), card & 7] << (card & 24)
    for other in range(32):
        if alike & start[CORRECT] & 1 << other != 0:
            values[other] = value


def solved(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    every_card: bool,
    least: int,
    most: int,
    values: Row,
    room: SolverWorkspace,
) -> None:
    """What North and South get, at best play of all four, from here to the end of the round: into *values*.

    After each correct card, by card, and INFINITE for the others; or without a card, as ITSELF. A value below
    *least* or above *most* need not be exact: then it is at most *least*, or at least *most*.
    """
    question = set_up(position, troef, duties, four_alike, asked, room)
    hands = room.hands
    tables = room.tables
    first = room.memory.frames[0]
    start = room.scratch.start
    put_aside(values, room)
    start[NEXT] = 0
    start[CARDS] = 1
    if every_card:
        list_cards(start, hands, question, room.suits, tables)
    guess = first_guess(hands, start[SEAT], troef)
    seat = start[SEAT]
    while start[NEXT] < start[CARDS]:
        card = ITSELF
        gain = 0
        if every_card:
            card = next_card(start)
            hands[seat] ^= 1 << card
            gain = lay(start, first, card, hands, question)
        else:
            start[NEXT] = 1
        value = 0
        if hands[0] | hands[1] | hands[2] | hands[3] != 0:
            bounds = least - gain, most - gain
            value = exact_value(guess - gain, bounds, hands, question, room.suits, tables, room.memory)
        guess = gain + value
        if every_card:
            hands[seat] ^= 1 << card
            tell_value(card, guess, start, values, troef, tables)
        else:
            values[ITSELF] = guess
