"""Events as JSON: whatever happened is read back as it was, and nothing else is read."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from games import random_whole_game
from klaverjas.errors import KlaverjasError
from klaverjas.event_json import event_from_json, event_to_json
from klaverjas.events import Dealt, Event
from klaverjas.game import Game
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat
from klaverjas.server.table.events import (
    CODEC,
    ArbiterNamed,
    BotLeft,
    BotSat,
    ClockRanOut,
    Complained,
    ComplaintEnded,
    Connected,
    DeadlineSet,
    Disconnected,
    EndProposed,
    EntryAsked,
    EntryRefused,
    GameBegun,
    GameEnded,
    GamePrepared,
    HostChanged,
    Joined,
    KeyRenewed,
    Left,
    LogEvent,
    Options,
    RulesChanged,
    Sat,
    SeatHandedBack,
    SeatsSwapped,
    StandInSat,
    StoodUp,
    SwapProposed,
    TableClosed,
    TableLocked,
    TableOpened,
    Tapped,
    TextAdded,
)
from soak import SEED
from tables import random_round, random_rules

SECRET = "0123456789abcdef" * 4
ODD_TEXT = "é 🃏 \x00 \u2028 </script> \"'\\"
TABLE_EVENTS: list[LogEvent] = [
    TableOpened("a", LUGUS.change(end={"rounds": 3}), Options(public=True, turn_clock=30.0, trick_pause=0.0)),
    RulesChanged(ROTTERDAM, Options()),
    Joined("a", True),
    Left("a", True),
    Connected("a", "node"),
    Disconnected("a", "node"),
    HostChanged("a"),
    HostChanged(None),
    Sat("a", Seat.SOUTH),
    StoodUp("a", Seat.WEST),
    SwapProposed("a", Seat.NORTH),
    SeatsSwapped(Seat.SOUTH, Seat.EAST),
    BotSat(Seat.SOUTH, "regels"),
    BotLeft(Seat.SOUTH),
    StandInSat(Seat.SOUTH, "beginner"),
    SeatHandedBack(Seat.EAST),
    GamePrepared(1, SECRET),
    TextAdded("a", ODD_TEXT),
    GameBegun(7, ("a", None, "b", None), (None, "regels", None, "beginner"), ("", ODD_TEXT, "", "")),
    DeadlineSet("collect", 1_794_000_000_000),
    ClockRanOut(Seat.NORTH),
    Tapped("a"),
    EndProposed("a", False),
    ArbiterNamed("a"),
    ArbiterNamed(None),
    Complained(Seat.WEST, Seat.NORTH),
    ComplaintEnded("lapsed"),
    TableLocked(True),
    KeyRenewed("123456", "0f" * 16),
    EntryAsked("a", False, "old", 1_794_000_000_000),
    EntryRefused("a", True),
    GameEnded(7, "abandoned", SECRET),
    TableClosed(True),
]


def through_json(event: LogEvent) -> LogEvent:
    """Written as the database keeps it, by both writers, and read again."""
    value = CODEC.to_json(event)
    assert json.loads(json.dumps(value)) == msgspec.json.decode(msgspec.json.encode(value))
    return CODEC.from_json(msgspec.json.decode(msgspec.json.encode(value)))


def random_games() -> list[Game]:
    chance = Random(SEED)
    rules = [*NAMED.values(), *(random_rules(chance) for _ in range(6))]
    return [
        random_whole_game(each.change(end={"rounds": 2}), chance, stop=0.001)
        for each in rules
        for _ in range(4)
    ]


def test_every_kind_of_event_is_read_back_as_it_was() -> None:
    seen = set()
    for event in TABLE_EVENTS:
        assert through_json(event) == event
        seen.add(CODEC.to_json(event)["kind"])
    for game in random_games():
        for event in game.log:
            assert through_json(event) == event
            assert event_from_json(event_to_json(event)) == event
            seen.add(event_to_json(event)["kind"])
        assert Game.rebuild(event_from_json(event_to_json(event)) for event in game.log) == game
    chance = Random(SEED)
    for step in (
        step
        for _ in range(10)
        for step in random_round(ROTTERDAM.change(talk_penalty=True), chance, careless=0.5)
    ):
        for event in step.events:
            assert through_json(event) == event
            seen.add(event_to_json(event)["kind"])
    assert seen == set(CODEC.kinds)


def test_kinds_never_change() -> None:
    """A log of today is read in ten years: these words stand in databases."""
    assert sorted(CODEC.kinds) == [
        "accusation-failed", "accusation-proven", "arbiter-named", "auction-won", "bid-made", "bot-left", "bot-sat",
        "card-played", "clock-ran-out", "complained", "complaint-ended", "connected", "deadline-set", "dealt",
        "disconnected", "end-proposed", "entry-asked", "entry-refused", "game-begun", "game-closed", "game-ended",
        "game-prepared", "game-started", "host-changed", "joined", "key-renewed", "knocked", "left", "passed",
        "penalty-imposed", "penalty-lifted", "roem-claimed", "round-scored", "rules-changed", "sat",
        "seat-handed-back", "seats-swapped", "stand-in-sat", "stood-up", "swap-proposed", "table-closed",
        "table-locked", "table-opened", "tapped", "text-added", "trick-won", "troef-chosen",
    ]  # fmt: skip


BAD: list[Any] = [
    None,
    7,
    "card-played",
    [],
    {},
    {"kind": None},
    {"kind": []},
    {"kind": "card-flown", "seat": "W", "card": "HT"},
    {"kind": "card-played"},
    {"kind": "card-played", "seat": "W"},
    {"kind": "card-played", "seat": "Q", "card": "HT"},
    {"kind": "card-played", "seat": "W", "card": "H1"},
    {"kind": "card-played", "seat": "W", "card": 7},
    {"kind": "card-played", "seat": None, "card": "HT"},
    {"kind": "card-played", "seat": "W", "card": "HT", "face": "up"},
    {"kind": "bid-made", "seat": "W", "bid": "80X"},
    {"kind": "dealt", "rules": "parijs", "dealer": "S", "hands": []},
    {"kind": "dealt", "rules": {"base": "valet"}, "dealer": "S", "hands": "SA"},
    {"kind": "dealt", "rules": {"base": "valet"}, "dealer": "S", "hands": ["SA", None]},
    {"kind": "game-begun", "number": 1, "players": None, "bots": [], "texts": []},
    {"kind": "game-begun", "number": 1, "players": "abcd", "bots": "abcd", "texts": "abcd"},
    {"kind": "trick-won", "winner": "S", "points": "20", "roem": 0},
    {"kind": "trick-won", "winner": "S", "points": True, "roem": 0},
    {"kind": "knocked", "seat": "S", "right": 1},
    {"kind": "deadline-set", "what": "tea", "until": 0},
    {"kind": "round-scored", "result": {}},
    {"kind": "round-scored", "result": None},
    {"kind": "accusation-proven", "seat": "S", "accused": "W", "offences": [{"trick": 1}]},
]


@pytest.mark.parametrize("value", BAD, ids=lambda value: json.dumps(value)[:40])
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(KlaverjasError) as caught:
        CODEC.from_json(value)
    assert caught.value.code == "bad-events"
    assert caught.value.sentence("nl") != caught.value.sentence("en")


WRONG: tuple[Any, ...] = (None, -1, 1.5, "", "x", [], {}, ["x"], True, "SA SA")


def test_an_event_with_a_wrong_field_is_refused_or_is_another_event() -> None:
    """Nothing but `bad-events` comes of a field that has become something else."""
    chance = Random(SEED)
    events: list[Event] = [event for game in random_games()[::5] for event in game.log]
    for event in chance.sample(events, min(200, len(events))) + TABLE_EVENTS:
        value = CODEC.to_json(event)
        for name in value:
            for wrong in WRONG:
                try:
                    read = CODEC.from_json(value | {name: wrong})
                except KlaverjasError as error:
                    assert error.code == "bad-events"
                else:
                    assert CODEC.to_json(read) == value | {name: wrong}
            without = {other: value[other] for other in value if other != name}
            if name == "elsewhere":  # came later
                assert CODEC.from_json(without) == event
                continue
            with pytest.raises(KlaverjasError):
                CODEC.from_json(without)


def test_a_log_from_before_there_were_tips_is_a_table_without_them() -> None:
    """What came later may be missing in a log; what was always there may not."""
    opened = TableOpened("anna", ROTTERDAM, Options(tips=True))
    value = CODEC.to_json(opened)
    del value["options"]["tips"]
    assert CODEC.from_json(value) == TableOpened("anna", ROTTERDAM, Options(tips=False))
    del value["options"]["bots"]
    with pytest.raises(KlaverjasError):
        CODEC.from_json(value)


def test_a_deal_keeps_its_rules() -> None:
    rules: RuleSet = ROTTERDAM.change(pit=50)
    game = random_whole_game(rules.change(end={"rounds": 1}), Random(SEED))
    dealt = next(event for event in game.log if isinstance(event, Dealt))
    assert event_to_json(dealt)["rules"] == {"base": "rotterdam/2", "pit": 50, "end": {"rounds": 1}}
