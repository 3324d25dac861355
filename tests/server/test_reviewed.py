"""Rare moments: a table put away while somebody comes, a bot that hangs, a late write, a clock put back."""

import asyncio
import contextlib
import gzip
import json
import logging
import os
import signal
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import structlog
from litestar.datastructures import Headers
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from klaverjas.bots import bot_named
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.fair import deal, seeded_deck
from klaverjas.game import Game
from klaverjas.record import Record
from klaverjas.round import Round
from klaverjas.rules.named import ROTTERDAM, rules_from_json
from klaverjas.seats import Seat
from klaverjas.server.clock import clock_ms
from klaverjas.server.cluster import lease as lease_module
from klaverjas.server.cluster import node as node_module
from klaverjas.server.cluster import owner as owner_module
from klaverjas.server.cluster import presence as presence_module
from klaverjas.server.cluster.bus import NoBus, Ring, _RemoteBus
from klaverjas.server.cluster.links import AskConnected
from klaverjas.server.cluster.node import Node
from klaverjas.server.cluster.owner import Owner
from klaverjas.server.limits import Rate
from klaverjas.server.logs import set_up_logs
from klaverjas.server.people import People
from klaverjas.server.settings import Settings
from klaverjas.server.store.backup import back_up, restore
from klaverjas.server.store.check import check
from klaverjas.server.store.database import Database, StoreDown
from klaverjas.server.store.games import exported, import_records
from klaverjas.server.store.migrate import migrate
from klaverjas.server.store.schema import events, tables
from klaverjas.server.store.writer import Append, Writer
from klaverjas.server.table.commands import AddBot, EndGame, Leave, Remove, Sit, StandIn, Start
from klaverjas.server.table.events import Options
from klaverjas.server.thinkers import Thinkers
from klaverjas.server.web.context import address_of
from klaverjas.view import View, view_round
from table_client import Client, run
from table_server import TableServer

PATIENCE = 10.0
HEX = "0123456789abcdef"


