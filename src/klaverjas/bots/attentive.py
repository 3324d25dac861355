"""What every good player does besides choosing a card: call roem that is there, and accuse with proof."""

import random
from abc import abstractmethod

from klaverjas.actions import Accuse, Play
from klaverjas.bots.advice import Advice
from klaverjas.bots.bot import Bot, correct_choices, roem_call
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge, remember, stronger_cards
from klaverjas.cards import Hand
from klaverjas.events import AccusationProven
from klaverjas.phase import Phase
from klaverjas.round import roem_lying
from klaverjas.rules.scoring import score_verzaakt
from klaverjas.rules.trick import troef_number
from klaverjas.seats import Seat
from klaverjas.view import View


class Attentive(Bot):
    """Forgets no card, calls the roem of its own side, accuses only with proof. Which card it plays is its own."""

    overlooks: float = 0.0  # the chance that roem, or an offence, is not seen

    @abstractmethod
    def troef(self, view: View, seat: Seat, hand: Hand, chance: random.Random) -> Advice:
        """What it says about troef."""

    @abstractmethod
    def best_card(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> Advice:
        """Which of several correct cards it plays."""

    def advise(self, view: View, chance: random.Random) -> Advice | None:
        seat, hand = view.viewer, view.hand
        if not isinstance(seat, Seat) or hand is None:
            return None
        if view.phase is Phase.TROEF:
            return self.troef(view, seat, hand, chance) if view.turn == seat else None
        plays = view.phase is Phase.PLAY and view.turn == seat
        if not plays and roem_call(view, seat) is None and not view.may.accuse:
            return None
        memory = remember(view)
        if said := self.before_a_card(view, seat, memory, chance):
            return said
        if not plays:
            return None
        return no_choice(view, seat) or self.best_card(view, seat, memory, chance)

    def before_a_card(
        self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random
    ) -> Advice | None:
        """Whom it accuses, or what roem it calls."""
        accusation = accusation_to_make(view, seat, memory)
        if accusation and not self._overlooks(chance):
            return Advice.of(accusation, "proven", seat=accusation.accused)
        call = roem_call(view, seat)
        if call and trick_is_ours(view, seat, memory) and not self._overlooks(chance):
            lying = roem_lying(view.trick.cards, view.troef, view.rules)
            return Advice.of(call, "roem-lies-there", points=lying)
        return None

    def _overlooks(self, chance: random.Random) -> bool:
        return self.overlooks > 0 and chance.random() < self.overlooks


def no_choice(view: View, seat: Seat) -> Advice | None:
    """The only card that can be played."""
    cards = correct_choices(view).ordered()
    return Advice.of(Play(seat, cards[0]), "no-choice", card=cards[0]) if len(cards) == 1 else None


def trick_is_ours(view: View, seat: Seat, memory: CardKnowledge) -> bool:
    """Whether the trick on the table certainly goes to the seat's team."""
    if view.winning is None or view.winning.team != seat.team:
        return False
    if view.phase is Phase.TRICK_END:
        return True
    winning = view.trick.cards[view.trick.winning_index]
    return not stronger_cards(winning, troef_number(view.troef)) & memory.unseen


def accusation_to_make(view: View, seat: Seat, memory: CardKnowledge) -> Accuse | None:
    """Accuse an opponent who certainly played an incorrect card, if there is something to gain."""
    caught = [accused for accused in view.may.accuse if memory.caught[accused] and accused.team != seat.team]
    for accused in caught:
        if _gains(view, seat, accused):
            return Accuse(seat, accused)
    return None


def _gains(view: View, seat: Seat, accused: Seat) -> bool:
    """Whether proving it leaves the seat's team better off than it is."""
    roem = sum(trick.roem for trick in view.tricks) + view.registered
    proven = score_verzaakt(accused.team, view.makers, roem, view.rules).score
    if view.result is None:
        return proven[seat.team] > 0
    if any(isinstance(event, AccusationProven) and event.accused == accused for event in view.events):
        return False  # once is enough: two teams could go on like that for ever
    now = view.result.score
    return proven[seat.team] - proven[accused.team] > now[seat.team] - now[accused.team]
