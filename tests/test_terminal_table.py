"""A table in the terminal: what the client knows, what it shows, and whole games by keys against a real server."""

import asyncio
import fcntl
import json
import os
import pty
import random
import select
import stat
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from string import Formatter
from typing import Any

import httpx
import pytest
from rich.cells import cell_len
from rich.console import Console
from textual.pilot import Pilot

from klaverjas.cards import Hand
from klaverjas.errors import KlaverjasError
from klaverjas.rules.named import NAMED, named
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, Seat
from klaverjas.sentences import LANGUAGES, Language
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.store.log import TableRow
from klaverjas.server.table import commands as c
from klaverjas.server.table import decide, door
from klaverjas.server.table.events import CODEC, Options, TableOpened
from klaverjas.server.table.logged import Logged
from klaverjas.server.table.progress import DecisionContext, deadline_passed
from klaverjas.server.table.state import Table
from klaverjas.terminal_table.alone import Wishes, unfinished
from klaverjas.terminal_table.canvas import Canvas
from klaverjas.terminal_table.connection import Gone, SavedIdentity, ServerDoor, TableConnection
from klaverjas.terminal_table.drawing import draw_hand, draw_table
from klaverjas.terminal_table.modals import Menu
from klaverjas.terminal_table.offers import offers
from klaverjas.terminal_table.screen import TableApp
from klaverjas.terminal_table.side import draw_last_trick, draw_sheet, facts, title_bar
from klaverjas.terminal_table.state import TableState, visible
from klaverjas.terminal_table.telling import _TELLERS, Teller, asked, retold
from klaverjas.terminal_table.words import WORDS
from table_client import Client
from table_server import TableServer

PATIENCE = 20.0
SMALL, LARGE = (80, 24), (120, 40)
ONE_ROUND = [{"base": name, "end": {"rounds": 1}} for name in NAMED]
# Seen on the screen anyway, or of no interest to a player.
NOT_TOLD = {"card-played", "deadline-set", "tapped", "table-opened", "game-started"}


# --- what a client knows --------------------------------------------------------------------------


class Ear:
    """A connection that follows the table as the screen does."""

    def __init__(self, live: LiveTable, player: str) -> None:
        self.player = player
        self.session = ""
        self.as_table = False
        self.state = TableState()
        self.told: list[str] = []
        self.live = live
        self.take(live.greet(self))

    def send(self, message: bytes) -> None:
        self.take(message)

    def dismiss(self, code: str) -> None:
        self.live.listeners.discard(self)

    def trouble(self, code: str | None) -> None:
        raise AssertionError

    def take(self, message: bytes) -> None:
        def tell(event: dict[str, Any]) -> None:
            for language in LANGUAGES:
                self.told += Teller(self.state, language).tell(event)

        self.state.take(json.loads(message), tell)
        if self.state.stale:
            self.state = TableState()
            self.state.take(json.loads(self.live.greet(self)))


