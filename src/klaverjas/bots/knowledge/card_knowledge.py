"""What the cards on the table tell about those that are still hidden.

Whoever plays a card correctly shows that he lacks others: a heart that does not follow spades says that there are no
spades, a low troef that there is no higher one. Which cards those are is asked of the rules, two cards at a time: if a
card is not correct from a hand of just these two, it is not correct from any hand that holds both.

>>> from klaverjas.cards import Card, Hand
>>> from klaverjas.rules.legal import situation
>>> from klaverjas.rules.named import ROTTERDAM
>>> from klaverjas.rules.trick import Trick
>>> played, trick = Card.parse("D7"), Trick.parse("N: HA H7", troef="C")
>>> print(Hand(lacking(played, *situation(trick.cards, 0, trick.troef), duties_of(ROTTERDAM))))
HA HT HK HQ HJ H9 H8 H7 CA CT CK CQ CJ C9 C8 C7
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from klaverjas.cards import ALL_CARDS
from klaverjas.rules.legal import correct_cards, duties_of
from klaverjas.rules.trick import beats, troef_number
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View


@dataclass(frozen=True)
class CardKnowledge:
    """What a player who has paid attention knows. Sets of cards are masks; seats are in their order."""

    unseen: int  # neither played nor in the player's own hand
    denied: tuple[
        tuple[int, ...], ...
    ]  # by seat: what each card said that it does not hold, unless that was proven false
    lacks: tuple[int, ...]  # what each seat cannot hold, if it has played correctly
    caught: tuple[
        bool, ...
    ]  # who has certainly played an incorrect card: he has since played one that he could
    # not hold, or holds more cards than he can have

    def may_hold(self, seat: Seat) -> int:
        """The hidden cards that a seat can have; any of them, if it was caught."""
        return self.unseen if self.caught[seat] else self.unseen & ~self.lacks[seat]


def remember(view: View) -> CardKnowledge:
    """Everything that the tricks so far tell the viewer."""
    troef, duties = troef_number(view.troef), duties_of(view.rules)
    seen = int(view.hand or 0)
    lacks, caught = [0, 0, 0, 0], [False, False, False, False]
    denied: list[list[int]] = [[], [], [], []]
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    tricks.append((view.trick.leader, view.trick.cards))
    for leader, cards in tricks:
        winning = 0
        for turn, card in enumerate(cards):
            seat = (leader + turn) & 3
            seen |= 1 << card
            if lacks[seat] >> card & 1:
                caught[seat] = True
                denied[seat] = [0 if cards >> card & 1 else cards for cards in denied[seat]]
            if not turn:
                continue
            best = cards[winning]
            denied[seat].append(lacking(card, cards[0] >> 3, best, turn - winning == 2, troef, duties))
            lacks[seat] |= denied[seat][-1]
            if beats(card, best, troef):
                winning = turn
    unseen = ALL_CARDS & ~seen
    for seat in SEATS:
        if seat != view.viewer and (unseen & ~lacks[seat]).bit_count() < view.counts[seat]:
            caught[seat] = True
    return CardKnowledge(unseen, tuple(map(tuple, denied)), tuple(lacks), tuple(caught))


@lru_cache(maxsize=1 << 15)
def lacking(card: int, led: int, winning: int, partner_winning: bool, troef: int, duties: int) -> int:
    """The cards that somebody who plays *card* correctly does not hold."""
    lacked = 0
    for other in range(32):
        both = 1 << card | 1 << other
        if not correct_cards(both, led, winning, partner_winning, troef, duties) >> card & 1:
            lacked |= 1 << other
    return lacked


@cache
def stronger_cards(card: int, troef: int) -> int:
    """The cards that take over a trick which *card* is winning.

    >>> from klaverjas.cards import Card, Hand, Suit
    >>> Hand(stronger_cards(Card.parse("CK"), Suit.CLUBS))
    Hand.parse('CA CT CJ C9')
    """
    return sum(1 << other for other in range(32) if beats(other, card, troef))
