"""A WebSocket with bounds: on frames that say nothing, on what is parsed at once, and on what waits to be sent."""

import asyncio
import contextlib
import socket
import time
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from klaverjas.server import metrics
from klaverjas.server.edge.admission import SharedPace
from klaverjas.server.edge.config import EdgeConfig
from klaverjas.server.limits import Bucket

FRAMES_PER_SECOND: Final = (
    50  # pings, pongs, empty messages and parts of one: a browser sends a pong every 20 seconds
)
SLICE: Final = 512  # bytes that are parsed at once: at most 85 frames
FRAMES_AS_A_MESSAGE: Final = 8  # so many that say nothing cost as much as a message
READ_BYTES: Final = 16 * 1024  # that the system receives before we read: what many sockets hold adds up
CLOSE_SECONDS: Final = 2.0  # in which a peer must have answered our goodbye
NOT_TEXT: Final = 1007  # RFC 6455: a payload that is not what its kind says
TOO_MANY_FRAMES: Final = 1008  # RFC 6455: a message that violates a policy


class Inbox:
    """What a client has sent and nobody has read yet: a queue for one reader, at a tenth of the memory of asyncio's."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.pop(0)


class TableSocket(WebSocketsSansIOProtocol):
    """Holds little, and forgets the request that it came from, once it is open: it may stay so for hours."""

    config: EdgeConfig

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Inbox()  # type: ignore[assignment]
        self.close_timeout = CLOSE_SECONDS
        self._frames: Bucket | None = None  # made with the first frame that counts
        self._held = b""  # received, and not parsed yet
        self._admitted: asyncio.Future[None] | None = None
        self._pace: SharedPace | None = None
        self._waits = False  # for its turn among the sockets of its address

    def share(self, pace: SharedPace) -> None:
        """From now on, what comes in is paced together with the other sockets of this address."""
        self._pace = pace
        opened = self.transport.get_extra_info("socket")
        if opened is not None:
            with contextlib.suppress(OSError):
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, READ_BYTES)

    async def admission(self) -> None:
        """Returns when the application has let the caller in, or sent it away."""
        if not self.handshake_complete:
            self._admitted = self.loop.create_future()
            await self._admitted

    def _settle(self) -> None:
        if self._admitted is not None and not self._admitted.done():
            self._admitted.set_result(None)
        self._admitted = None

    # --- what comes in ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._held = self._held + data if self._held else data
        self._feed()

    def _feed(self) -> None:
        """Parse what is held, a slice at a time, until there is a message for the application to read."""
        while self._held and not self.read_paused and not self._waits and not self.transport.is_closing():
            if self._pace is not None and not self._pace.may_go_on():
                self._waits = True
                self.transport.pause_reading()
                self._pace.wait(self._go_on)
                return
            piece, self._held = self._held[:SLICE], self._held[SLICE:]
            if self._pace is not None:
                self._pace.use(1)
            super().data_received(piece)

    def _go_on(self) -> None:
        """It is this socket's turn again."""
        self._waits = False
        if not self.transport.is_closing():
            self._feed()
            self._read_on()

    def _read_on(self) -> None:
        if not self.read_paused and not self._waits and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Count the frames that say nothing before they are handled; after our goodbye that is every frame."""
        if self._pace is not None:
            messages = sum(
                isinstance(event, Frame) and not _says_nothing(event) for event in self.conn.events
            )
            rest = (len(self.conn.events) - messages) // FRAMES_AS_A_MESSAGE
            self._pace.use(max(0, messages + rest - 1))  # one is paid for with the slice
        counted = sum(
            isinstance(event, Frame) and (self.close_sent or _says_nothing(event))
            for event in self.conn.events
        )
        if counted and not self._allowed(counted):
            metrics.LIMITED.labels("frames").inc()
            self._drop()
            return
        super().handle_events()

    def _allowed(self, count: int) -> bool:
        now = time.monotonic()
        if self._frames is None:
            self._frames = Bucket(2 * FRAMES_PER_SECOND, 2.0, now)
        self._frames.wait(now)
        self._frames.left -= count
        return self._frames.left >= 0

    def _drop(self) -> None:
        """Read nothing more, and close."""
        self._held = b""
        self.conn.events.clear()
        self.conn.writes.clear()  # pongs
        if self.close_sent:  # it can still read why, until the timer ends it
            self.read_paused = True
            self.transport.pause_reading()
        elif self.handshake_complete:
            self.conn.fail(TOO_MANY_FRAMES, "too many frames")
            self.handle_parser_exception()
        else:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer only a peer that reads: else its pongs would pile up here."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Close for text that is none, without a line in the log: whoever sends it could fill the disk."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(NOT_TEXT, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            await asyncio.sleep(0)  # others have their turn between two slices
            self.read_paused = False
            self._feed()
            self._read_on()
        return message

    # --- what goes out ---------------------------------------------------------------------------------

    async def send(self, message: Any) -> None:
        try:
            await super().send(message)
        finally:
            self._settle()
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # the parser keeps the request itself
            self.scope.clear()  # type: ignore[attr-defined]
            self.__dict__.update(request=None, response=None)
        elif message["type"] == "websocket.close" and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
            self._feed()  # its close may be among what it sent

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort_soon()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._abort_soon()

    def _abort_soon(self) -> None:
        """A transport that is closed waits until all is sent: for ever, when the peer does not read."""
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held = b""
        self._settle()
        self.config.door.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)


def _says_nothing(frame: Frame) -> bool:
    """Whether a frame is no message: control frames, except the one that closes, and empty or unfinished ones."""
    if frame.opcode is Opcode.CLOSE:
        return False
    return frame.opcode in (Opcode.PING, Opcode.PONG) or not frame.fin or not frame.data
