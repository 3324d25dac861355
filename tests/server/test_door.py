"""Who comes to a table and who does not: the host's yes, the lock, removals, and one person with several ids."""

from random import Random

import pytest

from klaverjas.errors import KlaverjasError
from klaverjas.events import RoundScored
from klaverjas.seats import Seat
from klaverjas.server.table.door import ENTRY_SECONDS, MOST_WAITING, MOST_WAITING_WITHOUT_KEY
from klaverjas.server.table.events import (
    Arrival,
    EntryAsked,
    EntryRefused,
    HostChanged,
    Joined,
    KeyRenewed,
    Left,
    LogEvent,
    SeatHandedBack,
    StandInSat,
    TableLocked,
)
from rooms import Room, four

FOR_THE_HOST_HIMSELF = [
    ("hand-over", {"player": "cora"}),
    ("remove", {"player": "anna"}),
    ("configure", {"rules": "valet"}),
    ("lock", {}),
    ("let-in", {"player": "eva"}),
    ("turn-away", {"player": "eva"}),
]


def kinds(events: list[LogEvent]) -> list[type]:
    return [type(event) for event in events]


def refused_join(room: Room, player: str, how: Arrival = "code", ids: tuple[str, ...] = ()) -> str:
    with pytest.raises(KlaverjasError) as caught:
        room.join(player, how=how, ids=ids)
    assert caught.value.sentence("nl") != caught.value.sentence("en")
    return caught.value.code


# --- the host, and who acts for him -------------------------------------------------------------------


@pytest.mark.parametrize(("word", "fields"), FOR_THE_HOST_HIMSELF)
def test_who_acts_for_a_missing_host_does_not_decide_for_him(word: str, fields: dict[str, str]) -> None:
    room = four(start=False)
    room.do("anna", "lock")
    room.join("eva")
    room.disconnect("anna")
    assert room.table.acting_host == "bert"
    assert room.refused("bert", word, **fields) == "host-himself"
    assert room.refused("cora", word, **fields) == "host-only"
    room.do("bert", "remove", player="dirk")  # what cannot wait, and is not about the host, he may do
    room.do("bert", "bot", seat="E")
    room.do("bert", "start")


# --- removed means removed ------------------------------------------------------------------------------


def test_a_removal_renews_the_key_and_the_code() -> None:
    room = four(start=False)
    events = room.do("anna", "remove", player="bert")
    assert kinds(events)[:2] == [Left, KeyRenewed]
    first = room.table.code, room.table.key
    assert len(first[0]) == 6
    assert len(first[1]) == 32
    room.do("anna", "remove", player="cora")
    assert room.table.code != first[0]
    assert room.table.key != first[1]
    assert KeyRenewed not in kinds(room.do("dirk", "leave"))


def test_whoever_comes_by_the_old_link_waits_for_the_hosts_yes() -> None:
    room = four(start=False)
    room.do("anna", "remove", player="bert")
    (asked,) = room.join("eva", how="old")
    assert asked == EntryAsked(
        "eva", display=False, how="old", until=room.at - 10 + int(ENTRY_SECONDS * 1000)
    )
    assert room.join("eva", how="old") == []  # still waits
    assert "eva" not in room.table.people
    assert room.refused("eva", "sit", seat="W") == "not-at-table"
    assert room.refused("bert", "let-in", player="eva") == "not-at-table"
    assert room.refused("cora", "let-in", player="eva") == "host-only"
    assert room.do("anna", "let-in", player="eva") == [Joined("eva", display=False)]
    assert not room.table.waiting
    assert room.join("eva", how="old") == []
    room.do("eva", "sit", seat="W")
    assert room.refused("anna", "let-in", player="eva") == "nobody-waiting"
    assert kinds(room.join("fons", how="key")) == [Joined]  # the new link needs no yes


def test_whoever_was_turned_away_does_not_ask_again() -> None:
    room = four(start=False)
    room.join("eva", how="old")
    assert room.do("anna", "turn-away", player="eva") == [EntryRefused("eva", expired=False)]
    assert refused_join(room, "eva", "old") == "turned-away"
    assert refused_join(room, "eva", "key") == "turned-away"
    assert refused_join(room, "fons", "old", ids=("eva",)) == "turned-away"
    assert room.refused("anna", "turn-away", player="eva") == "nobody-waiting"


def test_a_question_expires_and_may_be_asked_again() -> None:
    room = four(start=False)
    room.join("eva", how="old")
    room.at += 60_000
    room.join("fons", how="old")
    assert room.pass_deadline("entry") == [EntryRefused("eva", expired=True)]
    assert list(room.table.waiting) == ["fons"]
    assert kinds(room.join("eva", how="old")) == [EntryAsked]
    room.pass_deadline("entry")
    room.pass_deadline("entry")
    assert not room.table.waiting
    assert "entry" not in room.table.deadlines


def test_who_was_removed_does_not_come_back_as_somebody_else() -> None:
    room = four(start=False)
    room.do("anna", "remove", player="bert")
    for how in ("key", "code", "old"):
        assert refused_join(room, "bert", how) == "removed-from-table"
        assert refused_join(room, "account", how, ids=("account", "bert")) == "removed-from-table"


# --- the lock -------------------------------------------------------------------------------------------


