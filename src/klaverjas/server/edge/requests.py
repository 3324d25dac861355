"""Plain HTTP with bounds: on the head, the body, the time that they take, and on what is parsed before it is answered.

What goes beyond a bound is answered where that is cheap, and the connection is closed.
"""

import asyncio
from asyncio import TimerHandle
from typing import Any, Final

import httptools
import msgspec
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from klaverjas.errors import KlaverjasError
from klaverjas.server import metrics
from klaverjas.server.edge.config import EdgeConfig
from klaverjas.server.edge.frames import TableSocket
from klaverjas.server.limits import TooMany

LONGEST_URL: Final = 4096
LONGEST_HEADER: Final = 8000  # a line of the handshake of a socket has at most 8192
LONGEST_HEAD: Final = 32 * 1024
MOST_HEADERS: Final = 100
MOST_PACKETS: Final = 40  # of one head: the longest has 23 of the usual size
LONGEST_BODY: Final = 32 * 1024
MOST_PIECES: Final = 100  # of one body: each costs as much as a short request, and programs send far fewer
LONGEST_BODY_AS_SENT: Final = 4 * LONGEST_BODY  # with what surrounds its chunks
SLICE: Final = 512  # bytes that are parsed at once: some twenty of the shortest requests
SLICES: Final = 16  # before others have their turn
LINGER_SECONDS: Final = (
    1.0  # after a refusal: so that it can be read, and whoever comes back at once has to wait
)
SEND_SECONDS: Final = 60.0  # in which a peer must have read what is sent to it


class _Flow(FlowControl):
    """Does not read on while something that was read is not parsed yet."""

    holds = False

    def resume_reading(self) -> None:
        if not self.holds:
            super().resume_reading()


class _Stop(Exception):
    """Ends parsing: the request has been refused."""


