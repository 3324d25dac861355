"""Sessions: a new one at every log-in, ended one by one or all at once, with the sockets that belong to them."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import func, select

from accounts import PASSWORD, account, log_in, unique
from klaverjas.server.people import COOKIE, People
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.store.schema import players, sessions
from klaverjas.server.store.sessions import MOST_SESSIONS
from table_client import Client, run
from table_server import TableServer


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


def copied(client: Client) -> Client:
    """Somebody else, with a copy of the cookie as it is now."""
    return Client(client.url, client.name, httpx.Cookies(client.http.cookies))


async def status(client: Client) -> int:
    return (await client.http.get("/api/me")).status_code


async def ended(client: Client) -> str:
    """The goodbye that a client gets."""
    async with asyncio.timeout(10):
        while client.goodbye is None:
            await asyncio.sleep(0.02)
    return str(client.goodbye["code"])


def test_registering_gives_a_new_session_and_ends_the_guests_cookie(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        await zus.connect()
        planted = copied(zus)
        assert await status(planted) == 200
        assert (await account(zus, unique("Zus"))).status_code == 201
        assert (await status(zus), await status(planted)) == (200, 401)
        assert await ended(zus) == "session-ended"  # its socket was opened with the cookie of before
        await zus.connect()
        assert zus.you["host"]

    run(visit())


def test_logging_in_gives_a_new_session_and_ends_the_guests_cookie(server: TableServer) -> None:
    async def visit() -> None:
        home, phone, name = Client(server.url, "Thuis"), Client(server.url, "Onderweg"), unique("Wim")
        await account(home, name)
        await phone.open_table()
        planted = copied(phone)
        assert (await log_in(phone, name)).status_code == 200
        assert (await status(phone), await status(planted), await status(home)) == (200, 401, 200)
        again = copied(phone)
        assert (await log_in(phone, name)).status_code == 200
        assert (await status(phone), await status(again)) == (200, 401)

    run(visit())


def test_logging_out_ends_a_copied_cookie_and_no_other_device(server: TableServer) -> None:
    async def visit() -> None:
        home, phone, name = Client(server.url, "Thuis"), Client(server.url, "Onderweg"), unique("Fons")
        await account(home, name)
        await log_in(phone, name)
        await home.open_table()
        await home.connect()
        phone.code = home.code
        await phone.connect()
        stolen = copied(phone)
        assert (await phone.http.delete("/api/me/session")).status_code == 204
        assert (await status(phone), await status(stolen), await status(home)) == (401, 401, 200)
        assert await ended(phone) == "session-ended"
        await home.do("sit", seat="S")  # that socket is open still

    run(visit())


def test_logging_out_everywhere_closes_every_socket_on_every_node(tmp_path: Path, postgres_url: str) -> None:
    async def visit(one: TableServer, other: TableServer) -> None:
        home, phone, name = Client(one.url, "Thuis"), Client(other.url, "Onderweg"), unique("Fons")
        await account(home, name)
        await log_in(phone, name)
        await home.open_table()
        await home.connect()
        phone.code = home.code
        await phone.connect()
        assert (await home.http.delete("/api/me/session?everywhere=true")).status_code == 204
        async with asyncio.timeout(3):  # not by looking every few seconds: the bell is rung
            assert await ended(home) == "session-ended"
            assert await ended(phone) == "session-ended"
        assert (await status(home), await status(phone)) == (401, 401)

    with (
        TableServer(tmp_path, postgres_url) as one,
        TableServer(tmp_path, postgres_url) as other,
    ):
        run(visit(one, other))


def test_a_password_is_changed_by_who_knows_it_and_ends_the_other_sessions(server: TableServer) -> None:
    async def visit() -> None:
        home, phone, name = Client(server.url, "Thuis"), Client(server.url, "Onderweg"), unique("Fons")
        new = "nog een beter wachtwoord"
        await phone.open_table()
        guest = await phone.http.put("/api/me/password", json={"old": PASSWORD, "new": new})
        assert (guest.status_code, guest.json()["code"]) == (409, "no-account")
        await account(home, name)
        await log_in(phone, name)
        wrong = await home.http.put("/api/me/password", json={"old": "verkeerd", "new": new})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong-password")
        short = await home.http.put("/api/me/password", json={"old": PASSWORD, "new": "kort"})
        assert short.status_code == 400
        assert (await status(home), await status(phone)) == (200, 200)
        before = copied(home)
        assert (
            await home.http.put("/api/me/password", json={"old": PASSWORD, "new": new})
        ).status_code == 200
        assert (await status(home), await status(phone), await status(before)) == (200, 401, 401)
        assert (await log_in(phone, name)).status_code == 401
        assert (await log_in(phone, name, new)).status_code == 200

    run(visit())


def test_a_guest_is_erased_without_a_password(server: TableServer) -> None:
    async def visit() -> None:
        for erase in ("delete /api/me", "post /api/me/erasure"):
            zus = Client(server.url, "Zus")
            await zus.open_table()
            method, path = erase.split()
            body: dict[str, Any] = {"json": {}} if method == "post" else {}
            assert (await zus.http.request(method.upper(), path, **body)).status_code == 204
            assert await status(zus) == 401

    run(visit())


def test_a_cookie_of_before_there_were_sessions_is_good_until_it_is_logged_out(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
            (key,) = connection.execute("SELECT value FROM settings WHERE key = 'key'").fetchone()
        connection.close()
        signer = URLSafeTimedSerializer(key, salt="player")
        old = signer.dumps([zus.player, 0])
        false = signer.dumps([zus.player, 1])

        def with_cookie(cookie: str) -> Client:
            client = Client(server.url, "Zus")
            client.http.cookies.set(COOKIE, cookie, domain="127.0.0.1")
            return client

        assert await status(with_cookie(false)) == 401
        tablet = with_cookie(old)
        assert await status(tablet) == 200
        # Joining exchanges it: it is sent for as long again, and the one of before is over.
        tablet.code = zus.code
        assert (await tablet.join(zus.code)).status_code == 200
        assert await status(tablet) == 200
        assert await status(with_cookie(old)) == 401
        # The same signature can be written in several ways.
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        for last in letters:
            assert await status(with_cookie(old[:-1] + last)) == 401
        assert (await zus.http.delete("/api/me/session?everywhere=true")).status_code == 204
        assert await status(tablet) == 401
        assert await status(with_cookie(signer.dumps([zus.player, 0]))) == 401

    run(visit())


def test_a_cookie_of_a_guest_who_has_become_an_account_is_no_longer_good(database_url: str) -> None:
    async def visit() -> None:
        database = Database(database_url)
        await migrate(database)
        people = People(database, "key")
        owner, _ = await people.register(None, "Anna Bas", PASSWORD, "127.0.0.1")
        guest = await people.guest("Gast")
        signer = URLSafeTimedSerializer("key", salt="player")
        assert await people.known(signer.dumps([guest.player, 0])) is not None
        async with database.write() as connection:  # as before there were sessions: nothing but this
            await connection.execute(
                players.update().where(players.c.id == guest.player).values(merged_into=owner.player)
            )
        assert await people.known(signer.dumps([guest.player, 0])) is None
        assert await people.known(people.cookie_for(guest)) is None
        known = await people.known(people.cookie_for(owner))
        assert known is not None
        assert set(known.ids) == {owner.player, guest.player}
        await database.close()

    asyncio.run(visit())


def test_one_player_has_a_bounded_number_of_sessions(database_url: str) -> None:
    async def visit() -> None:
        database = Database(database_url)
        await migrate(database)
        people = People(database, "key")
        owner, _ = await people.register(None, "Anna Bas", PASSWORD, "127.0.0.1")
        first = people.cookie_for(owner)
        row = select(players.c.password_hash)
        async with database.read() as connection:
            assert (await connection.execute(row)).scalar_one().startswith("$argon2id$")
        cookies = []
        for _ in range(MOST_SESSIONS):
            identity, _ = await people.log_in(None, "Anna Bas", PASSWORD, "127.0.0.1")
            cookies.append(people.cookie_for(identity))
        async with database.read() as connection:
            assert (await connection.execute(select(func.count()).select_from(sessions))).scalar_one() == (
                MOST_SESSIONS
            )
        assert await people.known(first) is None
        assert all([await people.known(cookie) is not None for cookie in cookies])
        await people.log_out_everywhere(identity)
        assert not any([await people.known(cookie) is not None for cookie in cookies])
        await database.close()

    asyncio.run(visit())


def test_a_socket_whose_session_has_ended_is_closed_also_when_the_bell_was_not_heard(
    tmp_path: Path, postgres_url: str
) -> None:
    async def visit(server: TableServer) -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        await zus.connect()
        database = Database(server.database)
        async with database.write() as connection:  # as a node would that cannot ring
            await connection.execute(sessions.delete())
        await database.close()
        assert await ended(zus) == "session-ended"

    for where in (None, postgres_url):
        with TableServer(tmp_path, where) as server:
            run(visit(server))
