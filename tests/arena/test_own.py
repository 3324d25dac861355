"""Bots from a Python file: what is wrong with them is one sentence."""

import random
from pathlib import Path

import pytest

from command_line import answered, klaverjas, refused
from klaverjas.arena.conduct import ArenaPlan
from klaverjas.arena.own import own_bot
from klaverjas.arena.players import Partnership, player_named
from klaverjas.errors import TextError
from klaverjas.fair import deal, seeded_deck
from klaverjas.round import Round
from klaverjas.rules.named import AMSTERDAM, ROTTERDAM_BOND
from klaverjas.seats import Seat
from klaverjas.view import view_round

FILE = """
from klaverjas.bots import Bot, bot_named

class Own(Bot):
    name = "own"

    def advise(self, view, chance):
        return bot_named("willekeurig").advise(view, chance)

class Broken(Own):
    def advise(self, view, chance):
        raise KeyError("hearts")

class Unfinished(Bot):
    pass

own = Own()
number = 3

def without_its_weights():
    open("no such file")

def leaving():
    raise SystemExit(3)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(FILE)
    return str(path)


@pytest.mark.parametrize("name", ["own", "Own"])
def test_a_bot_is_an_object_or_what_a_class_gives(file: str, name: str) -> None:
    view = view_round(Round.begin(AMSTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH)), Seat.WEST)
    bot = own_bot(f"python:{file}:{name}")
    bot.get_ready()
    assert bot.name == "own"
    assert bot.act(view, random.Random(1)) is not None
    assert player_named(f"python:{file}:{name}").name == f"python:{file}:{name}"


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("", "own-bot", ""),
        ("nobody", "no-own-bot", ""),
        ("number", "no-own-bot", ""),
        ("Unfinished", "own-bot-fault", "advise"),
        ("without_its_weights", "own-bot-fault", "(line 21)"),
        ("leaving", "own-bot-fault", "SystemExit: 3"),
    ],
)
def test_a_name_that_gives_no_bot(file: str, name: str, code: str, why: str) -> None:
    with pytest.raises(TextError) as refusal:
        own_bot(f"python:{file}:{name}")
    assert refusal.value.code == code
    assert why in refusal.value.sentence("nl")


def test_a_bot_that_breaks_is_told_with_its_line(file: str) -> None:
    view = view_round(Round.begin(AMSTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH)), Seat.WEST)
    with pytest.raises(TextError) as refusal:
        own_bot(f"python:{file}:Broken").act(view, random.Random(1))
    assert refusal.value.sentence("en") == f"Cannot use {file}: KeyError: 'hearts' (line 12)"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("import nosuchmodule", "own-bot-fault"),
        ("x = (", "own-bot-fault"),
        ("import sys; sys.exit(5)", "own-bot-fault"),
    ],
)
def test_a_file_that_cannot_be_run(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(text)
    with pytest.raises(TextError) as refusal:
        own_bot(f"python:{path}:x")
    assert refusal.value.code == code


@pytest.mark.parametrize("name", ["none.py", "text.txt"])
def test_what_is_no_python_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "text.txt").write_text("hello")
    with pytest.raises(TextError) as refusal:
        own_bot(f"python:{tmp_path / name}:x")
    assert refusal.value.code == "no-python-file"
    assert "geen Python-bestand" in refusal.value.sentence("nl")


def test_it_meets_others_in_the_arena_in_processes_of_their_own(file: str) -> None:
    shown = klaverjas("arena", "willekeurig", f"python:{file}:own", "--deals", "4", "--workers", "2")
    assert shown.returncode == 0, shown.stderr
    assert "python:" in shown.stdout


def test_the_arena_says_in_one_sentence_who_is_missing(file: str) -> None:
    refused(answered("arena", "regels", f"python:{file}:nobody", "--deals", "2"), "nobody")


def test_an_arena_does_not_go_on_with_somebody_else_from_the_same_file(tmp_path: Path, file: str) -> None:
    own = tmp_path / "own.py"
    own.write_text(Path(file).read_text())
    players = (Partnership.parse("regels"), Partnership.parse(f"python:{own}:own"))
    plan = ArenaPlan(players, (ROTTERDAM_BOND,), 1, 10)
    asked = str(plan)
    assert asked == str(plan)
    own.write_text(own.read_text() + "\n# changed")
    assert asked != str(plan)
    assert "files" not in str(ArenaPlan(players[:1] * 2, (ROTTERDAM_BOND,), 1, 10))
