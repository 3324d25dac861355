"""Whether there is room on the disk of the database."""

import shutil
from typing import Final

from sqlalchemy import delete, insert

from klaverjas.server.store.database import Database, DiskFull
from klaverjas.server.store.schema import settings

LEAST_BYTES: Final = 1 << 20  # some hundred games
PROBE_CHARACTERS: Final = 64 << 10


def has_room(database: Database) -> bool:
    """Whether an SQLite file can grow; of another server's disk nothing is known here."""
    try:
        return database.file is None or shutil.disk_usage(database.file.resolve().parent).free >= LEAST_BYTES
    except OSError:
        return True  # reading and writing will say what is wrong


async def find_room(database: Database, key: str) -> None:
    """Write something and take it back; DiskFull as long as that fails."""
    if not has_room(database):
        raise DiskFull
    async with database.write() as connection:
        await connection.execute(insert(settings).values(key=key, value="x" * PROBE_CHARACTERS))
        await connection.execute(delete(settings).where(settings.c.key == key))
