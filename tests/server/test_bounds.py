"""How far a game at a server's table may go: what is written there can always be read."""

import random

import httpx
import pytest

from klaverjas.actions import Accuse
from klaverjas.errors import Refusal, TextError
from klaverjas.game import Game
from klaverjas.record import Record, read, write
from klaverjas.record.value import MOST_DEALS as MOST_READ_DEALS
from klaverjas.record.value import MOST_ITEMS
from klaverjas.rules.named import LUGUS, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table.bounds import MOST_DEALS, MOST_WRONG_CALLS, rules_for_table
from klaverjas.server.table.cut import now
from klaverjas.server.table.events import GameEnded
from klaverjas.server.table.logged import Logged, game_events
from klaverjas.server.table.progress import bot_acts
from rooms import PLAYERS, Room, four
from table_client import Client, four_at_a_table, run
from table_server import TableServer

CHALLENGE = named("amsterdam/1").change(incorrect_card="challenge", challenge_until="next_deal")


def _one_card(rules: RuleSet) -> Room:
    """A table at which the first card has been played, correctly, by West."""
    room = four(rules)
    room.do("bert", "troef", suit="H")
    room.move(Seat.WEST, random.Random(1))
    return room


def test_a_seat_accuses_wrongly_eight_times_in_a_deal_and_not_once_more() -> None:
    room = _one_card(CHALLENGE)
    for _ in range(MOST_WRONG_CALLS):
        room.do("anna", "accuse", accused="W")
    assert room.refused("anna", "accuse", accused="W") == "wrong-calls-used"
    room.do("cora", "accuse", accused="W")  # everybody has his own


@pytest.mark.parametrize(
    ("rules", "word", "fields"),
    [
        (named("amsterdam/1").change(claim="amount"), "claim", {"points": 20}),
        (named("amsterdam/1").change(claim="knock"), "knock", {}),
        (CHALLENGE, "accuse", {"accused": "S"}),
    ],
)
def test_wrong_calls_of_every_kind_are_counted_and_then_no_longer_offered(
    rules: RuleSet, word: str, fields: dict[str, object]
) -> None:
    room = _one_card(rules)
    for _ in range(MOST_WRONG_CALLS):
        may = now(room.table, Seat.WEST, "").may
        assert may.claims or may.knock or may.accuse
        room.do("bert", word, **fields)
    assert room.refused("bert", word, **fields) == "wrong-calls-used"
    may = now(room.table, Seat.WEST, "").may
    assert (may.claims, may.knock, may.accuse) == ([], False, [])


def test_in_the_next_deal_everybody_may_call_again() -> None:
    room = _one_card(CHALLENGE)
    for _ in range(MOST_WRONG_CALLS):
        room.do("anna", "accuse", accused="W")
    chance = random.Random(2)
    while room.table.game is not None and len(room.table.game.rounds) < 2:
        room.go_on(chance)
    while not now(room.table, Seat.SOUTH, "").may.accuse:
        room.go_on(chance)
    room.do("anna", "accuse", accused="W")


def test_a_proven_accusation_is_not_repeated() -> None:
    room = four(CHALLENGE)
    room.do("bert", "troef", suit="H")
    chance, accused = random.Random(3), None
    while accused is None:
        seat = room.table.turn
        assert seat is not None
        assert room.table.game is not None
        round = room.table.game.round
        wrong = [card for card in round.hands[seat].ordered() if card not in round.correct_cards]
        if not wrong:
            room.move(seat, chance)
            if room.table.turn is None:
                room.pass_deadline("collect")
            continue
        room.do(PLAYERS[seat], "play", card=str(wrong[0]))
        accused = seat
    accuser = PLAYERS[accused.left]
    room.do(accuser, "accuse", accused=accused.letter)
    assert room.refused(accuser, "accuse", accused=accused.letter) == "accusation-repeated"
    assert accused.letter not in now(room.table, accused.left, "").may.accuse
    # Nobody has used up what others may do.
    room.do(PLAYERS[accused.left.partner], "accuse", accused=accused.letter)
    room.do(PLAYERS[accused], "accuse", accused=accused.left.letter)


def test_the_schema_of_a_server_offers_no_game_that_it_refuses(server: TableServer) -> None:
    ends = httpx.get(f"{server.url}/api/rules/schema").json()["properties"]["end"]["oneOf"]
    for end in ends:
        ((unit, amount),) = end["properties"].items()
        rules_for_table({"base": "amsterdam", "end": {unit: amount["maximum"]}})
        with pytest.raises(Refusal):
            rules_for_table({"base": "amsterdam", "end": {unit: amount["maximum"] + 1}})


