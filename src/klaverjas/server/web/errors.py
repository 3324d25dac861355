"""Every refusal as one JSON object: a stable code and a sentence."""

from typing import Any, Final

import structlog
from litestar import Request, Response
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from msgspec import Struct

from klaverjas.errors import KlaverjasError
from klaverjas.sentences import Language
from klaverjas.server.limits import TooMany
from klaverjas.server.web.context import language_of

log = structlog.get_logger()


class ErrorBody(Struct):
    """Why a request was refused. The code is stable; the sentence is for people."""

    code: str
    sentence: str


STATUS: Final = {
    "unknown-player": 401,
    "wrong-password": 401,
    "foreign-origin": 403,
    "password-needed": 403,
    "removed-from-table": 403,
    "turned-away": 403,
    "host-only": 403,
    "game-not-yours": 403,
    "no-such-table": 404,
    "no-such-game-here": 404,
    "not-found": 404,
    "wrong-method": 405,
    "name-taken": 409,
    "name-alike": 409,
    "table-full": 409,
    "too-many-waiting": 409,
    "account-taken": 409,
    "has-account": 409,
    "no-account": 409,
    "table-closed": 410,
    "too-many": 429,
    "too-many-changes": 429,
    "store-down": 503,
    "owner-away": 503,
    "server-stopping": 503,
    "no-free-code": 503,
    "disk-full": 503,
    "database-damaged": 503,
    "table-unreadable": 500,
    "game-unreadable": 500,
    "broken": 500,
}
_HTTP_CODES: Final = {401: "unknown-player", 404: "not-found", 405: "wrong-method", 413: "body-too-long"}


ANYWHERE: Final = (400, 403, 408, 413, 414, 429, 431, 503)


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, and 204, for OpenAPI. Those of :data:`ANYWHERE` may come from any route."""
    told = {
        204: "Done",
        400: "Invalid request",
        401: "Unknown player",
        403: "Not allowed",
        404: "Not found",
        409: "Already taken, or in conflict",
        408: "The request took too long to arrive",
        410: "The table has closed",
        413: "The request body is too long",
        414: "The URL is too long",
        429: "Too many requests",
        431: "The headers are too long",
        500: "The stored data cannot be read",
        503: "Temporarily unavailable",
    }
    return {
        status: ResponseSpec(
            data_container=None if status == 204 else ErrorBody,
            description=told[status],
            generate_examples=False,
        )
        for status in sorted({*ANYWHERE, *statuses})
    }


def answer(error: KlaverjasError, language: Language) -> Response[ErrorBody]:
    headers = (
        [ResponseHeader(name="Retry-After", value=str(error.wait))] if isinstance(error, TooMany) else []
    )
    return Response(
        ErrorBody(error.code, error.sentence(language)),
        status_code=STATUS.get(error.code, 400),
        headers=headers,
        media_type="application/json",
    )


def on_refusal(request: Request[Any, Any, Any], error: KlaverjasError) -> Response[ErrorBody]:
    return answer(error, language_of(request))


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """What the framework refuses: a path that is not there, a body that is no JSON."""
    if isinstance(error, ValidationException) or error.status_code == 400:
        return answer(KlaverjasError("bad-request", why=_why(error)), language_of(request))
    code = _HTTP_CODES.get(error.status_code, "bad-request")
    made = KlaverjasError(code, why=_why(error)) if code == "bad-request" else KlaverjasError(code)
    response = answer(made, language_of(request))
    response.status_code = error.status_code
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _why(error: HTTPException) -> str:
    extra = error.extra if isinstance(error, ValidationException) else None
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first = extra[0]
        return f"{first.get('key', '')}: {first.get('message', '')}".strip(": ")
    return str(error.detail).split(" for http")[0][:200]


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """A fault of ours. What it was stands in the log, not in the answer."""
    if isinstance(error, RecursionError):  # a body like [[[[[[…, which msgspec gives up on
        return answer(KlaverjasError("bad-request", why="nested too deep"), language_of(request))
    # Not the path itself, which may hold anything, new lines too.
    log.error("request failed", route=request.scope.get("path_template") or "other", exc_info=error)
    return answer(KlaverjasError("broken"), language_of(request))
