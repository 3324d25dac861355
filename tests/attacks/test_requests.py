"""Floods of plain HTTP: endless heads, bodies and queues cost neither memory nor time of others."""

import socket
import time

import pytest

from klaverjas.server.edge.requests import MOST_PIECES
from siege import Attack, withstand
from stranger import PIECE, Stranger, again_and_again, many, reads, sends

PIPELINED = 27_000_000
GET = b"GET / HTTP/1.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\n"


def beginning(stranger: Stranger, first: bytes, then: bytes, *, lines: int = 4) -> Attack:
    """Connections that all begin in the same way, and never come to an end."""

    async def attack(end: float) -> None:
        def opens() -> socket.socket:
            line = stranger.call()
            line.sendall(first)
            return line

        again_and_again(end, opens, sends(then), reads, lines=lines)

    return attack


def test_endless_headers(stranger: Stranger) -> None:
    withstand(
        stranger.server, beginning(stranger, GET + stranger.head, many(b"X-A: " + b"a" * 1000 + b"\r\n"))
    )


def test_one_endless_header(stranger: Stranger) -> None:
    withstand(stranger.server, beginning(stranger, GET + stranger.head + b"X-A: ", b"a" * PIECE))


def test_100_000_short_headers(stranger: Stranger) -> None:
    withstand(stranger.server, beginning(stranger, GET + stranger.head, b"a:\r\n" * 100_000))


def test_an_endless_url(stranger: Stranger) -> None:
    withstand(stranger.server, beginning(stranger, b"GET /", b"a" * PIECE))


@pytest.mark.parametrize("path", [b"/", b"/healthz", b"/api/rules"])
def test_27_mb_of_pipelined_requests(stranger: Stranger, path: bytes) -> None:
    request = b"GET " + path + b" HTTP/1.1\r\n" + stranger.head + b"\r\n"
    withstand(stranger.server, beginning(stranger, b"", request * (PIPELINED // len(request)), lines=1))


def test_pipelined_requests_whose_answers_nobody_reads(stranger: Stranger) -> None:
    async def attack(end: float) -> None:
        request = GET + stranger.head + b"\r\n"
        again_and_again(end, stranger.call, sends(many(request)), lines=100)

    withstand(stranger.server, attack)


def test_one_byte_chunks(stranger: Stranger) -> None:
    first = POST + stranger.head + b"Transfer-Encoding: chunked\r\n\r\n"
    withstand(stranger.server, beginning(stranger, first, many(b"1\r\n \r\n")))


def test_pipelined_bodies_of_as_many_pieces_as_are_allowed(stranger: Stranger) -> None:
    body = b"1\r\n \r\n" * (MOST_PIECES - 1) + b"0\r\n\r\n"
    request = POST + stranger.head + b"Transfer-Encoding: chunked\r\n\r\n" + body
    withstand(stranger.server, beginning(stranger, b"", many(request), lines=20))


def test_an_endless_chunk_extension(stranger: Stranger) -> None:
    first = POST + stranger.head + b"Transfer-Encoding: chunked\r\n\r\n1;"
    withstand(stranger.server, beginning(stranger, first, b"a" * PIECE))


def test_endless_trailers(stranger: Stranger) -> None:
    first = POST + stranger.head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\n"
    withstand(stranger.server, beginning(stranger, first, many(b"a: b\r\n")))


def test_an_endless_body(stranger: Stranger) -> None:
    first = POST + stranger.head + b"Content-Length: 1000000000000\r\n\r\n"
    withstand(stranger.server, beginning(stranger, first, b" " * PIECE))


def test_many_bodies_that_stop_before_their_end(stranger: Stranger) -> None:
    first = POST + stranger.head + b"Content-Length: 30000\r\n\r\n" + b" " * 29_000
    withstand(stranger.server, beginning(stranger, first, b" ", lines=1000))


@pytest.mark.parametrize("path", [b"/", b"/healthz", b"/api/tables/000000"])
def test_many_connections_that_ask_without_end(stranger: Stranger, path: bytes) -> None:
    request = b"GET " + path + b" HTTP/1.1\r\n" + stranger.head + b"\r\n"
    withstand(stranger.server, beginning(stranger, b"", request, lines=300))


def test_connections_that_come_and_go(stranger: Stranger) -> None:
    async def attack(end: float) -> None:
        def hangs_up(_: object) -> None:
            time.sleep(0.0005)  # accepting is what a server cannot refuse: faster than this is for a firewall
            raise ConnectionResetError

        again_and_again(end, stranger.call, hangs_up)

    withstand(stranger.server, attack)
