"""A finished game to be walked through card by card, by a page that knows no rules.

Reading a record applies the rules to every action of the game, which takes a while for a long one. That is done beside
the event loop, one game at a time; the games that were asked for last are kept as the bytes that are sent.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from klaverjas.errors import KlaverjasError
from klaverjas.event_json import event_to_json, hand_text
from klaverjas.record import read
from klaverjas.round import Round
from klaverjas.rules.named import rules_to_json
from klaverjas.seats import SEATS
from klaverjas.sentences import Language, Phrase
from klaverjas.server.aside import Aside
from klaverjas.server.limits import TooMany
from klaverjas.server.table.cut import DELETED, result_json

MOST_BYTES: Final = 16_000_000  # of all games that are kept; one of 16 rounds has some 50,000
MOST_WAITING: Final = 32  # games that are asked for and not yet read
PIECE: Final = 65_536
_ENCODE: Final = msgspec.json.Encoder().encode


class RoundReplayed(Struct):
    """One deal: the hands as they were dealt, and everything that happened from there on."""

    dealer: str
    hands: dict[str, str]
    events: list[dict[str, Any]]
    result: dict[str, Any] | None  # null where the game was ended in the middle of the round


class Replay(Struct):
    """A finished game. From secret, texts, dealers and ``rules.deal`` every deal can be computed again."""

    id: str
    began_at: int
    ended_at: int
    how: str
    seat: str | None  # of who asks
    names: dict[str, str]
    bots: dict[str, str | None]
    points: dict[str, int]
    rules: dict[str, Any]  # every field
    commitment: str | None  # null in a game that was imported without it
    secret: str | None
    texts: list[str]
    rounds: list[RoundReplayed]


class Replays:
    """The replays of one server. *aside* is where records are read."""

    def __init__(self, aside: Aside) -> None:
        self.aside = aside
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._reading: dict[str, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Semaphore(1)

    async def of(
        self,
        row: dict[str, Any],
        seat: int | None,
        language: Language,
        record: Callable[[], Awaitable[str]],
    ) -> tuple[bytes, bytes]:
        """The game of a row as JSON, in two parts: for the reader who sat at *seat*, and the same for everyone."""
        head = {
            "id": row["id"],
            "began_at": row["began_at"],
            "ended_at": row["ended_at"],
            "how": row["how"],
            "seat": None if seat is None else SEATS[seat].letter,
            "names": {each.letter: row["names"][each] or DELETED.said(language) for each in SEATS},
            "bots": {each.letter: row["bots"][each] for each in SEATS},
            "points": {"NS": row["north_south"], "WE": row["west_east"]},
        }
        return _ENCODE(head)[:-1] + b",", await self._told(row["id"], record)

    async def _told(self, game_id: str, record: Callable[[], Awaitable[str]]) -> bytes:
        if (told := self._kept.get(game_id)) is not None:
            self._kept.move_to_end(game_id)
            return told
        reading = self._reading.get(game_id)
        if reading is None:
            if len(self._reading) >= MOST_WAITING:
                raise TooMany("replays", 1.0)
            reading = self._reading[game_id] = asyncio.create_task(self._read(game_id, record))
            reading.add_done_callback(
                lambda done: done.cancelled() or done.exception()
            )  # whoever asked may be gone
        return await asyncio.shield(reading)

    async def _read(self, game_id: str, record: Callable[[], Awaitable[str]]) -> bytes:
        try:
            async with self._one_at_a_time:
                told = await self.aside.do(_told, await record())
            self._kept[game_id] = told
            self._size += len(told)
            while self._size > MOST_BYTES and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
            return told
        finally:
            del self._reading[game_id]


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    """Bytes as they are sent: not copied, and no more at once than the other side takes."""
    for part in parts:
        view = memoryview(part)
        for start in range(0, len(part), PIECE):
            yield bytes(view[start : start + PIECE])


def _told(text: str) -> bytes:
    """What a record tells everyone, as the rest of a JSON object."""
    try:
        (record,) = read(text)
    except KlaverjasError as error:
        why = Phrase(error.sentence("en"), error.sentence("nl"))
        raise KlaverjasError("game-unreadable", why=why) from error
    told = {
        "rules": rules_to_json(record.game.rules, whole=True),
        "commitment": record.commitment,
        "secret": record.secret,
        "texts": list(record.texts),
        "rounds": [_replayed(round) for round in record.game.rounds],
    }
    return _ENCODE(told)[1:]


def _replayed(round: Round) -> RoundReplayed:
    return RoundReplayed(
        dealer=round.dealer.letter,
        hands={seat.letter: hand_text(round.dealt[seat]) for seat in SEATS},
        events=[event_to_json(event) for event in round.log[1:]],
        result=None if round.result is None else result_json(round.result),
    )
