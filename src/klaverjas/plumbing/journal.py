"""What long work has done so far, in a file beside the one that it will be; no piece of it is ever half there."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from klaverjas.errors import KlaverjasError, TextError

# A piece is on its way to the disk when it is saved, and there at the next checkpoint; a killed process loses nothing.
SETTINGS = ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL")
TABLES = (
    "CREATE TABLE IF NOT EXISTS plan (asked TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS solved (deal INTEGER PRIMARY KEY, rows TEXT NOT NULL)",
)


def journal_of(out: Path) -> Path:
    return out.with_name(f"{out.name}.progress")


class Complaints(NamedTuple):
    """What is said when the journal is that of other work, when it is in use, and when it is none: codes."""

    other: str
    running: str
    unreadable: str


class Journal:
    """Of one work at a time: another plan, or another process, is refused. Its pieces have numbers.

    Without a file to make it is kept in memory, and gone at the end.
    """

    def __init__(self, out: Path | None, plan: str, complaints: Complaints) -> None:
        self.file = None if out is None else journal_of(out)
        self.complaints = complaints
        with self._said():
            self._database = sqlite3.connect(self.file or ":memory:", timeout=0, isolation_level=None)
        try:
            with self._said():
                for setting in SETTINGS:
                    self._database.execute(f"PRAGMA {setting}")
                self._begin(out, plan)
        except BaseException:
            self._database.close()
            raise

    def _begin(self, out: Path | None, plan: str) -> None:
        with self._transaction():
            for table in TABLES:
                self._database.execute(table)
            before = self._database.execute("SELECT asked FROM plan").fetchone()
            if before == (plan,):
                return
            if len(self):
                raise KlaverjasError(self.complaints.other, file=str(out), journal=str(self.file))
            self._database.execute("DELETE FROM plan")
            self._database.execute("INSERT INTO plan VALUES (?)", (plan,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:  # a full disk has ended it already
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What SQLite complains of, as a sentence."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise KlaverjasError(self.complaints.running, journal=str(self.file)) from error
            raise TextError("cannot-write", file=str(self.file), why=error) from error
        except sqlite3.DatabaseError as error:
            raise KlaverjasError(self.complaints.unreadable, journal=str(self.file), why=error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def __len__(self) -> int:
        """How many pieces are done."""
        with self._said():
            (count,) = self._database.execute("SELECT count(*) FROM solved").fetchone()
        return int(count)

    def __contains__(self, number: int) -> bool:
        with self._said():
            found = self._database.execute("SELECT 1 FROM solved WHERE deal = ?", (number,)).fetchone()
        return found is not None

    def keep(self, pieces: Iterable[tuple[int, object]]) -> None:
        """Some pieces by their numbers, as JSON has them: all of them or none."""
        with self._said(), self._transaction():
            self._database.executemany(
                "INSERT INTO solved VALUES (?, ?)", ((number, json.dumps(piece)) for number, piece in pieces)
            )

    def pieces(self) -> Iterator[tuple[int, Any]]:
        """All that was kept, in the order of the numbers."""
        with self._said():
            for number, piece in self._database.execute("SELECT deal, rows FROM solved ORDER BY deal"):
                yield number, json.loads(piece)

    def remove(self) -> None:
        """The work has its own file."""
        self._database.close()
        if self.file is not None:
            self.file.unlink()
