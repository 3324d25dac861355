"""The tables that one node holds, whoever runs them: read from the log when somebody wants one, and kept up to date."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Container, Iterable, MutableMapping
from typing import Final
from weakref import WeakValueDictionary

from klaverjas.errors import Refusal
from klaverjas.server.clock import clock_ms
from klaverjas.server.cluster.live import Listener, LiveTable
from klaverjas.server.cluster.unreadable import Unreadable
from klaverjas.server.store.database import StoreDown
from klaverjas.server.store.log import Log, TableRow
from klaverjas.server.table.events import EntryAsked, Joined
from klaverjas.server.table.logged import REMEMBERED_COMMANDS, Logged, fold
from klaverjas.server.table.state import Table

MOST_MISSED: Final = 500  # events; after more than that, how things stand is shorter


class Watching:
    """The tables of a node by id. Those that are *run_here* have an owner, who keeps them up to date himself."""

    def __init__(self, log: Log, run_here: Container[str]) -> None:
        self.log = log
        self.run_here = run_here
        self.tables: dict[str, LiveTable] = {}
        self.trouble: str | None = None  # what everybody has been told last
        self.unreadable = Unreadable()
        self._locks: MutableMapping[str, asyncio.Lock] = WeakValueDictionary()

    def lock_of(self, table_id: str) -> asyncio.Lock:
        """One at a time takes a table up or puts it away. It is there as long as somebody holds it or waits for it."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    # --- looking ---------------------------------------------------------------------------------

    async def look_at(self, table_id: str) -> LiveTable:
        """A table to look at, whoever runs it."""
        if (live := self.tables.get(table_id)) is not None:
            live.idle_since = clock_ms()
            return live
        async with self.lock_of(table_id):
            if (live := self.tables.get(table_id)) is not None:
                return live
            row = await self.log.table(table_id)
            if row is None:
                raise Refusal("no-such-table")
            table, _ = await self._folded(row)
            live = self.tables[table_id] = LiveTable(row, table)
            return live

    async def up_to_date(self, table_id: str) -> LiveTable:
        """A table to look at, with everything that has happened at it anywhere."""
        live = await self.look_at(table_id)
        if table_id not in self.run_here:
            await self.catch_up(live)
        return live

    async def _folded(self, row: TableRow, held: LiveTable | None = None) -> tuple[Table, "_Kept"]:
        """The table that a log tells, and what is kept of that log. It may be long, and others have their turn."""
        table: Table | None = None
        kept = _Kept(row.seq if held is None else held.table.seq)
        with self.unreadable.noted(row.id):
            async for page in self.log.whole(row):
                kept.look_at(page)
                table = fold(table, page)
            assert table is not None
        table.names = await self.log.names(row.id)
        return table, kept

    async def taken_up(self, table_id: str) -> tuple[LiveTable, list[Logged]]:
        """A table, and the last commands of each player, for whoever runs it from now on."""
        if (live := self.tables.get(table_id)) is not None:
            await self.catch_up(live)
        while True:
            row = await self.log.table(table_id)
            if row is None:
                raise Refusal("no-such-table")
            table, kept = await self._folded(row, live)
            live = self.tables.get(table_id)
            if live is None or live.table.seq <= table.seq:
                break  # else its last owner has written once more, and listeners here know it already
        if live is None:
            live = self.tables[table_id] = LiveTable(row, table)
        else:
            table.found_at(row.code, row.key)
            live.advance([one for one in kept.newer if one.seq > live.table.seq], table)
            live.table = table
        return live, kept.commands

    async def member(self, table_id: str, players: Iterable[str], *, ever: bool = False) -> str | None:
        """Under which of his ids somebody is at a table, or (*ever*) may come back to it.

        Whoever logs in during a game is still who has seen a hand, or was sent away.
        """
        players = tuple(players)
        for look in (self.look_at, self.up_to_date):
            table = (await look(table_id)).table
            groups: list[Container[str]] = [table.people]
            if ever:
                groups += [
                    table.removed,
                    table.turned_away,
                    table.held if table.playing else {},
                    table.waiting,
                ]
            for group in groups:
                if (found := next((one for one in players if one in group), None)) is not None:
                    return found
        return None

    # --- listening -------------------------------------------------------------------------------

    async def listen(self, table_id: str, listener: Listener, after: int | None) -> LiveTable:
        """Let somebody hear everything from now on; first what he missed, or how things stand."""
        while True:
            live = await self.look_at(table_id)
            missed, names = None, {}
            if after is not None and 0 <= live.table.seq - after <= MOST_MISSED:
                missed = await self.log.after(table_id, after)
                names = await self.log.names(table_id) if _brings_names(missed) else {}
            if self.tables.get(table_id) is live:
                break  # else it was put away meanwhile
        if listener.player not in live.table.people:
            raise Refusal("not-at-table")  # since he was let in
        # From here on nothing waits, so nothing comes between the past and what is to come.
        if missed is not None and missed and missed[-1].seq > live.table.seq:
            live.table.names.update(names)
            live.advance(missed)
        whole = missed is not None and after is not None and _reaches(missed, after, live.table.seq)
        if missed is not None and whole and live.tells_in_full(missed):
            first = live.missed(listener, missed, names)
        else:
            first = live.greet(listener)
        listener.send(first)
        if self.trouble is not None:
            listener.trouble(self.trouble)
        live.listeners.add(listener)
        return live

    def tell_trouble(self, code: str | None) -> None:
        """Tell everyone that something is down, or that nothing is any more."""
        self.trouble = code
        for live in self.tables.values():
            live.tell_trouble(code)

    def dismiss(self, code: str) -> None:
        """Send all listeners away."""
        for live in self.tables.values():
            for listener in list(live.listeners):
                listener.dismiss(code)

    @property
    def sessions(self) -> set[str]:
        """The sessions of everybody who listens here."""
        every = (listener.session for live in self.tables.values() for listener in live.listeners)
        return {session for session in every if session}

    def end_sessions(self, ended: Container[str]) -> None:
        """Send away whoever listens in one of these sessions."""
        for live in self.tables.values():
            for listener in [one for one in live.listeners if one.session in ended]:
                listener.dismiss("session-ended")

    def forget_names(self, players: Iterable[str]) -> None:
        """Somebody was erased: the tables that are held here no longer know his name."""
        for player in players:
            for live in self.tables.values():
                live.table.names.pop(player, None)

    # --- keeping up ------------------------------------------------------------------------------

    async def catch_up(self, live: LiveTable) -> None:
        """Go on with what others have written."""
        with contextlib.suppress(StoreDown):
            entries = await self.log.after(live.id, live.table.seq)
            names = await self.log.names(live.id) if _brings_names(entries) else None
            if live.id not in self.run_here:
                if names is not None and entries[-1].seq > live.table.seq:
                    live.table.names = names
                live.advance(entries)

    async def look_for_news(self) -> None:
        """See whether others have written, in case a bell was not heard."""
        watched = [live for live in self.tables.values() if live.id not in self.run_here]
        if not watched:
            return
        seqs = await self.log.last_seqs(live.id for live in watched)
        for live in watched:
            if seqs.get(live.id, 0) > live.table.seq:
                await self.catch_up(live)

    def waited_for(self) -> list[str]:
        """Tables that somebody here listens to and that are not run here."""
        return [live.id for live in self.tables.values() if live.listeners and live.id not in self.run_here]


class _Kept:
    """Of a log that is read page by page: what came after the *seq*-th event, and the last commands of each player."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.newer: list[Logged] = []
        self._commands: dict[str, deque[Logged]] = {}

    def look_at(self, page: list[Logged]) -> None:
        for logged in page:
            if logged.seq > self.seq:
                self.newer.append(logged)
            if logged.player and logged.command:
                last = self._commands.setdefault(logged.player, deque(maxlen=REMEMBERED_COMMANDS))
                last.append(logged)

    @property
    def commands(self) -> list[Logged]:
        return [logged for last in self._commands.values() for logged in last]


def _reaches(missed: list[Logged], after: int, until: int) -> bool:
    return (missed[-1].seq if missed else after) == until


def _brings_names(entries: Iterable[Logged]) -> bool:
    return any(isinstance(one.event, (Joined, EntryAsked)) for one in entries)
