"""Tables over HTTP: opening one, finding one, coming to one."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from klaverjas.errors import Refusal
from klaverjas.rules.named import rules_from_json, rules_to_json
from klaverjas.server.people import proper_name
from klaverjas.server.table.commands import Clock, Pause
from klaverjas.server.table.cut import DELETED_NAME
from klaverjas.server.table.events import Options
from klaverjas.server.web.context import address_of, context_of, found_at, identity_of, seen_at
from klaverjas.server.web.errors import documented
from klaverjas.server.web.rest.callers import PlayerName, Req, cookie_for, somebody

Code = Annotated[str, PathParameter(pattern="^[0-9]{6}$", description="The table's code, 6 digits.")]


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened. *rules* is a rule set's name, or an object with a base and the fields that differ."""

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
    name: PlayerName
    display: bool = False


class TableLink(Struct):
    """Where a table is: its code, the link to send to friends, and the socket to play over."""

    code: str
    link: str
    socket: str
    player: str


class TableListed(Struct):
    """A table as the lobby shows it; *link* is for friends."""

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


def _link(request: Req, code: str, player: str) -> TableLink:
    settings = context_of(request).settings
    here = seen_at(request, settings).replace("http", "ws", 1)
    return TableLink(code, f"{found_at(request, settings)}/t/{code}", f"{here}/ws/{code}", player)


async def listed(request: Req, row: Any) -> TableListed:
    context = context_of(request)
    live = await context.node.watching.look_at(row.id)
    table = live.table
    full = rules_to_json(table.rules)
    return TableListed(
        code=row.code,
        link=f"{found_at(request, context.settings)}/t/{row.code}",
        stage=table.stage,
        rules=table.rules.base,
        own_rules=len(full) > 1,
        people=len(table.people),
        free_seats=sum(not chair.taken for chair in table.chairs),
        bots=table.options.bots,
        names=[table.names.get(player, DELETED_NAME) for player in table.people],
        created_at=row.created_at,
    )


@post("/api/tables", responses=documented(), summary="Open a table", tags=["tables"])
async def open_table(request: Req, data: JSONBody[NewTable]) -> Response[TableLink]:
    """Open a table and be its host. Who is not known yet becomes a guest, by a cookie."""
    context = context_of(request)
    name = proper_name(data.name)
    rules = rules_from_json(data.rules)
    context.gates.tables.take(address_of(request, context.settings))
    identity = await somebody(request, name)
    options = Options(**{each: getattr(data, each) for each in Options.__dataclass_fields__})
    row = await context.node.open_table(identity.player, name, rules, options, display=data.display)
    link = _link(request, row.code, identity.player)
    return Response(link, status_code=201, cookies=[cookie_for(request, identity)])


@get("/api/tables", responses=documented(), summary="Public tables", tags=["tables"])
async def list_tables(request: Req) -> list[TableListed]:
    """The lobby: public tables that are open, the newest first."""
    context = context_of(request)
    rows = await context.node.log.public_tables(100)
    return [await listed(request, row) for row in rows]


@get("/api/tables/{code:str}", responses=documented(404), summary="One table", tags=["tables"])
async def show_table(request: Req, code: Code) -> TableListed:
    return await listed(request, await _table_with(request, code))


async def _table_with(request: Req, code: str) -> Any:
    """The open table with a code. Wrong codes are counted: six digits can be guessed."""
    context = context_of(request)
    address = address_of(request, context.settings)
    context.gates.wrong_codes.check(address)
    row = await context.node.log.open_table(code)
    if row is None:
        context.gates.wrong_codes.count(address)
        raise Refusal("no-such-table")
    return row


@post(
    "/api/tables/{code:str}/join",
    status_code=200,
    responses=documented(404, 409, 410),
    summary="Join a table",
    tags=["tables"],
)
async def join_table(request: Req, code: Code, data: JSONBody[JoinTable]) -> Response[TableLink]:
    """Come to a table under a name that nobody else has there; then play over its socket."""
    context = context_of(request)
    name = proper_name(data.name)
    context.gates.joins.take(address_of(request, context.settings))
    row = await _table_with(request, code)
    known = await identity_of(request)
    player = await context.node.watching.member(row.id, known.ids) if known is not None else None
    if known is None or player is None:  # who is there already keeps the name that he has there
        known = await somebody(request, name)
        player = await context.node.watching.member(row.id, known.ids, ever=True) or known.player
    await context.node.join(row.id, player, name, display=data.display)
    return Response(_link(request, code, player), cookies=[cookie_for(request, known)])


HANDLERS = [open_table, list_tables, show_table, join_table]
