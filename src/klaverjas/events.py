"""What has happened. A round, or a game, can be rebuilt from its events alone."""

from typing import TypeAlias

from klaverjas.cards import Card, Hand, Suit
from klaverjas.plumbing.frozen import value
from klaverjas.rules.auction import Bid
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Offence, Result
from klaverjas.seats import Seat, Team


@value
class Dealt:
    """A round has begun. The only event that holds hidden cards."""

    rules: RuleSet
    dealer: Seat
    hands: tuple[Hand, ...]


@value
class TroefChosen:
    """A suit was named where that is forced; *bid* is what must be reached, where all had passed."""

    seat: Seat
    suit: Suit
    bid: Bid | None


@value
class BidMade:
    seat: Seat
    bid: Bid


@value
class Passed:
    seat: Seat


@value
class AuctionWon:
    seat: Seat
    bid: Bid


@value
class CardPlayed:
    seat: Seat
    card: Card


@value
class RoemClaimed:
    """Somebody called an amount; only the right one is registered."""

    seat: Seat
    points: int
    right: bool


@value
class Knocked:
    """Somebody knocked; without roem it costs."""

    seat: Seat
    right: bool


@value
class TrickWon:
    """A trick was collected: its card points (the last trick's ten included), and the roem registered."""

    winner: Seat
    points: int
    roem: int


@value
class AccusationFailed:
    seat: Seat
    accused: Seat


@value
class AccusationProven:
    seat: Seat
    accused: Seat
    offences: tuple[Offence, ...]


@value
class PenaltyImposed:
    """A team is punished for talking (Rules 6.6)."""

    team: Team


@value
class PenaltyLifted:
    """The last penalty was taken back. Everything but the log is as it was before it (Rules 6.6)."""

    team: Team


@value
class RoundScored:
    """The round is over; a later one of these replaces an earlier (Rules 6.2)."""

    result: Result


@value
class GameStarted:
    rules: RuleSet


@value
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
    | PenaltyLifted
    | RoundScored
)
Event: TypeAlias = RoundEvent | GameStarted | GameClosed
