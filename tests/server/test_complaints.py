"""Complaints about passing information, and who decides on them (Rules 6.6)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaverjas.events import PenaltyImposed, PenaltyLifted, RoundScored
from klaverjas.phase import Phase
from klaverjas.record import read
from klaverjas.rules.named import AMSTERDAM_BOND, LUGUS, ROTTERDAM, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat, Team
from klaverjas.server.table.cut import now, snapshot
from klaverjas.server.table.events import Complained, ComplaintEnded, LogEvent
from klaverjas.view import Watcher
from rooms import Room, four
from scripted import together
from table_client import QUICK, Client, four_at_a_table, run
from table_server import TableServer

TALKING = ROTTERDAM.change(talk_penalty=True)


def with_arbiter(rules: RuleSet = LUGUS, **options: Any) -> Room:
    """Four players, and Eef, whom the host named as arbiter."""
    room = four(rules, **options)
    room.join("eef")
    room.connect("eef")
    room.do("anna", "arbiter", player="eef")
    return room


def kinds(events: list[LogEvent]) -> set[type]:
    return {type(event) for event in events}


def ended(events: list[LogEvent]) -> list[str]:
    return [event.how for event in events if isinstance(event, ComplaintEnded)]


# --- who decides ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [LUGUS, named("rotterdam/1"), ROTTERDAM, AMSTERDAM_BOND])
def test_a_seated_host_imposes_nothing(rules: RuleSet) -> None:
    room = four(rules)
    for team in ("NS", "WE"):
        assert room.refused("anna", "penalise", team=team) == "arbiter-only"
    assert room.refused("anna", "lift") == "arbiter-only"


def test_a_host_who_does_not_sit_is_the_arbiter() -> None:
    room = Room(LUGUS)
    room.connect("anna")
    for player, seat in zip(("bert", "cora", "dirk", "eef"), "SWNE", strict=True):
        room.join(player)
        room.connect(player)
        room.do(player, "sit", seat=seat)
    room.do("anna", "start")
    assert room.table.arbiter == "anna"
    room.do("bert", "complain", about="E")
    assert kinds(room.do("anna", "penalise", team="WE")) >= {ComplaintEnded, PenaltyImposed, RoundScored}


def test_whom_the_host_names_is_the_arbiter_while_present_and_not_seated() -> None:
    room = with_arbiter()
    assert room.table.arbiter == "eef"
    room.disconnect("eef")
    assert room.table.arbiter is None
    room.connect("eef")
    assert room.table.arbiter == "eef"
    room.do("anna", "arbiter", player=None)
    assert room.table.arbiter is None


def test_only_the_host_himself_names_an_arbiter_and_nobody_who_sits() -> None:
    room = four(LUGUS)
    room.join("eef")
    room.connect("eef")
    assert room.refused("bert", "arbiter", player="eef") == "host-only"
    assert room.refused("anna", "arbiter", player="bert") == "arbiter-seated"
    assert room.refused("anna", "arbiter", player="nobody") == "nobody-like-that"
    room.join("tablet", display=True)
    assert room.refused("anna", "arbiter", player="tablet") == "arbiter-seated"
    room.disconnect("anna")  # Bert acts for her
    assert room.table.acting_host == "bert"
    assert room.refused("bert", "arbiter", player="eef") == "host-himself"


# --- complaining ------------------------------------------------------------------------------------


def test_a_complaint_is_made_where_the_rules_know_the_penalty() -> None:
    room = four(ROTTERDAM)
    assert room.refused("bert", "complain", about="S") == "no-talk-penalty"
    room = four(TALKING)
    assert room.do("bert", "complain", about="S") == [Complained(Seat.WEST, Seat.SOUTH)]
    assert room.table.complaint == Complained(Seat.WEST, Seat.SOUTH)


def test_nobody_complains_about_himself_or_a_bot_and_only_players_do() -> None:
    room = Room(LUGUS)
    room.connect("anna")
    room.do("anna", "sit", seat="S")
    room.do("anna", "bot")
    room.join("bert")
    room.connect("bert")
    room.do("anna", "start")
    assert room.refused("anna", "complain", about="S") == "complain-about-oneself"
    assert room.refused("anna", "complain", about="W") == "bots-do-not-talk"
    assert room.refused("bert", "complain", about="S") == "not-seated"


def test_one_complaint_is_open_at_a_time_and_two_a_seat_are_the_most_of_a_deal() -> None:
    room = with_arbiter()
    for _ in range(2):
        room.do("bert", "complain", about="S")
        assert room.refused("cora", "complain", about="S") == "complaint-open"
        room.do("eef", "dismiss")
    assert room.refused("bert", "complain", about="S") == "complaints-used-up"
    assert now(room.table, Seat.WEST, "bert").may.complain == []
    assert now(room.table, Seat.NORTH, "cora").may.complain == ["S", "W", "E"]


def test_it_is_too_late_when_talking_can_no_longer_be_punished() -> None:
    room = four(TALKING.change(end={"rounds": 2}))
    while room.table.game is None or room.table.game.round.phase is not Phase.DONE:
        room.go_on(Random(1))
    assert room.refused("bert", "complain", about="S") == "penalise-too-late"


# --- deciding ---------------------------------------------------------------------------------------


def test_the_arbiter_upholds_or_dismisses() -> None:
    room = with_arbiter()
    assert room.refused("eef", "penalise", team="NS") == "no-complaint"
    assert room.refused("eef", "dismiss") == "no-complaint"
    room.do("bert", "complain", about="N")
    assert room.refused("eef", "penalise", team="WE") == "no-complaint"
    assert room.refused("anna", "dismiss") == "arbiter-only"
    assert ended(room.do("eef", "dismiss")) == ["dismissed"]
    room.do("bert", "complain", about="N")
    events = room.do("eef", "penalise", team="NS")
    assert ended(events) == ["upheld"]
    assert PenaltyImposed(Team.NORTH_SOUTH) in events


def test_under_an_arbiter_nobody_admits_and_without_one_only_the_team_that_is_meant() -> None:
    room = with_arbiter()
    room.do("bert", "complain", about="N")
    assert room.refused("cora", "admit") == "arbiter-decides"
    room.disconnect("eef")
    assert room.refused("dirk", "admit") == "not-for-you-to-admit"
    assert now(room.table, Seat.SOUTH, "anna").may.admit  # the partner of who is meant
    events = room.do("cora", "admit")
    assert ended(events) == ["admitted"]
    assert PenaltyImposed(Team.NORTH_SOUTH) in events


def test_a_complaint_that_nobody_decides_lapses_at_the_next_deal_and_all_see_it() -> None:
    room = four(LUGUS.change(all_pass="forced"))
    room.do("bert", "complain", about="N")
    chance, happened = Random(1), []
    while room.table.game is not None and len(room.table.game.rounds) < 2:
        happened = room.go_on(chance)
    assert ended(happened) == ["lapsed"]
    assert room.table.complaint is None


def test_a_complaint_lapses_with_the_last_trick_where_it_can_no_longer_be_punished() -> None:
    room = four(TALKING)
    room.do("bert", "complain", about="N")
    chance, happened = Random(1), []
    while room.table.game is None or room.table.game.round.phase is not Phase.DONE:
        happened = room.go_on(chance)
    assert ended(happened) == ["lapsed"]


def test_a_complaint_lapses_when_the_game_ends() -> None:
    room = four(LUGUS)
    room.do("bert", "complain", about="N")
    for player in ("anna", "bert", "cora"):
        room.do(player, "end")
    assert ended(room.do("dirk", "end")) == ["lapsed"]


def test_the_first_edition_needs_no_complaint_but_an_arbiter() -> None:
    room = with_arbiter(named("rotterdam/1"))
    assert PenaltyImposed in kinds(room.do("eef", "penalise", team="NS"))


# --- taking back ------------------------------------------------------------------------------------


def test_the_arbiter_takes_a_penalty_back_and_the_round_goes_on_where_it_was() -> None:
    room = with_arbiter(LUGUS.change(all_pass="forced"))
    chance = Random(2)
    while room.table.game is None or len(room.table.game.round.tricks) < 2:
        room.go_on(chance)
    assert room.table.game is not None
    before = room.table.game.round
    room.do("bert", "complain", about="N")
    assert not now(room.table, Watcher.SPECTATOR, "eef").may.lift
    room.do("eef", "penalise", team="NS")
    assert now(room.table, Watcher.SPECTATOR, "eef").may.lift
    assert room.table.deadlines["deal"] - room.at > 9000  # time to think again
    assert room.refused("anna", "lift") == "arbiter-only"
    assert PenaltyLifted in kinds(room.do("eef", "lift"))
    after = room.table.game.round
    assert (after.hands, after.tricks, after.turn, after.result) == (
        before.hands,
        before.tricks,
        before.turn,
        None,
    )
    assert "deal" not in room.table.deadlines
    assert room.refused("eef", "lift") == "nothing-to-lift"
    room.play_until(chance)


def test_taps_do_not_take_the_arbiters_time() -> None:
    room = with_arbiter()
    room.do("bert", "complain", about="N")
    room.do("eef", "penalise", team="NS")
    until = room.table.deadlines["deal"]
    for player in ("anna", "bert", "cora", "dirk"):
        room.do(player, "tap")
    assert room.table.deadlines["deal"] == until


def test_until_the_next_deal_nothing_of_a_penalised_round_is_shown() -> None:
    room = with_arbiter(LUGUS.change(all_pass="forced"))
    chance = Random(3)
    while room.table.game is None or len(room.table.game.round.tricks) < 3:
        room.go_on(chance)
    assert room.table.game is not None
    room.do("bert", "complain", about="N")
    room.do("eef", "penalise", team="NS")
    round = room.table.game.round
    for viewer, player in ((Watcher.SPECTATOR, "eef"), (Seat.SOUTH, "anna"), (Watcher.TABLE, "eef")):
        seen = snapshot(room.table, player, viewer, 0)
        assert seen.game is not None
        assert seen.game.round is not None
        shown = b" ".join(bytes(event) for event in seen.game.round.log).decode()
        for card in round.tricks[0].cards:
            assert f'"{card}"' not in shown
        for seat, hand in zip(Seat, round.hands, strict=True):
            if seat is not viewer:
                assert not any(f'"{card}"' in shown for card in hand)


# --- at a real server -------------------------------------------------------------------------------


def test_complaint_penalty_and_taking_back_over_the_socket_and_in_the_record(tmp_path: Path) -> None:
    async def evening(url: str) -> None:
        clients = await four_at_a_table(url, rules={"base": "lugus", "end": {"rounds": 1}}, **QUICK)
        south, west, north, east = clients
        eef = Client(url, "Eefje")
        assert (await eef.join(south.code)).status_code == 200
        await eef.connect()
        await south.do("arbiter", player=eef.player)
        await south.do("start")
        await west.do("bid", bid="80H")
        await east.do("complain", about="W")
        await together([*clients, eef])
        assert eef.now["complaint"] == {"seat": "E", "about": "W"}
        assert eef.now["may"] == {"judge": True}
        assert south.now["arbiter"] == eef.player
        await eef.do("penalise", team="WE")
        await eef.do("lift")
        await together([*clients, eef])
        assert north.snapshot["seq"] == north.seq  # everyone is shown the position again
        assert north.now["turn"] == "N"
        await north.do("pass")
        await west.do("complain", about="S")
        await eef.do("dismiss")
        await south.do("complain", about="W")
        await eef.do("penalise", team="WE")
        await south.until_event("game-ended", patience=30)
        game = (await south.http.get("/api/me/games")).json()[0]
        record = (await south.http.get(f"/api/games/{game['id']}/record")).text
        (kept,) = read(record)
        assert [comment.text for comment in kept.comments] == [
            "complaint: East about West",
            "upheld",
            "complaint: West about South",
            "dismissed",
            "complaint: South about West",
            "upheld",
        ]
        assert "!WE" in record
        assert "lifted" in record

    with TableServer(tmp_path) as server:
        run(evening(server.url))


def test_a_stand_in_plays_on_when_a_penalty_is_taken_back() -> None:
    """At a table without bots a stand-in plays a round to its end, and a penalty that is lifted ends none."""
    room = with_arbiter(LUGUS.change(all_pass="forced"), bots=False)
    chance = Random(2)
    while room.table.game is None or len(room.table.game.round.tricks) < 2:
        room.go_on(chance)
    room.do("anna", "remove", player="dirk")
    room.do("bert", "complain", about="N")
    room.do("eef", "penalise", team="NS")
    room.do("eef", "lift")
    assert room.table.chairs[Seat.EAST].stand_in is not None
    room.do("bert", "complain", about="N")
    room.do("eef", "penalise", team="NS")
    room.pass_deadline("deal")
    assert room.table.chairs[Seat.EAST].stand_in is None
    assert room.table.waiting_for == [Seat.EAST]


def test_nobody_who_has_seen_a_hand_of_the_game_is_arbiter() -> None:
    room = with_arbiter()
    room.do("cora", "leave")
    room.join("cora")
    room.connect("cora")
    assert room.refused("anna", "arbiter", player="cora") == "arbiter-has-seen"
    room = four(LUGUS, start=False)
    room.do("cora", "stand")
    room.do("anna", "arbiter", player="cora")  # before the game anybody may be named
