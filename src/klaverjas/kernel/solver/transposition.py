"""Answers that are remembered, for the starts of tricks, and found again where they hold for another position."""

from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Row, Rows, integers, kernel
from klaverjas.kernel.round.suit_tables import MASKS, Tables
from klaverjas.kernel.solver.frame import (
    DEPTH,
    FOURS,
    KEY,
    LEFT,
    MATTERED,
    OWNED,
    SEAT,
    WANTED,
    WIDTH,
    SearchQuery,
    at_least,
    live_fours,
    suit_left,
)
from klaverjas.kernel.solver.suits import Suits, known_of, number_of, owners_of

# The table of answers, in buckets; an answer is eight numbers.
BUCKETS = 1 << 11
BUCKET = 16
ANSWER_KEY = 0
ANSWER_LEFT = 1
ANSWER_OWNERS = 2
ANSWER_MASK = 3  # which of the owners must be the same
ANSWER_BOUND = 4
ANSWER_IS_LOW = 5  # whether it is a lower bound
ANSWER_FOURS = 6
ANSWER_PLACES = 7  # the same as the mask, counted by suit
ANSWER = 8


class TranspositionTable(NamedTuple):
    """What the search remembers, and room to work in."""

    answers: Row
    turn: Row  # which answer of a bucket gives way next
    frames: Rows
    counted: Row  # positions looked at; questions asked
    era: Row  # so that answers of another deal do not count


def new_memory() -> TranspositionTable:
    return TranspositionTable(
        answers=integers(BUCKETS * BUCKET * ANSWER),
        turn=integers(BUCKETS),
        frames=integers(DEPTH, WIDTH),
        counted=integers(2),
        era=integers(1),
    )


@kernel
def where_fours_are(left: int, question: SearchQuery, tables: Tables) -> int:
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
def bucket_of(key: int) -> int:
    """Which bucket a key belongs to."""
    return ((key ^ key >> 29) * 0x2545_F491_4F6C_DD1D) >> 33 & BUCKETS - 1


@kernel
def points_apart(one: int, other: int, question: SearchQuery, tables: Tables) -> int:
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
def mattered_here(places: int, left: int, troef: int, tables: Tables) -> int:
    """The cards of this position that stand in the compared *places*, and all that are stronger, as a set."""
    cards = 0
    for suit in range(4):
        kind = 1 if suit == troef else 0
        cards |= tables.down_to[kind, suit_left(left, suit), places >> 4 * suit & 0xF] << 8 * suit
    return cards


@kernel
def compared_places(
    left: int, fours: int, mattered: int, question: SearchQuery, suits: Suits, tables: Tables
) -> int:
    """In how many places, from the strongest down, the owners must be the same, four bits a suit.

    Down to the last card that mattered or can make roem.
    """
    compared = 0
    for suit in range(4):
        if suit == question.troef:  # all are, by its pattern
            continue
        there = suit_left(left, suit)
        down_to = suit_left(mattered, suit)
        if fours != 0:
            for rank in range(8):
                if fours >> rank & 1 != 0:
                    down_to |= suit_left(at_least(suit * 8 + rank, question.troef, tables), suit)
        places = max(tables.cards_in[down_to & there], known_of(suits.facts[suit * MASKS + there]))
        compared |= places << 4 * suit
    return compared


@kernel
def owners_in(places: int) -> int:
    """The part of the owners that stands in these places: sixteen bits a suit."""
    mask = 0
    for suit in range(4):
        mask |= (0xFFFF << 16 - 2 * (places >> 4 * suit & 0xF) & 0xFFFF) << 16 * suit
    return mask


@kernel
def remember(
    frame: Row,
    value: int,
    mattered: int,
    question: SearchQuery,
    suits: Suits,
    tables: Tables,
    memory: TranspositionTable,
) -> None:
    """Keep the bound that was found for the start of a trick."""
    left = frame[LEFT]
    fours = 0
    if frame[FOURS] != 0:
        fours = live_fours(left, question)
    places = compared_places(left, fours, mattered, question, suits, tables)
    mask = owners_in(places)
    is_low = 1 if value >= frame[WANTED] else 0
    key = frame[KEY]
    bucket = bucket_of(key)
    answers = memory.answers
    spot = -1
    for at in range(BUCKET):
        answer = (bucket * BUCKET + at) * ANSWER
        other = answers[answer + ANSWER_KEY]
        if other >> 35 != key >> 35:  # empty, or of another deal
            spot = answer
            break
        if (
            other == key
            and answers[answer + ANSWER_LEFT] == left
            and answers[answer + ANSWER_IS_LOW] == is_low
        ):
            spot = answer
            break
    if spot < 0:
        spot = (bucket * BUCKET + (memory.turn[bucket] & BUCKET - 1)) * ANSWER
        memory.turn[bucket] += 1
    answers[spot + ANSWER_KEY] = key
    answers[spot + ANSWER_LEFT] = left
    answers[spot + ANSWER_OWNERS] = frame[OWNED] & mask
    answers[spot + ANSWER_MASK] = mask
    answers[spot + ANSWER_PLACES] = places
    answers[spot + ANSWER_FOURS] = frame[FOURS]
    answers[spot + ANSWER_BOUND] = value
    answers[spot + ANSWER_IS_LOW] = is_low


@kernel
def recall(
    frame: Row, question: SearchQuery, suits: Suits, tables: Tables, memory: TranspositionTable
) -> tuple[bool, int]:
    """Whether the question is answered by what is remembered, and with which bound.

    The key is what must be equal for an answer to be looked at: leader, and per suit the number of the cards left.
    """
    left = frame[LEFT]
    wanted = frame[WANTED]
    key = 0
    owners = 0  # sixteen bits a suit
    for suit in range(4):
        facts = suits.facts[suit * MASKS + suit_left(left, suit)]
        key |= number_of(facts) << 8 * suit
        owners |= owners_of(facts) << 16 * suit
    key = memory.era[0] << 35 | key << 3 | frame[SEAT]
    fours = where_fours_are(left, question, tables)
    frame[KEY] = key
    frame[FOURS] = fours
    frame[OWNED] = owners
    answers = memory.answers
    first = bucket_of(key) * BUCKET * ANSWER
    for at in range(BUCKET):
        answer = first + at * ANSWER
        other = answers[answer + ANSWER_KEY]
        if other != key:
            if other >> 35 != key >> 35:
                break
            continue
        bound = answers[answer + ANSWER_BOUND]
        is_low = answers[answer + ANSWER_IS_LOW]
        if (bound >= wanted) != (is_low != 0):
            continue
        mask = answers[answer + ANSWER_MASK]
        if (owners ^ answers[answer + ANSWER_OWNERS]) & mask != 0:
            continue
        if fours != answers[answer + ANSWER_FOURS]:
            continue
        apart = points_apart(answers[answer + ANSWER_LEFT], left, question, tables)
        bound += -apart if is_low != 0 else apart
        if (bound >= wanted) == (is_low != 0):
            places = answers[answer + ANSWER_PLACES]
            frame[MATTERED] = mattered_here(places, left, question.troef, tables)
            return True, bound
    return False, 0