class Room:
    """A table without a server, to which anything can happen."""

    def __init__(self, rules: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.at = 1_000
        moment = self.moment()
        opened = decide.open_table(
            "p0", named(rules).change(end={"rounds": 1}), Options(), display=False, now=moment
        )
        assert isinstance(opened[0], TableOpened)
        table = Table.opened(opened[0], self.at)
        table.names = {"p0": "Anna"}
        for seq, event in enumerate(opened[1:], start=2):
            table.happens(event, seq, self.at)
        self.live = LiveTable(TableRow("t", "123456", False, "lobby", 1, len(opened), self.at, "n"), table)
        self.ears: dict[str, Ear] = {}

    def moment(self) -> DecisionContext:
        self.at += 1
        return DecisionContext(self.at, lambda: f"{self.chance.getrandbits(256):064x}")

    def happen(self, events: list[Any]) -> None:
        seq = self.live.table.seq
        self.live.advance([Logged(seq + at, self.at, event) for at, event in enumerate(events, start=1)])

    def come(self, player: str, name: str) -> None:
        table = self.live.table
        table.names[player] = name
        self.happen(door.join(table, player, name, self.moment(), display=False))
        self.ears[player] = Ear(self.live, player)
        self.live.listeners.add(self.ears[player])
        self.happen(decide.connect(table, player, "n"))

    def random_command(self, player: str) -> c.Deed:
        chance, seat = self.chance, self.chance.choice("SWNE")
        may = self.ears[player].state.now.may
        wishes: list[tuple[float, Callable[[], c.Deed]]] = [
            (1, lambda: c.Sit(id="x", seat=seat)),  # type: ignore[arg-type]
            (0.1, lambda: c.Stand(id="x")),
            (0.3, lambda: c.Swap(id="x", seat=seat)),  # type: ignore[arg-type]
            (0.3, lambda: c.AddBot(id="x", seat=seat)),  # type: ignore[arg-type]
            (0.2, lambda: c.RemoveBot(id="x", seat=seat)),  # type: ignore[arg-type]
            (0.1, lambda: c.Configure(id="x", rules=chance.choice(ONE_ROUND), bots=True)),
            (0.2, lambda: c.AddText(id="x", text="♥")),
            (2, lambda: c.Start(id="x")),
            (0.05, lambda: c.HandOver(id="x", player=chance.choice(list(self.ears)))),
            (0.02, lambda: c.Leave(id="x")),
            (0.5, lambda: c.StandIn(id="x", seat=seat)),  # type: ignore[arg-type]
            (0.02, lambda: c.EndGame(id="x", agree=chance.random() < 0.7)),
            (0.5, lambda: c.Tap(id="x")),
            (0.01, lambda: c.PenaliseCommand(id="x", team=chance.choice(("NS", "WE")))),
        ]
        if may.troef:
            wishes.append((20, lambda: c.ChooseTroefCommand(id="x", suit=chance.choice("SHCD"))))  # type: ignore[arg-type]
        if may.bids:
            wishes.append((5, lambda: c.BidCommand(id="x", bid=str(chance.choice(may.bids[:8])))))
        if may.make_pass:
            wishes.append((15, lambda: c.PassCommand(id="x")))
        if may.play:
            wishes.append((30, lambda: c.PlayCommand(id="x", card=str(chance.choice(list(may.play))))))
        if may.claims:
            wishes.append((3, lambda: c.ClaimCommand(id="x", points=chance.choice(may.claims))))
        if may.knock:
            wishes.append((1, lambda: c.KnockCommand(id="x")))
        if may.accuse:
            wishes.append(
                (0.2, lambda: c.AccuseCommand(id="x", accused=chance.choice(may.accuse).letter))  # type: ignore[arg-type]
            )
        weights = [weight for weight, _ in wishes]
        return chance.choices([wish for _, wish in wishes], weights)[0]()

    def step(self) -> None:
        """Somebody wants something, a pause ends, or somebody comes and goes."""
        table, chance = self.live.table, self.chance
        luck = chance.random()
        due = [what for what in ("collect", "deal", "close") if what in table.deadlines]
        player = chance.choice(list(self.ears))
        try:
            if due and luck < 0.3:
                self.happen(deadline_passed(table, due[0], self.moment()))
            elif luck > 0.995 and len(self.ears) > 1:
                self.happen(decide.disconnect(table, [(player, "n")], self.moment()))
            elif player not in table.people:
                self.come(player, f"Naam {player}")
            elif not table.people[player].present:
                self.happen(decide.connect(table, player, "n"))
            else:
                self.happen(decide.decide(table, player, self.random_command(player), self.moment()))
        except KlaverjasError:
            pass


@pytest.fixture(scope="module")
def rooms() -> list[Room]:
    """Tables where much has happened; after every step each client knew what a snapshot would tell him."""
    found = []
    for seed, rules in enumerate(("rotterdam", "lugus", "amsterdam")):
        room = Room(rules, seed)
        for number, name in enumerate(("Anna", "Bob", "Cor", "Dirk", "Eva")):
            room.come(f"p{number}", name)
        for seat, ear in zip("SWNE", room.ears.values(), strict=False):
            sit = c.Sit(id="x", seat=seat)  # type: ignore[arg-type]
            room.happen(decide.decide(room.live.table, ear.player, sit, room.moment()))
        for _ in range(600):
            room.step()
            ear = room.chance.choice([ear for ear in room.ears.values() if ear in room.live.listeners])
            fresh = TableState()
            fresh.take(json.loads(room.live.greet(ear)))
            assert ear.state == fresh
        found.append(room)
    return found


def test_events_on_a_snapshot_give_what_a_later_snapshot_tells(rooms: list[Room]) -> None:
    told = {line for room in rooms for ear in room.ears.values() for line in ear.told}
    assert len(told) > 200
    assert all(room.live.table.number > 1 for room in rooms)  # whole games were played


def test_every_kind_of_event_is_told_or_known_to_be_seen_anyway() -> None:
    assert set(_TELLERS) | NOT_TOLD == set(CODEC.kinds)
    assert not set(_TELLERS) & NOT_TOLD


def test_whoever_comes_later_is_told_the_round(rooms: list[Room]) -> None:
    for room in rooms:
        for ear in room.ears.values():
            snapshot = json.loads(room.live.greet(ear))
            assert bool(retold(snapshot, "nl")) == bool(snapshot["game"] and snapshot["game"]["round"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(50, 14), (78, 30), (20, 5), (200, 60)])
def test_the_table_is_drawn_in_the_room_that_there_is(
    rooms: list[Room], language: Language, width: int, height: int
) -> None:
    for room in rooms:
        for ear in room.ears.values():
            state = ear.state
            for drawn in (
                draw_table(state, language, width, height),
                draw_hand(state, None, language, width, height),
            ):
                lines = drawn.plain.split("\n")
                assert len(lines) == height
                assert {cell_len(line) for line in lines} == {width}
            assert cell_len(title_bar(state, language, 80).plain) >= 80
            console = Console(width=80, file=open(os.devnull, "w"))  # noqa: SIM115
            with closing(console.file):
                console.print(
                    facts(state, language, 3), draw_sheet(state, language), draw_last_trick(state, language)
                )
            assert asked(state, language) or state.playing
            assert offers(state, language)


def test_a_wide_sign_takes_two_cells() -> None:
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "牌♥", "")
    canvas.put(5, 0, "牌", "")  # no room
    assert canvas.text().plain == " 牌♥  "


