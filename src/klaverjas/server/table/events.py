"""What happens at a table, besides the game itself. Players are told apart by their ids: names are kept elsewhere."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal, TypeAlias

from klaverjas.event_json import LATER, EventCodec
from klaverjas.events import Event
from klaverjas.plumbing.frozen import value
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat

DeadlineKind: TypeAlias = Literal["collect", "deal", "close", "turn", "entry", "expire"]
HowEnded: TypeAlias = Literal["finished", "agreed", "abandoned", "too-long"]
# How somebody came to the table's door: by its link, by its code, or by a link or code from before a removal.
Arrival: TypeAlias = Literal["key", "code", "old"]


@dataclass(frozen=True)
class Options:
    """How a table is run; its rules are apart. All times are in seconds."""

    public: bool = False
    trick_pause: float = 1.5
    round_pause: float = 5.0
    turn_clock: float | None = None
    bots: bool = True
    bot_pace: float = 1.0
    tips: bool = field(default=False, metadata=LATER)  # whether players may ask what a good player would do


@value
class TableOpened:
    player: str
    rules: RuleSet
    options: Options


@value
class RulesChanged:
    rules: RuleSet
    options: Options


@value
class Joined:
    player: str
    display: bool  # a tablet that lies on the table, or a wall


@value
class Left:
    player: str
    removed: bool


@value
class TableLocked:
    """Newcomers wait for the host's yes, or no longer."""

    locked: bool


@value
class KeyRenewed:
    """Somebody was removed: the code and the key by which he came lead to the host's question from now on."""

    code: str
    key: str


@value
class EntryAsked:
    """Somebody waits for the host's yes; a yes is the event ``joined``."""

    player: str
    display: bool
    how: Arrival
    until: int  # when the question expires, in milliseconds since 1970


@value
class EntryRefused:
    """The host said no, or nobody answered in time."""

    player: str
    expired: bool


@value
class Connected:
    """Somebody is there, through a connection to this node."""

    player: str
    node: str


@dataclass(frozen=True)
class Disconnected:
    player: str
    node: str
    elsewhere: bool = field(default=False, metadata=LATER)  # still there, through another node


@value
class HostChanged:
    player: str | None


@value
class Sat:
    player: str
    seat: Seat


@value
class StoodUp:
    player: str
    seat: Seat


@value
class SwapProposed:
    player: str
    seat: Seat


@value
class SeatsSwapped:
    seat: Seat
    other: Seat


@value
class BotSat:
    seat: Seat
    bot: str


@value
class BotLeft:
    seat: Seat


@value
class StandInSat:
    """A bot plays on for somebody who is not there."""

    seat: Seat
    bot: str


@value
class SeatHandedBack:
    seat: Seat


@value
class GamePrepared:
    """The secret of the next game's deals is fixed. Only its commitment is ever shown before the end."""

    number: int
    secret: str


@value
class TextAdded:
    player: str
    text: str


@value
class GameBegun:
    """By seat: who plays, which bot sits there, and the players' texts."""

    number: int
    players: tuple[str | None, ...]
    bots: tuple[str | None, ...]
    texts: tuple[str, ...]


@value
class DeadlineSet:
    """Something happens by itself at this time, in milliseconds since 1970."""

    what: DeadlineKind
    until: int


@value
class ClockRanOut:
    seat: Seat


@value
class Tapped:
    """Somebody need not wait for the end of the pause."""

    player: str


@value
class EndProposed:
    """Somebody would end the game here, or no longer."""

    player: str
    agree: bool


ComplaintEnd: TypeAlias = Literal["upheld", "admitted", "dismissed", "lapsed"]


@value
class ArbiterNamed:
    """Who decides on complaints, where the host does not; null names nobody."""

    player: str | None


@value
class Complained:
    """A player says that another one passed information about his cards."""

    seat: Seat
    about: Seat


@value
class ComplaintEnded:
    how: ComplaintEnd


@value
class GameEnded:
    """The game is over, and the secret of its deals is revealed."""

    number: int
    how: HowEnded
    secret: str


def game_id(secret: str) -> str:
    """The name of a game for ever after. It tells nothing of the secret it is made from."""
    return sha256(f"klaverjas game\n{secret}\n".encode()).hexdigest()[:16]


@value
class TableClosed:
    """Nobody has been there for long."""

    expired: bool


TableEvent: TypeAlias = (
    TableOpened
    | RulesChanged
    | Joined
    | Left
    | TableLocked
    | KeyRenewed
    | EntryAsked
    | EntryRefused
    | Connected
    | Disconnected
    | HostChanged
    | Sat
    | StoodUp
    | SwapProposed
    | SeatsSwapped
    | BotSat
    | BotLeft
    | StandInSat
    | SeatHandedBack
    | GamePrepared
    | TextAdded
    | GameBegun
    | DeadlineSet
    | ClockRanOut
    | Tapped
    | EndProposed
    | ArbiterNamed
    | Complained
    | ComplaintEnded
    | GameEnded
    | TableClosed
)
LogEvent: TypeAlias = TableEvent | Event

CODEC: Final[EventCodec[LogEvent]] = EventCodec(TableEvent, Event)
