"""Tables as the lobby lists them: who is there and where, without the game that is being played.

A log is mostly cards. Reading a hundred long ones for one look at the lobby would take seconds, so only the events
beside the games are read, and of a table that is known already only the new ones.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from klaverjas.errors import KlaverjasError
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.cluster.unreadable import Unreadable
from klaverjas.server.store.database import StoreDown
from klaverjas.server.store.log import Log, TableRow
from klaverjas.server.table.logged import fold
from klaverjas.server.table.state import Table

MOST_KEPT: Final = 2_000


class Outlines:
    """The outlines that were asked for last."""

    def __init__(self, log: Log, held: Mapping[str, LiveTable], unreadable: Unreadable) -> None:
        self.log = log
        self.held = held
        self.unreadable = unreadable
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._looking: asyncio.Task[list[tuple[TableRow, Table]]] | None = None
        self._next: asyncio.Task[list[tuple[TableRow, Table]]] | None = None
        self._reading = asyncio.Lock()  # a full lobby is read once, whoever asks for it

    async def public(self, most: int) -> list[tuple[TableRow, Table]]:
        """The public tables, the newest first.

        Whoever asks while they are being looked up shares the look that follows: it is as fresh as one of his own, and
        a crowd costs no more than two.
        """
        if self._next is None:
            self._next = asyncio.create_task(self._look_after(self._looking, most))
        return await asyncio.shield(self._next)

    async def _look_after(
        self, before: "asyncio.Task[list[tuple[TableRow, Table]]] | None", most: int
    ) -> list[tuple[TableRow, Table]]:
        if before is not None:
            await asyncio.wait((before,))
        self._looking, self._next = self._next, None
        rows = await self.log.public_tables(most)
        found = await self.of(rows)
        return [(row, found[row.id]) for row in rows if row.id in found]

    async def of(self, rows: Sequence[TableRow]) -> dict[str, Table]:
        """By id the tables of these rows, without those that cannot be read."""
        names = await self.log.names_at([row.id for row in rows])
        found: dict[str, Table] = {}
        async with self._reading:
            for row in rows:
                try:
                    table = found[row.id] = await self._outline(row)
                except StoreDown:
                    raise
                except KlaverjasError:
                    continue
                if row.id not in self.held:
                    table.names = names.get(row.id, {})
        return found

    async def _outline(self, row: TableRow) -> Table:
        """The table that is held anyway, or its outline."""
        if (live := self.held.get(row.id)) is not None:
            return live.table
        known = self._kept.pop(row.id, None)
        if known is None or known.seq < row.seq:
            with self.unreadable.noted(row.id):
                new = await self.log.beside_games(row.id, known.seq if known else 0)
                known = fold(known, new)
            known.seq = max(known.seq, row.seq)
        self._kept[row.id] = known
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return known
