"""What every handler needs: the node, the people, the limits; who calls, and in which language."""

import re
from dataclasses import dataclass
from socket import AF_INET
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.sentences import Language
from klaverjas.server import lan
from klaverjas.server.addresses import caller, is_trusted
from klaverjas.server.cluster.node import Node
from klaverjas.server.limits import Gates
from klaverjas.server.people import COOKIE, Identity, People
from klaverjas.server.settings import Settings, is_loopback
from klaverjas.server.web.replay import Replays

A_HOST: Final = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


@dataclass
class Context:
    """One per server, in the application's state."""

    settings: Settings
    node: Node
    people: People
    gates: Gates
    replays: Replays


def context_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Context:
    context: Context = connection.app.state["context"]
    return context


def address_of(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Who calls. What a proxy says of it counts only when the proxy is trusted."""
    said = ",".join(connection.headers.getall("x-forwarded-for", []))  # a proxy may add a line of its own
    return caller(_peer(connection), said, settings.proxies)


def _peer(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


def is_https(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
    """Whether the caller speaks over TLS, directly or to a trusted proxy."""
    if connection.scope["scheme"] in ("https", "wss"):
        return True
    return (
        is_trusted(_peer(connection), settings.proxies)
        and connection.headers.get("x-forwarded-proto") == "https"
    )


def seen_at(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """The server as the caller sees it: for what he alone uses."""
    host = connection.headers.get("host", "")
    if settings.public_url or not A_HOST.fullmatch(host):
        return settings.page
    return f"{'https' if is_https(connection, settings) else 'http'}://{host}"


def found_at(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Where others find the server: for links that are sent on. *localhost* would be the reader's own machine."""
    host = A_HOST.fullmatch(connection.headers.get("host", ""))
    if settings.everywhere and not settings.public_url and (host is None or is_loopback(host[1].strip("[]"))):
        nearby = lan.address_on_the_way(AF_INET)
        if nearby is not None:
            return settings.at(nearby)
    return seen_at(connection, settings)


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    """The language that is asked for: ?lang=, else the browser's, else Dutch."""
    wanted = connection.query_params.get("lang")
    if wanted == "en":
        return "en"
    if wanted == "nl":
        return "nl"
    for part in connection.headers.get("accept-language", "").lower().split(","):
        if part.strip().startswith("nl"):
            return "nl"
        if part.strip().startswith("en"):
            return "en"
    return "nl"


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> None:
    """A browser says from which page a call comes; only our own may. Programs that say nothing are no browsers.

    Where players find the server at one public address, only pages from there may call, whatever the Host header says.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return
    public = settings.public_url
    allowed = _origin(public) if public else ("", connection.headers.get("host", "").lower())
    scheme, place = _origin(origin)
    if not place or (scheme if public else "", place) != allowed:
        raise KlaverjasError("foreign-origin")


def _origin(url: str) -> tuple[str, str]:
    """Scheme, and host with port, as a browser writes them; empty for what is no URL.

    >>> _origin("HTTPS://Klaverjas.example:443/tables"), _origin("http://[::1]:8080"), _origin("null")
    (('https', 'klaverjas.example'), ('http', '[::1]:8080'), ('', ''))
    """
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.removesuffix({"http": ":80", "https": ":443"}.get(parts.scheme, ":"))


async def identity_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
    return await context_of(connection).people.known(connection.cookies.get(COOKIE))


async def signed_in(connection: ASGIConnection[Any, Any, Any, Any]) -> Identity:
    identity = await identity_of(connection)
    if identity is None:
        raise Refusal("unknown-player")
    return identity
