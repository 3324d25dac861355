"""Who played a game, as far as he may still be named."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from klaverjas.server.store.schema import game_seats, players


async def names_by_seat(connection: AsyncConnection, game_ids: Sequence[str]) -> dict[str, list[str | None]]:
    """By game and seat: the name, a bot's in brackets; None where it was erased or nobody sat there."""
    guest, account = players.alias("guest"), players.alias("account")
    query = (
        select(
            game_seats.c.game_id,
            game_seats.c.seat,
            game_seats.c.bot,
            game_seats.c.imported_name,
            func.coalesce(account.c.name, guest.c.name).label("name"),
        )
        .outerjoin(guest, guest.c.id == game_seats.c.player)
        .outerjoin(account, account.c.id == guest.c.merged_into)
        .where(game_seats.c.game_id.in_(game_ids))
    )
    names: dict[str, list[str | None]] = {game_id: [None] * 4 for game_id in game_ids}
    for row in await connection.execute(query):
        shown = row.imported_name or row.name or (f"({row.bot})" if row.bot else None)
        names[row.game_id][row.seat] = shown
    return names
