"""Answers that are remembered, for the starts of tricks, and found again where they hold for another position."""

from typing import NamedTuple

from klaverjas.kernel.frame import (
    DEPTH,
    FOURS,
    KEY,
    LEFT,
    MATTERED,
    SEAT,
    WANTED,
    WIDTH,
    Question,
    at_least,
    live_fours,
    suit_left,
)
from klaverjas.kernel.machine import Grid, Row, Rows, integers, kernel
from klaverjas.kernel.suits import Suits
from klaverjas.kernel.tables import Tables

# The table of answers: buckets of eight.
BUCKET = 8
ANSWER_LEFT = 0
ANSWER_OWNERS = 1
ANSWER_MASK = 2
ANSWER_BOUND = 3
ANSWER_IS_LOW = 4  # whether it is a lower bound
ANSWER_FOURS = 5
ANSWER_WIDTH = 6


class Memory(NamedTuple):
    """What the search remembers, and room to work in."""

    keys: Grid
    answers: Grid
    turn: Row  # which answer of a bucket gives way next
    frames: Rows
    counted: Row  # positions looked at; questions asked
    era: Row  # so that answers of another deal do not count


def new_memory(buckets: int = 1 << 13) -> Memory:
    return Memory(
        keys=integers(buckets, BUCKET),
        answers=integers(buckets, BUCKET, ANSWER_WIDTH),
        turn=integers(buckets),
        frames=integers(DEPTH, WIDTH),
        counted=integers(2),
        era=integers(1),
    )


@kernel
def where_fours_are(left: int, question: Question, tables: Tables) -> int:
    """Of each rank of which four alike can still be made: what it counts, and its place in every suit. 0 for none.

    Where there are three or more such ranks, just the cards that are left: nothing else is like that.
    """
    fours = live_fours(left, question)
    if fours == 0:
        return 0
    found = 0
    where = 0
    for rank in range(8):
        if fours >> rank & 1 == 0:
            continue
        found += 1
        where = where << 12 | question.four_alike[rank] & 0xFFF
        for suit in range(4):
            there = suit_left(left, suit)
            kind = 1 if suit == question.troef else 0
            where = where << 3 | tables.cards_in[there] - 1 - tables.place[kind, there, rank]
    if found > 2:
        return -left
    return where + 1


@kernel
def key_of(frame: Row, question: Question, suits: Suits, era: int) -> int:
    """What must be equal for an answer to be looked at: leader, and per suit the pattern or only the shape."""
    left = frame[LEFT]
    key = 0
    for suit in range(4):
        mask = suit_left(left, suit)
        key = key << 8 | (suits.pattern[suit, mask] if suit == question.troef else suits.shape[suit, mask])
    return era << 35 | key << 3 | frame[SEAT]


@kernel
def bucket_of(key: int, buckets: int) -> int:
    return ((key ^ key >> 29) * 0x2545_F491_4F6C_DD1D) >> 33 & buckets - 1


@kernel
def owners_left(left: int, suits: Suits) -> int:
    """Who owns the cards that are left: sixteen bits a suit, the strongest card first."""
    owners = 0
    for suit in range(4):
        owners |= suits.owners[suit, suit_left(left, suit)] << 16 * suit
    return owners


@kernel
def points_apart(one: int, other: int, question: Question, tables: Tables) -> int:
    """How far the value of two positions can be apart that play alike: each owner's cards match in order."""
    apart = 0
    for suit in range(4):
        if suit_left(one ^ other, suit) == 0:
            continue
        kind = 1 if suit == question.troef else 0
        for seat in range(4):
            mine = suit_left(question.hands[seat], suit)
            apart += tables.slack[kind, suit_left(one, suit) & mine, suit_left(other, suit) & mine]
    return apart


