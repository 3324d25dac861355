"""What players, the host and the table can do.

An action is a wish: :meth:`klaverjas.round.Round.apply` grants it, with the events that follow, or refuses it.
"""

from typing import TypeAlias

from klaverjas.cards import Card, Hand, Suit
from klaverjas.plumbing.frozen import value
from klaverjas.rules.auction import Bid
from klaverjas.seats import Seat, Team


@value
class ChooseTroef:
    """Name the troef suit where that is forced (Rules 3.1, 3.5)."""

    seat: Seat
    suit: Suit


@value
class MakeBid:
    """Bid in the auction (Rules 3.2, 3.3)."""

    seat: Seat
    bid: Bid


@value
class Pass:
    """Pass in the auction (Rules 3.4)."""

    seat: Seat


@value
class Play:
    """Play a card (Rules, section 4)."""

    seat: Seat
    card: Card


@value
class Claim:
    """Claim roem by amount (Rules 5.4)."""

    seat: Seat
    points: int


@value
class Knock:
    """Claim roem with a knock (Rules 5.5)."""

    seat: Seat


@value
class Accuse:
    """Call verzaakt on another player (Rules 6.2)."""

    seat: Seat
    accused: Seat


@value
class Collect:
    """The pause after the fourth card is over: the winner takes the trick."""


@value
class Penalise:
    """The arbiter punishes a team for talking as for verzaken, or the team admits it (Rules 6.6)."""

    team: Team


@value
class LiftPenalty:
    """The arbiter takes the last penalty back: the round is where it was before (Rules 6.6)."""


@value
class Deal:
    """Begin the next round of a game with these hands, by seat."""

    hands: tuple[Hand, ...]


@value
class Close:
    """End a game that is decided; no accusation is possible any more (Rules 6.2)."""


RoundAction: TypeAlias = (
    ChooseTroef | MakeBid | Pass | Play | Claim | Knock | Accuse | Collect | Penalise | LiftPenalty
)
Action: TypeAlias = RoundAction | Deal | Close
