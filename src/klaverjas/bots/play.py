"""Which card to play.

Every correct card is judged by three questions. What does it bring in this trick: the points that will lie there, for
us if we are likely to take it and against us if not? So points go to partner's trick (smeren) and not to the others'.
What would the same card be worth later? So an ace is kept from a trick that is lost anyway. And does leading it
draw troefs from the opponents, which the playing team wants?
"""

from klaverjas.bots.bot import correct_choices
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge, stronger_cards
from klaverjas.bots.knowledge.odds import Odds
from klaverjas.cards import Card
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import LAST_TRICK, SUIT_CARDS, TRICKS, beats, card_points, troef_number
from klaverjas.seats import Seat
from klaverjas.view import View

# All in points, and tried out in thousands of rounds of these bots among themselves.
# What each of those who still have to play brings to his own side's trick, and to the others'.
FRIENDLY = 3.0
HOSTILE = 0.5
LATER = 10.5  # what else lies in a trick that a card takes later on
LOST = 0.5  # the part of a card's points that is lost if it takes nothing
DRAWN = 6.0  # what it is worth to the playing team that an opponent gives up a troef
# How likely a troef is to take a trick later on, by the number of higher ones that are hidden.
TROEF_TAKES = (0.95, 0.8, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6)
HIGHEST_TAKES = 0.75  # the highest card of a plain suit, if nobody trumps it
SECOND_TAKES = 0.4  # when a lower card beside it can be given to the highest
BARE_SECOND_TAKES = 0.2
OTHERS_TAKE = 0.1


class CardEvaluator:
    """Values the cards that one player can play now."""

    def __init__(self, view: View, seat: Seat, memory: CardKnowledge) -> None:
        self.view, self.seat, self.memory = view, seat, memory
        self.hand = int(view.hand or 0)
        self.troef = troef_number(view.troef)
        self.odds = Odds(view, seat, memory, self.troef)
        self.opponents = (seat.after(1), seat.after(3))
        trick = view.trick
        self.lying = sum(1 << card for card in trick.cards)
        self.points = trick.points + (LAST_TRICK if len(view.tricks) == TRICKS - 1 else 0)
        self.to_come = [seat.after(turn) for turn in range(1, 4 - len(trick.cards))]
        partner_comes = seat.partner in self.to_come
        opponents_come = len(self.to_come) - partner_comes
        self.if_won = FRIENDLY * partner_comes + HOSTILE * opponents_come
        self.if_lost = HOSTILE * partner_comes + FRIENDLY * opponents_come

    def best(self) -> Card:
        """The correct card that looks best; among equals the first as a hand is shown."""
        return max(correct_choices(self.view).ordered(self.view.troef), key=self.value)

    def value(self, card: Card) -> float:
        """What playing *card* is worth, in points."""
        ours, points = self.chance_of_trick(card), self.points_with(card)
        value = ours * (points + self.if_won) - (1 - ours) * (points + self.if_lost) - self.worth_later(card)
        if not self.lying and card >> 3 == self.troef:
            value += ours * self._drawing()
        return value

    def points_with(self, card: Card) -> int:
        """What lies in the trick when *card* does."""
        roem = roem_points(self.lying | 1 << card, self.troef, self.view.rules.four_alike)
        return self.points + card_points(card, self.troef) + roem

    def chance_of_trick(self, card: Card) -> float:
        """How likely our side is to take this trick if *card* is played to it."""
        trick, winner = self.view.trick, self.view.winning
        led, winning, ours = card >> 3, card, True
        if winner is not None:
            led, winning = trick.cards[0] >> 3, trick.cards[trick.winning_index]
            ours = winner == self.seat.partner
            if beats(card, winning, self.troef):
                winning, ours = card, True
        nobody, partner, opponents = 1.0, 0.0, 0.0
        for seat in self.to_come:
            overtakes = self.odds.overtakes(seat, led, winning)
            nobody *= 1 - overtakes
            if seat == self.seat.partner:
                partner = overtakes
            else:
                opponents += overtakes
        # When several can take it over, each is as likely to end up with it as he is to be able to.
        to_partner = (1 - nobody) * partner / (partner + opponents) if partner else 0.0
        return to_partner + nobody if ours else to_partner

    def worth_later(self, card: Card) -> float:
        """What *card* may still bring if it is kept."""
        points = card_points(card, self.troef)
        takes = self._takes_later(card)
        return takes * (points + LATER) - (1 - takes) * LOST * points

    def _takes_later(self, card: Card) -> float:
        suit = SUIT_CARDS[card >> 3]
        higher = (stronger_cards(card, self.troef) & suit & self.memory.unseen).bit_count()
        if card >> 3 == self.troef:
            return TROEF_TAKES[higher]
        if higher == 0:
            first, second = (1 - self.odds.trumps_in(seat, card >> 3) for seat in self.opponents)
            return HIGHEST_TAKES * first * second
        if higher == 1:
            lower = self.hand & suit & ~stronger_cards(card, self.troef) & ~(1 << card)
            return SECOND_TAKES if lower else BARE_SECOND_TAKES
        return OTHERS_TAKE

    def _drawing(self) -> float:
        """What leading troef is worth for its own sake: good for the playing team, bad for the others."""
        troefs = SUIT_CARDS[self.troef]
        drawn = sum(1 - self.odds.none_of(seat, troefs) for seat in self.opponents)
        return DRAWN * drawn if self.view.makers == self.seat.team else -DRAWN
