"""`klaverjas db`, `klaverjas export`, `klaverjas import`: keeping what was played."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO, TypeVar

from cyclopts import App, Parameter
from cyclopts.config import Env
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from klaverjas.commands.terminal import (
    AsJson,
    Lang,
    RecordFile,
    console,
    print_json,
    read_records,
    spoken,
    visible,
)
from klaverjas.commands.words import word
from klaverjas.errors import KlaverjasError, TextError
from klaverjas.plumbing.extras import needs
from klaverjas.server.settings import default_database

if TYPE_CHECKING:
    from klaverjas.server.store.database import Database

T = TypeVar("T")
ENVIRONMENT = Env("KLAVERJAS_", command=False)

DatabaseUrl = Annotated[
    str | None,
    Parameter(
        name="--database",
        help="sqlite:///file or postgresql://user@host/name; default: a file in your data folder.",
    ),
]

app = App(
    name="db",
    help="Back up, restore and check a server database.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas db backup klaverjas.backup\n\n"
        "  klaverjas db restore klaverjas.backup --database postgresql://klaverjas@db/klaverjas\n\n"
        "  klaverjas db check\n\n"
        "You can back up while the server is running, and restore into an empty SQLite or PostgreSQL database."
    ),
    help_format="plaintext",
    config=(ENVIRONMENT,),
)
export_app = App(
    name="export",
    help="Export all finished games as records.",
    help_epilogue=(
        "Example:\n\n  klaverjas export games.kj && klaverjas verify games.kj\n\n"
        "The file is replaced only when the export is complete. A game that cannot be read is skipped and reported on "
        "standard error; the exit code is then 1."
    ),
    help_format="plaintext",
    config=(ENVIRONMENT,),
)
import_app = App(
    name="import",
    help="Import games from records into a server database.",
    help_epilogue="Example:\n\n  klaverjas import games.kj\n\nGames that are already in the database are skipped.",
    help_format="plaintext",
    config=(ENVIRONMENT,),
)


def _with_database(url: str | None, work: "Callable[[Database], Awaitable[T]]", *, new: bool = False) -> T:
    """Do something with the database, at the newest schema."""
    with needs("server"):
        from klaverjas.server.store.database import Database
        from klaverjas.server.store.migrate import migrate

    async def go() -> T:
        database = Database(url or default_database())
        file = database.url.database
        if not new and database.is_sqlite and file and not Path(file).exists():
            raise KlaverjasError("no-database", file=file)
        try:
            if not new:
                await migrate(database)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(go())


def _check_not_itself(store: "Database", target: Path | str) -> None:
    """Refuse to write over the database that is read, or over a file beside it that belongs to it."""
    if store.file is None or str(target) == "-":
        return
    own, other = store.file.resolve(), Path(target).resolve()
    if other in (own, *(own.with_name(own.name + end) for end in ("-wal", "-shm", "-journal", ".lock"))):
        raise TextError("target-is-database", file=str(target))


def _progress() -> Progress:
    """On standard error, and only where somebody can see it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


@app.command
def backup(file: Path, /, *, database: DatabaseUrl = None, lang: Lang = None) -> int:
    """Save the whole database to a file; the server may be running."""
    language = spoken(lang)

    async def work(store: "Database") -> int:
        from klaverjas.server.store.backup import back_up

        _check_not_itself(store, file)
        with _progress() as shown:
            task = shown.add_task(word("backing-up", language), total=None)
            return await back_up(
                store, file, lambda done, total: shown.update(task, completed=done, total=total)
            )

    try:
        rows = _with_database(database, work)
    except OSError as error:
        raise TextError("cannot-write", file=str(file), why=error.strerror or str(error)) from error
    console().print(word("backed-up", language, rows=rows, file=file), markup=False)
    return 0


