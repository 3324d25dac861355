"""Whoever wants to break a table gets a code and a sentence, and the game goes on."""

import asyncio
import contextlib
import json
import random
import sqlite3
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any

import httpx
import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from scripted import Habits, Scripted, check_game
from siege import memory_of
from soak import SEED
from table_client import QUICK, Client, Json, four_at_a_table, meanwhile, run
from table_server import TableServer

DEEP = 5000
GARBAGE: list[str | bytes] = [
    "",
    " ",
    "{",
    "null",
    "true",
    "12",
    '"sit"',
    "[]",
    "{}",
    '[{"do": "sit", "id": "1", "seat": "S"}]',
    '{"id": "1"}',
    '{"do": "sit", "seat": "S"}',
    '{"do": "sit", "id": "1"}',
    '{"do": "fly", "id": "1"}',
    '{"do": null, "id": "1"}',
    '{"do": ["sit"], "id": "1"}',
    '{"do": "sit", "id": "", "seat": "S"}',
    '{"do": "sit", "id": 7, "seat": "S"}',
    '{"do": "sit", "id": "1", "seat": "Q"}',
    '{"do": "sit", "id": "1", "seat": 0}',
    '{"do": "sit", "id": "1", "seat": "S", "player": "somebody else"}',
    '{"do": "play", "id": "1", "card": "S1"}',
    '{"do": "play", "id": "1", "card": "SASK"}',
    '{"do": "play", "id": "1", "card": ["SA"]}',
    '{"do": "claim", "id": "1", "points": 20.5}',
    '{"do": "claim", "id": "1", "points": -20}',
    '{"do": "claim", "id": "1", "points": 1e400}',
    '{"do": "claim", "id": "1", "points": ' + "9" * 400 + "}",
    '{"do": "bid", "id": "1", "bid": "80X"}',
    '{"do": "configure", "id": "1", "trick_pause": -1}',
    '{"do": "configure", "id": "1", "trick_pause": NaN}',
    '{"do": "configure", "id": "1", "turn_clock": 1e9}',
    '{"do": "configure", "id": "1", "secret": "' + "0" * 64 + '"}',
    '{"do": "text", "id": "1", "text": "' + "x" * 201 + '"}',
    '{"do": "text", "id": "1", "text": "\\ud800"}',
    '{"do": "text", "id": "\\u0000", "text": ""}',
    '{"do": "text", "id": "' + "x" * 65 + '", "text": ""}',
    "[" * 2000,
    '{"a":' * 700,
    '{"do": "configure", "id": "1", "rules": ' + "[" * 1500 + "]" * 1500 + "}",
    b"",
    b"\x00\xff\xfe",
    b'{"do": "\xff"}',
    "\x00",
    "💥" * 100,
]


