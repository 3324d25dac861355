"""The commands, as a person types them: what they print, on which stream, and with which exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import answered, klaverjas, refused
from klaverjas import __version__
from klaverjas.record import read
from klaverjas.rules.named import NAMED


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that the demonstration played and kept."""
    file = tmp_path_factory.mktemp("games") / "game.kj"
    played = klaverjas("demo", "--seed", "3", "--save", str(file))
    assert played.returncode == 0, played.stderr
    assert "Score sheet" in played.stdout
    return file


# --- replay --------------------------------------------------------------------------------------


def test_replay_draws_tricks_and_score_sheet(game: Path) -> None:
    shown = klaverjas("replay", str(game))
    assert shown.returncode == 0
    assert "Round 16 of 16" in shown.stdout
    assert "Score sheet" in shown.stdout
    assert "▸" in shown.stdout
    assert klaverjas("replay", "-", stdin=game.read_text()).stdout == shown.stdout


def test_replay_shows_what_is_said_about_the_game_and_its_deals(game: Path) -> None:
    text = game.read_text().replace("\n1 W:", " {a brave choice}\n1 W:", 1)
    text = text.replace("\n\ndeal 1", "\n{good old days}\n\ndeal 1", 1)
    assert "good old days" in answered("replay", "-", stdin=text).stdout
    assert "a brave choice" in answered("replay", "-", "--round", "1", stdin=text).stdout
    assert "a brave choice" not in answered("replay", "-", "--round", "2", stdin=text).stdout


def test_replay_speaks_dutch(game: Path) -> None:
    shown = answered("replay", str(game), "--lang", "nl").stdout
    assert "Ronde 16 van 16" in shown
    assert "Noord-Zuid" in shown
    assert "♠V" in shown
    assert answered("replay", str(game), KLAVERJAS_LANG="nl").stdout == shown
    assert answered("replay", str(game), KLAVERJAS_LANG="", LC_ALL="nl_NL.UTF-8").stdout == shown


def test_replay_of_one_round_and_of_the_sheet_alone(game: Path) -> None:
    one = answered("replay", str(game), "--round", "3").stdout
    assert "Round 3 of 16" in one
    assert "Round 4 of 16" not in one
    sheet = answered("replay", str(game), "--sheet").stdout
    assert "Score sheet" in sheet
    assert "Round 3 of 16" not in sheet


def test_replay_as_json_follows_the_protocol(game: Path) -> None:
    (played,) = json.loads(answered("replay", str(game), "--json").stdout)
    record = read(game.read_text())[0]
    assert played["totals"] == dict(zip(("NS", "WE"), record.game.totals, strict=True))
    assert len(played["deals"]) == 16
    assert played["deals"][0]["phase"] == "done"
    assert len(played["deals"][0]["tricks"]) == 8
    assert played["rules"] == {"base": "rotterdam-bond/2"}


