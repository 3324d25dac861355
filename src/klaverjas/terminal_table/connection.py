"""The way to a table: who one is at a server, and the socket that is opened again until somebody says goodbye."""

import asyncio
import contextlib
import itertools
import json
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import quote, urlencode, urlsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from klaverjas.sentences import Language
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.state import shown
from klaverjas.terminal_table.words import complaint, server_said

COOKIE: Final = "klaverjas"
PATIENCE_SECONDS: Final = 10.0
ASK_AGAIN_SECONDS: Final = 2.0
FIRST_WAIT_SECONDS: Final = 0.25
LONGEST_WAIT_SECONDS: Final = 5.0
LONGEST_MESSAGE: Final = 1 << 22
# After these nothing is gained by coming back; after any other goodbye the table is still there.
FINAL_GOODBYES: Final = frozenset(
    {
        "unknown-player",
        "no-such-table",
        "not-at-table",
        "left-table",
        "removed-from-table",
        "table-closed",
        "foreign-origin",
        "not-found",
    }
)


@dataclass(frozen=True)
class Message:
    """Something that the server said."""

    told: Json


@dataclass(frozen=True)
class Lost:
    """The connection is gone, perhaps with a reason; it is tried again after *wait* seconds."""

    wait: float
    sentence: str = ""


@dataclass(frozen=True)
class Gone:
    """The server said goodbye for good."""

    code: str
    sentence: str


Heard: TypeAlias = Message | Lost | Gone


# --- who one is -------------------------------------------------------------------------------------


class SavedIdentity:
    """The cookie by which one server knows this person, in a file that nobody else may read."""

    def __init__(self, folder: Path, server: str) -> None:
        place = urlsplit(server)
        name = "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in place.netloc + place.path)
        self.file = folder / "join" / f"{name}.json"
        self.cookie: str | None = None
        self.name: str | None = None
        with contextlib.suppress(OSError, ValueError):
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            if isinstance(kept, dict):
                self.cookie, self.name = kept.get("cookie"), kept.get("name")

    def keep(self, cookie: str, name: str) -> None:
        """Remember this for the next time. Where that is impossible one is simply new again."""
        self.cookie, self.name = cookie, name
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = self.file.with_suffix(f".{secrets.token_hex(4)}")
            opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(opened, "w", encoding="utf-8") as out:
                json.dump({"cookie": cookie, "name": name}, out)
            draft.replace(self.file)


def code_and_key(place: str) -> tuple[str, str | None]:
    """The code of a table and the key of its link, from either.

    >>> code_and_key("854765"), code_and_key("https://klaverjas.example/t/854765#0f9c")
    (('854765', None), ('854765', '0f9c'))
    """
    found = urlsplit(place)
    return found.path.rstrip("/").rpartition("/")[2], found.fragment or None


def server_of(place: str) -> str | None:
    """Where a link leads to; None for a code.

    >>> server_of("854765"), server_of("https://klaverjas.example/t/854765#0f9c")
    (None, 'https://klaverjas.example')
    """
    return place.partition("/t/")[0] if "://" in place else None


class ServerDoor:
    """What is asked over HTTP before one sits at a table."""

    def __init__(self, server: str, identity: SavedIdentity, language: Language) -> None:
        self.server = server.rstrip("/")
        self.identity = identity
        self.language = language

    def open_table(self, name: str | None, **table: Any) -> str:
        """Open a table and be its host; the code."""
        return str(self._come("/api/tables", name, table)["code"])

    def join(
        self, place: str, name: str | None, *, display: bool, waits: Callable[[], None] = lambda: None
    ) -> str:
        """Come to a table by its code or link; the code. *waits* is called once when the host has to say yes first."""
        code, key = code_and_key(place)
        wishes = {"display": display} | ({"key": key} if key else {})
        asked = False
        while True:
            told = self._come(f"/api/tables/{quote(code, safe='')}/join", name, wishes)
            if not told.get("waits"):
                return str(told["code"])
            if not asked:
                waits()
            asked = True
            time.sleep(ASK_AGAIN_SECONDS)

    def last_table(self) -> str | None:
        """The table where this person is already, the newest if there are several."""
        tables = self._tables()
        return str(tables[0]["code"]) if tables else None

    def tables_in_play(self) -> list[str]:
        """Every table where this person is in the middle of a game, the newest first."""
        return [str(table["code"]) for table in self._tables() if table["stage"] == "playing"]

    def _tables(self) -> list[Json]:
        if self.identity.cookie is None:
            return []
        answer = self._ask("GET", "/api/me")
        if answer.status_code != httpx.codes.OK:
            return []
        tables: list[Json] = self._read(answer)["tables"]
        return tables

    def _come(self, path: str, name: str | None, wishes: Json) -> Json:
        """Ask to be let in; whoever comes back keeps the name, unless there is a new one."""
        name = name or self.identity.name
        if name is None:
            raise complaint("name-needed", server=self.server)
        answer = self._ask("POST", path, {"name": name} | wishes)
        told = self._read(answer)
        if answer.is_error:
            raise server_said(str(told.get("code")), str(told.get("sentence")))
        cookie = answer.cookies.get(COOKIE)
        if cookie is None:
            raise complaint("no-klaverjas-server", server=self.server)
        self.identity.keep(cookie, name)
        return told

    def _ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        cookies = {COOKIE: self.identity.cookie} if self.identity.cookie else None
        try:
            with httpx.Client(cookies=cookies, timeout=PATIENCE_SECONDS) as http:
                return http.request(method, f"{self.server}{path}", json=body, params={"lang": self.language})
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            raise complaint("no-server", server=self.server, why=why.rstrip(".")) from error

    def _read(self, answer: httpx.Response) -> Json:
        try:
            told = shown(answer.json())
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            raise complaint("no-klaverjas-server", server=self.server)
        return told


