"""What a survey has solved so far, in a file beside the one that it will be; no deal is ever half there."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from klaverjas.errors import KlaverjasError, TextError
from klaverjas.survey.rows import Row

# A deal is on its way to the disk when it is saved, and there at the next checkpoint; a killed process loses nothing.
SETTINGS = ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL")
TABLES = (
    "CREATE TABLE IF NOT EXISTS plan (asked TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS solved (deal INTEGER PRIMARY KEY, rows TEXT NOT NULL)",
)


def journal_of(out: Path) -> Path:
    return out.with_name(f"{out.name}.progress")


class Journal:
    """Of one survey at a time: another plan, or another process, is refused."""

    def __init__(self, out: Path, plan: str) -> None:
        self.file = journal_of(out)
        with self._said():
            self._database = sqlite3.connect(self.file, timeout=0, isolation_level=None)
        try:
            with self._said():
                for setting in SETTINGS:
                    self._database.execute(f"PRAGMA {setting}")
                self._begin(out, plan)
        except BaseException:
            self._database.close()
            raise

    def _begin(self, out: Path, plan: str) -> None:
        with self._transaction():
            for table in TABLES:
                self._database.execute(table)
            before = self._database.execute("SELECT asked FROM plan").fetchone()
            if before == (plan,):
                return
            if len(self):
                raise KlaverjasError("survey-other", file=str(out), journal=str(self.file))
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
                raise KlaverjasError("survey-running", journal=str(self.file)) from error
            raise TextError("cannot-write", file=str(self.file), why=error) from error
        except sqlite3.DatabaseError as error:
            raise KlaverjasError("no-journal", journal=str(self.file), why=error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def __len__(self) -> int:
        """How many deals are solved."""
        with self._said():
            (count,) = self._database.execute("SELECT count(*) FROM solved").fetchone()
        return int(count)

    def __contains__(self, deal: int) -> bool:
        with self._said():
            found = self._database.execute("SELECT 1 FROM solved WHERE deal = ?", (deal,)).fetchone()
        return found is not None

    def save(self, deals: Iterable[list[Row]]) -> None:
        """The rows of some deals, all of them or none."""
        with self._said(), self._transaction():
            self._database.executemany(
                "INSERT INTO solved VALUES (?, ?)", ((rows[0].deal, json.dumps(rows)) for rows in deals)
            )

    def rows(self) -> Iterator[Row]:
        """All that was solved, by deal."""
        with self._said():
            for (rows,) in self._database.execute("SELECT rows FROM solved ORDER BY deal"):
                yield from (Row(*row) for row in json.loads(rows))

    def remove(self) -> None:
        """The survey has its own file."""
        self._database.close()
        self.file.unlink()
