"""Everything about a server that its keeper may choose. Flags, environment and a TOML file all end up here."""

import ipaddress
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from socket import AF_INET, AF_INET6
from typing import Annotated, Literal

from cyclopts import Group, Parameter
from cyclopts.validators import Number

from klaverjas.bots import LEVELS
from klaverjas.errors import KlaverjasError
from klaverjas.server import lan

WHERE = Group("Network", sort_key=1)
KEEPING = Group("Operation", sort_key=2)
# Scheme, host and perhaps a port: what a browser names as the origin of a page.
A_PAGE = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?")
LIMITS = Group("Limits (the defaults suit a club of 60 people behind one address)", sort_key=3)


def data_folder() -> Path:
    """Where programs of this user keep their data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "klaverjas"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "klaverjas"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "klaverjas"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'klaverjas.db'}"


def hidden_password(text: str) -> str:
    """A URL as it may be shown.

    >>> hidden_password("postgresql://anna:geheim@db/klaverjas")
    'postgresql://anna:***@db/klaverjas'
    """
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:***@", text)


@Parameter(name="*", group=LIMITS)
@dataclass(frozen=True)
class Limits:
    """Rate and size limits, per address and in total."""

    accepted_per_address: int = 600
    """Open connections per address, sockets and requests together; trusted proxies are exempt."""
    connects_per_address: int = 1200
    """New connections per minute per address."""
    request_seconds: int = 20
    """Time limit for receiving a request, in seconds."""
    connections_per_address: int = 400
    """Open sockets per address."""
    connections: int = 10_000
    """Open sockets in total."""
    joins_per_address: int = 240
    """Joins per minute per address."""
    joins_per_minute: int = 3000
    """Joins per minute in total."""
    wrong_codes_per_address: int = 30
    """Wrong table codes per minute per address."""
    wrong_codes_per_minute: int = 300
    """Wrong table codes per minute in total."""
    account_attempts_per_address: int = 60
    """Attempts to log in or register per minute per address."""
    tables_per_address: int = 120
    """Tables opened per hour per address."""
    tables_per_hour: int = 5000
    """Tables opened per hour in total."""
    requests_per_address: int = 400
    """Requests per second per address."""
    requests_per_second: int = 2000
    """Requests per second in total."""
    messages_per_second: int = 20
    """Messages per second per socket."""
    messages_per_address: int = 500
    """Messages per second over all sockets of one address, every 512 bytes counted as one; more wait."""
    tips_per_player: int = 30
    """Tips per minute per player."""
    tips_per_minute: int = 600
    """Tips per minute in total."""
    changes_per_player: int = 240
    """Table changes (seats, bots, rules, texts) per ten minutes per player; moves in a game do not count."""
    arrivals_per_address: int = 600
    """New arrivals at tables per hour per address."""
    message_bytes: int = 4096
    """Maximum size of a socket message, in bytes."""


@Parameter(name="*")
@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    host: Annotated[str, Parameter(group=WHERE)] = "127.0.0.1"
    """Address to listen on; 0.0.0.0 for all addresses."""
    port: Annotated[int, Parameter(group=WHERE)] = 8080
    """Port to listen on; 0 picks a free one."""
    public_url: Annotated[str | None, Parameter(group=WHERE)] = None
    """Public URL for players, if different: https://klaverjas.example"""
    trusted_proxies: Annotated[tuple[str, ...], Parameter(group=WHERE, negative="")] = ()
    """Addresses or networks of proxies whose X-Forwarded-For header is trusted."""
    database: Annotated[str, Parameter(group=KEEPING, show_default=False)] = field(
        default_factory=default_database
    )
    """sqlite:///file or postgresql://user@host/name; default: a file in your data folder."""
    bus: Annotated[str | None, Parameter(group=KEEPING)] = None
    """Message bus between nodes: redis://host or postgresql://…; default: the database."""
    address: Annotated[str | None, Parameter(group=KEEPING)] = None
    """URL at which other nodes reach this one: http://10.0.0.5:8080"""
    metrics_port: Annotated[int | None, Parameter(group=KEEPING)] = None
    """Serve Prometheus metrics on this port of 127.0.0.1."""
    metrics_token: Annotated[str | None, Parameter(group=KEEPING)] = None
    """Serve Prometheus metrics on /metrics to clients with this bearer token."""
    log_format: Annotated[Literal["auto", "json", "text"], Parameter(group=KEEPING)] = "auto"
    """Log format; auto is text on a terminal and JSON elsewhere."""
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Parameter(group=KEEPING)] = "info"
    """Lowest level that is logged."""
    thinking_processes: Annotated[int, Parameter(group=KEEPING, validator=Number(gte=1, lte=64))] = 1
    """Number of processes for the bots."""
    thinking_ms: Annotated[int, Parameter(group=KEEPING, validator=Number(gte=1, lte=1000))] = max(
        LEVELS.values()
    )
    """Maximum CPU time per move of the strongest bot, in milliseconds; other bots need less."""
    expires_after: Annotated[float, Parameter(group=KEEPING)] = 3600.0
    """Seconds after which an empty table closes."""
    absent_after: Annotated[float, Parameter(group=KEEPING)] = 2.0
    """Seconds after which a disconnected player counts as absent."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        _ = self.proxies
        if self.public_url is not None and not A_PAGE.fullmatch(self.public_url):
            raise KlaverjasError("bad-public-url", text=self.public_url[:100])

    @property
    def proxies(self) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
        """The addresses whose word on who calls is believed."""
        try:
            return tuple(ipaddress.ip_network(text, strict=False) for text in self.trusted_proxies)
        except ValueError as error:
            raise KlaverjasError("bad-proxy", why=str(error)) from None

    @property
    def everywhere(self) -> bool:
        """Whether it listens on every address of the machine."""
        return self.host in ("0.0.0.0", "::", "")

    @property
    def own_address(self) -> str:
        """Where other nodes reach this one."""
        return self.address or self.at("127.0.0.1" if self.everywhere else self.host)

    @property
    def page(self) -> str:
        """Where players find it."""
        return (self.public_url or self.own_address).rstrip("/")

    @property
    def pages_nearby(self) -> list[str]:
        """Where phones in the same network find it, the likeliest first; none when it listens to this machine alone."""
        if not self.everywhere:
            return [] if is_loopback(self.host) else [self.at(self.host)]
        families = (AF_INET, AF_INET6) if self.host == "::" else (AF_INET,)
        return [self.at(address) for address in lan.addresses(families)]

    def at(self, host: str) -> str:
        """The server at an address of this machine.

        >>> Settings(port=80).at("fd00::2")
        'http://[fd00::2]:80'
        """
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def is_loopback(host: str) -> bool:
    """Whether a name or address means the machine itself, to whoever uses it."""
    if re.fullmatch(r"(.*\.)?localhost", host, re.IGNORECASE):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
