"""`klaverjas recycle` and `klaverjas stats`, as a person types them."""

import json
from pathlib import Path

import pytest

from command_line import answered, klaverjas, refused
from klaverjas.recycle.export import export
from klaverjas.rules.named import AMSTERDAM
from programs import tiny

TINY = tiny(
    "(do ((shuffle (game vloc STOCK)) (all player 'P (move (top (game vloc STOCK)) (top ('P iloc HAND))))))",
    "(stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))"
    " (choice ((any ((current player) iloc HAND) 'C"
    " (do ((move 'C (top ((current player) hloc ASIDE))) (inc ((current player) sto P) (pid (current player))))))"
    " (any (RED, BLACK) 'K (do ((set ((current player) str SAID) 'K)"
    " (move (top ((current player) iloc HAND)) (top (game vloc OPEN)))))))))",
    score="((current player) sto P)",
)


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "tiny.gdl"
    file.write_text(TINY)
    return str(file)


def test_a_program_is_checked(program: str) -> None:
    shown = answered("recycle", "check", program)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout == "tiny.gdl is a valid program: 2 players in teams (1) (2), 9 cards.\n"
    dutch = answered("recycle", "check", "-", stdin=TINY, KLAVERJAS_LANG="nl")
    assert "is een programma: 2 spelers" in dutch.stdout
    assert json.loads(answered("recycle", "check", "--json").stdout) == {
        "players": 4,
        "teams": [[1, 3], [2, 4]],
        "cards": 32,
    }


def test_a_fault_is_one_sentence_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "wrong.gdl"
    file.write_text(
        "(game\n (setup (create players 2)\n  (create deck (game vloc X) (dekc (A (B)))))\n"
        " (do ((turn pass))) (scoring max 0))"
    )
    refused(
        answered("recycle", "check", str(file)), "Line 3, column 30: expected (deck (NAME (NAME, NAME)) ...)"
    )
    refused(answered("recycle", "check", str(file), "--lang", "nl"), "Regel 3, kolom 30: verwacht werd (deck")
    refused(answered("recycle", "run", str(tmp_path / "none.gdl")), "none.gdl")


def test_a_program_that_never_ends_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "endless.gdl"
    file.write_text(tiny("(stage player (end (== 1 2)) (do ((turn pass))))"))
    refused(answered("recycle", "run", str(file)), "Line 2, column 1: endless loop")


def test_a_game_is_told_choice_by_choice(program: str) -> None:
    shown = answered("recycle", "run", program, "--seed", "3")
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert lines[0].split()[:2] == ["1", "1"]
    assert "(3)" in lines[0]
    assert answered("recycle", "run", program, "--seed", "3").stdout == shown.stdout
    told = json.loads(answered("recycle", "run", program, "--seed", "3", "--json").stdout)
    assert told["seed"] == 3
    assert [choice["player"] for choice in told["choices"]] == [1, 2]
    assert all(len(choice["options"]) == 3 for choice in told["choices"])
    assert len(told["scores"]) == 2


def test_many_games_are_counted(program: str) -> None:
    shown = answered("recycle", "run", program, "--games", "20", "--player", "search:60")
    row = next(line.split() for line in shown.stdout.splitlines() if line.split()[:1] == ["1"])
    assert row[1] == "1.0"  # who looks ahead always takes the point
    rows = answered("recycle", "run", program, "--games", "5", "--json").stdout.splitlines()
    assert [json.loads(row)["game"] for row in rows] == [0, 1, 2, 3, 4]
    refused(answered("recycle", "run", program, "--games", "0"), "--games")
    refused(answered("recycle", "run", program, "--player", "nobody"), "random, search")


def test_a_game_is_played_at_the_keyboard_and_closed_cards_stay_closed(program: str) -> None:
    shown = answered("recycle", "play", program, "--seed", "1", "--others", "search:5", stdin="9\nx\n1\n")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.count("Enter a number from 1 to 3, or q.") == 2
    assert "1: " in shown.stdout
    assert "2: ? > (2 player) ASIDE" in shown.stdout  # the other laid his card where nobody sees it
    assert ["(2", "player)", "HAND", "1", "×"] in [line.split() for line in shown.stdout.splitlines()]
    assert "★" in shown.stdout


def test_what_another_may_choose_from_his_hand_stays_closed(tmp_path: Path) -> None:
    file = tmp_path / "closed.gdl"
    lay = "(any ((current player) iloc HAND) 'C (move 'C (top ((current player) hloc ASIDE))))"
    file.write_text(
        tiny(
            "(do ((repeat 2 (move (top (game vloc STOCK)) (top ((2 player) iloc HAND))))"
            " (repeat all (move (top (game vloc STOCK)) (top (game hloc REST)))) (cycle current (2 player))))",
            f"(choice ((do ({lay} (inc (game sto A) 1)))))",
        )
    )
    shown = answered("recycle", "play", str(file))
    assert shown.returncode == 0, shown.stderr
    assert "THREE" not in shown.stdout


def test_what_is_written_down_is_shown_to_who_plays(tmp_path: Path) -> None:
    file = tmp_path / "written.gdl"
    written = "(do ((set (game sto BID) 7) (set ((2 player) str SAID) SANS)))"
    file.write_text(tiny(written, "(choice ((turn pass)))"))
    lines = [line.split() for line in answered("recycle", "play", str(file), stdin="1\n").stdout.splitlines()]
    assert ["BID", "7"] in lines
    assert ["(2", "player)", "SAID", "SANS"] in lines


