"""Events with their places in a table's log, and what they tell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from klaverjas.events import Event
from klaverjas.server.table.events import LogEvent, TableOpened
from klaverjas.server.table.state import Table


@dataclass(frozen=True, slots=True)
class Logged:
    """An event, when it happened, and the command that it ends, if it ends one."""

    seq: int
    at: int
    event: LogEvent
    player: str | None = None
    command: str | None = None


def table_from(log: Sequence[Logged], names: dict[str, str]) -> Table:
    """The table that a log tells. Names are not in it."""
    first = log[0].event
    assert isinstance(first, TableOpened)
    table = Table.opened(first, log[0].at)
    table.names = names
    for logged in log[1:]:
        table.happens(logged.event, logged.seq, logged.at)
    return table


def game_events(log: Iterable[Logged]) -> list[Event]:
    """Of a log, what the game itself is made of."""
    return [logged.event for logged in log if isinstance(logged.event, Event)]
