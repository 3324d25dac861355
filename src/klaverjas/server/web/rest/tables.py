"""Open, find and join tables over HTTP."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Meta, Struct

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.rules.named import is_named
from klaverjas.server.naming import proper_name
from klaverjas.server.people import Identity
from klaverjas.server.store.log import DoorRow, TableRow
from klaverjas.server.table.bounds import rules_for_table
from klaverjas.server.table.commands import Clock, Pause
from klaverjas.server.table.cut import DELETED_NAME
from klaverjas.server.table.door import must_wait
from klaverjas.server.table.events import Arrival, Options
from klaverjas.server.table.state import Table
from klaverjas.server.web.context import address_of, context_of, found_at, identity_of, seen_at
from klaverjas.server.web.errors import documented
from klaverjas.server.web.rest.callers import PlayerName, Req, renewed_cookie, somebody

KEY_HEADER: Final = "Klaverjas-Key"  # not in the address, which proxies log
Key = Annotated[str, Meta(max_length=64, description="The key in the table's link.")]
KeyHeader = Annotated[
    str | None,
    HeaderParameter(name=KEY_HEADER, max_length=64, description="The key in the table's link."),
]
# The length says where a code ends: a pattern's $ also matches before a line break.
Code = Annotated[
    str, PathParameter(pattern="^[0-9]{6}$", max_length=6, description="The six-digit table code.")
]

MOST_LISTED: Final = 100


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A new table. *rules* is the name of a rule set, or an object with a base and the fields that differ."""

    name: PlayerName
    rules: str | dict[str, Any] = "rotterdam-bond"
    public: bool = False
    trick_pause: Pause = 1.5
    round_pause: Pause = 5.0
    turn_clock: Clock | None = None
    bots: bool = True
    bot_pace: Pause = 1.0
    tips: bool = False
    display: bool = False


class JoinTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A request to join a table; *key* is the part after ``#`` in its link."""

    name: PlayerName
    display: bool = False
    key: Key | None = None


class TableLink(Struct):
    """How to reach a table: its code, the link for friends, and the socket to play on."""

    code: str
    link: str
    socket: str
    player: str
    waits: bool = False  # the host has to let the caller in: ask again in a few seconds


class TableListed(Struct):
    """A table as the lobby shows it; *link* is for friends. Callers who must wait for the host see no names."""

    code: str
    link: str
    stage: str
    rules: str
    own_rules: bool
    people: int
    free_seats: int
    bots: bool
    names: list[str]
    created_at: int
    waits: bool  # the host has to let newcomers in


def link_of(here: str, code: str, key: str | None) -> str:
    """The link for friends. Its key stands behind a #, which browsers send to nobody: no log has it."""
    link = f"{here}/t/{code}"
    return f"{link}#{key}" if key else link


def _table_link(request: Req, code: str, key: str | None, player: str, *, waits: bool = False) -> TableLink:
    settings = context_of(request).settings
    socket = f"{seen_at(request, settings).replace('http', 'ws', 1)}/ws/{code}"
    return TableLink(code, link_of(found_at(request, settings), code, key), socket, player, waits)


async def listed(
    request: Req,
    rows: Sequence[TableRow],
    shown: Callable[[Table], bool] = lambda table: True,
    how: Arrival | None = None,
) -> list[TableListed]:
    """The tables of these rows that can be read and are to be *shown*, to somebody who is there or may come *how*."""
    outlines = await context_of(request).node.outlines.of(rows)
    found = ((row, outlines.get(row.id)) for row in rows)
    here = found_at(request, context_of(request).settings)
    asked = request.path_params.get("code", "")
    return [
        _listed(here, asked, row, table, how) for row, table in found if table is not None and shown(table)
    ]


def _listed(here: str, asked: str, row: TableRow, table: Table, how: Arrival | None) -> TableListed:
    """A table at a server that is found *here*; its key is for whoever is there or has it, and of a public table for
    everyone. By an old code it is listed under that one, which was *asked* for.
    """
    waits = how is not None and must_wait(table, how)
    names = [] if waits else [table.names.get(player, DELETED_NAME) for player in table.people]
    code = row.code if how != "old" else asked
    return TableListed(
        code=code,
        link=link_of(here, code, None if waits or how == "code" else row.key),
        stage=table.stage,
        rules=table.rules.base,
        own_rules=not is_named(table.rules),
        people=0 if waits else len(table.people),
        free_seats=0 if waits else sum(not chair.taken for chair in table.chairs),
        bots=table.options.bots,
        names=names,
        created_at=row.created_at,
        waits=waits,
    )


