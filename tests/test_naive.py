"""The rules against a second, naive implementation: random positions, rounds and bids, and every trick there is."""

import itertools
import random
from collections.abc import Iterator

import pytest

import naive
from klaverjas.cards import CARD_TEXTS, Card, Hand, Suit
from klaverjas.errors import Refusal
from klaverjas.rules.auction import Bid, check_bid
from klaverjas.rules.legal import legal_cards, why_incorrect
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM
from klaverjas.rules.roem import roem_parts, roem_points
from klaverjas.rules.scoring import Taken, score_round, team_score
from klaverjas.rules.trick import LAST_TRICK, Trick, card_points, pot, troef_number
from klaverjas.seats import SEATS, TEAMS, Team
from soak import SEED

TROEFS = ("S", "H", "C", "D", None)
# All that the correct cards can depend on; the named rule sets use some of the twelve.
MIXES = [
    ROTTERDAM.change(beat_led_troef=beat, partner_winning=partner, undertrump=undertrump)
    for beat, partner, undertrump in itertools.product(
        (False, True), ("must_trump", "free", "discard"), ("required", "last_resort")
    )
]


def suit_of(troef: str | None) -> Suit | None:
    return None if troef is None else Suit.parse(troef)


def random_positions(positions: int) -> Iterator[tuple[list[str], set[str], str | None]]:
    """Tricks of 0 to 3 cards and a hand of 1 to 8, biased to few suits so that obligations meet."""
    chance = random.Random(SEED)
    for _ in range(positions):
        suits = chance.sample("SHCD", chance.choice((2, 3, 4, 4)))
        cards = [card for card in CARD_TEXTS if card[0] in suits]
        chance.shuffle(cards)
        lying = chance.randrange(4)
        yield cards[:lying], set(cards[lying : lying + chance.randint(1, 8)]), chance.choice(TROEFS)


def test_correct_cards_broken_rule_and_winner_on_random_positions() -> None:
    all_rules = [(rules, rules.to_json()) for rules in (*NAMED.values(), *MIXES)]
    for number, (cards, hand, troef) in enumerate(random_positions(100_000)):
        held = Hand.parse(" ".join(hand))
        trick = Trick(SEATS[number % 4], tuple(Card.parse(card) for card in cards), suit_of(troef))
        rules, fields = all_rules[number % len(all_rules)]
        correct = {str(card) for card in legal_cards(held, trick, rules)}
        assert correct == naive.correct_cards(hand, cards, troef, fields), (trick, held, fields)
        if cards:
            assert trick.winning_index == naive.winner(cards, troef)
        card = next(iter(hand))
        broken = naive.broken_rule(card, hand, cards, troef, fields)
        assert why_incorrect(Card.parse(card), held, trick, rules) == broken, (card, trick, held, fields)


@pytest.mark.parametrize("name", NAMED)
def test_roem_of_every_trick_there_is(name: str) -> None:
    rules = NAMED[name]
    fields = rules.to_json()
    troefs = TROEFS if rules is LUGUS else ("C",)  # the others differ in four alike only
    tricks = 0
    for cards in itertools.combinations(range(32), 4):
        tricks += 1
        mask = sum(1 << card for card in cards)
        texts = [CARD_TEXTS[card] for card in cards]
        for troef in troefs:
            points = roem_points(mask, troef_number(suit_of(troef)), rules.four_alike)
            assert points == naive.roem(texts, troef, fields), (texts, troef)
            if points:
                parts = roem_parts(Hand(mask), suit_of(troef), rules)
                assert sum(part.points for part in parts) == points
    assert tricks == 35_960


@pytest.mark.parametrize("name", NAMED)
def test_scores_of_random_rounds(name: str) -> None:
    chance = random.Random(SEED)
    rules = NAMED[name]
    variants = [rules]
    if rules.contract != "none":
        variants += [rules.change(roem_counts=True), rules.change(roem_counts=False)]
    for _ in range(1_500):
        deck = list(CARD_TEXTS)
        chance.shuffle(deck)
        troef = chance.choice(TROEFS if rules.sans else TROEFS[:4])
        makers = chance.choice(TEAMS)
        bid = chance.randrange(70, 140, 10) if rules.troef == "auction" else None
        lucky = chance.choice(("SN", "WE", "SWNE", "SWNE", "SWNE"))  # now and then one team takes everything
        tricks = [
            (chance.choice(lucky), deck[start : start + 4], chance.choice((0, 0, 0, 20, 50)))
            for start in range(0, 32, 4)
        ]
        taken = Taken()
        for number, (seat, cards, roem) in enumerate(tricks):
            points = sum(card_points(Card.parse(card), troef_number(suit_of(troef))) for card in cards)
            team = Team.NORTH_SOUTH if seat in "SN" else Team.WEST_EAST
            taken = taken.plus(team, points + (LAST_TRICK if number == 7 else 0), roem)
        for variant in variants:
            result = score_round(taken, makers, suit_of(troef), bid, variant)
            expected = naive.round_result(tricks, makers.letters, bid, troef, variant.to_json())
            assert result.outcome.code == expected["outcome"]
            for team in TEAMS:
                assert result.cards[team] == expected["cards"][team.letters]
                assert result.roem[team] == expected["roem"][team.letters]
                assert result.score[team] == expected["score"][team.letters]
                assert result.score[team] == team_score(
                    result.outcome,
                    team == makers,
                    taken.cards[team],
                    taken.roem[team],
                    pot(troef_number(suit_of(troef))),
                    sum(taken.roem),
                    variant.pit,
                    variant.tegenpit,
                    variant.rounding == "tens",
                )


def test_every_bid_over_every_bid() -> None:
    suits = ("S", "H", "C", "D", "sans")
    bids = [(amount, suit) for amount in range(60, 180, 10) for suit in suits]
    for step in (10, 20):
        rules = LUGUS.change(bid_step=step)
        for standing, (amount, suit) in itertools.product((None, *bids), bids):
            bid = Bid.parse(f"{amount}{suit}")
            over = None if standing is None else Bid.parse(f"{standing[0]}{standing[1]}")
            try:
                check_bid(bid, over, rules)
                allowed = True
            except Refusal:
                allowed = False
            assert allowed == naive.may_bid(standing, amount, suit, rules.to_json()), (bid, over, step)
