"""Floods over WebSockets: whoever holds them, and whatever they are made of, other tables do not wait for them."""

import contextlib
import json
import time

import pytest

from siege import SECONDS, Attack, withstand
from stranger import CONTINUATION, PING, PONG, TEXT, Stranger, again_and_again, frame, many, reads, sends
from table_client import Client
from table_server import TableServer

MASKED_PINGS = many(frame(PING))
LONG_PINGS = many(frame(PING, b"x" * 125))
PONGS = many(frame(PONG))
FRAGMENTS = frame(TEXT, b"", last=False), many(frame(CONTINUATION, b"", last=False))
EMPTY_MESSAGES = many(frame(TEXT))
COMMANDS = many(frame(TEXT, json.dumps({"do": "text", "id": "x", "text": "x" * 20}).encode()))
FRAMES = {
    "pings": MASKED_PINGS,
    "pongs": PONGS,
    "empty-fragments": b"".join(FRAGMENTS),
    "empty-messages": EMPTY_MESSAGES,
    "commands": COMMANDS,
}


async def guest(server: TableServer) -> tuple[str, str]:
    """The code of a new table, and the cookie of its host."""
    async with Client(server.url, "Boef") as client:
        return await client.open_table(), f"klaverjas={client.http.cookies['klaverjas']}"


def flooding(stranger: Stranger, data: bytes, *, reading: bool = True, admitted: bool = True) -> Attack:
    """Over sockets at a table, or over such as are turned away."""

    async def attack(end: float) -> None:
        code, cookie = await guest(stranger.server) if admitted else ("000000", "")
        floods = (sends(data), reads) if reading else (sends(data),)
        again_and_again(end, lambda: stranger.web_socket(code, cookie), *floods)

    return attack


@pytest.mark.parametrize("kind", FRAMES)
def test_a_flood_over_a_socket_delays_nobody_else(stranger: Stranger, kind: str) -> None:
    withstand(stranger.server, flooding(stranger, FRAMES[kind]))


@pytest.mark.parametrize("kind", FRAMES)
def test_whoever_was_turned_away_can_flood_nobody(stranger: Stranger, kind: str) -> None:
    withstand(stranger.server, flooding(stranger, FRAMES[kind], admitted=False))


def test_pongs_do_not_pile_up_for_a_peer_that_never_reads(stranger: Stranger) -> None:
    withstand(stranger.server, flooding(stranger, LONG_PINGS, reading=False))


def test_answers_do_not_pile_up_for_a_peer_that_never_reads(stranger: Stranger) -> None:
    withstand(stranger.server, flooding(stranger, COMMANDS, reading=False))


# Each socket within its own limits; together they would take all of the server's time.
MANY_SOCKETS = 390
LONG_COMMANDS: dict[str, dict[str, object]] = {
    "configure": {"do": "configure", "rules": {"base": "rotterdam"} | {f"x{at}": 1 for at in range(300)}},
    "tap": {"do": "tap"},
    "too-long": {"do": "text", "text": "x" * 15_000},
}


async def burst_over_many_sockets(stranger: Stranger, data: bytes, end: float, *, pause: float) -> None:
    """Open many sockets at one table, then send the data over all of them at once, again and again."""
    code, cookie = await guest(stranger.server)
    lines = []
    for _ in range(MANY_SOCKETS):
        with contextlib.suppress(OSError):
            lines.append(stranger.web_socket(code, cookie))
    while time.monotonic() < end:
        for line in lines:
            with contextlib.suppress(OSError):
                sends(data)(line)
                reads(line)
        time.sleep(pause)
    for line in lines:
        line.close()


@pytest.mark.parametrize("kind", LONG_COMMANDS)
def test_many_sockets_of_one_address_delay_nobody_else(stranger: Stranger, kind: str) -> None:
    command = frame(TEXT, json.dumps(LONG_COMMANDS[kind] | {"id": "x"}).encode())
    at_once = 30 if kind != "too-long" else 4

    async def attack(end: float) -> None:
        await burst_over_many_sockets(stranger, command * at_once, end, pause=0.2)

    withstand(stranger.server, attack, seconds=max(6.0, SECONDS))


def test_bursts_of_pings_over_many_sockets_delay_nobody_else(stranger: Stranger) -> None:
    async def attack(end: float) -> None:
        await burst_over_many_sockets(stranger, frame(PING) * 95, end, pause=2)

    withstand(stranger.server, attack, seconds=max(6.0, SECONDS))
