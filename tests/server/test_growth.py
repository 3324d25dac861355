"""What one guest can make the log of a table grow: bounded, and nothing for what changes nothing."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaverjas.rules.named import ROTTERDAM
from rooms import Room, four
from table_client import QUICK, Client, four_at_a_table, play_on, run
from table_server import TableServer

CHANGES = 12  # every ten minutes


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ({"do": "configure", "trick_pause": 2}, {"do": "configure", "trick_pause": 2}),
        ({"do": "configure", "rules": "lugus"}, {"do": "configure", "rules": "lugus"}),
        ({"do": "configure", "public": True}, {"do": "configure"}),
        ({"do": "text", "text": "hallo"}, {"do": "text", "text": "hallo"}),
        ({"do": "swap", "seat": "W"}, {"do": "swap", "seat": "W"}),
    ],
)
def test_what_changes_nothing_is_not_written(first: dict[str, Any], again: dict[str, Any]) -> None:
    room = four(ROTTERDAM, start=False)

    def do(command: dict[str, Any]) -> list[Any]:
        return list(room.do("anna", command["do"], **{k: v for k, v in command.items() if k != "do"}))

    assert do(first)
    assert do(again) == []


def test_a_bot_in_place_of_the_same_bot_is_not_written() -> None:
    room = Room(ROTTERDAM)
    assert room.do("anna", "bot", seat="W", bot="regels")
    assert room.do("anna", "bot", seat="W", bot="regels") == []
    assert room.do("anna", "bot", seat="W", bot="club")


def test_coming_and_going_is_counted_too(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        zus, wim = Client(url, "Zus"), Client(url, "Wim")
        await zus.open_table(**QUICK)
        statuses = []
        for number in range(CHANGES + 4):
            answer = await wim.join(zus.code)
            statuses.append(answer.status_code)
            if answer.status_code == 200:
                await wim.connect()
                await wim.send(json.dumps({"do": "leave", "id": f"leave-{number}"}))
                await wim.until(lambda: wim.goodbye is not None)
        assert statuses[: CHANGES - 1] == [200] * (CHANGES - 1)
        assert 429 in statuses[CHANGES - 1 :]

    with TableServer(tmp_path, changes_per_player=CHANGES) as server:
        run(visit(server.url))


def test_one_player_changes_tables_a_bounded_number_of_times(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        zus, wim = Client(url, "Zus"), Client(url, "Wim")
        await zus.open_table(**QUICK)
        await wim.join(zus.code)
        await zus.connect()
        await wim.connect()
        begun = zus.seq
        answers: list[Any] = []
        for number in range(2 * CHANGES):
            flip = {"do": "sit", "seat": "S"} if number % 2 == 0 else {"do": "stand"}
            answers.append((await zus.ask(**flip)).get("code"))
        assert answers[:CHANGES] == [None] * CHANGES
        assert "too-many-changes" in answers[CHANGES:]
        assert zus.seq - begun <= CHANGES + 2  # two were refilled meanwhile, at most
        assert await zus.refused("configure", public=True) == "too-many-changes"
        # Others go on, and so does the game itself.
        await wim.do("sit", seat="N")
        await zus.send(json.dumps({"do": "leave", "id": "leave"}))
        await zus.until(lambda: zus.goodbye is not None)

    with TableServer(tmp_path, changes_per_player=CHANGES) as server:
        run(visit(server.url))


def test_the_moves_of_a_game_are_not_counted(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        clients = await four_at_a_table(url, rules={"base": "rotterdam-bond", "end": {"rounds": 2}}, **QUICK)
        await clients[0].do("start")
        await asyncio.gather(*(play_on(client, Random(at)) for at, client in enumerate(clients)))
        assert clients[0].kinds().count("card-played") == 64

    with TableServer(tmp_path, changes_per_player=CHANGES) as server:
        run(visit(server.url))


def test_games_of_bots_alone_count_for_more(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        zus = Client(url, "Zus")
        await zus.open_table(rules={"base": "rotterdam-bond", "end": {"rounds": 1}}, **QUICK)
        await zus.connect()
        await zus.do("bot", bot="willekeurig")
        await zus.do("start")
        await zus.until(lambda: zus.games_ended == 1)
        assert await zus.refused("start") == "too-many-changes"

    with TableServer(tmp_path, changes_per_player=CHANGES) as server:
        run(visit(server.url))


def test_who_comes_and_goes_all_the_time_writes_little(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        zus, wim = Client(url, "Zus"), Client(url, "Wim")
        await zus.open_table(**QUICK)
        await wim.join(zus.code)
        await zus.connect()
        begun = zus.seq
        for _ in range(15):
            await wim.connect()
            await wim.disconnect()
            await asyncio.sleep(0.15)
        await asyncio.sleep(0.5)
        gone = zus.kinds().count("disconnected")
        assert 1 <= gone <= CHANGES // 4 + 1
        assert zus.seq - begun <= 2 * (gone + 1) + 2

    with TableServer(tmp_path, changes_per_player=CHANGES, absent_after=0.05) as server:
        run(visit(server.url))


def test_one_address_brings_a_bounded_number_of_people_to_tables(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        zus = Client(url, "Zus")
        await zus.open_table()
        codes = [(await Client(url, f"Gast {'abcdefgh'[n]}").join(zus.code)).status_code for n in range(8)]
        assert codes == [200] * 5 + [429] * 3
        assert (await zus.join(zus.code)).status_code == 200  # who is there already is not counted

    with TableServer(tmp_path, arrivals_per_address=5) as server:
        run(visit(server.url))
