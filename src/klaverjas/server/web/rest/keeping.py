"""Rule sets, bots, health and metrics of a server."""

import hmac
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotAuthorizedException
from msgspec import Struct, field

from klaverjas.bots import bots_here, levels_here
from klaverjas.errors import KlaverjasError
from klaverjas.rules.named import NAMED, SUMMARIES, rules_to_json
from klaverjas.rules.schema import schema
from klaverjas.server.table.bounds import MOST_POINTS, MOST_ROUNDS
from klaverjas.server.table.commands import DEFAULT_LEVEL
from klaverjas.server.web.context import context_of, language_of
from klaverjas.server.web.errors import documented
from klaverjas.server.web.rest.callers import Req
from klaverjas.version import __version__


class RuleSetShown(Struct):
    name: str
    summary: str
    fields: dict[str, Any]


class RulesShown(Struct):
    """*bots* are all bots on this server; *levels* are the ones people can choose, from weak to strong."""

    rules: list[RuleSetShown]
    bots: list[str]
    levels: list[str]
    default_level: str


class Health(Struct):
    status: str
    version: str = field(default=__version__)


@get("/api/rules", responses=documented(), summary="List rule sets and bots", tags=["rules"])
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


@get("/api/rules/schema", responses=documented(), summary="Get the JSON schema of a rule set", tags=["rules"])
async def rules_schema() -> dict[str, Any]:
    """The JSON schema of custom rules, with titles and descriptions in English and Dutch."""
    return schema(MOST_ROUNDS, MOST_POINTS)


@get(
    "/healthz",
    opt={"uncounted": True},
    responses=documented(),
    summary="Check that the server is alive",
    tags=["keeping"],
)
async def healthz() -> Health:
    return Health("ok")


@get(
    "/readyz",
    opt={"uncounted": True},
    responses=documented(),
    summary="Check that the server is ready for players",
    tags=["keeping"],
)
async def readyz(request: Req) -> Health:
    node = context_of(request).node
    if node.stopping:
        raise KlaverjasError("server-stopping")
    await node.log.alive_nodes()
    if node.disk_full:
        raise KlaverjasError("disk-full")
    return Health("ok")


@get("/metrics", opt={"uncounted": True}, include_in_schema=False)
async def shown_metrics(request: Req) -> Response[bytes]:
    """Return Prometheus metrics to callers with the token."""
    from klaverjas.server.metrics import exposition

    token = context_of(request).settings.metrics_token
    given = request.headers.get("authorization", "").encode()
    if not token or not hmac.compare_digest(given, f"Bearer {token}".encode()):
        raise NotAuthorizedException
    return Response(exposition(), media_type="text/plain; version=0.0.4")


HANDLERS = [rules, rules_schema, healthz, readyz, shown_metrics]
