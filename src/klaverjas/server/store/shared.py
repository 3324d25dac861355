"""What all nodes share and nobody else knows."""

import contextlib
import secrets

from sqlalchemy import insert, select

from klaverjas.server.store.database import Conflict, Database
from klaverjas.server.store.schema import settings


async def shared_secret(database: Database, key: str) -> str:
    """A random secret, made at the first start and kept in the database."""
    query = select(settings.c.value).where(settings.c.key == key)
    with contextlib.suppress(Conflict):
        async with database.write() as connection:
            known = (await connection.execute(query)).scalar()
            if known is None:
                await connection.execute(insert(settings).values(key=key, value=secrets.token_hex(32)))
    async with database.read() as connection:
        return str((await connection.execute(query)).scalar_one())
