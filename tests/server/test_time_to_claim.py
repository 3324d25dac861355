"""Where people claim roem, everyone gets the time for it: the winner's lead waits (Rules 5.8)."""

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

from scripted import Habits, Scripted, step, together
from soak import SEED
from table_client import QUICK, Client, Json, four_at_a_table, run
from table_server import TableServer, two_nodes

NEVER = Habits(0.3, 0, 0, 0, 0)
ROTTERDAM: Json = {"base": "rotterdam", "end": {"rounds": 2}}
LONG: Json = {"trick_pause": 60, "round_pause": 0, "bot_pace": 0}


async def until_a_trick_lies(clients: Sequence[Client]) -> Client:
    """Play until four cards lie there; the client who has won them."""
    await clients[0].do("start")
    chance = random.Random(SEED)
    while clients[0].now["phase"] != "trick-end":
        await step(clients, chance, NEVER)
    await together(clients)
    return clients["SWNE".index(clients[0].now["turn"])]


async def leads(winner: Client, card: str | None = None, **how: str) -> asyncio.Task[Json]:
    """The winner has led, and the server has heard it: the lead counts as a tap."""
    lead = asyncio.create_task(winner.ask("play", card=card or winner.hand[0], **how))
    await winner.until(lambda: winner.player in winner.now["tapped"])
    return lead


def last_of(clients: Sequence[Client]) -> Client:
    """Who played the fourth card."""
    seat = next(event["seat"] for event in reversed(clients[0].events) if event["kind"] == "card-played")
    return clients["SWNE".index(seat)]


def played_after_collecting(client: Client) -> bool:
    """Whether the last two things that happened are that the trick was collected and a card was led."""
    kinds = [kind for kind in client.kinds() if kind not in ("deadline-set", "tapped")]
    return kinds[-2:] == ["trick-won", "card-played"]


def test_the_fourth_player_has_time_to_claim_without_a_pause(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=ROTTERDAM, **QUICK)
        await until_a_trick_lies(clients)
        until, at = clients[0].now["deadline"]["until"], clients[0].events[-2]["at"]
        assert 950 < until - at < 1050
        await asyncio.sleep(0.5)
        await last_of(clients).do("claim", points=200)
        begun = time.monotonic()
        await clients[0].until_event("trick-won")
        assert time.monotonic() - begun < 2

    run(game())


def test_the_winner_who_leads_at_once_does_not_take_the_time_of_the_others(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=ROTTERDAM, **QUICK)
        winner = await until_a_trick_lies(clients)
        other = next(client for client in clients if client is not winner)
        lead = await leads(winner)
        await other.do("claim", points=200)
        await winner.do("claim", points=200)  # the connection of the winner goes on, too
        answer = await lead
        assert answer["type"] == "done"
        await winner.until(lambda: winner.seq >= answer["seq"])
        assert played_after_collecting(winner)

    run(game())


def test_when_all_people_have_tapped_the_lead_is_played_at_once(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=ROTTERDAM, **LONG)
        winner = await until_a_trick_lies(clients)
        lead = await leads(winner)
        begun = time.monotonic()
        for client in clients:
            if client is not winner:
                assert not lead.done()
                await client.do("tap")
        assert (await lead)["type"] == "done"
        assert time.monotonic() - begun < 3

    run(game())


