"""Finished games as records: out with the names of who played, and in again."""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, get_args

from sqlalchemy import func, insert, select

from klaverjas.errors import KlaverjasError
from klaverjas.record import Record, read, write
from klaverjas.record.writing import tag_text
from klaverjas.seats import SEATS
from klaverjas.server.store.database import Database
from klaverjas.server.store.finished import game_row, seat_rows
from klaverjas.server.store.names import names_by_seat
from klaverjas.server.store.schema import game_seats, games
from klaverjas.server.table.events import HowEnded

NAME_TAGS: Final = tuple(seat.said("en") for seat in SEATS)
AT_ONCE: Final = 200
OWN_TAGS: Final = ("Id", "Began", "End", *NAME_TAGS)
HOW: Final[tuple[str, ...]] = get_args(HowEnded)


def record_with_names(text: str, names: Sequence[str | None], **more: str) -> str:
    """A stored record with the players' names, as far as they are known, in its tags."""
    (record,) = read(text)
    tags: dict[str, str | None] = {**dict(zip(NAME_TAGS, names, strict=True)), **more}
    return write([_tagged(record, tags)])


def text_with_names(text: str, names: Sequence[str | None]) -> str:
    """The same without reading the game: a stored record is as it was written, so its tags stand first, a line each."""
    at = re.search(r"^\[(Commitment|Texts|Secret|Result) ", text, re.MULTILINE)
    if at is None:  # it is damaged: every record has a result
        return text
    tags = [f"{tag_text(tag, name)}\n" for tag, name in zip(NAME_TAGS, names, strict=True) if name]
    return text[: at.start()] + "".join(tags) + text[at.start() :]


def _tagged(record: Record, tags: dict[str, str | None]) -> Record:
    kept = [(tag, value) for tag, value in record.tags if tag not in tags]
    added = [(tag, value) for tag, value in tags.items() if value]
    return Record(
        record.game, (*kept, *added), record.commitment, record.texts, record.secret, record.comments
    )


async def count_games(database: Database) -> int:
    async with database.read() as connection:
        return int((await connection.execute(select(func.count()).select_from(games))).scalar_one())


@dataclass(frozen=True)
class Exported:
    """A game as a record, or why it cannot be written."""

    id: str
    record: str = ""
    fault: KlaverjasError | None = None


async def exported(database: Database) -> AsyncIterator[Exported]:
    """Every game, the oldest first. One that cannot be read does not stop the others."""
    ended, last = -(1 << 62), ""  # an imported one may be of long before 1970
    while True:
        query = (
            select(games)
            .where((games.c.ended_at > ended) | ((games.c.ended_at == ended) & (games.c.id > last)))
            .order_by(games.c.ended_at, games.c.id)
            .limit(AT_ONCE)
        )
        async with database.read() as connection:
            rows = (await connection.execute(query)).all()
            names = await names_by_seat(connection, [row.id for row in rows])
        for row in rows:
            more = {"Id": row.id, "Began": _moment(row.began_at), "End": _moment(row.ended_at)}
            try:
                yield Exported(row.id, record_with_names(row.record, names[row.id], **more))
            except KlaverjasError as error:
                yield Exported(row.id, fault=error)
        if len(rows) < AT_ONCE:
            return
        ended, last = rows[-1].ended_at, rows[-1].id


async def import_records(database: Database, records: Sequence[Record], now_ms: int) -> int:
    """Keep games that are not yet there; how many they were."""
    known: set[str] = set()
    rows, seats = [], []
    for record in records:
        row, mine = _rows(record, now_ms)
        if row["id"] not in known:
            known.add(row["id"])
            rows.append(row)
            seats.append(mine)
    async with database.write() as connection:
        query = select(games.c.id).where(games.c.id.in_([row["id"] for row in rows]))
        there = set((await connection.execute(query)).scalars())
        new = [(row, mine) for row, mine in zip(rows, seats, strict=True) if row["id"] not in there]
        if new:
            await connection.execute(insert(games), [row for row, _ in new])
            await connection.execute(insert(game_seats), [seat for _, mine in new for seat in mine])
    return len(new)


def _rows(record: Record, now_ms: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    tags = dict(record.tags)
    bare = Record(
        record.game,
        tuple((tag, value) for tag, value in record.tags if tag not in OWN_TAGS),
        record.commitment,
        record.texts,
        record.secret,
        record.comments,
    )
    how = tags.get("Ended")
    end = _ms(tags.get("End")) or _ms(tags.get("Date")) or now_ms
    row = game_row(
        _id_of(record),
        bare,
        str(how) if how in HOW else ("finished" if record.game.closed else "abandoned"),
        _ms(tags.get("Began")) or end,
        end,
    )
    seats = seat_rows(row["id"], record.game)
    for seat, tag in zip(SEATS, NAME_TAGS, strict=True):
        name = tags.get(tag)
        seats[seat]["imported_name"] = name[:50] if isinstance(name, str) else None
    return row, seats


def _id_of(record: Record) -> str:
    """As it was exported, or made from what it says: the same game is known again."""
    given = record.tag("Id")
    if isinstance(given, str) and len(given) == 16 and given.isalnum():
        return given
    return sha256(write([record]).encode()).hexdigest()[:16]


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _ms(text: object) -> int | None:
    """Milliseconds since 1970 of a day or a moment, None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
        at = round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
        _moment(at)  # in the first or last hours of all years it cannot be written again
    except (ValueError, OverflowError):
        return None
    return at
