"""How a game goes on: what an action, a bot or a deadline leads to, the pauses and clocks that follow, and its end."""

from collections.abc import Callable
from typing import Final

from klaverjas.actions import Action, Close, Collect, RoundAction
from klaverjas.phase import Phase
from klaverjas.seats import Seat
from klaverjas.server.table.events import (
    ClockRanOut,
    DeadlineKind,
    DeadlineSet,
    GameEnded,
    GamePrepared,
    HowEnded,
    LogEvent,
    SeatHandedBack,
    TableClosed,
)
from klaverjas.server.table.state import MOVES, Table

EXPIRES_AFTER: Final = 3600.0  # seconds without anyone


class Moment:
    """What stays the same while something is decided: the time, where secrets come from, and when a table expires."""

    __slots__ = ("at", "expires_after", "new_secret")

    def __init__(self, at: int, new_secret: Callable[[], str], expires_after: float = EXPIRES_AFTER) -> None:
        self.at = at
        self.new_secret = new_secret
        self.expires_after = expires_after

    def deadline(self, what: DeadlineKind, seconds: float) -> DeadlineSet:
        return DeadlineSet(what, self.at + round(seconds * 1000))

    def expiry(self) -> DeadlineSet:
        return self.deadline("expire", self.expires_after)


def act(table: Table, action: Action, now: Moment) -> list[LogEvent]:
    """What the game makes of an action, and the deadlines that follow from it."""
    assert table.game is not None  # there is one as soon as a game has begun
    game, events = table.game.apply(action)
    log: list[LogEvent] = list(events)
    if game.closed:
        return log + end_game(table, "finished", now)
    if not any(isinstance(event, MOVES) for event in events):
        return log
    round = game.rounds[-1]
    options = table.options
    if round.phase is Phase.DONE:
        log.append(now.deadline("close" if game.decided else "deal", options.round_pause))
    elif round.phase is Phase.TRICK_END:
        log.append(now.deadline("collect", options.trick_pause))
    elif (
        options.turn_clock is not None
        and round.turn is not None
        and table.chairs[round.turn].plays_by_bot is None
    ):
        log.append(now.deadline("turn", options.turn_clock))
    return log


def bot_acts(table: Table, seat: Seat, action: RoundAction, now: Moment) -> list[LogEvent]:
    """A bot has decided for a seat that it plays, or whose clock has run out."""
    events: list[LogEvent] = []
    chair = table.chairs[seat]
    if chair.plays_by_bot is None:
        events.append(ClockRanOut(seat))
    events += act(table, action, now)
    if chair.stand_in and chair.player in table.present_players:  # back in time for the next turn
        events.append(SeatHandedBack(seat))
    return events


def deadline_passed(table: Table, what: DeadlineKind, now: Moment) -> list[LogEvent]:
    """What happens by itself. A turn's deadline is not for here: then a bot has to think first."""
    if what == "collect":
        return act(table, Collect(), now)
    if what == "deal":
        return act(table, table.next_deal, now)
    if what == "close":
        return act(table, Close(), now)
    if what == "expire":
        events: list[LogEvent] = end_game(table, "abandoned", now, last=True) if table.playing else []
        return [*events, TableClosed(expired=True)]
    raise AssertionError(what)


def end_game(table: Table, how: HowEnded, now: Moment, *, last: bool = False) -> list[LogEvent]:
    """The game is over: its secret is revealed, and unless the table closes, the next one is prepared."""
    ended: list[LogEvent] = [GameEnded(table.number, how, table.secret)]
    return ended if last else [*ended, GamePrepared(table.number + 1, now.new_secret())]


def end_pause(table: Table, now: Moment) -> list[LogEvent]:
    """Do now what would happen at the end of the pause: it is due at once, after any bot that has something to say."""
    return [
        DeadlineSet(what, now.at)
        for what in ("collect", "deal", "close")
        if table.deadlines.get(what, now.at) > now.at
    ]
