"""One table or game that cannot be read is the trouble of that one alone."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from accounts import account, log_in, unique
from klaverjas.record import read, write
from klaverjas.server.store.database import Database
from klaverjas.server.store.games import NAME_TAGS, record_with_names, text_with_names
from klaverjas.server.store.schema import events, games, tables
from table_client import QUICK, Client, four_at_a_table, play_on, run
from table_server import TableServer


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


async def spoil_oldest_table(database_url: str) -> str:
    """Make the log of the oldest table unreadable; its code."""
    database = Database(database_url)
    async with database.write() as connection:
        oldest = select(tables.c.id, tables.c.code).order_by(tables.c.created_at)
        row = (await connection.execute(oldest)).first()
        assert row is not None
        broken = update(events).where(events.c.table_id == row.id, events.c.seq == 3)
        await connection.execute(broken.values(event='{"kind": "card-pla'))
        await connection.execute(update(tables).where(tables.c.id == row.id).values(wake_at=None))
    await database.close()
    return str(row.code)


def test_an_account_with_an_unreadable_table_can_be_entered(tmp_path: Path, database_url: str) -> None:
    name = unique("Zus")

    async def opened(url: str) -> None:
        async with Client(url, name) as zus:
            assert (await account(zus, name)).status_code == 201
            await zus.open_table()

    async def enter(url: str) -> None:
        async with Client(url, "Gast") as guest:
            await guest.open_table()
            assert (await log_in(guest, name)).status_code == 200
            assert (await guest.http.get("/api/me")).json()["name"] == name

    with TableServer(tmp_path, database=database_url) as server:
        run(opened(server.url))
    asyncio.run(spoil_oldest_table(database_url))
    with TableServer(tmp_path, database=database_url) as server:
        run(enter(server.url))


def test_one_unreadable_table_takes_neither_the_start_nor_the_lobby_down(
    tmp_path: Path, database_url: str
) -> None:
    async def opened(url: str) -> Any:
        async with Client(url, "Zus") as zus:
            await zus.open_table(public=True)
            await zus.open_table(public=True)
            return zus.http.cookies

    async def look(url: str, cookies: Any, broken: str) -> None:
        async with Client(url, "Zus", cookies) as zus:
            lobby = await zus.http.get("/api/tables")
            assert (lobby.status_code, len(lobby.json())) == (200, 1)
            me = await zus.http.get("/api/me")
            assert (me.status_code, len(me.json()["tables"])) == (200, 1)
            one = await zus.http.get(f"/api/tables/{broken}")
            assert (one.status_code, one.json()["code"]) == (500, "table-unreadable")
            zus.code = broken
            await zus.open_table(public=True)
            assert len((await zus.http.get("/api/tables")).json()) == 2

    with TableServer(tmp_path, database=database_url) as server:
        cookies = asyncio.run(opened(server.url))
    broken = asyncio.run(spoil_oldest_table(database_url))
    with TableServer(tmp_path, database=database_url) as server:
        run(look(server.url, cookies, broken))
        said = server.said()
    assert "Traceback" not in said
    assert said.count("table-unreadable") <= 2


def test_a_game_that_cannot_be_read_has_a_sentence_and_all_others_are_shown(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def two_games(server: TableServer) -> tuple[Any, list[str]]:
        clients = await four_at_a_table(
            server.url, rules={"base": "amsterdam-bond", "end": {"rounds": 1}}, **QUICK
        )
        for number in range(2):
            await clients[0].do("start")
            await asyncio.gather(*(play_on(client, random.Random(number)) for client in clients))
        mine = (await clients[0].http.get("/api/me/games")).json()
        cookies = clients[0].http.cookies
        for client in clients:
            await client.close()
        return cookies, [game["id"] for game in mine]

    async def spoil(game: str) -> None:
        database = Database(url)
        async with database.write() as connection:
            longer = func.replace(games.c.record, "\n2 ", f"{' N!E?' * 5_111}\n2 ")
            await connection.execute(update(games).where(games.c.id == game).values(record=longer))
        await database.close()

    async def look(server: TableServer, cookies: Any, unreadable: str, good: str) -> None:
        async with Client(server.url, "Zus", cookies) as zus:
            for _ in range(2):
                refused = await zus.http.get(f"/api/games/{unreadable}/replay")
                assert (refused.status_code, refused.json()["code"]) == (500, "game-unreadable")
                shown = await zus.http.get(f"/api/games/{good}/replay")
                assert (shown.status_code, len(shown.json()["rounds"])) == (200, 1)
            assert (await zus.http.get(f"/api/games/{unreadable}/record")).status_code == 200
            record = (await zus.http.get(f"/api/games/{good}/record")).text
            assert write(read(record)) == record
            assert read(record)[0].tag("South") == "Zus"
            assert len((await zus.http.get("/api/me/games")).json()) == 2

    with TableServer(tmp_path, database=url) as server:
        cookies, (unreadable, good) = asyncio.run(two_games(server))
    asyncio.run(spoil(unreadable))
    with TableServer(tmp_path, database=url) as server:
        run(look(server, cookies, unreadable, good))


@pytest.mark.parametrize("names", [["Zus", None, "Noor", "(club)"], [None] * 4])
def test_names_are_put_into_a_record_as_if_it_had_been_read(names: list[str | None]) -> None:
    for record in read((Path(__file__).parent.parent / "data" / "version-1.kj").read_text()):
        tags = tuple(tag for tag in record.tags if tag[0] not in NAME_TAGS)
        text = write([replace(record, tags=tags)])
        assert text_with_names(text, names) == record_with_names(text, names)
