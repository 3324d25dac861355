"""Bots of one's own, from a Python file."""

from pathlib import Path

import pytest

from command_line import answered, klaverjas, refused
from klaverjas.arena.own import own_bot
from klaverjas.errors import TextError

COPY = """
from klaverjas.bots import bot_named

class Copy(type(bot_named("regels"))):
    pass

mine = Copy("mine")

def made():
    return mine

nothing = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bots.py"
    path.write_text(COPY)
    return path


@pytest.mark.parametrize("name", ["mine", "made", "Copy"])
def test_an_object_a_function_and_a_class_give_a_bot(file: Path, name: str) -> None:
    assert own_bot(f"python:{file}:{name}").name in ("mine", "regels")


def test_it_meets_others_in_the_arena_in_processes_of_their_own(file: Path) -> None:
    words = ("arena", "regels", f"python:{file}:mine", "--deals", "4", "--workers", "2")
    shown = klaverjas(*words)
    assert shown.returncode == 0, shown.stderr
    assert "+0.0 ± 0.0" in shown.stdout  # it is the same player


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("python:", "own-bot"),
        ("python:bots.py", "own-bot"),
        ("python::mine", "own-bot"),
        ("python:{folder}/none.py:mine", "cannot-read"),
        ("python:{folder}:mine", "cannot-read"),
        ("python:{file}:nothing", "no-own-bot"),
        ("python:{file}:nobody", "no-own-bot"),
        ("python:{folder}/broken.py:mine", "own-bot-fault"),
    ],
)
def test_what_gives_no_bot_is_refused(file: Path, text: str, code: str) -> None:
    (file.parent / "broken.py").write_text("import nothing_of_that_name")
    with pytest.raises(TextError) as refusal:
        own_bot(text.format(folder=file.parent, file=file))
    assert refusal.value.code == code
    assert refusal.value.sentence("nl")


def test_the_arena_says_so_in_one_sentence(file: Path) -> None:
    refused(answered("arena", "regels", f"python:{file}:nobody", "--deals", "2"), "nobody")