@post("/api/tables", responses=documented(), summary="Open a table", tags=["tables"])
async def open_table(request: Req, data: JSONBody[NewTable]) -> Response[TableLink]:
    """Open a table and become its host. An unknown caller becomes a guest and gets a cookie."""
    context = context_of(request)
    name = proper_name(data.name)
    rules = rules_for_table(data.rules)
    context.gates.tables.take(address_of(request, context.settings))
    identity = await somebody(request, name)
    options = Options(**{each: getattr(data, each) for each in Options.__dataclass_fields__})
    row = await context.node.open_table(identity.player, name, rules, options, display=data.display)
    link = _table_link(request, row.code, row.key, identity.player)
    return Response(link, status_code=201, cookies=[await renewed_cookie(request, identity)])


@get("/api/tables", responses=documented(), summary="List public tables", tags=["tables"])
async def list_tables(request: Req) -> list[TableListed]:
    """Open public tables, newest first."""
    context = context_of(request)
    here = found_at(request, context.settings)
    found = await context.node.outlines.public(MOST_LISTED)
    return [_listed(here, "", row, table, "key") for row, table in found]


@get("/api/tables/{code:str}", responses=documented(404), summary="Get a table", tags=["tables"])
async def show_table(request: Req, code: Code, key: KeyHeader = None) -> TableListed:
    """A table, for its members and for people with its link or code."""
    door, player = await _door_for(request, await identity_of(request), code, key)
    found = await listed(request, [door.table], how=None if player is not None else door.how)
    if not found:
        raise KlaverjasError("table-unreadable")
    return found[0]


async def _door_for(
    request: Req, known: Identity | None, code: str, key: str | None
) -> tuple[DoorRow, str | None]:
    """The open table with this key or code, and under which id the caller is there already.

    Wrong codes are counted: six digits can be guessed. A key cannot be, so whoever has one does not wait for others;
    and neither does whoever is at the table.
    """
    context = context_of(request)
    log, codes = context.node.log, context.gates.wrong_codes
    if known is None and not key:  # nobody who could be there already: the database need not be asked
        codes.check(address_of(request, context.settings))
    door = await log.door_with(key) if key else None
    by_key = door is not None
    door = door or await log.door(code)
    if door is not None and known is not None:
        player = await context.node.watching.member(door.table.id, known.ids)
        if player is not None:
            return door, player
    address = address_of(request, context.settings)
    if not by_key:
        codes.check(address)
    if door is None:
        codes.count(address)
        raise Refusal("no-such-table")
    return door, None


WAITS: Final = ResponseSpec(
    TableLink, description="Waiting for the host to let you in", generate_examples=False
)


@post(
    "/api/tables/{code:str}/join",
    status_code=200,
    responses=documented(404, 409, 410) | {202: WAITS},
    summary="Join a table",
    tags=["tables"],
)
async def join_table(request: Req, code: Code, data: JSONBody[JoinTable]) -> Response[TableLink]:
    """Join a table under a name that nobody else has there, then play on its socket.

    While the host has to let you in, the response is 202: ask again every few seconds until it is 200 or an error.
    """
    context = context_of(request)
    node = context.node
    name = proper_name(data.name)
    known = await identity_of(request)
    door, player = await _door_for(request, known, code, data.key)
    table_id = door.table.id
    if known is None or player is None:  # who is there already keeps the name that he has there
        table = (await node.watching.look_at(table_id)).table
        if known is None or not any(one in table.waiting for one in known.ids):  # asking again is free
            address = address_of(request, context.settings)
            context.gates.joins.take(address, alone=door.how == "key")
            context.gates.arrivals.take(address)
        known = await somebody(request, name)
        player = await node.watching.member(table_id, known.ids, ever=True) or known.player
    ids = await context.people.same_person(player)
    await node.join(table_id, player, name, display=data.display, ids=ids, how=door.how)
    table = (await node.watching.up_to_date(table_id)).table
    waits = player not in table.people
    shown, key = (code, None) if waits else (table.code, table.key)
    link = _table_link(request, shown, key, player, waits=waits)
    cookie = await renewed_cookie(request, known)
    return Response(link, status_code=202 if waits else 200, cookies=[cookie])


HANDLERS = [open_table, list_tables, show_table, join_table]
