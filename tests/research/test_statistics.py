"""What many games tell of a game, the players who play them, and how that is drawn."""

import random
import xml.etree.ElementTree as ET
from statistics import fmean

import pytest

from klaverjas.environments.turn import table_rules
from klaverjas.errors import TextError
from klaverjas.plumbing.svg import ticks
from klaverjas.recycle.export import export
from klaverjas.recycle.players import Chance, SearchPlayer, imagined, player_named
from klaverjas.recycle.program import Program
from klaverjas.recycle.table import Place
from klaverjas.rules.named import NAMED, VALET
from klaverjas.statistics.figures import Sample, Statistics, density, spread, standard_error
from klaverjas.statistics.pictures import Searched, svg_of
from klaverjas.statistics.sampling import games, program_games, round_games
from programs import begun, names, tiny

PROGRAM = export(VALET)
HIGH_OR_LOW = (
    "(do ((shuffle (game vloc STOCK)) (all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P iloc HAND)))))))",
    "(choice ((any (range 1 .. 4) 'N (set ((current player) sto GOT) 'N))))",
)


# --- players --------------------------------------------------------------------------------------


def test_the_player_who_looks_ahead_takes_what_is_best() -> None:
    play = begun(*HIGH_OR_LOW, score="((current player) sto GOT)")
    assert SearchPlayer(5).choose(play, random.Random(1)) == 3
    least = begun(*HIGH_OR_LOW, score="((current player) sto GOT)", best="min")
    assert SearchPlayer(5).choose(least, random.Random(1)) == 0


def test_it_imagines_only_what_its_player_does_not_see() -> None:
    play = begun(
        "(do ((all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P iloc HAND)))))"
        " (repeat 2 (move (top (game vloc STOCK)) (top (game hloc CLOSED))))))",
        "(choice ((turn pass)))",
    )
    own, stock = names(play.table, 1, "iloc", "HAND"), names(play.table, 0, "vloc", "STOCK")
    unseen = names(play.table, 2, "iloc", "HAND") + names(play.table, 0, "hloc", "CLOSED")
    seen = set()
    for seed in range(40):
        table = imagined(play, random.Random(seed)).table
        assert names(table, 1, "iloc", "HAND") == own
        assert names(table, 0, "vloc", "STOCK") == stock
        other = names(table, 2, "iloc", "HAND")
        assert sorted(other + names(table, 0, "hloc", "CLOSED")) == sorted(unseen)
        for place, pile in table.piles.items():
            assert all(table.place_of[card] == place for card in pile)
        seen.add(tuple(sorted(other)))
    assert len(seen) == 6  # every two of the four come up
    assert names(play.table, 2, "iloc", "HAND") == unseen[:2]  # the game itself is as it was


def test_a_closed_card_that_an_option_names_may_be_any_closed_card() -> None:
    closed = "(game iloc CLOSED)"
    play = begun(
        f"(do ((repeat all (move (top (game vloc STOCK)) (top {closed})))))",
        f"(choice ((any {closed} 'C (move 'C (top ((current player) vloc TAKEN))))))",
    )
    taken = set()
    for seed in range(60):
        other = imagined(play, random.Random(seed))
        other.choose(4)
        taken.update(names(other.table, 1, "vloc", "TAKEN"))
    assert len(taken) == 9


def test_cards_with_other_backs_are_not_exchanged() -> None:
    play = Program.read(
        "(game (setup (create players 2) (create deck RED (game iloc A) (deck (N (A, B, C))))"
        " (create deck BLUE (game iloc Z) (deck (N (X, Y)))))"
        " (choice ((turn pass))) (scoring max 0))"
    ).begin(random.Random(1))
    for seed in range(20):
        table = imagined(play, random.Random(seed)).table
        assert sorted(names(table, 0, "iloc", "A")) == ["A", "B", "C"]


def test_an_option_that_closed_cards_allow_is_looked_at_although_they_may_lie_otherwise() -> None:
    aces = "(filter ((2 player) iloc HAND) 'C (== (cardatt RANK 'C) ACE))"
    play = begun(
        "(do ((repeat 8 (move (top (game vloc STOCK)) (top (game iloc CLOSED))))"
        " (move (top (game vloc STOCK)) (top ((2 player) iloc HAND)))))",
        f"(choice (((> (size {aces}) 0) (move (top {aces}) (top ((current player) vloc TAKEN)))) (turn pass)))",
        score="(size ((current player) vloc TAKEN))",
    )
    assert SearchPlayer(5).choose(play, random.Random(1)) == 0


def test_looking_ahead_is_better_than_chance() -> None:
    searched = Statistics(list(program_games(PROGRAM, "search:3", 1, 10)))
    assert (
        fmean(searched.scores(1)) > fmean(searched.scores(2)) + 20
    )  # by chance they are within a few points


