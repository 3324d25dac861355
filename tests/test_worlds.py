"""Worlds: all that can be, each as likely as it should be, and none that cannot."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from bot_rounds import FOUR_REGELS, steps
from chance import fits
from klaverjas.actions import Play
from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.cards import DECK, Card, Hand
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.named import LUGUS, NAMED
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View, view_round
from soak import SEED
from tables import play, random_round

World = tuple[int, ...]
CHALLENGE = [rules for rules in NAMED.values() if rules.challenge]
OFTEN = 0.3  # so that offences come up often enough to be counted


def hidden_at(view: View, **settings: float) -> Hidden:
    assert isinstance(view.viewer, Seat)
    return Hidden(view, view.viewer, remember(view), **settings)  # type: ignore[arg-type]


def every_world(round: Round, seat: Seat) -> Iterator[World]:
    """All ways in which the cards of the three others can lie."""
    others = [other for other in SEATS if other != seat]
    cards = [card for other in others for card in round.hands[other]]
    first, second, third = (len(round.hands[other]) for other in others)
    for one in combinations(cards, first):
        rest = [card for card in cards if card not in one]
        for two in combinations(rest, second):
            hands = dict.fromkeys(SEATS, 0)
            hands[seat] = int(round.hands[seat])
            hands[others[0]], hands[others[1]] = int(Hand.of(one)), int(Hand.of(two))
            hands[others[2]] = int(Hand.of(card for card in rest if card not in two))
            assert hands[others[2]].bit_count() == third
            yield tuple(hands[other] for other in SEATS)


def offences_of_others(world: World, round: Round, seat: Seat) -> int:
    """How many incorrect cards the three others have played, if these are the hands now."""
    held = list(world)
    plays: list[tuple[Seat, Card, Trick]] = []
    tricks = [(trick.leader, trick.cards) for trick in round.tricks]
    for leader, cards in (*tricks, (round.trick.leader, round.trick.cards)):
        for turn, card in enumerate(cards):
            plays.append((leader.after(turn), card, Trick(leader, cards[:turn], round.troef)))
    wrong = 0
    for who, card, before in reversed(plays):
        held[who] |= 1 << card
        if who != seat and card not in legal_cards(Hand(held[who]), before, round.rules):
            wrong += 1
    return wrong


def late_positions(rules: RuleSet, chance: Random, careless: float) -> Iterator[tuple[Round, Seat]]:
    """A player's turn with at most three cards each, in a round in which others may have played anything."""
    while True:
        for step in random_round(rules, chance, careless=careless):
            round = step.after
            if round.phase is Phase.PLAY and round.turn is not None and len(round.tricks) >= 5:
                yield round, round.turn
                break


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
def test_worlds_come_up_as_often_as_by_trying_all(rules: RuleSet) -> None:
    chance = Random(f"worlds {rules.base} {SEED}")
    positions = late_positions(rules, chance, careless=0.15 if rules.challenge else 0.0)
    for _ in range(6):
        round, seat = next(positions)
        offence = OFTEN if rules.challenge else 0.0
        weights = {
            world: offence ** offences_of_others(world, round, seat) for world in every_world(round, seat)
        }
        hidden = hidden_at(view_round(round, seat), offence=OFTEN, most_offences=99)
        counted = Counter(tuple(map(int, world)) for world in hidden.some(6000, chance))
        fits(counted, weights)


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
def test_an_impossible_world_never_appears(rules: RuleSet) -> None:
    """Without offences, at every moment of many rounds: all hands full, all cards somewhere, everybody correct."""
    chance = Random(f"impossible {rules.base} {SEED}")
    for _ in range(4):
        for round, action, _, _ in steps(rules, FOUR_REGELS, chance):
            if not isinstance(action, Play):
                continue
            seat, view = action.seat, view_round(round, action.seat)
            together = sum(int(hand) for hand in round.hands)
            for world in (tuple(map(int, row)) for row in hidden_at(view, offence=0.0).some(60, chance)):
                assert world[seat] == int(round.hands[seat])
                assert sum(world) == together
                assert [cards.bit_count() for cards in world] == list(view.counts)
                assert (world[0] | world[1] | world[2] | world[3]) == together
                assert not offences_of_others(world, round, seat)


