"""The strongest player: a trained network, and a look ahead where it hesitates with few cards in hand.

Where the network likes more than one card, each of them is played in worlds that may be the real one, and a judge who
sees all hands says what comes of it. With many cards in hand that brings nothing over what the network likes. To
explain itself it always looks ahead.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any, ClassVar

from klaverjas.actions import ChooseTroef, MakeBid, Pass, Play, RoundAction
from klaverjas.bots.advice import Advice, LargeNumber, LeadInPoints, Outlook
from klaverjas.bots.attentive import no_choice
from klaverjas.bots.budget import Budget
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge, remember
from klaverjas.bots.knowledge.holders import holders
from klaverjas.bots.knowledge.worlds import Hidden, warm_up_worlds
from klaverjas.bots.net import NetBot, actions_of, by_liking
from klaverjas.bots.sight import row_of
from klaverjas.cards import Hand
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.nn.inference import network_in
from klaverjas.kernel.nn.look_ahead import judged, warm_up_lookahead
from klaverjas.kernel.round.rule_params import house_of
from klaverjas.phase import Phase
from klaverjas.rules.named import ROTTERDAM
from klaverjas.seats import Seat
from klaverjas.view import View

WORLDS = 128
DRAWN = 1_000  # from which the likely ones come
MOST_WORLDS = 512  # however much time there is
AT_ONCE = 32
MOST_TOLD = 8  # actions of which it is said what they bring
HESITATES = 0.02  # a card that it likes so much of the best is weighed as well
LATE = 4  # cards in hand, with which a look ahead is worth more than what it likes
TRUST = 1  # point: how much it counts that the network likes a card e times as much
# So many points at least a card is behind for each factor e that it is liked less, whatever a look ahead says. Where it
# prefers a card that is not liked, that does not come true; chosen by eye from what did (bench/look_ahead.py).
LEAST_BEHIND = 0.2
HARDLY = 1e-9  # nothing counts as liked less than this


@dataclass(frozen=True)
class Meester(NetBot):
    """Asks the network, and looks ahead in so many worlds where it hesitates with few cards in hand."""

    name: str = "meester"
    worlds: int = WORLDS
    trust: int = TRUST
    budget: Budget | None = None
    settings: ClassVar = ("worlds", "trust")

    def get_ready(self) -> None:
        super().get_ready()
        warm_up_lookahead()
        warm_up_worlds()
        house_of(ROTTERDAM, 0)  # which compiles what every table needs

    def within(self, budget: Budget) -> "Meester":
        return replace(self, budget=budget)

    def troef(self, view: View, seat: Seat, hand: Hand, chance: random.Random) -> Advice:
        return self.consider(view, seat, remember(view), chance)

    def best_card(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> Advice:
        return self.consider(view, seat, memory, chance)

    def explain(self, view: View, chance: random.Random) -> Advice | None:
        seat = view.viewer
        chooses = view.turn == seat and view.phase in (Phase.TROEF, Phase.PLAY)
        if not isinstance(seat, Seat) or view.hand is None or not chooses:
            return self.advise(view, chance)
        memory = remember(view)
        considered = self.consider(view, seat, memory, chance, explain=True)
        if view.phase is Phase.TROEF:
            return considered
        first = self.before_a_card(view, seat, memory, chance) or no_choice(view, seat)
        return replace(first, outlook=considered.outlook) if first else considered

    def consider(
        self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random, *, explain: bool = False
    ) -> Advice:
        """What to do; after a look ahead where it helps, and to *explain* it always with one."""
        choices = actions_of(view, seat)
        answer, likes = self.ask(view, seat, memory, list(choices), all=True)
        told = sorted(choices, key=lambda action: -likes[action])[:MOST_TOLD]
        doubted = [action for action in told if likes[action] >= HESITATES * likes[told[0]]]
        late = view.phase is Phase.PLAY and len(view.hand or ()) <= LATE
        weighed = doubted if late else doubted[:1]
        if len(weighed) == 1 and not explain:
            return by_liking(choices, likes, weighed[0])
        actions = told if explain else weighed
        ahead = self.look_ahead(view, seat, memory, answer.belief, actions, chance)
        ranked = self.ranked(actions, weighed, likes, ahead)
        best, *_ = (action for action, _ in ranked if action in weighed)
        advice = by_liking(choices, likes, best)
        if len(doubted) > 1:
            compared = [(choices[action], points) for action, points in ranked if action in doubted]
            advice = by_comparing(compared, ahead.shape[1]) or advice
        if not explain:
            return advice
        outlook = Outlook(
            tuple((choices[action], points) for action, points in ranked),
            answer.nat if view.makers is not None and view.rules.contract != "none" else None,
            holders(view, seat, memory, answer.belief),
        )
        return replace(advice, outlook=outlook)

    def ranked(
        self, actions: Sequence[int], weighed: Sequence[int], likes: Mapping[int, float], ahead: Any
    ) -> list[tuple[int, float]]:
        """The actions, best first, with the points that each brings.

        The best is the one of which the judge and the network together think most; the points are what the judge says.
        No other one is ahead of it, and what the network likes less is behind.
        """
        means = dict(zip(actions, ahead.mean(axis=1).tolist(), strict=True))
        best = max(
            weighed, key=lambda action: means[action] + self.trust * log(max(likes[action], HESITATES))
        )
        liked = {action: log(max(likes[action], HARDLY)) for action in actions}
        behind = {
            action: max(0.0, means[best] - means[action], LEAST_BEHIND * (liked[best] - liked[action]))
            for action in actions
        }
        brings = {action: means[best] - behind[action] for action in actions}
        return sorted(brings.items(), key=lambda pair: (-pair[1], pair[0] != best))

    def look_ahead(
        self,
        view: View,
        seat: Seat,
        memory: CardKnowledge,
        belief: Sequence[Sequence[float]],
        actions: Sequence[int],
        chance: random.Random,
    ) -> Any:
        """What the judge says of each action in each of the worlds: as many as were asked for, or as there is time."""
        numpy = the_arrays()
        watch = self.budget.start() if self.budget else None
        number = MOST_WORLDS if watch else self.worlds
        worlds = Hidden(view, seat, memory).believed(belief, number, DRAWN, chance)
        row, taken = (numpy.array(numbers, numpy.int64) for numbers in row_of(view, memory))
        network, parts = network_in(self.weights), []
        for start in range(0, len(worlds), AT_ONCE):
            before = watch.left if watch else 0.0
            parts.append(judged(network, row, taken, worlds[start : start + AT_ONCE], actions, view.rules))
            if watch and watch.left < before - watch.left:
                break
        return numpy.concatenate(parts, axis=1)


def by_comparing(compared: Sequence[tuple[RoundAction, float]], worlds: int) -> Advice | None:
    """The first of these actions, and why it is better than another; None where there is nothing to say about that."""
    (best, most), (second, less), *_ = compared
    ends = {"ahead": LeadInPoints(most), "behind": LeadInPoints(less)}
    match best, second:
        case Play(card=card), Play(card=next_card):
            facts = {"card": card, "next": next_card, "worlds": LargeNumber(worlds)}
            points = round(most - less)
            if points == 0:
                return Advice.of(best, "as-good-card", **facts)
            return Advice.of(best, "better-card", points=points, **facts)
        case ChooseTroef(suit=suit), ChooseTroef(suit=next_suit):
            return Advice.of(best, "better-troef", suit=suit, next=next_suit, **ends)
        case MakeBid(bid=bid), Pass():
            return Advice.of(best, "better-bid", bid=bid, **ends)
        case Pass(), MakeBid(bid=bid):
            return Advice.of(best, "better-pass", bid=bid, **ends)
    return None
