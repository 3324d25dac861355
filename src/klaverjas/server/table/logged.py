"""Events with their places in a table's log, and what they tell."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from klaverjas.events import Event
from klaverjas.server.table.events import LogEvent, TableOpened
from klaverjas.server.table.state import Table

REMEMBERED_COMMANDS: Final = 12  # of each player: what others do does not make one's own forgotten


@dataclass(frozen=True, slots=True)
class Logged:
    """An event, when it happened, and the command that it ends, if it ends one."""

    seq: int
    at: int
    event: LogEvent
    player: str | None = None
    command: str | None = None


def fold(table: Table | None, log: Iterable[Logged]) -> Table:
    """The table after these events; without a table the first of them opens it."""
    for logged in log:
        if table is None:
            assert isinstance(logged.event, TableOpened)
            table = Table.opened(logged.event, logged.at)
        elif logged.seq > table.seq:
            table.happens(logged.event, logged.seq, logged.at)
    assert table is not None  # a table's log is never empty
    return table


def table_from(log: Iterable[Logged], names: dict[str, str]) -> Table:
    """The table that a log tells. Names are not in it."""
    table = fold(None, log)
    table.names = names
    return table


def game_events(log: Iterable[Logged]) -> list[Event]:
    """Of a log, what the game itself is made of."""
    return [logged.event for logged in log if isinstance(logged.event, Event)]