def test_the_top_of_a_large_open_pile_is_shown_and_the_size_of_a_closed_one(tmp_path: Path) -> None:
    file = tmp_path / "large.gdl"
    deck = "(RANK (ACE, TWO, THREE, FOUR)) (SUIT (HEARTS, SPADES, CLUBS, DIAMONDS))"
    deal = "(do ((repeat 3 (move (bottom (game vloc STOCK)) (top (game iloc CLOSED))))))"
    file.write_text(tiny(deal, "(choice ((turn pass)))", deck=deck))
    shown = answered("recycle", "play", str(file), stdin="1\n").stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "STOCK 13 ×, FOUR DIAMONDS on top" in lines
    assert "CLOSED 3 ×" in lines


def test_a_number_with_zeros_before_it_is_that_number(program: str) -> None:
    shown = answered("recycle", "play", program, "--seed", "1", stdin="000000001\n" * 2)
    assert shown.returncode == 0, shown.stderr
    wrong = answered("recycle", "play", program, "--seed", "1", stdin=f"00000199\n{'9' * 5000}\nq\n")
    assert wrong.stdout.count("Enter a number from 1 to 3, or q.") == 2


@pytest.mark.parametrize("leaving", ["q\n", "", "Q\n"])
def test_whoever_leaves_leaves(program: str, leaving: str) -> None:
    shown = answered("recycle", "play", program, stdin=leaving)
    assert shown.returncode == 0
    assert "★" not in shown.stdout


def test_another_seat_is_taken(program: str) -> None:
    shown = answered("recycle", "play", program, "--seat", "2", "--lang", "nl", stdin="1\n")
    assert "Jouw keuze, 1 tot 3:" in shown.stdout
    refused(answered("recycle", "play", program, "--seat", "3"), "--seat")


def test_a_rule_set_is_exported_and_runs(tmp_path: Path) -> None:
    file = tmp_path / "amsterdam.gdl"
    assert answered("recycle", "export", "amsterdam", "--out", str(file)).returncode == 0
    assert file.read_text() == export(AMSTERDAM) == answered("recycle", "export", "amsterdam").stdout
    assert answered("recycle", "run", str(file)).returncode == 0
    refused(answered("recycle", "export", "lugus"), "'troef' to \"forced\"")
    mixed = '{"base": "rotterdam", "incorrect_card": "refused", "claim": "automatic"}'
    assert "with its own" in answered("recycle", "export", mixed).stdout


def test_the_flow_is_drawn(program: str, tmp_path: Path) -> None:
    for ending, begin in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".dot", b"digraph")):
        out = tmp_path / f"flow{ending}"
        assert answered("recycle", "flow", program, "--out", str(out)).returncode == 0
        assert out.read_bytes().startswith(begin)
    refused(answered("recycle", "flow", program, "--out", str(tmp_path / "flow.pdf")), ".svg, .png, .dot")
    refused(answered("recycle", "flow", program, "--out", str(tmp_path / "none" / "flow.svg")), "flow.svg")


def test_statistics_are_told_and_drawn(program: str, tmp_path: Path) -> None:
    plot = tmp_path / "stats.svg"
    words = ("--games", "30", "--search-games", "4", "--player", "search:3", "--workers", "1")
    shown = answered("recycle", "stats", program, *words, "--plot", str(plot))
    assert shown.returncode == 0, shown.stderr
    assert "2.0  (2)" in shown.stdout
    assert "search:3 in seat 1, 4 games" in shown.stdout
    assert plot.read_text().startswith("<svg")
    found = json.loads(answered("recycle", "stats", program, *words, "--json").stdout)
    assert (found["games"], found["decisions"], found["branching"]) == (30, 2, 3)
    assert found["search"]["player"] == "search:3"
    assert len(found["by_decision"]) == 2


def test_statistics_of_a_rule_set(tmp_path: Path) -> None:
    words = ("stats", "valet", "--games", "30", "--search-games", "3", "--player", "regels", "--workers", "1")
    found = json.loads(answered(*words, "--json").stdout)
    assert (found["decisions"], found["search"]["games"]) == (33, 3)
    assert 2.3 < found["branching"] < 3
    shown = answered(*words, "--plot", str(tmp_path / "valet.png"), "--lang", "nl")
    assert "Beslissingen in een partij" in shown.stdout
    assert (tmp_path / "valet.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("stats", "utrecht"), "utrecht"),
        (("stats", "valet", "--player", "nobody"), "nobody"),
        (("stats", "valet", "--games", "0"), "--games"),
        (("stats", "valet", "--search-games", "-1"), "--search-games"),
        (("stats", "valet", "--plot", "x.pdf"), "x.pdf"),
        (("recycle", "stats", "--workers", "0"), "--workers"),
        (("recycle", "stats", "--player", "regels"), "regels"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: tuple[str, ...], part: str) -> None:
    refused(answered(*words), part)


def test_games_on_several_cores_as_a_process() -> None:
    shown = klaverjas("recycle", "stats", "--games", "200", "--search-games", "0", "--workers", "2", "--json")
    assert json.loads(shown.stdout)["decisions"] == 33, shown.stderr
