"""Everything that is not live, over HTTP."""

import hmac
import json
from asyncio import to_thread
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct, field

from klaverjas.bots import bots_here, levels_here
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.rules.named import NAMED, SUMMARIES, rules_from_json, rules_to_json
from klaverjas.rules.schema import schema
from klaverjas.seats import SEATS
from klaverjas.server.people import COOKIE, COOKIE_SECONDS, Identity, proper_name
from klaverjas.server.store.games import record_with_names
from klaverjas.server.table.commands import DEFAULT_LEVEL, Clock, Pause
from klaverjas.server.table.cut import DELETED_NAME
from klaverjas.server.table.events import Options
from klaverjas.server.web.context import (
    address_of,
    context_of,
    found_at,
    identity_of,
    is_https,
    language_of,
    seen_at,
    signed_in,
)
from klaverjas.server.web.errors import documented
from klaverjas.server.web.replay import Replay, replay_of
from klaverjas.version import __version__

Req = Request[Any, Any, Any]
PlayerName = Annotated[str, Meta(min_length=3, max_length=60, description="3 to 50 characters once trimmed.")]
Password = Annotated[str, Meta(min_length=8, max_length=200, description="At least 8 characters.")]
Code = Annotated[str, PathParameter(pattern="^[0-9]{6}$", description="The table's code, 6 digits.")]
GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$", description="The game.")]


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


class Credentials(Struct, forbid_unknown_fields=True, kw_only=True):
    name: PlayerName
    password: Password


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


class Me(Struct):
    player: str
    name: str | None
    account: str | None
    tables: list[TableListed]


class GameListed(Struct):
    id: str
    rules: str
    own_rules: bool
    began_at: int
    ended_at: int
    how: str
    rounds: int
    seat: str | None
    names: dict[str, str]
    points: dict[str, int]


class GameShown(GameListed):
    record: str = ""


class Count(Struct):
    """Sums over games that were played to their end."""

    games: int
    won: int
    rounds: int
    rounds_making: int
    points: int
    points_against: int
    nat: int
    pit: int
    roem_claimed: int
    roem_missed: int
    verzaakt: int


class CountOf(Count):
    key: str = ""
    player: str | None = None
    bot: str | None = None


class StatisticsShown(Struct):
    total: Count
    by_rules: list[CountOf]
    by_partner: list[CountOf]


class RuleSetShown(Struct):
    name: str
    summary: str
    fields: dict[str, Any]


class RulesShown(Struct):
    """*bots* are all that may be put down here; *levels* those for people to choose from, from weak to strong."""

    rules: list[RuleSetShown]
    bots: list[str]
    levels: list[str]
    default_level: str


class ShareLink(Struct):
    token: str
    link: str


class Health(Struct):
    status: str
    version: str = field(default=__version__)


# --- helpers ----------------------------------------------------------------------------------------


def _cookie(request: Req, identity: Identity) -> Cookie:
    context = context_of(request)
    return Cookie(
        key=COOKIE,
        value=context.people.cookie_for(identity),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_https(request, context.settings),
        path="/",
    )


def _link(request: Req, code: str, player: str) -> TableLink:
    settings = context_of(request).settings
    here = seen_at(request, settings).replace("http", "ws", 1)
    return TableLink(code, f"{found_at(request, settings)}/t/{code}", f"{here}/ws/{code}", player)


async def _somebody(request: Req, name: str) -> Identity:
    """Who calls, under this name from now on; a new guest when it is nobody yet."""
    context = context_of(request)
    identity = await identity_of(request)
    if identity is None:
        return await context.people.guest(name)
    if identity.account is None:
        await context.people.rename(identity, name)
    return identity


async def _listed(request: Req, row: Any) -> TableListed:
    context = context_of(request)
    live = await context.node.watched(row.id)
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


def _listed_game(row: dict[str, Any], seat: int | None) -> dict[str, Any]:
    return {
        "id": row["id"],
        "rules": row["rules"],
        "own_rules": json.loads(row["changes"]) != {},
        "began_at": row["began_at"],
        "ended_at": row["ended_at"],
        "how": row["how"],
        "rounds": row["rounds"],
        "seat": None if seat is None else SEATS[seat].letter,
        "names": {each.letter: row["names"][each] or DELETED_NAME for each in SEATS},
        "points": {"NS": row["north_south"], "WE": row["west_east"]},
    }


# --- tables -----------------------------------------------------------------------------------------


