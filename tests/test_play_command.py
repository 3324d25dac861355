"""`klaverjas play`: a game against bots in the terminal, and nothing that stays behind."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest

from klaverjas.bots import LEVELS
from klaverjas.commands import play as command
from klaverjas.commands import run
from klaverjas.errors import KlaverjasError
from klaverjas.rules.named import named, rules_to_json
from klaverjas.seats import Seat
from klaverjas.server import embedded
from klaverjas.server.embedded import DATABASE, own_server
from klaverjas.terminal_table.alone import Wishes
from klaverjas.terminal_table.now import ShownYou
from klaverjas.terminal_table.state import ShownChair, TableState

PATIENCE = 40.0
QUIET_SECONDS = 0.05
STEERING = re.compile(r"\x1b\[[0-9;?<>=]*[A-Za-z]")
CTRL_C = "\x03"
AMSTERDAM = rules_to_json(named("amsterdam"), whole=True)


# --- in a terminal --------------------------------------------------------------------------------


def descendants(pid: int) -> set[int]:
    """Every process that a process has started, and those of theirs."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = stat.read_text().rpartition(")")[2].split()
        except OSError:  # gone meanwhile
            continue
        parents[int(stat.parent.name)] = int(after_name[1])
    found, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in found} - found
        grown = bool(more)
        found |= more
    return found - {pid}


def is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


