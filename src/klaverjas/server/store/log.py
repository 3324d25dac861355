"""Reading the log of a table, and finding tables."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import func, or_, select

from klaverjas.server.store.database import Database
from klaverjas.server.store.schema import events, members, nodes, old_doors, tables
from klaverjas.server.table.events import CODEC, Arrival
from klaverjas.server.table.logged import Logged
from klaverjas.server.table.state import OF_ONE_GAME


@dataclass(frozen=True)
class TableRow:
    """A table as the database lists it."""

    id: str
    code: str
    public: bool
    stage: str
    game: int
    seq: int
    created_at: int
    owner: str | None
    key: str = ""  # the secret of its link


@dataclass(frozen=True)
class DoorRow:
    """A table, and how somebody found it."""

    table: TableRow
    how: Arrival


READ_AT_ONCE: Final = 200
LONG: Final = 2_000  # events; an evening of 16 rounds has some 1,200
A_CODE: Final = re.compile(r"[0-9]{6}")
A_KEY: Final = re.compile(r"[0-9a-f]{32}")
_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder(dict[str, Any])
_COLUMNS = (events.c.seq, events.c.at, events.c.event, events.c.player, events.c.command)


def _logged(row: Any) -> Logged:
    return Logged(row.seq, row.at, CODEC.from_json(_DECODE.decode(row.event)), row.player, row.command)


def event_row(table_id: str, logged: Logged, game: int) -> dict[str, Any]:
    """An event as a row of the log; *game* is the number of the one that is prepared or played."""
    return {
        "table_id": table_id,
        "seq": logged.seq,
        "at": logged.at,
        "game": game if type(logged.event) in OF_ONE_GAME else None,
        "player": logged.player,
        "command": logged.command,
        "event": _ENCODE(CODEC.to_json(logged.event)).decode(),
    }


class Log:
    """What can be asked of the log."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._long_ones = 0  # logs that are being read

    async def table(self, table_id: str) -> TableRow | None:
        return await self._one(tables.c.id == table_id)

    async def door(self, code: str) -> DoorRow | None:
        """The open table that has this code, or had it until somebody was removed."""
        if not A_CODE.fullmatch(code):
            return None
        return await self._door("code", tables.c.code == code, old_doors.c.code == code)

    async def door_with(self, key: str) -> DoorRow | None:
        """The open table that has this key, or had it until somebody was removed."""
        if not A_KEY.fullmatch(key):
            return None
        return await self._door("key", tables.c.key == key, old_doors.c.key == key)

    async def _door(self, how: Arrival, where: Any, where_old: Any) -> DoorRow | None:
        """The open table to which this leads now, else the newest to which it led before."""
        is_open = tables.c.closed_at.is_(None)
        old = _table_rows().join(old_doors, old_doors.c.table_id == tables.c.id)
        old = old.where(where_old, is_open).order_by(tables.c.created_at.desc())
        async with self.database.read() as connection:
            row = (await connection.execute(_table_rows().where(where, is_open))).first()
            if row is None:
                how, row = "old", (await connection.execute(old)).first()
        return None if row is None else DoorRow(TableRow(*row), how)

    async def _one(self, where: Any) -> TableRow | None:
        async with self.database.read() as connection:
            row = (await connection.execute(_table_rows().where(where))).first()
        return None if row is None else TableRow(*row)

    async def public_tables(self, most: int) -> list[TableRow]:
        """Public tables that are open, the newest first."""
        query = (
            _table_rows()
            .where(tables.c.closed_at.is_(None), tables.c.public)
            .order_by(tables.c.created_at.desc())
            .limit(most)
        )
        async with self.database.read() as connection:
            return [TableRow(*row) for row in await connection.execute(query)]

    async def tables_of(self, players: Sequence[str], most: int) -> list[TableRow]:
        """Open tables where one of these players is a member, the newest first."""
        query = (
            _table_rows()
            .join(members, members.c.table_id == tables.c.id)
            .where(tables.c.closed_at.is_(None), members.c.player.in_(players))
            .order_by(tables.c.created_at.desc())
            .limit(most)
        )
        async with self.database.read() as connection:
            return [TableRow(*row) for row in await connection.execute(query)]

    async def names(self, table_id: str) -> dict[str, str]:
        """The names of everyone who was ever at the table."""
        query = select(members.c.player, members.c.name).where(members.c.table_id == table_id)
        async with self.database.read() as connection:
            return {row.player: row.name for row in await connection.execute(query) if row.name is not None}

    async def names_at(self, table_ids: Sequence[str]) -> dict[str, dict[str, str]]:
        """The same for each of these tables."""
        query = select(members).where(members.c.table_id.in_(table_ids), members.c.name.is_not(None))
        names: dict[str, dict[str, str]] = {}
        async with self.database.read() as connection:
            for row in await connection.execute(query):
                names.setdefault(row.table_id, {})[row.player] = row.name
        return names

    async def whole(self, table: TableRow) -> AsyncIterator[list[Logged]]:
        """The events of a table, page by page, without those that mattered only in games that are over."""
        # In the lobby everybody still looks at the last game.
        oldest = table.game if table.stage == "playing" else table.game - 1
        async for page in self._pages(table.id, or_(events.c.game.is_(None), events.c.game >= oldest)):
            yield page

    async def beside_games(self, table_id: str, after: int) -> list[Logged]:
        """The events after the *after*-th that are no part of a game."""
        pages = self._pages(table_id, events.c.game.is_(None), after=after)
        return [logged async for page in pages for logged in page]

    async def _pages(self, table_id: str, where: Any, after: int = 0) -> AsyncIterator[list[Logged]]:
        """Events in order, a page at a time.

        After each page others have their turn. All long logs that are being read, and what is done with their pages,
        take half of the loop's time together. (Threads would be no better: the loop would have to wait for the
        interpreter again and again.)
        """
        read, long = 0, False
        try:
            while True:
                query = (
                    select(*_COLUMNS)
                    .where(events.c.table_id == table_id, events.c.seq > after, where)
                    .order_by(events.c.seq)
                    .limit(READ_AT_ONCE)
                )
                async with self.database.read() as connection:
                    rows = (await connection.execute(query)).all()
                begun = time.perf_counter()
                if rows:
                    after, read = rows[-1].seq, read + len(rows)
                    yield [_logged(row) for row in rows]
                if len(rows) < READ_AT_ONCE:
                    return
                if not long and read >= LONG:
                    long = True
                    self._long_ones += 1
                await asyncio.sleep((time.perf_counter() - begun) * self._long_ones if long else 0)
        finally:
            self._long_ones -= long

    async def after(self, table_id: str, seq: int, most: int | None = None) -> list[Logged]:
        """The events after the *seq*-th."""
        query = (
            select(*_COLUMNS).where(events.c.table_id == table_id, events.c.seq > seq).order_by(events.c.seq)
        )
        if most is not None:
            query = query.limit(most)
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [_logged(row) for row in rows]

    async def of_game(self, table_id: str, number: int) -> list[Logged]:
        """The events that belong to one game."""
        pages = self._pages(table_id, events.c.game == number)
        return [logged async for page in pages for logged in page]

    async def last_seqs(self, table_ids: Iterable[str]) -> dict[str, int]:
        """How far the log of each of these tables goes."""
        query = select(tables.c.id, tables.c.seq).where(tables.c.id.in_(list(table_ids)))
        async with self.database.read() as connection:
            return {row.id: row.seq for row in await connection.execute(query)}

    async def alive_nodes(self) -> dict[str, str]:
        """The address of each node whose lease has not ended."""
        query = select(nodes.c.id, nodes.c.address).where(nodes.c.until > self.database.now_ms)
        async with self.database.read() as connection:
            return {row.id: row.address for row in await connection.execute(query)}


def _table_rows() -> Any:
    return select(
        tables.c.id,
        tables.c.code,
        tables.c.public,
        tables.c.stage,
        tables.c.game,
        tables.c.seq,
        tables.c.created_at,
        tables.c.owner,
        func.coalesce(tables.c.key, ""),
    )
