"""Many positions at once: each solved as it would be alone, in the order in which they were asked."""

import asyncio
import threading
import time
from random import Random

import pytest

from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.solver.batches import cores, solve_many
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve
from klaverjas.kernel.solver.solve_score import solve_score, warm_up_scores
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM_BOND
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat, Team
from minimax import some_ending


def endings(number: int) -> list[Position]:
    """Of different lengths, so that later ones are often ready first."""
    chance = Random(3)
    return [some_ending(chance, chance.choice((1, 3, 5))).position for _ in range(number)]


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("roem", [True, False])
def test_many_positions_are_solved_as_each_alone_and_in_their_order(rules: RuleSet, roem: bool) -> None:
    positions = endings(60)
    alone = [solve(position, rules, roem=roem) for position in positions]
    for workers in (None, 1, 3):
        together = solve_many(positions, rules, roem=roem, workers=workers)
        assert [(one.value, one.cards) for one in together] == [(one.value, one.cards) for one in alone]


def test_whole_deals_are_solved_on_several_threads() -> None:
    deals = [
        Position(deal(seeded_deck(seed), Seat.SOUTH), Trick(Seat.WEST, (), troef))
        for seed in range(4)
        for troef in (Suit.CLUBS, None)
    ]
    before = threading.active_count()
    together = solve_many(deals, LUGUS, workers=4)
    assert threading.active_count() == before
    assert [one.value for one in together] == [solve(position, LUGUS).value for position in deals]


def test_positions_may_come_one_by_one_and_none_at_all() -> None:
    assert len(solve_many((position for position in endings(5)), LUGUS)) == 5
    assert solve_many([], LUGUS) == []
    assert cores() >= 1


def test_a_loop_goes_on_while_a_thread_searches() -> None:
    """One call of the machine code, and a long one: it holds nothing that the loop needs."""
    position = Position(deal(seeded_deck(44), Seat.SOUTH), Trick(Seat.WEST, (), Suit.HEARTS))
    warm_up_scores()

    async def waited() -> tuple[float, float]:
        begin = last = time.perf_counter()
        longest = 0.0
        work = asyncio.to_thread(solve_score, position, ROTTERDAM_BOND, Stakes(Team.WEST_EAST))
        searching = asyncio.create_task(work)
        while not searching.done():
            await asyncio.sleep(0)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        await searching
        return longest, last - begin

    longest, whole = asyncio.run(waited())
    assert longest < whole / 2