def test_the_json_of_a_record_can_be_replayed_by_the_engine(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "lugus.kj"
    assert klaverjas("demo", "--rules", "lugus", "--seed", "5", "--save", str(other)).returncode == 0
    for file in (game, other):
        (played,) = json.loads(klaverjas("replay", str(file), "--json").stdout)
        record = read(file.read_text())[0]
        assert played["commitment"] == record.commitment
        assert played["secret"] == record.secret
        asked = "".join(
            json.dumps(
                {
                    "id": number,
                    "op": "replay",
                    "rules": played["rules"],
                    "dealer": deal["dealer"],
                    "hands": deal["dealt"],
                    "actions": deal["actions"],
                }
            )
            + "\n"
            for number, deal in enumerate(played["deals"])
        )
        answers = [json.loads(line) for line in klaverjas("engine", stdin=asked).stdout.splitlines()]
        for answer, deal in zip(answers, played["deals"], strict=True):
            assert answer["ok"] is True
            assert {key: deal[key] for key in answer if key in deal} == {
                key: value for key, value in answer.items() if key not in ("id", "ok", "notices")
            }


def test_replay_of_an_unfinished_game_and_of_what_does_not_go_together(game: Path) -> None:
    text = game.read_text()
    three = text[: text.index("deal 4 ")].replace(
        next(line for line in text.splitlines() if "Result" in line), ""
    )
    assert "Round 3 of 16" in answered("replay", "-", "--round", "3", stdin=three).stdout
    refused(answered("replay", "-", "--round", "4", stdin=three), "There is no round 4: this game has 3.")
    refused(answered("replay", str(game), "--sheet", "--round", "2"), "Choose --sheet or --round")
    (one,) = json.loads(answered("replay", str(game), "--json", "--round", "2").stdout)
    assert [deal["dealer"] for deal in one["deals"]] == ["W"]


@pytest.mark.parametrize("width", ["40", "64", "80", "100", "200"])
def test_nothing_is_cut_off_where_the_terminal_is_narrow(game: Path, width: str, tmp_path: Path) -> None:
    auction = tmp_path / "lugus.kj"  # with bids and passed-out deals in its sheet
    assert answered("demo", "--rules", "lugus", "--seed", "5", "--save", str(auction)).returncode == 0
    assert "…" not in answered("replay", str(auction), "--sheet", COLUMNS=width).stdout
    dealt = answered("deal", "--seed", "1", COLUMNS=width).stdout
    assert all(name in dealt for name in ("South", "West", "North", "East"))
    sheet = answered("replay", str(game), "--sheet", COLUMNS=width).stdout
    assert "…" not in sheet
    totals = read(game.read_text())[0].game.totals
    assert all(str(total) in sheet for total in totals)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_old_encoding_is_no_traceback(game: Path, encoding: str) -> None:
    for words in (
        ["deal", "--seed", "1"],
        ["replay", str(game)],
        ["rules", "schema"],
        ["rules", "show", "lugus"],
    ):
        run = klaverjas(*words, PYTHONIOENCODING=encoding)
        assert run.returncode == 0
        assert run.stderr == ""
    assert (
        json.loads(klaverjas("rules", "schema", PYTHONIOENCODING=encoding).stdout)["x-nl"]["title"]
        == "Regelset"
    )


def test_replay_of_a_file_with_several_games(game: Path) -> None:
    twice = game.read_text() + "\n" + game.read_text()
    assert len(json.loads(answered("replay", "-", "--json", stdin=twice).stdout)) == 2
    assert len(json.loads(answered("replay", "-", "--json", "--game", "2", stdin=twice).stdout)) == 1
    refused(answered("replay", "-", "--game", "3", stdin=twice), "There is no game 3: this file has 2.")


def test_a_record_cannot_steer_the_terminal(game: Path) -> None:
    text = game.read_text().replace("[Event", '[South "[red]\\u001b[31mAnna"]\n[Event', 1)
    shown = klaverjas("replay", "-", stdin=text)
    assert shown.returncode == 0
    assert "\x1b" not in shown.stdout
    assert "[red]\ufffd[31mAnna" in shown.stdout
    assert "\x1b" not in klaverjas("replay", "-", stdin=text.replace("deal 1", "\x1b[2Jdeal 1")).stderr


def test_replay_refuses_with_line_and_column(game: Path) -> None:
    text = game.read_text().replace("1 W: ", "1 N: ", 1)
    refused(answered("replay", "-", stdin=text), "Line ")
    refused(answered("replay", "-", stdin=text, KLAVERJAS_LANG="nl"), "Regel ")
    refused(answered("replay", "-", stdin=""), "There is no game in this record.")
    refused(answered("replay", str(game), "--round", "17"), "There is no round 17: this game has 16.")


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    refused(answered("replay", str(tmp_path / "nothing.kj")), "No such file")
    refused(answered("replay", str(tmp_path)), "Is a directory")
    (tmp_path / "bytes.kj").write_bytes(b"\xff\xfe\x00")
    refused(answered("verify", str(tmp_path / "bytes.kj")), "not UTF-8")


# --- verify --------------------------------------------------------------------------------------


def test_verify_says_yes_and_exits_with_0(game: Path) -> None:
    run = klaverjas("verify", str(game))
    assert run.returncode == 0
    assert "all 16 deals" in run.stdout
    assert json.loads(klaverjas("verify", str(game), "--json").stdout)[0]["right"] is True


def test_verify_says_no_and_exits_with_1(game: Path) -> None:
    text = game.read_text()
    secret = next(line for line in text.splitlines() if line.startswith("[Secret"))
    other = text.replace(secret, f'[Secret "{"f" * 64}"]')
    run = klaverjas("verify", "-", stdin=other)
    assert run.returncode == 1
    assert "NOT" in run.stdout
    assert "NIET" in klaverjas("verify", "-", "--lang", "nl", stdin=other).stdout
    found = json.loads(klaverjas("verify", "-", "--json", stdin=other).stdout)
    assert found == [{"commitment": False, "deals": [False] * 16, "right": False}]


def test_verify_tells_each_game_apart(game: Path) -> None:
    text = game.read_text()
    without = "".join(line for line in text.splitlines(True) if not line.startswith("[Secret"))
    run = answered("verify", "-", stdin=f"{text}\n{without}\n{text}")
    assert run.returncode == 2
    assert "Game 2: The record has no secret" in run.stdout
    assert "Game 3: the secret matches" in run.stdout
    (_, second, _) = json.loads(answered("verify", "-", "--json", stdin=f"{text}\n{without}\n{text}").stdout)
    assert second["error"]["code"] == "not-verifiable"


def test_verify_needs_a_commitment(game: Path) -> None:
    text = "".join(line for line in game.read_text().splitlines(True) if not line.startswith("[Commitment"))
    refused(answered("verify", "-", stdin=text), "no commitment")


# --- deal, rules, engine, demo -------------------------------------------------------------------


def test_deal_gives_the_same_hands_for_the_same_seed() -> None:
    run = klaverjas("deal", "--seed", "42", "--rules", "lugus", "--dealer", "N", "--json")
    asked = '{"id": 1, "op": "deal", "seed": 42, "rules": "lugus", "dealer": "N"}\n'
    answered = json.loads(klaverjas("engine", stdin=asked).stdout)
    assert json.loads(run.stdout)["hands"] == answered["hands"]
    drawn = klaverjas("deal", "--lang", "nl").stdout
    assert "Zuid (deler)" in drawn


def test_deal_refuses_what_it_does_not_know() -> None:
    refused(answered("deal", "--seed", "x"), "--seed")
    refused(answered("deal", "--dealer", "Q"), "'Q' is not a seat")
    refused(answered("deal", "--rules", "utrecht"), "Unknown rule set 'utrecht'")


def test_rules_lists_shows_and_compares() -> None:
    listed = answered("rules").stdout
    assert all(name in listed for name in NAMED)
    assert json.loads(answered("rules", "--json").stdout).keys() == NAMED.keys()
    shown = json.loads(answered("rules", "show", "lugus", "--json").stdout)
    assert shown["base"] == "lugus/2"
    assert shown["false_knock"] == 20
    assert "Valse klop" in answered("rules", "show", "lugus", "--lang", "nl").stdout
    assert json.loads(answered("rules", "diff", "rotterdam", "rotterdam-bond", "--json").stdout)["claim"] == {
        "a": "amount",
        "b": "automatic",
    }
    assert "beat_led_troef" in answered("rules", "diff", "rotterdam", "rotterdam-bond").stdout
    assert "are the same" in answered("rules", "diff", "lugus", "lugus/2").stdout
    assert json.loads(answered("rules", "schema", "--compact").stdout)["properties"].keys() >= {
        "base",
        "troef",
    }


def test_rules_takes_a_table_s_own_mix(tmp_path: Path) -> None:
    mix = '{"base": "amsterdam", "claim": "knock"}'
    shown = json.loads(answered("rules", "show", mix, "--json").stdout)
    assert shown["false_knock"] == 20
    (tmp_path / "mine.json").write_text(mix)
    assert json.loads(answered("rules", "show", str(tmp_path / "mine.json"), "--json").stdout) == shown
    refused(answered("rules", "show", '{"base": "amsterdam", "sans": true}'), "needs an auction")
    refused(
        answered("rules", "show", '{"base": "amsterdam", "sans": true}', "--lang", "nl"), "alleen geboden"
    )
    refused(answered("rules", "show", "{nonsense"), "Invalid JSON")
    refused(answered("rules", "diff", "rotterdam", "nowhere"), "Unknown rule set 'nowhere'")


@pytest.mark.parametrize("name", NAMED)
def test_the_demonstration_plays_every_rule_set(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.kj"
    run = answered("demo", "--rules", name, "--seed", "1", "--save", str(file))
    assert run.returncode == 0, run.stderr
    assert read(file.read_text())[0].game.closed
    assert answered("verify", str(file)).returncode == 0
    assert answered("replay", str(file)).returncode == 0


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    run = klaverjas("demo", "--rules", "valet", "--save", str(tmp_path / "no" / "where.kj"))
    assert run.returncode == 2
    assert run.stderr.startswith("klaverjas: Cannot write")


# --- the command line itself ---------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", "demo", "replay", "verify", "deal", "rules", "engine"])
def test_help_helps_with_examples(command: str) -> None:
    run = klaverjas(*command.split(), "--help")
    assert run.returncode == 0
    assert "Usage: klaverjas" in run.stdout
    assert "Example" in run.stdout


@pytest.mark.parametrize(
    "words", [["nonsense"], ["replay"], ["deal", "--nonsense"], ["demo", "--lang", "fr"]]
)
def test_a_wrong_command_line_is_one_sentence(words: list[str]) -> None:
    refused(klaverjas(*words), "klaverjas --help")


def test_an_unknown_language_is_one_sentence() -> None:
    refused(klaverjas("rules", KLAVERJAS_LANG="fr"), "'fr' is not a supported language")


def test_version() -> None:
    assert klaverjas("--version").stdout.strip() == __version__


def test_a_reader_that_goes_away_is_no_error(game: Path) -> None:
    script = f"{sys.executable} -m klaverjas replay {game} | head -1; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.returncode == 0