async def socket_of(client: Client, **headers: str) -> ClientConnection:
    """Another socket of the same person, that nobody reads for him."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    return await connect(
        f"{client.url.replace('http', 'ws', 1)}/ws/{client.code}?lang=en",
        additional_headers={"Cookie": cookie} | headers,
        compression=None,
        proxy=None,
    )


async def next_of(socket: ClientConnection, *kinds: str) -> Json:
    """The next message of one of these kinds."""
    async with asyncio.timeout(10):
        while True:
            message: Json = json.loads(await socket.recv())
            if message["type"] in kinds:
                return message


async def until_closed(socket: ClientConnection) -> list[Json]:
    """Everything until the server closes the connection."""
    told: list[Json] = []
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(20):
            while True:
                told.append(json.loads(await socket.recv()))
    return told


async def turned_away(url: str, code: str, **headers: str) -> str:
    """Why a socket is closed at once."""
    where = f"{url.replace('http', 'ws', 1)}/ws/{code}"
    async with connect(where, additional_headers=headers, compression=None, proxy=None) as socket:
        message = json.loads(await socket.recv())
        assert message["type"] == "goodbye"
        assert message["sentence"]
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4000
    return str(message["code"])


def cookie_header(client: Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())}


async def bystander(url: str, code: str, name: str, **how: Any) -> Client:
    client = Client(url, name)
    answer = await client.join(code, **how)
    assert answer.status_code == 200, answer.text
    return await client.connect()


# --- messages -----------------------------------------------------------------------------------------


def test_garbage_is_refused_and_changes_nothing(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        seq = max(client.seq for client in clients)  # the last who sat down has heard of it
        async with await socket_of(clients[1]) as socket:
            for piece in GARBAGE:
                await socket.send(piece)
                answer = await next_of(socket, "refused", "done")
                assert (answer["type"], answer["code"]) == ("refused", "bad-message"), piece
                assert answer["sentence"]
                assert "Traceback" not in answer["sentence"]
            await socket.send('{"do": "fly", "id": "mine"}')
            assert (await next_of(socket, "refused"))["id"] == "mine"
            await socket.send(b'{"do": "text", "id": "binary", "text": "fine"}')
            assert (await next_of(socket, "done"))["seq"] == seq + 1

    run(game())


@pytest.mark.parametrize("length", [4097, 10_000, 16_000])
def test_a_long_message_is_refused(server: TableServer, length: int) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            await zus.connect()
            await zus.send(json.dumps({"do": "text", "id": "long", "text": "x" * length}))
            assert (await zus.stray())["code"] == "message-too-long"
            await zus.do("sit", seat="S")

    run(game())


def test_a_huge_message_closes_the_connection_and_nothing_else(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            await zus.connect()
            async with await socket_of(zus) as socket:
                await socket.send("x" * 70_000)
                await until_closed(socket)
                assert socket.close_code == 1009
            await zus.do("sit", seat="S")

    run(game())


def test_names_and_texts_may_be_odd_but_not_invisible(server: TableServer) -> None:
    async def game() -> None:
        for name in (
            "ab",
            "   ",
            "x" * 51,
            "a\x00b\x00c",
            "tab\x07bel",
            "li\u202eker",
            "\u200b" * 5,
            "\ud83d" * 4,
            7,
            None,
        ):
            async with httpx.AsyncClient(base_url=server.url) as http:
                try:
                    answer = await http.post("/api/tables", json={"name": name})
                except UnicodeEncodeError:
                    content = json.dumps({"name": name}).encode()
                    headers = {"content-type": "application/json"}
                    answer = await http.post("/api/tables", content=content, headers=headers)
                assert answer.status_code == 400, name
                assert answer.json()["code"] in ("bad-name", "bad-request")
                assert "set-cookie" not in answer.headers
        async with Client(server.url, "Zoë 🃏 Ñandú") as zoe:
            await zoe.open_table()
            await zoe.connect()
            await zoe.do("sit", seat="S")
            await zoe.do("text", text="\x00\x01\n\r\t'\"\\</script>💥\u2028")
            assert zoe.events[-1]["text"] == "\x00\x01\n\r\t'\"\\</script>💥\u2028"
            assert zoe.snapshot["table"]["people"][0]["name"] == "Zoë 🃏 Ñandú"

    run(game())


# --- commands that are not one's own ------------------------------------------------------------------


def test_nobody_acts_for_another(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="rotterdam", **QUICK)
        spectator = await bystander(server.url, clients[0].code, "Kijker")
        display = await bystander(server.url, clients[0].code, "Scherm", display=True)
        await clients[0].do("start")
        await clients[1].until(lambda: bool(clients[1].now["may"].get("troef")))
        seq = clients[1].seq
        moves: list[tuple[str, Json]] = [
            ("troef", {"suit": "H"}), ("pass", {}), ("bid", {"bid": "80H"}), ("play", {"card": "SA"}),
            ("claim", {"points": 20}), ("knock", {}), ("accuse", {"accused": "W"}), ("end", {}),
        ]  # fmt: skip
        for watcher in (spectator, display):
            for do, fields in moves:
                assert await watcher.refused(do, **fields) == "not-seated"
            assert await watcher.refused("sit", seat="W") in ("seat-taken", "display-cannot-sit")
            assert await watcher.refused("troef", suit="H", seat="W") == "not-seated"
            assert await watcher.refused("penalise", team="NS") == "arbiter-only"
            assert await watcher.refused("remove", player=clients[0].player) == "host-only"
        assert await clients[2].refused("troef", suit="H") == "not-your-turn"
        assert await clients[2].refused("troef", suit="H", seat="W") == "not-your-seat"
        assert await clients[1].refused("troef", suit="H", seat="N") == "not-your-seat"
        assert await clients[1].refused("play", card=clients[1].hand[0]) == "troef-not-chosen"
        assert await clients[1].refused("pass") == "no-passing"
        assert await clients[1].refused("bid", bid="80H") == "no-auction"
        assert await clients[3].refused("accuse", accused="W") == "accuse-too-early"
        assert clients[1].seq == seq
        await clients[1].do("troef", suit="H", seat="W")
        assert await clients[1].refused("play", card=clients[2].hand[0]) == "card-not-held"
        assert await clients[1].refused("troef", suit="S") == "troef-chosen"

    run(game())


def test_who_was_removed_is_told_and_stays_away(server: TableServer) -> None:
    async def game() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        await zus.connect()
        wim = await bystander(server.url, zus.code, "Wim")
        await zus.do("remove", player=wim.player)
        await wim.until(lambda: wim.goodbye is not None)
        assert wim.goodbye is not None
        assert wim.goodbye["code"] == "removed-from-table"
        answer = await wim.join(zus.code)
        assert (answer.status_code, answer.json()["code"]) == (403, "removed-from-table")
        assert await turned_away(server.url, zus.code, **cookie_header(wim)) == "not-at-table"

    run(game())


# --- who somebody is ----------------------------------------------------------------------------------


def key_of(server: TableServer) -> str:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        (key,) = connection.execute("SELECT value FROM settings WHERE key = 'key'").fetchone()
    connection.close()
    return str(key)


class LongAgo(TimestampSigner):
    def get_timestamp(self) -> int:
        return int(time.time()) - 401 * 24 * 3600


def test_only_a_cookie_of_ours_is_believed(server: TableServer) -> None:
    async def game() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        mine = zus.http.cookies["klaverjas"]
        key = key_of(server)
        signer = URLSafeTimedSerializer(key, salt="player")
        player, session = signer.loads(mine)
        assert (player, len(session)) == (zus.player, 32)
        forged = {
            "nothing": "",
            "junk": "x",
            "changed": mine[:-5] + ("A" if mine[-5] != "A" else "B") + mine[-4:],
            "another key": URLSafeTimedSerializer("0" * 64, salt="player").dumps([zus.player, session]),
            "another salt": URLSafeTimedSerializer(key, salt="share").dumps([zus.player, session]),
            "another session": signer.dumps([zus.player, "0" * 32]),
            "the number of another session": signer.dumps([zus.player, 1]),
            "the session of somebody else": signer.dumps(["0" * 16, session]),
            "another shape": signer.dumps({"player": zus.player}),
            "a third shape": signer.dumps([zus.player, None]),
            "expired": URLSafeTimedSerializer(key, salt="player", signer=LongAgo).dumps(
                [zus.player, session]
            ),
        }
        for why, value in forged.items():
            headers = {"Cookie": f"klaverjas={value}"}
            assert await turned_away(server.url, zus.code, **headers) == "unknown-player", why
            async with httpx.AsyncClient(base_url=server.url, headers=headers) as http:
                for path in ("/api/me", "/api/me/games", "/api/me/statistics"):
                    answer = await http.get(path)
                    assert (answer.status_code, answer.json()["code"]) == (401, "unknown-player"), why
        assert await turned_away(server.url, zus.code) == "unknown-player"
        stranger = Client(server.url, "Vreemde")
        await stranger.open_table()
        assert await turned_away(server.url, zus.code, **cookie_header(stranger)) == "not-at-table"
        assert await turned_away(server.url, "000000", **cookie_header(zus)) == "no-such-table"
        for path in ("abc", "%00%00", "1'or'1'='1", "%F0%9F%92%A5"):
            assert await turned_away(server.url, path, **cookie_header(zus)) == "no-such-table"

    run(game())


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1",
        "null",
        "",
        "http://",
        "file://",
        "http://[",
        "http://127.0.0.1:1",
    ],
)
def test_a_page_of_somebody_else_may_not_call(server: TableServer, origin: str) -> None:
    async def game() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        answer = await zus.http.post("/api/tables", json={"name": "Zus"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
        answer = await zus.http.delete("/api/me", headers={"Origin": origin})
        assert answer.status_code == 403
        assert (
            await turned_away(server.url, zus.code, Origin=origin, **cookie_header(zus)) == "foreign-origin"
        )
        assert (await zus.http.get("/api/me")).status_code == 200
        async with await socket_of(zus, Origin=server.url) as socket:
            assert (await next_of(socket, "snapshot"))["you"]["host"]

    run(game())


def test_with_a_public_address_only_pages_from_there_may_call(tmp_path: Path) -> None:
    """Whatever the Host header says: it is the caller's word, and a proxy may pass it on."""

    async def game(server: TableServer) -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        host = server.url.removeprefix("http://")
        for origin, forged in (
            (server.url, host),  # an address in the same network is not the public one
            ("http://evil.example", "evil.example"),
            ("http://klaverjas.example", "klaverjas.example"),  # without TLS anybody can be in between
            ("https://klaverjas.example:8443", host),
            ("https://klaverjas.example.evil.example", host),
            ("null", "null"),
        ):
            headers = {"Origin": origin, "Host": forged}
            answer = await zus.http.post("/api/tables", json={"name": "Zus"}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin"), origin
            refused = await turned_away(server.url, zus.code, Origin=origin, **cookie_header(zus))
            assert refused == "foreign-origin"
        for origin in ("https://klaverjas.example", "https://klaverjas.example:443"):
            answer = await zus.http.post("/api/tables", json={"name": "Zus"}, headers={"Origin": origin})
            assert answer.status_code == 201, origin
            async with await socket_of(zus, Origin=origin) as socket:
                assert (await next_of(socket, "snapshot"))["you"]["host"]

    with TableServer(tmp_path, public_url="https://klaverjas.example/") as server:
        run(game(server))


def test_odd_characters_are_no_trouble_for_postgresql(tmp_path: Path, postgres_url: str) -> None:
    async def game(server: TableServer) -> None:
        zus = Client(server.url, "Zoë 🃏 Ñandú")
        await zus.open_table()
        await zus.connect()
        await zus.do("sit", seat="S")
        await zus.do("text", text="\x00\x01💥")
        await zus.send('{"do": "text", "id": "\\u0000", "text": ""}')
        assert (await zus.stray())["code"] == "bad-message"
        for code in ("abc", "%00%00", "%F0%9F%92%A5"):
            assert await turned_away(server.url, code, **cookie_header(zus)) == "no-such-table"
        for name in ("ß" * 50, "ﬃ" * 50):  # longer, once folded
            body = {"name": name, "password": "wachtwoord"}
            assert (await zus.http.put("/api/me/session", json=body)).status_code == 401
            async with httpx.AsyncClient(base_url=server.url) as http:
                answer = await http.post("/api/me/account", json=body)
                assert answer.status_code in (201, 400), answer.text
        assert "Traceback" not in server.said()

    with TableServer(tmp_path, database=postgres_url) as server:
        run(game(server))


# --- limits -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server with small limits, behind a proxy."""
    limits: Json = {
        "messages_per_second": 5,
        "wrong_codes_per_address": 3,
        "connections_per_address": 6,
        "tables_per_address": 3,
        "joins_per_address": 6,
        "account_attempts_per_address": 3,
        "trusted_proxies": "127.0.0.0/8",
    }
    with TableServer(tmp_path_factory.mktemp("narrow"), **limits) as running:
        yield running


@pytest.fixture
def from_address() -> str:
    """An address that nobody has used yet, as the proxy says it."""
    return f"10.0.{next(_ADDRESSES)}.1"


_ADDRESSES = count()


def client_at(server: TableServer, name: str, address: str) -> Client:
    client = Client(server.url, name)
    client.http.headers["X-Forwarded-For"] = address
    return client


def test_wrong_codes_are_limited(narrow: TableServer, from_address: str) -> None:
    async def game() -> None:
        zus = client_at(narrow, "Zus", from_address)
        await zus.open_table()
        free = [f"{(int(zus.code) + at) % 1_000_000:06}" for at in range(1, 5)]
        statuses = [(await zus.http.get(f"/api/tables/{code}")).status_code for code in free]
        assert statuses == [404, 404, 404, 429]
        stranger = client_at(narrow, "Wim", from_address)
        answer = await stranger.join(zus.code)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        assert int(answer.headers["retry-after"]) >= 1
        headers = cookie_header(zus) | {"X-Forwarded-For": from_address}
        assert await turned_away(narrow.url, free[0], **headers) == "too-many"
        other = client_at(narrow, "Zus", "10.9.9.9")
        assert (await other.http.get(f"/api/tables/{zus.code}")).status_code == 200

    run(game())


@pytest.mark.parametrize(
    ("path", "body", "allowed"),
    [
        ("/api/tables", {"name": "Zus"}, 3),
        ("/api/tables/000000/join", {"name": "Zus"}, 3),  # wrong codes run out first
        ("/api/me/account", {"name": "Z", "password": "12345678"}, 0),
    ],
)
def test_an_address_may_only_ask_so_much(
    narrow: TableServer, from_address: str, path: str, body: Json, allowed: int
) -> None:
    async def game() -> None:
        async with httpx.AsyncClient(base_url=narrow.url, headers={"X-Forwarded-For": from_address}) as http:
            statuses = [(await http.post(path, json=body)).status_code for _ in range(allowed + 2)]
            assert statuses.count(429) == (2 if allowed else 0)

    run(game())


def test_passwords_cannot_be_guessed_quickly(narrow: TableServer, from_address: str) -> None:
    async def game() -> None:
        async with httpx.AsyncClient(base_url=narrow.url, headers={"X-Forwarded-For": from_address}) as http:
            body = {"name": "Iemand", "password": "verkeerd"}
            statuses = [(await http.put("/api/me/session", json=body)).status_code for _ in range(5)]
            assert statuses == [401, 401, 401, 429, 429]

    run(game())


def test_an_address_is_that_of_the_last_hop_that_is_not_trusted(
    narrow: TableServer, from_address: str
) -> None:
    """What stands before it may be invented by the caller, in the same header or in another."""

    async def game() -> None:
        async with httpx.AsyncClient(base_url=narrow.url) as http:
            statuses = []
            for at in range(6):
                lines = [("X-Forwarded-For", f"6.6.6.{at}"), ("X-Forwarded-For", from_address)]
                one = [("X-Forwarded-For", f"7.7.7.{at}, {from_address}, 127.0.0.1")]
                answer = await http.get("/api/tables/999999", headers=lines if at % 2 else one)
                statuses.append(answer.status_code)
            assert statuses == [404, 404, 404, 429, 429, 429]

    run(game())


def test_nobody_but_a_trusted_proxy_says_where_a_call_comes_from(tmp_path: Path) -> None:
    async def game(server: TableServer) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            headers = [{"X-Forwarded-For": f"10.1.1.{at}"} for at in range(5)]
            statuses = [(await http.get("/api/tables/999999", headers=each)).status_code for each in headers]
            assert statuses == [404, 404, 404, 429, 429]
            answer = await http.post(
                "/api/tables", json={"name": "Zus"}, headers={"X-Forwarded-Proto": "https"}
            )
            assert "secure" not in answer.headers["set-cookie"].lower()

    with TableServer(tmp_path, wrong_codes_per_address=3) as server:
        run(game(server))


def test_connections_of_one_address_are_limited(narrow: TableServer, from_address: str) -> None:
    async def game() -> None:
        zus = client_at(narrow, "Zus", from_address)
        await zus.open_table()
        forwarded = {"X-Forwarded-For": from_address}
        sockets = [await socket_of(zus, **forwarded) for _ in range(6)]
        for socket in sockets:
            await next_of(socket, "snapshot")
        assert await turned_away(narrow.url, zus.code, **forwarded, **cookie_header(zus)) == "too-many"
        await sockets[0].close()
        await asyncio.sleep(0.2)
        async with await socket_of(zus, **forwarded) as again:
            await next_of(again, "snapshot")
        for socket in sockets:
            await socket.close()

    run(game())


def test_who_sends_too_much_is_told_and_then_sent_away(narrow: TableServer, from_address: str) -> None:
    async def game() -> None:
        zus = client_at(narrow, "Zus", from_address)
        await zus.open_table()
        await zus.connect()
        async with await socket_of(zus) as socket:
            for number in range(300):
                await socket.send(json.dumps({"do": "text", "id": str(number), "text": "x"}))
            told = await until_closed(socket)
            assert sum(message.get("code") == "too-many-messages" for message in told) > 100
            assert told[-1]["type"] == "goodbye"
            assert socket.close_code == 4000
        await zus.do("sit", seat="S")

    run(game())


# --- connections --------------------------------------------------------------------------------------


def test_who_never_reads_is_left_behind_and_costs_little(server: TableServer) -> None:
    async def game() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        await zus.connect()
        deaf = await bystander(server.url, zus.code, "Dove")
        await deaf.disconnect()
        before = memory_of(server.pid)
        async with await socket_of(deaf) as socket:
            line = socket.transport.get_extra_info("socket")
            line.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)  # else the system reads megabytes for it
            socket.transport.pause_reading()
            for _ in range(40_000):
                await socket.send('{"do": "' + "x" * 100 + '", "id": "1"}')
            await zus.do("sit", seat="S")
            await zus.do("text", text="still here")
            assert memory_of(server.pid) - before < 40_000_000
            socket.transport.resume_reading()
            last = (await until_closed(socket))[-1]
            assert (last["type"], last["code"]) == ("goodbye", "too-slow")
            assert socket.close_code == 4000
        await zus.until(
            lambda: any(e["kind"] == "disconnected" and e["player"] == deaf.player for e in zus.events)
        )

    run(game())


