"""The longest games that a server's table allows: who ends, reads or lists them delays nobody else."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from klaverjas.server.store.database import Database
from long_games import give_long_game
from siege import Attack, default_limits, withstand
from table_client import Client, four_at_a_table
from table_server import TableServer

FINISHED, ENDING = 3, 5  # tables; an attack that is repeated ends another game each time


@dataclass
class Club:
    """A server with long games, and those who played them: their names and cookies by table."""

    server: TableServer
    players: dict[str, list[tuple[str, httpx.Cookies]]] = field(default_factory=dict)
    games: list[tuple[str, str]] = field(default_factory=list)  # a table and its finished game
    ending: list[str] = field(default_factory=list)  # tables that wait for the end of the last pause

    async def open_tables(self) -> None:
        for _ in range(FINISHED + ENDING):
            clients = await four_at_a_table(self.server.url, public=True, round_pause=60)
            self.players[clients[0].code] = [(one.name, one.http.cookies) for one in clients]
            for client in clients:
                await client.close()

    async def play(self) -> None:
        database = Database(self.server.database)
        for at, code in enumerate(self.players):
            game = await give_long_game(database, code, finished=at < FINISHED)
            if game:
                self.games.append((code, game))
            else:
                self.ending.append(code)
        await database.close()

    def client(self, code: str, at: int = 0) -> Client:
        name, cookies = self.players[code][at]
        client = Client(self.server.url, name, cookies)
        client.code = code
        return client


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    server = TableServer(tmp_path_factory.mktemp("club"), **default_limits())
    club = Club(server)
    with server:
        asyncio.run(club.open_tables())
        server.stop()
        asyncio.run(club.play())
        server.start()
        yield club


async def _again(end: float, at_once: int, work: Callable[[int], Awaitable[Any]]) -> None:
    """Do it until the end, several times at once."""

    async def one(number: int) -> None:
        while time.monotonic() < end:
            await work(number)

    await asyncio.gather(*(one(number) for number in range(at_once)))


@pytest.mark.parametrize("what", ["", "/record", "/replay"])
def test_long_games_can_be_read_again_and_again(club: Club, what: str) -> None:
    def attack_on() -> Attack:
        async def attack(end: float) -> None:
            readers = [(club.client(code), game) for code, game in club.games]

            async def read(number: int) -> None:
                client, game = readers[number % len(readers)]
                answer = await client.http.get(f"/api/games/{game}{what}")
                assert answer.status_code in (200, 429), answer.text

            await _again(end, 4, read)

        return attack

    withstand(club.server, attack_on())


def test_who_asks_for_replays_and_does_not_read_them_fills_no_memory(club: Club) -> None:
    async def attack(end: float) -> None:
        code, game = club.games[0]
        cookie = "; ".join(f"{name}={value}" for name, value in club.client(code).http.cookies.items())
        request = f"GET /api/games/{game}/replay HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode()
        lines = []
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", club.server.port, limit=1)
                writer.write(request)
                lines.append((reader, writer))
            await asyncio.sleep(0.02)
        for _, writer in lines:
            writer.close()

    withstand(club.server, attack)


def test_the_end_of_a_long_game_is_not_noticed_at_other_tables(club: Club) -> None:
    async def attack(end: float) -> None:
        for code in club.ending[1:]:
            clients = [club.client(code, at) for at in range(4)]
            for client in clients:
                await client.connect()
            if clients[0].snapshot["table"]["stage"] == "playing":
                for client in clients:
                    await client.do("tap")
                await clients[0].until_event("game-ended", patience=20)
                mine = (await clients[0].http.get("/api/me/games")).json()
                assert mine[0]["rounds"] > 100
                return
        raise AssertionError("every game has ended already")

    withstand(club.server, attack)


def test_a_table_with_a_long_game_can_be_joined_again_and_again(club: Club) -> None:
    async def attack(end: float) -> None:
        clients = [club.client(club.ending[0], at) for at in range(4)]

        async def rejoin(number: int) -> None:
            await clients[number].connect()
            assert len(clients[number].snapshot["game"]["sheet"]) > 100

        await _again(end, 4, rejoin)
        for client in clients:
            await client.close()

    withstand(club.server, attack)


def test_a_lobby_full_of_long_games_can_be_looked_at_again_and_again(club: Club) -> None:
    async def attack(end: float) -> None:
        client = club.client(club.ending[0])

        async def look(number: int) -> None:
            answer = await client.http.get("/api/tables" if number % 2 else "/api/me")
            assert answer.status_code in (200, 429), answer.text

        await _again(end, 4, look)

    withstand(club.server, attack)


def test_tables_with_long_games_are_taken_up_without_a_stop(club: Club) -> None:
    """After a restart, everybody comes back to every long game at once."""
    club.server.stop()
    club.server.start()

    async def attack(end: float) -> None:
        clients = [club.client(code, at) for code in club.players for at in range(4)]
        await asyncio.gather(*(client.connect() for client in clients))
        for client in clients:
            await client.close()

    withstand(club.server, attack)
