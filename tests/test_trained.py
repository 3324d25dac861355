"""Trained players at every table: always possible, never wrong, whoever else sits there."""

from random import Random

import pytest

from bot_rounds import REGELS, WILLEKEURIG, Offender, steps
from klaverjas.actions import Play
from klaverjas.bots import LEVELS, bot_named
from klaverjas.bots.meester import Meester
from klaverjas.events import AccusationFailed, AccusationProven, Knocked, RoemClaimed
from klaverjas.rules.named import NAMED
from klaverjas.seats import SEATS
from soak import SEED
from tables import random_rules

ROUNDS = 100  # under each rule set; a soak of 15 seeds makes them 10,500
TRAINED = (bot_named("net"), Meester(worlds=8), *(bot_named(name) for name in LEVELS if name != "meester"))
CALLED = [name for name, rules in NAMED.items() if rules.claim != "automatic"]  # and there nothing is refused
OTHERS = (REGELS, WILLEKEURIG, Offender())


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_trained_players_are_never_wrong(name: str) -> None:
    chance = Random(f"trained {name} {SEED}")
    proven = offences_possible = claimed = 0
    for number in range(ROUNDS):
        rules = random_rules(chance) if name == "mix" else NAMED[name]
        bots = {seat: chance.choice(TRAINED) for seat in SEATS}
        if number % 3 == 0:
            bots[chance.choice(SEATS)] = chance.choice(OTHERS)
        offenders = {seat for seat in SEATS if isinstance(bots[seat], Offender)}
        offences_possible += bool(offenders) and not rules.strict
        for round, action, events, _ in steps(rules, bots, chance):
            if isinstance(action, Play) and action.seat not in offenders:
                assert action.card in round.correct_cards
            for event in events:
                match event:
                    case RoemClaimed(right=False) | Knocked(right=False) | AccusationFailed():
                        pytest.fail(f"wrong: {event}")
                    case RoemClaimed() | Knocked():
                        claimed += 1
                    case AccusationProven(accused=accused):
                        assert accused in offenders
                        proven += 1
    assert offences_possible / 2 <= proven <= offences_possible  # the offender is hardly ever left alone
    if name in CALLED:
        assert offences_possible > 0
        assert claimed > ROUNDS / 4
