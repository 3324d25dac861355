"""Guests, accounts, their games and their statistics over HTTP."""

from collections.abc import Iterable
from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from klaverjas.errors import Refusal
from klaverjas.server.naming import proper_name
from klaverjas.server.people import COOKIE, Identity
from klaverjas.server.played import COUNTED, ROEM, Sums, Unit, games_of, statistics_of
from klaverjas.server.table.cut import DELETED
from klaverjas.server.web.context import Context, address_of, context_of, identity_of, language_of, signed_in
from klaverjas.server.web.errors import documented
from klaverjas.server.web.rest.callers import PlayerName, Req, cookie_for
from klaverjas.server.web.rest.games import GameListed, listed_game
from klaverjas.server.web.rest.tables import TableListed, listed

Password = Annotated[str, Meta(min_length=8, max_length=200, description="At least 8 characters.")]


class Credentials(Struct, forbid_unknown_fields=True, kw_only=True):
    name: PlayerName
    password: Password


class NewPassword(Struct, forbid_unknown_fields=True, kw_only=True):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


class Erasure(Struct, forbid_unknown_fields=True, kw_only=True):
    """*password* is the account password; leave it out for a guest."""

    password: Annotated[str, Meta(max_length=200)] | None = None


class Me(Struct):
    player: str
    name: str | None
    account: str | None
    tables: list[TableListed]


class Count(Struct):
    """Counts over finished games. Shares run from 0 to 1, or are null if there is nothing to count."""

    games: int
    won: int
    drawn: int
    lost: int
    rounds: int
    rounds_making: int
    nat: int
    pit: int
    verzaakt: int
    won_share: float | None
    making_share: float | None
    nat_share: float | None
    points_share: float | None
    roem_share: float | None


class CountByRules(Count):
    """Counts for one rule set. Points are in *unit*: do not add them across rule sets. Roem is always in points."""

    key: str = ""
    unit: Unit = "points"
    points: int = 0
    points_against: int = 0
    roem_claimed: int = 0
    roem_missed: int = 0


class CountByPartner(Count):
    key: str = ""
    player: str | None = None
    bot: str | None = None


class StatisticsShown(Struct):
    total: Count
    by_rules: list[CountByRules]
    by_partner: list[CountByPartner]


@get("/api/me", responses=documented(401), summary="Get the current player", tags=["people"])
async def me(request: Req) -> Me:
    context = context_of(request)
    identity = await signed_in(request)
    rows = await context.node.log.tables_of(identity.ids, 20)
    tables = await listed(request, rows, lambda table: not table.people.keys().isdisjoint(identity.ids))
    return Me(identity.player, identity.name, identity.account, tables)


@post("/api/me/account", responses=documented(409), summary="Create an account", tags=["people"])
async def register(request: Req, data: JSONBody[Credentials]) -> Response[Me]:
    """Create an account that keeps the games played as a guest. This starts a new session."""
    context, address = _attempt(request)
    identity, ended = await context.people.register(
        await identity_of(request), proper_name(data.name), data.password, address
    )
    return _entered(request, identity, ended, status=201)


@put("/api/me/session", responses=documented(401), summary="Log in", tags=["people"])
async def log_in(request: Req, data: JSONBody[Credentials]) -> Response[Me]:
    """Log in to an account; games played as a guest are added to it. This starts a new session."""
    context, address = _attempt(request)
    identity, ended = await context.people.log_in(
        await identity_of(request), data.name, data.password, address
    )
    await context.node.stay_once(identity.ids)  # a guest who was at the same table, too
    return _entered(request, identity, ended)


@put("/api/me/password", responses=documented(401, 409), summary="Change the password", tags=["people"])
async def change_password(request: Req, data: JSONBody[NewPassword]) -> Response[Me]:
    """Change the password; the old one is required. All other sessions end; this one gets a new cookie."""
    context, address = _attempt(request)
    identity = await signed_in(request)
    if identity.account is None:
        raise Refusal("no-account")
    identity, ended = await context.people.change_password(identity, data.old, data.new, address)
    return _entered(request, identity, ended)


def _attempt(request: Req) -> tuple[Context, str]:
    """Somebody brings a password: what it costs to check it is counted by address."""
    context = context_of(request)
    address = address_of(request, context.settings)
    context.gates.accounts.take(address)
    return context, address


