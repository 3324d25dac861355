"""A tip is for whoever asks, is a move that can be made, and leaves no trace at the table."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from klaverjas.actions import ChooseTroef, Claim, Knock, Play
from klaverjas.bots.advice import REASONS, Outlook
from klaverjas.cards import CARD_TEXTS, Card, Suit
from klaverjas.errors import Refusal
from klaverjas.seats import Seat
from klaverjas.server.table.tip import outlook_told, suggested, views_for_tip
from klaverjas.server.thinkers import STARTING_SECONDS
from rooms import four
from table_client import QUICK, Client, Json, four_at_a_table, run
from table_server import TableServer

TIPS = 20  # a minute
ONE_ROUND = {"base": "rotterdam", "end": {"rounds": 1}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with TableServer(tmp_path_factory.mktemp("tips"), thinking_ms=5, tips_per_player=TIPS) as running:
        yield running


async def tip(client: Client) -> Json:
    answer = await client.ask("tip")
    assert answer["type"] == "tip", answer
    return answer


async def who_chooses(players: list[Client]) -> Client:
    await asyncio.gather(*(client.until_event("dealt") for client in players))
    return next(client for client in players if client.now["may"].get("troef"))


def test_a_whole_round_is_played_by_tips(server: TableServer) -> None:
    """Every tip can be done as it is; nobody else hears of it, and it is in no log."""

    async def game() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table(rules=ONE_ROUND, **QUICK, tips=True)
        await zus.connect()
        await zus.do("sit", seat="S")
        await zus.do("bot", bot="beginner")
        other = Client(server.url, "Kijker")
        await other.join(zus.code)
        await other.connect()
        await zus.do("start")
        asked = 0
        while zus.games_ended == 0:
            await zus.until(lambda: zus.now["turn"] == "S" or zus.games_ended > 0)
            if zus.games_ended or zus.now["phase"] not in ("troef", "play"):
                await asyncio.sleep(0.01)
                continue
            told = await tip(zus)
            asked += 1
            assert told["code"] in REASONS
            assert told["sentence"]
            await zus.do(**told["action"])
            if told["action"]["do"] == "play":
                assert told["action"]["card"] not in zus.hand
        assert asked >= 8
        for client in (zus, other):
            assert not any('"tip"' in message for message in client.received if message not in zus.received)
        assert not [event for event in zus.events if "tip" in event["kind"]]
        assert other.seq == zus.seq

    run(game())


def test_a_tip_is_explained_in_numbers_about_what_the_asker_does_not_see(server: TableServer) -> None:
    async def game() -> None:
        zus = await alone_with_bots(server)
        async with asyncio.timeout(STARTING_SECONDS):
            while (outlook := (await tip(zus))["outlook"]) is None:  # a master is still being compiled
                await asyncio.sleep(2)
        assert {choice["action"]["do"] for choice in outlook["choices"]} == {"troef"}
        assert {choice["action"]["suit"] for choice in outlook["choices"]} == set("SHCD")
        points = [choice["points"] for choice in outlook["choices"]]
        assert points == sorted(points, reverse=True)
        assert points == [round(each, 1) for each in points]
        assert outlook["nat"] is None  # nobody plays yet
        await zus.do("troef", suit=outlook["choices"][0]["action"]["suit"])

        told = await tip(zus)
        outlook = told["outlook"]
        assert told["action"] in [choice["action"] for choice in outlook["choices"]]
        assert {choice["action"]["card"] for choice in outlook["choices"]} == set(zus.hand)
        assert 0 <= outlook["nat"] <= 1
        assert {each["card"] for each in outlook["holders"]} == set(CARD_TEXTS) - set(zus.hand)
        for each in outlook["holders"]:
            south, west, north, east = each["seats"]
            assert west == 0  # that is the asker
            assert south + north + east == pytest.approx(1, abs=0.02)

    run(game())


@pytest.mark.parametrize(("nat", "told"), [(None, None), (0.374, 0.37), (0.0, 0.0)])
def test_numbers_are_told_no_more_exactly_than_they_mean(nat: float | None, told: float | None) -> None:
    ace, nine = Card.parse("HA"), Card.parse("H9")
    choices = ((Play(Seat.WEST, ace), 12.34), (Play(Seat.WEST, nine), -0.04))
    outlook = outlook_told(Outlook(choices, nat, ((nine, (0.333, 0.0, 0.667, 0.0)),)))
    assert msgspec.to_builtins(outlook) == {
        "choices": [
            {"action": {"do": "play", "card": "HA"}, "points": 12.3},
            {"action": {"do": "play", "card": "H9"}, "points": 0.0},
        ],
        "nat": told,
        "holders": [{"card": "H9", "seats": [0.33, 0.0, 0.67, 0.0]}],
    }
    assert str(outlook.choices[1].points) == "0.0"


def test_a_tip_comes_in_the_language_of_who_asks(server: TableServer) -> None:
    async def game() -> None:
        told = {}
        players = await four_at_a_table(server.url, rules=ONE_ROUND, **QUICK, tips=True)
        await players[0].do("start")
        first = await who_chooses(players)
        for language in ("nl", "en"):
            await first.connect(lang=language)
            told[language] = await tip(first)
        assert {answer["action"]["do"] for answer in told.values()} == {"troef"}
        for language, answer in told.items():  # the words of the reason, up to its first number
            begun = {getattr(reason, language).partition("{")[0] for reason in REASONS.values()}
            assert any(start and answer["sentence"].startswith(start) for start in begun)
        assert told["nl"]["sentence"] != told["en"]["sentence"]

    run(game())


def test_who_may_not_have_a_tip_hears_why(server: TableServer) -> None:
    async def game() -> None:
        players = await four_at_a_table(server.url, rules=ONE_ROUND, **QUICK)
        zus = players[0]
        assert await zus.refused("tip") == "tips-not-allowed"  # not among friends who did not choose it
        await zus.do("configure", tips=True)
        assert await zus.refused("tip") == "no-game"
        await zus.do("start")
        watcher = Client(server.url, "Kijker")
        await watcher.join(zus.code)
        await watcher.connect()
        assert await watcher.refused("tip") == "not-seated"
        first = await who_chooses(players)
        idle = next(client for client in players if client is not first)
        told = await tip(idle)
        assert (told["action"], told["code"]) == (None, "nothing-to-do")
        tablet: Any = {"as": "table"}  # everybody looks at it
        await first.connect(**tablet)
        assert await first.refused("tip") == "not-seated"

    run(game())


async def alone_with_bots(server: TableServer) -> Client:
    """Somebody who names troef first, at a table where the bots take their time."""
    zus = Client(server.url, "Zus")
    await zus.open_table(rules=ONE_ROUND, **QUICK | {"bot_pace": 60}, tips=True)
    await zus.connect()
    await zus.do("sit", seat="W")
    await zus.do("bot")
    await zus.do("start")
    return zus


def test_whoever_asks_again_and_again_must_wait(server: TableServer) -> None:
    async def game() -> None:
        zus = await alone_with_bots(server)
        for _ in range(TIPS):
            await tip(zus)
        assert await zus.refused("tip") == "too-many"
        await zus.do("troef", suit="H")  # and can play all the same

    run(game())


def test_what_is_played_does_not_wait_for_a_tip_and_a_tip_that_comes_too_late_is_none(
    server: TableServer,
) -> None:
    async def game() -> None:
        zus = await alone_with_bots(server)
        late = asyncio.create_task(zus.ask("tip"))
        await asyncio.sleep(0)
        await zus.do("troef", suit="H")
        answer = await late
        assert answer["type"] == "tip" or answer["code"] == "tip-too-late"

    run(game())


# --- what it is about -------------------------------------------------------------------------------


def test_while_the_trick_lies_there_its_winner_gets_a_tip_for_the_next_one() -> None:
    room = four(tips=True)
    chance = random.Random(1)
    while room.table.turn is not None:
        room.go_on(chance)
    assert room.table.game is not None
    round = room.table.game.round
    winner = room.table.chairs[round.turn].player if round.turn is not None else None
    assert winner is not None
    now, then = views_for_tip(room.table, winner)
    assert len(now.trick.cards) == 4
    assert not then.trick.cards
    assert then.turn == now.turn


def test_without_tips_a_table_gives_none() -> None:
    room = four()
    with pytest.raises(Refusal) as caught:
        views_for_tip(room.table, "anna")
    assert caught.value.code == "tips-not-allowed"


@pytest.mark.parametrize(
    ("action", "command"),
    [
        (ChooseTroef(Seat.WEST, Suit.HEARTS), {"do": "troef", "suit": "H"}),
        (Play(Seat.WEST, Card.parse("HT")), {"do": "play", "card": "HT"}),
        (Claim(Seat.WEST, 20), {"do": "claim", "points": 20}),
        (Knock(Seat.WEST), {"do": "knock"}),
    ],
)
def test_a_tip_names_the_command_that_does_it(action: Play | Knock, command: Json) -> None:
    told = suggested(action)
    assert {name: getattr(told, name) for name in command} == command
