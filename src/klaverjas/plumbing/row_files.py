"""Rows as a file, by its ending CSV, Parquet or JSON: never half there under its own name."""

import csv
import importlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from klaverjas.errors import TextError
from klaverjas.plumbing.extras import needs

ROWS_TOGETHER: Final = 50_000  # in memory, and in a group of a Parquet file
_LOGICAL: Final = {True: "true", False: "false"}
Row = TypeVar("Row", bound=tuple[Any, ...])


class RowFiles(Generic[Row]):
    """Files of one kind of row, a named tuple of numbers, texts and truths; *wrong* is the code for other contents.

    CSV and Parquet are never whole in memory.
    """

    def __init__(self, row: type[Row], wrong: str, endings: tuple[str, ...] = (".csv", ".parquet")) -> None:
        self.row, self.wrong, self.endings = row, wrong, endings
        self.columns: dict[str, type] = row.__annotations__

    def check(self, file: Path) -> None:
        """Its ending says what to write, and what that needs is there."""
        self._kind_of(file)

    def write(self, file: Path, rows: Iterable[Row]) -> None:
        """All rows under another name, onto the disk, and only then under this one."""
        new = file.with_name(f"{file.name}.new")
        try:
            self._kind_of(file).write(new, self.columns, rows)
            with new.open("rb+") as written:
                os.fsync(written.fileno())
            new.replace(file)
        except OSError as error:
            raise TextError("cannot-write", file=str(file), why=error.strerror or str(error)) from error

    def read(self, file: Path) -> Iterator[Row]:
        kind = self._kind_of(file)
        try:
            for cells in kind.read(file, self.columns):
                yield self.row._make(cells)  # type: ignore[attr-defined]
        except OSError as error:
            raise TextError("cannot-read", file=str(file), why=error.strerror or str(error)) from error
        except (ValueError, TypeError, KeyError, csv.Error) as error:
            raise TextError(self.wrong, file=str(file)) from error

    def _kind_of(self, file: Path) -> "_Kind":
        ending = file.suffix.lower()
        if ending not in self.endings:
            raise TextError("survey-ending", file=str(file), endings=list(self.endings))
        kind = _KINDS[ending]
        kind.check()
        return kind


class _Kind(NamedTuple):
    """A kind of file: how it is written and read, and what must be installed for it."""

    write: Callable[[Path, dict[str, type], Iterable[Any]], None]
    read: Callable[[Path, dict[str, type]], Iterator[Iterable[Any]]]
    check: Callable[[], object]


# --- CSV -----------------------------------------------------------------------------------------


def _write_csv(file: Path, columns: dict[str, type], rows: Iterable[Any]) -> None:
    with file.open("w", encoding="utf-8", newline="") as opened:
        lines = csv.writer(opened, lineterminator="\n")
        lines.writerow(columns)
        lines.writerows([_LOGICAL[cell] if isinstance(cell, bool) else cell for cell in row] for row in rows)


def _read_csv(file: Path, columns: dict[str, type]) -> Iterator[Iterable[Any]]:
    readers = [_is_true if kind is bool else kind for kind in columns.values()]
    with file.open(encoding="utf-8", newline="") as opened:
        lines = csv.reader(opened)
        if next(lines, None) != list(columns):
            raise ValueError("other columns")
        for cells in lines:
            yield [read(cell) for read, cell in zip(readers, cells, strict=True)]


def _is_true(cell: str) -> bool:
    return cell == _LOGICAL[True]


# --- Parquet -------------------------------------------------------------------------------------


def _parquet() -> Any:
    with needs("survey"):
        return importlib.import_module("pyarrow.parquet")


def _schema(columns: dict[str, type]) -> Any:
    arrow = importlib.import_module("pyarrow")
    types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bool: arrow.bool_()}
    return arrow.schema([(name, types[kind]) for name, kind in columns.items()])


def _write_parquet(file: Path, columns: dict[str, type], rows: Iterable[Any]) -> None:
    arrow = importlib.import_module("pyarrow")
    schema = _schema(columns)
    left = iter(rows)
    with _parquet().ParquetWriter(file, schema) as written:
        while together := list(islice(left, ROWS_TOGETHER)):
            cells = [list(column) for column in zip(*together, strict=True)]
            written.write_table(arrow.table(cells, schema=schema))


def _read_parquet(file: Path, columns: dict[str, type]) -> Iterator[Iterable[Any]]:
    with _parquet().ParquetFile(file) as opened:
        for batch in opened.iter_batches(ROWS_TOGETHER):
            for row in batch.to_pylist():
                if list(row) != list(columns):
                    raise ValueError("other columns")
                yield row.values()


# --- JSON ----------------------------------------------------------------------------------------


def _write_json(file: Path, columns: dict[str, type], rows: Iterable[Any]) -> None:
    """A list of objects, one a line."""
    with file.open("w", encoding="utf-8") as opened:
        before = "[\n"
        for row in rows:
            opened.write(before + json.dumps(dict(zip(columns, row, strict=True))))
            before = ",\n"
        opened.write("\n]\n" if before != "[\n" else "[]\n")


def _read_json(file: Path, columns: dict[str, type]) -> Iterator[Iterable[Any]]:
    found = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(found, list):
        raise TypeError("not a list")
    for row in found:
        if list(row) != list(columns):
            raise ValueError("other columns")
        yield [kind(cell) for kind, cell in zip(columns.values(), row.values(), strict=True)]


_KINDS: Final = {
    ".csv": _Kind(_write_csv, _read_csv, check=lambda: None),
    ".parquet": _Kind(_write_parquet, _read_parquet, check=_parquet),
    ".json": _Kind(_write_json, _read_json, check=lambda: None),
}
