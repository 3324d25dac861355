"""What nodes ask each other: a command goes to the node that runs the table, over one lasting connection per pair."""

import asyncio
import contextlib
from itertools import count
from typing import Final, TypeAlias

import msgspec
import structlog
from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import InvalidHandshake, WebSocketException

from klaverjas.errors import KlaverjasError
from klaverjas.sentences import LANGUAGES, Language
from klaverjas.server.table.commands import Deed
from klaverjas.server.table.events import Arrival

ANSWER_SECONDS: Final = 5.0
LINK_PATH: Final = "/internal/link"
log = structlog.get_logger()


class AskDo(Struct, tag="do"):
    table: str
    player: str
    command: Deed
    ids: tuple[str, ...] = ()  # of the same person


class AskJoin(Struct, tag="join"):
    table: str
    player: str
    name: str
    display: bool
    ids: tuple[str, ...] = ()
    how: Arrival = "code"


class AskConnected(Struct, tag="connected"):
    table: str
    player: str
    node: str


class AskDisconnected(Struct, tag="disconnected"):
    table: str
    gone: list[tuple[str, str]]


Ask: TypeAlias = AskDo | AskJoin | AskConnected | AskDisconnected


class LinkRequest(Struct):
    number: int
    ask: Ask


class LinkReply(Struct):
    """The sequence number, or a refusal in every language."""

    number: int
    seq: int = 0
    code: str | None = None
    sentences: list[str] = []


class NotTheOwner(Exception):
    """The node that was asked does not run the table, or cannot be reached."""


class RemoteRefusal(KlaverjasError):
    """A refusal as another node has worded it."""

    def __init__(self, code: str, sentences: list[str]) -> None:
        super().__init__(code)
        self.sentences = sentences

    def sentence(self, language: Language = "en") -> str:
        return self.sentences[LANGUAGES.index(language)]


NOT_OWNER: Final = "not-the-owner"
_ENCODE = msgspec.json.Encoder().encode
_QUESTION = msgspec.json.Decoder(LinkRequest)
_ANSWER = msgspec.json.Decoder(LinkReply)


def refusal_answer(number: int, error: KlaverjasError) -> bytes:
    return _ENCODE(
        LinkReply(number, code=error.code, sentences=[error.sentence(language) for language in LANGUAGES])
    )


def read_question(data: str | bytes) -> LinkRequest:
    return _QUESTION.decode(data)


def write_answer(answer: LinkReply) -> bytes:
    return _ENCODE(answer)


class Link:
    """A connection to one other node."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token
        self._socket: ClientConnection | None = None
        self._opening = asyncio.Lock()
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[LinkReply]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def ask(self, ask: Ask) -> int:
        """The other node's answer; NotTheOwner when it has none."""
        number = next(self._numbers)
        waiting: asyncio.Future[LinkReply] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                socket = await self._open()
                await socket.send(_ENCODE(LinkRequest(number, ask)))
                answer = await waiting
        except (OSError, TimeoutError, WebSocketException, InvalidHandshake) as error:
            raise NotTheOwner from error
        finally:
            self._waiting.pop(number, None)
        if answer.code == NOT_OWNER:
            raise NotTheOwner
        if answer.code is not None:
            raise RemoteRefusal(answer.code, answer.sentences)
        return answer.seq

    async def _open(self) -> ClientConnection:
        async with self._opening:
            if self._socket is None:
                self._socket = await connect_socket(
                    self.address.replace("http", "ws", 1) + LINK_PATH,
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    compression=None,
                    open_timeout=2,
                    proxy=None,
                )
                self._reader = asyncio.create_task(self._read(self._socket), name=f"link {self.address}")
            return self._socket

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                answer = _ANSWER.decode(message)
                waiting = self._waiting.get(answer.number)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        except WebSocketException:
            pass
        finally:
            self._socket = None
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError())

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()
