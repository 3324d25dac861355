"""Finished games over HTTP, for their players and for people with a share link."""

import json
from functools import partial
from typing import Annotated, Any

from litestar import get, post
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Struct

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.seats import SEATS
from klaverjas.sentences import Language
from klaverjas.server.played import game_with, record_of
from klaverjas.server.store.games import text_with_names
from klaverjas.server.table.cut import DELETED
from klaverjas.server.web.context import context_of, found_at, identity_of, language_of
from klaverjas.server.web.errors import documented
from klaverjas.server.web.replay import Replay, pieces
from klaverjas.server.web.rest.callers import Req

GameId = Annotated[
    str, PathParameter(pattern="^[0-9a-f]{16}$", max_length=16, description="The id of the game.")
]
ShareToken = Annotated[str | None, QueryParameter(max_length=200, description="The token in a share link.")]


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


class ShareLink(Struct):
    token: str
    link: str


def listed_game(row: dict[str, Any], seat: int | None, language: Language) -> dict[str, Any]:
    return {
        "id": row["id"],
        "rules": row["rules"],
        "own_rules": json.loads(row["changes"]) != {},
        "began_at": row["began_at"],
        "ended_at": row["ended_at"],
        "how": row["how"],
        "rounds": row["rounds"],
        "seat": None if seat is None else SEATS[seat].letter,
        "names": {each.letter: row["names"][each] or DELETED.said(language) for each in SEATS},
        "points": {"NS": row["north_south"], "WE": row["west_east"]},
    }


async def _game(request: Req, game_id: str, share: str | None) -> tuple[dict[str, Any], int | None]:
    """Return a game and the caller's seat; refuse callers who neither played in it nor have its link."""
    context = context_of(request)
    row = await game_with(context.node.database, game_id)
    if row is None:
        raise KlaverjasError("no-such-game-here")
    identity = await identity_of(request)
    seat = None
    if identity is not None:
        seat = next((at for at, player in enumerate(row["players"]) if player in identity.ids), None)
    if seat is None and (share is None or context.people.shared(share) != game_id):
        raise Refusal("game-not-yours")
    return row, seat


@get("/api/games/{game_id:str}", responses=documented(404), summary="Get a game", tags=["games"])
async def show_game(request: Req, game_id: GameId, share: ShareToken = None) -> GameShown:
    """A finished game with its record. Only for its players and people with the share link."""
    row, seat = await _game(request, game_id, share)
    return GameShown(**listed_game(row, seat, language_of(request)), record=await _record(request, row))


@get(
    "/api/games/{game_id:str}/record",
    responses=documented(404),
    media_type="text/plain",
    summary="Get the record of a game",
    tags=["games"],
)
async def show_record(request: Req, game_id: GameId, share: ShareToken = None) -> str:
    row, _ = await _game(request, game_id, share)
    return await _record(request, row)


async def _record(request: Req, row: dict[str, Any]) -> str:
    return text_with_names(await record_of(context_of(request).node.database, row["id"]), row["names"])


@get(
    "/api/games/{game_id:str}/replay",
    responses={200: ResponseSpec(Replay, generate_examples=False, description="The replay of the game")}
    | documented(404, 500),
    summary="Get the replay of a game",
    tags=["games"],
)
async def show_replay(request: Req, game_id: GameId, share: ShareToken = None) -> Stream:
    """A finished game card by card: the dealt hands, all events, and what is needed to verify the deals."""
    row, seat = await _game(request, game_id, share)
    context = context_of(request)
    mine, all_rounds = await context.replays.of(
        row, seat, language_of(request), partial(record_of, context.node.database, game_id)
    )
    return Stream(
        pieces(mine, all_rounds),
        media_type="application/json",
        headers={"content-length": str(len(mine) + len(all_rounds))},
    )


@post(
    "/api/games/{game_id:str}/share",
    status_code=200,
    responses=documented(401, 404),
    summary="Create a share link for a game",
    tags=["games"],
)
async def share_game(request: Req, game_id: GameId) -> ShareLink:
    await _game(request, game_id, None)
    context = context_of(request)
    token = context.people.share(game_id)
    return ShareLink(token, f"{found_at(request, context.settings)}/g/{game_id}?share={token}")


HANDLERS = [show_game, show_record, show_replay, share_game]
