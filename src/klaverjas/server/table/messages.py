"""What the server says at a table. `docs/protocol.md` describes every message."""

from typing import Any, Literal, TypeAlias

from msgspec import Raw, Struct

from klaverjas.rules.legal import DutyWord
from klaverjas.server.table.commands import SeatLetter, SuitLetter, TeamLetters
from klaverjas.server.table.events import Arrival, DeadlineKind, HowEnded
from klaverjas.server.table.state import Stage

Role: TypeAlias = Literal["player", "spectator", "display"]
PhaseWord: TypeAlias = Literal["troef", "play", "trick-end", "done"]


class DutySeen(Struct):
    """Why some cards are not correct: what must be done, by which paragraph, with which suit if with one."""

    rule: str
    duty: DutyWord
    suit: SuitLetter | None


class May(Struct, omit_defaults=True, rename={"pass_": "pass"}):
    """What the client may do now. What is not there is not possible."""

    play: str = ""  # cards; on a challenge table every card held
    troef: bool = False
    bids: list[str] = []
    pass_: bool = False
    claims: list[int] = []
    knock: bool = False
    accuse: list[SeatLetter] = []
    duty: DutySeen | None = None  # on a strict table, where not every card held is correct
    complain: list[SeatLetter] = []  # about whom
    admit: bool = False
    judge: bool = False  # the arbiter: uphold or dismiss the complaint that is open
    lift: bool = False  # the arbiter: take the penalty back


class Deadline(Struct):
    """Something happens by itself at *until*, in milliseconds since 1970."""

    what: DeadlineKind
    until: int


class ComplaintSeen(Struct):
    """A player says that another one passed information about his cards."""

    seat: SeatLetter
    about: SeatLetter


class Now(Struct):
    """What follows from the rules for this client at this moment, so that it need not know them."""

    phase: PhaseWord | None
    turn: SeatLetter | None
    winning: SeatLetter | None  # who is winning the trick on the table
    registered: int  # the roem that this trick brings, as far as claimed
    combination: str  # the cards on the table that make it
    may: May
    waiting_for: list[SeatLetter]  # seats of a running game where nobody is
    deadline: Deadline | None
    tapped: list[str]
    agreed: list[str]
    totals: dict[TeamLetters, int] | None
    decided: bool
    arbiter: str | None = None  # who decides on complaints
    complaint: ComplaintSeen | None = None  # the one that is open


class You(Struct):
    player: str
    role: Role
    seat: SeatLetter | None
    host: bool


class PersonSeen(Struct):
    player: str
    name: str
    display: bool
    present: bool


class AskerSeen(Struct):
    """Somebody who waits for the host's yes."""

    player: str
    name: str
    display: bool
    how: Arrival
    until: int


class ChairSeen(Struct):
    player: str | None
    bot: str | None
    stand_in: str | None


class TrickSeen(Struct):
    leader: SeatLetter
    cards: str
    winner: SeatLetter
    points: int
    roem: int


class RoundSeen(Struct):
    dealer: SeatLetter
    phase: PhaseWord
    troef: SuitLetter | None
    makers: TeamLetters | None
    bid: str | None
    standing: tuple[SeatLetter, str] | None  # the highest bid so far, and whose it is
    hand: str | None  # one's own cards
    counts: dict[SeatLetter, int]
    leader: SeatLetter  # of the trick on the table
    trick: str
    previous_trick: TrickSeen | None
    tricks_won: dict[TeamLetters, int]
    log: list[Raw]  # the events since the deal


class SheetRow(Struct):
    dealer: SeatLetter
    result: dict[str, Any]


class GameSeen(Struct):
    id: str | None  # once it has ended: under which it can be had over HTTP
    number: int
    round_number: int
    rules: dict[str, Any]
    sheet: list[SheetRow]
    round: RoundSeen | None
    texts: list[str]
    how_ended: HowEnded | None
    secret: str | None  # revealed after the game


class TableSeen(Struct):
    code: str
    key: str  # of the link for friends
    locked: bool
    stage: Stage
    rules: dict[str, Any]  # every field
    options: dict[str, Any]
    host: str | None
    people: list[PersonSeen]
    waiting: list[AskerSeen]
    seats: dict[SeatLetter, ChairSeen]
    swaps: dict[str, SeatLetter]
    next_game: int
    commitment: str  # of the game that is prepared or played
    texts_given: list[str]  # who has added a text for the next game


class Snapshot(Struct, tag_field="type", tag="snapshot"):
    """Everything that this client may know, after event *seq*."""

    seq: int
    time: int
    you: You
    table: TableSeen
    game: GameSeen | None
    now: Now


class Events(Struct, tag_field="type", tag="events"):
    """What happened, in order; *now* is how things stand after the last of them."""

    seq: int  # of the last event
    time: int
    events: list[Raw]
    you: You
    now: Now


class Done(Struct, tag_field="type", tag="done"):
    """A command was carried out and is on disk; *seq* is its last event."""

    id: str
    seq: int


class Suggested(Struct, omit_defaults=True):
    """A command without its id, ready to be sent; with the fields of that command only."""

    do: Literal["troef", "bid", "pass", "play", "claim", "knock", "accuse"]
    suit: SuitLetter | None = None
    bid: str | None = None
    card: str | None = None
    points: int | None = None
    accused: SeatLetter | None = None


class Expected(Struct):
    """What can be done, and what comes of it."""

    action: Suggested
    points: float  # how many the asker's team is expected to end ahead in this round, to one decimal


class Holders(Struct):
    """A hidden card, and how likely each seat is to have it."""

    card: str
    seats: list[float]  # S W N E: 0 to 1, to two decimals


class OutlookSeen(Struct):
    """What a good player expects in somebody's place, from what is seen there."""

    choices: list[Expected]  # the best first; of many, the likeliest
    nat: float | None  # how likely the playing team is to go nat: 0 to 1; null where that cannot be
    holders: list[Holders]  # every card that the asker has not seen


class TipGiven(Struct, tag_field="type", tag="tip"):
    """The answer to the command ``tip``, for this client alone. *action* is null when there is nothing to do."""

    id: str
    action: Suggested | None
    code: str
    sentence: str
    outlook: OutlookSeen | None = None  # null off turn, and where no numbers are known


class Refused(Struct, tag_field="type", tag="refused"):
    """A command was refused, or a message was none (then without id)."""

    id: str | None
    code: str
    sentence: str


class Trouble(Struct, tag_field="type", tag="trouble"):
    """The server cannot go on for the moment, or (code null) it can again."""

    code: str | None
    sentence: str | None


class Goodbye(Struct, tag_field="type", tag="goodbye"):
    """The server closes this connection, and why."""

    code: str
    sentence: str


ServerMessage: TypeAlias = Snapshot | Events | Done | TipGiven | Refused | Trouble | Goodbye
