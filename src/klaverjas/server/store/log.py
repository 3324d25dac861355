"""Reading the log of a table, and finding tables."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import and_, or_, select

from klaverjas.server.store.database import Database
from klaverjas.server.store.schema import events, members, nodes, tables
from klaverjas.server.table.events import CODEC
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


READ_AT_ONCE: Final = 500
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

    async def table(self, table_id: str) -> TableRow | None:
        return await self._one(tables.c.id == table_id)

    async def open_table(self, code: str) -> TableRow | None:
        """The open table with this code."""
        if not (code.isascii() and code.isdigit()):
            return None
        return await self._one(and_(tables.c.code == code, tables.c.closed_at.is_(None)))

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

    async def whole(self, table: TableRow) -> list[Logged]:
        """The events of a table, without those that mattered only in games that are over."""
        query = (
            select(*_COLUMNS)
            .where(
                events.c.table_id == table.id,
                or_(events.c.game.is_(None), events.c.game >= table.game - 1),
            )
            .order_by(events.c.seq)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        entries = []
        for start in range(0, len(rows), READ_AT_ONCE):  # others have their turn in between
            entries += [_logged(row) for row in rows[start : start + READ_AT_ONCE]]
            await asyncio.sleep(0)
        return entries

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
        query = (
            select(*_COLUMNS)
            .where(events.c.table_id == table_id, events.c.game == number)
            .order_by(events.c.seq)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [_logged(row) for row in rows]

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
    )