def test_a_deal_of_nothing_but_calls_can_be_written_and_read() -> None:
    room = _one_card(CHALLENGE.change(claim="amount"))
    for seat, player in zip(SEATS, PLAYERS, strict=True):
        for _ in range(MOST_WRONG_CALLS):
            room.do(player, "accuse", accused=seat.left.letter)
        assert room.refused(player, "accuse", accused=seat.left.letter) == "wrong-calls-used"
    game = room.table.game
    assert game is not None
    assert read(write([Record(game)]))[0].game.rounds == game.rounds


def test_a_game_that_is_passed_out_without_end_is_ended_and_kept() -> None:
    room = four(LUGUS.change(troef="auction", all_pass="redeal"), round_pause=0)
    while room.table.stage == "playing":
        seat = room.table.turn
        if seat is None:
            room.pass_deadline("close" if "close" in room.table.deadlines else "deal")
        else:
            room.do(PLAYERS[seat], "pass")
    ended = room.table.last_ended
    assert isinstance(ended, GameEnded)
    assert ended.how == "too-long"
    game = Game.rebuild(game_events(Logged(at, 0, event) for at, event in enumerate(room.log)))
    assert len(game.rounds) == MOST_DEALS < MOST_READ_DEALS / 4
    assert len(read(write([Record(game)]))[0].game.rounds) == MOST_DEALS


# --- one limit for who writes and who reads -------------------------------------------------------


@pytest.mark.parametrize("more", [0, 1])
def test_what_the_reader_refuses_the_writer_refuses_too(more: int) -> None:
    game = _one_card(CHALLENGE).table.game
    assert game is not None
    for _ in range(MOST_ITEMS - 2 + more):  # troef and a card are items too
        game, _events = game.apply(Accuse(Seat.SOUTH, Seat.WEST))
    if more:
        with pytest.raises(TextError) as refused:
            write([Record(game)])
        assert refused.value.code == "record-not-written"
    else:
        assert read(write([Record(game)]))[0].game.rounds == game.rounds


# --- at the door ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ({"base": "amsterdam", "end": {"rounds": 100}}, True),
        ({"base": "amsterdam", "end": {"rounds": 101}}, False),
        ({"base": "rotterdam", "end": {"points": 10_000}}, True),
        ({"base": "rotterdam", "end": {"points": 10_001}}, False),
        ({"base": "rotterdam", "rounding": "tens", "end": {"points": 1_000}}, True),
        ({"base": "rotterdam", "rounding": "tens", "end": {"points": 1_001}}, False),
    ],
)
def test_games_longer_than_anyone_plays_are_refused_at_the_door(
    server: TableServer, rules: dict[str, object], allowed: bool
) -> None:
    async def go() -> None:
        async with Client(server.url, "Zus") as zus, Client(server.url, "Wim") as wim:
            opened = await zus.http.post("/api/tables", json={"name": "Zus", "rules": rules})
            assert opened.status_code == (201 if allowed else 400)
            assert allowed or opened.json()["code"] == "game-too-long"
            await wim.open_table()
            await wim.connect()
            if allowed:
                await wim.do("configure", rules=rules)
            else:
                assert await wim.refused("configure", rules=rules) == "game-too-long"

    run(go())


def test_over_a_socket_the_ninth_wrong_call_is_refused_with_a_sentence(server: TableServer) -> None:
    async def go() -> None:
        rules = {"base": "amsterdam", "incorrect_card": "challenge"}
        clients = await four_at_a_table(server.url, rules=rules, trick_pause=60)
        south, west = clients[:2]
        await south.do("start")
        await west.until(lambda: bool(west.now["may"].get("troef")))
        await west.do("troef", suit="H")
        await west.until(lambda: bool(west.now["may"].get("play")))
        await west.do("play", card=west.hand[0])
        for _ in range(MOST_WRONG_CALLS):
            await south.do("accuse", accused="W")
        refused = await south.ask("accuse", accused="W")
        assert (refused["type"], refused["code"]) == ("refused", "wrong-calls-used")
        assert "wrong 8 times" in refused["sentence"]
        await south.until(lambda: "accuse" not in south.now["may"])

    run(go())


def test_bots_keep_to_it_as_well() -> None:
    room = _one_card(CHALLENGE)
    for _ in range(MOST_WRONG_CALLS):
        room.happen(bot_acts(room.table, Seat.SOUTH, Accuse(Seat.SOUTH, Seat.WEST), room.moment))
    with pytest.raises(Refusal) as refused:
        bot_acts(room.table, Seat.SOUTH, Accuse(Seat.SOUTH, Seat.WEST), room.moment)
    assert refused.value.code == "wrong-calls-used"
