"""The live table: one socket per connection; commands in, numbered events out.

These two routes are plain ASGI, without the framework around them: there are four sockets a table, and they stay open.
"""

import asyncio
import contextlib
import hmac
import re
import time
from collections import deque
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import structlog
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.sentences import Language
from klaverjas.server import metrics
from klaverjas.server.cluster.links import (
    LINK_PATH,
    NOT_OWNER,
    LinkReply,
    LinkRequest,
    read_question,
    refusal_answer,
    write_answer,
)
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.cluster.owner import Stepped
from klaverjas.server.limits import Bucket
from klaverjas.server.table.commands import AnyCommand, Deed, PlayCommand, Sit, Tip
from klaverjas.server.table.decide import LEAD_WAITS
from klaverjas.server.table.messages import Done, Goodbye, Refused, TipGiven, Trouble
from klaverjas.server.table.tip import tip_of, views_for_tip
from klaverjas.server.web.command_ids import id_in
from klaverjas.server.web.context import (
    Context,
    address_of,
    check_origin,
    context_of,
    identity_of,
    language_of,
)
from klaverjas.server.web.leads import LAPSED, REPLACED, WaitingLead

Caller: TypeAlias = ASGIConnection[Any, Any, Any, Any]
MOST_WAITING: Final = 1000  # messages for a client that does not read them
MOST_REFUSED: Final = 200  # messages above the limit, before the connection is closed
CLOSE_CODE: Final = 4000
RESTARTS_CODE: Final = 1012
TABLE_PATH: Final = re.compile(r"/ws/([^/]{1,20})")
log = structlog.get_logger()
_ENCODE = msgspec.json.Encoder().encode
_COMMAND: Final = msgspec.json.Decoder(AnyCommand)


def with_sockets(app: Litestar) -> ASGIApp:
    """The application, with its sockets taken out of the framework's hands."""

    async def routed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await app(scope, receive, send)
            return
        await receive()  # the wish to connect
        path = scope["path"]
        caller: Caller = ASGIConnection({**scope, "litestar_app": app, "state": {}})
        if path == LINK_PATH:
            await _node_socket(caller, receive, send)
        elif match := TABLE_PATH.fullmatch(path):
            admitted = await _let_in(match[1], caller, send)
            del caller
            if admitted is not None:
                await _stay(admitted, receive)
        else:
            await _turn_away(send, KlaverjasError("not-found"), language_of(caller))

    return routed


class SocketSession:
    """One socket of somebody at a table."""

    __slots__ = (
        "_closing",
        "_send",
        "_waiting",
        "_writer",
        "as_table",
        "language",
        "lead",
        "player",
        "session",
    )

    def __init__(self, send: Send, player: str, session: str, *, as_table: bool, language: Language) -> None:
        self.player = player
        self.session = session
        self.as_table = as_table
        self.language: Language = language
        self.lead: WaitingLead | None = None  # the last that had to wait
        self._send = send
        self._waiting: deque[bytes] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._closing: int | None = None

    def send(self, message: bytes) -> None:
        if self._closing is not None:
            return
        if self._waiting is not None and len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.dismiss("too-slow")
            return
        self._put(message)

    def dismiss(self, code: str) -> None:
        if self._closing is None:
            self._closing = RESTARTS_CODE if code == "server-restarts" else CLOSE_CODE
            self._put(_ENCODE(Goodbye(code, KlaverjasError(code).sentence(self.language))))

    def trouble(self, code: str | None) -> None:
        sentence = None if code is None else KlaverjasError(code).sentence(self.language)
        self.send(_ENCODE(Trouble(code, sentence)))

    def refuse(self, error: KlaverjasError, command_id: str | None) -> None:
        self.send(_ENCODE(Refused(command_id, error.code, error.sentence(self.language))))

    def _put(self, message: bytes) -> None:
        """Have it sent, after what waits already; nothing is kept for a connection that is quiet."""
        if self._waiting is None:
            self._waiting = deque((message,))
            self._writer = asyncio.create_task(self._write(self._waiting))
        else:
            self._waiting.append(message)

    async def _write(self, waiting: deque[bytes]) -> None:
        try:
            while waiting:
                await self._send(
                    {"type": "websocket.send", "bytes": None, "text": waiting.popleft().decode()}
                )
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing, "reason": ""})
        except (OSError, RuntimeError):
            self._closing = self._closing or CLOSE_CODE  # the other side is gone
        finally:
            self._waiting = self._writer = None

    async def finish(self) -> None:
        """The other side has closed."""
        if self.lead is not None:
            self.lead.drop(LAPSED)
        self._closing = self._closing or CLOSE_CODE
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)