@kernel
def mattered_here(mask: int, left: int, troef: int, tables: Tables) -> int:
    """The cards of this position that stand where the owners in *mask* were compared, as a set."""
    cards = 0
    for suit in range(4):
        places = 0
        compared = mask >> 16 * suit & 0xFFFF
        while compared != 0:
            places += 1
            compared = compared << 2 & 0xFFFF
        if places != 0:
            kind = 1 if suit == troef else 0
            there = suit_left(left, suit)
            rank = tables.weakest[kind, there, tables.cards_in[there] - places]
            cards |= at_least(suit * 8 + rank, troef, tables)
    return cards


@kernel
def compared_owners(
    left: int, fours: int, mattered: int, question: Question, suits: Suits, tables: Tables
) -> int:
    """Which of the owners must be the same, down to the last card that mattered or can make roem."""
    mask = 0
    for suit in range(4):
        if suit == question.troef:  # all are, by its pattern
            continue
        there = suit_left(left, suit)
        down_to = suit_left(mattered, suit)
        for rank in range(8):
            if fours >> rank & 1 != 0:
                down_to |= suit_left(at_least(suit * 8 + rank, question.troef, tables), suit)
        compared = 0xFFFF << 16 - 2 * tables.cards_in[down_to & there] & 0xFFFF
        mask |= (compared | suits.known[suit, there]) << 16 * suit
    return mask


@kernel
def remember(
    frame: Row, value: int, mattered: int, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> None:
    """Keep the bound that was found for the start of a trick."""
    left = frame[LEFT]
    fours = 0
    if frame[FOURS] != 0:
        fours = live_fours(left, question)
    mask = compared_owners(left, fours, mattered, question, suits, tables)
    is_low = 1 if value >= frame[WANTED] else 0
    key = frame[KEY]
    bucket = bucket_of(key, len(memory.turn))
    spot = -1
    for at in range(BUCKET):
        other = memory.keys[bucket, at]
        if other >> 35 != key >> 35:  # empty, or of another deal
            spot = at
            break
        if (
            other == key
            and memory.answers[bucket, at, ANSWER_LEFT] == left
            and memory.answers[bucket, at, ANSWER_IS_LOW] == is_low
        ):
            spot = at
            break
    if spot < 0:
        spot = memory.turn[bucket] & BUCKET - 1
        memory.turn[bucket] += 1
    memory.keys[bucket, spot] = key
    memory.answers[bucket, spot, ANSWER_LEFT] = left
    memory.answers[bucket, spot, ANSWER_OWNERS] = owners_left(left, suits) & mask
    memory.answers[bucket, spot, ANSWER_MASK] = mask
    memory.answers[bucket, spot, ANSWER_FOURS] = frame[FOURS]
    memory.answers[bucket, spot, ANSWER_BOUND] = value
    memory.answers[bucket, spot, ANSWER_IS_LOW] = is_low


@kernel
def recall(frame: Row, question: Question, suits: Suits, tables: Tables, memory: Memory) -> tuple[bool, int]:
    """Whether the question is answered by what is remembered, and with which bound."""
    left = frame[LEFT]
    wanted = frame[WANTED]
    key = key_of(frame, question, suits, memory.era[0])
    frame[KEY] = key
    fours = where_fours_are(left, question, tables)
    frame[FOURS] = fours
    owners = owners_left(left, suits)
    bucket = bucket_of(key, len(memory.turn))
    for at in range(BUCKET):
        other = memory.keys[bucket, at]
        if other != key:
            if other >> 35 != key >> 35:
                break
            continue
        bound = memory.answers[bucket, at, ANSWER_BOUND]
        is_low = memory.answers[bucket, at, ANSWER_IS_LOW]
        if (bound >= wanted) != (is_low != 0):
            continue
        mask = memory.answers[bucket, at, ANSWER_MASK]
        if (owners ^ memory.answers[bucket, at, ANSWER_OWNERS]) & mask != 0:
            continue
        if fours != memory.answers[bucket, at, ANSWER_FOURS]:
            continue
        apart = points_apart(memory.answers[bucket, at, ANSWER_LEFT], left, question, tables)
        bound += -apart if is_low != 0 else apart
        if (bound >= wanted) == (is_low != 0):
            frame[MATTERED] = mattered_here(mask, left, question.troef, tables)
            return True, bound
    return False, 0
