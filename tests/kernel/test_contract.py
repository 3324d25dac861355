"""Whether the playing team makes it: one narrow search, equal to plain minimax."""

from random import Random

import pytest

from klaverjas.cards import Hand
from klaverjas.errors import Refusal
from klaverjas.kernel.solver.contract import makes
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.named import LUGUS, NAMED, VALET
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Team
from minimax import MADE_IT, Ending, some_ending, some_stakes
from soak import SEED

TABLES = {
    **{name: rules for name, rules in NAMED.items() if rules.contract != "none"},
    "bid-with-roem": LUGUS.change(roem_counts=True),
    "half-without-roem": NAMED["rotterdam"].change(roem_counts=False),
}


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize(("cards", "number"), [(2, 60), (3, 150), (4, 60)])
def test_the_contract_is_made_where_minimax_makes_it(rules: RuleSet, cards: int, number: int) -> None:
    chance = Random(f"contract {cards} {SEED}")
    made = 0
    for _ in range(number):
        ending = Ending(some_ending(chance, cards).position, rules, roem=True)
        stakes = some_stakes(chance, ending)
        wanted = ending.with_stakes(stakes, MADE_IT)
        assert makes(ending.position, ending.rules, stakes) == bool(wanted), (ending, stakes)
        made += wanted
    assert number / 8 < made < number * 7 / 8


def test_minimax_for_a_contract_compiled_is_minimax_interpreted() -> None:
    chance = Random(f"interpreted {SEED}")
    for _ in range(40):
        ending = some_ending(chance, 2)
        stakes = some_stakes(chance, ending)
        assert ending.with_stakes(stakes, MADE_IT) == ending.with_stakes(stakes, MADE_IT, interpreted=True)


@pytest.mark.parametrize(("rules", "code"), [(VALET, "no-contract"), (LUGUS, "no-bid")])
def test_a_question_without_a_contract_is_refused(rules: RuleSet, code: str) -> None:
    position = Position([Hand.parse(card) for card in ("S7", "S8", "S9", "ST")], Trick.parse("S:", troef="C"))
    with pytest.raises(Refusal) as refusal:
        makes(position, rules, Stakes(Team.NORTH_SOUTH))
    assert refusal.value.code == code
