"""A survey as a file, CSV or Parquet by its ending: never half there under its own name, never whole in memory."""

import csv
import importlib
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from klaverjas.errors import TextError
from klaverjas.extras import needs
from klaverjas.survey.rows import Row

ROWS_TOGETHER = 50_000  # in memory, and in a group of a Parquet file


class Kind(NamedTuple):
    """A kind of file: how it is written and read, and what must be installed for it."""

    write: Callable[[Path, Iterable[Row]], None]
    read: Callable[[Path], Iterator[Row]]
    check: Callable[[], object]


def kind_of(file: Path) -> Kind:
    """By the ending of its name; what it needs is there."""
    kind = KINDS.get(file.suffix.lower())
    if kind is None:
        raise TextError("survey-ending", file=str(file), endings=list(KINDS))
    kind.check()
    return kind


def write(file: Path, rows: Iterable[Row]) -> None:
    """All rows under another name, onto the disk, and only then under this one."""
    new = file.with_name(f"{file.name}.new")
    try:
        kind_of(file).write(new, rows)
        with new.open("rb+") as written:
            os.fsync(written.fileno())
        new.replace(file)
    except OSError as error:
        raise TextError("cannot-write", file=str(file), why=error.strerror or str(error)) from error


def read(file: Path) -> Iterator[Row]:
    kind = kind_of(file)
    try:
        yield from kind.read(file)
    except OSError as error:
        raise TextError("cannot-read", file=str(file), why=error.strerror or str(error)) from error
    except (ValueError, TypeError, csv.Error) as error:
        raise TextError("no-survey", file=str(file)) from error


# --- CSV -----------------------------------------------------------------------------------------


def _write_csv(file: Path, rows: Iterable[Row]) -> None:
    with file.open("w", encoding="utf-8", newline="") as opened:
        lines = csv.writer(opened, lineterminator="\n")
        lines.writerow(Row._fields)
        lines.writerows((*row[:-1], "true" if row.makes else "false") for row in rows)


def _read_csv(file: Path) -> Iterator[Row]:
    with file.open(encoding="utf-8", newline="") as opened:
        lines = csv.reader(opened)
        if next(lines, None) != list(Row._fields):
            raise ValueError("other columns")
        for deal, rules, dealer, leader, troef, hands, value, best, contract, makes in lines:
            texts = rules, dealer, leader, troef, hands
            yield Row(int(deal), *texts, int(value), best, contract, makes == "true")


# --- Parquet -------------------------------------------------------------------------------------


def _parquet() -> Any:
    with needs("survey"):
        return importlib.import_module("pyarrow.parquet")


def _schema() -> Any:
    arrow = importlib.import_module("pyarrow")
    types = {int: arrow.int64(), str: arrow.string(), bool: arrow.bool_()}
    return arrow.schema([(name, types[kind]) for name, kind in Row.__annotations__.items()])


def _write_parquet(file: Path, rows: Iterable[Row]) -> None:
    arrow = importlib.import_module("pyarrow")
    left = iter(rows)
    with _parquet().ParquetWriter(file, _schema()) as written:
        while together := list(islice(left, ROWS_TOGETHER)):
            columns = [list(column) for column in zip(*together, strict=True)]
            written.write_table(arrow.table(columns, schema=_schema()))


def _read_parquet(file: Path) -> Iterator[Row]:
    with _parquet().ParquetFile(file) as opened:
        for batch in opened.iter_batches(ROWS_TOGETHER):
            yield from (Row(**row) for row in batch.to_pylist())


KINDS = {
    ".csv": Kind(_write_csv, _read_csv, check=lambda: None),
    ".parquet": Kind(_write_parquet, _read_parquet, check=_parquet),
}
