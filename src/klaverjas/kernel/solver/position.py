"""A position with open hands: who holds what, what lies on the table, who is to play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from klaverjas.cards import Card, Hand, Suit
from klaverjas.errors import Refusal
from klaverjas.kernel.layout import HANDS, LAID, TRICK, TURN
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, Seat


@dataclass(frozen=True)
class Position:
    """The cards that are left, by seat, and the trick that is being played to; it is the next seat's turn.

    >>> from klaverjas.rules.named import ROTTERDAM
    >>> hands = [Hand.parse(cards) for cards in ("C8", "S9 H9", "S7 S8", "H7")]
    >>> Position(hands, Trick.parse("E: HA H8", troef="C")).turn
    Seat.WEST
    """

    hands: Sequence[Hand]
    trick: Trick

    def __post_init__(self) -> None:
        turn = self.trick.to_play
        if turn is None or len(self.hands) != len(SEATS):
            raise Refusal("no-position")
        seen = Hand.of(self.trick.cards)
        for seat in SEATS:
            if twice := seen & self.hands[seat]:
                raise Refusal("card-twice", card=next(iter(Hand(twice))))
            seen = Hand(seen | self.hands[seat])
            if len(self.hands[seat]) != len(self.hands[turn]) - self.trick.has_played(seat):
                raise Refusal("no-position")
        if not self.hands[turn]:
            raise Refusal("no-position")

    @property
    def turn(self) -> Seat:
        turn = self.trick.to_play
        assert turn is not None
        return turn

    @property
    def troef(self) -> Suit | None:
        return self.trick.troef

    def fill(self, row: Any) -> None:
        """The position as integers, as the kernels take it."""
        row[HANDS:TURN] = [int(hand) for hand in self.hands]
        row[TURN] = int(self.turn)
        row[LAID] = len(self.trick.cards)
        row[TRICK : TRICK + len(self.trick.cards)] = self.trick.cards

    def correct_cards(self, rules: RuleSet) -> tuple[Card, ...]:
        """What may be played, in the order of a hand."""
        return tuple(legal_cards(self.hands[self.turn], self.trick, rules).ordered())
