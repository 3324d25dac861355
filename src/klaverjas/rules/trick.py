"""What cards are worth, and who wins the trick (Rules 1.3, 1.4, 4.8).

>>> trick = Trick.parse("N: HA H7 C8", troef="C")
>>> trick.winner
Seat.SOUTH
>>> trick.points
11
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from klaverjas.cards import Card, Hand, Suit, parse_cards
from klaverjas.errors import TextError
from klaverjas.rules.integers import NO_TROEF, over_integers
from klaverjas.seats import Seat

# Rules 1.3 and 1.4, by rank: 7, 8, 9, 10, J, Q, K, A.
PLAIN_STRENGTH: Final = (0, 1, 2, 6, 3, 4, 5, 7)
TROEF_STRENGTH: Final = (0, 1, 6, 4, 7, 2, 3, 5)
PLAIN_POINTS: Final = (0, 0, 0, 10, 2, 3, 4, 11)
TROEF_POINTS: Final = (0, 0, 14, 10, 20, 3, 4, 11)
TRICKS: Final = 8  # in a round
LAST_TRICK: Final = 10
POT: Final = 162
POT_SANS: Final = 130

# The cards of each suit as a mask; there are none of NO_TROEF.
SUIT_CARDS: Final = (0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000, 0)
# By rank of a troef: the ranks of troef that beat it, as eight bits.
HIGHER_TROEFS: Final = tuple(
    sum(1 << rank for rank in range(8) if TROEF_STRENGTH[rank] > TROEF_STRENGTH[beaten])
    for beaten in range(8)
)


@over_integers
def beats(card: int, winning: int, troef: int) -> bool:
    """Whether *card*, played to a trick that *winning* is winning, takes the trick over (Rules 4.8)."""
    suit = card >> 3
    if suit != winning >> 3:
        return suit == troef
    if suit == troef:
        return TROEF_STRENGTH[card & 7] > TROEF_STRENGTH[winning & 7]
    return PLAIN_STRENGTH[card & 7] > PLAIN_STRENGTH[winning & 7]


@over_integers
def winning_index(cards: Sequence[int], count: int, troef: int) -> int:
    """Which of the first *count* cards of a trick is winning it, from 0 (Rules 4.8)."""
    best = 0
    for index in range(1, count):
        if beats(cards[index], cards[best], troef):
            best = index
    return best


@over_integers
def card_points(card: int, troef: int) -> int:
    """What a card counts for whoever takes it (Rules 1.4)."""
    if card >> 3 == troef:
        return TROEF_POINTS[card & 7]
    return PLAIN_POINTS[card & 7]


def card_strength(card: Card, troef: Suit | None) -> int:
    """How strong a card is among those of its suit: 0 for the seven, 7 for the highest (Rules 1.3).

    Any troef beats every plain card; plain cards of different suits are not compared.

    >>> [card_strength(Card.parse(card), Suit.CLUBS) for card in ("CJ", "C9", "CA", "HA", "HJ")]
    [7, 6, 5, 7, 3]
    """
    return (TROEF_STRENGTH if card.suit is troef else PLAIN_STRENGTH)[card & 7]


@over_integers
def pot(troef: int) -> int:
    """The card points of a whole round, last trick included (Rules 1.4)."""
    if troef == NO_TROEF:
        return POT_SANS
    return POT


@dataclass(frozen=True)
class Trick:
    """The cards on the table, in the order played from *leader* on. ``troef`` is None in sans."""

    leader: Seat
    cards: tuple[Card, ...]
    troef: Suit | None

    @classmethod
    def parse(cls, text: str, troef: str | None = None) -> Self:
        """'N: HA H7' is a trick that North led."""
        leader, colon, cards = text.partition(":")
        trick = cls(
            Seat.parse(leader) if colon else Seat.SOUTH,
            parse_cards(cards),
            None if troef is None else Suit.parse(troef),
        )
        if not colon or len(trick.cards) > 4:
            raise TextError("no-trick", text=text)
        Hand.of(trick.cards)
        return trick

    def plus(self, card: Card) -> "Trick":
        return Trick(self.leader, (*self.cards, card), self.troef)

    @property
    def winning_index(self) -> int:
        return winning_index(self.cards, len(self.cards), troef_number(self.troef))

    @property
    def winner(self) -> Seat | None:
        """Who is winning it with the cards that lie there; None before the first card."""
        return self.leader.after(self.winning_index) if self.cards else None

    @property
    def to_play(self) -> Seat | None:
        """Whose card comes next; None when all four lie there."""
        return self.leader.after(len(self.cards)) if len(self.cards) < 4 else None

    @property
    def points(self) -> int:
        """Card points in it; the last trick's ten come on top of this."""
        troef = troef_number(self.troef)
        return sum(card_points(card, troef) for card in self.cards)

    def has_played(self, seat: Seat) -> bool:
        return (seat - self.leader) & 3 < len(self.cards)

    def __str__(self) -> str:
        return " ".join([f"{self.leader.letter}:", *map(str, self.cards)])

    def __repr__(self) -> str:
        troef = "" if self.troef is None else f", troef='{self.troef.letter}'"
        return f"Trick.parse('{self}'{troef})"


def troef_number(troef: Suit | None) -> int:
    """The troef suit as the rules over integers take it."""
    return NO_TROEF if troef is None else troef
