"""The application: routes, headers, limits, starting and stopping."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.datastructures import Headers, MutableScopeHeaders, State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from klaverjas.errors import KlaverjasError
from klaverjas.server import metrics
from klaverjas.server.cluster.bus import bus_for
from klaverjas.server.cluster.node import Node
from klaverjas.server.limits import Gates
from klaverjas.server.people import People
from klaverjas.server.settings import Settings
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.store.shared import shared_secret
from klaverjas.server.web import page, rest
from klaverjas.server.web.api_page import ApiPage
from klaverjas.server.web.context import Context, address_of, check_origin, context_of
from klaverjas.server.web.errors import ErrorBody, on_fault, on_http_error, on_refusal
from klaverjas.server.web.replay import Replays
from klaverjas.version import __version__

SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# Browsers complain of this one, aloud, on a page that came over plain HTTP from another machine.
TRUSTED_ORIGIN_HEADERS: Final = {"cross-origin-opener-policy": "same-origin"}
OWN_MACHINE: Final = frozenset(("localhost", "127.0.0.1", "[::1]"))
SAFE_METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
NOTHING_THERE: Final = "/schema/{path}"  # where the framework has an error page of its own
LONGEST_BODY: Final = 32 * 1024  # a longer one is mostly refused before it comes here


def _is_trustworthy(scope: Scope) -> bool:
    """Whether a browser trusts where the page came from: encrypted, or from its own machine."""
    asked = Headers.from_scope(scope)
    host = asked.get("host", "").rsplit(":", 1)[0]
    return "https" in (scope["scheme"], asked.get("x-forwarded-proto")) or host in OWN_MACHINE


async def _headers(message: Message, scope: Scope) -> None:
    """Every answer carries the headers, and is counted."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    if _is_trustworthy(scope):
        for name, value in TRUSTED_ORIGIN_HEADERS.items():
            headers.setdefault(name, value)
    if scope["path"].startswith("/api"):
        headers.setdefault("cache-control", "no-store")
    route = scope.get("path_template") or "other"
    metrics.REQUESTS.labels(route, message["status"]).inc()


async def _gate(request: Request[Any, Any, Any]) -> Response[ErrorBody] | None:
    """Before any handler: where the call comes from, and how many there were."""
    if request.scope["path_template"] == NOTHING_THERE:
        raise KlaverjasError("not-found")
    if "uncounted" in request.route_handler.opt:  # it only reads, and costs next to nothing
        return None
    context = context_of(request)
    if request.method not in SAFE_METHODS:
        check_origin(request, context.settings)
    context.gates.requests.take(address_of(request, context.settings))
    return None


async def _open(app: Litestar, settings: Settings) -> Node:
    """The database at its newest schema, and the tables in it."""
    database = Database(settings.database)
    await migrate(database)
    node = Node(
        database,
        bus_for(settings.bus, settings.database),
        address=settings.own_address,
        thinking_processes=settings.thinking_processes,
        thinking_ms=settings.thinking_ms,
        expires_after=settings.expires_after,
        absent_after=settings.absent_after,
        changes_per_player=settings.limits.changes_per_player,
    )
    await node.start()
    people = People(database, await shared_secret(database, "key"))
    app.state["context"] = Context(settings, node, people, Gates(settings.limits), Replays(node.aside))
    return node


def make_app(settings: Settings, page_folder: Path = page.FOLDER) -> Litestar:
    """The server as an ASGI application; it starts and stops with its lifespan."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        try:
            node = await _open(app, settings)
        except KlaverjasError as error:
            app.state["failed"] = error  # said in one sentence, instead of a trace
            logging.getLogger("uvicorn.error").disabled = True
            raise
        try:
            yield
        finally:
            await node.stop()

    return Litestar(
        route_handlers=[*rest.HANDLERS, *page.handlers(settings, page_folder)],
        lifespan=[running],
        before_request=_gate,
        before_send=[_headers],
        exception_handlers={
            KlaverjasError: on_refusal,
            HTTPException: on_http_error,
            Exception: on_fault,
        },
        openapi_config=OpenAPIConfig(
            title="Klaverjas",
            version=__version__,
            description="Tables, people and games. The game itself is played over a socket.",
            path="/schema",
            render_plugins=[ApiPage(), JsonRenderPlugin()],
        ),
        request_max_body_size=LONGEST_BODY,
        state=State({}),
        logging_config=None,
        debug=False,
        pdb_on_exception=False,
    )