def test_a_name_does_not_steer_the_terminal() -> None:
    assert visible("An\x1b[2Jna\u202e") == "An\ufffd[2Jna\ufffd"


def test_a_gap_in_the_numbers_asks_for_a_snapshot(rooms: list[Room]) -> None:
    ear = next(iter(rooms[0].ears.values()))
    state = TableState()
    snapshot = json.loads(rooms[0].live.greet(ear))
    state.take(snapshot)
    event = {"seq": state.seq + 2, "at": 0, "kind": "tapped", "player": "p0"}
    state.take(snapshot | {"type": "events", "seq": state.seq + 2, "events": [event]})
    assert state.stale


def test_both_languages_say_the_same_things() -> None:
    def facts_in(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    for key, phrase in WORDS.items():
        assert phrase.en, key
        assert phrase.nl, key
        assert facts_in(phrase.en) == facts_in(phrase.nl), key
    assert {outcome.code for outcome in Outcome} <= set(WORDS)


# --- against a real server ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with TableServer(tmp_path_factory.mktemp("server")) as running:
        yield running


QUICK = {"trick_pause": 0, "round_pause": 0, "bot_pace": 0}


def come(
    url: str, folder: Path, name: str = "Anna", code: str = "", language: Language = "en", **table: Any
) -> TableApp:
    """The screen of somebody at a new table, or at an existing one."""
    door = ServerDoor(url, SavedIdentity(folder, url), language)
    code = door.join(code, name, display=False) if code else door.open_table(name, **(QUICK | table))
    assert door.identity.cookie is not None
    return TableApp(TableConnection(url, code, door.identity.cookie, language), language)


async def until(pilot: Pilot[int], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await pilot.pause(0.01)


def shown(app: TableApp, part: str) -> str:
    return str(app._part(part).render())


def at_table(app: TableApp, size: tuple[int, int], play: Callable[[Pilot[int]], Awaitable[None]]) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.state.seq > 0 and app.state.people[app.state.you.player].present)
            await play(pilot)

    asyncio.run(run())


async def sit_with_bots(app: TableApp, pilot: Pilot[int]) -> None:
    await pilot.press("1")
    await until(pilot, lambda: app.state.you.seat is Seat.SOUTH)
    await pilot.press("b")
    await until(pilot, lambda: all(chair.taken for chair in app.state.chairs.values()))
    await pilot.press("g")
    await until(pilot, lambda: app.state.playing)


async def play_on(app: TableApp, pilot: Pilot[int], until_holds: Callable[[], bool]) -> None:
    """Whatever is asked, by keys: cards by number or by arrows, in turn."""
    by_number = True
    async with asyncio.timeout(PATIENCE):
        while not until_holds():
            may, seq = app.state.now.may, app.state.seq
            if app.connection.pending or app.lost:
                await pilot.pause(0.01)
                continue
            if may.troef:
                await pilot.press("2")
            elif may.make_pass:
                await pilot.press("p")
            elif may.play and by_number:
                await pilot.press(str(app.state.hand.index(next(iter(may.play))) + 1))
            elif may.play:
                while app.chosen is None or app.chosen not in may.play:
                    await pilot.press("right")
                await pilot.press("enter")
            else:
                await pilot.pause(0.01)
                continue
            by_number = not by_number
            while app.connection.pending or app.state.seq == seq:
                await pilot.pause(0.01)


def test_a_whole_game_by_keys(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules="valet")

    async def play(pilot: Pilot[int]) -> None:
        assert "Choose a seat" in shown(app, "asked")
        await pilot.press("1")
        await until(pilot, lambda: app.state.you.seat is Seat.SOUTH)
        await pilot.press("b")
        await until(pilot, lambda: "g to start" in shown(app, "asked"))
        await pilot.press("g")
        await until(pilot, lambda: app.state.playing)
        await play_on(app, pilot, lambda: app.state.now.phase == "play" and len(app.state.hand) < 5)
        assert "♠♥♣♦"[app.state.round.troef or 0] in "".join(app.said)  # type: ignore[union-attr]
        await pilot.press("l")
        assert len(app.screen_stack) == 2
        await pilot.press("escape")
        await play_on(app, pilot, lambda: not app.state.playing)
        assert "wins" in shown(app, "felt") or "A draw" in shown(app, "felt")
        await pilot.press("s")
        assert len(app.screen_stack) == 2
        await pilot.press("escape", "question_mark", "escape", "q", "2")  # leave for good
        await until(pilot, lambda: not app.is_running or app.gone is not None)

    at_table(app, SMALL, play)
    assert app.gone == Gone("left-table", "You have left the table.")
    assert app.return_value == 0
    assert any(line.startswith("Anna takes") or " takes " in line for line in app.said)


def test_an_auction_a_refusal_and_the_end_by_agreement(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, language="nl", rules={"base": "lugus", "first_dealer": "E"}, bot_pace=60)

    async def play(pilot: Pilot[int]) -> None:
        await sit_with_bots(app, pilot)
        await until(pilot, lambda: bool(app.state.now.may.bids))
        assert shown(app, "asked") == "Jouw bod."
        assert "70 sans" in shown(app, "choice")
        await pilot.press("right", "up", "up")
        assert "100♥" in shown(app, "choice")
        await pilot.press("enter")
        await until(pilot, lambda: app.state.now.turn == Seat.WEST)
        assert "Anna biedt 100♥" in app.said
        await pilot.press("3")  # a card, out of turn
        await until(pilot, lambda: bool(app.refusal))
        assert "troef" in shown(app, "notice")
        assert app._part("notice").has_class("refused")
        await pilot.press("a", "enter")  # not, after all
        assert app.state.playing
        await pilot.press("a")
        assert isinstance(app.screen, Menu)  # the only player is asked whether that was meant
        await pilot.press("2")
        await until(pilot, lambda: not app.state.playing)
        assert "Hier gestopt" in shown(app, "felt")

    at_table(app, LARGE, play)


def test_claims_and_accusations_by_menu(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules={"base": "rotterdam", "first_dealer": "E"}, bot_pace=60)

    async def play(pilot: Pilot[int]) -> None:
        await sit_with_bots(app, pilot)
        await until(pilot, lambda: app.state.now.may.troef)
        await pilot.press("right", "enter")
        await until(pilot, lambda: "Anna chooses ♥" in app.said)
        await pilot.press("1")
        await until(pilot, lambda: bool(app.state.now.may.claims))
        await pilot.press("r")
        assert isinstance(app.screen, Menu)
        await pilot.press("5")
        await until(pilot, lambda: "Anna calls 100 roem: wrong" in app.said)
        await pilot.press("v")
        assert isinstance(app.screen, Menu)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Anna accuses North: wrongly" in app.said)

    at_table(app, SMALL, play)


def test_a_tip_says_why_and_chooses_what_enter_does(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules={"base": "valet", "first_dealer": "E"}, bot_pace=60, tips=True)

    async def play(pilot: Pilot[int]) -> None:
        await sit_with_bots(app, pilot)
        await until(pilot, lambda: app.state.now.may.troef)
        assert "t tip" in shown(app, "keys")
        await pilot.press("t")
        await until(pilot, lambda: bool(app.tip))
        suit = app.suit
        assert suit is not None
        assert app.tip[:20] in shown(app, "notice").replace("\n", " ")
        await pilot.press("enter")
        await until(pilot, lambda: f"Anna chooses {suit.symbol}" in app.said)
        assert not app.tip
        await pilot.press("t")
        await until(pilot, lambda: bool(app.tip))
        card = app.chosen
        await pilot.press("enter")
        await until(pilot, lambda: app.state.now.turn is Seat.WEST)
        assert card not in app.state.hand

    at_table(app, SMALL, play)


def test_the_levels_of_bots_are_shown_and_chosen(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules="valet", bot_pace=60)

    async def play(pilot: Pilot[int]) -> None:
        await pilot.press("1")
        await until(pilot, lambda: app.state.you.seat is Seat.SOUTH)
        await pilot.press("m", "2")
        await pilot.press("4")
        await until(pilot, lambda: all(chair.taken for chair in app.state.chairs.values()))
        assert "a bot sits North: master" in app.said
        await until(pilot, lambda: "bot master" in shown(app, "felt"))

    at_table(app, LARGE, play)


def test_a_pause_ends_with_a_tap(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules="valet", trick_pause=60)

    async def play(pilot: Pilot[int]) -> None:
        await sit_with_bots(app, pilot)
        await play_on(app, pilot, lambda: app.state.now.phase == "trick-end")
        await until(pilot, lambda: "␣ continue" in shown(app, "keys"))
        assert 50 <= (app._seconds() or 0) <= 60
        await pilot.press("space")
        await until(pilot, lambda: app.state.now.phase != "trick-end")

    at_table(app, SMALL, play)


def test_at_a_server_of_ones_own_a_game_begins_at_once_and_goes_without_questions(
    server: TableServer, tmp_path: Path
) -> None:
    wishes = Wishes("beginner", "club", pace=60)
    guest = come(server.url, tmp_path, language="nl", **wishes.table)
    app = TableApp(guest.connection, "nl", bots=wishes.bots, own=True)

    async def play(pilot: Pilot[int]) -> None:
        await until(pilot, lambda: app.state.playing)
        assert app.said[0] == "Partij 1 begint"
        assert [app.state.chairs[seat].bot for seat in SEATS] == [None, "beginner", "club", "beginner"]
        await until(pilot, lambda: "bot club" in shown(app, "felt"))
        assert app.state.code not in shown(app, "bar")
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)

    at_table(app, SMALL, play)
    assert app.return_value == 0
    door = ServerDoor(server.url, SavedIdentity(tmp_path, server.url), "nl")
    assert unfinished(door, wishes) == app.state.code
    assert unfinished(door, Wishes("club")) is None


