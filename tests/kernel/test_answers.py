"""What is remembered of one position is used for another only where it must hold. Chance hardly ever deals these."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from klaverjas.kernel.compile.compiler import Row, compiled, integers
from klaverjas.kernel.layout import POSITION
from klaverjas.kernel.round.suit_tables import MASKS, tables
from klaverjas.kernel.solver.frame import LEFT, SEAT, WANTED
from klaverjas.kernel.solver.points import SolverWorkspace, new_room, set_up
from klaverjas.kernel.solver.suits import known_of, number_of, owners_of
from klaverjas.kernel.solver.transposition import compared_places, recall, remember
from klaverjas.rules.integers import NO_TROEF

KNOWN, ASKED = 1000, 500
ALL_CARDS = (1 << 32) - 1


HOLDS, PLACES = 0, 1  # what is asked


def told(
    asks: int,
    first: int,
    second: int,
    position: Row,
    four_alike: Sequence[int],
    asked: Row,
    room: SolverWorkspace,
) -> int:
    """HOLDS: with the *first* cards left, at least KNOWN, and no rank mattered: is the *second* then answered? (1 or 0)

    PLACES: with all cards left, in how many places of the suit *second* are owners compared, for four of rank *first*?
    """
    question = set_up(position, NO_TROEF, 0, four_alike, asked, room)
    if asks == PLACES:
        compared = compared_places(ALL_CARDS, 1 << first, 0, question, room.suits, room.tables)
        return compared >> 4 * second & 0xF
    frame = room.memory.frames[0]
    frame[SEAT] = 0
    frame[LEFT] = first
    frame[WANTED] = KNOWN
    for turn in range(2):
        known, _ = recall(frame, question, room.suits, room.tables, room.memory)
        if turn == 0:
            remember(frame, KNOWN, 0, question, room.suits, room.tables, room.memory)
            frame[LEFT] = second
            frame[WANTED] = ASKED
    return 1 if known else 0


@cache
def entry() -> Any:
    return compiled(told, 0, 0, 0, integers(POSITION), integers(8), integers(4), new_room())


def dealt(seed: int) -> tuple[Any, Any, Any]:
    """A whole deal, with roem and without troef."""
    position = integers(POSITION)
    for at, card in enumerate(Random(seed).sample(range(32), 32)):
        position[at // 8] |= 1 << card
    return position, integers(8, filled=100), integers(4, filled=1)


def test_roem_that_other_players_would_make_is_not_the_same() -> None:
    """The same roem can be made in two rests of a suit, but by others: an answer for one says nothing of the other."""
    seen = {False: 0, True: 0}
    for seed in range(6):
        about, room = dealt(seed), new_room()
        entry()(HOLDS, 0, 0, *about, room)
        facts = [int(room.suits.facts[mask]) for mask in range(MASKS)]
        for one, other in combinations(range(MASKS), 2):
            if number_of(facts[one]) != number_of(facts[other]) or not known_of(facts[one]):
                continue
            same = (owners_of(facts[one]) ^ owners_of(facts[other])) >> 16 - 2 * known_of(facts[one]) == 0
            assert entry()(HOLDS, one, other, *about, room) == same
            seen[same] += 1
    assert min(seen.values()) > 10


@pytest.mark.parametrize("rank", range(8))
def test_owners_are_compared_down_to_four_alike(rank: int) -> None:
    weaker = int(tables().place[0, MASKS - 1, rank])
    for suit in range(4):
        assert entry()(PLACES, rank, suit, *dealt(1), new_room()) >= 8 - weaker
