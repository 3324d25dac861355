"""Connections: which database, how durable, and what counts as it being away."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql.elements import TextClause

from klaverjas.errors import KlaverjasError
from klaverjas.server.settings import hidden_password
from klaverjas.server.store.private import MY_FOLDER, make_private, narrow
from klaverjas.server.store.schema import NOW_MS_POSTGRES, NOW_MS_SQLITE

CONNECT_SECONDS: Final = 5
DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


class StoreDown(KlaverjasError):
    """The database does not answer. Whether the last write arrived is not known."""

    def __init__(self) -> None:
        super().__init__("store-down")


class DiskFull(StoreDown):
    """There is no room for what was to be written. Reading still works."""


class Damaged(KlaverjasError):
    """What is in the database, or a part of it, cannot be read."""

    def __init__(self, why: str) -> None:
        super().__init__("database-damaged", why=why)


class Conflict(Exception):
    """Somebody else has written to the same place."""


def database_url(text: str) -> URL:
    """`sqlite:///file` or `postgresql://…` as a URL for the right driver."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise KlaverjasError("bad-database-url", url=hidden_password(text)) from None
    if url.drivername not in DRIVERS or (url.drivername == "sqlite" and not url.database):
        raise KlaverjasError("bad-database-url", url=hidden_password(text))
    return url.set(drivername=DRIVERS[url.drivername])


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # acknowledged means on disk
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA cache_size=-500")  # kB a connection; the system keeps the file in memory anyway
    cursor.close()


@contextmanager
def told_apart() -> Iterator[None]:
    """Errors of a driver as a conflict, as the database being away, or as what they are."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict from error
    except (TimeoutError, PoolTimeout, OSError) as error:
        raise StoreDown from error
    except DBAPIError as error:
        if _is_damage(error):
            raise Damaged(str(error.orig)) from error
        if _is_full(error):
            raise DiskFull from error
        if isinstance(error, OperationalError | InterfaceError):
            raise StoreDown from error
        if error.connection_invalidated or "Connection" in type(error.orig).__name__ or _is_away(error):
            raise StoreDown from error
        raise


def _is_away(error: DBAPIError) -> bool:
    """PostgreSQL's classes 08 (connection), 53 (resources) and 57 (shutting down)."""
    return _code_of(error)[:2] in ("08", "53", "57")


def _is_full(error: DBAPIError) -> bool:
    return _code_of(error) in ("SQLITE_FULL", "53100")


def _is_damage(error: DBAPIError) -> bool:
    """SQLite's own words; PostgreSQL's XX001 (data) and XX002 (index)."""
    code = _code_of(error)
    return (
        code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
        or code in ("XX001", "XX002")
        or ("Could not decode to UTF-8" in str(error.orig))
    )


def _code_of(error: DBAPIError) -> str:
    """SQLite's name of an error, or PostgreSQL's number."""
    names = ("sqlite_errorname", "sqlstate", "pgcode")
    return str(next((code for name in names if (code := getattr(error.orig, name, None))), ""))


class Database:
    """One database, for reading and for writing."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        if self.is_sqlite:
            assert self.url.database is not None
            if self.file is not None:
                self.file.parent.mkdir(MY_FOLDER, parents=True, exist_ok=True)
            self.writing = self._sqlite_engine(size=1)
            self.reading = self._sqlite_engine(size=4)
            self._in_thread = create_engine(
                self.url.set(drivername="sqlite"),
                connect_args={"timeout": CONNECT_SECONDS},
                hide_parameters=True,  # an error must not tell what was written
            )
            event.listen(self._in_thread, "do_connect", self._make_private)
            event.listen(self._in_thread, "connect", _prepare_sqlite)
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        else:
            self.writing = create_async_engine(
                self.url,
                pool_size=4,
                max_overflow=4,
                pool_timeout=CONNECT_SECONDS,
                hide_parameters=True,
                connect_args={"timeout": CONNECT_SECONDS, "command_timeout": 10},
            )
            self.reading = self.writing

    def _sqlite_engine(self, size: int) -> AsyncEngine:
        engine = create_async_engine(
            self.url,
            pool_size=size,
            max_overflow=0,
            connect_args={"timeout": CONNECT_SECONDS},
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "do_connect", self._make_private)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine

    @property
    def file(self) -> Path | None:
        """The SQLite file, if that is what it is."""
        name = self.url.database
        return Path(name) if self.is_sqlite and name and name != ":memory:" else None

    def _make_private(self, *_: object) -> None:
        """Before SQLite makes the file: those that it puts beside it get the same mode."""
        if self.file is not None:
            file = self.file.resolve()
            make_private(file)
            for beside in ("-wal", "-shm"):
                narrow(file.with_name(f"{file.name}{beside}"))

    @property
    def now_ms(self) -> TextClause:
        """The database's own clock, in SQL."""
        return NOW_MS_SQLITE if self.is_sqlite else NOW_MS_POSTGRES

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction."""
        with told_apart():
            async with self.writing.begin() as connection:
                yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        with told_apart():
            async with self.reading.connect() as connection:
                yield connection

    async def write_at_once(self, work: Callable[[Connection], None]) -> None:
        """A transaction that asks nothing in between: on SQLite one visit to a thread instead of one per statement."""
        with told_apart():
            if self.is_sqlite:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._write_in_thread, work)
            else:
                async with self.writing.begin() as connection:
                    await connection.run_sync(work)

    def _write_in_thread(self, work: Callable[[Connection], None]) -> None:
        with self._in_thread.begin() as connection:
            work(connection)

    async def close(self) -> None:
        if self.is_sqlite:
            await asyncio.to_thread(self._thread.shutdown)
            self._in_thread.dispose()
        await self.writing.dispose()
        if self.reading is not self.writing:
            await self.reading.dispose()
