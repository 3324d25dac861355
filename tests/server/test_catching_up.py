"""A node that was behind catches up: nobody is shown a hand that was dealt to somebody else."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from klaverjas.event_json import hand_text
from klaverjas.events import Dealt
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.store.log import TableRow
from klaverjas.server.table.logged import Logged, table_from
from rooms import Room, four

ROW = TableRow("t", "123456", False, "playing", 1, 1, 0, "n")


class Ear:
    """A connection that keeps what it hears."""

    session = ""
    as_table = False

    def __init__(self, player: str) -> None:
        self.player = player
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def dismiss(self, code: str) -> None:
        self.heard.append({"type": "goodbye", "code": code})

    def trouble(self, code: str | None) -> None:
        raise AssertionError

    @property
    def hands(self) -> list[str | None]:
        """The hand of each deal that was heard of."""
        events = [event for one in self.heard for event in one.get("events", ())]
        return [event["hand"] for event in events if event["kind"] == "dealt"]


def hands_of_west(room: Room) -> list[str]:
    return [hand_text(event.hands[1]) for event in room.log if isinstance(event, Dealt)]


def deal_again(room: Room, chance: Random) -> None:
    """Play until one more hand is dealt."""
    before = len(hands_of_west(room))
    while len(hands_of_west(room)) == before:
        room.go_on(chance)


def behind(room: Room, *ears: Ear) -> tuple[LiveTable, Callable[[], list[Logged]]]:
    """The table at another node, where nothing more has been heard since now; and what it has missed."""
    known = [Logged(seq, 0, event) for seq, event in enumerate(room.log, start=1)]
    live = LiveTable(ROW, table_from(known, dict(room.table.names)))
    live.listeners.update(ears)
    return live, lambda: [Logged(seq, 0, event) for seq, event in enumerate(room.log, start=1)][len(known) :]


@pytest.mark.parametrize("taken_up", [False, True])
def test_who_sat_down_between_two_deals_sees_the_second_hand_only(taken_up: bool) -> None:
    room, chance = four(), Random(1)
    room.join("eva")
    room.connect("eva")
    eva = Ear("eva")
    live, missed = behind(room, eva)
    deal_again(room, chance)
    room.do("bert", "leave")
    room.do("eva", "sit", seat="W")
    deal_again(room, chance)
    live.advance(missed(), room.table.copy() if taken_up else None)
    _, _, third = hands_of_west(room)
    assert eva.hands == [None, third]
    assert eva.heard[-1]["game"]["round"]["hand"] == third


def test_who_sat_down_after_a_deal_learns_its_hand_as_it_is_now() -> None:
    room, chance = four(), Random(2)
    room.join("eva")
    room.connect("eva")
    eva = Ear("eva")
    live, missed = behind(room, eva)
    deal_again(room, chance)
    room.do("bert", "leave")
    room.do("eva", "sit", seat="W")
    live.advance(missed())
    assert eva.hands == [None]
    assert eva.heard[-1]["type"] == "snapshot"
    assert eva.heard[-1]["game"]["round"]["hand"] == hands_of_west(room)[-1]


def test_who_stayed_in_his_seat_sees_every_hand_that_was_dealt_to_him() -> None:
    room, chance = four(), Random(3)
    bert = Ear("bert")
    live, missed = behind(room, bert)
    deal_again(room, chance)
    deal_again(room, chance)
    live.advance(missed())
    assert bert.hands == hands_of_west(room)[1:]


def test_who_has_left_is_told_nothing_of_what_came_after() -> None:
    room, chance = four(), Random(4)
    bert = Ear("bert")
    live, missed = behind(room, bert)
    deal_again(room, chance)
    room.do("bert", "leave")
    left = room.table.seq
    room.join("eva")
    room.do("eva", "sit", seat="W")
    deal_again(room, chance)
    live.advance(missed())
    assert bert.hands == hands_of_west(room)[1:2]
    told = [event["seq"] for one in bert.heard for event in one.get("events", ())]
    assert left - 3 < max(told) <= left
    assert bert.heard[-1] == {"type": "goodbye", "code": "left-table"}