@post("/api/tables", responses=documented(), summary="Open a table", tags=["tables"])
async def open_table(request: Req, data: JSONBody[NewTable]) -> Response[TableLink]:
    """Open a table and be its host. Who is not known yet becomes a guest, by a cookie."""
    context = context_of(request)
    name = proper_name(data.name)
    rules = rules_from_json(data.rules)
    context.gates.tables.take(address_of(request, context.settings))
    identity = await _somebody(request, name)
    options = Options(**{each: getattr(data, each) for each in Options.__dataclass_fields__})
    row = await context.node.open_table(identity.player, name, rules, options, display=data.display)
    link = _link(request, row.code, identity.player)
    return Response(link, status_code=201, cookies=[_cookie(request, identity)])


@get("/api/tables", responses=documented(), summary="Public tables", tags=["tables"])
async def list_tables(request: Req) -> list[TableListed]:
    """The lobby: public tables that are open, the newest first."""
    context = context_of(request)
    rows = await context.node.log.public_tables(100)
    return [await _listed(request, row) for row in rows]


@get("/api/tables/{code:str}", responses=documented(404), summary="One table", tags=["tables"])
async def show_table(request: Req, code: Code) -> TableListed:
    return await _listed(request, await _table_with(request, code))


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
    player = await context.node.member(row.id, known.ids) if known is not None else None
    if known is None or player is None:  # who is there already keeps the name that he has there
        known = await _somebody(request, name)
        player = await context.node.member(row.id, known.ids, ever=True) or known.player
    await context.node.join(row.id, player, name, display=data.display)
    return Response(_link(request, code, player), cookies=[_cookie(request, known)])


# --- people -----------------------------------------------------------------------------------------


@get("/api/me", responses=documented(401), summary="Who am I", tags=["people"])
async def me(request: Req) -> Me:
    context = context_of(request)
    identity = await signed_in(request)
    rows = await context.node.log.tables_of(identity.ids, 20)
    tables = []
    for row in rows:
        live = await context.node.watched(row.id)
        if any(player in live.table.people for player in identity.ids):
            tables.append(await _listed(request, row))
    return Me(identity.player, identity.name, identity.account, tables)


@post("/api/me/account", responses=documented(409), summary="Make an account", tags=["people"])
async def register(request: Req, data: JSONBody[Credentials]) -> Response[Me]:
    """An account keeps what was played as a guest, and can be used on another device."""
    context = context_of(request)
    name = proper_name(data.name)
    context.gates.accounts.take(address_of(request, context.settings))
    identity = await context.people.register(await identity_of(request), name, data.password)
    shown = Me(identity.player, identity.name, identity.account, [])
    return Response(shown, status_code=201, cookies=[_cookie(request, identity)])


@put("/api/me/session", responses=documented(401), summary="Log in", tags=["people"])
async def log_in(request: Req, data: JSONBody[Credentials]) -> Response[Me]:
    """Come back to an account; what was played as a guest goes with it."""
    context = context_of(request)
    context.gates.accounts.take(address_of(request, context.settings))
    name = proper_name(data.name)
    context.gates.account_names.take(name.casefold())
    identity = await context.people.log_in(await identity_of(request), name, data.password)
    return Response(
        Me(identity.player, identity.name, identity.account, []), cookies=[_cookie(request, identity)]
    )


@delete("/api/me/session", responses=documented(204), summary="Log out", tags=["people"])
async def log_out(
    request: Req,
    everywhere: Annotated[bool, QueryParameter(description="On every device.")] = False,
) -> Response[None]:
    identity = await identity_of(request)
    if identity is not None and everywhere:
        await context_of(request).people.log_out_everywhere(identity)
    return _without_cookie()


@delete("/api/me", responses=documented(204, 401), summary="Erase me", tags=["people"])
async def erase(request: Req) -> Response[None]:
    """Erase name and password. Games that were played remain, under "verwijderd"."""
    context = context_of(request)
    identity = await signed_in(request)
    await context.node.leave_everywhere(identity.ids)
    await context.people.erase(identity)
    context.node.forget_names(identity.ids)
    return _without_cookie()


