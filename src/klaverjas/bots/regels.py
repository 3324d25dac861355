"""A player who has learnt the principles: count, keep, give to partner, take from the others."""

import random
from dataclasses import dataclass

from klaverjas.actions import Play
from klaverjas.bots.advice import Advice
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge
from klaverjas.bots.knowledge.strength import choose_or_bid
from klaverjas.bots.play import CardEvaluator
from klaverjas.cards import Hand
from klaverjas.seats import Seat
from klaverjas.view import View


@dataclass(frozen=True)
class Regels(Attentive):
    """Plays by the principles, and counts its hand for troef."""

    name: str = "regels"
    overlooks: float = 0.0

    def troef(self, view: View, seat: Seat, hand: Hand, chance: random.Random) -> Advice:
        return choose_or_bid(view, seat, hand)

    def best_card(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> Advice:
        judge = CardEvaluator(view, seat, memory)
        card = judge.best()
        ours, points = judge.chance_of_trick(card), judge.points_with(card)
        if ours >= 0.5:
            return Advice.of(Play(seat, card), "ours", chance=round(100 * ours), points=points)
        return Advice.of(Play(seat, card), "theirs", chance=round(100 - 100 * ours), card=card)
