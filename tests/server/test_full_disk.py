"""A disk without room: `/readyz` says so, the log once, and play goes on when there is room again."""

import asyncio
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import event

from klaverjas.rules.named import named
from klaverjas.server.cluster.bus import bus_for
from klaverjas.server.cluster.node import Node
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.table.commands import AddBot, Start
from klaverjas.server.table.events import Options
from table_client import QUICK, four_at_a_table, play_on, run
from table_server import TableServer

SHORT = {"base": "amsterdam-bond", "end": {"rounds": 2}}


@contextmanager
def a_small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own. Mounting it needs root, as the tests' PostgreSQL does in a container."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_said_once_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def go(server: TableServer, disk: Path) -> None:
        clients = await four_at_a_table(server.url, rules=SHORT, **QUICK)
        south, west = clients[:2]
        await south.do("start")
        await west.until(lambda: bool(west.now["may"].get("troef")))
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        answers: list[str] = []
        while "store-down" not in answers:  # the write-ahead log has room for some
            assert len(answers) < 2000
            answer = await south.ask("end", agree=len(answers) % 2 == 0)
            answers.append(answer.get("code", "done"))
        async with httpx.AsyncClient(base_url=server.url, verify=False) as http:
            for _ in range(4):
                ready = await http.get("/readyz", params={"lang": "en"})
                assert (ready.status_code, ready.json()["code"]) == (503, "disk-full")
                assert (await http.get("/healthz")).status_code == 200
                await asyncio.sleep(1)
            assert server.said().count("disk-full") == 1
            filler.unlink()
            async with asyncio.timeout(20):
                while (await http.get("/readyz")).status_code != 200:
                    await asyncio.sleep(0.2)
        for client in clients:
            if client.socket is None or client.goodbye is not None:
                await client.connect(after=client.seq)
        await south.do("end", agree=False)
        await asyncio.gather(*(play_on(client, random.Random(1)) for client in clients))
        async with asyncio.timeout(5):
            while server.said().count('"trouble"') < 2:  # and that it is over
                await asyncio.sleep(0.1)
        assert '"code": "over"' in server.said()
        assert server.said().count("disk-full") == 1

    with (
        a_small_disk(tmp_path / "disk", 6) as disk,
        TableServer(tmp_path, database=f"sqlite:///{disk / 'klaverjas.db'}") as server,
    ):
        run(go(server, disk))


def test_a_database_that_may_not_grow_is_a_full_disk_too(tmp_path: Path) -> None:
    """The same inside one process: the limit on pages makes SQLite itself say that it is full."""

    async def go() -> None:
        database = Database(f"sqlite:///{tmp_path / 'small.db'}")
        await migrate(database)
        pages = 0

        def limit(connection: Any, *_: object) -> None:
            if pages:
                connection.execute(f"PRAGMA max_page_count={pages}")

        event.listen(database._in_thread, "checkout", limit)
        event.listen(database.writing.sync_engine, "checkout", limit)
        node = Node(database, bus_for("memory:", ""))
        await node.start()
        rules = named("amsterdam-bond").change(end={"rounds": 1})
        options = Options(trick_pause=0, round_pause=0, bot_pace=0)
        row = await node.open_table("anna", "Anna", rules, options, display=False)
        await node.present(await node.watching.look_at(row.id), "anna")  # bots wait while nobody is there
        await node.do(row.id, "anna", AddBot(id="1"))
        async with database.read() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await node.do(row.id, "anna", Start(id="2"))
        async with asyncio.timeout(20):
            while not node.disk_full:
                await asyncio.sleep(0.05)
        await asyncio.sleep(2.5)  # beats go by, and it stays so
        assert (node.disk_full, node.trouble) == (True, "store-down")
        pages = 1 << 30
        async with asyncio.timeout(30):
            while (live := await node.watching.look_at(row.id)).table.last_ended is None:
                await asyncio.sleep(0.1)
        assert live.table.last_ended.how == "finished"
        assert (node.disk_full, node.trouble) == (False, None)
        await node.stop()

    asyncio.run(go())
