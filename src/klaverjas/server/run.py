"""The process: one file that nobody else writes, metrics on their own port, the address for people, a clean end."""

import contextlib
import fcntl
import gc
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog
import uvicorn
from litestar import Litestar
from prometheus_client import start_http_server

from klaverjas.errors import KlaverjasError
from klaverjas.server.logs import set_up_logs
from klaverjas.server.metrics import REGISTRY
from klaverjas.server.settings import Settings
from klaverjas.server.store.database import database_url
from klaverjas.server.web.app import make_app
from klaverjas.server.web.sockets import with_sockets

SOCKET_BYTES = 64 * 1024  # above that a connection is closed; between the limit and that it is told
log = structlog.get_logger()


class _Server(uvicorn.Server):
    """Says when players can come; stops the tables before the sockets, so that everyone hears why."""

    def __init__(
        self, app: Litestar, config: uvicorn.Config, settings: Settings, ready: Callable[[str], None]
    ) -> None:
        super().__init__(config)
        self._app = app
        self._settings = settings
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started and self.servers:
            _calm_collector()
            port = self.servers[0].sockets[0].getsockname()[1]
            self._ready(replace(self._settings, port=port).page)

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
    gc.set_threshold(5_000, 20, 100)


def serve(settings: Settings, ready: Callable[[str], None] = lambda page: None) -> None:
    """Run until it is told to stop."""
    set_up_logs(settings)
    with _only_one(settings):
        if settings.metrics_port is not None:
            start_http_server(settings.metrics_port, addr="127.0.0.1", registry=REGISTRY)
        app = make_app(settings)
        config = uvicorn.Config(
            with_sockets(app),
            host=settings.host,
            port=settings.port,
            ws="websockets-sansio",
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
        server = _Server(app, config, settings, ready)
        server.run()
        if not server.started:
            raise KlaverjasError("cannot-start", host=settings.host, port=settings.port)


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
