"""Rollouts a second on a GPU and on one core of the processor, with the same seeds; they must agree.

Whole deals under `rotterdam-bond`, hearts as troef, a thousand rollouts of each and more. The GPU is timed twice: with
all that goes there and comes back, and what it computes alone. GPU and processor take turns; each figure is the median.

    python bench/gpu.py
"""

import argparse
import hashlib
import statistics
import time
from collections.abc import Callable
from typing import Any

from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.cuda.device import results_on_gpu, the_gpu
from klaverjas.kernel.dispatch import as_rows, rolled_out
from klaverjas.kernel.round.rule_params import four_alike_of
from klaverjas.kernel.solver.position import Position
from klaverjas.rules.legal import duties_of
from klaverjas.rules.named import ROTTERDAM_BOND
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat

DEALS = 64
SEED = 2026
ON_THE_PROCESSOR = 1 << 20  # more than these it would not do in a moment
SMALLEST, LARGEST = 16, 24  # powers of two


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    done = work()
    return time.perf_counter() - begin, done


def checksum(results: Any) -> str:
    return hashlib.sha256(results.tobytes()).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description="Rollouts on a GPU, against one core.")
    parser.add_argument("--turns", type=int, default=7, help="how many turns each one gets (7)")
    turns = parser.parse_args().turns
    numpy, gpu = the_arrays(), the_gpu()
    deals = [
        Position(deal(seeded_deck(seed), Seat.SOUTH), Trick(Seat.WEST, (), Suit.HEARTS))
        for seed in range(DEALS)
    ]
    rows, troefs = as_rows(deals), numpy.full(DEALS, int(Suit.HEARTS))
    duties, four_alike = duties_of(ROTTERDAM_BOND), four_alike_of(ROTTERDAM_BOND)
    there = gpu.to_device(rows), gpu.to_device(troefs)
    alike_there = gpu.to_device(four_alike)
    name = gpu.get_current_device().name
    print(name.decode() if isinstance(name, bytes) else name)

    def on_processor(number: int) -> Any:
        return rolled_out(rows, troefs, ROTTERDAM_BOND, seed=SEED, number=number)

    def there_and_back(number: int) -> Any:
        return rolled_out(rows, troefs, ROTTERDAM_BOND, seed=SEED, number=number, gpu=True)

    def only_there(number: int) -> None:
        results_on_gpu(*there, number, duties, alike_there, SEED)
        gpu.synchronize()

    compiling, _ = seconds(lambda: there_and_back(1))
    on_processor(1)
    print(f"compiled for the GPU in {compiling:.1f} s; rounds a second:")
    print(f"{'rounds':>12}{'one core':>16}{'GPU, all':>16}{'GPU alone':>16}{'x one core':>12}  same")
    for power in range(SMALLEST, LARGEST + 1):
        rounds = 1 << power
        number = rounds // DEALS
        fewer = min(rounds, ON_THE_PROCESSOR)
        times: dict[str, list[float]] = {"core": [], "all": [], "alone": []}
        for _ in range(turns):
            spent, here = seconds(lambda: on_processor(fewer // DEALS))  # noqa: B023 asked at once
            times["core"].append(spent / fewer)
            spent, from_gpu = seconds(lambda: there_and_back(number))  # noqa: B023
            times["all"].append(spent / rounds)
            spent, _ = seconds(lambda: only_there(number))  # noqa: B023
            times["alone"].append(spent / rounds)
        core, everything, alone = (statistics.median(spent) for spent in times.values())
        whole = here if fewer == rounds else on_processor(number)
        same = checksum(whole) == checksum(from_gpu)
        print(
            f"{rounds:12,}{1 / core:16,.0f}{1 / everything:16,.0f}{1 / alone:16,.0f}{core / everything:12,.0f}"
            f"  {'yes' if same else 'NO'} {checksum(from_gpu)}",
            flush=True,
        )
        assert same


if __name__ == "__main__":
    main()