@pytest.mark.parametrize(
    "text", ["", "searching", "search:0", "search:x", "random:3", "search:", "search:-1", "search:0000000015"]
)
def test_a_player_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(TextError) as refused:
        player_named(text)
    assert refused.value.code == "recycle-player"


def test_players_by_name() -> None:
    assert isinstance(player_named("random"), Chance)
    found = player_named("search:7")
    assert isinstance(found, SearchPlayer)
    assert found.playouts == 7


# --- games ----------------------------------------------------------------------------------------


def test_games_are_the_same_on_one_core_and_on_two() -> None:
    alone = list(program_games(PROGRAM, "random", 5, 10))
    assert list(program_games(PROGRAM, "random", 5, 10, workers=2)) == alone
    assert list(program_games(PROGRAM, "random", 6, 10)) != alone


def test_a_fault_in_a_game_ends_them_all() -> None:
    with pytest.raises(ZeroDivisionError):
        list(games(lambda number: Sample((1 // (number - 3),), (0,)), 10))


@pytest.mark.parametrize("name", NAMED)
def test_rounds_of_every_rule_set(name: str) -> None:
    rules = table_rules(name)
    found = Statistics(list(round_games(rules, None, 1, 12)))
    assert found.players == 4
    for sample in found.samples:
        assert len(sample.options) >= 33 or sample.scores == (0, 0, 0, 0)  # unless nobody wanted the deal
        assert sample.scores[0] == sample.scores[2]
        assert sample.scores[1] == sample.scores[3]
    if rules.troef == "forced":
        assert set(found.decisions) == {33}
        assert {sample.options[:2] for sample in found.samples} == {(4, 8)}


@pytest.mark.parametrize("name", ["rotterdam", "lugus"])
def test_rounds_as_at_the_table_with_a_bot(name: str) -> None:
    rules = table_rules(name, as_at_the_table=True)
    assert len(list(round_games(rules, "regels", 1, 10))) == 10


def test_programs_and_rules_have_as_much_to_choose() -> None:
    programs = Statistics(list(program_games(PROGRAM, "random", 1, 60)))
    rounds = Statistics(list(round_games(VALET, None, 1, 60)))
    assert programs.branching == pytest.approx(rounds.branching, abs=0.2)
    assert programs.line.slope == pytest.approx(rounds.line.slope, abs=0.02)


# --- figures --------------------------------------------------------------------------------------


def test_a_game_in_which_nobody_decides_has_statistics_too() -> None:
    found = Statistics(list(program_games(tiny(), "random", 1, 3)))
    assert (found.branching, found.line.start, found.by_decision()) == (0, 0, [])
    ET.fromstring(svg_of("Nothing", found))


def test_spread_and_error() -> None:
    assert spread([3]) == (3, 3, 3, 1)
    found = spread(list(range(101)))
    assert (found.mean, found.low, found.high, found.games) == (50, 10, 90, 101)
    assert standard_error([5]) == 0
    assert standard_error([1, 3]) == pytest.approx(1.0)


def test_a_density_is_about_one_and_lies_where_the_numbers_are() -> None:
    chance = random.Random(1)
    numbers = [chance.gauss(100, 20) for _ in range(400)]
    shape = density(numbers)
    step = shape[1][0] - shape[0][0]
    assert sum(thick for _, thick in shape) * step == pytest.approx(1, abs=0.05)
    assert max(shape, key=lambda point: point[1])[0] == pytest.approx(100, abs=12)
    assert len(density([4.0, 4.0])) == 1


@pytest.mark.parametrize(("low", "high"), [(0, 0), (5, 5), (-3, 400), (0.1, 0.2), (0, 1_000_000)])
def test_ticks_go_round_the_numbers(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 1 <= len(marks) <= 8


@pytest.mark.parametrize(
    "samples",
    [
        [Sample((4, 8, 1), (10, 0)), Sample((4, 8, 1), (0, 30))],
        [Sample((4,), (10,))],
        [Sample((4, 3), (5, 5, 5)), Sample((2,), (5, 5, 5))],
        [Sample(tuple([3] * length), (float(length), -2.0)) for length in range(1, 300, 7)],
    ],
)
def test_any_statistics_can_be_drawn(samples: list[Sample]) -> None:
    games = Statistics(samples)
    for searched in (None, Searched("search & co", games)):
        for language in ("en", "nl"):
            root = ET.fromstring(svg_of("<title>", games, searched, language))
            violins = [shape for shape in root.iter() if shape.tag.endswith("polygon")]
            assert len(violins) == games.players * (1 if searched is None else 2)


def test_games_have_places_that_say_who_sees_them() -> None:
    play = Program.read(PROGRAM).begin(random.Random(1))
    assert play.table.sees(1, Place(1, "iloc", "HAND"))
    assert not play.table.sees(1, Place(2, "iloc", "HAND"))