class Ear:
    """Somebody who listens, without a socket."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.session = ""
        self.as_table = False
        self.messages: list[dict[str, Any]] = []
        self.troubles: list[str | None] = []
        self.goodbye: str | None = None

    def send(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def dismiss(self, code: str) -> None:
        self.goodbye = code

    def trouble(self, code: str | None) -> None:
        self.troubles.append(code)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for message in self.messages for event in message.get("events", ())]

    @property
    def numbers(self) -> list[int]:
        return [event["seq"] for event in self.events]


@asynccontextmanager
async def a_node(url: str, **options: Any) -> AsyncIterator[Node]:
    database = Database(url)
    await migrate(database)
    node = Node(database, options.pop("bus", None) or NoBus(), **{"absent_after": 0.1} | options)
    await node.start()
    try:
        yield node
    finally:
        await node.stop()


def file_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'klaverjas.db'}"


async def a_table(node: Node, *others: str, **options: Any) -> str:
    """A table of anna, with others at it; its id."""
    wanted = {"trick_pause": 0.0, "round_pause": 0.0, "bot_pace": 0.0} | options
    row = await node.open_table("anna", "Anna", ROTTERDAM, Options(**wanted), display=False)
    for player in others:
        await node.join(row.id, player, player.title(), display=False)
    return row.id


async def soon(condition: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.02)


def a_view() -> View:
    round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
    return view_round(round, Seat.WEST)


# --- tables that stand still ------------------------------------------------------------------------


def test_when_a_bot_hangs_the_bots_of_other_tables_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaverjas.server.thinkers.PATIENCE_SECONDS", 2.0)

    async def story() -> None:
        thinkers = Thinkers(1)
        view = a_view()
        await asyncio.wait_for(_first_thought(thinkers, view), 30)
        assert thinkers._pool is not None
        (worker,) = thinkers._pool._processes
        os.kill(worker, signal.SIGSTOP)  # it hangs
        try:
            thoughts = [asyncio.create_task(thinkers.think("regels", view)) for _ in range(6)]
            done, _ = await asyncio.wait(thoughts, timeout=PATIENCE)
            assert len(done) == 6
            assert not [thought for thought in thoughts if thought.cancelled()]
            assert all(thought.result() is not None for thought in thoughts)
            await soon(lambda: not Path(f"/proc/{worker}").exists(), "it is left behind")
        finally:
            thinkers.stop()

    async def _first_thought(thinkers: Thinkers, view: View) -> None:
        monkeypatch.setattr("klaverjas.server.thinkers.PATIENCE_SECONDS", 30.0)
        await thinkers.think("regels", view)
        monkeypatch.setattr("klaverjas.server.thinkers.PATIENCE_SECONDS", 2.0)

    asyncio.run(story())


def test_a_bot_that_must_be_compiled_first_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled yet: meanwhile another plays for it, and the server's loop goes on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("klaverjas.server.thinkers.PATIENCE_SECONDS", 60.0)

    async def story() -> None:
        thinkers = Thinkers(1)
        await thinkers.think("regels", a_view())  # the process has started
        begin = last = time.monotonic()
        longest = 0.0
        thought = asyncio.create_task(thinkers.think("montecarlo", a_view()))
        while not thought.done():
            await asyncio.sleep(0)
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        thinkers.stop()
        assert thought.result() == bot_named("regels").act(a_view(), Random(1))
        assert not list(tmp_path.rglob("tree.played_on*.nbi"))  # the last of it was not compiled by then
        assert longest < (last - begin) / 2

    asyncio.run(story())


def test_a_bot_that_waits_long_for_its_turn_to_think_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        view = a_view()
        await thinkers.think("regels", view)
        monkeypatch.setattr("klaverjas.server.thinkers.PATIENCE_SECONDS", 0.5)
        moves = await asyncio.gather(*(thinkers.think("regels", view) for _ in range(3000)))
        assert all(move is not None for move in moves)
        thinkers.stop()

    asyncio.run(story())


def test_a_table_goes_on_when_the_database_was_away_while_its_game_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            short = rules_from_json({"base": "amsterdam-bond", "end": {"rounds": 1}})
            row = await node.open_table(
                "anna", "Anna", short, Options(trick_pause=0, round_pause=0, bot_pace=0), display=False
            )
            live = await node.listen(row.id, Ear("anna"), None)
            failures = 0
            of_game = node.log.of_game

            async def away(table_id: str, number: int) -> Any:
                nonlocal failures
                failures += 1
                if failures < 3:
                    raise StoreDown
                return await of_game(table_id, number)

            monkeypatch.setattr(node.log, "of_game", away)
            await node.do(row.id, "anna", AddBot(id="1"))
            await node.do(row.id, "anna", Start(id="2"))
            await soon(lambda: live.table.last_ended is not None, "the game never ends", 30)

    asyncio.run(story())


def test_a_table_is_taken_up_again_even_if_that_fails_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node)
            live = await node.listen(table, Ear("anna"), None)
            await node.present(live, "anna")
            whole = node.log.whole
            tries = 0

            async def away(row: Any) -> Any:
                nonlocal tries
                tries += 1
                if tries == 1:
                    raise StoreDown
                async for page in whole(row):
                    yield page

            monkeypatch.setattr(node.log, "whole", away)
            owner = node.owners[table]
            owner.stopped = True
            node.in_doubt(owner, StoreDown(), None)
            await soon(lambda: table in node.owners, "nobody runs the table", 4)

    asyncio.run(story())


def test_a_table_whose_log_is_broken_stands_alone(tmp_path: Path) -> None:
    async def story() -> None:
        url = file_in(tmp_path)
        async with a_node(url) as node:
            broken, whole = await a_table(node), await a_table(node)
            async with node.database.write() as connection:
                await connection.execute(
                    update(events).where(events.c.table_id == broken, events.c.seq == 3).values(event="{")
                )
                await connection.execute(update(tables).values(wake_at=1, owner=None))
        async with a_node(url) as node:
            assert whole in node.owners
            assert broken not in node.owners
            gone: list[int] = []
            node._put_down.add(broken)
            node.presence.look_after = lambda: _count(gone)  # type: ignore[method-assign]
            await soon(lambda: len(gone) > 1, "the heart has stopped", 4)

    async def _count(gone: list[int]) -> None:
        gone.append(1)

    asyncio.run(story())


def test_a_node_keeps_its_lease_while_it_takes_over_many_tables(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(postgres_url) as node:

            async def many() -> None:
                await asyncio.sleep(lease_module.LEASE_MS / 1000 + 2)

            monkeypatch.setattr(node, "_adopt_abandoned", many)
            end = time.monotonic() + lease_module.LEASE_MS / 1000 + 2
            while time.monotonic() < end:
                assert node.id in await node.log.alive_nodes()
                await asyncio.sleep(0.2)

    asyncio.run(story())


# --- listeners --------------------------------------------------------------------------------------


def test_who_comes_while_a_table_is_put_away_hears_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node, "bert")
            await node._owner_of(table)
            node.watching.tables[table].idle_since = 0
            anna, bert = Ear("anna"), Ear("bert")
            stop = Owner.stop

            async def slowly(owner: Owner) -> None:
                await stop(owner)
                await asyncio.sleep(0.3)

            monkeypatch.setattr(Owner, "stop", slowly)
            putting_away = asyncio.create_task(node._put_away_idle())
            await asyncio.sleep(0.1)
            await node.listen(table, anna, None)
            await putting_away
            await node.listen(table, bert, None)
            await node.do(table, "anna", Sit(id="1", seat="S"))
            for ear in (anna, bert):
                assert "sat" in [event["kind"] for event in ear.events]
            monkeypatch.setattr(Owner, "stop", stop)

    asyncio.run(story())


def test_a_table_is_not_put_away_while_somebody_comes_back_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node)
            await node._owner_of(table)
            live = node.watching.tables[table]
            live.idle_since = 0
            monkeypatch.setattr(node_module, "IDLE_MS", -1)  # at any moment
            after = node.log.after
            moments: list[int] = []

            async def slowly(*arguments: Any) -> Any:
                if not moments:
                    moments.append(1)
                    await node._put_away_idle()
                return await after(*arguments)

            monkeypatch.setattr(node.log, "after", slowly)
            anna = Ear("anna")
            await node.listen(table, anna, live.table.seq)
            await node.do(table, "anna", Sit(id="1", seat="S"))
            assert "sat" in [event["kind"] for event in anna.events]

    asyncio.run(story())


def test_names_are_known_at_a_node_that_learns_of_a_join_from_somebody_who_comes_back(
    postgres_url: str,
) -> None:
    async def story() -> None:
        async with a_node(postgres_url) as first, a_node(postgres_url) as second:
            table = await a_table(first)
            await second.watching.look_at(table)
            seq = second.watching.tables[table].table.seq
            await first.join(table, "bert", "Bert", display=False)
            anna = Ear("anna")
            await second.listen(table, anna, seq)
            assert [event["name"] for event in anna.events if event["kind"] == "joined"] == ["Bert"]
            assert second.watching.tables[table].table.names["bert"] == "Bert"

    asyncio.run(story())


def test_an_erased_name_is_not_told_to_who_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            people = People(node.database, "key")
            guest = await people.guest("Bert van Dam")
            table = await a_table(node)
            seq = (await node.watching.look_at(table)).table.seq
            await node.join(table, guest.player, "Bert van Dam", display=False)
            await node.leave_everywhere(guest.ids)
            await people.erase(guest)
            anna = Ear("anna")
            await node.listen(table, anna, seq)
            assert "joined" in [event["kind"] for event in anna.events]
            assert "Bert van Dam" not in json.dumps(anna.messages)

    asyncio.run(story())


def test_an_owner_that_was_overtaken_notices_it_by_the_bell(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> None:
        pass

    async def story() -> None:
        async with a_node(postgres_url) as first, a_node(postgres_url) as second:
            table = await a_table(first)
            ear = Ear("anna")
            await first.present(await first.listen(table, Ear("anna"), None), "anna")
            async with second.database.write() as connection:  # as if the first were late with its lease
                await connection.execute(update(tables).values(owner=second.id))
            monkeypatch.setattr(second.presence, "look_after", nothing)  # so that it writes nothing itself
            await second.listen(table, ear, None)
            assert table in first.owners
            assert table in second.owners
            seq = await first.do(table, "anna", Sit(id="1", seat="S"))  # its last write, which is allowed
            second._rung(table, seq)
            await soon(lambda: bool(ear.numbers) and ear.numbers[-1] >= seq, "it does not know what happened")
            assert ear.numbers == sorted(set(ear.numbers))
            await second.do(table, "anna", Sit(id="2", seat="W"))
            await soon(lambda: "sat" in [event["kind"] for event in ear.events[-1:]], "not told")
            assert ear.numbers == list(range(ear.numbers[0], ear.numbers[-1] + 1))

    asyncio.run(story())


def test_a_new_owner_never_goes_back_behind_what_was_told(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(postgres_url) as first, a_node(postgres_url) as second:
            table = await a_table(first)
            ear = Ear("anna")
            await first._owner_of(table)
            await second.listen(table, ear, None)
            names = second.log.names

            async def meanwhile(
                table_id: str,
            ) -> Any:  # the old owner's last write arrives while the log is read
                if second.watching.tables[table].table.seq == first.watching.tables[table].table.seq:
                    await first.do(table, "anna", Sit(id="1", seat="S"))
                    await second.watching.catch_up(second.watching.tables[table])
                return await names(table_id)

            async with second.database.write() as connection:
                await connection.execute(update(tables).values(owner=second.id))
            monkeypatch.setattr(second.log, "names", meanwhile)
            await second._owner_of(table)
            monkeypatch.setattr(second.log, "names", names)
            await second.do(table, "anna", Sit(id="2", seat="W"))
            assert ear.numbers == list(range(ear.numbers[0], ear.numbers[-1] + 1))

    asyncio.run(story())


def test_who_has_just_joined_at_one_node_is_let_in_at_another(tmp_path: Path, postgres_url: str) -> None:
    async def story(urls: list[str]) -> None:
        anna = Client(urls[0], "Anna")
        code = await anna.open_table()
        watcher = Client(urls[0], "Willem")
        await watcher.join(code)
        await watcher.connect(url=urls[1])
        for number in range(20):
            guest = Client(urls[0], f"Gast {number}")
            assert (await guest.join(code)).status_code == 200
            await guest.connect(url=urls[1])
            assert guest.goodbye is None, guest.goodbye
            await guest.close()
        await anna.close()
        await watcher.close()

    # Their bus is somewhere else: no bell is ever heard.
    options = {"bus": "redis://127.0.0.1:1/0"}
    with (
        TableServer(tmp_path, postgres_url, **options) as one,
        TableServer(tmp_path, postgres_url, **options) as two,
    ):
        run(story([one.url, two.url]))


# --- who is there -----------------------------------------------------------------------------------


def test_who_hangs_up_while_the_database_is_away_is_absent_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node)
            anna = Ear("anna")
            live = await node.listen(table, anna, None)
            await node.present(live, "anna")
            ask = node.ask

            async def away(question: Any) -> int:
                raise StoreDown

            monkeypatch.setattr(node, "ask", away)
            node.forget(live, anna)
            await asyncio.sleep(0.3)
            assert live.table.people["anna"].present
            monkeypatch.setattr(node, "ask", ask)
            await soon(lambda: not live.table.people["anna"].present, "she is there for ever", 5)

    asyncio.run(story())


def test_a_restart_does_not_end_a_game_because_one_who_would_is_back_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_module, "RETURN_SECONDS", 3.0)

    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node, "bert")
            live = await node.listen(table, Ear("anna"), None)
            for player, seat in (("anna", "S"), ("bert", "W")):
                await node.do(table, player, Sit(id="1", seat=seat))  # type: ignore[arg-type]
                await node.ask(AskConnected(table, player, "ended"))  # a node that is no more
            await node.do(table, "anna", AddBot(id="2"))
            await node.do(table, "anna", Start(id="3"))
            await node.do(table, "anna", EndGame(id="4"))
            await node.present(live, "anna")
            await asyncio.sleep(2)
            assert live.table.playing
            await node.present(live, "bert")
            await soon(lambda: live.table.people["bert"].nodes == {node.id}, "the old node is still there", 8)
            assert live.table.playing

    asyncio.run(story())


def test_who_was_sent_away_while_he_was_let_in_hears_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node, "bert")
            await node.do(table, "anna", Remove(id="1", player="bert"))
            bert = Ear("bert")
            with pytest.raises(Refusal):
                await node.listen(table, bert, None)
            await node.do(table, "anna", Sit(id="2", seat="S"))
            assert bert.messages == []

    asyncio.run(story())


def test_a_question_that_is_cancelled_is_no_trouble_for_everyone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node)
            anna = Ear("anna")
            await node.listen(table, anna, None)
            append = node.writer.append

            async def slowly(one: Append) -> None:
                await append(one)
                await asyncio.sleep(0.2)

            monkeypatch.setattr(node.writer, "append", slowly)
            asked = asyncio.create_task(node.ask(AskConnected(table, "anna", node.id)))
            await asyncio.sleep(0.1)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            monkeypatch.setattr(node.writer, "append", append)
            assert node.store_up
            assert anna.troubles == []
            await node.do(table, "anna", Sit(id="1", seat="S"))
            assert anna.numbers == list(range(anna.numbers[0], anna.numbers[-1] + 1))
            assert {"connected", "sat"} <= {event["kind"] for event in anna.events}
            driving = [task for task in asyncio.all_tasks() if task.get_name().startswith("table ")]
            assert len(driving) == 1, "the last owner still waits for something to do"

    asyncio.run(story())


def test_a_bot_does_not_move_for_somebody_who_has_taken_the_seat_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node, "bert", bot_pace=0.3)
            ear = Ear("anna")
            live = await node.listen(table, ear, None)
            for player, seat in (("anna", "S"), ("bert", "W")):
                await node.do(table, player, Sit(id="1", seat=seat))  # type: ignore[arg-type]
            await node.present(live, "anna")
            await node.do(table, "anna", AddBot(id="2"))
            started = asyncio.Event()
            go_on = asyncio.Event()
            think = node.thinkers.think

            async def thinking(bot: str, view: View, within: float | None = None) -> Any:
                started.set()
                await go_on.wait()
                return await think(bot, view, within)

            await node.do(table, "anna", Start(id="3"))
            assert live.table.turn == Seat.WEST  # left of South, who deals
            node.thinkers.think = thinking  # type: ignore[method-assign]
            await node.do(table, "anna", StandIn(id="4", seat="W"))
            await started.wait()
            await node.do(table, "bert", Leave(id="5"))
            await node.join(table, "cora", "Cora", display=False)
            await node.do(table, "cora", Sit(id="6", seat="W"))
            go_on.set()
            await asyncio.sleep(1.5)
            assert live.table.turn == Seat.WEST, "it is hers to choose"
            assert "clock-ran-out" not in [event["kind"] for event in ear.events]

    asyncio.run(story())


# --- time -------------------------------------------------------------------------------------------


def test_a_pause_is_not_longer_when_the_clock_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = clock_ms
    late = 0

    def shifted() -> int:
        return clock() + late

    async def story() -> None:
        nonlocal late
        async with a_node(file_in(tmp_path)) as node:
            table = await a_table(node, bot_pace=0.2)
            live = await node.listen(table, Ear("anna"), None)
            await node.do(table, "anna", AddBot(id="1"))
            await node.do(table, "anna", Start(id="2"))
            await soon(lambda: bool(live.table.game and len(live.table.game.round.log) > 3), "nothing", 20)
            late = -3_600_000
            seq = live.table.seq
            await soon(lambda: live.table.seq > seq + 8, "everyone waits for an hour", 8)

    monkeypatch.setattr(owner_module, "clock_ms", shifted)
    asyncio.run(story())


def test_a_cookie_of_a_node_whose_clock_is_ahead_is_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        database = Database(file_in(tmp_path))
        await migrate(database)
        people = People(database, "key")
        guest = await people.guest("Anna")
        now = time.time
        with monkeypatch.context() as patched:
            patched.setattr("itsdangerous.timed.time.time", lambda: now() + 3)
            cookie = people.cookie_for(guest)
        assert await people.known(cookie) is not None
        with monkeypatch.context() as patched:
            patched.setattr("itsdangerous.timed.time.time", lambda: now() - 401 * 24 * 3600)
            cookie = people.cookie_for(guest)
        assert await people.known(cookie) is None
        await database.close()

    asyncio.run(story())


# --- writing ----------------------------------------------------------------------------------------


def test_one_bad_write_does_not_fail_the_others_that_share_its_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            good, bad = await a_table(node), await a_table(node)
            for table in (good, bad):
                await node._owner_of(table)
            append = node.writer.append

            def spoilt(one: Append) -> Any:
                if one.table_id == bad:
                    one.events = [row | {"event": object()} for row in one.events]  # cannot be written
                return append(one)

            monkeypatch.setattr(node.writer, "append", spoilt)
            answers = await asyncio.gather(
                *(node.do(table, "anna", Sit(id="1", seat="S")) for table in (bad, good)),
                return_exceptions=True,
            )
            monkeypatch.setattr(node.writer, "append", append)
            assert isinstance(answers[0], Exception)
            assert isinstance(answers[1], int)
            await node.do(bad, "anna", Sit(id="2", seat="S"))

    asyncio.run(story())


def test_what_comes_to_a_writer_that_stops_is_refused_and_does_not_wait_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        database = Database(file_in(tmp_path))
        await migrate(database)
        writer = Writer(database)
        writer.start()
        stopping = asyncio.create_task(writer.stop())
        await asyncio.sleep(0)
        with pytest.raises(StoreDown):
            await asyncio.wait_for(writer.append(Append("x", [], {})), 2)
        await stopping
        await database.close()

    asyncio.run(story())


# --- the bus ----------------------------------------------------------------------------------------


class _Faulty(_RemoteBus):
    """Its bell breaks once; it hears nonsense."""

    def __init__(self) -> None:
        super().__init__("")
        self.rings = 0
        self.heard = 0

    async def _listen(self, heard: Callable[[str], None]) -> None:
        self.up = True
        try:
            self.heard += 1
            if self.heard == 1:
                heard("table ²")
            await asyncio.Event().wait()
        finally:
            self.up = False

    async def _ring_out(self) -> None:
        self.rings += 1
        if self.rings == 1:
            raise OSError
        await asyncio.Event().wait()


def test_a_bus_whose_bell_was_broken_for_a_moment_is_up_again() -> None:
    async def story() -> None:
        bus = _Faulty()
        ring: Ring = lambda table, seq: None  # noqa: E731
        await bus.start(ring)
        await soon(lambda: bus.rings == 2, "the bell was not made again")
        await soon(lambda: bus.up, "it is down for ever", 3)
        assert not any(task.done() for task in bus._tasks)
        await bus.stop()

    asyncio.run(story())


class _Stubborn(_RemoteBus):
    """Its drivers make another error of a cancellation, or swallow it."""

    async def _listen(self, heard: Callable[[str], None]) -> None:
        self.up = True
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise OSError from None

    async def _ring_out(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()


def test_a_node_stops_even_if_its_drivers_swallow_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with asyncio.timeout(PATIENCE):
            async with a_node(file_in(tmp_path), bus=_Stubborn("")) as node:
                looking = asyncio.Event()

                async def swallowed() -> Any:
                    looking.set()
                    try:
                        await asyncio.sleep(60)
                    except asyncio.CancelledError:
                        raise StoreDown from None

                monkeypatch.setattr(node.log, "alive_nodes", swallowed)
                monkeypatch.setattr(node.lease, "renew", swallowed)
                node._keeping = asyncio.create_task(node.lease.keep())
                await looking.wait()
                await asyncio.sleep(0.1)

    asyncio.run(story())


# --- what is told -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_in_the_log_shows_no_values(form: Any, capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers
    set_up_logs(Settings(log_format=form))
    try:
        _fails({"secret": HEX * 4})
    finally:
        logging.getLogger().handlers = before
        structlog.reset_defaults()
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said
    assert HEX not in said


def _fails(table: dict[str, str]) -> None:
    try:
        print(1 // (len(table) - 1))
    except ZeroDivisionError:
        structlog.get_logger("test").exception("table failed")
        logging.getLogger("uvicorn.error").exception("failed")


def test_a_fault_of_the_database_shows_no_values(tmp_path: Path, postgres_url: str) -> None:
    async def story(url: str) -> None:
        database = Database(url)
        await migrate(database)
        row = {"table_id": object(), "seq": 1, "at": 1, "event": "geheim"}

        def work(connection: Any) -> None:
            connection.execute(events.insert(), [row, row])

        for write in (database.write_at_once(work), _written(database, row)):
            with pytest.raises((DBAPIError, KlaverjasError)) as caught:
                await write
            told: BaseException | None = caught.value
            while told is not None:
                assert "geheim" not in str(told)
                told = told.__cause__
        await database.close()

    async def _written(database: Database, row: Any) -> None:
        async with database.write() as connection:
            await connection.execute(events.insert(), [row, row])

    asyncio.run(story(file_in(tmp_path)))
    asyncio.run(story(postgres_url))


def test_codes_cannot_be_guessed_many_at_once(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, verify=False, timeout=PATIENCE) as http:
            codes = [f"{number:06}" for number in range(60)]
            answers = await asyncio.gather(*(http.get(f"/api/tables/{code}") for code in codes))
            statuses = [answer.status_code for answer in answers]
            assert 30 <= statuses.count(404) <= 32  # one more every two seconds
            assert statuses.count(429) == 60 - statuses.count(404)

    with TableServer(tmp_path, wrong_codes_per_address=30, wrong_codes_per_minute=10_000) as server:
        run(story(server.url))


def test_who_is_at_a_table_comes_back_although_others_are_guessing_codes(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        anna = Client(url, "Anna")
        await anna.open_table()
        async with httpx.AsyncClient(base_url=url, verify=False, timeout=PATIENCE) as http:
            for number in range(5):
                await http.get(f"/api/tables/{number:06}")
        await anna.connect()
        assert anna.goodbye is None
        await anna.close()

    with TableServer(tmp_path, wrong_codes_per_address=3, wrong_codes_per_minute=3) as server:
        run(story(server.url))


def test_a_counted_fault_is_paid_for_even_when_none_were_left() -> None:
    now = 0.0
    rate = Rate("codes", 2, 100, 60, clock=lambda: now)
    for _ in range(6):
        rate.count("a")
    with pytest.raises(KlaverjasError):
        rate.check("a")
    now = 60.0  # two of six
    with pytest.raises(KlaverjasError):
        rate.check("a")
    now = 160.0
    rate.check("a")


# --- people -----------------------------------------------------------------------------------------


def test_nobody_becomes_somebody_else_to_see_a_second_hand(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        anna, bert = Client(url, "Anna"), Client(url, "Bert")
        code = await anna.open_table()
        await bert.join(code)
        await anna.connect()
        await bert.connect()
        await anna.ask(do="sit", seat="S")
        await bert.ask(do="sit", seat="W")
        await anna.ask(do="bot")
        other = Client(url, "Ander")
        made = await other.http.post("/api/me/account", json={"name": "Ander", "password": "geheim geheim"})
        assert made.status_code == 201
        await anna.ask(do="start")
        await bert.until(lambda: bool(bert.hand))
        for client in (anna, bert):  # so that a seat is free
            await client.send(json.dumps({"do": "leave", "id": "leave"}))
            await client.until(lambda client=client: client.goodbye is not None)  # type: ignore[misc]
        entered = await bert.http.put("/api/me/session", json={"name": "Ander", "password": "geheim geheim"})
        assert entered.status_code == 200
        assert (await bert.join(code)).status_code == 200
        await bert.connect()
        answer = await bert.ask(do="sit", seat="S")
        assert answer["code"] == "held-other-seat"
        for client in (anna, bert, other):
            await client.close()

    with TableServer(tmp_path) as server:
        run(story(server.url))


def test_a_guest_becomes_one_account_only(tmp_path: Path) -> None:
    async def story() -> None:
        database = Database(file_in(tmp_path))
        await migrate(database)
        people = People(database, "key")
        guest = await people.guest("Anna")
        await people.register(guest, "Anna een", "wachtwoord", "127.0.0.1")
        with pytest.raises(Refusal):
            await people.register(guest, "Anna twee", "wachtwoord", "127.0.0.1")
        await database.close()

    asyncio.run(story())


# --- keeping ----------------------------------------------------------------------------------------


def test_the_check_tells_of_a_log_that_cannot_be_read(tmp_path: Path) -> None:
    async def story() -> None:
        url = file_in(tmp_path)
        async with a_node(url) as node:
            broken, _ = await a_table(node), await a_table(node)
        database = Database(url)
        async with database.write() as connection:
            await connection.execute(
                update(events).where(events.c.table_id == broken, events.c.seq == 1).values(event="{")
            )
        found = [finding async for finding in check(database)]
        assert {finding.id for finding in found if finding.fault} == {broken}
        assert len(found) == 2
        await database.close()

    asyncio.run(story())


def _signed(*lines: Any) -> bytes:
    digest = sha256()
    text = b""
    for line in lines:
        written = line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"
        digest.update(written)
        text += written
    return text + json.dumps({"rows": 0, "sha256": digest.hexdigest()}).encode() + b"\n"


HEAD = {"format": "klaverjas backup 1", "schema": "0002", "program": "x", "rows": 1}
COLUMNS = {"table": "settings", "columns": ["key", "value"]}


@pytest.mark.parametrize(
    "lines",
    [
        (HEAD | {"schema": "nowhere"},),
        (HEAD | {"schema": "base"},),
        (HEAD | {"rows": "many"},),
        ({"format": "klaverjas backup 1"},),
        (b"{\n",),
        (b"\xff\n",),
        (HEAD, 17),
        (HEAD, ["a", "b"]),
        (HEAD, COLUMNS, ["a"]),
        (HEAD, COLUMNS, ["a", {"b": 1}]),
        (HEAD, COLUMNS, ["a", None]),
        (HEAD, {"table": "settings", "columns": [["key"], 1]}),
        (HEAD, {"table": "settings", "columns": 7}),
        (HEAD, {"table": ["settings"]}),
        (HEAD, COLUMNS, b"{" * 100_000 + b"\n"),
        (HEAD, COLUMNS, b"[" * 100_000 + b"\n"),
        (HEAD, {"table": "members", "columns": ["table_id", "player", "name"]}, ["none", "a", "b"]),
    ],
)
def test_a_backup_that_somebody_made_up_is_refused(tmp_path: Path, lines: Any) -> None:
    file = tmp_path / "made-up"
    file.write_bytes(gzip.compress(_signed(*lines)))

    async def story() -> None:
        database = Database(file_in(tmp_path))
        try:
            with pytest.raises(KlaverjasError) as caught:
                await restore(database, file)
            assert caught.value.code in ("bad-backup", "database-too-new")
        finally:
            await database.close()

    asyncio.run(story())


def test_a_line_without_an_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "bomb"
    with gzip.open(file, "wb", compresslevel=9) as out:
        for _ in range(256):
            out.write(b"0" * (1 << 20))

    async def story() -> None:
        database = Database(file_in(tmp_path))
        try:
            with pytest.raises(KlaverjasError):
                await restore(database, file)
        finally:
            await database.close()

    tracemalloc.start()
    try:
        asyncio.run(story())
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()


def test_a_backup_is_for_its_keeper_alone_and_says_when_it_cannot_be_written(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_node(file_in(tmp_path)) as node:
            await back_up(node.database, tmp_path / "kept")
            assert (tmp_path / "kept").stat().st_mode & 0o077 == 0
            with pytest.raises(FileNotFoundError):
                await back_up(node.database, tmp_path / "nowhere" / "kept")

    asyncio.run(story())


@pytest.mark.parametrize(
    "tags",
    [
        (("Date", "1950-01-01"),),
        (("End", "9999-12-31T23:59:59-14:00"),),
        (("Began", "0001-01-01T00:00+14:00"), ("End", "2020-01-01")),
    ],
)
def test_whatever_was_imported_goes_out_again(tmp_path: Path, tags: tuple[tuple[str, str], ...]) -> None:
    async def story() -> None:
        database = Database(file_in(tmp_path))
        await migrate(database)
        assert await import_records(database, [Record(Game(ROTTERDAM), tags)], 5) == 1
        assert len([record async for record in exported(database)]) == 1
        await database.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::"),
        ("2001:db8:1:2::ffff", "", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "", "192.0.2.7"),
        ("::ffff:10.0.0.1", "2001:db8:1:2::9", "2001:db8:1:2::"),
        ("192.0.2.7", "10.0.0.1", "192.0.2.7"),
        ("", "", ""),
    ],
)
def test_a_household_is_one_address(peer: str, forwarded: str, address: str) -> None:
    headers = Headers({"x-forwarded-for": forwarded} if forwarded else {})
    caller: Any = SimpleNamespace(client=SimpleNamespace(host=peer), headers=headers)
    assert address_of(caller, Settings(trusted_proxies=("10.0.0.0/8",))) == address
