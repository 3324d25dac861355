"""Games as long as a server's table lets them be, put into a database as if they had been played there."""

import random
from functools import cache
from typing import Any

from sqlalchemy import insert, update

from klaverjas.events import Event, GameClosed, GameStarted
from klaverjas.game import Game
from klaverjas.rules.named import named
from klaverjas.seats import SEATS
from klaverjas.server.clock import clock_ms
from klaverjas.server.store.database import Database
from klaverjas.server.store.finished import game_rows
from klaverjas.server.store.log import Log, event_row
from klaverjas.server.store.schema import events, game_seats, games, tables
from klaverjas.server.table.bounds import MOST_DEALS, MOST_WRONG_CALLS
from klaverjas.server.table.events import (
    DeadlineSet,
    GameBegun,
    GameEnded,
    GamePrepared,
    LogEvent,
    RulesChanged,
)
from klaverjas.server.table.logged import Logged, fold
from rooms import PLAYERS, four

RULES = named("amsterdam/1").change(incorrect_card="challenge", end={"rounds": MOST_DEALS})
FAR_AWAY_MS = 10 * 3600 * 1000


@cache
def longest_game() -> tuple[LogEvent, ...]:
    """Everything from the start of a game to the pause after its last deal, with all wrong calls that are allowed."""
    room = four(RULES, trick_pause=0, round_pause=0)
    chance, called = random.Random(1), 0
    while "close" not in room.table.deadlines:
        room.go_on(chance)
        game = room.table.game
        assert game is not None
        if len(game.rounds) > called and game.round.anything_played:
            called = len(game.rounds)
            for seat, player in zip(SEATS, PLAYERS, strict=True):
                for _ in range(MOST_WRONG_CALLS):
                    room.do(player, "accuse", accused=seat.left.letter)
    started = next(at for at, event in enumerate(room.log) if isinstance(event, GameStarted))
    return tuple(room.log[started:])


async def give_long_game(database: Database, code: str, *, finished: bool) -> str:
    """Let the four who sit at a table have played that game to its last card, or to its end; then the game's id."""
    log = Log(database)
    door = await log.door(code)
    assert door is not None
    row = door.table
    table = None
    async for page in log.whole(row):
        table = fold(table, page)
    assert table is not None
    at = clock_ms()
    chairs = tuple(chair.player for chair in table.chairs)
    played = [event for event in longest_game() if not isinstance(event, DeadlineSet)]
    new: list[LogEvent] = [
        RulesChanged(RULES, table.options),
        GameBegun(1, chairs, (None,) * 4, ("",) * 4),
        *played,
    ]
    kept: dict[str, Any] = {}
    seats: list[dict[str, Any]] = []
    if finished:
        game = Game.rebuild(event for event in played if isinstance(event, Event))
        new += [
            GameClosed(game.totals, game.winner),
            GameEnded(1, "finished", table.secret),
            GamePrepared(2, "f" * 64),
        ]
        game = game.after(GameClosed(game.totals, game.winner))
        table.began_at = at
        kept, seats = game_rows(row.id, table, game, "finished", at)
    else:
        new.append(DeadlineSet("close", at + FAR_AWAY_MS))
    rows = [
        event_row(row.id, Logged(seq, at, event), 1) for seq, event in enumerate(new, start=table.seq + 1)
    ]
    values = {
        "seq": rows[-1]["seq"],
        "stage": "lobby" if finished else "playing",
        "game": 2 if finished else 1,
        "wake_at": at + FAR_AWAY_MS,
        "owner": None,
    }
    async with database.write() as connection:
        await connection.execute(insert(events), rows)
        await connection.execute(update(tables).where(tables.c.id == row.id).values(values))
        if kept:
            await connection.execute(insert(games), kept)
            await connection.execute(insert(game_seats), seats)
    return str(kept.get("id", ""))
