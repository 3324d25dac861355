"""Sessions in the database: who is known on which device, until when."""

import secrets
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from klaverjas.server.clock import clock_ms
from klaverjas.server.store.database import Database
from klaverjas.server.store.schema import players, sessions

SESSION_SECONDS: Final = 400 * 24 * 3600  # since its cookie was last sent
MOST_SESSIONS: Final = 50  # of one player; a further one ends the oldest
RENEWED_EVERY_MS: Final = 24 * 3600 * 1000
OF_OLD_COOKIE: Final = "old-"  # how the ids of such cookies' sessions begin; others are hexadecimal
AT_ONCE: Final = 500


async def begin(connection: AsyncConnection, player: str) -> str:
    """A new session of a player; outdated ones, and the oldest of too many, are forgotten."""
    session, now = secrets.token_hex(16), clock_ms()
    await connection.execute(delete(sessions).where(sessions.c.renewed_at < now - SESSION_SECONDS * 1000))
    running = (
        select(sessions.c.id)
        .where(sessions.c.player == player, sessions.c.ended_at.is_(None))
        .order_by(sessions.c.renewed_at.desc(), sessions.c.id)
        .offset(MOST_SESSIONS - 1)
    )
    if superfluous := (await connection.execute(running)).scalars().all():
        await connection.execute(delete(sessions).where(sessions.c.id.in_(superfluous)))
    await connection.execute(
        insert(sessions).values(id=session, player=player, created_at=now, renewed_at=now)
    )
    return session


async def end(connection: AsyncConnection, session: str) -> None:
    """End one session. Those of cookies that name no session are kept as ended, until such a cookie is outdated."""
    mine = sessions.c.id == session
    await connection.execute(delete(sessions).where(mine, ~sessions.c.id.startswith(OF_OLD_COOKIE)))
    await connection.execute(update(sessions).where(mine).values(ended_at=clock_ms()))


async def end_all(connection: AsyncConnection, ids: Collection[str]) -> Sequence[str]:
    """End every session of these players, and every cookie that names none; the sessions that there were."""
    of_them = sessions.c.player.in_(ids)
    ended = (await connection.execute(select(sessions.c.id).where(of_them))).scalars().all()
    await connection.execute(delete(sessions).where(of_them))
    await connection.execute(
        update(players).where(players.c.id.in_(ids)).values(session=players.c.session + 1)
    )
    return ended


async def those_that_ended(database: Database, ids: Collection[str]) -> set[str]:
    """Which of these sessions no longer run."""
    wanted, running = list(ids), set[str]()
    async with database.read() as connection:
        for first in range(0, len(wanted), AT_ONCE):
            query = select(sessions.c.id).where(
                sessions.c.id.in_(wanted[first : first + AT_ONCE]), sessions.c.ended_at.is_(None)
            )
            running |= set((await connection.execute(query)).scalars())
    return set(wanted) - running
