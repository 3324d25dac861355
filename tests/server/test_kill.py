"""`kill -9` at random moments: what was acknowledged is there, and the game goes on."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from services import Postgres
from soak import SEED
from steadfast import check_nothing_lost, seated, whole_game
from table_client import QUICK
from table_server import TableServer

GAMES = 5  # at once, on one server
KILLS = 1 if SEED == 1 else 3  # more in a soak
SHORT = {"base": "rotterdam-bond", "end": {"rounds": 2}}


async def _games_with_kills(server: TableServer, seed: int) -> None:
    chance = random.Random(seed)
    tables = [
        await seated([server.url], seed * 100 + number, 0.05, rules=SHORT, **QUICK) for number in range(GAMES)
    ]
    playing = asyncio.gather(*(whole_game(players) for players in tables))
    for _ in range(KILLS):
        await asyncio.sleep(0.3 + chance.random() * 1.2)
        server.kill()
        await asyncio.to_thread(server.start)
    await playing
    for players in tables:
        await check_nothing_lost(server.database, players)


def test_games_survive_kills_of_the_server_on_sqlite(tmp_path: Path) -> None:
    with TableServer(tmp_path) as server:
        asyncio.run(_games_with_kills(server, SEED))


@pytest.fixture(scope="module")
def durable_postgres() -> Iterator[Postgres]:
    with Postgres(durable=True) as postgres:
        yield postgres


def test_games_survive_kills_of_the_server_on_postgresql(tmp_path: Path, durable_postgres: Postgres) -> None:
    with TableServer(tmp_path, database=durable_postgres.create_database("kills")) as server:
        asyncio.run(_games_with_kills(server, SEED))