# --- the socket -------------------------------------------------------------------------------------


class TableConnection:
    """The socket of one table. Commands that were not answered are sent again after a loss; none is done twice."""

    def __init__(
        self, server: str, code: str, cookie: str, language: Language, *, as_table: bool = False
    ) -> None:
        self.server = server.rstrip("/")
        self.code = code
        self.cookie = cookie
        self.language = language
        self.as_table = as_table
        self.seq: int | None = None  # of the last event that was heard
        self.pending: dict[str, Json] = {}
        self._socket: ClientConnection | None = None
        self._looks_again = False
        self._numbers = itertools.count(1)
        self._name = secrets.token_hex(4)

    @property
    def url(self) -> str:
        wanted: dict[str, str] = {"lang": self.language}
        if self.seq is not None:
            wanted["after"] = str(self.seq)
        if self.as_table:
            wanted["as"] = "table"
        return f"{self.server.replace('http', 'ws', 1)}/ws/{self.code}?{urlencode(wanted)}"

    async def listen(self) -> AsyncIterator[Heard]:
        """Everything that is said, for as long as the table wants this client."""
        wait = FIRST_WAIT_SECONDS
        while True:
            goodbye: Json = {}
            try:
                async with connect(
                    self.url,
                    additional_headers={"Cookie": f"{COOKIE}={self.cookie}"},
                    max_size=LONGEST_MESSAGE,
                    open_timeout=PATIENCE_SECONDS,
                ) as socket:
                    self._socket = socket
                    await self._send_again(socket)
                    async for text in socket:
                        told = shown(msgspec.json.decode(text))
                        if told["type"] == "goodbye":
                            goodbye = told
                        else:
                            wait = FIRST_WAIT_SECONDS
                            self._note(told)
                            yield Message(told)
            except (OSError, TimeoutError, WebSocketException, msgspec.DecodeError, RecursionError):
                pass  # no server there, or one that went away: it may be back
            finally:
                self._let_go()
            sentence = goodbye.get("sentence", "")
            if goodbye.get("code") in FINAL_GOODBYES:
                yield Gone(goodbye["code"], sentence)
                return
            if self._looks_again:
                self._looks_again = False
                continue
            yield Lost(wait, sentence)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT_SECONDS)

    def _let_go(self) -> None:
        """Whatever became of the socket, nothing of it is left open."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    def _note(self, told: Json) -> None:
        if told["type"] in ("snapshot", "events"):
            self.seq = told["seq"]
        elif told["type"] in ("done", "refused", "tip"):
            self.pending.pop(told["id"] or "", None)

    async def _send_again(self, socket: ClientConnection) -> None:
        for command in list(self.pending.values()):
            await socket.send(json.dumps(command))

    async def send(self, command: Json) -> None:
        """Ask for something. Without a connection it is asked as soon as there is one."""
        numbered = {"id": f"{self._name}-{next(self._numbers)}"} | command
        self.pending[numbered["id"]] = numbered
        if self._socket is not None:
            with contextlib.suppress(WebSocketException):
                await self._socket.send(json.dumps(numbered))

    async def look_again(self) -> None:
        """Come back for a snapshot."""
        self.seq = None
        if self._socket is not None:
            self._looks_again = True
            await self._socket.close()
