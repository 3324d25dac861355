"""Compiling: once, kept for the user, and never longer than the rules that it was made from."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import klaverjas
from klaverjas.kernel.compile import compiler as machine

PACKAGE = Path(klaverjas.__file__).parent
# The seven of troef lies on the ace that was led. A kernel that asks one rule: it is compiled in a moment.
ASK = """
import json, sys
from klaverjas.cards import Card
from klaverjas.kernel.layout import LAID, POSITION, TRICK
from klaverjas.kernel.compile.compiler import cache_folder, compiled, integers
from klaverjas.kernel.dispatch import rollouts
from klaverjas.kernel.round.turns import winning_place
assert "numba" not in sys.modules, "numba is imported when it is needed"
row = integers(POSITION)
row[TRICK], row[TRICK + 1], row[LAID] = Card.parse("HA"), Card.parse("C7"), 2
clubs = Card.parse("C7") >> 3
winning = compiled(winning_place, row, clubs)(row, clubs)
print(json.dumps({"winning": winning, "folder": str(cache_folder())}))
"""


def ask(package: Path, cache: Path) -> Any:
    """What another process says, with this copy of the package and this folder for what is compiled."""
    environment = dict(os.environ, PYTHONPATH=str(package.parent), XDG_CACHE_HOME=str(cache))
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    return json.loads(done.stdout)


def compiled_files(folder: str) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in Path(folder).rglob("*.nbc")}


def test_a_changed_rule_is_compiled_anew_and_an_unchanged_one_is_not(tmp_path: Path) -> None:
    package, cache = tmp_path / "klaverjas", tmp_path / "cache"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("server", "__pycache__"))
    first = ask(package, cache)
    assert first["winning"] == 1
    files = compiled_files(first["folder"])
    assert files
    assert ask(package, cache) == first
    assert compiled_files(first["folder"]) == files  # taken from the cache

    rules = package / "rules" / "trick.py"
    rules.write_text(rules.read_text().replace("return suit == troef", "return False"))
    changed = ask(package, cache)
    assert changed["winning"] == 0
    assert changed["folder"] != first["folder"]


def test_every_rule_and_every_kernel_is_in_the_fingerprint() -> None:
    files = {path.relative_to(PACKAGE).as_posix() for path in machine.source_files()}
    assert {
        "rules/trick.py",
        "rules/legal.py",
        "rules/roem.py",
        "kernel/layout.py",
        "kernel/solver/search.py",
        "kernel/compile/compiler.py",
    } <= files


def test_the_fingerprint_changes_with_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    before = machine.fingerprint()
    monkeypatch.setattr(machine.the_compiler(), "__version__", "0.0")
    assert machine.fingerprint() != before


def test_each_name_is_that_of_one_function() -> None:
    names = [function.__name__ for function in machine.in_order()]
    assert len(set(names)) == len(names)


def test_what_is_imported_later_is_compiled_too() -> None:
    later = """
from klaverjas import *
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import value
from klaverjas.rules.trick import Trick
position = Position([Hand.parse(cards) for cards in ("HA", "HK", "S7", "D7")], Trick.parse("S:", troef="C"))
print(value(position, AMSTERDAM))
from klaverjas.kernel.dispatch import rollouts
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.scoring import Taken
stakes = Stakes(Team.NORTH_SOUTH, taken=Taken((137, 0), (0, 0), (7, 0)))
print(rollouts(position, AMSTERDAM).values[0], solve_score(position, AMSTERDAM, stakes).value)
"""
    done = subprocess.run(
        [sys.executable, "-c", later], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.split() == ["25", "25", "262"]
