"""How likely it is that somebody holds a card, or can take a trick over.

A hidden card is with one of the seats that may hold it, the likelier the more cards that seat has left; cards are
taken to lie independently, which is near enough at a table.
"""

from klaverjas.bots.knowledge.card_knowledge import CardKnowledge, stronger_cards
from klaverjas.rules.trick import SUIT_CARDS
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View


class Odds:
    """The chances as one player sees them."""

    def __init__(self, view: View, seat: Seat, memory: CardKnowledge, troef: int) -> None:
        self.troef = troef
        others = (seat.after(1), seat.after(2), seat.after(3))
        counts = view.counts
        may_hold = [memory.may_hold(other) if other != seat and counts[other] else 0 for other in SEATS]
        for other in others:
            if may_hold[other].bit_count() < counts[other]:  # then somebody has not played correctly
                may_hold[other] = memory.unseen
        # By seat: sets of hidden cards, each with the chance that the seat does not hold one of them.
        self._missing: list[list[tuple[int, float]]] = [[], [], [], []]
        for holders in range(1, 8):
            cards, together = memory.unseen, 0
            for turn, other in enumerate(others):
                if holders >> turn & 1:
                    cards &= may_hold[other]
                    together += counts[other]
                else:
                    cards &= ~may_hold[other]
            if cards and together:
                for turn, other in enumerate(others):
                    if holders >> turn & 1:
                        self._missing[other].append((cards, 1 - counts[other] / together))

    def none_of(self, seat: int, cards: int) -> float:
        """The chance that a seat holds none of these cards."""
        chance = 1.0
        for group, missing in self._missing[seat]:
            if among := (group & cards).bit_count():
                chance *= missing**among
        return chance

    def overtakes(self, seat: int, led: int, winning: int) -> float:
        """The chance that a seat can take over the trick that *winning* is winning."""
        stronger, suit = stronger_cards(winning, self.troef), SUIT_CARDS[led]
        chance = 1 - self.none_of(seat, stronger & suit)
        if trumps := stronger & ~suit:
            chance += self.none_of(seat, suit) * (1 - self.none_of(seat, trumps))
        return chance

    def trumps_in(self, seat: int, suit: int) -> float:
        """The chance that a seat has none of a plain suit, and a troef."""
        without = self.none_of(seat, SUIT_CARDS[suit])
        return without * (1 - self.none_of(seat, SUIT_CARDS[self.troef])) if without else 0.0
