"""`klaverjas solve` and `klaverjas warmup`, as a person types them."""

import json
from pathlib import Path

import pytest

from command_line import answered, klaverjas, refused

ENDING = ("--hands", "S:HA,HT W:H7 N:S8 E:D8", "--troef", "C", "--trick", "W: HK S7 D7")


def test_a_deal_is_drawn_with_the_worth_of_every_card() -> None:
    shown = klaverjas("solve", "--seed", "42", "--troef", "H")
    assert shown.returncode == 0, shown.stderr
    assert "West to play" in shown.stdout
    assert "West-East do not make it." in shown.stdout
    lines = [line.split() for line in shown.stdout.splitlines() if "·" in line or "█" in line]
    worths = [int(line[1]) for line in lines]
    assert len(worths) == 8
    assert worths == sorted(worths, reverse=True)


def test_a_position_is_solved_in_dutch() -> None:
    shown = answered("solve", *ENDING, "--lang", "nl")
    assert shown.returncode == 0, shown.stderr
    assert "Zuid is aan de beurt" in shown.stdout
    assert shown.stdout.count("+35") == 2


def test_a_position_is_solved_for_programs() -> None:
    shown = answered("solve", *ENDING, "--json")
    assert json.loads(shown.stdout) == {
        "hands": {"S": "HA HT", "W": "H7", "N": "S8", "E": "D8"},
        "troef": "C",
        "trick": "W: HK S7 D7",
        "turn": "S",
        "value": 35,
        "moves": {"HA": 35, "HT": 35},
    }


def test_a_recorded_round_is_solved_after_any_card(tmp_path: Path) -> None:
    file = tmp_path / "game.kj"
    assert answered("demo", "--seed", "3", "--save", str(file)).returncode == 0
    for after in ("4", "9"):
        shown = answered("solve", str(file), "--round", "2", "--after", after, "--json")
        assert shown.returncode == 0, shown.stderr
        position = json.loads(shown.stdout)
        assert sum(len(cards.split()) for cards in position["hands"].values()) == 32 - int(after)
        assert position["value"] == max(position["moves"].values())
    refused(answered("solve", str(file), "--round", "2", "--after", "32"), "--after 32 is not possible")
    refused(answered("solve", str(file), "--round", "17"), "no round 17")


def test_a_recorded_round_is_solved_for_its_score(tmp_path: Path) -> None:
    file = tmp_path / "game.kj"
    assert answered("demo", "--seed", "3", "--save", str(file)).returncode == 0
    shown = answered("solve", str(file), "--round", "2", "--after", "20", "--score", "--json")
    assert shown.returncode == 0, shown.stderr
    score = json.loads(shown.stdout)
    points = json.loads(answered("solve", str(file), "--round", "2", "--after", "20", "--json").stdout)
    assert score["makes"] == points["makes"]
    assert score["moves"].keys() == points["moves"].keys()
    assert score["moves"] != points["moves"]  # what was taken before counts
    assert score["value"] == max(score["moves"].values())


def test_a_bid_says_what_must_be_made() -> None:
    bid = ("--rules", "lugus", "--seed", "1", "--troef", "S", "--bid")
    assert json.loads(answered("solve", *bid, "10", "--json").stdout)["makes"] is True
    assert "Oost-West halen het niet." in answered("solve", *bid, "160", "--lang", "nl").stdout


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--seed", "1", "--rules", "lugus", "--score"), "say how much it bid"),
        ((*ENDING, "--score"), "cannot have been taken"),
        ((), "Choose what to solve"),
        (("--seed", "1", "--hands", "S:HA"), "Choose what to solve"),
        (("--hands", "S:HA"), "do not fit the trick"),
        (("--hands", "HA"), "'HA' is not a hand"),
        (("--seed", "1", "--troef", "X"), "X"),
    ],
)
def test_what_cannot_be_solved_is_told_in_a_sentence(words: tuple[str, ...], part: str) -> None:
    refused(answered("solve", *words), part)


def test_warmup_says_where_it_keeps_what_it_compiled() -> None:
    done = klaverjas("warmup")
    assert done.returncode == 0, done.stderr
    assert "kernel-" in done.stdout
    assert klaverjas("warmup", "--lang", "nl").stdout.startswith("Klaar in")
