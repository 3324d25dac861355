"""Nobody is ever told a card that he could not know: everything that is sent during whole games is searched."""

import asyncio
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
import pytest

from leaks import Leak, Truth, cards_in
from scripted import Habits, Scripted
from soak import SEED
from table_client import Client, Json, four_at_a_table, meanwhile, run
from table_server import TableServer

WILD = Habits(0.5, 0.5, 0.1, 0.1, accuses=0.02, revokes=0.03, complains=0.002)
METRICS = {"Authorization": "Bearer let-me-see"}
PAUSES: Json = {"trick_pause": 0.01, "round_pause": 0.03, "bot_pace": 0, "public": True, "tips": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    folder = tmp_path_factory.mktemp("hidden")
    with TableServer(folder, log_level="debug", metrics_token="let-me-see", thinking_ms=5) as running:
        yield running


@dataclass
class Watched:
    """What one connection was sent: each time it was opened, a row of messages."""

    client: Client
    seat: str | None
    rows: list[list[str]] = field(default_factory=list)

    async def connect(self, **query: str) -> None:
        after = int(query.pop("after")) if "after" in query else None
        await self.client.disconnect()
        if after is not None:
            self.client.seq = after
        self.client.received = []
        self.rows.append(self.client.received)
        await self.client.connect(after=after, **query)

    def check(self, truth: Truth) -> int:
        checked = 0
        for row in self.rows:
            seq = 0
            for message in row:
                seq = truth.check_message(message, self.seat, seq)
                checked += 1
        return checked


async def tab_of(client: Client, seat: str | None) -> Watched:
    tab = Client(client.url, client.name, httpx.Cookies(client.http.cookies))
    tab.code, tab.player = client.code, client.player
    return Watched(tab, seat)


async def guest(url: str, code: str, name: str, *, display: bool = False) -> Watched:
    client = Client(url, name)
    assert (await client.join(code, display=display)).status_code == 200
    return Watched(client, None)


async def come_and_go(who: Watched, chance: random.Random, **query: str) -> None:
    """Open the connection without saying from where, then from the beginning or from anywhere."""
    await who.connect(**query)
    await asyncio.sleep(chance.random() * 0.1)
    await who.connect(**query, after=str(chance.choice((0, chance.randrange(who.client.seq + 1)))))
    await asyncio.sleep(chance.random() * 0.1)


async def ask_around(who: Client, found: list[str]) -> None:
    """Everything that is not live."""
    paths = (f"/api/tables/{who.code}", "/api/tables", "/api/me", "/api/me/games", "/api/me/statistics")
    found += [(await who.http.get(path)).text for path in (*paths, f"/t/{who.code}", "/api/rules")]
    found.append((await who.http.get("/metrics", headers=METRICS)).text)


async def nag(client: Client, chance: random.Random) -> None:
    """Ask for impossible things and for tips, in both languages: refusals and reasons are told in sentences."""
    card = chance.choice("SHCD") + chance.choice("789TJQKA")
    for do, fields in (("play", {"card": card}), ("accuse", {"accused": "N"}), ("knock", {}), ("pass", {})):
        await client.ask(do, **fields)
    await client.ask("tip")


@pytest.mark.parametrize("base", ["rotterdam", "lugus", "valet", "amsterdam"])
def test_nobody_is_told_a_card_that_he_cannot_know(server: TableServer, base: str) -> None:
    async def game() -> None:
        chance = random.Random(f"{SEED} {base}")
        rules = base if base == "valet" else {"base": base, "end": {"rounds": 2}}
        players = await four_at_a_table(server.url, rules=rules, **PAUSES)
        code = players[0].code
        watched = [Watched(client, seat) for client, seat in zip(players, "SWNE", strict=True)]
        for one in watched:
            await one.connect(after="0", lang="nl")
        spectator = await guest(server.url, code, "Kijker")
        display = await guest(server.url, code, "Scherm", display=True)
        naggers = [await tab_of(players[3], "E"), await guest(server.url, code, "Zeurpiet")]
        restless = [
            (await tab_of(players[2], "N"), {}),
            (await tab_of(players[1], None), {"as": "table"}),
            (await guest(server.url, code, "Rusteloos"), {}),
        ]
        for one in (spectator, display, *naggers):
            await one.connect(lang=chance.choice(("nl", "en")))
        rest: list[str] = []
        scripted = [
            Scripted(client, random.Random(f"{SEED} {at}"), WILD) for at, client in enumerate(players)
        ]
        async with meanwhile(
            *(partial(come_and_go, one, chance, **query) for one, query in restless),
            *(partial(nag, one.client, chance) for one in naggers),
            partial(ask_around, players[1], rest),
            partial(ask_around, spectator.client, rest),
        ):
            for _ in range(2):
                await players[0].do("start")
                await asyncio.gather(*(one.play() for one in scripted))

        truth = Truth.of(Path(server.database.removeprefix("sqlite:///")), code)
        assert len(truth.secrets) == 3  # the third is of a game that was never played
        everyone = [*watched, spectator, display, *naggers, *(one for one, _ in restless)]
        for one in everyone:
            assert one.check(truth) > 20, one.client.name
        assert len(rest) > 20
        for answer in rest:
            if "record" not in answer:
                assert not cards_in(answer), answer
            truth.check_secrets(answer, 0)
        truth.check_text(server.said())
        for name in ("Zus", "Kijker", "Scherm", "Zeurpiet"):
            assert name not in server.said()

    run(game())


# --- the search itself --------------------------------------------------------------------------------

SECRET = "0123456789abcdef" * 4
HANDS = [
    "SA SK SQ SJ ST S9 S8 S7",
    "HA HK HQ HJ HT H9 H8 H7",
    "CA CK CQ CJ CT C9 C8 C7",
    "DA DK DQ DJ DT D9 D8 D7",
]
LOG: list[tuple[int, Json]] = [
    (1, {"kind": "game-prepared", "number": 1, "secret": SECRET}),
    (2, {"kind": "dealt", "dealer": "S", "hands": HANDS}),
    (3, {"kind": "card-played", "seat": "W", "card": "HA"}),
    (4, {"kind": "accusation-proven", "offences": [{"card": "HA", "correct": "HK HQ"}]}),
    (5, {"kind": "dealt", "dealer": "W", "hands": HANDS}),
    (6, {"kind": "game-ended", "number": 1, "secret": SECRET}),
]


def outlook(hidden: str, card: str = "SA") -> Json:
    """A tip that tells who holds the cards of these suits, apart from the ace that was played."""
    cards = [f"{suit}{rank}" for suit in hidden for rank in "AKQJT987" if suit + rank != "HA"]
    numbers = {
        "choices": [{"action": {"do": "play", "card": card}, "points": 3.5}],
        "nat": 0.4,
        "holders": [{"card": each, "seats": [0, 0.2, 0.3, 0.5]} for each in cards],
    }
    return {
        "type": "tip",
        "id": "x",
        "action": {"do": "play", "card": "SA"},
        "sentence": "",
        "outlook": numbers,
    }


def events(seq: int, **event: object) -> Json:
    return {"type": "events", "seq": seq, "events": [{"seq": seq, **event}], "now": {"may": {}}}


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        (None, events(2, kind="dealt", hand=HANDS[0])),
        ("W", events(2, kind="dealt", hand=HANDS[0])),
        ("W", events(2, kind="dealt", hands={"S": HANDS[0]})),
        ("S", events(2, kind="card-played", card="HA")),  # too early
        ("S", events(3, kind="card-played", card="HA") | {"now": {"may": {"play": "HK"}}}),
        ("S", events(3, kind="trick", cards=["HA", "H7"])),
        ("S", events(5, kind="dealt", hand="HA")),  # known in the deal before
        ("S", {"type": "snapshot", "seq": 3, "game": {"sheet": [{"correct": "HK"}]}}),
        ("S", {"type": "snapshot", "seq": 5, "game": {"sheet": [{"correct": "HJ"}]}}),
        ("S", {"type": "snapshot", "seq": 3, "game": {"sheet": [], "round": {"counts": {"H7": 1}}}}),
        ("S", {"type": "snapshot", "seq": 3, "game": None, "table": {"hand": 0xFF00}}),
        ("S", {"type": "refused", "id": "x", "sentence": "Bert heeft ♥H."}),
        ("S", {"type": "refused", "id": "x", "sentence": "Bert has the king of hearts."}),
        ("S", {"type": "refused", "id": "x", "sentence": f"no {SECRET[20:40]}"}),
        ("S", {"type": "done", "id": "HK", "seq": 9}),
        ("S", {"type": "tip", "id": "x", "action": {"do": "play", "card": "HK"}, "sentence": ""}),
        ("S", {"type": "tip", "id": "x", "action": None, "sentence": "♥K is still in play."}),
        ("S", outlook("HD")),  # so nobody has a club
        ("S", outlook("SHCD")),
        ("S", outlook("HCD", "HK")),
    ],
)
def test_a_leak_is_found(seat: str | None, message: Json) -> None:
    with pytest.raises(Leak):
        Truth(LOG).check_message(json.dumps(message), seat, 3)


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        (None, events(2, kind="dealt", hand=None)),
        ("S", events(2, kind="dealt", hand=HANDS[0])),
        (None, events(3, kind="card-played", card="HA")),
        (None, events(4, kind="accusation-proven", offences=[{"card": "HA", "correct": "HK HQ"}])),
        (
            "S",
            {"type": "tip", "id": "x", "action": {"do": "play", "card": "SA"}, "sentence": "♠A beats ♠10."},
        ),
        ("S", outlook("HCD")),
        ("W", {"type": "refused", "id": "x", "sentence": "♥10 mag niet; goed: ♥H ♥V."}),
        (None, {"type": "snapshot", "seq": 5, "game": {"sheet": [{"correct": "HK"}]}}),
        (None, {"type": "snapshot", "seq": 6, "game": {"sheet": [], "secret": SECRET, "hands": HANDS}}),
    ],
)
def test_what_one_may_know_is_no_leak(seat: str | None, message: Json) -> None:
    Truth(LOG).check_message(json.dumps(message), seat, 3)


@pytest.mark.parametrize("line", ['{"event": "dealt", "hand": "HA HK"}', f"secret={SECRET}", "played ♥10"])
def test_a_log_that_tells_something_is_found(line: str) -> None:
    with pytest.raises(Leak):
        Truth(LOG).check_text(f"started\n{line}\n")
