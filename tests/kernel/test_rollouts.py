"""Rollouts: correct cards, each as likely as another, and the same again for the same seed."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from klaverjas.cards import Hand, Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.chance import after, chosen, stream
from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.dispatch import as_rows, rolled_out, rollouts
from klaverjas.kernel.rollout.playout import RESULT, STANDS, play_out
from klaverjas.kernel.solver.position import Position
from klaverjas.rules.legal import duties_of
from klaverjas.rules.named import NAMED, ROTTERDAM_BOND
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick, pot, troef_number
from klaverjas.seats import Seat
from minimax import some_ending

BY_RULES = pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)


def whole_deals(number: int, troef: Suit | None = Suit.HEARTS) -> list[Position]:
    return [
        Position(deal(seeded_deck(seed), Seat.SOUTH, (8,)), Trick(Seat.WEST, (), troef))
        for seed in range(number)
    ]


@BY_RULES
@pytest.mark.parametrize("troef", [Suit.CLUBS, None])
def test_a_rollout_hands_out_all_points_and_all_tricks(rules: RuleSet, troef: Suit | None) -> None:
    result = rollouts(whole_deals(50, troef), rules, number=4, seed=3)
    assert (result.cards.sum(axis=1) == pot(troef_number(troef))).all()
    assert (result.tricks.sum(axis=1) == 8).all()
    assert (result.roem >= 0).all()
    assert len(set(result.values.tolist())) > 20


@BY_RULES
def test_compiled_rollouts_are_those_of_the_interpreted_rules(rules: RuleSet) -> None:
    """At any moment of a trick, in sans too; and side by side with others that are shorter or longer."""
    chance = Random(5)
    endings = [some_ending(chance, chance.choice((1, 2, 4, 8 if at % 2 else 3))).position for at in range(40)]
    assert {len(position.trick.cards) for position in endings} == {0, 1, 2, 3}
    assert None in {position.troef for position in endings}
    rows = as_rows(endings)
    troefs = np.array([troef_number(position.troef) for position in endings])
    together = rolled_out(rows, troefs, rules, number=2, seed=11)
    for at, result in enumerate(together):
        alone = [0] * RESULT
        position = [int(field) for field in rows[at // 2]]
        table = int(troefs[at // 2]), duties_of(rules), rules.four_alike
        play_out(position, *table, stream(11, at), [0] * STANDS, alone)
        assert alone == result.tolist()


def test_the_same_seed_gives_the_same_rollouts_on_any_number_of_threads() -> None:
    deals = whole_deals(30)
    one = rollouts(deals, ROTTERDAM_BOND, number=50, seed=8)
    for threads in (2, 3, 7):
        other = rollouts(deals, ROTTERDAM_BOND, number=50, seed=8, threads=threads)
        assert (one.values == other.values).all()
    assert (one.values != rollouts(deals, ROTTERDAM_BOND, number=50, seed=9).values).any()


@pytest.mark.parametrize("cards", ["S7", "S7 HA C9 D8 DK", "SA HA CA DA", "H7 H8 H9 HT HJ HQ HK HA", "DJ DA"])
def test_every_card_is_as_likely_as_another(cards: str) -> None:
    """The first and the second card of many rollouts, by chi-square; beyond 4 of its deviations it would be biased."""
    hand, times = Hand.parse(cards), 20_000
    for draws in (1, 2):
        found: Counter[int] = Counter()
        for number in range(times):
            chance = stream(1, number)
            for _ in range(draws):
                chance = after(chance)
            found[chosen(int(hand), chance)] += 1
        assert set(found) == {int(card) for card in hand}
        even, free = times / len(hand), len(hand) - 1
        assert sum((often - even) ** 2 / even for often in found.values()) <= free + 4 * (2 * free) ** 0.5


def test_a_card_says_nothing_about_the_next_one() -> None:
    found: Counter[tuple[int, int]] = Counter()
    for number in range(20_000):
        chance = after(stream(7, number))
        found[chosen(0xFF, chance), chosen(0xFF, after(chance))] += 1
    even, free = 20_000 / 64, 63
    assert sum((often - even) ** 2 / even for often in found.values()) <= free + 4 * (2 * free) ** 0.5


def test_no_rollouts_of_nothing() -> None:
    assert len(rollouts([], ROTTERDAM_BOND).values) == 0
    assert integers(3).tolist() == [0, 0, 0]
