"""What a terminal is given to print: nothing from outside steers it, and a sheet says where points come from."""

import asyncio
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from command_line import answered
from klaverjas.commands.drawing import draw_sheet
from klaverjas.record import read
from klaverjas.rules.scoring import as_written
from klaverjas.seats import TEAMS
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.store.schema import games
from klaverjas.terminal_table.side import draw_sheet as draw_table_sheet
from klaverjas.terminal_table.state import TableState, shown

ROOT = Path(__file__).parent.parent
EXAMPLE = (ROOT / "docs" / "example.kj").read_text()
KEPT = (Path(__file__).parent / "data" / "version-1.kj").read_text()
STEERING = "\x1b[31m\x07\x9b31m\x7f\u202e\u2066"


def steers(text: str) -> list[str]:
    return sorted({sign for sign in text if not sign.isprintable() and sign != "\n"})


@pytest.mark.parametrize("flags", [[], ["--sheet"], ["--round", "1"], ["--json"]], ids=" ".join)
def test_names_tags_and_comments_of_a_record_do_not_steer_the_terminal(flags: list[str]) -> None:
    for number, seat in enumerate(("Anna", "Bram", "Chris", "Dora")):
        assert f'"{seat}"' in EXAMPLE, number
    text = EXAMPLE.replace('"Anna"', json.dumps(f"An{STEERING}na")).replace(
        '"Bram"', json.dumps(f"\x9b{'B'}", ensure_ascii=False)
    )
    text = text.replace("An evening", f"An{json.dumps(STEERING)[1:-1]}evening")
    text = text.replace("{Everything in", "{Every\u202ething\x9bin")
    done = answered("replay", "-", *flags, stdin=text)
    assert steers(done.stdout + done.stderr) == []
    if flags == ["--json"]:
        assert json.loads(done.stdout)[0]["tags"]["South"] == f"An{STEERING}na"


def test_what_the_check_finds_does_not_steer_the_terminal(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'klaverjas.db'}"

    async def spoil() -> None:
        database = Database(url)
        await migrate(database)
        bad: dict[str, Any] = dict.fromkeys(("began_at", "ended_at", "north_south", "west_east", "rounds"), 0)
        bad |= {"rules": "rotterdam/1", "changes": "{}", "how": "finished"}
        async with database.write() as connection:
            await connection.execute(
                games.insert().values(id=f"id{STEERING}", record=f'[Klaverjas "{STEERING}"]', **bad)
            )
        await database.close()

    asyncio.run(spoil())
    done = answered("db", "check", "--database", url)
    assert done.returncode == 1
    assert steers(done.stdout + done.stderr) == []


def test_nothing_that_a_server_says_steers_the_terminal() -> None:
    told = {"type": "refused", STEERING: [{"sentence": f"no{STEERING}"}, 1, None, True, "fine"]}
    clean = shown(told)
    assert steers(json.dumps(clean, ensure_ascii=False)) == []
    assert json.loads(json.dumps(clean)) == clean
    assert list(clean.values())[1][1:] == [1, None, True, "fine"]


LOGGING = """
import structlog
from klaverjas.server.logs import set_up_logs
from klaverjas.server.settings import Settings
set_up_logs(Settings(log_format="FORMAT"))
log = structlog.get_logger()
log.warning("said EVIL", text="a EVIL b")
try:
    raise ValueError("EVIL")
except ValueError:
    log.exception("failed")
"""


@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_line_of_the_log_does_not_steer_the_terminal(kind: str) -> None:
    evil = STEERING.encode("unicode_escape").decode()
    done = subprocess.run(
        [sys.executable, "-c", LOGGING.replace("FORMAT", kind).replace("EVIL", evil)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "ValueError" in done.stderr
    assert steers(done.stderr) == []


# --- the sheet ----------------------------------------------------------------------------------------


def drawn(sheet: Any) -> str:
    out = StringIO()
    Console(width=140, color_system=None, file=out).print(sheet)
    return out.getvalue()


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_sheet_says_where_the_points_of_a_false_knock_come_from(language: Any) -> None:
    word = {"en": "knock", "nl": "klop"}[language]
    seen = set()
    for record in read(KEPT):
        game = record.game
        unit = game.rules.rounding == "tens"
        rounds = [round for round in game.rounds if round.result is not None]
        if not any(any(round.result.knocks) for round in rounds if round.result):
            continue
        state = TableState()
        rows = [
            {
                "outcome": round.result.outcome.code,
                "makers": None if round.result.makers is None else round.result.makers.letters,
                "knocks": list(round.result.knocks),
                "score": list(round.result.score),
                "display": list(round.result.display),
            }
            for round in rounds
            if round.result is not None
        ]
        state.game = _GameOf([(round.dealer, row) for round, row in zip(rounds, rows, strict=True)])  # type: ignore[assignment]
        for text in (drawn(draw_sheet(game, language, 140)), drawn(draw_table_sheet(state, language))):
            for round in rounds:
                assert round.result is not None
                for team in TEAMS:
                    if knocks := round.result.knocks[team]:
                        written = as_written(knocks, unit)
                        assert f"{round.result.display[team]} (+{written} {word})" in text
                        seen.add(unit)
    assert seen == {False, True}


class _GameOf:
    """No more of a game than its sheet."""

    def __init__(self, sheet: list[Any]) -> None:
        self.sheet = sheet
