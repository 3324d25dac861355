"""Does everything in the database still fit together? Every game is replayed and compared."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, select

from klaverjas.errors import KlaverjasError
from klaverjas.game import Game
from klaverjas.record import Record, read, verify, write
from klaverjas.server.store.database import Database, StoreDown
from klaverjas.server.store.log import Log
from klaverjas.server.store.schema import events, games, tables
from klaverjas.server.table.logged import game_events, table_from

AT_ONCE: Final = 200


@dataclass(frozen=True)
class Finding:
    """What was looked at, and what is wrong with it; nothing when *fault* is None."""

    kind: str  # "game" or "table"
    id: str
    fault: str | None


async def to_check(database: Database) -> int:
    async with database.read() as connection:
        counts = [
            (await connection.execute(select(func.count()).select_from(one))).scalar_one()
            for one in (games, tables)
        ]
    return int(sum(counts))


async def check(database: Database) -> AsyncIterator[Finding]:
    """Look at every finished game, then at every table."""
    log = Log(database)
    async for row in _all(database, games):
        yield Finding("game", row.id, await _game_fault(log, row))
    async for row in _all(database, tables):
        fault = await _table_fault(log, row.id)
        if fault is not None:  # a table that is being played may just have gone on
            fault = await _table_fault(log, row.id)
        yield Finding("table", row.id, fault)


async def _all(database: Database, table: Any) -> AsyncIterator[Any]:
    last = ""
    while True:
        query = select(table).where(table.c.id > last).order_by(table.c.id).limit(AT_ONCE)
        async with database.read() as connection:
            rows = (await connection.execute(query)).all()
        for row in rows:
            yield row
        if len(rows) < AT_ONCE:
            return
        last = rows[-1].id


def _replayed(game: Game) -> Game:
    """The game again, every action of it judged by the referee."""
    (record,) = read(write([Record(game)]))
    return record.game


async def _game_fault(log: Log, row: Any) -> str | None:
    try:
        (record,) = read(row.record)  # replays it
        if record.game.totals != (row.north_south, row.west_east):
            return "the stored totals are not those of the record"
        if record.secret is not None and record.commitment is not None and not verify(record).right:
            return "a deal does not follow from the secret"
        if row.table_id is None:
            return None
        logged = await log.of_game(row.table_id, row.number)
        game = Game.rebuild(game_events(logged))
        if write([Record(game)]) != write([Record(record.game)]):
            return "the log tells another game than the record"
    except StoreDown:
        raise
    except KlaverjasError as error:
        return str(error)
    except Exception as error:  # a check that ends half-way would not tell of the rest
        return f"it cannot be read ({type(error).__name__})"
    return None


async def _table_fault(log: Log, table_id: str) -> str | None:
    query = (
        select(tables.c.seq, func.count(), func.min(events.c.seq), func.max(events.c.seq))
        .outerjoin(events, events.c.table_id == tables.c.id)
        .where(tables.c.id == table_id)
        .group_by(tables.c.seq)
    )
    async with log.database.read() as connection:
        seq, count, first, last = (await connection.execute(query)).one()
    if first != 1 or last != count or last != seq:
        return f"the log has {count} events from {first} to {last}, and should have {seq}"
    try:
        row = await log.table(table_id)
        assert row is not None
        table = table_from([one async for page in log.whole(row) for one in page], {})
        if table.stage != row.stage or table.number != row.game:
            return "the log tells another table than its row"
        if table.playing:
            game = Game.rebuild(game_events(await log.of_game(table_id, table.number)))
            if game.rounds and _replayed(game).rounds != game.rounds:
                return "the running game does not replay"
    except StoreDown:
        raise
    except KlaverjasError as error:
        return str(error)
    except Exception as error:
        return f"it cannot be read ({type(error).__name__})"
    return None
