"""An arena as files: its rows as CSV, Parquet or JSON by the ending, and its rounds as records."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from klaverjas.arena.duplicate import ArenaRow
from klaverjas.errors import TextError
from klaverjas.plumbing.row_files import RowFiles

_FILES: Final = RowFiles(ArenaRow, wrong="no-arena", endings=(".csv", ".parquet", ".json"))
check = _FILES.check
read = _FILES.read
write = _FILES.write


def write_records(folder: Path, records: Iterable[tuple[int, str]]) -> int:
    """A file for each pairing, in the order in which they are told: 1.kj, 2.kj; how many."""
    found: dict[int, list[str]] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for pairing, record in records:
            found.setdefault(pairing, []).append(record)
        for pairing, texts in found.items():
            (folder / f"{pairing + 1}.kj").write_text("\n".join(texts), encoding="utf-8")
    except OSError as error:
        raise TextError("cannot-write", file=str(folder), why=error.strerror or str(error)) from error
    return len(found)
