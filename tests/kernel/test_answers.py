"""What is remembered of one position is used for another only where it must hold. Chance hardly ever deals these."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from klaverjas.kernel.answers import compared_owners, recall, remember
from klaverjas.kernel.entries import POSITION, Room, new_room, set_up
from klaverjas.kernel.frame import LEFT, SEAT, WANTED
from klaverjas.kernel.machine import Row, compiled, integers
from klaverjas.kernel.suits import known_of, number_of, owners_of
from klaverjas.kernel.tables import MASKS, tables
from klaverjas.rules.integers import NO_TROEF

KNOWN, ASKED = 1000, 500
ALL_CARDS = (1 << 32) - 1


def holds_for(position: Row, four_alike: Sequence[int], asked: Row, one: int, other: int, room: Room) -> bool:
    """With the cards *one* left, at least KNOWN, and no rank mattered: does that say something of the *other*?"""
    question = set_up(position, NO_TROEF, 0, four_alike, asked, room)
    frame = room.memory.frames[0]
    frame[SEAT] = 0
    frame[LEFT] = one
    frame[WANTED] = KNOWN
    recall(frame, question, room.suits, room.tables, room.memory)
    remember(frame, KNOWN, 0, question, room.suits, room.tables, room.memory)
    frame[LEFT] = other
    frame[WANTED] = ASKED
    known, _ = recall(frame, question, room.suits, room.tables, room.memory)
    return known


def owners_compared(
    position: Row, four_alike: Sequence[int], asked: Row, fours: int, suit: int, room: Room
) -> int:
    question = set_up(position, NO_TROEF, 0, four_alike, asked, room)
    mask = compared_owners(ALL_CARDS, fours, 0, question, room.suits, room.tables)
    return mask >> 16 * suit & 0xFFFF


@cache
def entry(function: Any) -> Any:
    return compiled(function, integers(POSITION), integers(8), integers(4), 0, 0, new_room())


def dealt(seed: int) -> tuple[Any, Any, Any]:
    """A whole deal, with roem and without troef."""
    position = integers(POSITION)
    for at, card in enumerate(Random(seed).sample(range(32), 32)):
        position[at // 8] |= 1 << card
    return position, integers(8, filled=100), integers(4, filled=1)


def test_roem_that_other_players_would_make_is_not_the_same() -> None:
    """The same roem can be made in two rests of a suit, but by others: an answer for one says nothing of the other."""
    told = {False: 0, True: 0}
    for seed in range(12):
        about, room = dealt(seed), new_room()
        entry(holds_for)(*about, 0, 0, room)
        facts = [int(room.suits.facts[mask]) for mask in range(MASKS)]
        for one, other in combinations(range(MASKS), 2):
            if number_of(facts[one]) != number_of(facts[other]) or not known_of(facts[one]):
                continue
            same = (owners_of(facts[one]) ^ owners_of(facts[other])) & known_of(facts[one]) == 0
            assert entry(holds_for)(*about, one, other, room) == same
            told[same] += 1
    assert min(told.values()) > 10


@pytest.mark.parametrize("rank", range(8))
def test_owners_are_compared_down_to_four_alike(rank: int) -> None:
    weaker = int(tables().place[0, MASKS - 1, rank])
    for suit in range(4):
        compared = entry(owners_compared)(*dealt(1), 1 << rank, suit, new_room())
        wanted = 0xFFFF << 2 * weaker & 0xFFFF
        assert compared & wanted == wanted
