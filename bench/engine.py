"""`legal` questions a second through a real pipe, beside plain `json.loads` and `json.dumps` of the same lines.

The rival does nothing but read each line and write it again, in process: what a program in Python pays for JSON alone.
A thread writes the questions while the answers are read. Engine and rival take turns in batches, so that whatever else
the machine does falls on both, and the ratio printed is the median over the turns, by wall time.

    make bench
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import IO

from klaverjas.engine import answer

DECK = [suit + rank for suit in "SHCD" for rank in "789TJQKA"]
RULES = ("rotterdam", "lugus", "valet", "amsterdam")
TURNS = 10
PIPE = "klaverjas engine, through a pipe"
RIVAL = "json.loads + json.dumps"
IN_PROCESS = "klaverjas.engine.answer"


def questions(count: int, rng: random.Random) -> list[bytes]:
    """Random positions: a hand of one to eight cards, a trick of none to three, any troef or sans."""
    lines = []
    for number in range(count):
        held, lying = rng.randint(1, 8), rng.randint(0, 3)
        cards = rng.sample(DECK, held + lying)
        request = {
            "id": number,
            "op": "legal",
            "rules": rng.choice(RULES),
            "troef": rng.choice(["S", "H", "C", "D", None]),
            "hand": " ".join(cards[:held]),
            "trick": " ".join(cards[held:]),
        }
        lines.append(json.dumps(request).encode() + b"\n")
    return lines


class Pipe:
    """A running engine."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "klaverjas", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.questions: IO[bytes] = self.process.stdin
        self.answers: IO[bytes] = self.process.stdout

    def ask(self, lines: list[bytes]) -> None:
        """Ask all of them in one go, and check that each was answered."""
        writer = threading.Thread(target=self._write, args=(b"".join(lines),))
        writer.start()
        for _ in lines:
            if b'"ok": true' not in (line := self.answers.readline()):
                raise SystemExit(f"no answer: {line!r}")
        writer.join()

    def _write(self, text: bytes) -> None:
        self.questions.write(text)
        self.questions.flush()

    def close(self) -> None:
        self.questions.close()
        if self.process.wait(timeout=10) != 0:
            raise SystemExit("the engine did not end well")
        self.answers.close()


def read_and_write(lines: list[bytes]) -> None:
    for line in lines:
        json.dumps(json.loads(line))


def answer_in_process(lines: list[bytes]) -> None:
    for line in lines:
        answer(line)


def seconds(ask: Callable[[list[bytes]], None], lines: list[bytes]) -> float:
    begin = time.perf_counter()
    ask(lines)
    return (time.perf_counter() - begin) / len(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Questions a second through the engine protocol.")
    parser.add_argument("--count", type=int, default=100_000, help="how many questions are asked (100,000)")
    count = parser.parse_args().count
    if count < TURNS:
        parser.error(f"--count must be at least {TURNS}")
    lines = questions(count, random.Random(1))
    pipe = Pipe()
    contestants = {RIVAL: read_and_write, IN_PROCESS: answer_in_process, PIPE: pipe.ask}
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for ask in contestants.values():
        ask(lines[: count // TURNS])  # warms up
    for turn in range(TURNS):
        batch = lines[turn::TURNS]
        for name, ask in contestants.items():
            times[name].append(seconds(ask, batch))
    pipe.close()
    for name, spent in times.items():
        ratio = statistics.median(theirs / mine for theirs, mine in zip(times[RIVAL], spent, strict=True))
        print(f"{name:36}{1 / statistics.median(spent):10,.0f} lines/s{ratio:8.2f}x")


if __name__ == "__main__":
    main()
