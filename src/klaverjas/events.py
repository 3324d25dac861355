"""What has happened. A round, or a game, can be rebuilt from its events alone."""

from dataclasses import dataclass
from typing import TypeAlias

from klaverjas.cards import Card, Hand, Suit
from klaverjas.rules.auction import Bid
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Offence, Result
from klaverjas.seats import Seat, Team


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round has begun. The only event that holds hidden cards."""

    rules: RuleSet
    dealer: Seat
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class TroefChosen:
    """A suit was named where that is forced; *bid* is what must be reached, where all had passed."""

    seat: Seat
    suit: Suit
    bid: Bid | None


@dataclass(frozen=True, slots=True)
class BidMade:
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class AuctionWon:
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class RoemClaimed:
    """Somebody called an amount; only the right one is registered."""

    seat: Seat
    points: int
    right: bool


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody knocked; without roem it costs."""

    seat: Seat
    right: bool


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick was collected: its card points (the last trick's ten included), and the roem registered."""

    winner: Seat
    points: int
    roem: int


@dataclass(frozen=True, slots=True)
class AccusationFailed:
    seat: Seat
    accused: Seat


@dataclass(frozen=True, slots=True)
class AccusationProven:
    seat: Seat
    accused: Seat
    offences: tuple[Offence, ...]


@dataclass(frozen=True, slots=True)
class PenaltyImposed:
    team: Team


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The round is over; a later one of these replaces an earlier (Rules 6.2)."""

    result: Result


@dataclass(frozen=True, slots=True)
class GameStarted:
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class GameClosed:
    """No more rounds. *winner* is None after a draw."""

    totals: tuple[int, int]
    winner: Team | None


RoundEvent: TypeAlias = (
    Dealt
    | TroefChosen
    | BidMade
    | Passed
    | AuctionWon
    | CardPlayed
    | RoemClaimed
    | Knocked
    | TrickWon
    | AccusationFailed
    | AccusationProven
    | PenaltyImposed
    | RoundScored
)
Event: TypeAlias = RoundEvent | GameStarted | GameClosed
