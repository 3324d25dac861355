"""Answers that are remembered, for the starts of tricks, and found again where they hold for another position."""

from typing import NamedTuple

from klaverjas.kernel.frame import (
    BEST_CARD,
    DEPTH,
    INFINITE,
    KEY,
    LEFT,
    MATTERED,
    SEAT,
    WANTED,
    WHOLE,
    WIDTH,
    Question,
    at_least,
    live_fours,
    suit_left,
)
from klaverjas.kernel.machine import Grid, Row, Rows, integers, kernel
from klaverjas.kernel.suits import Suits
from klaverjas.kernel.tables import NO_CARD, Tables

# The table of answers: buckets of eight.
BUCKET = 8
ANSWER_LEFT = 0
ANSWER_OWNERS = 1
ANSWER_MASK = 2
ANSWER_BOUND = 3
ANSWER_CARD = 4  # suit, place and whether it is a lower bound
ANSWER_WIDTH = 5


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
def key_of(frame: Row, question: Question, suits: Suits, era: int) -> int:
    """What must be equal for an answer to be looked at: leader, and per suit the pattern or only the shape."""
    left = frame[LEFT]
    literal = 0
    frame[WHOLE] = 1 << question.troef & 15
    if question.our_roem | question.their_roem != 0 and live_fours(left, question) != 0:
        literal = 1
        frame[WHOLE] = 15
    key = 0
    for suit in range(4):
        mask = suit_left(left, suit)
        part = suits.shape[suit, mask]
        if literal != 0:
            part = mask
        elif frame[WHOLE] >> suit & 1 != 0:
            part = suits.pattern[suit, mask]
        key = key << 8 | part
    return (era << 35) | (key << 3) | (frame[SEAT] << 1) | literal


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
def remember(
    frame: Row, value: int, mattered: int, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> None:
    """Keep the bound that was found for the start of a trick."""
    left = frame[LEFT]
    mask = 0
    for suit in range(4):
        if frame[WHOLE] >> suit & 1 == 0:
            there = suit_left(left, suit)
            places = tables.cards_in[suit_left(mattered, suit) & there]
            compared = 0xFFFF << 16 - 2 * places & 0xFFFF | suits.known[suit, there]
            mask |= compared << 16 * suit
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
            and memory.answers[bucket, at, ANSWER_CARD] & 1 == is_low
        ):
            spot = at
            break
    if spot < 0:
        spot = memory.turn[bucket] & BUCKET - 1
        memory.turn[bucket] += 1
    card = frame[BEST_CARD]
    suit = card >> 3
    kind = 1 if suit == question.troef else 0
    place = tables.place[kind, suit_left(left, suit), card & 7]
    memory.keys[bucket, spot] = key
    memory.answers[bucket, spot, ANSWER_LEFT] = left
    memory.answers[bucket, spot, ANSWER_OWNERS] = owners_left(left, suits) & mask
    memory.answers[bucket, spot, ANSWER_MASK] = mask
    memory.answers[bucket, spot, ANSWER_BOUND] = value
    memory.answers[bucket, spot, ANSWER_CARD] = (suit << 3 | place) << 1 | is_low


@kernel
def recall(
    frame: Row, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> tuple[bool, int, int]:
    """Whether the question is answered by what is remembered, with which bound; otherwise a card to try first."""
    left = frame[LEFT]
    wanted = frame[WANTED]
    key = key_of(frame, question, suits, memory.era[0])
    frame[KEY] = key
    owners = owners_left(left, suits)
    bucket = bucket_of(key, len(memory.turn))
    nearest = INFINITE
    card = NO_CARD
    for at in range(BUCKET):
        other = memory.keys[bucket, at]
        if other != key:
            if other >> 35 != key >> 35:
                break
            continue
        mask = memory.answers[bucket, at, ANSWER_MASK]
        if (owners ^ memory.answers[bucket, at, ANSWER_OWNERS]) & mask != 0:
            continue
        apart = points_apart(memory.answers[bucket, at, ANSWER_LEFT], left, question, tables)
        bound = memory.answers[bucket, at, ANSWER_BOUND]
        packed = memory.answers[bucket, at, ANSWER_CARD]
        answered = False
        if packed & 1 != 0:
            bound -= apart
            answered = bound >= wanted
        else:
            bound += apart
            answered = bound < wanted
        if answered:
            frame[MATTERED] = mattered_here(mask, left, question.troef, tables)
            return True, bound, NO_CARD
        if apart < nearest:
            nearest = apart
            suit = packed >> 4
            kind = 1 if suit == question.troef else 0
            card = suit * 8 + tables.weakest[kind, suit_left(left, suit), packed >> 1 & 7]
    return False, 0, card