class Admitted(NamedTuple):
    """Somebody who has been let in, from this address."""

    connection: SocketSession
    live: LiveTable
    context: Context
    address: str


async def _let_in(code: str, caller: Caller, send: Send) -> Admitted | None:
    """Open the connection of somebody who may have one; say to anyone else why not."""
    context = context_of(caller)
    language = language_of(caller)
    address = address_of(caller, context.settings)
    try:
        check_origin(caller, context.settings)
        context.gates.connect(address)
    except KlaverjasError as error:
        await _turn_away(send, error, language)
        return None
    try:
        connection, table_id, after = await _admit(caller, context, code, address, send)
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        live = await context.node.listen(table_id, connection, after)
    except BaseException as error:
        context.gates.disconnect(address)
        if isinstance(error, KlaverjasError):
            await _turn_away(send, error, language)
        elif not isinstance(error, OSError):  # gone before it was let in
            raise
        return None
    return Admitted(connection, live, context, address)


async def _stay(admitted: Admitted, receive: Receive) -> None:
    """See `docs/protocol.md`."""
    connection, live, context, address = admitted
    metrics.CONNECTIONS.inc()
    try:
        with contextlib.suppress(KlaverjasError):  # the heartbeat tries again
            await context.node.present(live, connection.player)
        await _read(receive, context, connection, live)
    finally:
        context.node.forget(live, connection)
        await connection.finish()
        metrics.CONNECTIONS.dec()
        context.gates.disconnect(address)


async def _turn_away(send: Send, error: KlaverjasError, language: Language) -> None:
    """Say why, and close."""
    goodbye = _ENCODE(Goodbye(error.code, error.sentence(language))).decode()
    with contextlib.suppress(OSError, RuntimeError):  # whoever is turned away may be gone already
        with contextlib.suppress(RuntimeError):  # or was let in before
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.send", "bytes": None, "text": goodbye})
        await send({"type": "websocket.close", "code": CLOSE_CODE, "reason": ""})


async def _admit(
    caller: Caller, context: Context, code: str, address: str, send: Send
) -> tuple[SocketSession, str, int | None]:
    """Who it is, at which table, and since when he has heard nothing."""
    identity = await identity_of(caller)
    if identity is None:
        raise Refusal("unknown-player")
    door = await context.node.log.door(code)
    player = None if door is None else await context.node.watching.member(door.table.id, identity.ids)
    if door is None or player is None:  # who is at the table may come back however many others are guessing
        context.gates.wrong_codes.check(address)
    if door is None:
        context.gates.wrong_codes.count(address)
        raise Refusal("no-such-table")
    if player is None:
        raise Refusal("not-at-table")
    after = caller.query_params.get("after", "")
    connection = SocketSession(
        send,
        player,
        identity.session,
        as_table=caller.query_params.get("as") == "table",
        language=language_of(caller),
    )
    return (
        connection,
        door.table.id,
        int(after) if after.isascii() and after.isdigit() and len(after) < 16 else None,
    )


async def _read(receive: Receive, context: Context, connection: SocketSession, live: LiveTable) -> None:
    """One command after the other, in the order in which they come."""
    limits = context.gates.limits
    allowed = Bucket(limits.messages_per_second * 2, 2.0, time.monotonic())
    refused = 0
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return
        data: str | bytes = message.get("text") or message.get("bytes") or ""
        if allowed.wait(time.monotonic()) > 0:
            refused += 1
            metrics.LIMITED.labels("messages").inc()
            if refused > MOST_REFUSED:
                connection.dismiss("too-many-messages")
                continue
            connection.refuse(KlaverjasError("too-many-messages"), id_in(data))
            continue
        allowed.take()
        if len(data) > limits.message_bytes:
            connection.refuse(KlaverjasError("message-too-long", most=limits.message_bytes), id_in(data))
            continue
        await _carry_out(context, connection, live, data)