def test_a_round_ends_with_its_score_until_the_player_goes_on(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules="rotterdam-bond", round_pause=60)

    async def play(pilot: Pilot[int]) -> None:
        await sit_with_bots(app, pilot)
        await play_on(app, pilot, lambda: app.state.now.phase == "done")
        await until(pilot, lambda: "Space or Enter: next deal." in shown(app, "asked"))
        assert app.state.game is not None
        result = app.state.game.sheet[-1][1]
        for part in (*result["display"], *map(str, app.state.now.totals or ()), "Total"):
            assert part in shown(app, "felt")
        await pilot.press("enter")
        await until(pilot, lambda: app.state.now.phase != "done")

    at_table(app, SMALL, play)


def test_the_table_is_there_again_after_a_power_cut(
    server: TableServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("klaverjas.terminal_table.connection.LONGEST_WAIT_SECONDS", 0.5)
    app = come(server.url, tmp_path, rules="valet")

    async def play(pilot: Pilot[int]) -> None:
        await sit_with_bots(app, pilot)
        await play_on(app, pilot, lambda: app.state.now.phase == "play" and len(app.state.hand) < 6)
        await until(pilot, lambda: bool(app.state.now.may.play))
        seq = app.state.seq
        server.kill()
        await until(pilot, lambda: app.lost)
        assert "Trying again" in shown(app, "notice")
        await pilot.press(str(app.state.hand.index(next(iter(app.state.now.may.play))) + 1))
        server.start(wait=False)
        await until(pilot, lambda: not app.lost and app.state.seq > seq and not app.connection.pending)
        assert "Trying again" not in shown(app, "notice")
        await play_on(app, pilot, lambda: not app.state.playing)

    try:
        at_table(app, SMALL, play)
    finally:  # the other tests need it
        if not server.running:
            server.start()


def test_waiting_for_somebody_and_a_bot_that_plays_for_him(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, rules="valet", bot_pace=60)

    async def play(pilot: Pilot[int]) -> None:
        other = Client(server.url, "Bram")
        await other.join(app.state.code)
        await other.connect()
        await other.do("sit", seat="W")
        await sit_with_bots(app, pilot)
        await until(pilot, lambda: app.state.playing)
        assert shown(app, "asked") == "Bram chooses trump."
        await other.disconnect()
        await until(pilot, lambda: "Waiting for Bram" in shown(app, "asked"))
        assert "i a bot for Bram" in shown(app, "keys")
        await pilot.press("i")
        await until(pilot, lambda: "a bot plays for Bram" in app.said)
        await other.connect()
        await until(pilot, lambda: "Bram is connected" in app.said[-2:])
        await other.send('{"do": "leave", "id": "1"}')
        await until(pilot, lambda: "Bram left" in app.said)
        await other.close()

    at_table(app, SMALL, play)


def test_whoever_sits_down_in_the_middle_of_a_game_gets_the_hand(server: TableServer, tmp_path: Path) -> None:
    host = come(server.url, tmp_path, rules="valet", bot_pace=60)

    async def play(pilot: Pilot[int]) -> None:
        others = [Client(server.url, name) for name in ("Bram", "Cor", "Dirk")]
        for other, seat in zip(others, "WNE", strict=True):
            await other.join(host.state.code)
            await other.connect()
            await other.do("sit", seat=seat)
        await pilot.press("1")
        await until(pilot, lambda: host.state.you.seat is not None)
        await pilot.press("g")
        await until(pilot, lambda: host.state.playing)
        await others[2].send('{"do": "leave", "id": "1"}')
        late = come(server.url, tmp_path / "late", "Eva", host.state.code)

        async def sit(second: Pilot[int]) -> None:
            await until(second, lambda: late.state.playing)
            await second.press("4")
            await until(second, lambda: len(late.state.hand) == 8)

        async with late.run_test(size=SMALL) as second:
            await sit(second)
        for other in others:
            await other.close()

    at_table(host, SMALL, play)


def test_a_goodbye_is_shown(server: TableServer, tmp_path: Path) -> None:
    app = come(server.url, tmp_path, language="nl")
    app.connection.code = "000000" if app.connection.code != "000000" else "000001"

    async def run() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: app.gone is not None)
            assert "Er is geen open tafel met die code." in shown(app, "notice")
            await pilot.press("q")
            await until(pilot, lambda: not app.is_running)

    asyncio.run(run())


