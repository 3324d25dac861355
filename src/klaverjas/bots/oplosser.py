"""A player who solves the likely worlds exactly, as if all hands were open, and takes the card that does best in them.

Whoever solves each world by itself believes that he will know later which one it is. Early in the round there is no
time for more. Near the end he looks further with closed hands: down a tree of what may be played, where a card of his
side must serve all worlds that look alike, and solves only what comes after that.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from klaverjas.bots.knowledge.card_knowledge import CardKnowledge
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.bots.montecarlo import Contract, Montecarlo, moment_of, taken_in
from klaverjas.cards import Card, Hand
from klaverjas.kernel.ismcts.api import SearchResult, Tried
from klaverjas.kernel.ismcts.exact import SolvedTree, score_from, warm_up_exact
from klaverjas.kernel.ismcts.tree import SearchState
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.seats import Seat
from klaverjas.view import View

WORLDS = 20
DRAWN = 1000  # worlds from which the likely ones come first
# With so many cards in hand or fewer: solve for the score of the round instead of points; and behind a tree.
SCORE_FROM = 6
CLOSED_FROM = 5
EXPLORE = 100


@dataclass(frozen=True)
class Oplosser(Montecarlo):
    """Names troef and bids by rounds in the head, and plays by exact solutions of so many worlds."""

    name: str = "oplosser"
    worlds: int = WORLDS
    settings: ClassVar = ("worlds",)

    def get_ready(self) -> None:
        super().get_ready()
        warm_up_exact()

    def search(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> SearchResult:
        assert view.makers is not None
        watch = self.budget.start() if self.budget else None
        stakes = Stakes(view.makers, view.bid.points if view.bid else None, taken_in(view))
        moment = moment_of(view, seat, Contract(view.makers, view.troef, view.bid))
        likely = Hidden(view, seat, memory).likely(DRAWN, chance)
        worlds = likely if watch else likely[: self.worlds]
        cards, side = len(view.hand or ()), 1 - 2 * seat.team
        tree = SolvedTree(moment, len(worlds), explore=EXPLORE, seed=chance.getrandbits(31))
        totals: Counter[Card] = Counter()
        solved, longest = 0, 0.0
        for world in worlds:
            before = watch.left if watch else 0.0
            if cards <= CLOSED_FROM:
                tree.try_all(world)
            else:
                position = Position([Hand(int(hand)) for hand in world], view.trick)
                totals.update(scores_by_card(position, view, stakes, moment))
            solved += 1
            longest = max(longest, before - watch.left) if watch else 0.0
            if watch and watch.left < longest:
                break
        if cards <= CLOSED_FROM:
            return tree.search(side)
        return SearchResult.of(
            {card: Tried(solved, side * total / solved) for card, total in totals.items()}, side
        )


def scores_by_card(position: Position, view: View, stakes: Stakes, moment: SearchState) -> Mapping[Card, int]:
    """What each card brings the player's side with open hands, when all play their best.

    Early in the round their best is for points, and these then make the score; that is fifteen times as quick.
    """
    if len(position.hands[position.turn]) <= SCORE_FROM:
        return solve_score(position, view.rules, stakes).cards
    side, taken = 1 - 2 * position.turn.team, stakes.taken
    had = taken.cards[0] + taken.roem[0] - taken.cards[1] - taken.roem[1]
    return {
        card: side * score_from(had + side * points, moment)
        for card, points in solve(position, view.rules).cards.items()
    }