async def _carry_out(context: Context, connection: SocketSession, live: LiveTable, data: str | bytes) -> None:
    try:
        command = _COMMAND.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        metrics.COMMANDS.labels("none", "bad-message").inc()
        connection.refuse(KlaverjasError("bad-message", why=str(error)[:200]), id_in(data))
        return
    if isinstance(command, Tip):  # it takes a while, and what is played meanwhile does not wait for it
        _keep(_answer(context, connection, live, command))
    else:
        await _answer(context, connection, live, command)


_beside: Final[set[asyncio.Task[None]]] = set()  # so that they are kept until they are done


def _keep(work: Coroutine[Any, Any, None]) -> None:
    """Have it done while the same connection goes on with other commands."""
    task = asyncio.create_task(work)
    _beside.add(task)
    task.add_done_callback(_beside.discard)


async def _answer(
    context: Context,
    connection: SocketSession,
    live: LiveTable,
    command: AnyCommand,
    lead: WaitingLead | None = None,
) -> None:
    """Carry out a command and say what came of it. *lead* has waited for its moment, and waits no second time."""
    kind = str(type(command).__struct_config__.tag)
    answer: Done | TipGiven
    try:
        if isinstance(command, Tip):
            answer = await _tip(context, connection, live, command)
        else:
            if lead is not None:
                await lead.until_collected(live, connection.player, partial(_do, context, connection, live))
            answer = Done(command.id, await _do(context, connection, live, command))
    except KlaverjasError as error:
        if lead is None and error.code == LEAD_WAITS and isinstance(command, PlayCommand):
            _let_wait(context, connection, live, command)
            return
        metrics.COMMANDS.labels(kind, error.code).inc()
        connection.refuse(error, command.id)
    except Exception:
        log.exception("command failed", table=live.id, do=kind)
        metrics.COMMANDS.labels(kind, "broken").inc()
        connection.refuse(KlaverjasError("broken"), command.id)
    else:
        metrics.COMMANDS.labels(kind, "done").inc()
        connection.send(_ENCODE(answer))


async def _do(context: Context, connection: SocketSession, live: LiveTable, command: Deed) -> int:
    # Somebody may have logged in since this connection was opened, and be the same person as another here.
    ids = await context.people.same_person(connection.player) if isinstance(command, Sit) else ()
    return await context.node.do(live.id, connection.player, command, ids)


def _let_wait(context: Context, connection: SocketSession, live: LiveTable, command: PlayCommand) -> None:
    """Play the card as soon as the trick has been collected, in place of a card that was chosen before."""
    before = connection.lead
    if before is not None and before.waits:
        if before.command.id == command.id:
            return
        before.drop(REPLACED)
    connection.lead = lead = WaitingLead(command)
    _keep(_answer(context, connection, live, command, lead))


async def _tip(context: Context, connection: SocketSession, live: LiveTable, command: Tip) -> TipGiven:
    """For this connection alone, in its language."""
    live = await context.node.watching.look_at(live.id)
    if connection.as_table:  # everybody can see that screen
        raise Refusal("not-seated")
    views_for_tip(live.table, connection.player)  # what is refused anyway does not count
    context.gates.tips.take(connection.player)
    advice = await context.node.tip(live, connection.player)
    return tip_of(command.id, advice, connection.language)


async def _node_socket(caller: Caller, receive: Receive, send: Send) -> None:
    """Other nodes ask for tables that are run here."""
    context = context_of(caller)
    wanted = f"Bearer {context.node.token}"
    if not hmac.compare_digest(caller.headers.get("authorization", "").encode(), wanted.encode()):
        await send({"type": "websocket.close", "code": CLOSE_CODE, "reason": ""})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    tasks: set[asyncio.Task[None]] = set()
    try:
        while (message := await receive())["type"] == "websocket.receive":
            question = read_question(message.get("text") or message.get("bytes") or "")
            task = asyncio.create_task(_reply(send, context, question))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    finally:
        for task in list(tasks):
            task.cancel()


async def _reply(send: Send, context: Context, question: LinkRequest) -> None:
    number = question.number
    try:
        reply = write_answer(LinkReply(number, seq=await context.node.answer(question.ask)))
    except Stepped:
        reply = write_answer(LinkReply(number, code=NOT_OWNER))
    except KlaverjasError as error:
        reply = refusal_answer(number, error)
    except Exception:
        log.exception("question failed")
        reply = refusal_answer(number, KlaverjasError("broken"))
    with contextlib.suppress(OSError, RuntimeError):  # the asker may be gone; he will ask again
        await send({"type": "websocket.send", "bytes": None, "text": reply.decode()})
