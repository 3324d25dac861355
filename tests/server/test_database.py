"""The store: migrations, backups under load, records out and in, and the check that replays everything."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import Connection, select, text, update

from command_line import answered
from klaverjas.errors import KlaverjasError
from klaverjas.record import read
from klaverjas.server.people import COOKIE
from klaverjas.server.store.backup import back_up, restore
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate, newest
from klaverjas.server.store.schema import events, games, metadata, players, settings, tables
from steadfast import check_nothing_lost, seated, whole_game
from table_client import QUICK, Client, four_at_a_table, play_on
from table_server import TableServer

DATA = Path(__file__).parent.parent / "data"
OLDER = sorted(DATA.glob("schema-*.backup"))
SHORT = {"base": "amsterdam-bond", "end": {"rounds": 1}}


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


# --- the schema -------------------------------------------------------------------------------------


def test_the_migrations_lead_to_the_schema_that_the_program_uses(database_url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async def go() -> list[Any]:
        database = Database(database_url)
        await migrate(database)
        async with database.read() as connection:
            found = await connection.run_sync(differences)
        await database.close()
        return found

    assert asyncio.run(go()) == []


def test_a_database_of_a_newer_program_is_refused(database_url: str) -> None:
    async def go() -> str:
        database = Database(database_url)
        await migrate(database)
        async with database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        try:
            with pytest.raises(KlaverjasError) as refused:
                await migrate(database)
        finally:
            await database.close()
        return refused.value.code

    assert asyncio.run(go()) == "database-too-new"


def test_there_is_a_database_of_every_older_version() -> None:
    versions = {file.stem.removeprefix("schema-") for file in OLDER}
    assert versions >= {f"{number:04}" for number in range(1, int(newest()))}


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_a_game_in_progress_goes_on_after_a_migration(file: Path, database_url: str, tmp_path: Path) -> None:
    version = file.stem.removeprefix("schema-")

    async def made_old() -> list[tuple[str, str, str]]:
        """A database as the older program left it, and the cookie of each player of the running game."""
        database = Database(database_url)
        await restore(database, file, until=version)
        async with database.read() as connection:
            found = await connection.execute(text("SELECT version_num FROM alembic_version"))
            assert found.scalar_one() == version
            key = (await connection.execute(select(settings.c.value))).scalar_one()
            playing = select(tables.c.code).where(tables.c.stage == "playing")
            running = (await connection.execute(playing)).one()
            known = (await connection.execute(select(players.c.id, players.c.name))).all()
        signer = URLSafeTimedSerializer(key, salt="player")  # as cookies were before they named a session
        cookies = [(row.name, running.code, signer.dumps([row.id, 0])) for row in known]
        await database.close()
        return cookies

    async def go_on(url: str, cookies: list[tuple[str, str, str]]) -> None:
        clients = []
        for name, code, cookie in cookies:
            client = Client(url, name)
            client.http.cookies.set(COOKIE, cookie, domain="127.0.0.1")
            client.code = code
            if (await client.join(code)).status_code != 200:
                await client.close()
                continue
            await client.connect()
            assert len(client.snapshot["table"]["key"]) == 32  # tables of before have got one
            clients.append(client)
        seated_ones = [client for client in clients if client.you["seat"]]
        assert len(seated_ones) == 4
        await asyncio.gather(*(play_on(client, random.Random(1)) for client in seated_ones))
        (game,) = (await seated_ones[0].http.get("/api/me/games")).json()
        assert game["how"] == "finished"
        for client in clients:
            await client.close()

    cookies = asyncio.run(made_old())
    with TableServer(tmp_path, database=database_url) as server:
        asyncio.run(go_on(server.url, cookies))
    assert answered("db", "check", "--database", database_url).returncode == 0


# --- backups ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
def test_a_backup_taken_under_load_is_restored_into_the_other_kind_of_database(
    tmp_path: Path, source: str, postgres_url: str
) -> None:
    backup = tmp_path / "klaverjas.backup"
    file = f"sqlite:///{tmp_path / 'one.db'}"
    database_url, other = (file, postgres_url) if source == "sqlite" else (postgres_url, file)

    async def go(server: TableServer) -> None:
        busy = [await seated([server.url], number, 0.02, rules=SHORT, **QUICK) for number in range(3)]
        playing = asyncio.gather(*(whole_game(one) for one in busy))
        await asyncio.sleep(0.5)
        made = await asyncio.to_thread(answered, "db", "backup", str(backup), "--database", database_url)
        assert made.returncode == 0, made.stderr
        await playing
        for one in busy:
            await check_nothing_lost(database_url, one)

    with TableServer(tmp_path, database=database_url) as server:
        asyncio.run(go(server))
    restored = answered("db", "restore", str(backup), "--database", other)
    assert restored.returncode == 0, restored.stderr
    checked = answered("db", "check", "--database", other, "--json")
    assert checked.returncode == 0, checked.stdout
    assert json.loads(checked.stdout)["checked"] >= 3
    again = answered("db", "restore", str(backup), "--database", other)
    assert again.returncode == 2
    assert "not empty" in again.stderr
    with TableServer(tmp_path, database=other):
        pass  # it starts, and takes up the tables that were in play


def test_half_a_backup_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    whole = OLDER[0].read_bytes()
    for name, data in {
        "half": whole[: len(whole) // 2],
        "empty": b"",
        "other": b"something else",
        "changed": whole[:200] + bytes([whole[200] ^ 1]) + whole[201:],
    }.items():
        file = tmp_path / name
        file.write_bytes(data)
        refused = answered("db", "restore", str(file), "--database", f"sqlite:///{tmp_path / name}.db")
        assert refused.returncode == 2, name
        assert "backup cannot be used" in refused.stderr, (name, refused.stderr)


def test_the_backup_of_a_database_that_is_not_there_is_refused(tmp_path: Path) -> None:
    refused = answered("db", "backup", str(tmp_path / "x"), "--database", f"sqlite:///{tmp_path / 'no.db'}")
    assert refused.returncode == 2
    assert "does not exist yet" in refused.stderr
    assert not (tmp_path / "no.db").exists()


# --- check ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (update(games).values(north_south=1), "totals"),
        (text("DELETE FROM events WHERE seq = 9"), "the log has"),
        (
            text(
                "UPDATE events SET event = replace(event, '\"S7\"', '\"S8\"') WHERE event LIKE '%card-played%'"
            ),
            "game",
        ),
        (text("UPDATE games SET record = replace(record, 'Secret \"', 'Secret \"x')"), "deal"),
        (text("UPDATE tables SET stage = 'lobby' WHERE stage = 'playing'"), "another table"),
    ],
)
def test_the_check_finds_what_was_changed(tmp_path: Path, change: Any, fault: str) -> None:
    url = f"sqlite:///{tmp_path / 'changed.db'}"

    async def spoil() -> None:
        database = Database(url)
        await restore(database, OLDER[0])
        async with database.write() as connection:
            await connection.execute(change)
        await database.close()

    asyncio.run(spoil())
    checked = answered("db", "check", "--database", url)
    assert checked.returncode == 1, checked.stdout
    assert fault in checked.stdout


# --- records ----------------------------------------------------------------------------------------


def test_all_games_go_out_as_records_and_come_back(tmp_path: Path, database_url: str) -> None:
    async def two_games(url: str) -> None:
        clients = await four_at_a_table(url, rules=SHORT, **QUICK)
        for number in range(2):
            await clients[0].do("start")
            await asyncio.gather(*(play_on(client, random.Random(number)) for client in clients))
        for client in clients:
            await client.close()

    with TableServer(tmp_path, database=database_url) as server:
        asyncio.run(two_games(server.url))
    first, second = tmp_path / "first.kj", tmp_path / "second.kj"
    assert answered("export", str(first), "--database", database_url).returncode == 0
    records = read(first.read_text())
    assert [record.tag("South") for record in records] == ["Zus", "Zus"]
    assert answered("verify", str(first)).returncode == 0
    other = f"sqlite:///{tmp_path / 'imported.db'}"
    came = answered("import", str(first), "--database", other)
    assert "Imported 2 new games; skipped 0 already present" in came.stdout
    twice = answered("import", str(first), "--database", other)
    assert "Imported 0 new games; skipped 2 already present" in twice.stdout
    assert answered("export", str(second), "--database", other).returncode == 0
    assert second.read_text() == first.read_text()
    assert answered("db", "check", "--database", other).returncode == 0
    to_standard_output = answered("export", "--database", other)
    assert to_standard_output.stdout == first.read_text()


def test_a_backup_is_the_same_when_nothing_has_changed(tmp_path: Path) -> None:
    async def go() -> None:
        database = Database(f"sqlite:///{tmp_path / 'a.db'}")
        rows = await restore(database, OLDER[0])
        assert await back_up(database, tmp_path / "b.backup") == rows
        async with database.read() as connection:
            assert (await connection.execute(select(events.c.seq))).first() is not None
        await database.close()

    asyncio.run(go())
