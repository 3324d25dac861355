"""Rollouts for whoever asks: many random ends of a round from one position, or one from each of many."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from klaverjas.kernel.compile.compiler import compiled, integers, the_arrays
from klaverjas.kernel.cuda.device import rolled_out_on_gpu
from klaverjas.kernel.layout import POSITION
from klaverjas.kernel.rollout.playout import CARDS, RESULT, ROEM, SIDE_BY_SIDE, STANDS, TRICKS, play_out_many
from klaverjas.kernel.round.rule_params import four_alike_of
from klaverjas.kernel.solver.position import Position
from klaverjas.rules.legal import duties_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import troef_number

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Rollouts:
    """What each rollout gave from its position on, a row each; the first column is North and South's."""

    cards: "NDArray[int64]"  # points, the last trick's ten included
    roem: "NDArray[int64]"
    tricks: "NDArray[int64]"

    @property
    def values(self) -> "NDArray[int64]":
        """By how much North and South had more."""
        points = self.cards + self.roem
        return points[:, 0] - points[:, 1]


def rollouts(
    positions: Position | Sequence[Position],
    rules: RuleSet,
    *,
    number: int = 1,
    seed: int = 0,
    threads: int = 1,
    gpu: bool = False,
) -> Rollouts:
    """*number* rollouts from each position, one after the other.

    The same for the same seed, whatever the threads, and on a GPU (which needs the extra "gpu").

    South has the two highest hearts and leads: whatever happens, South takes both tricks.

    >>> from klaverjas.cards import Hand
    >>> from klaverjas.rules.named import AMSTERDAM
    >>> from klaverjas.rules.trick import Trick
    >>> hands = [Hand.parse(cards) for cards in ("HA HT", "HK H7", "S7 S8", "D7 D8")]
    >>> rollouts(Position(hands, Trick.parse("S:", troef="C")), AMSTERDAM, number=3, seed=1).values
    array([35, 35, 35])
    """
    asked = [positions] if isinstance(positions, Position) else positions
    numpy = the_arrays()
    troefs = numpy.array([troef_number(one.troef) for one in asked], numpy.int64)
    results = rolled_out(as_rows(asked), troefs, rules, number=number, seed=seed, threads=threads, gpu=gpu)
    return Rollouts(*(results[:, first : first + 2].astype(numpy.int64) for first in (CARDS, ROEM, TRICKS)))


def as_rows(positions: Sequence[Position]) -> Any:
    """The positions as integers, a row each."""
    rows = integers(len(positions), POSITION)
    for row, position in zip(rows, positions, strict=True):
        position.fill(row)
    return rows


def rolled_out(
    rows: Any,
    troefs: Any,
    rules: RuleSet,
    *,
    seed: int,
    number: int = 1,
    threads: int = 1,
    gpu: bool = False,
) -> Any:
    """*number* rollouts from each row. Arrays in and out, for those who have millions of them."""
    duties, four_alike = duties_of(rules), four_alike_of(rules)
    if gpu:
        return rolled_out_on_gpu(rows, troefs, number, duties, four_alike, seed)
    results = no_results(len(rows) * number)
    run = _entry()

    def part(first: int, last: int) -> None:
        state = integers(STANDS * SIDE_BY_SIDE)
        run(rows, troefs, number, duties, four_alike, seed, first, state, results[first:last])

    if threads <= 1:
        part(0, len(results))
        return results
    edges = [len(results) * at // threads for at in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, edges[:-1], edges[1:]))
    return results


def no_results(number: int) -> Any:
    """Room for what rollouts give; no round has more points than fit."""
    numpy = the_arrays()
    return numpy.zeros((number, RESULT), numpy.int16)


def warm_up_rollouts() -> None:
    """Compile now what would be compiled at the first rollout."""
    _entry()


@cache
def _entry() -> Any:
    position = integers(1, POSITION), integers(1)
    state = integers(STANDS * SIDE_BY_SIDE)
    return compiled(play_out_many, *position, 0, 0, integers(8), 0, 0, state, no_results(1))