def test_a_locked_table_lets_nobody_in_without_the_hosts_yes() -> None:
    room = four()
    assert room.refused("bert", "lock") == "host-only"
    assert room.do("anna", "lock") == [TableLocked(locked=True)]
    assert room.do("anna", "lock") == []
    for how, player in (("key", "eva"), ("code", "fons"), ("old", "gerda")):
        assert kinds(room.join(player, how=how)) == [EntryAsked]  # type: ignore[arg-type]
    room.do("anna", "let-in", player="eva")
    assert room.join("bert") == []  # who is there, is there
    assert room.do("anna", "lock", locked=False) == [TableLocked(locked=False)]
    assert kinds(room.join("fons", how="code")) == [Joined]
    assert kinds(room.join("gerda", how="old")) == []  # an old link still needs the yes
    assert list(room.table.waiting) == ["gerda"]


def test_nobody_is_locked_out_of_an_empty_table() -> None:
    room = Room()
    room.do("anna", "lock")
    room.do("anna", "leave")
    assert kinds(room.join("bert", how="key")) == [Joined, HostChanged]
    assert kinds(room.join("eva", how="old")) == [EntryAsked]


def test_by_an_old_link_nobody_waits_at_an_empty_table() -> None:
    room = Room()
    room.do("anna", "leave")
    events = room.join("eva", how="old")
    assert Joined in kinds(events)
    assert room.table.host == "eva"


def test_only_so_many_wait_and_those_with_the_link_have_room() -> None:
    room = four(start=False)
    room.do("anna", "lock")
    for number in range(MOST_WAITING_WITHOUT_KEY):
        room.join(f"stranger {number}", how="code" if number % 2 else "old")
    assert refused_join(room, "one more") == "too-many-waiting"
    for number in range(MOST_WAITING - MOST_WAITING_WITHOUT_KEY):
        room.join(f"friend {number}", how="key")
    assert refused_join(room, "one friend more", "key") == "too-many-waiting"
    room.do("anna", "turn-away", player="stranger 0")
    room.join("one more")


def test_those_who_wait_have_names_that_nobody_has() -> None:
    room = four(start=False)
    room.do("anna", "lock")
    room.join("eva")
    room.table.names["other"] = "Eva"
    with pytest.raises(KlaverjasError) as caught:
        room.join("EVA")
    assert caught.value.code == "name-taken"


# --- one person, one hand -------------------------------------------------------------------------------


def test_a_guest_who_has_become_an_account_sees_no_second_hand() -> None:
    room = four()
    room.join("account")
    room.connect("account")
    room.do("bert", "leave")
    room.do("cora", "leave")
    same = ("account", "bert")
    assert room.refused("account", "sit", seat="N", ids=same) == "held-other-seat"
    room.do("account", "sit", seat="W", ids=same)  # his own hand he knows


def test_an_account_that_has_sat_sees_no_second_hand_as_a_guest() -> None:
    room = four()
    room.join("guest")
    room.connect("guest")
    room.do("cora", "leave")
    assert room.refused("guest", "sit", seat="N", ids=("bert", "guest")) == "already-seated"
    room.do("bert", "leave")
    assert room.refused("guest", "sit", seat="N", ids=("bert", "guest")) == "held-other-seat"


def test_nobody_sits_in_two_seats_with_two_ids() -> None:
    room = four(start=False)
    room.do("dirk", "stand")
    assert room.refused("dirk", "sit", seat="E", ids=("bert", "dirk")) == "already-seated"
    room.do("bert", "stand")
    room.do("dirk", "sit", seat="E", ids=("bert", "dirk"))


# --- a seat that was left in mid-round ------------------------------------------------------------------


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("bots", [False, True])
def test_a_stand_in_plays_the_round_to_its_end(removed: bool, bots: bool) -> None:
    room, chance = four(bots=bots), Random(1)
    events = room.do("anna", "remove", player="bert") if removed else room.do("bert", "leave")
    assert kinds(events)[-1] is StandInSat
    assert room.table.waiting_for == []
    while RoundScored not in kinds(room.log):
        events = room.go_on(chance)
    west = room.table.chairs[Seat.WEST]
    assert (SeatHandedBack(Seat.WEST) in events) == (not bots)
    assert (west.stand_in is None) == (not bots)  # where no bots play, somebody has to come
    assert room.table.waiting_for == ([] if bots else [Seat.WEST])
    room.join("eva")
    room.connect("eva")
    room.do("eva", "sit", seat="W")
    assert west.plays_by_bot is None
    room.pass_deadline("deal")
    room.go_on(chance)


def test_a_seat_left_in_mid_round_is_for_somebody_who_has_seen_no_hand() -> None:
    room = four()
    room.join("eva")
    room.connect("eva")
    room.do("bert", "leave")
    room.do("cora", "leave")
    room.join("cora")
    assert room.refused("cora", "sit", seat="W") == "held-other-seat"
    room.do("eva", "sit", seat="W")
    assert room.table.chairs[Seat.WEST].stand_in is None


def test_bots_do_not_play_on_among_themselves() -> None:
    room = Room()
    room.connect("anna")
    room.do("anna", "sit", seat="S")
    room.do("anna", "bot")
    room.do("anna", "start")
    assert StandInSat not in kinds(room.do("anna", "leave"))
