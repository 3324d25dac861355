"""A player who has taught itself: a trained network, asked once for each move."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from klaverjas.actions import ChooseTroef, MakeBid, Pass, Play, RoundAction
from klaverjas.bots.advice import Advice
from klaverjas.bots.attentive import Attentive
from klaverjas.bots.bot import correct_choices
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge, remember
from klaverjas.bots.sight import words_and_numbers
from klaverjas.cards import Hand, Suit
from klaverjas.kernel.nn.inference import Prediction, network_in, warm_up_network
from klaverjas.kernel.nn.observation import MAY_PLAY
from klaverjas.kernel.round.steps import BIDS, PASS, STRAINS, TROEFS
from klaverjas.phase import Phase
from klaverjas.rules.trick import troef_number
from klaverjas.seats import Seat
from klaverjas.view import View


@dataclass(frozen=True)
class NetBot(Attentive):
    """Does what the network likes best."""

    name: str = "net"
    overlooks: float = 0.0
    weights: str = "meester"  # or a file

    def get_ready(self) -> None:
        network_in(self.weights)
        warm_up_network()

    def troef(self, view: View, seat: Seat, hand: Hand, chance: random.Random) -> Advice:
        return self.liked(view, seat, remember(view))

    def best_card(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> Advice:
        return self.liked(view, seat, memory)

    def liked(self, view: View, seat: Seat, memory: CardKnowledge) -> Advice:
        """What the network likes best."""
        choices = actions_of(view, seat)
        _, likes = self.ask(view, seat, memory, list(choices))
        return by_liking(choices, likes, max(likes, key=likes.__getitem__))

    def ask(
        self, view: View, seat: Seat, memory: CardKnowledge, possible: Sequence[int], *, all: bool = False
    ) -> tuple[Prediction, dict[int, float]]:
        """What the network says, with *all* who holds which card too, and how much it likes each of these actions."""
        words, numbers = words_and_numbers(view, seat, seat, memory)
        words[MAY_PLAY] = sum(1 << action for action in possible if action < TROEFS)
        network = network_in(self.weights)
        answer = (network.ask_all if all else network.ask)(words, numbers, possible, view.rules)
        return answer, answer.likes(possible)


def by_liking(choices: Mapping[int, RoundAction], likes: Mapping[int, float], action: int) -> Advice:
    """An action, and how much it is liked."""
    return Advice.of(choices[action], "trained", chance=min(99, round(100 * likes[action])))


def actions_of(view: View, seat: Seat) -> dict[int, RoundAction]:
    """What the seat whose turn it is can do, by the number of the action; incorrect cards aside."""
    if view.phase is not Phase.TROEF:
        return {int(card): Play(seat, card) for card in correct_choices(view)}
    if view.may.choose_troef:
        return {TROEFS + suit: ChooseTroef(seat, suit) for suit in Suit}
    bids = {
        BIDS + (bid.points // 10 - 1) * STRAINS + troef_number(bid.suit): MakeBid(seat, bid)
        for bid in view.may.bids
    }
    return {PASS: Pass(seat), **bids}
