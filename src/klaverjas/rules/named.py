"""The rule sets that have a name (Rules, section 8).

The values of a version never change: a record that names ``rotterdam/1`` replays to the same score in ten years. A
correction becomes ``rotterdam/2``, and both stay here. The second edition brought version 2 of all six, with fields for
what the first had left open (:data:`klaverjas.rules.fields.FIELDS` says which).
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from klaverjas.errors import RulesError
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.ruleset import GameEnd, RuleSet
from klaverjas.seats import Seat
from klaverjas.sentences import Phrase

_ANY = (100,) * 8  # four alike, by rank: 7, 8, 9, 10, J, Q, K, A
_ANY_AND_JACKS = (100, 100, 100, 100, 200, 100, 100, 100)
_VALET = (0, 0, 0, 100, 200, 100, 100, 100)
_AMSTERDAM = (0, 0, 100, 100, 200, 100, 100, 100)

ROTTERDAM: Final = RuleSet(
    base="rotterdam/2",
    deal=(8,),
    first_dealer=Seat.SOUTH,
    troef="forced",
    sans=False,
    all_pass=None,
    min_bid=None,
    max_bid=None,
    min_bid_sans=None,
    max_bid_sans=None,
    bid_step=None,
    beat_led_troef=False,
    partner_winning="must_trump",
    undertrump="required",
    four_alike=_ANY,
    claim="amount",
    claim_lock="trick",
    false_knock=None,
    incorrect_card="challenge",
    challenge_until="last_trick",
    verzaakt=162,
    verzaakt_keeps_roem=False,
    talk_penalty=None,
    look_back="all",
    contract="half",
    roem_counts=True,
    pit=100,
    tegenpit=0,
    rounding="none",
    end=GameEnd(rounds=16),
    target_tie=None,
)

LUGUS: Final = RuleSet(
    base="lugus/2",
    deal=(3, 2, 3),
    first_dealer=Seat.SOUTH,
    troef="auction",
    sans=True,
    all_pass="redeal",
    min_bid=80,
    max_bid=160,
    min_bid_sans=70,
    max_bid_sans=130,
    bid_step=10,
    beat_led_troef=True,
    partner_winning="free",
    undertrump="last_resort",
    four_alike=_ANY_AND_JACKS,
    claim="knock",
    claim_lock=None,
    false_knock=20,
    incorrect_card="challenge",
    challenge_until="next_deal",
    verzaakt=262,
    verzaakt_keeps_roem=False,
    talk_penalty=True,
    look_back="previous",
    contract="bid",
    roem_counts=False,
    pit=100,
    tegenpit=0,
    rounding="tens",
    end=GameEnd(rounds=16),
    target_tie=None,
)

AMSTERDAM: Final = replace(
    ROTTERDAM,
    base="amsterdam/2",
    beat_led_troef=True,
    partner_winning="free",
    undertrump="last_resort",
    four_alike=_AMSTERDAM,
    claim="automatic",
    claim_lock=None,
    incorrect_card="refused",
    challenge_until=None,
    verzaakt=None,
    verzaakt_keeps_roem=None,
    end=GameEnd(points=1501),
    target_tie="draw",
)

VALET: Final = replace(
    AMSTERDAM,
    base="valet/2",
    partner_winning="discard",
    four_alike=_VALET,
    contract="none",
    roem_counts=None,
    tegenpit=100,
    end=GameEnd(rounds=1),
    target_tie=None,
)

AMSTERDAM_BOND: Final = replace(
    AMSTERDAM,
    base="amsterdam-bond/2",
    deal=(3, 2, 3),
    four_alike=_ANY,
    end=GameEnd(rounds=16),
    target_tie=None,
)

ROTTERDAM_BOND: Final = replace(
    AMSTERDAM_BOND,
    base="rotterdam-bond/2",
    partner_winning="must_trump",
    undertrump="required",
)

_NEWEST = (ROTTERDAM, LUGUS, VALET, AMSTERDAM, ROTTERDAM_BOND, AMSTERDAM_BOND)


def _first(rules: RuleSet) -> RuleSet:
    """Version 1 of a rule set: every field that the second edition brought is what tables did before."""
    ways = {
        name: spec.first if spec.when is None or spec.when.holds(vars(rules)) else spec.off
        for name, spec in FIELDS.items()
        if spec.edition > 1
    }
    return replace(rules, base=f"{rules.base.partition('/')[0]}/1", **ways)  # type: ignore[arg-type]


VERSIONED: Final[Mapping[str, RuleSet]] = {rules.base: rules for rules in (*map(_first, _NEWEST), *_NEWEST)}
# The newest version of each name.
NAMED: Final[Mapping[str, RuleSet]] = {base.partition("/")[0]: rules for base, rules in VERSIONED.items()}

SUMMARIES: Final[Mapping[str, Phrase]] = {
    "rotterdam": Phrase(
        "Rotterdam among friends: always trump, call your roem, watch for verzaakt; 16 rounds.",
        "Rotterdams onder vrienden: altijd troeven, roem roepen, verzaken bestraffen; 16 rondes.",
    ),
    "lugus": Phrase(
        "The Lugus competition: Amsterdam with an auction, sans, knocking and scores in tens.",
        "De Lugus-competitie: Amsterdams met bieden, sans, kloppen en tientallen.",
    ),
    "valet": Phrase(
        "Valet's program: one round, no nat, 100 for winning all tricks (either team).",
        "Het programma van Valet: één ronde, geen nat, 100 voor alle slagen voor elk team.",
    ),
    "amsterdam": Phrase(
        "Amsterdam to 1501: no need to trump your partner, roem counts automatically.",
        "Amsterdams tot 1501: de maat hoef je niet te troeven, roem telt vanzelf.",
    ),
    "rotterdam-bond": Phrase(
        "The federation's Rotterdam: always trump, beat a led trump; 16 rounds.",
        "Rotterdams volgens de bond: altijd troeven, troef overtroeven; 16 rondes.",
    ),
    "amsterdam-bond": Phrase(
        "The federation's Amsterdam: no need to trump your partner; 16 rounds.",
        "Amsterdams volgens de bond: de maat hoef je niet te troeven; 16 rondes.",
    ),
}


def named(name: str) -> RuleSet:
    """A rule set by name, or by name and version.

    >>> named("lugus").base
    'lugus/2'
    """
    rules = NAMED.get(name) or VERSIONED.get(name)
    if rules is None:
        raise RulesError("unknown-rules", text=name[:40], names=list(NAMED))
    return rules


def rules_from_json(value: object) -> RuleSet:
    """A rule set from its name, or from an object with a base and the fields that differ.

    >>> rules_from_json({"base": "amsterdam", "end": {"rounds": 4}}).end
    GameEnd(rounds=4, points=None)
    """
    if isinstance(value, str):
        return named(value)
    if not isinstance(value, dict) or not isinstance(value.get("base"), str):
        raise RulesError("rules-not-an-object")
    changes = {name: field for name, field in value.items() if name != "base"}
    for name in changes:
        if name not in FIELDS:
            raise RulesError("unknown-field", field=str(name)[:40])
    return named(value["base"]).change(**changes)


def changes_from_base(rules: RuleSet) -> dict[str, object]:
    """The fields in which a rule set differs from its base, as JSON has them.

    What follows from the edition of the base is left out, so that a record of version 1 says what it always said.
    """
    differences = rules.differences(named(rules.base))
    return {name: mine for name, (mine, _) in differences.items() if not rules.implied(name)}


def is_named(rules: RuleSet) -> bool:
    """Whether a table plays by a named rule set as it is, without a change of its own."""
    return _is_named(rules.base, rules)


@lru_cache(maxsize=1024)
def _is_named(base: str, rules: RuleSet) -> bool:
    """Lobbies ask this of hundreds of tables with a few rule sets. Equal rules may have different bases."""
    return not changes_from_base(rules)


def rules_to_json(rules: RuleSet, *, whole: bool = False) -> dict[str, object]:
    """A rule set as an object: its versioned base, and the fields that differ or all of them."""
    changes = rules.to_json() if whole else changes_from_base(rules)
    return {"base": rules.base, **changes}


def name_of(rules: RuleSet) -> str:
    """Its name and version, or a JSON object with a base and changes: as one would ask for it.

    >>> name_of(ROTTERDAM), name_of(ROTTERDAM.change(pit=50))
    ('rotterdam/2', '{"base": "rotterdam/2", "pit": 50}')
    """
    return rules.base if is_named(rules) else json.dumps(rules_to_json(rules))
