"""The live table: one socket per connection; commands in, numbered events out."""

import asyncio
import contextlib
import hmac
import time
from collections import deque
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import PathParameter

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.sentences import Language
from klaverjas.server import metrics
from klaverjas.server.limits import Bucket
from klaverjas.server.links import (
    LINK_PATH,
    NOT_OWNER,
    Answer,
    Question,
    read_question,
    refusal_answer,
    write_answer,
)
from klaverjas.server.live import LiveTable
from klaverjas.server.owner import Stepped
from klaverjas.server.table.commands import AnyCommand
from klaverjas.server.table.messages import Done, Goodbye, Refused, Trouble
from klaverjas.server.web.context import (
    Context,
    address_of,
    check_origin,
    context_of,
    identity_of,
    language_of,
)

MOST_WAITING: Final = 1000  # messages for a client that does not read them
MOST_REFUSED: Final = 200  # messages above the limit, before the connection is closed
CLOSE_CODE: Final = 4000
RESTARTS_CODE: Final = 1012
log = structlog.get_logger()
_ENCODE = msgspec.json.Encoder().encode
_COMMAND: Final = msgspec.json.Decoder(AnyCommand)
Socket = WebSocket[Any, Any, Any]


class Connection:
    """One socket of somebody at a table."""

    def __init__(self, socket: Socket, player: str, *, as_table: bool, language: Language) -> None:
        self.socket = socket
        self.player = player
        self.as_table = as_table
        self.language: Language = language
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._closing: int | None = None

    def send(self, message: bytes) -> None:
        if self._closing is not None:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.dismiss("too-slow")
            return
        self._waiting.append(message)
        self._wake.set()

    def dismiss(self, code: str) -> None:
        if self._closing is None:
            self._waiting.append(_ENCODE(Goodbye(code, KlaverjasError(code).sentence(self.language))))
            self._closing = RESTARTS_CODE if code == "server-restarts" else CLOSE_CODE
            self._wake.set()

    def trouble(self, code: str | None) -> None:
        sentence = None if code is None else KlaverjasError(code).sentence(self.language)
        self.send(_ENCODE(Trouble(code, sentence)))

    def refuse(self, error: KlaverjasError, command_id: str | None) -> None:
        self.send(_ENCODE(Refused(command_id, error.code, error.sentence(self.language))))

    async def write(self) -> None:
        """Send whatever waits, until the connection is to be closed."""
        while True:
            while self._waiting:
                await self.socket.send_data(self._waiting.popleft().decode(), mode="text")
            if self._closing is not None:
                await self.socket.close(code=self._closing)
                return
            self._wake.clear()
            await self._wake.wait()


@websocket("/ws/{code:str}")
async def table_socket(socket: Socket, code: Annotated[str, PathParameter(max_length=20)]) -> None:
    """See `docs/protocol.md`."""
    context = context_of(socket)
    language = language_of(socket)
    address = address_of(socket, context.settings)
    try:
        check_origin(socket, context.settings)
        context.gates.connect(address)
    except KlaverjasError as error:
        await _turn_away(socket, error, language)
        return
    metrics.CONNECTIONS.inc()
    try:
        connection, table_id, after = await _admit(socket, context, code, address, language)
        await _serve(socket, context, connection, table_id, after)
    except KlaverjasError as error:
        await _turn_away(socket, error, language)
    finally:
        metrics.CONNECTIONS.dec()
        context.gates.disconnect(address)


async def _turn_away(socket: Socket, error: KlaverjasError, language: Language) -> None:
    with contextlib.suppress(Exception):  # whoever is turned away may be gone already
        if socket.connection_state == "init":
            await socket.accept()
        goodbye = Goodbye(error.code, error.sentence(language))
        await socket.send_data(_ENCODE(goodbye).decode(), mode="text")
        await socket.close(code=CLOSE_CODE)


async def _admit(
    socket: Socket, context: Context, code: str, address: str, language: Language
) -> tuple[Connection, str, int | None]:
    """Who it is, at which table, and since when he has heard nothing."""
    identity = await identity_of(socket)
    if identity is None:
        raise Refusal("unknown-player")
    context.gates.wrong_codes.check(address)
    row = await context.node.log.open_table(code)
    if row is None:
        context.gates.wrong_codes.take(address)
        raise Refusal("no-such-table")
    live = await context.node.watched(row.id)
    player = next((one for one in identity.ids if one in live.table.people), None)
    if player is None:
        raise Refusal("not-at-table")
    after = socket.query_params.get("after", "")
    connection = Connection(
        socket, player, as_table=socket.query_params.get("as") == "table", language=language
    )
    return connection, row.id, int(after) if after.isascii() and after.isdigit() and len(after) < 16 else None


