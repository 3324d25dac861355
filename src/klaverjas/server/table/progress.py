"""How a game goes on: what an action, a bot or a deadline leads to, the pauses and clocks that follow, and its end."""

from collections.abc import Callable
from typing import Final

from klaverjas.actions import Action, Close, Collect, Deal, Penalise, RoundAction
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table.bounds import check_call, has_all_deals
from klaverjas.server.table.claiming import trick_pause
from klaverjas.server.table.events import (
    ClockRanOut,
    ComplaintEnded,
    DeadlineKind,
    DeadlineSet,
    EntryRefused,
    GameEnded,
    GamePrepared,
    HowEnded,
    KeyRenewed,
    LogEvent,
    SeatHandedBack,
    TableClosed,
)
from klaverjas.server.table.state import MOVES, Table

EXPIRES_AFTER: Final = 3600.0  # seconds without anyone
KEY_LENGTH: Final = 32  # hexadecimal digits
TO_LIFT: Final = 10.0  # seconds that an arbiter has at least to take a penalty back


class DecisionContext:
    """What stays the same while something is decided: the time, where secrets come from, and when a table expires."""

    __slots__ = ("at", "expires_after", "new_secret")

    def __init__(self, at: int, new_secret: Callable[[], str], expires_after: float = EXPIRES_AFTER) -> None:
        self.at = at
        self.new_secret = new_secret
        self.expires_after = expires_after

    def deadline(self, what: DeadlineKind, seconds: float) -> DeadlineSet:
        return DeadlineSet(what, self.at + round(seconds * 1000))

    def new_door(self) -> KeyRenewed:
        """A code and a key that nobody knows."""
        return KeyRenewed(f"{int(self.new_secret(), 16) % 1_000_000:06}", self.new_secret()[-KEY_LENGTH:])

    def expiry(self) -> DeadlineSet:
        return self.deadline("expire", self.expires_after)


def act(table: Table, action: Action, now: DecisionContext) -> list[LogEvent]:
    """What the game makes of an action, and the deadlines that follow from it."""
    assert table.game is not None  # there is one as soon as a game has begun
    if table.game.rounds:
        check_call(table.game.rounds[-1], action)
    game, events = table.game.apply(action)
    log: list[LogEvent] = list(events)
    if isinstance(action, Deal):
        log = [*_lapse(table), *_hand_back(table), *log]
    elif not isinstance(action, Close | Penalise) and not talk_may_be_punished(game.rounds[-1]):
        log += _lapse(table)
    if game.closed:
        return log + end_game(table, "finished", now)
    if not any(isinstance(event, MOVES) for event in events):
        return log
    round = game.rounds[-1]
    options = table.options
    if round.phase is Phase.DONE:
        over = game.decided or has_all_deals(game)
        log.append(now.deadline("close" if over else "deal", round_pause(table, round)))
        if not round.penalised:  # a penalty may be taken back, and then the round goes on
            log += _hand_back(table)
    elif round.phase is Phase.TRICK_END:
        log.append(now.deadline("collect", trick_pause(table)))
    elif (
        options.turn_clock is not None
        and round.turn is not None
        and table.chairs[round.turn].plays_by_bot is None
    ):
        log.append(now.deadline("turn", options.turn_clock))
    return log


def _hand_back(table: Table) -> list[LogEvent]:
    """At a table without bots, a stand-in for a player who has left plays the round to its end only."""
    if table.options.bots:
        return []
    chairs = ((seat, table.chairs[seat]) for seat in SEATS)
    return [SeatHandedBack(seat) for seat, chair in chairs if chair.stand_in and chair.player is None]


def round_pause(table: Table, round: Round) -> float:
    """Seconds from the end of a round to the next deal."""
    chosen = table.options.round_pause
    return max(chosen, TO_LIFT) if round.penalised and table.arbiter is not None else chosen


def talk_may_be_punished(round: Round) -> bool:
    """Whether passing information can still be punished in this round (Rules 6.2, 6.6)."""
    if not round.rules.talk_penalty:
        return False
    return round.result is None or round.rules.challenge_until == "next_deal"


def _lapse(table: Table) -> list[LogEvent]:
    """What becomes of a complaint that nobody has decided, when it is too late to punish."""
    return [] if table.complaint is None else [ComplaintEnded("lapsed")]


def bot_acts(table: Table, seat: Seat, action: RoundAction, now: DecisionContext) -> list[LogEvent]:
    """A bot has decided for a seat that it plays, or whose clock has run out."""
    events: list[LogEvent] = []
    chair = table.chairs[seat]
    if chair.plays_by_bot is None:
        events.append(ClockRanOut(seat))
    events += act(table, action, now)
    if chair.stand_in and chair.player in table.present_players:  # back in time for the next turn
        events.append(SeatHandedBack(seat))
    return events


def deadline_passed(table: Table, what: DeadlineKind, now: DecisionContext) -> list[LogEvent]:
    """What happens by itself. A turn's deadline is not for here: then a bot has to think first."""
    if what == "collect":
        return act(table, Collect(), now)
    if what in ("deal", "close"):
        assert table.game is not None
        if has_all_deals(table.game):
            return end_game(table, "too-long", now)
        return act(table, table.next_deal if what == "deal" else Close(), now)
    if what == "entry":
        return [
            EntryRefused(player, expired=True)
            for player, asker in table.waiting.items()
            if asker.until <= max(now.at, table.deadlines["entry"])
        ]
    if what == "expire":
        events: list[LogEvent] = end_game(table, "abandoned", now, last=True) if table.playing else []
        return [*events, TableClosed(expired=True)]
    raise AssertionError(what)


def end_game(table: Table, how: HowEnded, now: DecisionContext, *, last: bool = False) -> list[LogEvent]:
    """The game is over: its secret is revealed, and unless the table closes, the next one is prepared."""
    ended: list[LogEvent] = [*_lapse(table), GameEnded(table.number, how, table.secret)]
    return ended if last else [*ended, GamePrepared(table.number + 1, now.new_secret())]


def end_pause(table: Table, now: DecisionContext) -> list[LogEvent]:
    """Do now what would happen at the end of the pause: it is due at once, after any bot that has something to say."""
    return [
        DeadlineSet(what, now.at)
        for what in ("collect", "deal", "close")
        if table.deadlines.get(what, now.at) > now.at
    ]