@app.command
def restore(file: Path, /, *, database: DatabaseUrl = None, lang: Lang = None) -> int:
    """Fill an empty database from a backup."""
    language = spoken(lang)

    async def work(store: "Database") -> int:
        from klaverjas.server.store.backup import restore as put_back

        with _progress() as shown:
            task = shown.add_task(word("restoring", language), total=None)
            return await put_back(
                store, file, lambda done, total: shown.update(task, completed=done, total=total)
            )

    try:
        rows = _with_database(database, work, new=True)
    except OSError as error:
        raise TextError("cannot-read", file=str(file), why=error.strerror or str(error)) from error
    console().print(word("restored", language, rows=rows), markup=False)
    return 0


@app.command
def check(*, database: DatabaseUrl = None, json: AsJson = False, lang: Lang = None) -> int:
    """Replay every game and compare it with what is stored; exit code 1 if anything differs."""
    language = spoken(lang)

    async def work(store: "Database") -> tuple[int, list[dict[str, str | None]]]:
        from klaverjas.server.store.check import check as look
        from klaverjas.server.store.check import to_check

        faults: list[dict[str, str | None]] = []
        looked = 0
        with _progress() as shown:
            task = shown.add_task(word("checking", language), total=await to_check(store))
            async for finding in look(store):
                looked += 1
                shown.advance(task)
                if finding.fault is not None:
                    faults.append({"kind": finding.kind, "id": finding.id, "fault": finding.fault})
        return looked, faults

    looked, faults = _with_database(database, work)
    if json:
        print_json({"checked": looked, "faults": faults})
    else:
        screen = console()
        for fault in faults:
            told = f"✗ {fault['kind']} {fault['id']}: {fault['fault'] or ''}"
            screen.print(visible(told), markup=False)
        screen.print(word("checked", language, count=looked, faults=len(faults)), markup=False)
    return 1 if faults else 0


@export_app.default
def export_games(file: str = "-", /, *, database: DatabaseUrl = None, lang: Lang = None) -> int:
    """Export all finished games as records, to a file or ('-') to standard output."""
    language = spoken(lang)

    async def work(store: "Database") -> tuple[int, list[str]]:
        from klaverjas.server.store.games import count_games, exported
        from klaverjas.server.store.private import replacing

        _check_not_itself(store, file)
        written, left_out = 0, []
        with ExitStack() as stack:
            out: TextIO = sys.stdout
            if file != "-":
                partial = stack.enter_context(replacing(Path(file)))
                out = stack.enter_context(partial.open("w", encoding="utf-8"))
            shown = stack.enter_context(_progress())
            task = shown.add_task(word("exporting", language), total=await count_games(store))
            async for game in exported(store):
                if game.fault is None:
                    out.write(("\n" if written else "") + game.record)
                    written += 1
                else:
                    why = game.fault.sentence(language)
                    left_out.append(word("not-exported", language, id=game.id, why=why))
                shown.advance(task)
        return written, left_out

    try:
        count, left_out = _with_database(database, work)
    except OSError as error:
        raise TextError("cannot-write", file=file, why=error.strerror or str(error)) from error
    for line in left_out:
        print(f"klaverjas: {visible(line)}", file=sys.stderr)
    if file != "-":
        console().print(word("exported", language, count=count, file=file), markup=False)
    return 1 if left_out else 0


@import_app.default
def import_games(file: RecordFile, /, *, database: DatabaseUrl = None, lang: Lang = None) -> int:
    """Import games from records into the database."""
    language = spoken(lang)
    records = read_records(file)

    async def work(store: "Database") -> int:
        from klaverjas.server.store.games import AT_ONCE, import_records
        from klaverjas.server.store.migrate import migrate

        await migrate(store)
        now = time.time_ns() // 1_000_000
        new = 0
        with _progress() as shown:
            task = shown.add_task(word("importing", language), total=len(records))
            for start in range(0, len(records), AT_ONCE):
                part = records[start : start + AT_ONCE]
                new += await import_records(store, part, now)
                shown.advance(task, len(part))
        return new

    new = _with_database(database, work, new=True)
    console().print(word("imported", language, count=new, skipped=len(records) - new), markup=False)
    return 0
