"""Rollouts: correct cards, each as likely as another, and the same again for the same seed."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from klaverjas.cards import Hand, Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.machine import integers
from klaverjas.kernel.playout import RESULT, chosen, play_out, stream
from klaverjas.kernel.position import Position
from klaverjas.kernel.rollouts import as_rows, rolled_out, rollouts
from klaverjas.kernel.tables import tables
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
    chance = Random(5)
    endings = [some_ending(chance, chance.choice((1, 2, 4, 8 if at % 2 else 3))).position for at in range(40)]
    rows = as_rows(endings)
    troefs = np.array([troef_number(position.troef) for position in endings])
    together = rolled_out(rows, troefs, rules, seed=11)
    for at, row in enumerate(rows):
        alone = [0] * RESULT
        position = [int(field) for field in row]
        table = int(troefs[at]), duties_of(rules), rules.four_alike
        play_out(position, *table, stream(11, at), tables(), alone)
        assert alone == together[at].tolist()


def test_the_same_seed_gives_the_same_rollouts_on_any_number_of_threads() -> None:
    deals = whole_deals(30)
    one = rollouts(deals, ROTTERDAM_BOND, number=50, seed=8)
    for threads in (2, 3, 7):
        other = rollouts(deals, ROTTERDAM_BOND, number=50, seed=8, threads=threads)
        assert (one.values == other.values).all()
    assert (one.values != rollouts(deals, ROTTERDAM_BOND, number=50, seed=9).values).any()


def test_every_card_is_as_likely_as_another() -> None:
    hand = Hand.parse("S7 HA C9 D8 DK")
    found = Counter(chosen(int(hand), stream(1, number), tables()) for number in range(50_000))
    assert set(found) == {int(card) for card in hand}
    assert all(abs(times - 10_000) < 500 for times in found.values())


def test_no_rollouts_of_nothing() -> None:
    assert len(rollouts([], ROTTERDAM_BOND).values) == 0
    assert integers(3).tolist() == [0, 0, 0]
