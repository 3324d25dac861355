"""What somebody at a table may ask for. Each is a closed type: anything else is refused at the edge."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

SeatLetter: TypeAlias = Literal["S", "W", "N", "E"]
TeamLetters: TypeAlias = Literal["NS", "WE"]
SuitLetter: TypeAlias = Literal["S", "H", "C", "D"]
# A pattern ends with \Z: in Python a $ also matches before a line break.
CardText: TypeAlias = Annotated[
    str, Meta(pattern=r"^[SHCD][789TJQKA]\Z", description="A card: suit, then rank.")
]
BidText: TypeAlias = Annotated[
    str, Meta(pattern=r"^[1-9][0-9]{1,2}(sans|[SHCD])\Z", description="A bid: 90H or 80sans.")
]
PlayerId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
CommandId: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[ -~]{1,64}\Z",
        description="Chosen by the client, in ASCII; a repeated id is carried out only once.",
    ),
]
Pause: TypeAlias = Annotated[float, Meta(ge=0, le=60, description="Seconds.")]
Clock: TypeAlias = Annotated[float, Meta(ge=1, le=600, description="Seconds.")]
# Who puts a bot down without saying which is mostly new here: one that plays soundly, overlooks something now and then
# and can be beaten. Whoever wants another one says so, and the page remembers it.
DEFAULT_LEVEL: Final[BotName] = "club"
# Plays for somebody who is missing: as well as it goes without thinking long, and overlooking nothing that is his.
STAND_IN: Final[BotName] = "regels"


class Command(Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """*seat* may be named by a client to be sure; a command for a seat that is not its own is refused."""

    id: CommandId


class _FromASeat(Command, kw_only=True):
    seat: SeatLetter | None = None


# --- around the game --------------------------------------------------------------------------------


class Sit(Command, tag="sit", kw_only=True):
    """Take an empty seat, or that of a bot; during a game one that was left."""

    seat: SeatLetter


class Stand(Command, tag="stand"):
    """Give up the seat and watch."""


class Swap(Command, tag="swap", kw_only=True):
    """Change with another seat: at once with an empty one or a bot, with a player when both ask for it."""

    seat: SeatLetter


class AddBot(Command, tag="bot", kw_only=True):
    """The host puts a bot into an empty seat, or in place of another bot; without a seat, into every empty one."""

    bot: BotName = DEFAULT_LEVEL
    seat: SeatLetter | None = None


class RemoveBot(Command, tag="remove-bot", kw_only=True):
    seat: SeatLetter


class Configure(Command, tag="configure", kw_only=True):
    """The host changes the rules or the options before a game. What is not named stays."""

    rules: str | dict[str, Any] | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    trick_pause: Pause | UnsetType = UNSET
    round_pause: Pause | UnsetType = UNSET
    turn_clock: Clock | UnsetType | None = UNSET
    bots: bool | UnsetType = UNSET
    bot_pace: Pause | UnsetType = UNSET
    tips: bool | UnsetType = UNSET


class AddText(Command, tag="text", kw_only=True):
    """Add a text of one's own to the shuffle of the next game."""

    text: Annotated[str, Meta(max_length=200)]


class Start(Command, tag="start"):
    """The host begins the game, or the next one with the same seats."""


class Remove(Command, tag="remove", kw_only=True):
    """The host sends somebody away, for good: the table's code and key change."""

    player: PlayerId


class Lock(Command, tag="lock", kw_only=True):
    """The host lets nobody in any more without his yes; or everyone with the link again."""

    locked: bool = True


class LetIn(Command, tag="let-in", kw_only=True):
    """The host says yes to somebody who waits."""

    player: PlayerId


class TurnAway(Command, tag="turn-away", kw_only=True):
    """The host says no to somebody who waits."""

    player: PlayerId


class HandOver(Command, tag="hand-over", kw_only=True):
    """The host makes somebody else host."""

    player: PlayerId


class Leave(Command, tag="leave"):
    """Leave the table."""


class StandIn(Command, tag="stand-in", kw_only=True):
    """The host lets a bot play on for a player who is missing."""

    seat: SeatLetter
    bot: BotName = STAND_IN


class EndGame(Command, tag="end", kw_only=True):
    """Agree to end the game here; it ends when all players who are there agree."""

    agree: bool = True


class Tap(Command, tag="tap"):
    """Need not wait for the end of the pause; it ends when all players who are there have tapped."""


# --- the game ---------------------------------------------------------------------------------------


class ChooseTroefCommand(_FromASeat, tag="troef", kw_only=True):
    suit: SuitLetter


class BidCommand(_FromASeat, tag="bid", kw_only=True):
    bid: BidText


class PassCommand(_FromASeat, tag="pass", kw_only=True):
    pass


class PlayCommand(_FromASeat, tag="play", kw_only=True):
    card: CardText


class ClaimCommand(_FromASeat, tag="claim", kw_only=True):
    points: Annotated[int, Meta(ge=1, le=1000)]


class KnockCommand(_FromASeat, tag="knock", kw_only=True):
    pass


class AccuseCommand(_FromASeat, tag="accuse", kw_only=True):
    accused: SeatLetter


class Complain(_FromASeat, tag="complain", kw_only=True):
    """Say that a player passed information about his cards."""

    about: SeatLetter


class Admit(_FromASeat, tag="admit", kw_only=True):
    """Admit what one's team is accused of in a complaint, where no arbiter decides."""


class Dismiss(Command, tag="dismiss", kw_only=True):
    """The arbiter finds nothing in a complaint."""


class PenaliseCommand(Command, tag="penalise", kw_only=True):
    """The arbiter upholds a complaint: the team is punished as for verzaken."""

    team: TeamLetters


class Lift(Command, tag="lift", kw_only=True):
    """The arbiter takes a penalty back, until the next deal."""


class NameArbiter(Command, tag="arbiter", kw_only=True):
    """The host names the arbiter: somebody at the table who does not sit. Null names nobody."""

    player: PlayerId | None


class Tip(Command, tag="tip"):
    """Be told, alone, what a good player would do in one's place. Nothing happens at the table."""


GameCommand: TypeAlias = (
    ChooseTroefCommand | BidCommand | PassCommand | PlayCommand | ClaimCommand | KnockCommand | AccuseCommand
)
# What changes the table: its owner decides.
Deed: TypeAlias = (
    Sit
    | Stand
    | Swap
    | AddBot
    | RemoveBot
    | Configure
    | AddText
    | Start
    | Remove
    | Lock
    | LetIn
    | TurnAway
    | HandOver
    | Leave
    | StandIn
    | EndGame
    | Tap
    | Complain
    | Admit
    | Dismiss
    | PenaliseCommand
    | Lift
    | NameArbiter
    | GameCommand
)
AnyCommand: TypeAlias = Deed | Tip
