"""Many positions at once, on all cores: the solver lets other threads run while it searches."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import Solution, solve
from klaverjas.rules.ruleset import RuleSet


def solve_many(
    positions: Iterable[Position], rules: RuleSet, *, roem: bool = True, workers: int | None = None
) -> list[Solution]:
    """What :func:`~klaverjas.kernel.solver.solve.solve` says of each position, in their order; a worker for each core.

    >>> from klaverjas.cards import Hand
    >>> from klaverjas.rules.named import AMSTERDAM
    >>> from klaverjas.rules.trick import Trick
    >>> hands = [Hand.parse(cards) for cards in ("HA HT", "HK H7", "S7 S8", "D7 D8")]
    >>> leads = [Position(hands, Trick.parse(f"{leader}:", troef="C")) for leader in "SW"]
    >>> [solution.value for solution in solve_many(leads, AMSTERDAM)]
    [35, -35]
    """
    with ThreadPoolExecutor(cores() if workers is None else workers) as pool:
        return list(pool.map(partial(solve, rules=rules, roem=roem), positions))


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
