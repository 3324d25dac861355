"""A player who has taught itself: a trained network, asked once for each move."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from klaverjas.actions import ChooseTroef, MakeBid, Pass, Play
from klaverjas.bots.advice import Advice, Lead
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.bot import correct_choices
from klaverjas.bots.memory import Memory, remember
from klaverjas.bots.sight import words_and_numbers
from klaverjas.cards import Card, Hand, Suit
from klaverjas.kernel.network import Answer, network_in, warm_up_network
from klaverjas.kernel.sight import MAY_PLAY
from klaverjas.kernel.steps import BIDS, PASS, STRAINS, TROEFS
from klaverjas.rules.auction import Bid
from klaverjas.rules.trick import troef_number
from klaverjas.seats import Seat
from klaverjas.view import View


@dataclass(frozen=True)
class Net(Attentive):
    """Does what the network likes best."""

    name: str = "net"
    overlooks: float = 0.0
    weights: str = ""  # a file; without one, those that come with the package

    def get_ready(self) -> None:
        network_in(self.weights)
        warm_up_network()

    def troef(self, view: View, seat: Seat, hand: Hand, chance: random.Random) -> Advice:
        memory = remember(view)
        if view.may.choose_troef:
            likes = self.ask(view, seat, memory, [TROEFS + suit for suit in Suit])[1]
            best = Suit(max(likes, key=likes.__getitem__) - TROEFS)
            return Advice.of(ChooseTroef(seat, best), "guess")
        bids = {bid_action(bid): bid for bid in view.may.bids}
        _, likes = self.ask(view, seat, memory, [PASS, *bids])
        best_action = max(likes, key=likes.__getitem__)
        if best_action == PASS:
            return Advice.of(Pass(seat), "guess")
        return Advice.of(MakeBid(seat, bids[best_action]), "guess")

    def best_card(self, view: View, seat: Seat, memory: Memory, chance: random.Random) -> Advice:
        answer, likes = self.ask(view, seat, memory, [int(card) for card in correct_choices(view)])
        card = Card(max(likes, key=likes.__getitem__))
        return Advice.of(Play(seat, card), "guess", card=card, ahead=Lead(answer.ahead))

    def ask(
        self, view: View, seat: Seat, memory: Memory, possible: Sequence[int]
    ) -> tuple[Answer, dict[int, float]]:
        """What the network says, and how much it likes each of these actions."""
        words, numbers = words_and_numbers(view, seat, seat, memory)
        words[MAY_PLAY] = sum(1 << action for action in possible if action < TROEFS)
        answer = network_in(self.weights).ask(words, numbers, possible, view.rules)
        return answer, answer.likes(possible)


def bid_action(bid: Bid) -> int:
    return BIDS + (bid.points // 10 - 1) * STRAINS + troef_number(bid.suit)
