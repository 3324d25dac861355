"""Whole deals solved exactly, against colver: the value of every card of the leader, one thread each, in one run.

colver (Rust) solves belote, with the same cards and without roem; we solve klaverjas under `rotterdam-bond`, without
roem and with it, hearts as troef. They take turns of 20 deals, so that whatever else the machine does falls on both;
times are medians over the deals, by CPU time. The second table asks less of the same deals: only the value, and only
whether the playing team, which leads, makes it.

    make bench
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.solver.contract import makes
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import own_room, solve, value
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.named import ROTTERDAM_BOND
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat, Team
from rival import VERSION, Colver

WITHOUT_ROEM = ROTTERDAM_BOND.change(roem_counts=False)
STAKES = Stakes(Team.WEST_EAST)
TURN = 20  # deals


@dataclass
class Asked:
    """A question, and what it took for each deal."""

    ask: Callable[[Position], object]
    seconds: list[float] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)

    def of(self, position: Position) -> None:
        counted = own_room().memory.counted
        before, start = counted[0], time.process_time_ns()
        self.ask(position)
        self.seconds.append((time.process_time_ns() - start) / 1e9)
        self.positions.append(int(counted[0] - before))

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole deals solved exactly, against colver.")
    parser.add_argument("--deals", type=int, default=200, help="how many deals (200)")
    deals = parser.parse_args().deals
    cards = {
        "without roem": Asked(lambda position: solve(position, ROTTERDAM_BOND, roem=False)),
        "with roem": Asked(lambda position: solve(position, ROTTERDAM_BOND)),
    }
    less = {
        "value, without roem": Asked(lambda position: value(position, ROTTERDAM_BOND, roem=False)),
        "makes it, without roem": Asked(lambda position: makes(position, WITHOUT_ROEM, STAKES)),
        "value, with roem": Asked(lambda position: value(position, ROTTERDAM_BOND)),
        "makes it, with roem": Asked(lambda position: makes(position, ROTTERDAM_BOND, STAKES)),
    }
    scores = {"score of every card": Asked(lambda position: solve_score(position, ROTTERDAM_BOND, STAKES))}
    theirs: list[float] = []
    with Colver() as colver:
        for first in range(-TURN, deals, TURN):
            seeds = range(first, min(first + TURN, deals))
            dealt = [deal(seeded_deck(seed), Seat.SOUTH) for seed in seeds]
            spent, _ = colver.solve(dealt, Seat.SOUTH, Suit.HEARTS)
            theirs += spent.processor
            for question in (cards | less | scores).values():
                for hands in dealt:
                    question.of(Position(hands, Trick(Seat.WEST, (), Suit.HEARTS)))
            if first < 0:  # the first turn warms up
                theirs.clear()
                for question in (cards | less | scores).values():
                    question.seconds.clear()
                    question.positions.clear()
    print(f"{deals} whole deals, every card{'median ms':>18}{'mean ms':>10}{'x colver':>10}{'positions':>12}")
    median = statistics.median(theirs)
    print(f"{f'colver {VERSION}':28}{1e3 * median:17.2f}{1e3 * statistics.mean(theirs):10.2f}{1:10.1f}")
    for name, asked in (cards | scores).items():
        print(f"{name:28}{told(asked)}{median / asked.median:10.1f}{statistics.mean(asked.positions):12,.0f}")
    print(f"\n{'asked less':28}{'median ms':>17}{'mean ms':>10}{'cheaper':>10}{'positions':>12}")
    whole = less["value, without roem"]
    for name, asked in less.items():
        if name.startswith("value"):
            whole = asked
        cheaper = statistics.mean(whole.seconds) / statistics.mean(asked.seconds)
        print(f"{name:28}{told(asked)}{cheaper:10.1f}{statistics.mean(asked.positions):12,.0f}")


def told(asked: Asked) -> str:
    return f"{1e3 * asked.median:17.2f}{1e3 * statistics.mean(asked.seconds):10.2f}"


if __name__ == "__main__":
    main()
