"""A player who plays the rest of the round many times in his head, in many worlds, and takes what did best."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from klaverjas.actions import ChooseTroef, MakeBid, Pass
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.memory import Memory, remember
from klaverjas.bots.strength import lowest_bids
from klaverjas.bots.worlds import Hidden
from klaverjas.cards import Card, Hand, Suit
from klaverjas.kernel.entries import LAID, POSITION, TRICK, TURN
from klaverjas.kernel.guesses import Search, mean_score, tree_search, warm_up_guesses
from klaverjas.kernel.machine import integers
from klaverjas.kernel.payoff import TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS, Payoff
from klaverjas.kernel.rollouts import four_alike_of
from klaverjas.kernel.tree import Moment
from klaverjas.rules.auction import Bid
from klaverjas.rules.legal import duties_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS
from klaverjas.rules.trick import pot, troef_number
from klaverjas.seats import Seat, Team
from klaverjas.view import View

SIMULATIONS = 800
NOTHING_BID = 0.0  # what a hand is worth on which nobody has bid yet
EXPLORE = 200  # how many points a card may seem worse and still be tried, roughly


@dataclass(frozen=True)
class Contract:
    """Who plays, with what as troef, and for how much."""

    makers: Team
    troef: Suit | None
    bid: Bid | None = None


@dataclass(frozen=True)
class Montecarlo(Attentive):
    """Plays rounds in the head: so many simulations, each a world in which the cards that may be best are compared."""

    name: ClassVar[str] = "montecarlo"
    simulations: int = SIMULATIONS

    def get_ready(self) -> None:
        warm_up_guesses()

    def troef(
        self, view: View, seat: Seat, hand: Hand, chance: random.Random
    ) -> ChooseTroef | MakeBid | Pass:
        if view.may.choose_troef:
            worth = self.worth_of(view, seat, [Contract(seat.team, suit) for suit in Suit], chance)
            return ChooseTroef(seat, Suit(worth.index(max(worth))))
        bids = lowest_bids(view.may.bids)
        standing = (
            [Contract(who.team, bid.suit, bid) for who, bid in (view.standing,)] if view.standing else []
        )
        contracts = [*(Contract(seat.team, bid.suit, bid) for bid in bids), *standing]
        worth = self.worth_of(view, seat, contracts, chance) if contracts else []
        if_passed = worth.pop() if standing else NOTHING_BID
        if not bids or max(worth) <= if_passed:
            return Pass(seat)
        return MakeBid(seat, bids[worth.index(max(worth))])

    def worth_of(
        self, view: View, seat: Seat, contracts: Sequence[Contract], chance: random.Random
    ) -> list[float]:
        """What each contract brings the seat's own side, when all play by habit: all of them in the same worlds."""
        rounds = self.simulations // len(contracts) + 1
        worlds = Hidden(view, seat, remember(view)).likely(rounds, chance)
        seed, sign = chance.getrandbits(31), 1 - 2 * seat.team
        first = view.dealer.after(1)
        return [
            sign * mean_score(worlds, moment_of(view, first, contract), rounds=rounds, seed=seed)
            for contract in contracts
        ]

    def best_card(self, view: View, seat: Seat, memory: Memory, chance: random.Random) -> Card:
        return self.search(view, seat, memory, chance).best

    def search(self, view: View, seat: Seat, memory: Memory, chance: random.Random) -> Search:
        """How often each card was tried, what it brought, and which did best."""
        assert view.makers is not None
        return tree_search(
            Hidden(view, seat, memory).likely(self.simulations, chance),
            moment_of(view, seat, Contract(view.makers, view.troef, view.bid)),
            explore=EXPLORE,
            seed=chance.getrandbits(31),
        )


def moment_of(view: View, turn: Seat, contract: Contract) -> Moment:
    """Where the round stands, if it is played for this."""
    return Moment(
        position_of(view, turn),
        taken_before(view),
        troef_number(contract.troef),
        duties_of(view.rules),
        four_alike_of(view.rules),
        payoff_of(view.rules, contract),
    )


def position_of(view: View, turn: Seat) -> Any:
    """The trick on the table and whose turn it is, as integers; the hands come from the worlds."""
    position, cards = integers(POSITION), view.trick.cards
    position[TURN], position[LAID] = turn, len(cards)
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


def payoff_of(rules: RuleSet, contract: Contract) -> Payoff:
    """What the round is played for, in points: rounding would only hide what is gained."""
    return Payoff(
        makers=int(contract.makers),
        contract=CONTRACTS.index(rules.contract),
        bid=contract.bid.points if contract.bid else 0,
        roem_counts=bool(rules.roem_counts),
        pit=rules.pit,
        tegenpit=rules.tegenpit,
        in_tens=False,
        all_cards=pot(troef_number(contract.troef)),
    )