def _without_cookie() -> Response[None]:
    response: Response[None] = Response(None, status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@get("/api/me/games", responses=documented(401), summary="My games", tags=["people"])
async def my_games(
    request: Req,
    before: Annotated[
        int | None, QueryParameter(ge=0, le=1 << 53, description="Only games that ended before.")
    ] = None,
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
) -> list[GameListed]:
    context = context_of(request)
    rows = await context.people.games(await signed_in(request), before, most)
    return [GameListed(**_listed_game(row, row["seat"])) for row in rows]


@get("/api/me/statistics", responses=documented(401), summary="My statistics", tags=["people"])
async def my_statistics(request: Req) -> StatisticsShown:
    """Games that were played to their end, in all, by rule set, and by partner."""
    found = await context_of(request).people.statistics(await signed_in(request))
    names = Count.__struct_fields__
    total = {name: sum(row[name] for row in found.by_rules) for name in names}
    return StatisticsShown(
        total=Count(**total),
        by_rules=[CountOf(**_counted(row)) for row in found.by_rules],
        by_partner=[CountOf(**_counted(row)) for row in found.by_partner],
    )


def _counted(row: dict[str, Any]) -> dict[str, Any]:
    numbers = {name: int(row[name]) for name in Count.__struct_fields__}
    return numbers | {
        "key": row["key"] or DELETED_NAME,
        "player": row.get("player"),
        "bot": row.get("bot"),
    }


# --- games ------------------------------------------------------------------------------------------

ShareToken = Annotated[str | None, QueryParameter(max_length=200, description="From a share link.")]


async def _game(request: Req, game_id: str, share: str | None) -> tuple[dict[str, Any], int | None]:
    """A game that the caller may see: who took part, or whoever has its link."""
    context = context_of(request)
    row = await context.people.game(game_id)
    if row is None:
        raise KlaverjasError("no-such-game-here")
    identity = await identity_of(request)
    seat = None
    if identity is not None:
        seat = next((at for at, player in enumerate(row["players"]) if player in identity.ids), None)
    if seat is None and (share is None or context.people.shared(share) != game_id):
        raise Refusal("game-not-yours")
    return row, seat


@get("/api/games/{game_id:str}", responses=documented(404), summary="One game", tags=["games"])
async def show_game(request: Req, game_id: GameId, share: ShareToken = None) -> GameShown:
    """A finished game, with its record. For who took part, and for whoever has the share link."""
    row, seat = await _game(request, game_id, share)
    return GameShown(**_listed_game(row, seat), record=record_with_names(row["record"], row["names"]))


@get(
    "/api/games/{game_id:str}/record",
    responses=documented(404),
    media_type="text/plain",
    summary="The record of a game",
    tags=["games"],
)
async def show_record(request: Req, game_id: GameId, share: ShareToken = None) -> str:
    row, _ = await _game(request, game_id, share)
    return record_with_names(row["record"], row["names"])


@get(
    "/api/games/{game_id:str}/replay",
    responses=documented(404),
    summary="A game to be walked through",
    tags=["games"],
)
async def show_replay(request: Req, game_id: GameId, share: ShareToken = None) -> Replay:
    """A finished game card by card: the hands as dealt, every event, and what is needed to verify the deals."""
    row, seat = await _game(request, game_id, share)
    return await to_thread(replay_of, row, seat)  # reading a long record takes a while


@post(
    "/api/games/{game_id:str}/share",
    status_code=200,
    responses=documented(401, 404),
    summary="A link to a game",
    tags=["games"],
)
async def share_game(request: Req, game_id: GameId) -> ShareLink:
    await _game(request, game_id, None)
    context = context_of(request)
    token = context.people.share(game_id)
    return ShareLink(token, f"{found_at(request, context.settings)}/g/{game_id}?share={token}")


# --- rules and health -------------------------------------------------------------------------------


@get("/api/rules", responses=documented(), summary="Rule sets and bots", tags=["rules"])
async def rules(request: Req) -> RulesShown:
    language = language_of(request)
    return RulesShown(
        [
            RuleSetShown(name, SUMMARIES[name].said(language), rules_to_json(rules, whole=True))
            for name, rules in NAMED.items()
        ],
        bots_here(),
        levels_here(),
        DEFAULT_LEVEL,
    )


@get("/api/rules/schema", responses=documented(), summary="Every field of a rule set", tags=["rules"])
async def rules_schema() -> dict[str, Any]:
    """The JSON schema of a table's own rules."""
    return schema()


@get(
    "/healthz", opt={"uncounted": True}, responses=documented(), summary="The process lives", tags=["keeping"]
)
async def healthz() -> Health:
    return Health("ok")


@get(
    "/readyz",
    opt={"uncounted": True},
    responses=documented(),
    summary="It can take players",
    tags=["keeping"],
)
async def readyz(request: Req) -> Health:
    node = context_of(request).node
    if node.stopping:
        raise KlaverjasError("server-stopping")
    await node.log.alive_nodes()
    return Health("ok")


@get("/metrics", opt={"uncounted": True}, include_in_schema=False)
async def shown_metrics(request: Req) -> Response[bytes]:
    """For Prometheus: only with the token, or on the port of its own."""
    from klaverjas.server.metrics import exposition

    token = context_of(request).settings.metrics_token
    given = request.headers.get("authorization", "").encode()
    if not token or not hmac.compare_digest(given, f"Bearer {token}".encode()):
        raise NotAuthorizedException
    return Response(exposition(), media_type="text/plain; version=0.0.4")


HANDLERS = [
    open_table, list_tables, show_table, join_table,
    me, register, log_in, log_out, erase, my_games, my_statistics,
    show_game, show_record, show_replay, share_game,
    rules, rules_schema, healthz, readyz, shown_metrics,
]  # fmt: skip