@pytest.mark.parametrize("rules", CHALLENGE, ids=lambda rules: rules.base)
def test_the_true_world_is_possible_whatever_others_have_played(rules: RuleSet) -> None:
    chance = Random(f"true {rules.base} {SEED}")
    for _ in range(3):
        for step in random_round(rules, chance, careless=0.3):
            round = step.after
            if round.phase is Phase.PLAY and round.turn is not None:
                hidden = hidden_at(view_round(round, round.turn))
                assert hidden.some(3, chance).shape == (3, 4)
                assert hidden.likely(3, chance).shape == (3, 4)


def test_what_players_do_tells_where_the_cards_are() -> None:
    """The true holder of a card gets a better chance than without looking at how the others played."""
    chance = Random(5)
    gained, cards = 0.0, 0
    for number in range(8):
        for round, action, _, _ in steps(NAMED["rotterdam-bond"], FOUR_REGELS, Random(number)):
            if not isinstance(action, Play) or len(round.tricks) != 4:
                continue
            hidden = hidden_at(view_round(round, action.seat))
            plain, likely = hidden.some(400, chance), hidden.likely(400, chance)
            for seat in SEATS:
                if seat == action.seat:
                    continue
                for card in round.hands[seat]:
                    gained += float(
                        (likely[:, seat] >> int(card) & 1).mean() - (plain[:, seat] >> int(card) & 1).mean()
                    )
                    cards += 1
    assert gained / cards > 0.02


def chance_of(hidden: Hidden, seat: Seat, card: str, chance: Random) -> tuple[float, float]:
    """That a seat has a card: without looking at what was said, and with it."""
    at = int(Card.parse(card))
    plain, likely = hidden.some(3000, chance), hidden.likely(3000, chance)
    return float((plain[:, seat] >> at & 1).mean()), float((likely[:, seat] >> at & 1).mean())


@pytest.mark.parametrize(
    ("said", "who", "card", "likelier"),
    [
        ("90H", Seat.WEST, "HJ", True),
        ("90H", Seat.WEST, "H7", True),
        ("90H", Seat.WEST, "DQ", False),
        ("80sans", Seat.WEST, "DA", True),
        ("pass", Seat.WEST, "HJ", False),
        ("80C 90H", Seat.NORTH, "H9", True),
    ],
)
def test_what_was_bid_tells_where_the_cards_are(said: str, who: Seat, card: str, likelier: bool) -> None:
    """South has the spades and a little of each other suit, and hears the others bid."""
    south = Hand.parse("SA ST SK SQ SJ S9 S8 D7")
    others = [card for card in DECK if card not in south]
    hands = (south, Hand.of(others[:8]), Hand.of(others[8:16]), Hand.of(others[16:]))
    round = play(Round.begin(LUGUS, Seat.SOUTH, hands), said)
    plain, likely = chance_of(hidden_at(view_round(round, Seat.SOUTH)), who, card, Random(1))
    assert (likely > plain + 0.03) if likelier else (likely < plain - 0.02)


def test_who_names_a_suit_has_it() -> None:
    south = Hand.parse("SA ST SK SQ SJ S9 S8 D7")
    others = [card for card in DECK if card not in south]
    hands = (south, Hand.of(others[:8]), Hand.of(others[8:16]), Hand.of(others[16:]))
    round = play(Round.begin(NAMED["rotterdam-bond"], Seat.SOUTH, hands), "H")
    plain, likely = chance_of(hidden_at(view_round(round, Seat.SOUTH)), Seat.WEST, "HJ", Random(1))
    assert likely > plain + 0.1
