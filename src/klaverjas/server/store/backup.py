"""A whole database as one file, taken while it is in use, and back into an empty one of either kind.

The file is gzipped text, one JSON value a line: a head with the schema's version, the rows by table, and a foot with
how many there were and a checksum, so that half a file is not taken for a whole one.
"""

import gzip
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from klaverjas.errors import KlaverjasError
from klaverjas.sentences import Phrase
from klaverjas.server.store.database import Conflict, Database, told_apart
from klaverjas.server.store.migrate import known_version, migrate, version_of
from klaverjas.server.store.private import replacing
from klaverjas.server.store.schema import (
    events,
    game_seats,
    games,
    known_addresses,
    members,
    old_doors,
    players,
    sessions,
    settings,
    tables,
)
from klaverjas.version import __version__

FORMAT: Final = "klaverjas backup 1"
TABLES: Final[tuple[Table, ...]] = (
    settings,
    players,
    sessions,
    known_addresses,
    tables,
    old_doors,
    members,
    events,
    games,
    game_seats,
)
AT_ONCE: Final = 500
LONGEST_LINE: Final = 16 << 20  # of a game of a whole evening there is not a hundredth
Progress = Callable[[int, int], None]  # rows done, rows in all

NOT_OURS: Final = Phrase("it is not a klaverjas backup", "het is geen reservekopie van klaverjas")
CUT_OFF: Final = Phrase("it is incomplete or was changed", "het is afgebroken of veranderd")


@asynccontextmanager
async def _frozen(database: Database) -> AsyncIterator[AsyncConnection]:
    """The database as it is now, whatever is written meanwhile."""
    with told_apart():
        async with database.reading.connect() as connection:
            if database.is_sqlite:
                await connection.exec_driver_sql("BEGIN")
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
            await connection.rollback()


async def back_up(database: Database, file: Path, progress: Progress = lambda done, total: None) -> int:
    """Write everything to *file*; how many rows. It has its name only when it is complete."""
    digest = sha256()
    done = 0
    with replacing(file) as partial, gzip.open(partial, "wb", compresslevel=6) as out:

        def put(value: object) -> None:
            line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            out.write(line)

        async with _frozen(database) as connection:
            total = 0
            for table in TABLES:
                total += (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            version = await connection.run_sync(version_of)
            put({"format": FORMAT, "schema": version, "program": __version__, "rows": total})
            for table in TABLES:
                names = [column.name for column in table.columns]
                put({"table": table.name, "columns": names})
                rows = await connection.stream(select(table).order_by(*table.primary_key.columns))
                async for chunk in rows.partitions(AT_ONCE):
                    for row in chunk:
                        put(list(row))
                    done += len(chunk)
                    progress(done, total)
        out.write(json.dumps({"rows": done, "sha256": digest.hexdigest()}).encode() + b"\n")
    return done


async def restore(
    database: Database,
    file: Path,
    progress: Progress = lambda done, total: None,
    *,
    until: str = "head",
) -> int:
    """Fill an empty database from *file*, all or nothing, and bring it to the newest schema; how many rows."""
    try:
        done = await _fill(database, _lines(file), progress)
    except (Conflict, DBAPIError, KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        # The foot is right, but what it says is not.
        raise KlaverjasError("bad-backup", why=NOT_OURS) from error
    await migrate(database, until)
    return done


async def _fill(database: Database, lines: Iterator[Any], progress: Progress) -> int:
    head = next(lines)
    await migrate(database, known_version(head["schema"]))
    done, total = 0, int(head["rows"])
    table: Table | None = None
    names: list[str] = []
    waiting: list[dict[str, Any]] = []
    async with database.write() as connection:
        for kept in (players, tables, games):
            if (await connection.execute(select(func.count()).select_from(kept))).scalar_one():
                raise KlaverjasError("database-not-empty")
        await connection.execute(settings.delete())

        async def flush() -> None:
            if waiting and table is not None:
                await connection.execute(_insert(table, names), waiting)
                waiting.clear()

        for line in lines:
            if isinstance(line, dict):
                await flush()
                table = next((one for one in TABLES if one.name == line.get("table")), None)
                names = line.get("columns", [])
                if table is None or not set(names) <= {column.name for column in table.columns}:
                    raise KlaverjasError("bad-backup", why=NOT_OURS)
                continue
            if table is None or not isinstance(line, list):
                raise KlaverjasError("bad-backup", why=NOT_OURS)
            waiting.append(dict(zip(names, line, strict=True)))
            done += 1
            if len(waiting) == AT_ONCE:
                await flush()
                progress(done, total)
        await flush()
        await connection.execute(tables.update().values(owner=None))
        progress(done, total)
    return done


def _insert(table: Table, names: list[str]) -> Any:
    """Only the columns that the backup has: others came later, and its schema is the older one."""
    if len(names) == len(table.columns):
        return insert(table)
    listed = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(f":{name}" for name in names)
    return text(
        f'INSERT INTO "{table.name}" ({listed}) VALUES ({values})'
    )  # names are checked against the schema


def _lines(file: Path) -> Iterator[Any]:
    """The head and all lines of a file whose foot is right; refuses any other before the first line is used."""
    digest = sha256()
    rows = -1
    last = b""
    try:
        with gzip.open(file, "rb") as lines:
            for line in _of_reasonable_length(lines):
                if last:
                    digest.update(last)
                    rows += not last.startswith(b"{")
                last = line
        foot = json.loads(last or b"null")
    except FileNotFoundError:
        raise
    except (OSError, EOFError, ValueError, zlib.error):
        raise KlaverjasError("bad-backup", why=CUT_OFF) from None
    if not isinstance(foot, dict) or foot.get("sha256") != digest.hexdigest():
        raise KlaverjasError("bad-backup", why=CUT_OFF)
    with gzip.open(file, "rb") as lines:
        head = json.loads(next(lines))
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise KlaverjasError("bad-backup", why=NOT_OURS)
        yield head
        before: bytes | None = None
        for line in lines:
            if before is not None:
                yield json.loads(before)
            before = line


def _of_reasonable_length(lines: gzip.GzipFile) -> Iterator[bytes]:
    """Whatever a file says, it does not fill the memory."""
    while line := lines.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise KlaverjasError("bad-backup", why=NOT_OURS)
        yield line
