"""Rules, section 8: the six rule sets, mixes of them, and rule sets as JSON."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from klaverjas.errors import RulesError
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.named import (
    AMSTERDAM,
    AMSTERDAM_BOND,
    LUGUS,
    NAMED,
    ROTTERDAM,
    ROTTERDAM_BOND,
    SUMMARIES,
    VALET,
    VERSIONED,
    changes_from_base,
    named,
    rules_from_json,
    rules_to_json,
)
from klaverjas.rules.ruleset import GameEnd, RuleSet
from klaverjas.rules.schema import schema
from klaverjas.seats import Seat
from klaverjas.sentences import LANGUAGES

NAMES = ["rotterdam", "lugus", "valet", "amsterdam", "rotterdam-bond", "amsterdam-bond"]

TABLE: dict[str, list[object]] = json.loads("""{
  "deal":                [[8], [3, 2, 3], [8], [8], [3, 2, 3], [3, 2, 3]],
  "first_dealer":        ["S", "S", "S", "S", "S", "S"],
  "troef":               ["forced", "auction", "forced", "forced", "forced", "forced"],
  "sans":                [false, true, false, false, false, false],
  "all_pass":            [null, "redeal", null, null, null, null],
  "min_bid":             [null, 80, null, null, null, null],
  "max_bid":             [null, 160, null, null, null, null],
  "min_bid_sans":        [null, 70, null, null, null, null],
  "max_bid_sans":        [null, 130, null, null, null, null],
  "bid_step":            [null, 10, null, null, null, null],
  "beat_led_troef":      [false, true, true, true, true, true],
  "partner_winning":     ["must_trump", "free", "discard", "free", "must_trump", "free"],
  "undertrump":          ["required", "last_resort", "last_resort", "last_resort", "required", "last_resort"],
  "four_alike":          [{"7": 100, "8": 100, "9": 100, "T": 100, "J": 100, "Q": 100, "K": 100, "A": 100},
                          {"7": 100, "8": 100, "9": 100, "T": 100, "J": 200, "Q": 100, "K": 100, "A": 100},
                          {"T": 100, "J": 200, "Q": 100, "K": 100, "A": 100},
                          {"9": 100, "T": 100, "J": 200, "Q": 100, "K": 100, "A": 100},
                          {"7": 100, "8": 100, "9": 100, "T": 100, "J": 100, "Q": 100, "K": 100, "A": 100},
                          {"7": 100, "8": 100, "9": 100, "T": 100, "J": 100, "Q": 100, "K": 100, "A": 100}],
  "claim":               ["amount", "knock", "automatic", "automatic", "automatic", "automatic"],
  "claim_lock":          ["trick", null, null, null, null, null],
  "false_knock":         [null, 20, null, null, null, null],
  "incorrect_card":      ["challenge", "challenge", "refused", "refused", "refused", "refused"],
  "challenge_until":     ["last_trick", "next_deal", null, null, null, null],
  "verzaakt":            [162, 262, null, null, null, null],
  "verzaakt_keeps_roem": [false, false, null, null, null, null],
  "talk_penalty":        [null, true, null, null, null, null],
  "look_back":           ["all", "previous", "all", "all", "all", "all"],
  "contract":            ["half", "bid", "none", "half", "half", "half"],
  "roem_counts":         [true, false, null, true, true, true],
  "pit":                 [100, 100, 100, 100, 100, 100],
  "tegenpit":            [0, 0, 100, 0, 0, 0],
  "rounding":            ["none", "tens", "none", "none", "none", "none"],
  "end":                 [{"rounds": 16}, {"rounds": 16}, {"rounds": 1}, {"points": 1501}, {"rounds": 16},
                          {"rounds": 16}],
  "target_tie":          [null, null, null, "draw", null, null]
}""")
# What the same fields are in version 1: nobody could choose them.
FIRST_EDITION: dict[str, list[object]] = json.loads("""{
  "claim_lock":          ["raise", null, null, null, null, null],
  "talk_penalty":        [true, true, null, null, null, null],
  "look_back":           ["all", "all", "all", "all", "all", "all"],
  "target_tie":          [null, null, null, "play_on", null, null]
}""")

VALIDATOR = Draft202012Validator(schema())

every_rule_set = pytest.mark.parametrize("name", NAMES)


def code_of(value: object) -> str | None:
    """The code with which a rule set in JSON is refused; None when it is accepted."""
    try:
        rules_from_json(value)
    except RulesError as refused:
        return refused.code
    return None


# --- the table -----------------------------------------------------------------------------------


def test_there_are_six_named_rule_sets_and_every_field_is_in_the_table() -> None:
    # Rules 8
    assert list(NAMED) == NAMES
    assert set(TABLE) == set(FIELDS)
    assert all(len(values) == 6 for values in TABLE.values())


@pytest.mark.parametrize("field", TABLE)
@pytest.mark.parametrize(("column", "name"), list(enumerate(NAMES)))
def test_the_table_of_the_rule_sets(column: int, name: str, field: str) -> None:
    # Rules 8
    value = json.loads(json.dumps(NAMED[name].to_json()[field]))
    expected = TABLE[field][column]
    assert value == expected
    assert type(value) is type(expected)


@every_rule_set
def test_a_rule_set_has_exactly_the_fields_of_the_table(name: str) -> None:
    # Rules 8
    assert list(NAMED[name].to_json()) == list(FIELDS)
    assert list(rules_to_json(NAMED[name], whole=True)) == ["base", *FIELDS]


@every_rule_set
def test_the_first_dealer_is_south_and_a_field(name: str) -> None:
    # Rules 2.1, 8
    assert NAMED[name].first_dealer is Seat.SOUTH
    assert NAMED[name].change(first_dealer="E").first_dealer is Seat.EAST


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (ROTTERDAM, "rotterdam"),
        (LUGUS, "lugus"),
        (VALET, "valet"),
        (AMSTERDAM, "amsterdam"),
        (ROTTERDAM_BOND, "rotterdam-bond"),
        (AMSTERDAM_BOND, "amsterdam-bond"),
    ],
)
def test_a_rule_set_is_found_by_name_and_by_name_and_version(rules: RuleSet, name: str) -> None:
    # Rules 8
    assert named(name) is rules
    assert named(f"{name}/2") is rules
    assert rules.base == f"{name}/2"
    assert VERSIONED[rules.base] is rules


@pytest.mark.parametrize(("column", "name"), list(enumerate(NAMES)))
def test_version_1_differs_only_in_the_fields_that_version_2_brought(column: int, name: str) -> None:
    # Rules 8
    first = named(f"{name}/1")
    assert (first.base, first.edition, NAMED[name].edition) == (f"{name}/1", 1, 2)
    expected = {field: values[column] for field, values in TABLE.items()}
    expected |= {field: values[column] for field, values in FIRST_EDITION.items()}
    assert json.loads(json.dumps(first.to_json())) == expected
    assert rules_to_json(first) == {"base": f"{name}/1"}
    assert first != NAMED[name]


@pytest.mark.parametrize(
    ("changes", "ways"),
    [
        ({"claim": "amount"}, {"claim_lock": "raise"}),
        ({"incorrect_card": "challenge"}, {"talk_penalty": True}),
        ({"end": {"points": 1000}}, {"target_tie": "play_on"}),
        (
            {"claim": "amount", "incorrect_card": "challenge", "end": {"points": 1000}},
            {"claim_lock": "raise", "talk_penalty": True, "target_tie": "play_on", "look_back": "all"},
        ),
    ],
)
def test_a_mix_from_version_1_keeps_the_ways_of_version_1_and_does_not_write_them(
    changes: dict[str, object], ways: dict[str, object]
) -> None:
    # Rules 8
    mix = rules_from_json({"base": "amsterdam-bond/1"} | changes)
    assert {field: mix.to_json()[field] for field in ways} == ways
    assert not set(FIRST_EDITION) & set(rules_to_json(mix))
    assert rules_from_json(rules_to_json(mix)) == mix
    assert rules_from_json(rules_to_json(mix, whole=True)) == mix


@pytest.mark.parametrize(
    ("changes", "ways"),
    [
        ({"claim": "amount"}, {"claim_lock": "trick"}),
        ({"incorrect_card": "challenge"}, {"talk_penalty": None}),
        ({"end": {"points": 1000}}, {"target_tie": "draw"}),
    ],
)
def test_a_mix_from_version_2_has_the_defaults_of_version_2(
    changes: dict[str, object], ways: dict[str, object]
) -> None:
    # Rules 8
    mix = rules_from_json({"base": "amsterdam-bond"} | changes)
    assert {field: mix.to_json()[field] for field in ways} == ways


def test_a_field_of_the_second_edition_can_be_set_in_a_mix_from_version_1() -> None:
    # Rules 8
    mix = rules_from_json({"base": "rotterdam/1", "claim_lock": "trick", "look_back": "previous"})
    assert (mix.claim_lock, mix.look_back) == ("trick", "previous")
    assert rules_to_json(mix) == {"base": "rotterdam/1", "claim_lock": "trick", "look_back": "previous"}
    assert code_of({"base": "rotterdam/1", "talk_penalty": None}) == "field-needed"


def test_no_talk_penalty_may_be_written_as_false_or_null() -> None:
    # Rules 6.6, 8
    for no in (False, None):
        assert rules_to_json(rules_from_json({"base": "lugus", "talk_penalty": no})) == {
            "base": "lugus/2",
            "talk_penalty": None,
        }


@every_rule_set
def test_each_rule_set_has_a_summary_in_both_languages(name: str) -> None:
    assert SUMMARIES[name].said("en")
    assert SUMMARIES[name].said("en") != SUMMARIES[name].said("nl")


def test_the_federations_rotterdam_also_beats_a_led_troef() -> None:
    # Rules 4.3, 8
    differences = ROTTERDAM_BOND.differences(ROTTERDAM)
    assert differences["beat_led_troef"] == (True, False)
    assert "partner_winning" not in differences
    assert "undertrump" not in differences


# --- rule sets are values ------------------------------------------------------------------------


@every_rule_set
def test_a_rule_set_is_a_value(name: str) -> None:
    rules = NAMED[name]
    again = rules.change()
    assert again == rules
    assert hash(again) == hash(rules)
    assert rules.differences(again) == {}
    assert [other for other in NAMES if NAMED[other] == rules] == [name]


def test_the_same_rules_are_equal_wherever_they_began() -> None:
    mix = AMSTERDAM.change(deal=[3, 2, 3], four_alike=ROTTERDAM.to_json()["four_alike"], end={"rounds": 16})
    assert mix == AMSTERDAM_BOND
    assert (mix.base, AMSTERDAM_BOND.base) == ("amsterdam/2", "amsterdam-bond/2")


@every_rule_set
def test_the_repr_of_a_rule_set_can_be_pasted_back(name: str) -> None:
    rules = NAMED[name]
    again = eval(repr(rules), {"RuleSet": RuleSet, "GameEnd": GameEnd, "Seat": Seat})
    assert again == rules
    assert again.base == rules.base


def test_a_table_is_strict_or_a_challenge_table() -> None:
    # Rules 6.1
    assert [name for name in NAMES if NAMED[name].challenge] == ["rotterdam", "lugus"]
    assert all(NAMED[name].strict != NAMED[name].challenge for name in NAMES)


# --- changing fields -----------------------------------------------------------------------------


SETTABLE: list[tuple[str, str, object]] = [
    ("rotterdam", "deal", [4, 4]),
    ("rotterdam", "deal", [1, 1, 1, 1, 1, 1, 1, 1]),
    ("rotterdam", "first_dealer", "W"),
    ("rotterdam", "troef", "auction"),
    ("lugus", "sans", False),
    ("lugus", "all_pass", "forced"),
    ("lugus", "min_bid", 100),
    ("lugus", "max_bid", 150),
    ("lugus", "min_bid_sans", 80),
    ("lugus", "max_bid_sans", 120),
    ("lugus", "bid_step", 20),
    ("rotterdam", "beat_led_troef", True),
    ("rotterdam", "partner_winning", "free"),
    ("rotterdam", "undertrump", "last_resort"),
    ("rotterdam", "four_alike", {"J": 200}),
    ("rotterdam", "four_alike", {}),
    ("rotterdam", "claim", "automatic"),
    ("rotterdam", "claim_lock", "raise"),
    ("lugus", "false_knock", 50),
    ("rotterdam", "talk_penalty", True),
    ("lugus", "talk_penalty", None),
    ("rotterdam", "look_back", "previous"),
    ("amsterdam", "target_tie", "play_on"),
    ("rotterdam", "incorrect_card", "refused"),
    ("rotterdam", "challenge_until", "next_deal"),
    ("rotterdam", "verzaakt", 262),
    ("rotterdam", "verzaakt_keeps_roem", True),
    ("rotterdam", "contract", "none"),
    ("rotterdam", "roem_counts", False),
    ("rotterdam", "pit", 0),
    ("rotterdam", "tegenpit", 100),
    ("rotterdam", "rounding", "tens"),
    ("rotterdam", "end", {"points": 1501}),
    ("amsterdam", "end", {"rounds": 4}),
]


@pytest.mark.parametrize(("base", "field", "value"), SETTABLE)
def test_every_field_can_be_set_per_table(base: str, field: str, value: object) -> None:
    # Rules 8
    mix = rules_from_json({"base": base, field: value})
    assert mix.to_json()[field] == value
    assert mix.differences(NAMED[base])[field] == (value, NAMED[base].to_json()[field])
    assert mix.base == f"{base}/2"


def test_all_fields_have_been_set_above() -> None:
    # Rules 8
    assert {field for _, field, _ in SETTABLE} == set(FIELDS)


@pytest.mark.parametrize(
    ("base", "changes", "adjusted"),
    [
        (
            "lugus",
            {"troef": "forced"},
            {
                "sans": False,
                "all_pass": None,
                "min_bid": None,
                "max_bid": None,
                "min_bid_sans": None,
                "max_bid_sans": None,
                "bid_step": None,
                "contract": "half",  # without an auction there is no bid to reach
            },
        ),
        ("lugus", {"sans": False}, {"min_bid_sans": None, "max_bid_sans": None}),
        ("lugus", {"claim": "amount"}, {"false_knock": None, "claim_lock": "trick"}),
        ("lugus", {"claim": "automatic"}, {"false_knock": None}),
        (
            "lugus",
            {"incorrect_card": "refused"},
            {"challenge_until": None, "verzaakt": None, "verzaakt_keeps_roem": None, "talk_penalty": None},
        ),
        ("lugus", {"contract": "none"}, {"roem_counts": None}),
        ("rotterdam", {"contract": "none"}, {"roem_counts": None}),
        (
            "rotterdam",
            {"incorrect_card": "refused"},
            {"challenge_until": None, "verzaakt": None, "verzaakt_keeps_roem": None},
        ),
    ],
)
def test_changing_a_field_sets_those_that_no_longer_apply_to_null(
    base: str, changes: dict[str, object], adjusted: dict[str, object]
) -> None:
    # Rules 8
    mix = NAMED[base].change(**changes)
    assert changes_from_base(mix) == changes | adjusted


@pytest.mark.parametrize(
    ("base", "changes", "adjusted"),
    [
        (
            "rotterdam",
            {"troef": "auction"},
            {"all_pass": "redeal", "min_bid": 80, "max_bid": 160, "bid_step": 10},  # sans stays false
        ),
        (
            "rotterdam",
            {"troef": "auction", "sans": True},
            {
                "all_pass": "redeal",
                "min_bid": 80,
                "max_bid": 160,
                "bid_step": 10,
                "min_bid_sans": 70,
                "max_bid_sans": 130,
            },
        ),
        ("rotterdam", {"claim": "knock"}, {"false_knock": 20, "claim_lock": None}),
        ("rotterdam", {"end": {"points": 1501}}, {"target_tie": "draw"}),
        (
            "amsterdam",
            {"incorrect_card": "challenge"},
            {"challenge_until": "last_trick", "verzaakt": 162, "verzaakt_keeps_roem": False},
        ),
        ("valet", {"contract": "half"}, {"roem_counts": True}),
    ],
)
def test_a_field_that_begins_to_apply_gets_a_value(
    base: str, changes: dict[str, object], adjusted: dict[str, object]
) -> None:
    # Rules 8
    mix = NAMED[base].change(**changes)
    assert changes_from_base(mix) == changes | adjusted


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("rotterdam", {"false_knock": None}),
        ("rotterdam", {"sans": None}),
        ("rotterdam", {"sans": False, "min_bid": None}),
        ("amsterdam", {"verzaakt": None, "challenge_until": None}),
    ],
)
def test_null_may_be_written_for_a_field_that_does_not_apply(base: str, changes: dict[str, object]) -> None:
    # Rules 8
    assert NAMED[base].change(**changes) == NAMED[base]


def test_four_alike_is_an_object_from_rank_to_points_and_ranks_without_an_entry_give_none() -> None:
    # Rules 5.3, 8
    assert ROTTERDAM.change(four_alike={"J": 200, "A": 100}).four_alike == (0, 0, 0, 0, 200, 0, 0, 100)
    assert ROTTERDAM.change(four_alike={"J": 200, "7": 0}).to_json()["four_alike"] == {"J": 200}


# --- refusals ------------------------------------------------------------------------------------

REFUSED: list[tuple[str, dict[str, object], str]] = [
    # values that contradict each other
    ("rotterdam", {"sans": True}, "sans-without-auction"),
    ("lugus", {"troef": "forced", "sans": True}, "sans-without-auction"),
    ("rotterdam", {"contract": "bid"}, "bid-contract-without-auction"),
    ("lugus", {"troef": "forced", "contract": "bid"}, "bid-contract-without-auction"),
    ("lugus", {"min_bid": 120, "max_bid": 110}, "bid-limits"),
    ("lugus", {"min_bid_sans": 130, "max_bid_sans": 120}, "bid-limits"),
    # fields that do not apply
    ("rotterdam", {"min_bid": 80}, "field-does-not-apply"),
    ("rotterdam", {"all_pass": "redeal"}, "field-does-not-apply"),
    ("rotterdam", {"bid_step": 10}, "field-does-not-apply"),
    ("rotterdam", {"false_knock": 20}, "field-does-not-apply"),
    ("lugus", {"claim": "amount", "false_knock": 0}, "field-does-not-apply"),
    ("lugus", {"sans": False, "min_bid_sans": 70}, "field-does-not-apply"),
    ("amsterdam", {"verzaakt": 162}, "field-does-not-apply"),
    ("amsterdam", {"verzaakt_keeps_roem": False}, "field-does-not-apply"),
    ("amsterdam", {"challenge_until": "next_deal"}, "field-does-not-apply"),
    ("valet", {"roem_counts": True}, "field-does-not-apply"),
    ("lugus", {"claim_lock": "trick"}, "field-does-not-apply"),
    ("amsterdam", {"talk_penalty": True}, "field-does-not-apply"),
    ("rotterdam", {"target_tie": "draw"}, "field-does-not-apply"),
    # fields that apply and are null
    ("lugus", {"all_pass": None}, "field-needed"),
    ("lugus", {"sans": None}, "field-needed"),
    ("lugus", {"min_bid": None}, "field-needed"),
    ("rotterdam", {"claim": "knock", "false_knock": None}, "field-needed"),
    ("rotterdam", {"verzaakt": None}, "field-needed"),
    ("rotterdam", {"claim_lock": None}, "field-needed"),
    ("amsterdam", {"target_tie": None}, "field-needed"),
    ("rotterdam", {"look_back": None}, "field-value"),
    ("rotterdam", {"roem_counts": None}, "field-needed"),
    ("rotterdam", {"pit": None}, "field-value"),
    ("rotterdam", {"troef": None}, "field-value"),
    ("rotterdam", {"end": None}, "field-value"),
    # amounts
    ("rotterdam", {"pit": 105}, "field-not-tens"),
    ("rotterdam", {"tegenpit": 1}, "field-not-tens"),
    ("rotterdam", {"four_alike": {"J": 205}}, "field-not-tens"),
    ("lugus", {"false_knock": 25}, "field-not-tens"),
    ("lugus", {"min_bid": 85}, "field-not-tens"),
    ("lugus", {"bid_step": 15}, "field-not-tens"),
    ("rotterdam", {"pit": -10}, "field-value"),
    ("rotterdam", {"pit": 1010}, "field-value"),
    ("rotterdam", {"pit": "100"}, "field-value"),
    ("rotterdam", {"pit": 100.5}, "field-value"),
    ("rotterdam", {"pit": True}, "field-value"),
    ("rotterdam", {"verzaakt": 1001}, "field-value"),
    ("lugus", {"min_bid": 0}, "field-value"),
    ("lugus", {"max_bid": 170}, "field-value"),  # more than 160 cannot be made
    ("lugus", {"max_bid_sans": 140}, "field-value"),  # nor more than 130 in sans
    ("lugus", {"bid_step": 0}, "field-value"),
    # batches
    ("rotterdam", {"deal": []}, "field-value"),
    ("rotterdam", {"deal": [8, 1]}, "field-value"),
    ("rotterdam", {"deal": [4, 3]}, "field-value"),
    ("rotterdam", {"deal": [0, 8]}, "field-value"),
    ("rotterdam", {"deal": [9, -1]}, "field-value"),
    ("rotterdam", {"deal": [True, 7]}, "field-value"),
    ("rotterdam", {"deal": ["8"]}, "field-value"),
    ("rotterdam", {"deal": 8}, "field-value"),
    # choices, flags, seats
    ("rotterdam", {"troef": "bid"}, "field-value"),
    ("rotterdam", {"claim": ""}, "field-value"),
    ("rotterdam", {"rounding": 10}, "field-value"),
    ("rotterdam", {"contract": []}, "field-value"),
    ("lugus", {"sans": 1}, "field-value"),
    ("rotterdam", {"beat_led_troef": "true"}, "field-value"),
    ("rotterdam", {"first_dealer": "X"}, "field-value"),
    ("rotterdam", {"first_dealer": ""}, "field-value"),
    ("rotterdam", {"first_dealer": "SW"}, "field-value"),
    ("rotterdam", {"first_dealer": 0}, "field-value"),
    # four alike
    ("rotterdam", {"four_alike": {"10": 100}}, "field-value"),
    ("rotterdam", {"four_alike": {"j": 200}}, "field-value"),
    ("rotterdam", {"four_alike": {"": 200}}, "field-value"),
    ("rotterdam", {"four_alike": {"J": -100}}, "field-value"),
    ("rotterdam", {"four_alike": {"J": None}}, "field-value"),
    ("rotterdam", {"four_alike": [100]}, "field-value"),
    # the end
    ("rotterdam", {"end": {}}, "field-value"),
    ("rotterdam", {"end": 16}, "field-value"),
    ("rotterdam", {"end": {"rounds": 0}}, "field-value"),
    ("rotterdam", {"end": {"rounds": 1001}}, "field-value"),
    ("rotterdam", {"end": {"points": 0}}, "field-value"),
    ("rotterdam", {"end": {"points": 1_000_001}}, "field-value"),
    ("rotterdam", {"end": {"tricks": 8}}, "field-value"),
    ("rotterdam", {"end": {"rounds": 16, "points": 1501}}, "field-value"),
    ("rotterdam", {"end": {"rounds": True}}, "field-value"),
    # fields that do not exist
    ("rotterdam", {"city": "Rotterdam"}, "unknown-field"),
    ("rotterdam", {"Pit": 100}, "unknown-field"),
    ("rotterdam", {"": 1}, "unknown-field"),
]


@pytest.mark.parametrize(("base", "changes", "code"), REFUSED)
def test_values_that_make_no_sense_are_refused_with_a_code_and_a_sentence_in_both_languages(
    base: str, changes: dict[str, object], code: str
) -> None:
    # Rules 8
    with pytest.raises(RulesError) as refused:
        rules_from_json({"base": base, **changes})
    assert refused.value.code == code
    english, dutch = (refused.value.sentence(language) for language in LANGUAGES)
    assert english != dutch
    field = refused.value.facts.get("field")
    if field is not None:
        assert f"'{field}'" in english
        assert f"'{field}'" in dutch


@pytest.mark.parametrize(
    ("base", "changes", "sentence"),
    [
        ("rotterdam", {"sans": True}, "'sans' needs an auction: set 'troef' to 'auction'."),
        (
            "rotterdam",
            {"false_knock": 20},
            "'false_knock' does not apply here: it only applies when 'claim' is 'knock'.",
        ),
        (
            "valet",
            {"roem_counts": True},
            "'roem_counts' does not apply here: it only applies when 'contract' is 'half' or 'bid'.",
        ),
        ("lugus", {"min_bid_sans": None}, "'min_bid_sans' needs a value when 'sans' is true."),
        ("lugus", {"min_bid": 120, "max_bid": 110}, "'min_bid' (120) is above 'max_bid' (110)."),
        ("rotterdam", {"pit": 105}, "'pit' must be a multiple of ten, not 105."),
        ("lugus", {"max_bid": 170}, "'max_bid' cannot be 170: it must be whole points from 10 to 160."),
        (
            "rotterdam",
            {"claim": "shout"},
            "'claim' cannot be 'shout': it must be 'amount' or 'knock' or 'automatic'.",
        ),
        ("rotterdam", {"pit": None}, "'pit' cannot be null: it must be whole points from 0 to 1000."),
        ("rotterdam", {"city": "x"}, "A rule set has no field 'city'."),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_would_do(
    base: str, changes: dict[str, object], sentence: str
) -> None:
    # Rules 8
    with pytest.raises(RulesError) as refused:
        rules_from_json({"base": base, **changes})
    assert str(refused.value) == sentence


@pytest.mark.parametrize("name", ["utrecht", "", "Rotterdam", "rotterdam/3", "rotterdam/", "/1"])
def test_an_unknown_rule_set_is_refused_with_the_names_that_there_are(name: str) -> None:
    with pytest.raises(RulesError) as refused:
        named(name)
    assert refused.value.code == "unknown-rules"
    assert all(known in refused.value.sentence(language) for known in NAMES for language in LANGUAGES)
    assert code_of(name) == code_of({"base": name}) == "unknown-rules"


@pytest.mark.parametrize(
    "value", [None, 16, True, [], ["rotterdam"], {}, {"pit": 100}, {"base": 1}, {"base": None}]
)
def test_a_rule_set_in_json_is_a_name_or_an_object_with_a_base(value: object) -> None:
    assert code_of(value) == "rules-not-an-object"


def test_an_unknown_field_is_refused_in_a_change_too() -> None:
    with pytest.raises(RulesError) as refused:
        ROTTERDAM.change(city="Rotterdam")
    assert refused.value.code == "unknown-field"


# --- JSON ----------------------------------------------------------------------------------------


def every_mix() -> Iterator[RuleSet]:
    """Every combination of the choices on which other fields depend."""
    for troef, sans, claim, incorrect_card, contract in product(
        ("forced", "auction"),
        (False, True),
        ("amount", "knock", "automatic"),
        ("challenge", "refused"),
        ("half", "bid", "none"),
    ):
        if troef == "auction" or not (sans or contract == "bid"):
            yield ROTTERDAM.change(
                troef=troef, sans=sans, claim=claim, incorrect_card=incorrect_card, contract=contract
            )


MIXES = list(every_mix())
FORMS = [rules_to_json(rules, whole=True) for rules in (*NAMED.values(), *MIXES)]


def test_the_choices_on_which_others_depend_combine_in_48_ways() -> None:
    # Rules 8
    assert len(MIXES) == len(set(MIXES)) == 6 * (2 + 2 * 3)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("rules", [*NAMED.values(), *MIXES])
def test_a_rule_set_survives_being_written_as_json(rules: RuleSet, whole: bool) -> None:
    # Rules 8
    again = rules_from_json(json.loads(json.dumps(rules_to_json(rules, whole=whole))))
    assert again == rules
    assert again.base == rules.base


@every_rule_set
def test_a_named_rule_set_is_written_as_just_its_base(name: str) -> None:
    assert rules_to_json(NAMED[name]) == {"base": f"{name}/2"}
    assert rules_from_json(name) == rules_from_json({"base": name}) == NAMED[name]


def test_a_mix_is_written_as_the_fields_that_differ() -> None:
    mix = rules_from_json({"base": "amsterdam", "end": {"rounds": 4}, "pit": 100})
    assert rules_to_json(mix) == {"base": "amsterdam/2", "end": {"rounds": 4}, "target_tie": None}


# --- JSON Schema ---------------------------------------------------------------------------------


def test_the_schema_is_itself_valid_and_can_be_written_as_json() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


def test_the_schema_has_exactly_the_fields_of_a_rule_set() -> None:
    # Rules 8
    assert list(schema()["properties"]) == ["base", *FIELDS]
    assert schema()["required"] == ["base"]


def assert_both_languages(described: dict[str, Any], *keys: str) -> None:
    for key in keys:
        assert described[key].strip()
        assert described["x-nl"][key].strip()


@pytest.mark.parametrize("field", ["base", *FIELDS])
def test_the_schema_describes_every_field_in_both_languages(field: str) -> None:
    described = schema()["properties"][field]
    assert_both_languages(described, "title", "description")
    assert described["description"] != described["x-nl"]["description"]


@pytest.mark.parametrize("field", [spec.name for spec in FIELDS.values() if spec.kind in ("choice", "end")])
def test_the_schema_describes_every_choice_in_both_languages(field: str) -> None:
    described = schema()["properties"][field]
    options = [described, *described.get("anyOf", [])]
    choices = [choice for option in options for choice in option.get("oneOf", [])]
    assert len(choices) >= 2
    for choice in choices:
        assert_both_languages(choice, "title")
        assert choice["title"] != choice["x-nl"]["title"]


@pytest.mark.parametrize("field", FIELDS)
def test_the_schema_cites_a_paragraph_for_every_field(field: str) -> None:
    paragraphs = schema()["properties"][field]["x-paragraphs"]
    assert paragraphs
    assert all(
        section in "12345678" and dot == "." and number.isdigit() for section, dot, number in paragraphs
    )


@pytest.mark.parametrize(
    ("field", "depends_on", "values", "default"),
    [
        ("sans", "troef", ["auction"], False),
        ("all_pass", "troef", ["auction"], "redeal"),
        ("min_bid", "troef", ["auction"], 80),
        ("max_bid", "troef", ["auction"], 160),
        ("bid_step", "troef", ["auction"], 10),
        ("min_bid_sans", "sans", [True], 70),
        ("max_bid_sans", "sans", [True], 130),
        ("false_knock", "claim", ["knock"], 20),
        ("challenge_until", "incorrect_card", ["challenge"], "last_trick"),
        ("verzaakt", "incorrect_card", ["challenge"], 162),
        ("verzaakt_keeps_roem", "incorrect_card", ["challenge"], False),
        ("roem_counts", "contract", ["half", "bid"], True),
    ],
)
def test_the_schema_says_when_a_field_applies(
    field: str, depends_on: str, values: list[object], default: object
) -> None:
    # Rules 8
    described = schema()["properties"][field]
    assert described["x-when"] == {"field": depends_on, "values": values}
    assert described["x-default"] == default


def test_the_other_fields_always_apply() -> None:
    # Rules 8
    always = [name for name in FIELDS if "x-when" not in schema()["properties"][name]]
    assert len(always) == len(FIELDS) - 15
    assert all(None not in TABLE[name] for name in always)


@pytest.mark.parametrize("form", FORMS)
def test_the_schema_accepts_every_rule_set_as_it_is_written(form: dict[str, object]) -> None:
    VALIDATOR.validate(form)


@every_rule_set
def test_the_schema_accepts_a_base_with_and_without_a_version(name: str) -> None:
    VALIDATOR.validate({"base": name})
    VALIDATOR.validate({"base": f"{name}/1", "pit": 50})


@pytest.mark.parametrize(
    "value", [None, [], {}, {"pit": 100}, {"base": "utrecht"}, {"base": "rotterdam/3"}, {"base": 1}]
)
def test_the_schema_refuses_what_is_not_a_rule_set(value: object) -> None:
    assert not VALIDATOR.is_valid(value)


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        (base, changes)
        for base, changes, code in REFUSED
        if code != "bid-limits" and changes not in ({"deal": [8, 1]}, {"deal": [4, 3]})
    ],
)
def test_the_schema_refuses_in_its_whole_form_what_the_rules_refuse(
    base: str, changes: dict[str, object]
) -> None:
    # Rules 8
    assert not VALIDATOR.is_valid(rules_to_json(NAMED[base], whole=True) | changes)


# --- rules and schema agree ----------------------------------------------------------------------

ANYTHING: list[object] = [
    None,
    True,
    False,
    0,
    1,
    -10,
    5,
    10,
    70,
    80,
    130,
    140,
    160,
    162,
    170,
    1000,
    1010,
    0.5,
    "",
    "S",
    "none",
    "forced",
    "100",
    [],
    [8],
    [3, 2, 3],
    [4, 3],
    [0, 8],
    ["8"],
    {},
    {"J": 200},
    {"A": 100, "7": 0},
    {"J": 205},
    {"X": 100},
    {"rounds": 16},
    {"rounds": 0},
    {"points": 1501},
    {"rounds": 16, "points": 1501},
]


def values_for(field: str) -> list[object]:
    """What the named rule sets have there, what it may be chosen from, and much that makes no sense there."""
    return [*TABLE[field], *FIELDS[field].choices, *ANYTHING]


def beyond_a_schema(form: dict[str, Any]) -> bool:
    """Whether a form breaks what a schema cannot say: batches that do not sum to eight, limits the wrong way round."""
    return sum(form["deal"]) != 8 or any(
        form[low] is not None and form[low] > form[high]
        for low, high in (("min_bid", "max_bid"), ("min_bid_sans", "max_bid_sans"))
    )


def assert_rules_and_schema_agree(form: dict[str, Any]) -> None:
    accepted = VALIDATOR.is_valid(form) and not beyond_a_schema(form)
    assert (code_of(form) is None) == accepted, form


scalars = (
    st.none()
    | st.booleans()
    | st.integers(min_value=-20, max_value=1100)
    | st.integers(min_value=-20, max_value=1100).map(float)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([*"SWNEJA", "rounds", "points"])
    | st.text(max_size=3)
)
any_json = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*"789TJQKA", "rounds", "points"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@st.composite
def whole_forms(draw: st.DrawFn) -> dict[str, Any]:
    """Every field of a rule set, a few of them changed to anything at all."""
    form = dict(draw(st.sampled_from(FORMS)))
    for field in draw(st.lists(st.sampled_from(list(FIELDS)), max_size=4, unique=True)):
        form[field] = draw(st.sampled_from(values_for(field)) | any_json)
    return form


@given(form=whole_forms())
def test_any_mix_of_fields_is_accepted_by_the_rules_exactly_when_the_schema_accepts_it(
    form: dict[str, Any],
) -> None:
    # Rules 8
    assert_rules_and_schema_agree(form)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", ["lugus", "valet"])
def test_rules_and_schema_agree_on_every_value_of_one_field(name: str, field: str) -> None:
    # Rules 8
    whole = rules_to_json(NAMED[name], whole=True)
    for value in values_for(field):
        assert_rules_and_schema_agree(whole | {field: value})


@given(form=whole_forms(), data=st.data())
def test_what_the_rules_accept_as_changes_to_a_base_the_schema_accepts_too(
    form: dict[str, Any], data: st.DataObject
) -> None:
    # Rules 8
    changed = data.draw(st.sets(st.sampled_from(list(FIELDS)), max_size=6))
    short = {name: value for name, value in form.items() if name == "base" or name in changed}
    if code_of(short) is None:
        VALIDATOR.validate(short)


@pytest.mark.parametrize(
    ("changes", "written"),
    [
        ({"pit": 50.0}, '{"pit": 50}'),
        ({"four_alike": {"J": 200.0}}, '{"four_alike": {"J": 200}}'),
        ({"end": {"rounds": 4.0}}, '{"end": {"rounds": 4}}'),
        ({"deal": [3.0, 2, 3.0]}, '{"deal": [3, 2, 3]}'),
    ],
)
def test_a_whole_number_may_be_written_with_a_decimal_point(changes: dict[str, object], written: str) -> None:
    # Rules 8. To JSON Schema, as to JSON, 100.0 is an integer.
    assert_rules_and_schema_agree(rules_to_json(ROTTERDAM, whole=True) | changes)
    assert json.dumps(changes_from_base(ROTTERDAM.change(**changes))) == written


@given(form=whole_forms())
def test_a_rule_set_that_is_accepted_can_be_written_and_read_again(form: dict[str, Any]) -> None:
    # Rules 8
    if code_of(form) is None:
        rules = rules_from_json(form)
        for whole in (False, True):
            written = json.loads(json.dumps(rules_to_json(rules, whole=whole)))
            assert rules_from_json(written) == rules
            VALIDATOR.validate(written)


def test_an_inherited_bid_limit_gives_way_to_the_other() -> None:
    assert LUGUS.change(max_bid=70).min_bid == 70
    assert LUGUS.change(min_bid_sans=130, max_bid_sans=130).min_bid_sans == 130
    assert ROTTERDAM.change(troef="auction", max_bid=60).min_bid == 60