class BoundedRequests(HttpToolsProtocol):
    """One connection over which requests come."""

    config: EdgeConfig
    flow: _Flow

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.door = self.config.door
        self._peer: str | None = None  # once it is counted
        self._held = b""  # received, and not parsed yet
        self._in_head = True
        self._head = 0  # bytes of it so far
        self._packets = 0
        self._body = 0
        self._pieces = 0
        self._began = False
        self._sender: str | None = None  # of a body that is not complete
        self._done = False  # nothing more is parsed
        self._unstarted: tuple[RequestResponseCycle, Any] | None = None
        self._active: RequestResponseCycle | None = None  # is being answered, or will be at its turn
        self._timer: TimerHandle | None = None
        self._send_timer: TimerHandle | None = None

    # --- the connection -------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = _Flow(transport)
        peer = self.client[0] if self.client else ""
        try:
            self.door.enter(peer)
        except TooMany as error:  # without lingering: there may be very many of them
            self._done = True
            transport.write(_answer(429, error))
            transport.close()
            return
        self._peer = peer
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._done = True
        self._held = b""
        self._stop_timers()
        self._end_body()
        self._unset_keepalive_if_required()
        if self._peer is not None:
            self.door.leave(self._peer)
        self.pipeline.clear()
        if self._active is not None and not self._active.response_complete:
            self._active.disconnected = True
            self._active.message_event.set()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._send_timer is None:
            self._send_timer = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.door.request_seconds, self._too_slow)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_timers(self) -> None:
        self._stop_timer()
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def _too_slow(self) -> None:
        """Close; silently when nothing was asked: browsers open connections that they may need."""
        self._timer = None
        if self._began:
            self._refuse(408, KlaverjasError("request-too-slow"))
        else:
            self._done = True
            self.transport.abort()

    # --- what comes in ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._done:
            return
        self._packets += self._in_head
        if self._packets > MOST_PACKETS:
            self._refuse(431, KlaverjasError("head-too-long"))
            return
        self._held = self._held + data if self._held else data
        self._feed()

    def _feed(self) -> None:
        """Parse what is held, a slice at a time; wait where a request is being answered."""
        for _ in range(SLICES):
            if self._done or not self._held or self._answering:
                break
            piece, self._held = self._held[:SLICE], self._held[SLICE:]
            self._parse(piece)
        if self._done:
            return
        self.flow.holds = bool(self._held)
        if not self._held:
            self.flow.resume_reading()
            return
        self.flow.pause_reading()
        if not self._answering:
            self.loop.call_soon(self._feed)

    @property
    def _answering(self) -> bool:
        """Whether a whole request is there that has not been answered yet."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def _parse(self, piece: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._in_head:
            self._head += len(piece)
        else:
            self._body += len(piece)
        try:
            if self._head > LONGEST_HEAD:
                self._stop(431, KlaverjasError("head-too-long"))
            if self._body > LONGEST_BODY_AS_SENT:
                self._stop(413, KlaverjasError("body-too-long"))
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except (httptools.HttpParserError, _Stop):
            if not self._done:
                self._refuse(400, KlaverjasError("bad-request", why="HTTP"))

    def _upgrade(self) -> None:
        """Make a WebSocket of this connection, when it is this caller's turn."""
        if not self._should_upgrade():  # it is answered like any other request
            self._held = b""
            if self.cycle is not None:
                self.cycle.keep_alive = False
            return
        if self._active is not None and not self._active.response_complete:
            self._refuse(400, KlaverjasError("bad-request", why="HTTP"))
            return
        peer = self._peer or ""
        try:
            self.door.open_socket(peer, self.headers)
        except TooMany as error:
            self._refuse(429, error)
            return
        self._done = True
        self._held = b""
        self._stop_timers()
        self.flow.pause_reading()
        self.door.turns.take(self.door.caller(peer, self.headers), self._open_socket)

    def _open_socket(self) -> asyncio.Task[None] | None:
        if self.transport.is_closing():
            return None
        self.flow.holds = False
        self.flow.resume_reading()
        self.handle_websocket_upgrade()
        opened = self.transport.get_protocol()
        if not isinstance(opened, TableSocket) or not opened.handshake_initiated:
            self.transport.close()
            return None
        opened.share(self.door.pace_of(self.door.caller(self._peer or "", self.headers)))
        return self.loop.create_task(opened.admission())

    # --- what the parser finds -------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began = True
        self._start_timer()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._stop(414, KlaverjasError("url-too-long"))

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._in_head:  # after the last chunk; nobody reads those
            self._stop(400, KlaverjasError("bad-request", why="trailers"))
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS or len(name) + len(value) > LONGEST_HEADER:
            self._stop(431, KlaverjasError("head-too-long"))
        if name.lower() == b"content-length" and (not value.isdigit() or int(value[:20]) > LONGEST_BODY):
            self._stop(413, KlaverjasError("body-too-long"))

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head = self._body = self._pieces = self._packets = 0
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() != "1.0"):
            self._stop(400, KlaverjasError("bad-request", why="Host"))
        super().on_headers_complete()
        sender = self.door.caller(self._peer or "", self.headers)
        try:
            self.door.begin_body(sender)
        except TooMany as error:
            self._stop(429, error)
        self._sender = sender
        if self.expect_100_continue and self.cycle is not None:
            self.cycle.waiting_for_100_continue = False
            if not self.pipeline:
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._pieces += 1
        if self._pieces > MOST_PIECES or (self.cycle is not None and len(self.cycle.body) > LONGEST_BODY):
            self._stop(413, KlaverjasError("body-too-long"))

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._began = True, False
        self._head = self._body = 0
        self._end_body()
        self._stop_timer()
        if self._unstarted is not None:
            cycle, app = self._unstarted
            self._unstarted = None
            self._start_asgi_task(cycle, app)

    def _end_body(self) -> None:
        if self._sender is not None:
            self.door.end_body(self._sender)
            self._sender = None

    # --- answering -------------------------------------------------------------------------------------

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Answer a request when all of it is here, and when it is this caller's turn."""
        if cycle.more_body:
            self._unstarted = cycle, app
            return
        self._active = cycle

        def start() -> asyncio.Task[None] | None:
            if cycle.disconnected or self.transport.is_closing():
                return None
            task = self.loop.create_task(cycle.run_asgi(app))
            task.add_done_callback(self.tasks.discard)
            self.tasks.add(task)
            return task

        self.door.turns.take(self.door.caller(self._peer or "", list(cycle.scope["headers"])), start)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._held and not self._done:
            self.loop.call_soon(self._feed)

    def _stop(self, status: int, error: KlaverjasError) -> None:
        self._refuse(status, error)
        raise _Stop

    def _refuse(self, status: int, error: KlaverjasError) -> None:
        """Say why, unless an earlier request is still being answered; then close."""
        metrics.LIMITED.labels(error.code).inc()
        self._done = True
        self._held = b""
        self._end_body()
        self._stop_timer()
        self.pipeline.clear()
        if self._active is not None and not self._active.response_complete:
            self._active.keep_alive = False
            return
        self.transport.write(_answer(status, error))
        self.flow.pause_reading()
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def _answer(status: int, error: KlaverjasError) -> bytes:
    """A refusal in Dutch, the language of whoever asks for none: nothing is known of this caller."""
    body = msgspec.json.encode({"code": error.code, "sentence": error.sentence("nl")})
    wait = f"retry-after: {error.wait}\r\n" if isinstance(error, TooMany) else ""
    head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n{wait}connection: close\r\n\r\n"
    return STATUS_LINE[status] + head.encode() + body
