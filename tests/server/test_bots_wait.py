"""Bots do not play on where nobody is there: that would fill the disk for no one."""

import asyncio
from pathlib import Path

from table_client import QUICK, Client, run
from table_server import TableServer


def test_bots_wait_while_nobody_is_there_and_go_on_when_somebody_comes(tmp_path: Path) -> None:
    async def evening(url: str) -> None:
        host = Client(url, "Gastheer")
        await host.open_table(rules={"base": "amsterdam-bond", "end": {"rounds": 100}}, **QUICK)
        await host.connect()
        await host.do("bot", bot="willekeurig")
        await host.do("start")
        await host.until(lambda: host.kinds().count("card-played") > 8)
        await host.disconnect()
        await asyncio.sleep(1.5)  # after 0.3 s nobody counts as being there
        written = tmp_path / "klaverjas.db-wal"
        before = written.stat().st_mtime_ns
        await asyncio.sleep(1.5)
        assert written.stat().st_mtime_ns == before
        await host.connect()
        cards = host.kinds().count("card-played")
        await host.until(lambda: host.kinds().count("card-played") > cards)

    with TableServer(tmp_path) as server:
        run(evening(server.url))
