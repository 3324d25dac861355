"""The process: one file that nobody else writes, metrics on their own port, the address for people, a clean end."""

import asyncio
import contextlib
import fcntl
import gc
import os
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar
from prometheus_client import start_http_server
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from klaverjas.errors import KlaverjasError
from klaverjas.sentences import Phrase
from klaverjas.server.bus import bus_for
from klaverjas.server.logs import set_up_logs
from klaverjas.server.metrics import REGISTRY
from klaverjas.server.settings import Settings
from klaverjas.server.store.database import database_url
from klaverjas.server.web.app import make_app
from klaverjas.server.web.sockets import with_sockets

SOCKET_BYTES = 64 * 1024  # above that a connection is closed; between the limit and that it is told
LINES_ABOVE = Phrase("the lines above say why", "de regels hierboven zeggen waarom")


class _Inbox:
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


class _Socket(WebSocketsSansIOProtocol):
    """Holds little, and forgets the request that it came from, once it is open: it may stay so for hours."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = _Inbox()  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # the parser keeps the request itself
            self.scope.clear()  # type: ignore[attr-defined]
            self.__dict__.update(request=None, response=None)


class _Server(uvicorn.Server):
    """Says when players can come; stops the tables before the sockets, so that everyone hears why."""

    def __init__(self, app: Litestar, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            _calm_collector()
            self._ready()

    async def shutdown(self, sockets: Any = None) -> None:
        context = self._app.state.get("context")
        if context is not None:
            await context.node.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A server that was told to stop, and did, has done well."""
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _calm_collector() -> None:
    """Tables are values without cycles: looking through all of them again and again only makes players wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


def serve(settings: Settings, ready: Callable[[Settings], None] = lambda settings: None) -> None:
    """Run until it is told to stop; *ready* is told the settings with the port that was taken."""
    set_up_logs(settings)
    bus_for(settings.bus, settings.database)  # refuses now what would be refused later
    with _only_one(settings), _listening(settings) as listening:
        settings = replace(settings, port=listening.getsockname()[1])  # it may have been 0
        if settings.metrics_port is not None:
            start_http_server(settings.metrics_port, addr="127.0.0.1", registry=REGISTRY)
        app = make_app(settings)
        server = _Server(app, _config(app), lambda: ready(settings))
        with contextlib.suppress(SystemExit):
            server.run(sockets=[listening])
        if not server.started:
            raise app.state.get("failed") or KlaverjasError("cannot-start", why=LINES_ABOVE)


def _config(app: Litestar) -> uvicorn.Config:
    return uvicorn.Config(
        with_sockets(app),
        ws=_Socket,
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=20,
    )


def _listening(settings: Settings) -> socket.socket:
    """The open door, before anything else is done."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if settings.host == "::":  # every address, those of IPv4 too
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        opened.bind(place)
    except (OSError, OverflowError) as error:
        why = f"{settings.host}:{settings.port}: {getattr(error, 'strerror', None) or error}"
        raise KlaverjasError("cannot-start", why=why) from None
    return opened


@contextlib.contextmanager
def _only_one(settings: Settings) -> Iterator[None]:
    """An SQLite file has one server: two would each think they run its tables."""
    url = database_url(settings.database)
    if not url.drivername.startswith("sqlite") or url.database in (None, ":memory:"):
        yield
        return
    file = Path(f"{url.database}.lock")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise KlaverjasError("database-in-use", file=str(url.database)) from None
        lock.write(str(os.getpid()))
        lock.flush()
        yield