def test_who_comes_back_is_the_same_player(server: TableServer, tmp_path: Path) -> None:
    first = ServerDoor(server.url, SavedIdentity(tmp_path, server.url), "en")
    code = first.open_table("Anna")
    file = SavedIdentity(tmp_path, server.url).file
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = ServerDoor(server.url, SavedIdentity(tmp_path, server.url), "en")
    assert again.last_table() == code
    assert again.join(code, None, display=False) == code
    table = httpx.get(f"{server.url}/api/tables/{code}").json()
    assert table["names"] == ["Anna"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "There is no open table with this code."), ("nl", "Er is geen open tafel met die code.")],
)
def test_the_door_says_why(server: TableServer, tmp_path: Path, language: Language, sentence: str) -> None:
    door = ServerDoor(server.url, SavedIdentity(tmp_path, server.url), language)
    with pytest.raises(KlaverjasError) as caught:
        door.join("000000", "Anna", display=False)
    assert caught.value.code == "no-such-table"
    assert caught.value.sentence(language) == sentence


def test_whoever_joins_a_locked_table_is_told_that_the_host_must_say_yes(
    server: TableServer, tmp_path: Path
) -> None:
    app = come(server.url, tmp_path / "host", "Zus")
    said: list[str] = []

    def come_in(name: str, link: str) -> str:
        folder = tmp_path / name
        door = ServerDoor(server.url, SavedIdentity(folder, server.url), "en")
        return door.join(link, name, display=False, waits=lambda: said.append(name))

    async def play(pilot: Pilot[int]) -> None:
        state = app.state
        link = f"{server.url}/t/{state.code}#{state.key}"
        assert f"link for friends: {link}" in app.said
        await app.connection.send({"do": "lock"})
        await until(pilot, lambda: state.locked)
        wim = asyncio.create_task(asyncio.to_thread(come_in, "Wim", link))
        await until(pilot, lambda: "Wim" in state.waiting.values())
        labels = [offer.label for offer in offers(state, "en")]
        assert {"let Wim in", "turn Wim away", "unlock the table"} <= set(labels)
        (let_in,) = (offer.command for offer in offers(state, "en") if offer.label == "let Wim in")
        assert let_in is not None
        await app.connection.send(let_in)
        assert await wim == state.code
        assert said == ["Wim"]
        otto = asyncio.create_task(asyncio.to_thread(come_in, "Otto", state.code))
        await until(pilot, lambda: "Otto" in state.waiting.values())
        (player,) = state.waiting
        await app.connection.send({"do": "turn-away", "player": player})
        with pytest.raises(KlaverjasError) as caught:
            await otto
        assert caught.value.code == "turned-away"

    at_table(app, LARGE, play)