def _entered(request: Req, identity: Identity, ended: Iterable[str], *, status: int = 200) -> Response[Me]:
    """Who the caller is from now on, by a new cookie; the sessions of before are over."""
    context_of(request).node.end_sessions(ended)
    return Response(
        Me(identity.player, identity.name, identity.account, []),
        status_code=status,
        cookies=[cookie_for(request, identity)],
    )


@delete("/api/me/session", responses=documented(204), summary="Log out", tags=["people"])
async def log_out(
    request: Req,
    everywhere: Annotated[bool, QueryParameter(description="Log out on all devices.")] = False,
) -> Response[None]:
    """End the session and its table connections. Its cookie is no longer valid."""
    context = context_of(request)
    identity = await identity_of(request)
    if identity is not None and everywhere:
        context.node.end_sessions(await context.people.log_out_everywhere(identity))
    elif identity is not None:
        await context.people.log_out(identity)
        context.node.end_sessions([identity.session])
    return _without_cookie()


@delete("/api/me", responses=documented(204, 401), summary="Delete a guest", tags=["people"])
async def erase(request: Req) -> Response[None]:
    """Delete a guest's name. To delete an account, use `POST /api/me/erasure` with its password."""
    return await _erased(request, None)


@post(
    "/api/me/erasure",
    status_code=204,
    responses=documented(204, 401),
    summary="Delete an account",
    tags=["people"],
)
async def erase_account(request: Req, data: JSONBody[Erasure]) -> Response[None]:
    """Delete name and password. Finished games remain, under "deleted player"."""
    return await _erased(request, data.password)


async def _erased(request: Req, password: str | None) -> Response[None]:
    context = context_of(request)
    identity = await signed_in(request)
    if identity.account is not None:
        _, address = _attempt(request)
        await context.people.check_password(identity, password, address)
    await context.node.leave_everywhere(identity.ids)
    context.node.end_sessions(await context.people.erase(identity))
    context.node.watching.forget_names(identity.ids)
    return _without_cookie()


def _without_cookie() -> Response[None]:
    response: Response[None] = Response(None, status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@get("/api/me/games", responses=documented(401), summary="List my games", tags=["people"])
async def my_games(
    request: Req,
    before: Annotated[
        int | None, QueryParameter(ge=0, le=1 << 53, description="Only games that ended before this time.")
    ] = None,
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
) -> list[GameListed]:
    identity = await signed_in(request)
    rows = await games_of(context_of(request).node.database, identity.ids, before, most)
    return [GameListed(**listed_game(row, row["seat"], language_of(request))) for row in rows]


@get("/api/me/statistics", responses=documented(401), summary="Get my statistics", tags=["people"])
async def my_statistics(request: Req) -> StatisticsShown:
    """Statistics of finished games: in total, per rule set and per partner."""
    identity = await signed_in(request)
    found = await statistics_of(context_of(request).node.database, identity.ids)
    by_rules = []
    for (rules, unit), sums in found.by_rules.items():
        us, them, _ = sums.points[rules, unit]
        roem = {name: sums.counts[name] for name in ROEM}
        by_rules.append(
            CountByRules(**_count(sums), key=rules, unit=unit, points=us, points_against=them, **roem)
        )
    by_partner = [
        CountByPartner(
            **_count(sums),
            key=partner.name or DELETED.said(language_of(request)),
            player=partner.player,
            bot=partner.bot,
        )
        for partner, sums in found.by_partner
    ]
    return StatisticsShown(Count(**_count(found.total)), by_rules, by_partner)


def _count(sums: Sums) -> dict[str, Any]:
    counts = sums.counts
    roem = counts["roem_claimed"] + counts["roem_missed"]
    return {name: counts[name] for name in COUNTED} | {
        "lost": counts["games"] - counts["won"] - counts["drawn"],
        "won_share": _share(counts["won"], counts["games"]),
        "making_share": _share(counts["rounds_making"], counts["rounds"]),
        "nat_share": _share(counts["nat"], counts["rounds"]),
        "points_share": sums.points_share,
        "roem_share": _share(counts["roem_claimed"], roem),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


HANDLERS = [
    me,
    register,
    log_in,
    change_password,
    log_out,
    erase,
    erase_account,
    my_games,
    my_statistics,
]
