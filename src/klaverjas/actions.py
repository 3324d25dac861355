"""What players, the host and the table can do.

An action is a wish: :meth:`klaverjas.round.Round.apply` grants it, with the events that follow, or refuses it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from klaverjas.cards import Card, Hand, Suit
from klaverjas.rules.auction import Bid
from klaverjas.seats import Seat, Team


@dataclass(frozen=True, slots=True)
class ChooseTroef:
    """Name the troef suit where that is forced (Rules 3.1, 3.5)."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid in the auction (Rules 3.2, 3.3)."""

    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass in the auction (Rules 3.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card (Rules, section 4)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim roem by amount (Rules 5.4)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Knock:
    """Claim roem with a knock (Rules 5.5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Accuse:
    """Call verzaakt on another player (Rules 6.2)."""

    seat: Seat
    accused: Seat


@dataclass(frozen=True, slots=True)
class Collect:
    """The pause after the fourth card is over: the winner takes the trick."""


@dataclass(frozen=True, slots=True)
class Penalise:
    """The host or an arbiter punishes a team as for verzaken (Rules 6.6)."""

    team: Team


@dataclass(frozen=True, slots=True)
class Deal:
    """Begin the next round of a game with these hands, by seat."""

    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Close:
    """End a game that is decided; no accusation is possible any more (Rules 6.2)."""


RoundAction: TypeAlias = ChooseTroef | MakeBid | Pass | Play | Claim | Knock | Accuse | Collect | Penalise
Action: TypeAlias = RoundAction | Deal | Close
