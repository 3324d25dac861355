"""Statistics: points of one unit are never added to those of another, and draws are counted."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from klaverjas.server.played import PlayerStatistics, statistics_of, unit_of
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.store.schema import game_seats, games, players
from table_client import Client, run
from table_server import TableServer


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


# rules, changes, our points, theirs, rounds, the partner
Played = tuple[str, dict[str, Any], int, int, int, str]


async def put(database: Database, played: list[Played]) -> None:
    """Finished games of South, as the server would have written them."""
    async with database.write() as connection:
        for player in ("me", "wim", "noor"):
            await connection.execute(
                players.insert().values(id=player, name=player.title(), created_at=0, session=0)
            )
        for number, (rules, changes, us, them, rounds, partner) in enumerate(played):
            game = f"{number:016x}"
            await connection.execute(
                games.insert().values(
                    id=game, rules=rules, changes=json.dumps(changes), began_at=0, ended_at=0, how="finished",
                    north_south=us, west_east=them, rounds=rounds, record="",
                )
            )  # fmt: skip
            for seat, who in enumerate(("me", None, partner, None)):
                mine = seat % 2 == 0
                await connection.execute(
                    game_seats.insert().values(
                        game_id=game, seat=seat, player=who, bot=None if who else "club",
                        points=us if mine else them, points_against=them if mine else us, rounds=rounds,
                        rounds_making=1, nat=0, pit=0, roem_claimed=20, roem_missed=20, verzaakt=0,
                    )
                )  # fmt: skip


def counted(url: str, played: list[Played]) -> PlayerStatistics:
    async def go() -> PlayerStatistics:
        database = Database(url)
        await migrate(database)
        await put(database, played)
        found = await statistics_of(database, ("me",))
        await database.close()
        return found

    return asyncio.run(go())


def test_points_of_one_unit_are_not_added_to_those_of_another(database_url: str) -> None:
    found = counted(
        database_url,
        [
            ("amsterdam/1", {}, 140, 22, 1, "wim"),
            ("lugus/1", {}, 16, 4, 1, "wim"),
            ("rotterdam/1", {}, 100, 62, 1, "noor"),
            ("rotterdam/1", {"rounding": "tens"}, 10, 6, 2, "noor"),
            ("rotterdam/1", {"pit": 50}, 50, 112, 1, "noor"),
            ("lugus/1", {"rounding": "none"}, 100, 100, 1, "noor"),
        ],
    )
    assert {key: sums.points[key][:2] for key, sums in found.by_rules.items()} == {
        ("amsterdam/1", "points"): [140, 22],
        ("lugus/1", "tens"): [16, 4],
        ("rotterdam/1", "points"): [150, 174],
        ("rotterdam/1", "tens"): [10, 6],
        ("lugus/1", "points"): [100, 100],
    }
    assert found.total.counts["games"] == 6
    # The share of each, and their mean over the rounds.
    shares = [140 / 162, 16 / 20, 2 * 150 / 324, 2 * 10 / 16, 1 / 2]
    assert found.total.points_share == pytest.approx(sum(shares) / 7)
    by_partner = {partner.name: sums for partner, sums in found.by_partner}
    assert by_partner["Wim"].points_share == pytest.approx((140 / 162 + 16 / 20) / 2)
    assert by_partner["Noor"].counts["games"] == 4


def test_a_draw_is_neither_won_nor_lost(database_url: str) -> None:
    found = counted(
        database_url,
        [
            ("amsterdam/1", {}, 1550, 1550, 16, "wim"),
            ("amsterdam/1", {}, 1600, 1500, 16, "wim"),
            ("amsterdam/1", {}, 1400, 1500, 16, "wim"),
            ("amsterdam/1", {}, 1400, 1500, 16, "wim"),
        ],
    )
    assert (found.total.counts["games"], found.total.counts["won"], found.total.counts["drawn"]) == (4, 1, 1)


def test_the_server_shows_draws_and_units(tmp_path: Path) -> None:
    async def visit(server: TableServer) -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        database = Database(server.database)
        await put(database, [("amsterdam/1", {}, 140, 140, 1, "wim"), ("lugus/1", {}, 16, 4, 1, "wim")])
        async with database.write() as connection:
            await connection.execute(
                game_seats.update().where(game_seats.c.player == "me").values(player=zus.player)
            )
        await database.close()
        shown = (await zus.http.get("/api/me/statistics")).json()
        total = shown["total"]
        assert [total[name] for name in ("games", "won", "drawn", "lost")] == [2, 1, 1, 0]
        assert "points" not in total
        assert total["points_share"] == pytest.approx((1 / 2 + 4 / 5) / 2)
        rows = {row["key"]: (row["unit"], row["points"], row["points_against"]) for row in shown["by_rules"]}
        assert rows == {"amsterdam/1": ("points", 140, 140), "lugus/1": ("tens", 16, 4)}
        assert "points" not in shown["by_partner"][0]

    with TableServer(tmp_path) as server:
        run(visit(server))


def test_a_rule_set_that_is_not_known_counts_in_points() -> None:
    assert unit_of("nowhere/1", "{}") == "points"
