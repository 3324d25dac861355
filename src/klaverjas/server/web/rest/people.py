"""People over HTTP: guests and accounts, their games and what those add up to."""

from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from klaverjas.server.people import COOKIE, proper_name
from klaverjas.server.table.cut import DELETED_NAME
from klaverjas.server.web.context import address_of, context_of, identity_of, signed_in
from klaverjas.server.web.errors import documented
from klaverjas.server.web.rest.callers import PlayerName, Req, cookie_for
from klaverjas.server.web.rest.games import GameListed, listed_game
from klaverjas.server.web.rest.tables import TableListed, listed

Password = Annotated[str, Meta(min_length=8, max_length=200, description="At least 8 characters.")]


class Credentials(Struct, forbid_unknown_fields=True, kw_only=True):
    name: PlayerName
    password: Password


class Me(Struct):
    player: str
    name: str | None
    account: str | None
    tables: list[TableListed]


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


@get("/api/me", responses=documented(401), summary="Who am I", tags=["people"])
async def me(request: Req) -> Me:
    context = context_of(request)
    identity = await signed_in(request)
    rows = await context.node.log.tables_of(identity.ids, 20)
    tables = []
    for row in rows:
        live = await context.node.watching.look_at(row.id)
        if any(player in live.table.people for player in identity.ids):
            tables.append(await listed(request, row))
    return Me(identity.player, identity.name, identity.account, tables)


@post("/api/me/account", responses=documented(409), summary="Make an account", tags=["people"])
async def register(request: Req, data: JSONBody[Credentials]) -> Response[Me]:
    """An account keeps what was played as a guest, and can be used on another device."""
    context = context_of(request)
    name = proper_name(data.name)
    context.gates.accounts.take(address_of(request, context.settings))
    identity = await context.people.register(await identity_of(request), name, data.password)
    shown = Me(identity.player, identity.name, identity.account, [])
    return Response(shown, status_code=201, cookies=[cookie_for(request, identity)])


@put("/api/me/session", responses=documented(401), summary="Log in", tags=["people"])
async def log_in(request: Req, data: JSONBody[Credentials]) -> Response[Me]:
    """Come back to an account; what was played as a guest goes with it."""
    context = context_of(request)
    context.gates.accounts.take(address_of(request, context.settings))
    name = proper_name(data.name)
    context.gates.account_names.take(name.casefold())
    identity = await context.people.log_in(await identity_of(request), name, data.password)
    return Response(
        Me(identity.player, identity.name, identity.account, []), cookies=[cookie_for(request, identity)]
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
    context.node.watching.forget_names(identity.ids)
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
    return [GameListed(**listed_game(row, row["seat"])) for row in rows]


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


HANDLERS = [me, register, log_in, log_out, erase, my_games, my_statistics]
