"""A player who plays the rest of the round many times in his head, in many worlds, and takes what did best."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

from klaverjas.actions import ChooseTroef, MakeBid, Pass, Play
from klaverjas.bots.advice import Advice, LargeNumber, LeadInPoints
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.budget import MOST, Budget, Thought, think_within
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge, remember
from klaverjas.bots.knowledge.conventions import bids_to_weigh, shows_jacks_and_nines
from klaverjas.bots.knowledge.heard import expected
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.cards import Hand, Suit
from klaverjas.kernel.compile.compiler import integers, the_arrays
from klaverjas.kernel.ismcts.api import SearchResult, mean_score, tree_search, warm_up_guesses
from klaverjas.kernel.ismcts.tree import SearchState
from klaverjas.kernel.layout import LAID, POSITION, TRICK, TURN
from klaverjas.kernel.round.rule_params import four_alike_of
from klaverjas.kernel.solver.solve_score import payoff_of, taken_row
from klaverjas.rules.auction import Bid
from klaverjas.rules.legal import duties_of
from klaverjas.rules.scoring import Taken
from klaverjas.rules.trick import troef_number
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

    name: str = "montecarlo"
    simulations: int = SIMULATIONS
    budget: Budget | None = None  # instead of a number
    most: int = MOST  # simulations, however much time there is
    overlooks: float = 0.0
    settings: ClassVar = ("simulations",)

    def get_ready(self) -> None:
        warm_up_guesses()

    def within(self, budget: Budget) -> "Montecarlo":
        return replace(self, budget=budget)

    def think(self, think: Callable[[int], Thought]) -> Thought:
        """Think about as many worlds as were asked for, or as there is time for."""
        if self.budget is None:
            return think(self.simulations)
        return think_within(self.budget.start(), think, most=self.most)

    def troef(self, view: View, seat: Seat, hand: Hand, chance: random.Random) -> Advice:
        if view.may.choose_troef:
            worth = self.worth_of(view, seat, [Contract(seat.team, suit) for suit in Suit], chance)
            best, second = sorted(Suit, key=lambda suit: -worth[suit])[:2]
            ends = {"ahead": LeadInPoints(worth[best]), "behind": LeadInPoints(worth[second])}
            return Advice.of(ChooseTroef(seat, best), "better-troef", suit=best, next=second, **ends)
        bids = bids_to_weigh(view, hand)
        if not bids:
            return Advice(Pass(seat), "too-late")
        contracts = [Contract(seat.team, bid.suit, bid) for bid in bids]
        if view.standing:
            who, bid = view.standing
            contracts.append(Contract(who.team, bid.suit, bid))
        worth = self.worth_of(view, seat, contracts, chance)
        if_passed = worth.pop() if view.standing else NOTHING_BID
        most = max(worth)
        bid = bids[worth.index(most)]
        if most > if_passed and shows_jacks_and_nines(bid, view.rules):
            return Advice.of(MakeBid(seat, bid), "shows-jacks", bid=bid)
        if most > if_passed:
            ends = {"ahead": LeadInPoints(most), "behind": LeadInPoints(if_passed)}
            return Advice.of(MakeBid(seat, bid), "better-bid", bid=bid, **ends)
        ends = {"ahead": LeadInPoints(if_passed), "behind": LeadInPoints(most)}
        return Advice.of(Pass(seat), "better-pass", bid=bid, **ends)

    def worth_of(
        self, view: View, seat: Seat, contracts: Sequence[Contract], chance: random.Random
    ) -> list[float]:
        """What each contract brings the seat's own side, when all play by habit: all of them in the same worlds."""
        hidden, sign = Hidden(view, seat, remember(view)), 1 - 2 * seat.team

        def worth(simulations: int) -> list[float]:
            rounds = simulations // len(contracts) + 1
            worlds, seed = hidden.likely(rounds, chance), chance.getrandbits(31)
            return [
                sign
                * sum(weight * score_of(worlds[which], view, played, seed) for which, weight, played in parts)
                for parts in (outcomes(contract, worlds, view, seat) for contract in contracts)
            ]

        return self.think(worth)

    def best_card(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> Advice:
        return card_advice(seat, self.search(view, seat, memory, chance))

    def search(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> SearchResult:
        """How often each card was tried, what it brought, and which did best."""
        assert view.makers is not None
        hidden = Hidden(view, seat, memory)
        moment = moment_of(view, seat, Contract(view.makers, view.troef, view.bid))
        return self.think(
            lambda worlds: tree_search(
                hidden.likely(worlds, chance), moment, explore=EXPLORE, seed=chance.getrandbits(31)
            )
        )


Part: TypeAlias = tuple[Any, float, Contract]


def outcomes(contract: Contract, worlds: Any, view: View, seat: Seat) -> list[Part]:
    """In which of the worlds, and in what part of them, what is played in the end after a bid of the seat's own side.

    That is what was bid, unless it shows jacks and nines: then partner names the suit that is best with his hand.
    """
    own = contract.bid is not None and contract.makers == seat.team
    stands = view.standing is not None and contract.bid == view.standing[1]
    if not own or stands or contract.bid is None or not shows_jacks_and_nines(contract.bid, view.rules):
        return [(slice(None), 1.0, contract)]
    hands = worlds[:, seat.partner]
    best = the_arrays().argmax([expected(hands, suit) for suit in Suit], axis=0)
    named = [(best == suit, Bid(view.rules.min_bid or 0, suit)) for suit in Suit]
    return [(which, which.mean(), Contract(seat.team, bid.suit, bid)) for which, bid in named if which.any()]


def score_of(worlds: Any, view: View, contract: Contract, seed: int) -> float:
    """What a contract brings North and South in these worlds, when all play by habit."""
    moment = moment_of(view, view.dealer.after(1), contract)
    return mean_score(worlds, moment, rounds=len(worlds), seed=seed)


def card_advice(seat: Seat, search: SearchResult) -> Advice:
    """The best card, and by how much it is better than the next."""
    sign = 1 - 2 * seat.team
    best, tried = search.best, search.tried
    second = max((card for card in tried if card != best), key=lambda card: sign * tried[card].score)
    points = round(sign * (tried[best].score - tried[second].score))
    facts = {"card": best, "next": second, "worlds": LargeNumber(tried[best].visits)}
    if points <= 0:
        return Advice.of(Play(seat, best), "as-good-card", **facts)
    return Advice.of(Play(seat, best), "better-card", points=points, **facts)


def moment_of(view: View, turn: Seat, contract: Contract) -> SearchState:
    """Where the round stands, if it is played for this: in points, since rounding would only hide what is gained."""
    bid = contract.bid.points if contract.bid else None
    return SearchState(
        position_of(view, turn),
        taken_row(taken_in(view)),
        troef_number(contract.troef),
        duties_of(view.rules),
        four_alike_of(view.rules),
        payoff_of(view.rules, contract.makers, bid, contract.troef, in_tens=False),
    )


def position_of(view: View, turn: Seat) -> Any:
    """The trick on the table and whose turn it is, as integers; the hands come from the worlds."""
    position, cards = integers(POSITION), view.trick.cards
    position[TURN], position[LAID] = turn, len(cards)
    position[TRICK : TRICK + len(cards)] = cards
    return position


def taken_in(view: View) -> Taken:
    """What both teams have taken in the tricks so far."""
    taken = Taken()
    for trick in view.tricks:
        taken = taken.plus(trick.winner.team, trick.points, trick.roem)
    return taken
