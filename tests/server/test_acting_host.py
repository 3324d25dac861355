"""While the host is not there, somebody who is acts in his place: nobody has to wait for a bot to be allowed."""

import pytest

from klaverjas.errors import KlaverjasError
from klaverjas.rules.named import AMSTERDAM
from klaverjas.seats import Seat
from klaverjas.server.table import commands as c
from klaverjas.server.table.decide import connect, decide, disconnect, open_table
from klaverjas.server.table.door import MOST_PEOPLE, join
from klaverjas.server.table.events import LogEvent, Options, StandInSat, TableOpened
from klaverjas.server.table.progress import DecisionContext
from klaverjas.server.table.state import Table

NOW = DecisionContext(1_000, lambda: "s" * 64)


SEATS: tuple[c.SeatLetter, ...] = ("S", "W", "N", "E")


def happen(table: Table, events: list[LogEvent]) -> None:
    for event in events:
        table.happens(event, table.seq + 1, NOW.at)


def a_running_game() -> Table:
    first, *rest = open_table("host", AMSTERDAM, Options(), display=False, now=NOW)
    assert isinstance(first, TableOpened)
    table = Table.opened(first, NOW.at)
    happen(table, rest)
    for player in ("west", "north", "east"):
        happen(table, join(table, player, player, NOW, display=False))
    for player, seat in zip(("host", "west", "north", "east"), SEATS, strict=True):
        happen(table, connect(table, player, "node"))
        happen(table, decide(table, player, c.Sit(id="1", seat=seat), NOW))
    happen(table, decide(table, "host", c.Start(id="2"), NOW))
    return table


def test_when_the_host_is_missing_another_player_lets_a_bot_play_for_him() -> None:
    table = a_running_game()
    assert table.acting_host == "host"
    happen(table, disconnect(table, [("host", "node")], NOW))
    assert table.acting_host == "west"
    assert decide(table, "west", c.StandIn(id="3", seat="S"), NOW) == [StandInSat(Seat.SOUTH, "regels")]


def test_who_does_not_act_in_his_place_may_not() -> None:
    table = a_running_game()
    happen(table, disconnect(table, [("host", "node")], NOW))
    with pytest.raises(KlaverjasError) as refused:
        decide(table, "north", c.StandIn(id="3", seat="S"), NOW)
    assert refused.value.code == "host-only"


def test_the_host_who_comes_back_is_host_again() -> None:
    table = a_running_game()
    happen(table, disconnect(table, [("host", "node")], NOW))
    happen(table, connect(table, "host", "node"))
    assert table.acting_host == table.host == "host"


def test_a_table_has_room_for_so_many_and_no_more() -> None:
    table = a_running_game()
    for number in range(MOST_PEOPLE - 4):
        happen(table, join(table, f"guest {number}", f"guest {number}", NOW, display=False))
    with pytest.raises(KlaverjasError) as refused:
        join(table, "one more", "one more", NOW, display=False)
    assert refused.value.code == "table-full"
    assert join(table, "host", "host", NOW, display=False) == []  # who is there may join again
