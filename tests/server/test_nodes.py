"""Several nodes on one database: forwarding, take-over, step-down, planned restarts, outages."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from services import Postgres, Redis
from soak import SEED
from steadfast import Steadfast, check_nothing_lost, seated, whole_game
from table_client import QUICK
from table_server import TableServer, two_nodes

GAMES = 2
SHORT = {"base": "amsterdam-bond", "end": {"rounds": 2}}
GOES_ON_WITHIN = 5.0
DOWN_SECONDS = 6 if SEED == 1 else 10  # longer than a lease; more in a soak


async def play(tables: list[list[Steadfast]]) -> None:
    await asyncio.gather(*(whole_game(players) for players in tables))


async def tables_at(nodes: list[TableServer], seed: int, pause: float = 0.05) -> list[list[Steadfast]]:
    """Tables that the first node runs, with players at both."""
    urls = [node.url for node in nodes]
    return [await seated(urls, seed * 100 + number, pause, rules=SHORT, **QUICK) for number in range(GAMES)]


@pytest.mark.parametrize("bus", ["postgresql", "redis"])
def test_a_game_is_played_at_two_nodes_at_once(
    tmp_path: Path, postgres_url: str, redis_url: str, bus: str
) -> None:
    async def game(nodes: list[TableServer]) -> None:
        tables = await tables_at(nodes, SEED, 0.0)
        await play(tables)
        for players in tables:
            await check_nothing_lost(postgres_url, players)

    with two_nodes(tmp_path, postgres_url, redis_url if bus == "redis" else None) as nodes:
        asyncio.run(game(nodes))


def test_when_the_owner_is_killed_another_node_goes_on_within_five_seconds(
    tmp_path: Path, postgres_url: str
) -> None:
    async def game(nodes: list[TableServer]) -> None:
        chance = random.Random(SEED)
        tables = await tables_at(nodes, SEED)
        playing = asyncio.create_task(play(tables))
        await asyncio.sleep(0.3 + chance.random())
        nodes[0].kill()
        killed = time.monotonic()
        numbers = [players[0].client.seq for players in tables]
        while not all(
            max(player.client.seq for player in players) > number + 8
            for players, number in zip(tables, numbers, strict=True)
        ):
            await asyncio.sleep(0.02)
            assert time.monotonic() - killed < 60
        await playing
        for players in tables:
            await check_nothing_lost(postgres_url, players)
            slowest = max(gap for player in players for gap in player.gaps)
            assert slowest < GOES_ON_WITHIN, f"no card for {slowest:.1f} s"

    with two_nodes(tmp_path, postgres_url) as nodes:
        asyncio.run(game(nodes))


def test_a_planned_restart_is_hardly_noticed(tmp_path: Path, postgres_url: str) -> None:
    async def game(nodes: list[TableServer]) -> None:
        tables = await tables_at(nodes, SEED)
        playing = asyncio.create_task(play(tables))
        await asyncio.sleep(0.5)
        assert await asyncio.to_thread(nodes[0].stop) == 0
        await playing
        for players in tables:
            await check_nothing_lost(postgres_url, players)
            slowest = max(gap for player in players for gap in player.gaps)
            assert slowest < 2.5, f"no card for {slowest:.1f} s"  # less than a lease

    with two_nodes(tmp_path, postgres_url) as nodes:
        asyncio.run(game(nodes))


def test_an_owner_that_slept_steps_down_and_nothing_is_doubled(tmp_path: Path, postgres_url: str) -> None:
    async def game(nodes: list[TableServer]) -> None:
        tables = await tables_at(nodes, SEED)
        playing = asyncio.create_task(play(tables))
        await asyncio.sleep(0.5)
        nodes[0].pause()
        await asyncio.sleep(4.5)  # its lease has ended, and the other node has taken over
        nodes[0].resume()
        await playing
        for players in tables:
            await check_nothing_lost(postgres_url, players)

    with two_nodes(tmp_path, postgres_url) as nodes:
        asyncio.run(game(nodes))


def test_while_the_bus_is_down_the_nodes_look_for_themselves(tmp_path: Path, postgres_url: str) -> None:
    async def game(nodes: list[TableServer], redis: Redis) -> None:
        tables = await tables_at(nodes, SEED)
        playing = asyncio.create_task(play(tables))
        await asyncio.sleep(0.3)
        await asyncio.to_thread(redis.stop, hard=True)
        await asyncio.sleep(4)
        await asyncio.to_thread(redis.start)
        await playing
        for players in tables:
            await check_nothing_lost(postgres_url, players)
            for player in players:
                assert player.client.troubles[:1] == ["bus-down"], player.client.troubles

    with Redis() as redis, two_nodes(tmp_path, postgres_url, redis.url) as nodes:
        asyncio.run(game(nodes, redis))


def test_while_the_database_is_down_clients_are_told_and_play_resumes(tmp_path: Path) -> None:
    async def game(nodes: list[TableServer], postgres: Postgres, database: str) -> None:
        tables = await tables_at(nodes, SEED)
        playing = asyncio.create_task(play(tables))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(DOWN_SECONDS)
        await asyncio.to_thread(postgres.start)
        await playing
        for players in tables:
            await check_nothing_lost(database, players)
            for player in players:
                assert player.client.troubles[:1] == ["store-down"], player.client.troubles

    with Postgres(durable=True) as postgres:
        database = postgres.create_database("outage")
        with two_nodes(tmp_path, database) as nodes:
            asyncio.run(game(nodes, postgres, database))
