"""Group commit: whatever waits to be written goes into one transaction, so that one disk write acknowledges many.

Each write is an :class:`Append` to the log of one table, with what changes beside it. It is on disk when ``append``
returns.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite

from klaverjas.server.store.database import Database, StoreDown
from klaverjas.server.store.schema import events, game_seats, games, members, old_doors, tables

Row: TypeAlias = dict[str, Any]
MOST_AT_ONCE: Final = 200

_INSERT_EVENTS: Final = insert(events)
_UPDATE_TABLE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("seq", "stage", "game", "public", "wake_at", "closed_at")
        }
    )
)


_UPDATE_DOOR: Final = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"))
    .values(code=bindparam("new_code"), key=bindparam("new_key"))
)


@dataclass
class RenewedDoor:
    """A new code and key of a table, and those that they replace."""

    code: str
    key: str
    old_code: str
    old_key: str


@dataclass
class Append:
    """Events for one table's log, and what must be written together with them."""

    table_id: str
    events: Sequence[Row]
    table: Row  # the new values of the table's own row
    new_table: Row | None = None
    door: RenewedDoor | None = None
    members: Sequence[Row] = ()
    games: Sequence[Row] = ()
    game_seats: Sequence[Row] = ()
    written: "asyncio.Future[None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Writer:
    """The only one who appends to the log, for one process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._waiting: asyncio.Queue[Append | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self.transactions = 0
        self.appended = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="log writer")

    async def stop(self) -> None:
        """Write what waits, then stop."""
        self._stopping = True
        if self._task is not None:
            self._waiting.put_nowait(None)
            await self._task
            self._task = None

    async def append(self, append: Append) -> None:
        """Return when it is on disk; raise Conflict or StoreDown when it is not, or perhaps not."""
        if self._stopping or self._task is None or self._task.done():
            raise StoreDown
        self._waiting.put_nowait(append)
        await append.written

    async def _run(self) -> None:
        while (first := await self._waiting.get()) is not None:
            batch = [first]
            stopping = False
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                more = self._waiting.get_nowait()
                if more is None:
                    stopping = True
                    break
                batch.append(more)
            await self._write_batch(batch)
            if stopping:
                return

    async def _write_batch(self, batch: list[Append]) -> None:
        try:
            await self._write(batch)
        except StoreDown as error:
            for append in batch:
                _answer(append, error)
        except Exception as error:
            if len(batch) == 1:
                _answer(batch[0], error)
                return
            for append in batch:  # one of them stands in the way of the others
                await self._write_batch([append])
        else:
            for append in batch:
                _answer(append, None)

    async def _write(self, batch: list[Append]) -> None:
        await self.database.write_at_once(lambda connection: write_appends(connection, batch))
        self.transactions += 1
        self.appended += sum(len(append.events) for append in batch)


def _answer(append: Append, error: Exception | None) -> None:
    if append.written.done():  # whoever waited was cancelled
        return
    if error is None:
        append.written.set_result(None)
    else:
        append.written.set_exception(error)


def write_appends(connection: Connection, batch: Sequence[Append]) -> None:
    """Everything of these appends, on an open transaction."""
    if new := [append.new_table for append in batch if append.new_table]:
        connection.execute(insert(tables), new)
    connection.execute(_INSERT_EVENTS, [row for append in batch for row in append.events])
    rows = [
        {"table_id": append.table_id} | {f"new_{name}": value for name, value in append.table.items()}
        for append in batch
        if not append.new_table
    ]
    if rows:
        connection.execute(_UPDATE_TABLE, rows)
    for append in batch:
        if append.door is not None:
            _renew(connection, append.table_id, append.door)
    if named := [row for append in batch for row in append.members]:
        _put_members(connection, named)
    if ended := [row for append in batch for row in append.games]:
        connection.execute(insert(games), ended)
        connection.execute(insert(game_seats), [row for append in batch for row in append.game_seats])


def _renew(connection: Connection, table_id: str, door: RenewedDoor) -> None:
    connection.execute(_UPDATE_DOOR, {"of_table": table_id, "new_code": door.code, "new_key": door.key})
    connection.execute(insert(old_doors), {"key": door.old_key, "code": door.old_code, "table_id": table_id})


def _put_members(connection: Connection, rows: Sequence[Row]) -> None:
    if connection.dialect.name == "sqlite":
        put: Any = sqlite.insert(members)
    else:
        put = postgresql.insert(members)
    put = put.on_conflict_do_update(index_elements=["table_id", "player"], set_={"name": put.excluded.name})
    connection.execute(put, list(rows))