class Terminal:
    """`klaverjas play` in a terminal of 80 by 24."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "klaverjas", "play", *words, "--lang", "nl"],
            preexec_fn=lambda: os.login_tty(
                theirs
            ),  # so that Ctrl-C is a signal where nobody takes it for a key
            env=os.environ
            | {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder), "TMPDIR": str(folder / "tmp")},
        )
        os.close(theirs)
        self.shown = b""

    @property
    def seen(self) -> str:
        """Everything that was shown, without the signs that steer the terminal."""
        return STEERING.sub("", self.shown.decode(errors="replace"))

    def look(self) -> bool:
        """Whether there is something new."""
        if not select.select([self.ours], [], [], QUIET_SECONDS)[0]:
            return False
        try:
            self.shown += os.read(self.ours, 65536)
        except OSError:  # the other side is closed
            time.sleep(QUIET_SECONDS)
            return False
        return True

    def wait_for(self, holds: Callable[[], object], press: str = "") -> None:
        """Look until it holds; *press* whenever nothing moves."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, self.seen[-2000:]
            if not self.look() and press:
                self.press(press)

    def wait_to_see(self, part: str, press: str = "") -> None:
        self.wait_for(lambda: part.encode() in self.shown, press)

    def press(self, key: str) -> None:
        os.write(self.ours, key.encode())

    def started(self) -> set[int]:
        return descendants(self.process.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


def test_a_round_ctrl_c_and_the_same_game_again(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    with Terminal(tmp_path, "--name", "Anna", "--pace", "0", "--partner", "beginner") as first:
        first.wait_to_see("Partij 1 begint")
        first.wait_to_see("bot beginner")  # across
        first.wait_to_see("bot club")
        first.wait_to_see("Spatie of Enter: de volgende ronde.", press="\r")
        first.wait_to_see("Ronde 2 van 16", press="\r")
        others = first.started()
        assert others
        first.press(CTRL_C)
        first.wait_for(lambda: first.process.poll() is not None)
        first.look()
        assert first.process.returncode == 0
        assert "Je partij is bewaard: 'klaverjas play' gaat ermee verder." in first.seen
        first.wait_for(lambda: not any(map(is_running, others)))
    with Terminal(tmp_path, "--partner", "beginner") as again:
        again.wait_to_see("Anna")
        (number,) = re.search(r"Ronde (\d+) van 16", again.seen).groups()  # type: ignore[union-attr]
        assert int(number) >= 2
        assert "Partij 1 begint" not in again.seen
        others = again.started()
        again.process.send_signal(signal.SIGKILL)  # as hard as it can end
        again.wait_for(lambda: not any(map(is_running, others)))
    kept = {file.name for file in (tmp_path / "klaverjas" / "play").iterdir()}
    assert DATABASE in kept
    assert (tmp_path / "klaverjas" / "play" / "server.log").read_text() == ""
    assert not list((tmp_path / "tmp").iterdir())


def test_ctrl_c_while_the_table_is_being_laid_leaves_nothing(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait_to_see("De tafel wordt klaargezet")
        others = terminal.started()
        for other in others:
            os.kill(other, signal.SIGSTOP)  # else it may be ready before the key comes
        terminal.press(CTRL_C)
        for other in others:
            os.kill(other, signal.SIGCONT)
        terminal.wait_for(lambda: terminal.process.poll() is not None)
        terminal.look()
        assert terminal.process.returncode == 130
        assert "Traceback" not in terminal.seen
        terminal.wait_for(lambda: not any(map(is_running, others)))


# --- what it refuses ------------------------------------------------------------------------------


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence with which it ends."""
    assert run(["play", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err.removeprefix("klaverjas: ").rstrip("\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--level", "wereldkampioen"],
            "Unknown level 'wereldkampioen'. From weak to strong: beginner, club, sterk, meester.",
        ),
        (
            ["--partner", "regels", "--lang", "nl"],
            "Er is geen niveau 'regels'; van zwak naar sterk zijn er beginner, club, sterk, meester.",
        ),
        (["--pace", "61"], "--pace must be between 0 and 60."),
        (["--pace", "nan"], "--pace must be between 0 and 60."),
        (["--pace=-1", "--lang", "nl"], "--pace moet van 0 tot 60 zijn."),
        ([], "This command needs a terminal."),
        (["--lang", "nl"], "Een tafel heeft een terminal nodig om getoond te worden."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert refused(capsys, *words) == sentence


def test_unknown_rules_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "--rules", "utrecht").startswith("Unknown rule set 'utrecht'")


def test_a_strong_level_needs_the_solver(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("klaverjas.bots.is_here", lambda package: False)
    sentence = "This needs numba, which is not installed: pip install 'klaverjas[solver]'"
    assert refused(capsys, "--level", "sterk") == sentence
    assert refused(capsys, "--partner", "meester") == sentence
    assert "terminal" in refused(capsys, "--level", "club")


def test_the_table_in_the_terminal_needs_its_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Never:
        def __init__(self, folder: Path) -> None: ...
        def stop(self) -> None: ...

    monkeypatch.setattr(embedded, "OwnServer", Never)
    monkeypatch.setattr(command, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(command, "_is_terminal", lambda: True)
    monkeypatch.setitem(sys.modules, "klaverjas.terminal_table.alone", None)
    monkeypatch.setitem(sys.modules, "textual.app", None)
    monkeypatch.delitem(sys.modules, "klaverjas.terminal_table.screen", raising=False)
    monkeypatch.delitem(sys.modules, "klaverjas.terminal_table.alone")
    sentence = (
        "Hiervoor is textual.app nodig, dat niet geïnstalleerd is: pip install 'klaverjas[server,join]'"
    )
    assert refused(capsys, "--lang", "nl").endswith(sentence)


def code_of(folder: Path) -> str:
    """Why a server of one's own does not start."""
    with pytest.raises(KlaverjasError) as caught, own_server(folder) as server:
        assert not server.wait()
    assert caught.value.sentence("nl")
    return caught.value.code


def test_the_server_needs_its_extra_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError('gone', name='uvicorn')\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert code_of(tmp_path / "play") == "missing-extra"


def test_one_plays_in_one_terminal_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / f"{DATABASE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert code_of(tmp_path) == "already-playing"


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "play").touch()
    assert code_of(tmp_path / "play") == "cannot-write"


# --- which game goes on ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "fits"),
    [
        (Wishes(), True),
        (Wishes(level="club"), False),  # the partner would be one, too
        (Wishes(level="club", partner="beginner"), True),
        (Wishes(level="sterk", partner="beginner"), False),
        (Wishes(partner="beginner"), True),
        (Wishes(rules=AMSTERDAM, pace=0.5), True),
        (Wishes(rules=AMSTERDAM | {"claim": "knock"}), False),
        (Wishes(pace=1.0), False),
    ],
)
def test_a_game_goes_on_that_is_as_wanted(wishes: Wishes, fits: bool) -> None:
    state = TableState(
        rules=AMSTERDAM, options={"bot_pace": 0.5}, you=ShownYou("p", "player", Seat.SOUTH, True)
    )
    state.chairs = {
        Seat.SOUTH: ShownChair("p"),
        Seat.WEST: ShownChair(bot="club"),
        Seat.NORTH: ShownChair(bot="beginner"),
        Seat.EAST: ShownChair(bot="club"),
    }
    assert wishes.fit(state) == fits


def test_bots_are_put_on_their_seats() -> None:
    across: dict[str, Any] = {"do": "bot", "seat": "N"}
    assert Wishes().bots == (across | {"bot": "club"}, {"do": "bot", "bot": "club"})
    assert Wishes("sterk", "beginner").bots == (across | {"bot": "beginner"}, {"do": "bot", "bot": "sterk"})


def test_the_help_names_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(level in shown for level in LEVELS)
    assert "Examples:" in shown
