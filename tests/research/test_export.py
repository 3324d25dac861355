"""A rule set as a program: the same choices at every decision as the engine, and the same scores."""

from importlib.resources import files
from random import Random
from statistics import fmean

import pytest

from klaverjas.errors import RulesError
from klaverjas.recycle.export import export
from klaverjas.recycle.program import Program
from klaverjas.rules.named import AMSTERDAM, LUGUS, NAMED, ROTTERDAM, ROTTERDAM_BOND, VALET, named
from klaverjas.rules.ruleset import RuleSet
from programs import play_together
from soak import SEED
from tables import random_rules

GAMES = 40  # of each rule set, for each seed
MIXES = 12

STRICT = [name for name in NAMED if named(name).strict and named(name).troef == "forced"]


def exportable(rules: RuleSet) -> RuleSet:
    return rules.change(troef="forced", incorrect_card="refused", claim="automatic")


@pytest.mark.parametrize("name", STRICT)
def test_the_program_of_a_rule_set_plays_as_the_engine_does(name: str) -> None:
    rules = named(name)
    program = Program.read(export(rules))
    for game in range(GAMES):
        assert len(play_together(program, rules, SEED * 100_000 + game)) == 33


@pytest.mark.parametrize("number", range(MIXES))
def test_the_program_of_any_mix_plays_as_the_engine_does(number: int) -> None:
    rules = exportable(random_rules(Random(SEED * 1000 + number)))
    program = Program.read(export(rules))
    for game in range(GAMES // 8):
        play_together(program, rules, SEED * 100_000 + game)


@pytest.mark.parametrize("beat_led_troef", [True, False])
@pytest.mark.parametrize("partner_winning", ["must_trump", "free", "discard"])
@pytest.mark.parametrize("undertrump", ["required", "last_resort"])
def test_all_obligations_together_can_be_written(
    beat_led_troef: bool, partner_winning: str, undertrump: str
) -> None:
    rules = AMSTERDAM.change(
        beat_led_troef=beat_led_troef, partner_winning=partner_winning, undertrump=undertrump
    )
    program = Program.read(export(rules))
    for game in range(GAMES // 8):
        play_together(program, rules, SEED * 100_000 + game)


def test_a_round_has_33_decisions_with_some_2_64_options() -> None:
    program = Program.read(export(VALET))
    options = [many for game in range(GAMES) for many in play_together(program, VALET, game)]
    assert fmean(options) == pytest.approx(2.64, abs=0.15)


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        (LUGUS, ["troef", "incorrect_card", "claim"]),
        (ROTTERDAM, ["incorrect_card", "claim"]),
        (ROTTERDAM_BOND.change(claim="knock"), ["claim"]),
    ],
)
def test_what_cannot_be_written_is_refused_with_what_to_change(rules: RuleSet, changes: list[str]) -> None:
    with pytest.raises(RulesError) as refused:
        export(rules)
    assert refused.value.code == "recycle-export"
    for name in ("troef", "incorrect_card", "claim"):
        assert (f"'{name}'" in refused.value.sentence("nl")) is (name in changes)
    assert Program.read(export(exportable(rules))).players == 4


def test_the_program_that_ships_is_the_one_of_rotterdam_bond() -> None:
    shipped = files("klaverjas.recycle") / "programs" / "klaverjas.gdl"
    assert shipped.read_text(encoding="utf-8") == export(ROTTERDAM_BOND)
