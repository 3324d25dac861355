"""What a server keeps in files: for its owner alone, used by one server, and damage gives a sentence."""

import asyncio
import os
import random
import stat
from pathlib import Path

import pytest
from sqlalchemy import select, update

from command_line import answered, klaverjas, refused
from klaverjas.record import read
from klaverjas.server.store.backup import restore
from klaverjas.server.store.database import Database
from klaverjas.server.store.schema import games
from table_client import QUICK, four_at_a_table, play_on, run
from table_server import TableServer

OLDER = sorted((Path(__file__).parent.parent / "data").glob("schema-*.backup"))[-1]
SHORT = {"base": "amsterdam-bond", "end": {"rounds": 1}}


def _filled(url: str) -> None:
    """A database with a finished game and one in progress."""

    async def go() -> None:
        database = Database(url)
        await restore(database, OLDER)
        await database.close()

    asyncio.run(go())


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


# --- for its owner alone ----------------------------------------------------------------------------


def test_nobody_else_reads_the_database_its_lock_backups_and_exports(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = tmp_path / "state"
        database = f"sqlite:///{folder / 'klaverjas.db'}"
        with TableServer(tmp_path, database=database):
            names = {file.name for file in folder.iterdir()}
            assert names >= {"klaverjas.db", "klaverjas.db-wal", "klaverjas.db-shm", "klaverjas.db.lock"}
            assert {file.name for file in folder.iterdir() if _mode(file) & 0o077} == set()
            assert _mode(folder) == 0o700
            for words in (("db", "backup"), ("export",)):
                file = tmp_path / words[-1]
                assert answered(*words, str(file), "--database", database).returncode == 0
                assert _mode(file) == 0o600
    finally:
        os.umask(before)


def test_files_that_others_could_read_are_narrowed_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    _filled(f"sqlite:///{file}")
    lock = tmp_path / "old.db.lock"
    lock.touch()
    export = tmp_path / "games.kj"
    export.touch()
    for wide in (file, lock, export):
        wide.chmod(0o644)
    with TableServer(tmp_path, database=f"sqlite:///{file}"):
        assert (_mode(file), _mode(lock)) == (0o600, 0o600)
    assert answered("export", str(export), "--database", f"sqlite:///{file}").returncode == 0
    assert _mode(export) == 0o600


# --- one server -------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["link", "folder", "spelling"])
def test_two_servers_do_not_share_a_database_whatever_it_is_called(tmp_path: Path, way: str) -> None:
    real = tmp_path / "real"
    real.mkdir()
    with TableServer(tmp_path, database=f"sqlite:///{real / 'klaverjas.db'}"):
        if way == "link":
            other = tmp_path / "other.db"
            other.symlink_to(real / "klaverjas.db")
        elif way == "folder":
            (tmp_path / "linked").symlink_to(real)
            other = tmp_path / "linked" / "klaverjas.db"
        else:
            other = Path(f"{real}/../real/./klaverjas.db")
        second = klaverjas("serve", "--port=0", f"--database=sqlite:///{other}")
    refused(second, "is in use by another server")


# --- export -----------------------------------------------------------------------------------------

TOO_LONG = " N!E?" * 5_111


def _with_two_games(tmp_path: Path, database_url: str) -> str:
    """The id of the second of two games; the record of that one is longer than any reader accepts."""

    async def go(url: str) -> None:
        clients = await four_at_a_table(url, rules=SHORT, **QUICK)
        for number in range(2):
            await clients[0].do("start")
            await asyncio.gather(*(play_on(client, random.Random(number)) for client in clients))

    async def spoil() -> str:
        database = Database(database_url)
        async with database.write() as connection:
            query = select(games.c.id, games.c.record).order_by(games.c.ended_at.desc())
            last = (await connection.execute(query)).first()
            assert last is not None
            longer = last.record.replace("\n2 ", f"{TOO_LONG}\n2 ", 1)
            await connection.execute(update(games).where(games.c.id == last.id).values(record=longer))
        await database.close()
        return str(last.id)

    with TableServer(tmp_path, database=database_url) as server:
        run(go(server.url))
    return asyncio.run(spoil())


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


def test_a_game_that_cannot_be_read_is_named_and_all_others_are_exported(
    tmp_path: Path, database_url: str
) -> None:
    unreadable = _with_two_games(tmp_path, database_url)
    file = tmp_path / "games.kj"
    file.write_text("the games of yesterday")
    done = answered("export", str(file), "--database", database_url)
    assert done.returncode == 1
    assert done.stderr.startswith(f"klaverjas: Skipped game {unreadable}, which cannot be read: ")
    assert done.stderr.count("\n") == 1
    assert len(read(file.read_text())) == 1
    assert not (tmp_path / "games.kj.partial").exists()
    checked = answered("db", "check", "--database", database_url)
    assert checked.returncode == 1
    assert f"game {unreadable}: " in checked.stdout
    assert "1 " in checked.stdout.splitlines()[-1]


def test_an_export_that_fails_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.kj"
    file.write_text("the games of yesterday")
    damaged = tmp_path / "damaged.db"
    _filled(f"sqlite:///{damaged}")
    _spoil_pages(damaged)
    failed = answered("export", str(file), "--database", f"sqlite:///{damaged}")
    assert failed.returncode == 2
    assert file.read_text() == "the games of yesterday"
    assert not (tmp_path / "games.kj.partial").exists()


@pytest.mark.parametrize("words", [("db", "backup"), ("export",)])
@pytest.mark.parametrize("target", ["klaverjas.db", "link.db", "klaverjas.db-wal", "klaverjas.db.lock"])
def test_nothing_is_written_over_the_database_that_is_read(
    tmp_path: Path, words: tuple[str, ...], target: str
) -> None:
    database = f"sqlite:///{tmp_path / 'klaverjas.db'}"
    with TableServer(tmp_path, database=database):
        (tmp_path / "link.db").symlink_to(tmp_path / "klaverjas.db")
        refused = answered(*words, str(tmp_path / target), "--database", database, "--lang", "en")
        assert refused.returncode == 2
        assert "is the database itself" in refused.stderr
    assert answered("db", "check", "--database", database).returncode == 0


def test_an_export_to_a_device_leaves_it_a_device(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'a.db'}"
    _filled(database)
    assert answered("export", "/dev/null", "--database", database).returncode == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# --- damage -----------------------------------------------------------------------------------------


def _spoil_pages(file: Path) -> None:
    """Overwrite everything behind the first page, as a bad disk would."""
    with file.open("r+b") as database:
        database.seek(4096)
        database.write(b"\xa5" * (file.stat().st_size - 4096))


@pytest.mark.parametrize("words", [("serve", "--port=0"), ("db", "check"), ("db", "backup"), ("export",)])
@pytest.mark.parametrize("how", ["no database", "spoilt pages"])
def test_a_damaged_database_gives_a_sentence(tmp_path: Path, words: tuple[str, ...], how: str) -> None:
    file = tmp_path / "damaged.db"
    if how == "no database":
        file.write_bytes(b"This is a letter to my aunt. " * 1000)
    else:
        _filled(f"sqlite:///{file}")
        _spoil_pages(file)
    target = (str(tmp_path / "out"),) if words[-1] in ("backup", "export") else ()
    run_ = klaverjas(*words, *target, f"--database=sqlite:///{file}")
    refused(run_, "The database is damaged")
    assert not (tmp_path / "out").exists()
