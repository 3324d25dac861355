"""Bots do not play on where nobody is there, and tables of bots alone share what they may cost."""

import asyncio
import time
from pathlib import Path

from klaverjas.server.pace import LONE_MOVES_A_SECOND
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


def test_tables_where_only_bots_sit_share_a_number_of_moves_a_second(tmp_path: Path) -> None:
    async def evening(url: str) -> None:
        hosts = [Client(url, f"Gastheer {number}") for number in range(6)]
        for host in hosts:
            await host.open_table(rules={"base": "amsterdam-bond", "end": {"rounds": 100}}, **QUICK)
            await host.connect()
            await host.do("bot", bot="willekeurig")

        def moves() -> int:
            return sum(host.kinds().count(kind) for host in hosts for kind in ("card-played", "troef-chosen"))

        for host in hosts:
            await host.do("start")
        before, begin = moves(), time.monotonic()
        await asyncio.sleep(4)
        made, seconds = moves() - before, time.monotonic() - begin
        assert 0.2 * LONE_MOVES_A_SECOND < made / seconds < 1.1 * LONE_MOVES_A_SECOND

    with TableServer(tmp_path) as server:
        run(evening(server.url))
