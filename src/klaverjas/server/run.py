"""The process: one file that nobody else writes, metrics on their own port, the address for people, a clean end."""

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

from klaverjas.errors import KlaverjasError
from klaverjas.sentences import Phrase
from klaverjas.server.cluster.bus import bus_for
from klaverjas.server.edge.admission import Admission
from klaverjas.server.edge.config import EdgeConfig
from klaverjas.server.edge.frames import TableSocket
from klaverjas.server.edge.requests import BoundedRequests
from klaverjas.server.logs import set_up_logs
from klaverjas.server.metrics import REGISTRY
from klaverjas.server.settings import Settings
from klaverjas.server.store.database import database_url
from klaverjas.server.store.private import MINE, MY_FOLDER, narrow
from klaverjas.server.web.app import make_app
from klaverjas.server.web.sockets import with_sockets

SOCKET_BYTES = 16 * 1024  # above that a connection is closed; between the limit and that it is told
# What the system holds for each connection: sent before anybody has looked at it, and not read by the peer yet.
BUFFERS = {socket.SO_RCVBUF: 32 * 1024, socket.SO_SNDBUF: 128 * 1024}
LINES_ABOVE = Phrase("see the lines above", "de regels hierboven zeggen waarom")


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
        door = Admission(settings.limits, settings.proxies)
        server = _Server(app, _config(app, door), lambda: ready(settings))
        with contextlib.suppress(SystemExit):
            server.run(sockets=[listening])
        if not server.started:
            raise app.state.get("failed") or KlaverjasError("cannot-start", why=LINES_ABOVE)


def _config(app: Litestar, door: Admission) -> EdgeConfig:
    return EdgeConfig(
        with_sockets(app),
        door,
        http=BoundedRequests,
        ws=TableSocket,
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
        for which, size in BUFFERS.items():
            opened.setsockopt(socket.SOL_SOCKET, which, size)  # each accepted one inherits it
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
    database = Path(str(url.database)).resolve()  # whatever it is called, and through whichever link
    file = database.with_name(f"{database.name}.lock")
    try:
        file.parent.mkdir(MY_FOLDER, parents=True, exist_ok=True)
        lock = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, MINE)
    except OSError as error:
        raise KlaverjasError("cannot-write", file=str(file), why=error.strerror or str(error)) from None
    try:
        narrow(file)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise KlaverjasError("database-in-use", file=str(url.database)) from None
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        yield
    finally:
        os.close(lock)
