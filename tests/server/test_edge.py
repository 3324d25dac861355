"""Before the application: what a request, a connection and a frame may cost, and that honest ones notice nothing."""

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from siege import default_limits
from stranger import PING, PONG, TEXT, Stranger, frame
from table_client import Client, run
from table_server import TableServer

HEAD = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server that waits a second for a request, and takes twenty connections of one address."""
    options = default_limits(request_seconds=1, accepted_per_address=20)
    with TableServer(tmp_path_factory.mktemp("quick"), **options) as running:
        yield running


def heard(line: socket.socket, seconds: float = 10.0) -> bytes:
    """Everything that comes until the server closes the connection."""
    line.settimeout(seconds)
    text = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := line.recv(65536):
            text += piece
    return text


# --- requests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n\r\n", 414, "url-too-long"),
        (HEAD + b"a: b\r\n" * 101 + b"\r\n", 431, "head-too-long"),
        (HEAD + b"a: " + b"b" * 9000 + b"\r\n\r\n", 431, "head-too-long"),
        (HEAD + (b"a: " + b"b" * 7000 + b"\r\n") * 5 + b"\r\n", 431, "head-too-long"),
        (b"\r\n" * 20_000, 431, "head-too-long"),
        (POST + b"Content-Length: 33000\r\n\r\n", 413, "body-too-long"),
        (POST + b"Content-Length: 99999999999999999999999\r\n\r\n", 400, "bad-request"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 2000, 413, "body-too-long"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"a" * 200_000, 413, "body-too-long"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\na: b\r\n\r\n", 400, "bad-request"),
        (b"\x16\x03\x01\x02\x00\x01\x00", 400, "bad-request"),
        (b"GET  HTTP\r\n\r\n", 400, "bad-request"),
        (b"GET /healthz HTTP/1.1\r\n\r\n", 400, "bad-request"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400, "bad-request"),
    ],
)
def test_a_request_beyond_a_bound_is_answered_and_closed(
    quick: TableServer, request_: bytes, status: int, code: str
) -> None:
    with Stranger(quick).call() as line:
        with contextlib.suppress(OSError):
            line.sendall(request_)
        answer = heard(line)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status
    assert b"connection: close" in head
    assert json.loads(body)["code"] == code
    assert json.loads(body)["sentence"]


def test_pipelined_requests_are_all_answered_in_order(quick: TableServer) -> None:
    paths = [b"/healthz", b"/api/tables/000000", b"/nowhere"] * 30
    requests = [b"GET " + path + b" HTTP/1.1\r\nHost: a\r\n\r\n" for path in paths[:-1]]
    requests.append(b"GET " + paths[-1] + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    with Stranger(quick).call() as line:
        line.sendall(b"".join(requests))
        answers = heard(line).split(b"HTTP/1.1 ")[1:]
    assert [int(answer[:3]) for answer in answers[:3]] == [200, 404, 404]
    assert len(answers) == len(paths)
    assert all(b'"not-found"' in answer for answer in answers[2::3])


def test_a_body_may_come_in_chunks_or_after_being_asked_for(quick: TableServer) -> None:
    body = b'{"name": "Zus"}'
    chunks = b"".join(b"5\r\n" + body[at : at + 5] + b"\r\n" for at in range(0, len(body), 5)) + b"0\r\n\r\n"
    with Stranger(quick).call() as line:
        line.sendall(POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
        assert heard(line).startswith(b"HTTP/1.1 201")
    with Stranger(quick).call() as line:
        line.sendall(POST + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 15\r\n\r\n")
        assert line.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(body)
        assert heard(line).startswith(b"HTTP/1.1 201")


def test_a_connection_is_kept_for_the_next_request(quick: TableServer) -> None:
    with httpx.Client(base_url=quick.url) as http:
        for _ in range(3):
            assert http.get("/healthz").status_code == 200
            stream = http._transport._pool.connections  # type: ignore[attr-defined]
            assert len(stream) == 1
            time.sleep(1.3)  # longer than a request may take to arrive
        (connection,) = http._transport._pool.connections  # type: ignore[attr-defined]
        assert connection._connection._request_count == 3


@pytest.mark.parametrize(
    ("begin", "goes_on", "answer"),
    [
        (b"", b"", b""),
        (b"GET /heal", b"", b"HTTP/1.1 408"),
        (HEAD, b"a", b"HTTP/1.1 408"),
        (HEAD + b"\r\n", b"G", b"HTTP/1.1 200"),
        (POST + b"Content-Length: 1000\r\n\r\n", b" ", b"HTTP/1.1 408"),
    ],
)
def test_a_request_that_does_not_come_to_its_end_is_given_up(
    quick: TableServer, begin: bytes, goes_on: bytes, answer: bytes
) -> None:
    with Stranger(quick).call() as line:
        line.sendall(begin)
        ends = time.monotonic() + 1.5
        while goes_on and time.monotonic() < ends:
            with contextlib.suppress(OSError):
                line.sendall(goes_on)
            time.sleep(0.1)
        assert heard(line, 3.0).startswith(answer)


def test_a_head_may_come_in_a_few_packets_but_not_byte_by_byte(server: TableServer) -> None:
    for pieces, status in ((30, b"HTTP/1.1 200"), (60, b"HTTP/1.1 431")):
        with Stranger(server).call() as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.sendall(HEAD + b"Connection: close\r\nA: ")
            for _ in range(pieces):
                line.sendall(b"b")
                time.sleep(0.01)
            line.sendall(b"\r\n\r\n")
            assert heard(line).startswith(status)


def test_a_body_is_not_read_by_an_application_that_must_wait_for_it(quick: TableServer) -> None:
    """More half bodies than are answered at once: the next request of that address is answered all the same."""
    stranger = Stranger(quick)
    with contextlib.ExitStack() as open_lines:
        for _ in range(10):
            line = open_lines.enter_context(stranger.call())
            line.sendall(POST + b"Content-Length: 100\r\n\r\n{")
        assert b"200 OK" in stranger.ask(HEAD + b"Connection: close\r\n\r\n")


# --- connections ---------------------------------------------------------------------------------------


def test_connections_of_one_address_are_counted_when_they_are_accepted(quick: TableServer) -> None:
    stranger = Stranger(quick)
    end = time.monotonic() + 10
    while b"200 OK" not in stranger.ask(HEAD + b"Connection: close\r\n\r\n"):  # those of an earlier test
        assert time.monotonic() < end
    with contextlib.ExitStack() as open_lines:
        for _ in range(20):
            open_lines.enter_context(stranger.call())
        answer = stranger.ask(HEAD + b"\r\n")
        assert answer == b"" or answer.startswith(b"HTTP/1.1 429")
        assert httpx.get(f"{quick.url}/healthz").status_code == 200  # from another address
    end = time.monotonic() + 5
    while b"200 OK" not in stranger.ask(HEAD + b"Connection: close\r\n\r\n"):
        assert time.monotonic() < end


def test_a_trusted_proxy_may_have_any_number_of_connections(tmp_path: Path) -> None:
    options = default_limits(accepted_per_address=5, connects_per_address=5, trusted_proxies="127.0.0.1")
    with TableServer(tmp_path, **options) as server, contextlib.ExitStack() as open_lines:
        for _ in range(50):
            open_lines.enter_context(Stranger(server, proxied=True).call())
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_descriptors_are_left_for_the_database() -> None:
    script = (
        "from klaverjas.server.edge.admission import Admission\n"
        "from klaverjas.server.settings import Limits\n"
        "door = Admission(Limits(), ())\n"
        "print(door.most, door.most_of_one)"
    )
    found = []
    for descriptors in (100, 300, 1024):
        command = f'ulimit -n {descriptors} && exec "$0" -c "$1"'
        done = subprocess.run(
            ["/bin/sh", "-c", command, sys.executable, script], capture_output=True, text=True, check=True
        )
        found.append(tuple(map(int, done.stdout.split())))
    assert found == [(50, 25), (172, 86), (896, 448)]


def test_the_server_takes_the_descriptors_that_it_may_have(tmp_path: Path) -> None:
    with TableServer(tmp_path) as server:
        limits = Path(f"/proc/{server.pid}/limits").read_text().splitlines()
        (soft, hard) = next(line.split()[3:5] for line in limits if line.startswith("Max open files"))
        assert int(soft) >= min(int(hard), 10_000)


# --- frames --------------------------------------------------------------------------------------------


def test_pings_within_the_limit_are_answered(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            await zus.connect()
            assert zus.socket is not None
            async with asyncio.timeout(20):
                for _ in range(90):  # at once
                    waiter = await zus.socket.ping()
                await waiter
                for _ in range(20):  # ten a second
                    await (await zus.socket.ping())
                    await asyncio.sleep(0.1)
            await zus.do("sit", seat="S")

    run(game())


@pytest.mark.parametrize("piece", [frame(PING), frame(PONG), frame(TEXT), frame(PING, b"x" * 125)])
def test_frames_that_say_nothing_close_the_connection_above_a_number(
    server: TableServer, piece: bytes
) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            line = Stranger(server).web_socket(zus.code, f"klaverjas={zus.http.cookies['klaverjas']}")
            with line:
                with contextlib.suppress(OSError):
                    line.sendall(piece * 300)
                await asyncio.to_thread(heard, line)
            await zus.connect()
            await zus.do("sit", seat="S")

    run(game())


def test_a_message_in_a_few_parts_is_one_message(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            await zus.connect()
            assert zus.socket is not None
            text = '{"do": "sit", "id": "parts", "seat": "S"}'
            await zus.socket.send(iter([text[:10], text[10:30], text[30:]]))
            await zus.until_event("sat")

    run(game())


def test_text_that_is_none_closes_the_connection_without_a_word_in_the_log(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            with Stranger(server).web_socket(zus.code, f"klaverjas={zus.http.cookies['klaverjas']}") as line:
                said = len(server.said())
                line.sendall(frame(TEXT, b"\xff\xfe"))
                assert (1007).to_bytes(2) in await asyncio.to_thread(heard, line)
            assert len(server.said()) == said

    run(game())


def test_many_messages_at_once_are_done_in_their_order(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table()
            await zus.connect()
            await zus.do("sit", seat="S")
            texts = [f"{at}" * 50 for at in range(100, 500)]
            await asyncio.gather(*(zus.do("text", text=text[:200]) for text in texts))
            said = [event["text"] for event in zus.events if event["kind"] == "text-added"]
            assert said == [text[:200] for text in texts]

    run(game())


def test_whoever_is_turned_away_and_does_not_answer_is_gone_soon(server: TableServer) -> None:
    line = Stranger(server).web_socket()
    begin = time.monotonic()
    with line:
        heard(line)  # and never answers the goodbye, or its close
    assert time.monotonic() - begin < 4


def test_a_handshake_that_makes_no_sense_is_closed(server: TableServer) -> None:
    upgrade = b"GET /ws/000000 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    for rest in (b"\r\n", b"Sec-WebSocket-Version: 1\r\n\r\n", b"Content-Length: 3\r\n\r\nabc"):
        with Stranger(server).call() as line:
            line.sendall(upgrade + rest)
            heard(line, 5.0)
    with Stranger(server).call() as line:  # of a protocol that nobody speaks here
        line.sendall(HEAD + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n")
        assert heard(line, 30.0).startswith(b"HTTP/1.1 200")
    assert "Traceback" not in server.said()
