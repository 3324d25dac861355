"""Who comes to a table: with the host's yes where one is needed, and never again once removed."""

from collections.abc import Collection
from typing import Final

from klaverjas.errors import Refusal
from klaverjas.server.naming import look_alike
from klaverjas.server.table import commands as c
from klaverjas.server.table.events import (
    Arrival,
    EntryAsked,
    EntryRefused,
    HostChanged,
    Joined,
    LogEvent,
    TableLocked,
)
from klaverjas.server.table.progress import DecisionContext
from klaverjas.server.table.state import Table

MOST_PEOPLE: Final = 250  # at one table: four who play, and a full club room that watches
MOST_WAITING: Final = 20
MOST_WAITING_WITHOUT_KEY: Final = 10  # strangers who guess a code leave room for those who have the link
ENTRY_SECONDS: Final = 600.0


def check_open(table: Table) -> None:
    if table.stage == "closed":
        raise Refusal("table-closed")


def check_host(table: Table, player: str) -> None:
    """Refuse anyone but the host, or the player who acts for a host who is not there."""
    if player not in (table.host, table.acting_host):
        raise Refusal("host-only")


def check_host_himself(table: Table, player: str) -> None:
    """Refuse anyone but the host: nobody decides this for a host who is not there."""
    if player == table.host:
        return
    raise Refusal("host-himself" if player == table.acting_host else "host-only")


def must_wait(table: Table, how: Arrival) -> bool:
    """Whether somebody who comes this way needs the host's yes. At an empty table nobody is locked out."""
    return table.host is not None and (how == "old" or table.locked)


def join(
    table: Table,
    player: str,
    name: str,
    now: DecisionContext,
    *,
    display: bool,
    ids: Collection[str] = (),
    how: Arrival = "code",
) -> list[LogEvent]:
    """Somebody comes to the table, or asks to be let in. *name* must differ from those of the others.

    *ids* are all ids of the same person: whoever was removed does not come back as somebody else.
    """
    check_open(table)
    person = {player, *ids}
    if person & table.removed:
        raise Refusal("removed-from-table")
    if player in table.people:
        return []
    if person & table.turned_away:
        raise Refusal("turned-away")
    waits = must_wait(table, how)
    if waits and player in table.waiting:
        return []
    _check_room(table)
    _check_name(table, player, name)
    if waits:
        _check_room_to_wait(table, how)
        until = now.deadline("entry", ENTRY_SECONDS).until
        return [EntryAsked(player, display, how, until)]
    events: list[LogEvent] = [Joined(player, display)]
    if table.host is None:
        events.append(HostChanged(player))
    return events


def _check_name(table: Table, player: str, name: str) -> None:
    """Refuse a name that another at the table or at its door has, or that looks like one."""
    for other in table.people.keys() | (table.waiting.keys() - {player}):
        known = table.names.get(other, "")
        if known.casefold() == name.casefold():
            raise Refusal("name-taken", name=name)
        if known and look_alike(known, name):
            raise Refusal("name-alike", name=name)


def _check_room(table: Table) -> None:
    if len(table.people) >= MOST_PEOPLE:
        raise Refusal("table-full", most=MOST_PEOPLE)


def _check_room_to_wait(table: Table, how: Arrival) -> None:
    strangers = sum(asker.how != "key" for asker in table.waiting.values())
    full = len(table.waiting) >= MOST_WAITING
    if full or (how != "key" and strangers >= MOST_WAITING_WITHOUT_KEY):
        raise Refusal("too-many-waiting")


def lock(table: Table, player: str, command: c.Lock, now: DecisionContext) -> list[LogEvent]:
    check_host_himself(table, player)
    return [] if table.locked == command.locked else [TableLocked(command.locked)]


def let_in(table: Table, player: str, command: c.LetIn, now: DecisionContext) -> list[LogEvent]:
    check_host_himself(table, player)
    asker = table.waiting.get(command.player)
    if asker is None:
        raise Refusal("nobody-waiting")
    _check_room(table)
    return [Joined(command.player, asker.display)]


def turn_away(table: Table, player: str, command: c.TurnAway, now: DecisionContext) -> list[LogEvent]:
    check_host_himself(table, player)
    if command.player not in table.waiting:
        raise Refusal("nobody-waiting")
    return [EntryRefused(command.player, expired=False)]
