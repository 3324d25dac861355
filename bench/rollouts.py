"""Rollouts a second, against colver: random rounds of the same deals, one thread each, in one run.

colver (Rust) plays belote, with the same cards; we play klaverjas under `rotterdam-bond`, with roem. Both choose
uniformly among the cards that may be played, with hearts as troef. They take turns in small batches, so that whatever
else the machine does falls on both; a ratio is the median over the turns. Ours on all cores is by the clock only.

    make bench
"""

import argparse
import os
import statistics
import time

from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.dispatch import as_rows, rolled_out
from klaverjas.kernel.solver.position import Position
from klaverjas.rules.named import ROTTERDAM_BOND
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat
from rival import VERSION, Colver

DEALS = [deal(seeded_deck(seed), Seat.SOUTH) for seed in range(50)]
POSITIONS = [Position(hands, Trick(Seat.WEST, (), Suit.HEARTS)) for hands in DEALS]
ROUNDS = 1000  # of each deal in a turn


def ours(threads: int) -> tuple[float, float]:
    """Seconds a round, by the clock and of the processor."""
    rows, troefs = as_rows(POSITIONS), the_arrays().full(len(DEALS), int(Suit.HEARTS))
    clock, processor = time.perf_counter(), time.process_time()
    done = len(rolled_out(rows, troefs, ROTTERDAM_BOND, seed=1, number=ROUNDS, threads=threads))
    return (time.perf_counter() - clock) / done, (time.process_time() - processor) / done


def main() -> None:
    parser = argparse.ArgumentParser(description="Rollouts a second, against colver.")
    parser.add_argument("--turns", type=int, default=30, help="how many turns each one gets (30)")
    turns = parser.parse_args().turns
    cores = os.cpu_count() or 1
    names = f"colver {VERSION}", "ours, one thread", f"ours, {cores} threads"
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    with Colver() as colver:
        for turn in range(turns + 1):
            theirs = colver.rollouts(DEALS, Seat.SOUTH, Suit.HEARTS, ROUNDS)
            rounds = len(DEALS) * ROUNDS
            now = (sum(theirs.clock) / rounds, sum(theirs.processor) / rounds), ours(1), ours(cores)
            if turn:  # the first turn warms up
                for name, a_round in zip(names, now, strict=True):
                    times[name].append(a_round)
    print(f"{'':20}{'rounds/s':>14}{'x colver':>10}{'by CPU time':>14}{'x colver':>10}")
    rival = times[names[0]]
    for name in names:
        told = f"{name:20}"
        for by in (0, 1) if name != names[2] else (0,):
            spent = [turn[by] for turn in times[name]]
            ratio = statistics.median(there[by] / here for there, here in zip(rival, spent, strict=True))
            told += f"{1 / statistics.median(spent):14,.0f}{ratio:10.1f}"
        print(told)


if __name__ == "__main__":
    main()
