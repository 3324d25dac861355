"""Somebody who attacks a server over real sockets, directly or through a proxy that names him."""

import base64
import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterator
from itertools import repeat

from table_server import TableServer

TIMEOUT_SECONDS = 0.5
PIECE = 64 * 1024
# Opcodes of RFC 6455, section 5.2.
CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
Flood = Callable[[socket.socket], None]


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client; its mask is zero, so that the payload stands in it as it is."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2)
    return bytes([opcode | (0x80 if last else 0)]) + size + bytes(4) + payload


def many(piece: bytes) -> bytes:
    """As many of them as fit into one large write."""
    return piece * max(1, PIECE // len(piece))


class Stranger:
    """Calls from an address of its own, or through the proxy at 127.0.0.1."""

    def __init__(self, server: TableServer, *, proxied: bool = False) -> None:
        self.server = server
        self.address = "127.0.0.1" if proxied else "127.0.0.66"
        self.head = b"Host: 127.0.0.1\r\n" + (b"X-Forwarded-For: 203.0.113.66\r\n" if proxied else b"")

    def call(self) -> socket.socket:
        return socket.create_connection(
            ("127.0.0.1", self.server.port), TIMEOUT_SECONDS, source_address=(self.address, 0)
        )

    def web_socket(self, code: str = "000000", cookie: str = "") -> socket.socket:
        """A WebSocket whose handshake is done."""
        opened = self.call()
        opened.sendall(self.handshake(code, cookie))
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += self._heard(opened)
        if not heard.startswith(b"HTTP/1.1 101"):
            opened.close()
            raise ConnectionRefusedError(heard[:200])
        return opened

    def handshake(self, code: str, cookie: str = "") -> bytes:
        lines = [
            b"GET /ws/%s HTTP/1.1" % code.encode(),
            b"Connection: Upgrade",
            b"Upgrade: websocket",
            b"Sec-WebSocket-Version: 13",
            b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)),
            b"Cookie: " + cookie.encode(),
        ]
        return b"\r\n".join(lines) + b"\r\n" + self.head + b"\r\n"

    def _heard(self, opened: socket.socket) -> bytes:
        heard = opened.recv(PIECE)
        if not heard:
            raise ConnectionResetError
        return heard

    def ask(self, request: bytes) -> bytes:
        """Everything that is answered until the server closes the connection, or says nothing more."""
        heard = b""
        with self.call() as opened, contextlib.suppress(OSError):
            opened.sendall(request)
            while piece := opened.recv(PIECE):
                heard += piece
        return heard


def again_and_again(end: float, opens: Callable[[], socket.socket], *floods: Flood, lines: int = 4) -> None:
    """Keep some connections open, and do this over each of them in turn; one that was closed is opened again."""
    opened: list[socket.socket | None] = [None] * lines
    for at in _cycle(end, lines):
        line = opened[at]
        try:
            if line is None:
                opened[at] = line = opens()
            for flood in floods:
                flood(line)
        except TimeoutError:
            continue  # the server does not read: that is its right
        except OSError:
            opened[at] = None
            if line is not None:
                line.close()
            time.sleep(0.0005)
    for line in opened:
        if line is not None:
            line.close()


def _cycle(end: float, length: int) -> Iterator[int]:
    for _ in repeat(None):
        for at in range(length):
            if time.monotonic() > end:
                return
            yield at


def sends(data: bytes) -> Flood:
    """Write this, as far as the server takes it."""

    def flood(line: socket.socket) -> None:
        line.setblocking(False)
        try:
            line.send(data)
        except BlockingIOError:
            time.sleep(0.0005)

    return flood


def reads(line: socket.socket) -> None:
    """Read whatever is there."""
    line.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            if not line.recv(PIECE):
                raise ConnectionResetError
