"""Many connections of one stranger: they take neither the descriptors nor the time of others."""

import asyncio
import contextlib
import os
import socket
import time

import httpx

from siege import withstand
from stranger import Stranger, again_and_again, reads, sends
from table_client import Client, run
from table_server import TableServer

MANY = 2000


def test_idle_connections(stranger: Stranger) -> None:
    async def attack(end: float) -> None:
        again_and_again(end, stranger.call, reads, lines=MANY)

    withstand(stranger.server, attack)


def test_headers_that_come_byte_by_byte(stranger: Stranger) -> None:
    def opens() -> socket.socket:
        line = stranger.call()
        line.sendall(b"GET / HTTP/1.1\r\n" + stranger.head + b"X-A: ")
        return line

    def slowly(_: socket.socket) -> None:
        time.sleep(0.0005)  # three bytes a second over each: it is not the packets that this is about

    async def attack(end: float) -> None:
        again_and_again(end, opens, sends(b"a"), slowly, reads, lines=600)

    withstand(stranger.server, attack)


def test_handshakes_that_all_come_at_once(stranger: Stranger) -> None:
    """Connections wait until there are many; then each asks for a socket at the same moment."""
    handshake = stranger.handshake("000000")

    async def attack(end: float) -> None:
        while time.monotonic() < end:
            with contextlib.ExitStack() as held:
                lines = []
                for _ in range(300):
                    with contextlib.suppress(OSError):
                        lines.append(held.enter_context(stranger.call()))
                for line in lines:
                    with contextlib.suppress(OSError):
                        line.sendall(handshake)
                await asyncio.sleep(0.5)

    withstand(stranger.server, attack)


def test_one_address_cannot_hold_all_descriptors(fortress: TableServer) -> None:
    server, stranger = fortress, Stranger(fortress)
    before = len(os.listdir(f"/proc/{server.pid}/fd"))
    with contextlib.ExitStack() as held:
        for _ in range(MANY):
            with contextlib.suppress(OSError):
                held.enter_context(stranger.call())
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert len(os.listdir(f"/proc/{server.pid}/fd")) - before <= 650

        async def game() -> None:
            async with Client(server.url, "Zus") as zus:
                await zus.open_table()
                await zus.connect()
                await zus.do("sit", seat="S")

        run(game())
