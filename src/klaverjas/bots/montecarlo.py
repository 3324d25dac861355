"""A player who plays the rest of the round many times in his head, in many worlds, and takes what did best."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from klaverjas.actions import ChooseTroef, MakeBid, Pass
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.bot import correct_choices
from klaverjas.bots.memory import Memory, remember
from klaverjas.bots.strength import choose_or_bid
from klaverjas.bots.worlds import Hidden
from klaverjas.cards import Card, Hand, Suit
from klaverjas.kernel.entries import HANDS, LAID, POSITION, TRICK, TURN
from klaverjas.kernel.guesses import Tried, mean_score, tree_search, warm_up_guesses
from klaverjas.kernel.machine import integers
from klaverjas.kernel.payoff import TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS, Payoff
from klaverjas.kernel.rollouts import four_alike_of
from klaverjas.rules.auction import Bid
from klaverjas.rules.legal import duties_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS
from klaverjas.rules.trick import pot, troef_number
from klaverjas.seats import Seat, Team
from klaverjas.view import View

SIMULATIONS = 800
EXPLORE = 160  # how many points a card may seem worse and still be tried, roughly


@dataclass(frozen=True)
class Montecarlo(Attentive):
    """Plays so many rounds in the head for each card."""

    name: ClassVar[str] = "montecarlo"
    simulations: int = SIMULATIONS

    def get_ready(self) -> None:
        warm_up_guesses()

    def troef(
        self, view: View, seat: Seat, hand: Hand, chance: random.Random
    ) -> ChooseTroef | MakeBid | Pass:
        if not view.may.choose_troef:
            return choose_or_bid(view, seat, hand)
        worth = self.worth_of_suits(view, seat, chance)
        return ChooseTroef(seat, max(worth, key=worth.__getitem__))

    def worth_of_suits(self, view: View, seat: Seat, chance: random.Random) -> Mapping[Suit, float]:
        """What the round brings its own side with each suit as troef, when all play by habit."""
        rounds = self.simulations // len(Suit)
        worlds = Hidden(view, seat, remember(view)).some(rounds, chance)
        seed, sign = chance.getrandbits(31), 1 - 2 * seat.team
        return {
            suit: sign
            * mean_score(
                worlds,
                position_of(view, seat),
                taken_before(view),
                troef_number(suit),
                duties_of(view.rules),
                four_alike_of(view.rules),
                payoff_of(view.rules, seat.team, suit),
                rounds=rounds,
                seed=seed,
            )
            for suit in Suit
        }

    def best_card(self, view: View, seat: Seat, memory: Memory, chance: random.Random) -> Card:
        tried = self.tried(view, seat, memory, chance)
        cards = [card for card in correct_choices(view).ordered(view.troef) if card in tried]
        return max(cards, key=lambda card: tried[card].visits)

    def tried(self, view: View, seat: Seat, memory: Memory, chance: random.Random) -> Mapping[Card, Tried]:
        """How often each card was tried, and what it brought."""
        assert view.makers is not None
        return tree_search(
            Hidden(view, seat, memory).likely(self.simulations, chance),
            position_of(view, seat),
            taken_before(view),
            troef_number(view.troef),
            duties_of(view.rules),
            four_alike_of(view.rules),
            payoff_of(view.rules, view.makers, view.troef, view.bid),
            rounds=self.simulations,
            explore=EXPLORE,
            seed=chance.getrandbits(31),
        )


def position_of(view: View, seat: Seat) -> Any:
    """The trick and the own hand, as integers."""
    position, cards = integers(POSITION), view.trick.cards
    position[HANDS + seat] = int(view.hand or 0)
    position[TURN], position[LAID] = seat, len(cards)
    position[TRICK : TRICK + len(cards)] = cards
    return position


def taken_before(view: View) -> Any:
    """What both teams have taken in the tricks so far."""
    taken = integers(TAKEN)
    for trick in view.tricks:
        team = trick.winner.team
        taken[TAKEN_CARDS + team] += trick.points
        taken[TAKEN_ROEM + team] += trick.roem
        taken[TAKEN_TRICKS + team] += 1
    return taken


def payoff_of(rules: RuleSet, makers: Team, troef: Suit | None, bid: Bid | None = None) -> Payoff:
    """What the round is played for, in points: rounding would only hide what is gained."""
    return Payoff(
        makers=int(makers),
        contract=CONTRACTS.index(rules.contract),
        bid=bid.points if bid else 0,
        roem_counts=bool(rules.roem_counts),
        pit=rules.pit,
        tegenpit=rules.tegenpit,
        in_tens=False,
        all_cards=pot(troef_number(troef)),
    )
