"""A bot's pause is about the table's pace, is longer where a person would think, and tells nothing of its cards."""

from random import Random
from statistics import mean

import pytest

from klaverjas.phase import Phase
from klaverjas.seats import Seat
from klaverjas.server.pace import pause, pause_at
from rooms import Room, four

MOMENTS = range(1_000_000, 1_000_400)


def usual(*, choosing: bool = False, tricks: int = 2, lying: int = 1) -> float:
    return mean(pause_at(1.0, at, choosing=choosing, tricks=tricks, lying=lying) for at in MOMENTS)


def test_troef_takes_longest_then_a_lead_then_following_and_the_last_card_plays_itself() -> None:
    times = [usual(choosing=True), usual(lying=0), usual(lying=1), usual(tricks=7), usual(tricks=7, lying=0)]
    assert times == sorted(times, reverse=True)
    assert times[0] > 3 * times[-1]


def test_over_a_round_it_is_the_pace_of_the_table() -> None:
    cards = [usual(tricks=trick, lying=lying) for trick in range(8) for lying in range(4)]
    assert mean([usual(choosing=True), *cards]) == pytest.approx(1.0, abs=0.1)


def test_no_pause_is_like_another_but_all_are_near_the_pace() -> None:
    pauses = [pause_at(2.0, at, choosing=False, tricks=2, lying=1) for at in MOMENTS]
    assert len(set(pauses)) == len(pauses)
    assert 1.0 < min(pauses) < max(pauses) < 2.5


def test_without_a_pace_a_bot_moves_at_once() -> None:
    assert pause(four(bot_pace=0).table) == 0


def test_a_table_read_again_from_its_log_waits_just_as_long() -> None:
    room, chance = four(bot_pace=1.0), Random(1)
    for _ in range(30):
        assert pause(room.read) == pause(room.table) > 0
        room.go_on(chance)


def test_it_is_the_same_whatever_the_bot_holds() -> None:
    one, other = positions(1), positions(2)  # other cards are played, at the same moments
    assert [pause(room.table) for room in one] == [pause(room.table) for room in other]


def positions(seed: int) -> list[Room]:
    """The same table before each card of its first trick."""
    found = []
    for cards in range(4):
        room, chance = four(bot_pace=1.0), Random(seed)
        room.do("bert", "troef", suit="H")
        for _ in range(cards):
            room.go_on(chance)
        assert room.table.game is not None
        assert room.table.game.round.phase is Phase.PLAY
        assert room.table.turn == Seat.WEST.after(cards)
        found.append(room)
    return found
