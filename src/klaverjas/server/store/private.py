"""Files that hold secrets, hands that are being played and names: nobody but their owner may read them."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog

MINE: Final = 0o600
MY_FOLDER: Final = 0o700
OTHERS: Final = 0o077
log = structlog.get_logger()


def make_private(file: Path) -> None:
    """Make sure that a file is there, and that only its owner may read it. A new one is empty.

    One that is there is not opened: closing a file ends all POSIX locks that this process has on it, and SQLite relies
    on them. (Without them another process that closes the database deletes its write-ahead log.)
    """
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MINE))
    except FileExistsError:
        narrow(file)


def narrow(file: Path) -> None:
    """Take a file away from others, if it is there and was theirs to read; warn where that is not allowed."""
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & OTHERS:
            file.chmod(mode & ~OTHERS)
    except FileNotFoundError:
        return
    except PermissionError:
        log.warning("file readable by others", file=str(file), mode=f"{mode:04o}")


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A private file to be written, in the same folder, that takes the place of *file* once it is complete and on disk.

    When something goes wrong the old file is as it was. A device or a pipe cannot be replaced, and is written itself.
    """
    file = file.resolve()
    if file.exists() and not file.is_file():
        yield file
        return
    partial = file.with_name(f"{file.name}.partial")
    partial.unlink(missing_ok=True)
    make_private(partial)
    try:
        yield partial
        _sync(partial)
        partial.replace(file)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    _sync(file.parent)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
