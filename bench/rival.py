"""The rival of the fast core: colver, a solver and rollouts in Rust for belote, which is played with the same 32 cards.

It is installed into an environment of its own, build/colver, and answers over a pipe: so both can take turns, and
whatever else the machine does falls on both. Belote has other duties than klaverjas, and roem only before the play.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from klaverjas.cards import Card, Hand, Rank, Suit
from klaverjas.seats import SEATS, Seat

VERSION = "0.11.1"
FOLDER = Path(__file__).parent.parent / "build" / "colver"
CHILD = Path(__file__).parent / "colver_child.py"

# How colver numbers suits and ranks.
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
RANKS = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)


@dataclass(frozen=True)
class Spent:
    """Seconds for each deal."""

    clock: Sequence[float]
    processor: Sequence[float]


class Colver:
    """A running colver."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [interpreter(), CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait()

    def rollouts(self, deals: Sequence[Sequence[Hand]], dealer: Seat, troef: Suit, number: int) -> Spent:
        """So many random rounds of each deal."""
        return spent(self._ask("rollout", deals, dealer, troef, number=number))

    def solve(
        self, deals: Sequence[Sequence[Hand]], dealer: Seat, troef: Suit
    ) -> tuple[Spent, list[dict[Card, int]]]:
        """Each deal solved: what the team of South and North gets after each card of the leader, by belote's rules."""
        answer = self._ask("solve", deals, dealer, troef)
        scores = [{our_card(card): points for card, points in solved} for solved in answer["scores"]]
        return spent(answer), scores

    def _ask(
        self, ask: str, deals: Sequence[Sequence[Hand]], dealer: Seat, troef: Suit, **more: int
    ) -> dict[str, Any]:
        asked = [
            {
                "dealer": int(dealer),
                "troef": SUITS.index(troef),
                "hands": [[their_card(card) for card in hands[seat]] for seat in SEATS],
            }
            for hands in deals
        ]
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps({"ask": ask, "deals": asked, **more}) + "\n")
        line = self._child.stdout.readline()
        if not line:
            sys.exit("colver has stopped: what it said stands above.")
        answer: dict[str, Any] = json.loads(line)
        return answer


def spent(answer: dict[str, Any]) -> Spent:
    return Spent(*([nanoseconds / 1e9 for nanoseconds in answer[by]] for by in ("clock", "processor")))


def their_card(card: Card) -> int:
    return SUITS.index(card.suit) * 8 + RANKS.index(card.rank)


def our_card(number: int) -> Card:
    return Card.of(SUITS[number >> 3], RANKS[number & 7])


def interpreter() -> Path:
    """The Python that has colver; made if it is not there yet."""
    python = FOLDER / "bin" / "python"
    if not python.exists():
        print(f"Installing colver {VERSION} into build/colver (needs the network, once)...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", f"colver=={VERSION}"], check=True)
    return python
