"""Phones in the same network: the address that is printed, and the links that are sent to friends."""

import io
import socket
from typing import Any

import pytest
import segno
from litestar.connection import ASGIConnection
from rich.console import Console

from klaverjas.commands import run
from klaverjas.commands.qr import BLOCKS, QUIET, qr_lines, show_qr
from klaverjas.server import lan
from klaverjas.server import run as process
from klaverjas.server.settings import Settings
from klaverjas.server.web.context import found_at, seen_at

HOME = "192.168.1.20"


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a network with both kinds of address."""
    known = {socket.AF_INET: HOME, socket.AF_INET6: "fd00::20"}
    monkeypatch.setattr(lan, "address_on_the_way", known.get)


def test_an_address_of_this_machine_is_found_or_none() -> None:
    for family in (socket.AF_INET, socket.AF_INET6):
        found = lan.address_on_the_way(family)
        if found is not None:
            with socket.socket(family) as mine:
                mine.bind((found, 0))  # only one's own can be bound


def test_without_a_way_out_the_machines_own_name_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "address_on_the_way", lambda family: None)
    known = [("127.0.1.1", 0), ("169.254.3.4", 0), ("10.0.0.7", 0)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(0, 0, 0, "", place) for place in known])
    assert lan.addresses((socket.AF_INET,)) == ["10.0.0.7"]

    def nobody_knows(*_: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", nobody_knows)
    assert lan.addresses((socket.AF_INET, socket.AF_INET6)) == []


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("host", "pages"),
    [
        ("127.0.0.1", []),
        ("localhost", []),
        ("::1", []),
        ("0.0.0.0", [f"http://{HOME}:80"]),
        ("::", [f"http://{HOME}:80", "http://[fd00::20]:80"]),
        ("10.0.0.7", ["http://10.0.0.7:80"]),
    ],
)
def test_what_phones_can_reach_depends_on_where_it_listens(host: str, pages: list[str]) -> None:
    assert Settings(host=host, port=80).pages_nearby == pages


def caller(host: str | None) -> ASGIConnection[Any, Any, Any, Any]:
    headers = [] if host is None else [(b"host", host.encode())]
    scope: Any = {"type": "http", "scheme": "http", "path": "/", "headers": headers, "client": None}
    return ASGIConnection(scope)


EVERYWHERE = Settings(host="0.0.0.0")


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("settings", "host", "seen", "found"),
    [
        # who plays on the machine itself sends friends a link that works for them
        (EVERYWHERE, "localhost:8080", "http://localhost:8080", f"http://{HOME}:8080"),
        (EVERYWHERE, "127.0.0.1:8080", "http://127.0.0.1:8080", f"http://{HOME}:8080"),
        (EVERYWHERE, "[::1]:8080", "http://[::1]:8080", f"http://{HOME}:8080"),
        # who came by another name or address passes it on
        (EVERYWHERE, "192.168.1.20:8080", "http://192.168.1.20:8080", "http://192.168.1.20:8080"),
        (EVERYWHERE, "kaarten.local:8080", "http://kaarten.local:8080", "http://kaarten.local:8080"),
        # what is no host does not come into a link
        (EVERYWHERE, "x/@evil", "http://127.0.0.1:8080", f"http://{HOME}:8080"),
        (EVERYWHERE, None, "http://127.0.0.1:8080", f"http://{HOME}:8080"),
        (Settings(), "x y", "http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        # a server for this machine alone has no other address
        (Settings(), "localhost:8080", "http://localhost:8080", "http://localhost:8080"),
        # what its keeper says comes first
        (
            Settings(host="0.0.0.0", public_url="https://kj.example/"),
            "localhost:8080",
            "https://kj.example",
            "https://kj.example",
        ),
    ],
)
def test_a_link_leads_to_where_others_find_the_server(
    settings: Settings, host: str | None, seen: str, found: str
) -> None:
    assert seen_at(caller(host), settings) == seen
    assert found_at(caller(host), settings) == found


def test_without_a_network_a_link_is_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "address_on_the_way", lambda family: None)
    assert found_at(caller("localhost:8080"), EVERYWHERE) == "http://localhost:8080"


# --- what is printed -----------------------------------------------------------------------------------


def drawn(**how: Any) -> str:
    screen = Console(file=io.StringIO(), **how)
    show_qr(screen, f"http://{HOME}:8080")
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_the_code_is_drawn_only_where_it_can_be_read() -> None:
    assert "▀" in drawn(force_terminal=True, width=80)
    assert "▀" in drawn(force_terminal=True, width=29)
    assert drawn(force_terminal=True, width=28) == ""
    assert drawn(force_terminal=False, width=80) == ""
    assert drawn(force_terminal=True, width=80, no_color=True) == ""


def test_the_code_says_the_address() -> None:
    rows: list[list[int]] = []
    halves = {block: pair for pair, block in BLOCKS.items()}
    for line in qr_lines(f"http://{HOME}:8080"):
        rows += ([int(halves[block][half]) for block in line] for half in (0, 1))
    wanted = segno.make_qr(f"http://{HOME}:8080", error="l").matrix_iter(border=QUIET)
    assert rows[:-1] == [list(map(int, row)) for row in wanted]


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], f"On a phone on the same network: http://{HOME}:8080"),
        (["--host", "::"], "On a phone on the same network: http://[fd00::20]:8080"),
        (["--host", "0.0.0.0", "--lang", "nl"], f"Op een telefoon in hetzelfde netwerk: http://{HOME}:8080"),
        ([], None),
        (["--host", "0.0.0.0", "--public-url", "https://kj.example"], None),
    ],
)
def test_the_address_for_phones_is_printed(
    words: list[str],
    said: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(process, "serve", lambda settings, ready: ready(settings))
    monkeypatch.setenv("KLAVERJAS_LANG", "en")
    assert run(["serve", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (said in lines) if said else len(lines) == 2
    assert "▀" not in "".join(lines)  # it is no terminal