def test_complaints_are_made_judged_taken_back_and_admitted(server: TableServer, tmp_path: Path) -> None:
    """Rules 6.6: Anna, host and South, sits in the terminal; Eef watches and is named arbiter."""
    app = come(server.url, tmp_path, "Anna", rules="lugus", round_pause=60)

    async def choose(pilot: Pilot[int], label: str) -> None:
        """Do what an offer says, by its label; offers inside others included."""
        await until(pilot, lambda: label in offered())
        await app.connection.send(offered()[label])

    def offered() -> dict[str, Any]:
        found = offers(app.state, "en")
        return {offer.label: offer.command for one in found for offer in (one, *one.among)}

    async def play(pilot: Pilot[int]) -> None:
        others = [Client(server.url, name) for name in ("Wim", "Noor", "Otto", "Eef")]
        for seat, other in zip("WNE-", others, strict=True):
            assert (await other.join(app.state.code)).status_code == 200
            await other.connect()
            if seat != "-":
                await other.do("sit", seat=seat)
        wim, *_, eef = others
        await choose(pilot, "sit South")
        await choose(pilot, "make Eef arbiter")
        await until(pilot, lambda: app.state.now.arbiter == eef.player)
        await choose(pilot, "start")
        await choose(pilot, "about Wim")
        await until(pilot, lambda: "Anna complains: Wim talked" in app.said)
        await eef.until(lambda: bool(eef.now["may"].get("judge")))
        await eef.do("penalise", team="WE")
        await until(pilot, lambda: "the arbiter upholds the complaint" in app.said)
        assert "do-lift" not in offered()  # that is for Eef
        await eef.do("lift")
        await until(pilot, lambda: any("taken back" in line for line in app.said))
        assert len(app.state.hand) == 8
        await choose(pilot, "Eef is no longer arbiter")
        await until(pilot, lambda: app.state.now.arbiter is None)
        await wim.do("complain", about="S")
        await choose(pilot, "admit it: you lose the round")
        await until(pilot, lambda: "the complaint is admitted" in app.said)
        for other in others:
            await other.close()

    at_table(app, LARGE, play)