def test_one_person_among_bots_ends_the_pause_alone(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table(rules=ROTTERDAM, **LONG)
            await zus.connect()
            await zus.do("sit", seat="S")
            await zus.do("bot")
            await zus.do("start")
            await Scripted(zus, random.Random(SEED), NEVER).play()  # taps, and leads at once
            assert zus.kinds().count("trick-won") == 16

    run(game())


def test_where_only_bots_sit_no_trick_stays(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table(rules=ROTTERDAM, **QUICK)
            await zus.connect()
            await zus.do("bot")
            begun = time.monotonic()
            await zus.do("start")
            await zus.until_event("game-ended")
            assert zus.kinds().count("trick-won") == 16
            assert time.monotonic() - begun < 12  # sixteen tricks would stay sixteen seconds

    run(game())


def test_another_card_takes_the_place_of_the_lead_that_waits(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=ROTTERDAM, **LONG)
        winner = await until_a_trick_lies(clients)
        first, second = winner.hand[:2]
        one = await leads(winner, first)
        two = asyncio.create_task(winner.ask("play", id="two", card=second))
        assert (await one)["code"] == "lead-replaced"
        again = asyncio.create_task(winner.ask("play", id="two", card=second))  # as after a loss
        other = next(client for client in clients if client is not winner)
        assert await winner.refused("play", card=other.hand[0]) == "card-not-held"
        for client in clients:
            if client is not winner:
                await client.do("tap")
        answer = await again
        assert answer["type"] == "done"
        two.cancel()
        await winner.until(lambda: winner.seq >= answer["seq"])
        assert second not in winner.hand
        assert first in winner.hand

    run(game())


def test_a_lead_lapses_when_the_round_ends_meanwhile(server: TableServer) -> None:
    async def game() -> None:
        rules = {"base": "rotterdam", "talk_penalty": True}
        clients = await four_at_a_table(server.url, rules=rules, **LONG | {"round_pause": 60})
        winner = await until_a_trick_lies(clients)
        lead = await leads(winner)
        await clients[1].do("complain", about="S")
        await clients[0].do("admit")
        assert (await lead)["code"] == "lead-lapsed"

    run(game())


def test_whoever_comes_back_leads_with_the_same_id(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=ROTTERDAM, **LONG)
        winner = await until_a_trick_lies(clients)
        card = winner.hand[0]
        lead = await leads(winner, card, id="lead")
        await winner.disconnect()
        assert isinstance((await asyncio.gather(lead, return_exceptions=True))[0], ConnectionError)
        await winner.connect(after=winner.seq)
        again = asyncio.create_task(winner.ask("play", id="lead", card=card))
        for client in clients:
            if client is not winner:
                await client.do("tap")
        answer = await again
        assert answer["type"] == "done"
        assert (await winner.ask("play", id="lead", card=card)) == answer
        played = [event["card"] for event in winner.events if event["kind"] == "card-played"]
        assert played.count(card) == 1

    run(game())


def test_the_lead_of_somebody_who_leaves_is_not_played(server: TableServer) -> None:
    slow = LONG | {"bot_pace": 60}  # the stand-in plays later

    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=ROTTERDAM, **slow)
        winner = await until_a_trick_lies(clients)
        others = [client for client in clients if client is not winner]
        lead = await leads(winner)
        await winner.send('{"do": "leave", "id": "bye"}')
        await others[0].until_event("left")
        for client in others:
            await client.do("tap")
        await others[0].until_event("trick-won")
        await asyncio.sleep(0.2)
        assert others[0].kinds().count("card-played") == 4
        assert isinstance((await asyncio.gather(lead, return_exceptions=True))[0], ConnectionError)

    run(game())


def test_a_lead_waits_at_the_node_of_the_winner_while_another_runs_the_table(
    tmp_path: Path, postgres_url: str
) -> None:
    """Longer than nodes wait for each other's answers, and through the end of the node that ran the table."""

    async def game(nodes: list[TableServer]) -> None:
        clients = await four_at_a_table(nodes[0].url, rules=ROTTERDAM, **LONG)
        winner = await until_a_trick_lies(clients)
        for client in clients:
            await client.connect(after=client.seq, url=nodes[client is winner].url)
        other = next(client for client in clients if client is not winner)
        lead = await leads(winner)
        await asyncio.sleep(6)
        assert not lead.done()
        await other.do("claim", points=200)
        for client in clients:
            if client is not winner:
                await client.do("tap")
        answer = await lead
        assert answer["type"] == "done"
        await other.until(lambda: other.seq >= answer["seq"])
        assert played_after_collecting(other)

    with two_nodes(tmp_path, postgres_url) as nodes:
        run(game(nodes))


def test_a_lead_that_waits_is_played_by_the_node_that_takes_the_table_over(
    tmp_path: Path, postgres_url: str
) -> None:
    async def game(nodes: list[TableServer]) -> None:
        clients = await four_at_a_table(nodes[0].url, rules=ROTTERDAM, **LONG)
        winner = await until_a_trick_lies(clients)
        for client in clients:
            await client.connect(after=client.seq, url=nodes[1].url)
        lead = await leads(winner)
        nodes[0].kill()
        for client in clients:
            if client is not winner:
                await client.do("tap")
        assert (await lead)["type"] == "done"

    with two_nodes(tmp_path, postgres_url) as nodes:
        run(game(nodes))
