"""What every handler needs: the node, the people, the limits; who calls, and in which language."""

import ipaddress
import re
from dataclasses import dataclass
from socket import AF_INET
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.sentences import Language
from klaverjas.server import lan
from klaverjas.server.limits import Gates
from klaverjas.server.node import Node
from klaverjas.server.people import COOKIE, Identity, People
from klaverjas.server.settings import Settings, is_loopback

A_HOST: Final = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


@dataclass
class Context:
    """One per server, in the application's state."""

    settings: Settings
    node: Node
    people: People
    gates: Gates


def context_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Context:
    context: Context = connection.app.state["context"]
    return context


def address_of(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Who calls. What a proxy says of it counts only when the proxy is trusted."""
    peer = connection.client.host if connection.client else ""
    said = ",".join(connection.headers.getall("x-forwarded-for", []))  # a proxy may add a line of its own
    hops = [hop.strip() for hop in said.split(",") if hop.strip()]
    while hops and _is_trusted(peer, settings):
        peer = hops.pop()
    return _household(peer)


def _household(address: str) -> str:
    """Of IPv6 the network: one customer has 2 to the power of 64 addresses, and could use another every time."""
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))
    return address if parsed is None else str(parsed)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An IPv4 address that came to an IPv6 socket is what it is."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _is_trusted(address: str, settings: Settings) -> bool:
    parsed = _parsed(address)
    if parsed is None:
        return False
    return any(parsed in network for network in settings.proxies if network.version == parsed.version)


def is_https(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
    """Whether the caller speaks over TLS, directly or to a trusted proxy."""
    if connection.scope["scheme"] in ("https", "wss"):
        return True
    peer = connection.client.host if connection.client else ""
    return _is_trusted(peer, settings) and connection.headers.get("x-forwarded-proto") == "https"


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
    """A browser says from which page a call comes; only our own may. Programs that say nothing are no browsers."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    allowed = {connection.headers.get("host", "").lower()}
    if settings.public_url:
        allowed.add(urlsplit(settings.public_url).netloc.lower())
    try:
        page = urlsplit(origin).netloc.lower()
    except ValueError:
        page = ""
    if not page or page not in allowed:
        raise KlaverjasError("foreign-origin")


async def identity_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
    return await context_of(connection).people.known(connection.cookies.get(COOKIE))


async def signed_in(connection: ASGIConnection[Any, Any, Any, Any]) -> Identity:
    identity = await identity_of(connection)
    if identity is None:
        raise Refusal("unknown-player")
    return identity
