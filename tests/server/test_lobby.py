"""The lobby under a crowd: looked up once for all who wait, and never out of date."""

import asyncio
from pathlib import Path

from klaverjas.rules.named import ROTTERDAM
from klaverjas.server.cluster.bus import NoBus
from klaverjas.server.cluster.node import Node
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.table.events import Options


def test_a_crowd_at_the_lobby_costs_two_looks_and_sees_what_was_opened_before_it_came(tmp_path: Path) -> None:
    async def go() -> None:
        database = Database(f"sqlite:///{tmp_path / 'klaverjas.db'}")
        await migrate(database)
        node = Node(database, NoBus())
        await node.start()
        looks = 0
        public_tables = node.log.public_tables

        async def counted(most: int) -> object:
            nonlocal looks
            looks += 1
            return await public_tables(most)

        node.log.public_tables = counted  # type: ignore[method-assign, assignment]
        try:
            assert await node.outlines.public(100) == []
            first = [asyncio.create_task(node.outlines.public(100)) for _ in range(50)]
            await asyncio.sleep(0)
            looks = 0
            row = await node.open_table("anna", "Anna", ROTTERDAM, Options(public=True), display=False)
            crowd = await asyncio.gather(*(node.outlines.public(100) for _ in range(50)))
            await asyncio.gather(*first)
            assert looks <= 2
            assert all([seen.id for seen, _ in found] == [row.id] for found in crowd)
        finally:
            await node.stop()

    asyncio.run(go())
