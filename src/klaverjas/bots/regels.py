"""A player who has learnt the principles: count, keep, give to partner, take from the others."""

import random

from klaverjas.actions import ChooseTroef, MakeBid, Pass
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.memory import Memory
from klaverjas.bots.play import best_card
from klaverjas.bots.strength import choose_or_bid
from klaverjas.cards import Card, Hand
from klaverjas.seats import Seat
from klaverjas.view import View


class Regels(Attentive):
    """Plays by the principles, and counts its hand for troef."""

    name = "regels"

    def get_ready(self) -> None:
        """It always is."""

    def troef(
        self, view: View, seat: Seat, hand: Hand, chance: random.Random
    ) -> ChooseTroef | MakeBid | Pass:
        return choose_or_bid(view, seat, hand)

    def best_card(self, view: View, seat: Seat, memory: Memory, chance: random.Random) -> Card:
        return best_card(view, seat, memory)
