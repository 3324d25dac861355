"""The rules over integers, compiled, give the answers of the interpreted ones."""

import random

import pytest

from compiled import compiled_rules
from klaverjas.rules import auction, legal, roem, scoring, trick
from klaverjas.rules.integers import INTEGER_RULES, NO_TROEF, NOTHING_LED
from klaverjas.rules.named import NAMED
from soak import SEED

POSITIONS = 20_000


def test_every_rule_over_integers_compiles_and_none_is_forgotten() -> None:
    rules = compiled_rules()
    names = {rule.__name__ for rule in INTEGER_RULES}
    assert names == set(vars(rules))
    assert names >= {
        "beats",
        "winning_index",
        "card_points",
        "pot",
        "correct_cards",
        "broken_rule",
        "run_points",
        "stuk_cards",
        "roem_points",
        "raises",
        "auction_over",
        "outcome_of",
        "counted_cards",
        "counted_roem",
        "rounded_to_tens",
    }


def test_correct_cards_and_broken_rules_compiled() -> None:
    compiled = compiled_rules()
    chance = random.Random(SEED)
    for _ in range(POSITIONS):
        deck = chance.sample(range(32), 12)
        hand = sum(1 << card for card in deck[4 : 5 + chance.randrange(8)])
        troef = chance.randrange(5)
        duties = chance.randrange(16)
        led, winning = NOTHING_LED, 0
        if chance.randrange(5):
            led, winning = deck[0] >> 3, deck[0]
            if trick.beats(deck[1], winning, troef):
                winning = deck[1]
        position = (led, winning, chance.random() < 0.5, troef, duties)
        correct = legal.correct_cards(hand, *position)
        assert compiled.correct_cards(hand, *position) == correct
        assert compiled.duty_number(hand, *position) == legal.duty_number(hand, *position)
        card = deck[4]
        broken = legal.broken_rule(card, hand, *position)
        assert compiled.broken_rule(card, hand, *position) == broken
        assert compiled.beats(deck[1], deck[0], troef) == trick.beats(deck[1], deck[0], troef)
        assert compiled.card_points(card, troef) == trick.card_points(card, troef)


@pytest.mark.parametrize("name", NAMED)
def test_tricks_and_roem_compiled(name: str) -> None:
    compiled = compiled_rules()
    chance = random.Random(SEED)
    four_alike = NAMED[name].four_alike
    for _ in range(POSITIONS // 4):
        troef = chance.randrange(5)
        cards = tuple(chance.sample(range(32), 4))
        if chance.random() < 0.3:  # four alike, and runs, are rare by themselves
            rank = chance.randrange(8)
            cards = (rank, rank + 8, rank + 16, rank + 24)
        elif chance.random() < 0.5:
            start = chance.randrange(4) * 8 + chance.randrange(5)
            cards = (start, start + 1, start + 2, chance.choice([start + 3, (start + 13) % 32]))
        mask = sum(1 << card for card in set(cards))
        assert compiled.winning_index(cards, 4, troef) == trick.winning_index(cards, 4, troef)
        assert compiled.roem_points(mask, troef, four_alike) == roem.roem_points(mask, troef, four_alike)
        assert compiled.roem_cards(mask, troef, four_alike) == roem.roem_cards(mask, troef, four_alike)
        assert compiled.run_cards(mask) == roem.run_cards(mask)
        assert compiled.stuk_cards(mask, troef) == roem.stuk_cards(mask, troef)
        assert compiled.four_alike_rank(mask) == roem.four_alike_rank(mask)


def test_auction_and_scoring_compiled() -> None:
    compiled = compiled_rules()
    chance = random.Random(SEED)
    for _ in range(POSITIONS // 4):
        bid = (
            chance.randrange(70, 170, 10),
            chance.random() < 0.5,
            chance.choice((0, 80, 100)),
            chance.random() < 0.5,
            10,
        )
        assert compiled.raises(*bid) == auction.raises(*bid)
        passes = chance.randrange(5), chance.choice((0, 80))
        assert compiled.auction_over(*passes) == auction.auction_over(*passes)
        cards, tricks = chance.randrange(163), chance.randrange(9)
        own, everything = chance.choice((0, 20, 70)), chance.choice((70, 100, 140))
        pot = trick.pot(chance.choice((0, NO_TROEF)))
        assert compiled.pot(0) == trick.pot(0)
        assert compiled.pot(NO_TROEF) == trick.pot(NO_TROEF)
        counted = chance.random() < 0.5
        question = (
            tricks,
            cards,
            own,
            everything,
            pot,
            chance.randrange(3),
            chance.randrange(70, 140, 10),
            counted,
        )
        outcome = scoring.outcome_of(*question)
        assert compiled.outcome_of(*question) == outcome
        is_makers = chance.random() < 0.5
        kept = scoring.counted_cards(outcome, is_makers, cards, pot, 100, 0)
        assert compiled.counted_cards(outcome, is_makers, cards, pot, 100, 0) == kept
        roem_kept = scoring.counted_roem(outcome, is_makers, own, everything)
        assert compiled.counted_roem(outcome, is_makers, own, everything) == roem_kept
        assert compiled.rounded_to_tens(cards) == scoring.rounded_to_tens(cards)
        for in_tens in (False, True):
            assert compiled.as_written(cards, in_tens) == scoring.as_written(cards, in_tens)
            team = outcome, is_makers, cards, own, pot, everything, 100, 0, in_tens
            assert compiled.team_score(*team) == scoring.team_score(*team)
