"""Checksums of what the program computes, to show that a change of the code changes no result.

    .venv/bin/python tools/fingerprint.py > before.json    # in the checkout before
    .venv/bin/python tools/fingerprint.py > after.json     # in the one after; then: diff before.json after.json

Covers the solver (values and node counts), rollouts, games between bots by seed, records, surveys, RECYCLE programs
and the environments. Everything but the node counts goes through the command line and the public API, so that two
checkouts with different internals can be compared.
"""

import argparse
import csv
import hashlib
import json
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.rules.named import named
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat

RULES = ("rotterdam", "lugus", "valet", "amsterdam", "rotterdam-bond", "amsterdam-bond")
BOTS = (
    "willekeurig",
    "regels",
    "beginner",
    "club",
    "sterk",
    "net",
    "oplosser:worlds=4",
    "montecarlo:simulations=64",
    "ziener",
)


def digest(content: bytes | str) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]


def klaverjas(*words: str) -> bytes:
    """What a command prints."""
    return subprocess.run([sys.executable, "-m", "klaverjas", *words], check=True, capture_output=True).stdout


def solver(deals: int) -> dict[str, Any]:
    """Values of all cards, and how many positions were searched for them, by rule set."""
    found = {}
    for rules in ("rotterdam-bond", "amsterdam", "rotterdam"):
        answers = [_solve(seed, rules) for seed in range(deals)]
        found[rules] = {
            "values": digest(
                repr([sorted((str(card), worth) for card, worth in one.cards.items()) for one in answers])
            ),
            "positions": sum(one.positions for one in answers),
        }
    return found


def _solve(seed: int, rules: str) -> Any:
    return kernel("solve", "solving")(_position(seed), named(rules))


def _position(seed: int) -> Any:
    hands = deal(seeded_deck(seed), Seat.SOUTH)
    return kernel("Position", "position")(
        hands, Trick(Seat.WEST, (), (Suit.HEARTS, Suit.CLUBS, None)[seed % 3])
    )


def kernel(name: str, module: str) -> Any:
    """A name of the kernel's public door, or of the module that had it before there was one."""
    door = import_module("klaverjas.kernel")
    return getattr(door, name, None) or getattr(import_module(f"klaverjas.kernel.{module}"), name)


def rollouts() -> str:
    positions = [_position(seed) for seed in range(30)]
    rolled = kernel("rollouts", "rollouts")(positions, named("amsterdam"), number=50, seed=7)
    return digest(rolled.cards.tobytes() + rolled.roem.tobytes() + rolled.tricks.tobytes())


def arena(folder: Path, deals: int) -> dict[str, str]:
    """The rows of each bot against `regels`, without the columns that hold times."""
    found = {}
    for bot in BOTS:
        for rules in ("rotterdam-bond", "lugus"):
            out, records = folder / f"{bot}-{rules}.csv", folder / f"{bot}-{rules}"
            words = ("--rules", rules, "--deals", str(deals), "--workers", "2", "--out", str(out))
            klaverjas("arena", bot, "regels", *words, "--records", str(records))
            with out.open(newline="") as file:
                rows = [
                    [value for name, value in row.items() if "times" not in name]
                    for row in csv.DictReader(file)
                ]
            played = b"".join(path.read_bytes() for path in sorted(records.iterdir()))
            found[f"{bot} {rules}"] = f"{digest(repr(rows))} {digest(played)}"
    return found


def records(folder: Path) -> dict[str, str]:
    """A whole game under each rule set, by seed."""
    found = {}
    for rules in RULES:
        file = folder / f"{rules}.kj"
        klaverjas("demo", "--rules", rules, "--seed", "11", "--pace", "0", "--save", str(file))
        found[rules] = digest(file.read_bytes())
    return found


def environments() -> dict[str, str]:
    """Many rounds side by side: what is seen and what may be done, over 200 steps of the first possible action."""
    try:
        module = import_module("klaverjas.environments.many_rounds")
    except ImportError:
        module = import_module("klaverjas.research.many_rounds")
    found = {}
    for rules in RULES:
        rounds, checksum = module.ManyRounds(rules, 64, seed=5), hashlib.sha256()
        for _ in range(200):
            seen, rewards, dones = rounds.step(rounds.masks.argmax(axis=1))
            for array in (*seen, rewards, dones):
                checksum.update(array.tobytes())
        found[rules] = checksum.hexdigest()[:16]
    return found


def commands(folder: Path) -> dict[str, str]:
    """Surveys, statistics and RECYCLE programs as the command line gives them."""
    survey, program = folder / "survey.csv", folder / "amsterdam.gdl"
    klaverjas("survey", "--deals", "20", "--rules", "rotterdam,lugus", "--out", str(survey))
    klaverjas("recycle", "export", "amsterdam", "--out", str(program))
    return {
        "survey": digest(survey.read_bytes()),
        "recycle export": digest(program.read_bytes()),
        "recycle run": digest(
            klaverjas("recycle", "run", str(program), "--games", "20", "--seed", "3", "--json")
        ),
        "stats": digest(
            klaverjas(
                "stats", "amsterdam", "--games", "100", "--search-games", "4", "--player", "regels", "--json"
            )
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Checksums of what the program computes.")
    parser.add_argument("--deals", type=int, default=20, help="deals for each measurement (20)")
    deals = parser.parse_args().deals
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        found = {
            "solver": solver(deals),
            "rollouts": rollouts(),
            "records": records(folder),
            "environments": environments(),
            "commands": commands(folder),
            "arena": arena(folder, deals),
        }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