async def _serve(
    socket: Socket, context: Context, connection: Connection, table_id: str, after: int | None
) -> None:
    await socket.accept()
    live = await context.node.listen(table_id, connection, after)
    writer = asyncio.create_task(connection.write())
    reader = asyncio.create_task(_read(socket, context, connection, live))
    try:
        with contextlib.suppress(KlaverjasError):  # the heartbeat tries again
            await context.node.present(live, connection.player)
        await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
    finally:
        context.node.forget(live, connection)
        for task in (reader, writer):
            task.cancel()
        for result in await asyncio.gather(reader, writer, return_exceptions=True):
            if isinstance(result, Exception) and not _is_gone(result):
                log.error("socket failed", exc_info=result)


def _is_gone(error: Exception) -> bool:
    """The other side has closed; what was to be sent, or a second close, comes too late."""
    return (
        isinstance(error, (WebSocketDisconnect, RuntimeError, OSError))
        or "Disconnect" in type(error).__name__
    )


async def _read(socket: Socket, context: Context, connection: Connection, live: LiveTable) -> None:
    """One command after the other, in the order in which they come."""
    limits = context.gates.limits
    allowed = Bucket(limits.messages_per_second * 2, 2.0, time.monotonic())
    refused = 0
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        data: str | bytes = message.get("text") or message.get("bytes") or ""
        if allowed.wait(time.monotonic()) > 0:
            refused += 1
            metrics.LIMITED.labels("messages").inc()
            if refused > MOST_REFUSED:
                connection.dismiss("too-many-messages")
                return
            connection.refuse(KlaverjasError("too-many-messages"), None)
            continue
        allowed.take()
        if len(data) > limits.message_bytes:
            connection.refuse(KlaverjasError("message-too-long", most=limits.message_bytes), None)
            continue
        await _carry_out(context, connection, live, data)


async def _carry_out(context: Context, connection: Connection, live: LiveTable, data: str | bytes) -> None:
    try:
        command = _COMMAND.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        metrics.COMMANDS.labels("none", "bad-message").inc()
        connection.refuse(KlaverjasError("bad-message", why=str(error)[:200]), _id_in(data))
        return
    kind = str(type(command).__struct_config__.tag)
    try:
        seq = await context.node.do(live.id, connection.player, command)
    except KlaverjasError as error:
        metrics.COMMANDS.labels(kind, error.code).inc()
        connection.refuse(error, command.id)
    except Exception:
        log.exception("command failed", table=live.id, do=kind)
        metrics.COMMANDS.labels(kind, "broken").inc()
        connection.refuse(KlaverjasError("broken"), command.id)
    else:
        metrics.COMMANDS.labels(kind, "done").inc()
        connection.send(_ENCODE(Done(command.id, seq)))


def _id_in(data: str | bytes) -> str | None:
    """The id of a command that is none, so that its sender knows which."""
    with contextlib.suppress(Exception):
        value = msgspec.json.decode(data)
        if isinstance(value, dict) and isinstance(value.get("id"), str):
            return str(value["id"])[:64]
    return None


@websocket(LINK_PATH)
async def node_socket(socket: Socket) -> None:
    """Other nodes ask for tables that are run here."""
    context = context_of(socket)
    wanted = f"Bearer {context.node.token}"
    if not hmac.compare_digest(socket.headers.get("authorization", "").encode(), wanted.encode()):
        await socket.close(code=CLOSE_CODE)
        return
    await socket.accept()
    tasks: set[asyncio.Task[None]] = set()
    try:
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            question = read_question(message.get("text") or message.get("bytes") or "")
            task = asyncio.create_task(_reply(socket, context, question))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    finally:
        for task in list(tasks):
            task.cancel()


async def _reply(socket: Socket, context: Context, question: Question) -> None:
    number = question.number
    try:
        reply = write_answer(Answer(number, seq=await context.node.answer(question.ask)))
    except Stepped:
        reply = write_answer(Answer(number, code=NOT_OWNER))
    except KlaverjasError as error:
        reply = refusal_answer(number, error)
    except Exception:
        log.exception("question failed")
        reply = refusal_answer(number, KlaverjasError("broken"))
    with contextlib.suppress(Exception):  # the asker may be gone; he will ask again
        await socket.send_data(reply.decode(), mode="text")
