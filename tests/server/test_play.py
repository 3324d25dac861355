"""Whole games at real tables: four clients, one socket each, and a server that is told nothing else."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from klaverjas.rules.named import NAMED
from scripted import (
    Habits,
    Scripted,
    check_game,
    correct_cards,
    play_game,
    step,
    together,
    trick_of,
    whose_turn,
)
from soak import SEED
from table_client import QUICK, Client, Json, four_at_a_table, play_on, run
from table_server import TableServer

SHORT_PAUSES: Json = {"trick_pause": 0.02, "round_pause": 0.05, "bot_pace": 0}
LONG_PAUSES: Json = {"trick_pause": 60, "round_pause": 60, "bot_pace": 0}
NEVER = Habits(0.3, 0, 0, 0, 0)


def rounds(base: str, number: int) -> Json:
    return {"base": base, "end": {"rounds": number}}


async def second_tab(client: Client, **query: Any) -> Client:
    """The same cookie, another socket."""
    tab = Client(client.url, client.name, httpx.Cookies(client.http.cookies))
    tab.code, tab.player = client.code, client.player
    await tab.connect(**query)
    return tab


@pytest.mark.parametrize("rules", ["rotterdam", "lugus", "valet", "amsterdam"])
def test_a_whole_game_ends_with_the_score_of_its_record(server: TableServer, rules: str) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=rules, **SHORT_PAUSES)
        commitment = clients[0].snapshot["table"]["commitment"]
        await clients[1].do("text", text="Wie kan dit raden?")
        await play_game(clients, SEED)
        record = await check_game(clients, commitment)
        assert record.game.decided
        assert record.game.rules == NAMED[rules]
        assert record.texts == ("", "Wie kan dit raden?", "", "")

    run(game())


@pytest.mark.parametrize("base", ["rotterdam", "lugus"])
def test_wild_players_end_their_game_with_the_score_of_its_record(server: TableServer, base: str) -> None:
    """Wrong claims, false knocks, verzaken, accusations and penalties, as quick as the sockets go."""
    wild = Habits(0.5, 0.5, 0.2, 0.2, accuses=0.03, revokes=0.02, complains=0.001)

    async def game() -> None:
        clients = await four_at_a_table(server.url, rules=rounds(base, 4), **SHORT_PAUSES)
        commitment = clients[0].snapshot["table"]["commitment"]
        await play_game(clients, SEED, wild)
        await check_game(clients, commitment)
        kinds = set(clients[2].kinds())
        assert {"accusation-failed", "roem-claimed" if base == "rotterdam" else "knocked"} <= kinds

    run(game())


def test_a_second_game_is_checked_with_its_own_commitment(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        first = clients[0].snapshot["table"]["commitment"]
        await play_game(clients, SEED)
        await check_game(clients, first)
        prepared = [event for event in clients[0].events if event["kind"] == "game-prepared"][-1]
        assert prepared["number"] == 2
        assert prepared["commitment"] != first
        await play_game(clients, SEED + 1)
        await check_game(clients, prepared["commitment"])

    run(game())


# --- verzaakt, roem, penalties ------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "score"), [("rotterdam", [162, 0]), ("lugus", [26, 0])])
def test_who_verzaakt_is_accused_and_who_did_not_is_accused_in_vain(
    server: TableServer, base: str, score: list[int]
) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules=rounds(base, 20), **QUICK)
        south, west, north, east = clients
        await south.do("start")
        while True:  # until West holds a card that would be incorrect, and plays it
            client = await whose_turn(clients)
            assert client is not None
            may = client.now["may"]
            wrong = set(may.get("play", "").split()) - set(correct_cards(client))
            if client is west and wrong:
                assert await north.refused("accuse", accused="N") == "accuse-oneself"
                await west.do("play", card=sorted(wrong)[0])
                break
            await step(clients, chance, NEVER)
        await east.do("accuse", accused="S")
        assert east.events[-1] | {"seq": 0, "at": 0} == {
            "kind": "accusation-failed", "seat": "E", "accused": "S", "seq": 0, "at": 0,
        }  # fmt: skip
        await north.do("accuse", accused="W")
        await together(clients)
        proven = next(event for event in south.events if event["kind"] == "accusation-proven")
        assert (proven["seat"], proven["accused"]) == ("N", "W")
        assert proven["offences"][0]["card"] in wrong
        scored = await south.until_event("round-scored", south.kinds().count("round-scored"))
        assert scored["result"]["score"] == score
        assert scored["result"]["display"][1] == "verzaakt"
        assert await south.refused("penalise", team="NS") == "arbiter-only"  # he plays himself

    run(game())


def test_a_right_claim_is_registered_and_a_wrong_one_is_told(server: TableServer) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules=rounds("rotterdam", 1), **LONG_PAUSES)
        await clients[0].do("start")
        while clients[0].now["phase"] != "trick-end":
            await step(clients, chance, NEVER)
        await clients[0].do("claim", points=200)
        assert clients[0].events[-1]["right"] is False
        assert clients[0].now["registered"] == 0
        assert await clients[0].refused("knock") == "roem-by-amount"

    run(game())


def test_a_false_knock_costs_twenty(server: TableServer) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules=rounds("lugus", 1), **QUICK)
        await clients[0].do("start")
        while not trick_of(clients[0]).cards:
            await step(clients, chance, NEVER)
        assert len(trick_of(clients[0]).cards) == 1
        await clients[3].do("knock")
        assert clients[3].events[-1]["right"] is False
        while not clients[0].now["decided"]:
            await step(clients, chance, NEVER)
        scored = [event for event in clients[0].events if event["kind"] == "round-scored"][-1]
        assert scored["result"]["knocks"] == [20, 0]

    run(game())


# --- coming back --------------------------------------------------------------------------------------


def same_place(one: Client, other: Client) -> None:
    assert (one.seq, one.now, one.you, sorted(one.hand)) == (
        other.seq,
        other.now,
        other.you,
        sorted(other.hand),
    )


async def comes_back(stays: Client, returns: Client) -> None:
    """In every way; each time it knows what a tab knows that has stayed."""
    await together([stays, returns])
    for after in (returns.seq, 0, returns.seq // 2, 10**9, None):
        known = stays.seq if after is None or after > stays.seq else after
        returns.seq = known
        returns.events = [event for event in stays.events if event["seq"] <= known]
        await returns.connect(after=after)
        same_place(returns, stays)
        hands = hands_of(returns)
        assert all(hand in (None, known) for hand, known in zip(hands, hands_of(stays), strict=True))
        assert [without_hand(event) for event in returns.events] == list(map(without_hand, stays.events))
        if known != after:
            check_snapshot(returns.snapshot, stays)


async def tap(clients: list[Client]) -> None:
    """Nobody wants to wait."""
    phase = clients[0].now["phase"]
    for client in clients:
        await client.do("tap")
    for client in clients:
        await client.until(lambda one=client: one.now["phase"] != phase or one.games_ended > 0)  # type: ignore[misc]


def hands_of(client: Client) -> list[str]:
    return [event["hand"] for event in client.events if event["kind"] == "dealt"]


def without_hand(event: Json) -> Json:
    return {name: value for name, value in event.items() if name != "hand"}


def check_snapshot(snapshot: Json, stayed: Client) -> None:
    """The snapshot says what the events have told."""
    events = stayed.events
    if not hands_of(stayed):
        assert snapshot["game"] is None
        return
    last_deal = max(at for at, event in enumerate(events) if event["kind"] == "dealt")
    of_round = {"troef-chosen", "bid-made", "passed", "auction-won", "card-played", "roem-claimed", "knocked",
                "trick-won", "accusation-failed", "accusation-proven", "penalty-imposed", "round-scored"}  # fmt: skip
    told = [
        {name: value for name, value in event.items() if name not in ("seq", "at")}
        for event in events[last_deal:]
        if event["kind"] in of_round
    ]
    round = snapshot["game"]["round"]
    assert round["log"] == told
    assert sorted(round["hand"].split()) == sorted(stayed.hand)
    assert [row["result"] for row in snapshot["game"]["sheet"]] == [
        event["result"] for event in events if event["kind"] == "round-scored"
    ]
    assert round["trick"].split() == [str(card) for card in trick_of(stayed).cards]


@pytest.mark.parametrize("base", ["rotterdam", "lugus"])
def test_whoever_comes_back_knows_what_a_tab_knows_that_stayed(server: TableServer, base: str) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules=rounds(base, 2), **LONG_PAUSES)
        north = clients[2]
        stays = await second_tab(north, after=0)
        await comes_back(stays, north)
        await clients[0].do("start")
        seen: set[tuple[str, bool]] = set()
        while not north.games_ended:
            await together([*clients, stays])
            where = (north.now["phase"], bool(trick_of(stays).cards))
            if where not in seen:
                seen.add(where)
                await comes_back(stays, north)
            if north.now["phase"] in ("trick-end", "done"):
                await tap(clients)
            else:
                await step(clients, chance, Habits(0.9))
        assert {
            ("troef", False),
            ("play", False),
            ("play", True),
            ("trick-end", True),
            ("done", False),
        } <= seen
        await comes_back(stays, north)
        assert north.snapshot["game"]["how_ended"] == "finished"

    run(game())


def test_who_refreshes_the_page_sits_where_he_sat(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        west = clients[1]
        answer = await west.join(west.code)
        assert answer.json()["player"] == west.player
        await west.connect()
        assert west.you == {"player": west.player, "role": "player", "seat": "W", "host": False}
        await clients[0].do("start")
        await west.until(lambda: len(west.hand) == 8)
        hand = list(west.hand)
        await west.connect()
        assert west.hand == hand
        assert west.now["may"] == {"troef": True}

    run(game())


def test_two_tabs_of_one_player_both_play(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        west = clients[1]
        tab = await second_tab(west)
        assert tab.you == west.you
        await clients[0].do("start")
        await tab.until(lambda: len(tab.hand) == 8)
        await tab.do("troef", suit="H")
        await west.until(lambda: bool(west.now["may"].get("play")))
        await west.do("play", card=west.hand[0])
        await together([tab, west])
        assert sorted(tab.hand) == sorted(west.hand)
        assert await tab.refused("play", card=tab.hand[0]) == "not-your-turn"
        await west.disconnect()
        await asyncio.sleep(0.5)
        assert clients[0].now["waiting_for"] == []
        chances = [random.Random(at) for at in range(4)]
        players = [clients[0], tab, clients[2], clients[3]]
        await asyncio.gather(*(play_on(one, chance) for one, chance in zip(players, chances, strict=True)))

    run(game())


# --- bots, clocks and who is missing ------------------------------------------------------------------


def test_bots_fill_the_seats_and_a_game_with_one_human_ends(server: TableServer) -> None:
    async def game() -> None:
        async with Client(server.url, "Zus") as zus:
            await zus.open_table(rules=rounds("rotterdam", 2), **QUICK)
            await zus.connect()
            await zus.do("sit", seat="E")
            commitment = zus.snapshot["table"]["commitment"]
            await zus.do("bot", seat="N", bot="beginner")
            await zus.do("bot")
            await zus.do("start")
            await Scripted(zus, random.Random(SEED)).play()
            record = await check_game([zus], commitment)
            assert record.tag("East") == "Zus"
            assert record.tag("North") == "(beginner)"

    run(game())


def test_when_the_clock_has_run_out_a_bot_plays(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", turn_clock=1, **QUICK)
        await clients[0].do("start")
        await clients[1].until(lambda: bool(clients[1].now["may"].get("troef")))
        deadline = clients[1].now["deadline"]
        assert deadline["what"] == "turn"
        chosen = await clients[1].until_event("troef-chosen")
        ran_out = await clients[1].until_event("clock-ran-out")
        assert ran_out["seat"] == "W"
        assert 0 <= chosen["at"] - deadline["until"] < 3000
        assert clients[1].you["seat"] == "W"
        await clients[1].do("play", card=clients[1].hand[0])

    run(game())


def test_a_bot_stands_in_for_who_is_missing_until_he_is_back(server: TableServer) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        south, west, north, _ = clients
        await south.do("start")
        await together(clients)
        await north.disconnect()
        await south.until(lambda: south.now["waiting_for"] == ["N"])
        assert await west.refused("stand-in", seat="N") == "host-only"
        others = [client for client in clients if client is not north]
        while south.now["turn"] != "N":
            await step(others, chance)
        assert south.now["waiting_for"] == ["N"]
        await south.do("stand-in", seat="N")
        await south.until(lambda: south.now["turn"] != "N")
        assert south.now["waiting_for"] == []
        await north.connect()
        await south.until_event("seat-handed-back")
        await together(clients)
        players = [play_on(one, random.Random(at)) for at, one in enumerate(clients)]
        await asyncio.gather(*players)
        mine = [event for event in south.events if event["kind"] == "card-played" and event["seat"] == "N"]
        assert len(mine) == 8

    run(game())


def test_somebody_else_takes_the_seat_of_who_left(server: TableServer) -> None:
    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        commitment = clients[0].snapshot["table"]["commitment"]
        eva = Client(server.url, "Eva")
        await eva.join(clients[0].code)
        await eva.connect(after=0)
        await clients[0].do("start")
        for _ in range(6):
            await step(clients, chance)
        await clients[3].send('{"do": "leave", "id": "bye"}')
        assert (await eva.until_event("stand-in-sat"))["seat"] == "E"
        assert eva.hand == []
        assert eva.now["waiting_for"] == []
        await eva.do("sit", seat="E")
        await eva.connect()
        assert len(eva.hand) in (5, 6, 7)  # the stand-in may have played a card
        clients[3], gone = eva, clients[3]
        await asyncio.gather(*(play_on(one, random.Random(at)) for at, one in enumerate(clients)))
        await check_game(clients[:3], commitment)
        (game,) = (await eva.http.get("/api/me/games")).json()
        assert game["seat"] == "E"
        assert (await gone.http.get("/api/me/games")).json() == []

    run(game())


# --- commands are done once ---------------------------------------------------------------------------


async def _repeat(clients: list[Client], again: Callable[[], Awaitable[None]]) -> None:
    """A play and a swap with the same id, before and after *again*."""
    west = clients[1]
    swap = await west.do("swap", id="first", seat="E")
    await clients[0].do("start")
    await west.until(lambda: bool(west.now["may"].get("troef")))
    await west.do("troef", suit="C")
    play = await west.do("play", id="second", card=west.hand[0])
    before = west.kinds().count("card-played")
    for turn in range(2):
        for done, command in ((swap, {"do": "swap", "seat": "E"}), (play, {"do": "play", "card": "SA"})):
            answer = await west.ask(**command, id=done["id"])
            assert (answer["type"], answer["seq"]) == ("done", done["seq"])
        assert west.kinds().count("card-played") == before == 1
        if turn == 0:
            await again()
    assert await clients[0].refused("play", id="second", card="SA") == "not-your-turn"  # ids are one's own


def test_a_repeated_command_is_answered_and_not_done_twice(server: TableServer) -> None:
    async def game() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        await _repeat(clients, lambda: asyncio.sleep(0))

    run(game())


def test_a_command_is_not_forgotten_because_others_are_busy(server: TableServer) -> None:
    """A false knock costs points: whoever comes back and repeats his must not pay twice."""

    async def game() -> None:
        chance = random.Random(SEED)
        clients = await four_at_a_table(server.url, rules=rounds("lugus", 1), **QUICK)
        await clients[0].do("start")
        while not trick_of(clients[0]).cards:
            await step(clients, chance, NEVER)
        knock = await clients[3].do("knock", id="the same")
        for number in range(60):
            await clients[number % 3].do("end", agree=number % 6 < 3)
        assert await clients[3].do("knock", id="the same") == knock
        assert clients[3].kinds().count("knocked") == 1

    run(game())


def test_a_repeated_command_is_not_done_twice_after_a_restart(tmp_path: Path) -> None:
    async def game(server: TableServer) -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)

        async def restart() -> None:
            seqs = [client.seq for client in clients]
            server.kill()
            server.start()
            for client, seq in zip(clients, seqs, strict=True):
                await client.connect(after=seq)

        await _repeat(clients, restart)
        await asyncio.gather(*(play_on(one, random.Random(at)) for at, one in enumerate(clients)))

    with TableServer(tmp_path) as server:
        run(game(server))


def test_a_table_to_which_nobody_comes_back_after_a_crash_is_closed(tmp_path: Path) -> None:
    async def game(server: TableServer) -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        await clients[0].do("start")
        server.kill()
        server.start()
        async with asyncio.timeout(15):
            while (await clients[0].http.get(f"/api/tables/{clients[0].code}")).status_code != 404:
                await asyncio.sleep(0.2)
        (kept,) = (await clients[3].http.get("/api/me/games")).json()
        assert kept["how"] == "abandoned"

    with TableServer(tmp_path, expires_after=1) as server:
        run(game(server))
