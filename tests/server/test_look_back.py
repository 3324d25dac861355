"""Older tricks are not shown where only the previous one may be looked at (Rules 6.7)."""

import json
import random
from pathlib import Path

import pytest

from klaverjas.rules.named import LUGUS, ROTTERDAM, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table.cut import snapshot
from klaverjas.view import Viewer, Watcher, shown_events, view_round
from rooms import Room, four
from scripted import Habits, step, together
from table_client import QUICK, Client, four_at_a_table, run
from table_server import TableServer

LIKE_LUGUS = LUGUS.change(all_pass="forced")
VIEWERS: tuple[Viewer, ...] = (*SEATS, Watcher.SPECTATOR, Watcher.TABLE)
CAREFUL = Habits(0.5, 0.0, 0.0, 0.0, accuses=0.0, revokes=0.0)


def after_tricks(rules: RuleSet, tricks: int, seed: int = 1) -> Room:
    room, chance = four(rules), random.Random(seed)
    while room.table.game is None or len(room.table.game.round.tricks) < tricks:
        room.go_on(chance)
    return room


def shown_to(room: Room, viewer: Viewer) -> str:
    """Everything that a snapshot says of the round but one's own hand."""
    seen = snapshot(room.table, "anna", viewer, 0)
    assert seen.game is not None
    assert seen.game.round is not None
    return " ".join(bytes(event).decode() for event in seen.game.round.log)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("tricks", range(1, 8))
def test_a_snapshot_shows_the_previous_trick_and_no_older_one(viewer: Viewer, tricks: int) -> None:
    room = after_tricks(LIKE_LUGUS, tricks)
    assert room.table.game is not None
    text = shown_to(room, viewer)
    *older, previous = room.table.game.round.tricks
    assert all(f'"{card}"' in text for card in previous.cards)
    assert not any(f'"{card}"' in text for trick in older for card in trick.cards)
    assert text.count("trick-won") == 1


@pytest.mark.parametrize("rules", [ROTTERDAM, named("lugus/1").change(all_pass="forced")])
def test_elsewhere_and_in_version_1_nothing_is_hidden(rules: RuleSet) -> None:
    room = after_tricks(rules, 4)
    assert shown_to(room, Watcher.SPECTATOR).count("trick-won") == 4


def test_when_the_round_is_over_all_of_it_may_be_seen() -> None:
    room = after_tricks(LIKE_LUGUS, 8)
    assert shown_to(room, Seat.WEST).count("trick-won") == 8


def test_a_bot_keeps_what_it_has_seen() -> None:
    room = after_tricks(LIKE_LUGUS, 5)
    assert room.table.game is not None
    round = room.table.game.round
    view = view_round(round, Seat.NORTH)
    assert len(view.tricks) == 5
    assert view.events == round.log[1:]
    assert len(shown_events(round)) < len(view.events)


def test_a_player_who_comes_back_gets_no_older_trick_of_what_he_missed(tmp_path: Path) -> None:
    async def evening(url: str) -> None:
        chance = random.Random(3)
        rules = {"base": "lugus", "all_pass": "forced", "end": {"rounds": 1}}
        clients = await four_at_a_table(url, rules=rules, **QUICK)
        away = Client(url, "Toos", clients[0].http.cookies)  # another device of South's
        away.code = clients[0].code
        await clients[0].do("start")

        async def until_tricks(count: int) -> None:
            while clients[0].kinds().count("trick-won") < count:
                await step(clients, chance, CAREFUL)
            await together(clients)

        await until_tricks(1)
        seen = clients[0].seq
        await until_tricks(2)
        away.seq = seen
        await away.connect(after=seen)
        assert json.loads(away.received[-1])["type"] == "events"  # one trick: the one that may be looked at
        await away.disconnect()
        await until_tricks(4)
        tricks = [event for event in clients[0].events if event["kind"] == "card-played"]
        before = len(away.received)
        away.seq = seen
        await away.connect(after=seen)
        first = json.loads(away.received[before])
        assert first["type"] == "snapshot"
        log = json.dumps(first["game"]["round"]["log"])
        assert not any(f'"{event["card"]}"' in log for event in tricks[:12])
        assert all(f'"{event["card"]}"' in log for event in tricks[12:16])

    with TableServer(tmp_path) as server:
        run(evening(server.url))
