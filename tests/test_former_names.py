"""Documented modules that have moved are found under their old names for one version, with a warning."""

import subprocess
import sys

import pytest

from klaverjas.former_names import FORMER_NAMES
from klaverjas.plumbing.moved import MovedModules

OLD_IMPORTS = (
    "from klaverjas.research import klaverjas_v0",
    "from klaverjas.research.many_rounds import ManyRounds",
    "from klaverjas.research.recycle.program import Program",
    "from klaverjas.research.statistics import Statistics",
    "from klaverjas.kernel.solving import solve",
    "from klaverjas.kernel.rollouts import rollouts",
    "import klaverjas.kernel.position",
)


@pytest.mark.parametrize("line", OLD_IMPORTS)
def test_an_old_name_works_and_warns_whoever_imports_it(line: str) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "default", "-c", line], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "DeprecationWarning" in run.stderr
    assert "is now klaverjas." in run.stderr


def test_the_old_name_gives_the_very_same_things() -> None:
    with pytest.warns(DeprecationWarning, match="is now klaverjas.kernel.solver.solve"):
        from klaverjas.kernel.solving import solve as old  # type: ignore[import-not-found]
    from klaverjas.kernel import solve

    assert old is solve


@pytest.mark.parametrize("new", sorted(set(FORMER_NAMES.moved.values())))
def test_every_new_name_exists(new: str) -> None:
    __import__(new)


def test_nothing_else_is_found() -> None:
    moved = MovedModules({"a.b": "c", "a.b.d": "e"}, "2.0")
    assert [moved.new_name(name) for name in ("a", "a.b", "a.b.x.y", "a.b.d", "a.b.d.x", "a.bc", "b")] == [
        None, "c", "c.x.y", "e", "e.x", None, None,
    ]  # fmt: skip
    with pytest.raises(ModuleNotFoundError):
        __import__("klaverjas.kernel.nowhere")