def test_a_first_visit_needs_a_name_and_a_server(server: TableServer, tmp_path: Path) -> None:
    with pytest.raises(KlaverjasError) as caught:
        ServerDoor(server.url, SavedIdentity(tmp_path, server.url), "nl").open_table(None)
    assert caught.value.code == "name-needed"
    nowhere = "http://127.0.0.1:9"
    with pytest.raises(KlaverjasError) as caught:
        ServerDoor(nowhere, SavedIdentity(tmp_path, nowhere), "en").open_table("Anna")
    assert caught.value.sentence("en").startswith(f"{nowhere} is not responding: ")


# --- the command ----------------------------------------------------------------------------------


def test_without_a_terminal_the_command_is_one_sentence() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "klaverjas", "join", "--new", "--name", "Anna", "--lang", "nl"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert run.returncode == 2
    assert run.stderr == "klaverjas: Een tafel heeft een terminal nodig om getoond te worden.\n"


def test_the_command_in_a_terminal(server: TableServer, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    words = ["join", "--new", "--bots", "--name", "Anna", "--rules", "valet", "--server", server.url]
    process = subprocess.Popen(
        [sys.executable, "-m", "klaverjas", *words, "--lang", "nl"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path)},
    )
    os.close(theirs)
    seen = b""

    def wait_for(part: str) -> None:
        nonlocal seen
        end = time.monotonic() + PATIENCE
        while part.encode() not in seen:
            assert time.monotonic() < end, seen[-2000:]
            if select.select([ours], [], [], 0.1)[0]:
                seen += os.read(ours, 65536)

    try:
        wait_for("Partij 1 begint")
        os.write(ours, b"q")
        wait_for("Ga je weg?")
        os.write(ours, b"1")
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            if select.select([ours], [], [], 0.05)[0]:
                try:
                    os.read(ours, 65536)
                except OSError:  # the other side is closed
                    break
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert list((tmp_path / "klaverjas" / "join").glob("*.json"))


def test_hands_are_shown_in_order(rooms: list[Room]) -> None:
    for room in rooms:
        for ear in room.ears.values():
            round = ear.state.round
            if ear.state.hand and round is not None:
                assert ear.state.hand == Hand.of(ear.state.hand).ordered(round.troef)
    assert SEATS[0] is Seat.SOUTH
