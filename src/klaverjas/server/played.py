"""What somebody has played: the games, and what they add up to.

Points of one rule set are no points of another: some tables count in tens. So points are added up within a rule set
and a unit only; over several of them there are counts, and shares of a whole.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import and_, func, select

from klaverjas.rules.named import VERSIONED
from klaverjas.server.store.database import Database
from klaverjas.server.store.names import names_by_seat
from klaverjas.server.store.schema import game_seats, games, players

Unit: TypeAlias = Literal["points", "tens"]
COUNTED: Final = ("games", "won", "drawn", "rounds", "rounds_making", "nat", "pit", "verzaakt")
POINTS: Final = ("points", "points_against")
WITHOUT_RECORD: Final = [column for column in games.c if column.name != "record"]  # which may be long
ROEM: Final = ("roem_claimed", "roem_missed")  # always in points, as it lies on the table


@dataclass
class Sums:
    """Counts over some games. *points* is by rule set and unit: what may be added up."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*COUNTED, *ROEM), 0))
    points: dict[tuple[str, Unit], list[int]] = field(default_factory=dict)  # ours, theirs, rounds

    def add(self, row: Any) -> None:
        for name in self.counts:
            self.counts[name] += int(row[name])
        whole = self.points.setdefault((row["rules"], unit_of(row["rules"], row["changes"])), [0, 0, 0])
        for at, name in enumerate((*POINTS, "rounds")):
            whole[at] += int(row[name])

    @property
    def points_share(self) -> float | None:
        """Our part of all points: of each rule set apart, then the mean over the rounds."""
        parts = [(max(0, us), max(0, them), rounds) for us, them, rounds in self.points.values()]
        parts = [part for part in parts if part[0] + part[1] > 0 and part[2] > 0]
        weight = sum(rounds for _, _, rounds in parts)
        return sum(us / (us + them) * rounds for us, them, rounds in parts) / weight if weight else None


def unit_of(rules: str, changes: str) -> Unit:
    """In what a rule set with some changes counts its points.

    >>> unit_of("rotterdam/1", "{}"), unit_of("rotterdam/1", '{"rounding": "tens"}')
    ('points', 'tens')
    """
    known = VERSIONED.get(rules)
    rounding = json.loads(changes).get("rounding", "none" if known is None else known.rounding)
    return "tens" if rounding == "tens" else "points"


@dataclass(frozen=True)
class Partner:
    """With whom: a player, who may have been erased, or a bot."""

    player: str | None
    bot: str | None
    name: str | None


@dataclass(frozen=True)
class PlayerStatistics:
    total: Sums
    by_rules: dict[tuple[str, Unit], Sums]
    by_partner: list[tuple[Partner, Sums]]


async def statistics_of(database: Database, ids: Iterable[str]) -> PlayerStatistics:
    """What somebody has played to its end: in all, by rule set and unit, and by partner."""
    mine, theirs = game_seats.alias("mine"), game_seats.alias("theirs")
    number = games.c.rounds.type
    sums = [
        func.count().label("games"),
        func.sum((mine.c.points > mine.c.points_against).cast(number)).label("won"),
        func.sum((mine.c.points == mine.c.points_against).cast(number)).label("drawn"),
        *(
            func.sum(mine.c[name]).label(name)
            for name in ("rounds", "rounds_making", *POINTS, "nat", "pit", *ROEM, "verzaakt")
        ),
    ]
    partner = func.coalesce(players.c.merged_into, players.c.id, theirs.c.bot)
    query = (
        select(partner.label("partner"), games.c.rules, games.c.changes, *sums)
        .select_from(mine)
        .join(games, games.c.id == mine.c.game_id)
        .join(theirs, and_(theirs.c.game_id == mine.c.game_id, theirs.c.seat == (mine.c.seat + 2) % 4))
        .outerjoin(players, players.c.id == theirs.c.player)
        .where(mine.c.player.in_(list(ids)), games.c.how == "finished")
        .group_by(partner, games.c.rules, games.c.changes)
        .order_by(games.c.rules, games.c.changes)
    )
    async with database.read() as connection:
        rows = [row._mapping for row in await connection.execute(query)]
        known = select(players.c.id, players.c.name).where(players.c.id.in_([row["partner"] for row in rows]))
        names = {row.id: row.name for row in await connection.execute(known)}
    total, by_rules, by_partner = Sums(), dict[tuple[str, Unit], Sums](), dict[Any, Sums]()
    for row in rows:
        rules = (row["rules"], unit_of(row["rules"], row["changes"]))
        for one in (
            total,
            by_rules.setdefault(rules, Sums()),
            by_partner.setdefault(row["partner"], Sums()),
        ):
            one.add(row)
    partners = [
        (Partner(key, None, names[key]) if key in names else Partner(None, key, key), counted)
        for key, counted in by_partner.items()
    ]
    return PlayerStatistics(total, by_rules, partners)


async def games_of(
    database: Database, ids: Iterable[str], before: int | None, most: int
) -> list[dict[str, Any]]:
    """Games that somebody took part in, the newest first."""
    mine = game_seats.alias("mine")
    query = (
        select(*WITHOUT_RECORD, mine.c.seat)
        .join(mine, and_(mine.c.game_id == games.c.id, mine.c.player.in_(list(ids))))
        .order_by(games.c.ended_at.desc(), games.c.id)
        .limit(most)
    )
    if before is not None:
        query = query.where(games.c.ended_at < before)
    async with database.read() as connection:
        rows = [dict(row._mapping) for row in await connection.execute(query)]
        names = await names_by_seat(connection, [row["id"] for row in rows])
    return [row | {"names": names.get(row["id"], [None] * 4)} for row in rows]


async def game_with(database: Database, game_id: str) -> dict[str, Any] | None:
    """One game without its record, with the players, bots and names by seat."""
    async with database.read() as connection:
        row = (await connection.execute(select(*WITHOUT_RECORD).where(games.c.id == game_id))).first()
        if row is None:
            return None
        seats = game_seats.c
        query = select(seats.player, seats.bot).where(seats.game_id == game_id).order_by(seats.seat)
        seated = (await connection.execute(query)).all()
        names = await names_by_seat(connection, [game_id])
    return dict(row._mapping) | {
        "players": [each.player for each in seated],
        "bots": [each.bot for each in seated],
        "names": names[game_id],
    }


async def record_of(database: Database, game_id: str) -> str:
    """The record of a game that is there, without names."""
    async with database.read() as connection:
        query = select(games.c.record).where(games.c.id == game_id)
        return str((await connection.execute(query)).scalar_one())
