"""Who calls, for every request that needs to know."""

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import Cookie
from msgspec import Meta

from klaverjas.server.people import COOKIE, COOKIE_SECONDS, Identity
from klaverjas.server.web.context import context_of, identity_of, is_https

Req = Request[Any, Any, Any]
PlayerName = Annotated[
    str, Meta(min_length=3, max_length=60, description="3 to 50 characters, after trimming spaces.")
]


def cookie_for(request: Req, identity: Identity) -> Cookie:
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


async def renewed_cookie(request: Req, identity: Identity) -> Cookie:
    """The cookie of whoever calls, to be kept for as long again."""
    return cookie_for(request, await context_of(request).people.renewed(identity))


async def somebody(request: Req, name: str) -> Identity:
    """Who calls, under this name from now on; a new guest when it is nobody yet."""
    context = context_of(request)
    identity = await identity_of(request)
    if identity is None:
        return await context.people.guest(name)
    if identity.account is None:
        await context.people.rename(identity, name)
    return identity
