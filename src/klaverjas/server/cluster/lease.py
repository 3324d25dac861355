"""Which node runs which table, as the database knows it.

A table's lease is that of its node: a row that the node renews every second by the database's clock. When the row is
too old, whoever needs the table may take it.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

import structlog
from sqlalchemy import delete, literal_column, or_, select, true, update
from sqlalchemy.dialects import postgresql, sqlite

from klaverjas.server.clock import clock_ms
from klaverjas.server.store.database import Database, StoreDown
from klaverjas.server.store.schema import nodes, tables

LEASE_MS: Final = 3000
RENEW_SECONDS: Final = 1.0
FOREVER_MS: Final = 10**12  # an SQLite file has one server
MOST_ADOPTED: Final = 500  # at once
log = structlog.get_logger()


class Lease:
    """The right of one node to run its tables. *address* is where other nodes reach it."""

    def __init__(self, database: Database, node: str, address: str) -> None:
        self.database = database
        self.node = node
        self.address = address
        self.overslept = False  # it was not renewed in time: others may have taken tables
        self.ended = False

    # --- the node's own row ------------------------------------------------------------------------

    async def begin(self) -> None:
        await self._forget_dead_nodes()
        await self.renew()

    async def keep(self) -> None:
        """Renew it until it has ended. A task of its own: a node that takes over many tables is alive."""
        renewed = clock_ms()
        while not self.ended:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self.renew()
            except StoreDown:
                continue  # the heartbeat says so
            except Exception:
                log.exception("lease not renewed")
                continue
            if clock_ms() - renewed > LEASE_MS * 2 // 3:
                self.overslept = True
            renewed = clock_ms()

    async def renew(self) -> None:
        make: Any = sqlite.insert if self.database.is_sqlite else postgresql.insert
        lease = FOREVER_MS if self.database.is_sqlite else LEASE_MS
        until: Any = literal_column(f"{self.database.now_ms.text} + {lease}")
        put = make(nodes).values(id=self.node, address=self.address, until=until)
        put = put.on_conflict_do_update(
            index_elements=["id"], set_={"until": put.excluded.until, "address": put.excluded.address}
        )
        async with self.database.write() as connection:
            await connection.execute(put)

    async def give_up(self) -> None:
        """Every table is free for the other nodes at once."""
        async with self.database.write() as connection:
            await connection.execute(update(tables).where(tables.c.owner == self.node).values(owner=None))
            await connection.execute(delete(nodes).where(nodes.c.id == self.node))

    async def _forget_dead_nodes(self) -> None:
        """Nodes that ended long ago; beside an SQLite file, all others."""
        long_gone: Any = nodes.c.until < literal_column(f"{self.database.now_ms.text} - {20 * LEASE_MS}")
        async with self.database.write() as connection:
            await connection.execute(delete(nodes).where(true() if self.database.is_sqlite else long_gone))

    # --- tables ------------------------------------------------------------------------------------

    @property
    def _alive(self) -> Any:
        return select(nodes.c.id).where(nodes.c.until > self.database.now_ms)

    async def take(self, table_id: str) -> bool:
        """Whether the table is this node's now: it was before, or nobody alive had it."""
        owner = tables.c.owner
        async with self.database.write() as connection:
            result = await connection.execute(
                update(tables)
                .where(
                    tables.c.id == table_id,
                    or_(owner.is_(None), owner == self.node, owner.not_in(self._alive)),
                )
                .values(owner=self.node)
            )
        return bool(result.rowcount)

    async def let_go(self, table_id: str) -> None:
        async with self.database.write() as connection:
            await connection.execute(
                update(tables).where(tables.c.id == table_id, tables.c.owner == self.node).values(owner=None)
            )

    async def address_of_owner(self, table_id: str) -> str | None:
        query = (
            select(nodes.c.address).join(tables, tables.c.owner == nodes.c.id).where(tables.c.id == table_id)
        )
        async with self.database.read() as connection:
            return (await connection.execute(query)).scalar()

    async def held(self) -> set[str]:
        """The tables of this node."""
        query = select(tables.c.id).where(tables.c.owner == self.node)
        async with self.database.read() as connection:
            return set((await connection.execute(query)).scalars())

    async def abandoned(self, waiting: Iterable[str]) -> Sequence[str]:
        """Tables whose node is gone, where something is due or (*waiting*) somebody here waits.

        A table at which nothing is due had somebody there: whether he still is, its new owner finds out.
        """
        query = (
            select(tables.c.id)
            .where(
                tables.c.closed_at.is_(None),
                or_(tables.c.owner.is_(None), tables.c.owner.not_in(self._alive)),
                or_(
                    tables.c.wake_at.is_(None),
                    tables.c.wake_at <= self.database.now_ms,
                    tables.c.id.in_(list(waiting)),
                ),
            )
            .limit(MOST_ADOPTED)
        )
        async with self.database.read() as connection:
            return (await connection.execute(query)).scalars().all()