def test_who_hangs_up_in_the_middle_of_a_command_disturbs_nobody(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        for _ in range(20):
            socket = await socket_of(clients[1])
            for number in range(5):
                await socket.send(json.dumps({"do": "text", "id": f"{random.random()}", "text": str(number)}))
            socket.transport.abort()
        await clients[0].do("start")
        assert [client.troubles for client in clients] == [[], [], [], []]
        assert "put down" not in server.said()

    run(game())


def test_a_link_between_nodes_is_not_for_everyone(server: TableServer) -> None:
    async def game() -> None:
        where = f"{server.url.replace('http', 'ws', 1)}/internal/link"
        for headers in (
            {},
            {"Authorization": "Bearer "},
            {"Authorization": "Bearer é".encode().decode("latin-1")},
        ):
            with pytest.raises(InvalidStatus) as caught:
                await connect(where, additional_headers=headers, proxy=None)
            assert caught.value.response.status_code == 403

    run(game())


# --- everything at once -------------------------------------------------------------------------------


async def besiege(client: Client, chance: random.Random) -> None:
    """Everything that is no command, or not his to give."""
    async with await socket_of(client) as socket:
        for piece in chance.sample(GARBAGE, 20):
            await socket.send(piece)
        for do, fields in (("start", {}), ("troef", {"suit": "H"}), ("play", {"card": "SA"}), ("end", {})):
            await socket.send(json.dumps({"do": do, "id": f"{chance.random()}", **fields}))
        for _ in range(24):
            await next_of(socket, "refused")


def test_a_game_under_siege_is_played_to_its_end(server: TableServer) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        rules = {"base": "amsterdam", "end": {"rounds": 2}}
        clients = await four_at_a_table(server.url, rules=rules, **QUICK)
        commitment = clients[0].snapshot["table"]["commitment"]
        crowd = [await bystander(server.url, clients[0].code, f"Kwaadwil {at}") for at in range(3)]
        await clients[0].do("start")
        async with meanwhile(*(partial(besiege, one, chance) for one in crowd)):
            await asyncio.gather(*(Scripted(one, chance, Habits()).play() for one in clients))
        await check_game(clients, commitment)
        assert "Traceback" not in server.said()

    run(game())
