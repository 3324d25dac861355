"""The engine protocol, sentence by sentence (`docs/engine-protocol.md`)."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from klaverjas import __version__
from klaverjas.bots import BOTS
from klaverjas.engine import answer
from klaverjas.kernel.ismcts import api as guesses
from klaverjas.kernel.solver import solve as solving
from klaverjas.rules.named import NAMED
from klaverjas.sentences import SENTENCES

Json: TypeAlias = dict[str, Any]

RULES = ("rotterdam", "lugus", "valet", "amsterdam", "rotterdam-bond", "amsterdam-bond")
FORCED = ("rotterdam", "valet", "amsterdam", "rotterdam-bond", "amsterdam-bond")
STRICT = ("valet", "amsterdam", "rotterdam-bond", "amsterdam-bond")
CHALLENGE = ("rotterdam", "lugus")
OPS = ("hello", "legal", "winner", "roem", "replay", "solve", "move", "deal")
DECK = [suit + rank for suit in "SHCD" for rank in "789TJQKA"]
DOCUMENT = Path(__file__).parents[1] / "docs" / "engine-protocol.md"

# Everyone has one suit: whoever's suit is troef takes every trick.
SUITS = {
    "S": "S7 S8 S9 ST SJ SQ SK SA",
    "W": "H7 H8 H9 HT HJ HQ HK HA",
    "N": "C7 C8 C9 CT CJ CQ CK CA",
    "E": "D7 D8 D9 DT DJ DQ DK DA",
}
# The same, with the sevens of spades and hearts exchanged: South can take a trick from West.
SWAPPED = SUITS | {"S": "H7 S8 S9 ST SJ SQ SK SA", "W": "S7 H8 H9 HT HJ HQ HK HA"}
# The same, with the sevens of clubs and diamonds exchanged: North and East can verzaken.
CROSSED = SUITS | {"N": "D7 C8 C9 CT CJ CQ CK CA", "E": "C7 D8 D9 DT DJ DQ DK DA"}
# Every seat has two cards of every suit, and every trick can be a run of four.
RUNS = {
    "S": "ST SA HT HA CT CA DT DA",
    "W": "S7 SJ H7 HJ C7 CJ D7 DJ",
    "N": "S8 SQ H8 HQ C8 CQ D8 DQ",
    "E": "S9 SK H9 HK C9 CK D9 DK",
}

# West leads each; no roem anywhere.
ALL_TO_HEARTS = [f"H{w} C{o} D{o} S{o}" for w, o in zip("789TJQKA", "89TJQKA7", strict=True)]
ALL_TO_SPADES = [
    "H7 C8 D8 S7",
    *(f"S{s} H{o} C{p} D{p}" for s, o, p in zip("89TJQKA", "9TJQKA8", "9TJQKA7", strict=True)),
]
SWAPPED_MADE = [  # hearts are troef: 141 for West and East, 21 for North and South
    "H8 C8 D8 H7",
    "H9 C9 D9 S8",
    "HT CT DT S9",
    "HJ CJ DJ ST",
    "HQ CQ DQ SJ",
    "HK CK DK SQ",
    "HA CA DA SK",
    "S7 C7 D7 SA",
]
SWAPPED_NAT = [  # spades are troef: 11 for West and East, 151 for North and South
    "HA C8 D8 H7",
    "H8 C9 D9 S8",
    "S9 S7 CT DT",
    "SJ H9 CJ DJ",
    "SQ HT CQ DQ",
    "SK HJ CK DK",
    "SA HQ CA DA",
    "ST HK C7 D7",
]
RUNS_SPADES = [  # spades are troef: 62 + 120 roem for West and East, 100 + 300 for North and South
    "SJ SQ SK SA",
    "S7 S8 S9 ST",
    "H9 HT H7 H8",
    "HA HJ HQ HK",
    "CT C7 C8 C9",
    "CA CJ CQ CK",
    "DT D7 D8 D9",
    "DA DJ DQ DK",
]


# --- asking --------------------------------------------------------------------------------------


def reply_to(line: bytes) -> Json:
    """The answer to a line, which is always one line of ASCII with an object in one of the two shapes."""
    text = answer(line)
    assert text.isascii()
    assert text.isprintable()
    reply = json.loads(text, parse_constant=pytest.fail)
    assert isinstance(reply, dict)
    assert "id" in reply
    assert reply["ok"] is ("error" not in reply)
    if not reply["ok"]:
        assert reply.keys() == {"id", "ok", "error"}
        error = reply["error"]
        assert error["code"] in SENTENCES
        assert error["code"] != "internal"
        assert isinstance(error["message"], str)
        assert error["message"]
    return reply


def request(op: str, **fields: object) -> bytes:
    return json.dumps({"id": "q", "op": op, **fields}).encode()


def asked(op: str, **fields: object) -> Json:
    """What an answer says, besides id and ok."""
    reply = reply_to(request(op, **fields))
    assert reply["ok"], reply
    assert reply["id"] == "q"
    return {name: value for name, value in reply.items() if name not in ("id", "ok")}


def refused(op: str, **fields: object) -> Json:
    """The error of an answer."""
    reply = reply_to(request(op, **fields))
    assert not reply["ok"], reply
    assert reply["id"] == "q"
    error = reply["error"]
    assert isinstance(error, dict)
    return error


def replayed(rules: object, hands: Mapping[str, str], actions: Iterable[Json], dealer: str = "S") -> Json:
    return asked("replay", rules=rules, dealer=dealer, hands=hands, actions=list(actions))


def replay_refused(
    rules: object, hands: Mapping[str, str], actions: Iterable[Json], dealer: str = "S"
) -> Json:
    return refused("replay", rules=rules, dealer=dealer, hands=hands, actions=list(actions))


# --- actions -------------------------------------------------------------------------------------

COLLECT: Json = {"collect": True}


def play(seat: str, card: str) -> Json:
    return {"seat": seat, "play": card}


def knock(seat: str) -> Json:
    return {"seat": seat, "knock": True}


def claim(seat: str, points: int) -> Json:
    return {"seat": seat, "claim": points}


def accuse(seat: str, accused: str) -> Json:
    return {"seat": seat, "accuse": accused}


def passes(seats: str) -> list[Json]:
    return [{"seat": seat, "pass": True} for seat in seats]


def choose(rules: str, suit: str | None, seat: str = "W", points: int | None = None) -> list[Json]:
    """The actions by which *seat* makes troef, South being dealer."""
    if rules in FORCED:
        assert seat == "W"
        return [{"seat": seat, "troef": suit}]
    text = f"{points or 70}sans" if suit is None else f"{points or 80}{suit}"
    before = "WNES"[: "WNES".index(seat)]
    after = [naive.seat_after(seat, turn) for turn in (1, 2, 3)]
    return [*passes(before), {"seat": seat, "bid": text}, *passes("".join(after))]


def plays(tricks: Iterable[str], troef: str | None, leader: str = "W") -> list[Json]:
    """The cards of these tricks; whoever wins one leads the next."""
    actions = []
    for trick in tricks:
        cards = trick.split()
        actions += [play(naive.seat_after(leader, turn), card) for turn, card in enumerate(cards)]
        leader = naive.seat_after(leader, naive.winner(cards, troef))
    return actions


def a_round(
    rules: str, suit: str | None, tricks: list[str], points: int | None = None, seat: str = "W"
) -> list[Json]:
    """A whole round, collected, that *seat* plays."""
    return [*choose(rules, suit, seat, points), *plays(tricks, suit), COLLECT]


def same_cards(text: str, *expected: str) -> bool:
    return sorted(text.split()) == sorted(" ".join(expected).split())


def teams(ns: object, we: object) -> Json:
    return {"NS": ns, "WE": we}


# --- lines and answers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "identity",
    [
        None,
        True,
        False,
        0,
        -1,
        10**30,
        1.5,
        -0.0,
        1e300,
        "",
        "x",
        "♥ ijsje \U0001f0a1",
        "\ud800",
        "\u0000\n\r\u2028",
        [],
        [1, [None, {"a": []}]],
        {},
        {"id": {"op": "hello"}},
    ],
)
def test_the_answer_repeats_an_id_of_any_json_type(identity: object) -> None:
    for op in ("hello", "no such op", "legal"):
        reply = reply_to(json.dumps({"id": identity, "op": op}).encode())
        assert json.dumps(reply["id"]) == json.dumps(identity)
        assert reply["ok"] is (op == "hello")


def test_the_id_comes_back_when_it_is_written_in_utf_8() -> None:
    assert reply_to('{"op": "hello", "id": "harten ♥"}'.encode())["id"] == "harten ♥"


def test_the_id_comes_back_with_every_error_of_an_action() -> None:
    line = {"id": [7], "op": "replay", "rules": "valet", "dealer": "S", "hands": SUITS, "actions": [COLLECT]}
    assert reply_to(json.dumps(line).encode())["id"] == [7]


def test_without_an_id_the_answer_has_null() -> None:
    assert reply_to(b'{"op": "hello"}')["id"] is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad-json"),
        (b" \t\r", "bad-json"),
        (b"hello", "bad-json"),
        (b"{'op': 'hello'}", "bad-json"),
        (b'{"op": "hello"', "bad-json"),
        (b'{"op": "hello"} {"op": "hello"}', "bad-json"),
        (b'{"op": "hello",}', "bad-json"),
        (b'{"id": NaN, "op": "hello"}', "bad-json"),
        (b'{"id": -Infinity, "op": "hello"}', "bad-json"),
        (b'{"id": 1e999, "op": "hello"}', "bad-json"),
        (b'{"id": 01, "op": "hello"}', "bad-json"),
        (b'{"id": "a\tb", "op": "hello"}', "bad-json"),
        (b'{"id": "\\x", "op": "hello"}', "bad-json"),
        (b'{"id": ' + b"9" * 5000 + b', "op": "hello"}', "bad-json"),
        (b'\xef\xbb\xbf{"op": "hello"}', "bad-json"),
        (b'{"id": "\xff", "op": "hello"}', "bad-json"),
        (b'{"id": "\xed\xa0\x80", "op": "hello"}', "bad-json"),
        ('{"op": "hello"}'.encode("utf-16"), "bad-json"),
        (b"\x00", "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b'{"op": ' * 100_000, "bad-json"),
        (b'{"id": ' + b"[" * 5000 + b"]" * 5000 + b', "op": "hello"}', "bad-json"),
        (b"null", "not-an-object"),
        (b"1", "not-an-object"),
        (b'"hello"', "not-an-object"),
        (b'[{"op": "hello"}]', "not-an-object"),
        (b'{"op": "hello"}' + b" " * (1 << 20), "line-too-long"),
    ],
)
def test_a_line_that_is_no_request_gets_an_error(line: bytes, code: str) -> None:
    reply = reply_to(line)
    assert reply["id"] is None
    assert reply["error"]["code"] == code


def test_a_line_may_be_one_mebibyte_long() -> None:
    assert reply_to(b'{"op": "hello"}'.ljust(1 << 20))["ok"]
    assert reply_to(b'{"op": "hello"}'.ljust((1 << 20) + 1))["error"]["code"] == "line-too-long"


def test_white_space_around_a_request_does_not_matter() -> None:
    assert reply_to(b' \t{"op":\t"hello"} \r')["ok"]


@pytest.mark.parametrize(
    "op", ["", "Hello", "hello ", "quit", "\ud800", "{op}", "x" * 10_000, 0, 1.5, True, ["hello"], {}]
)
def test_an_unknown_op_is_an_error(op: object) -> None:
    error = reply_to(json.dumps({"id": 1, "op": op}).encode())["error"]
    assert error["code"] == "unknown-op"
    assert error["ops"] == list(OPS)


def test_a_request_without_op_is_an_error() -> None:
    assert reply_to(b'{"id": 4}') == {
        "id": 4,
        "ok": False,
        "error": {"code": "missing-field", "message": "The field 'op' is missing.", "field": "op"},
    }


REQUIRED: dict[str, Json] = {
    "legal": {"rules": "rotterdam", "troef": "H", "hand": "SA", "trick": ""},
    "winner": {"rules": "rotterdam", "troef": "H", "trick": "SA"},
    "roem": {"rules": "rotterdam", "troef": "H", "trick": "SA"},
    "replay": {"rules": "rotterdam", "dealer": "S", "hands": SUITS, "actions": []},
    "deal": {"seed": 1},
}
FIELDS = [(op, field) for op, fields in REQUIRED.items() for field in fields]


@pytest.mark.parametrize(("op", "field"), FIELDS)
def test_every_field_is_required(op: str, field: str) -> None:
    assert asked(op, **REQUIRED[op])
    given_fields = {name: value for name, value in REQUIRED[op].items() if name != field}
    error = refused(op, **given_fields)
    assert (error["code"], error["field"]) == ("missing-field", field)


WRONG_VALUES: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1.0,
    1e300,
    10**40,
    [],
    [[]],
    {},
    {"S": "SA"},
    [["SA"]],
)


@pytest.mark.parametrize(("op", "field"), FIELDS)
@pytest.mark.parametrize("value", WRONG_VALUES)
def test_a_field_of_another_type_is_an_error(op: str, field: str, value: object) -> None:
    fine = (
        (field == "troef" and value is None)
        or (field == "seed" and type(value) is int)
        or (field == "actions" and value == [])
    )
    if fine:
        asked(op, **REQUIRED[op] | {field: value})
    elif field == "rules" and isinstance(value, dict):
        assert refused(op, **REQUIRED[op] | {field: value})["code"] == "rules-not-an-object"
    elif field == "actions" and isinstance(value, list):
        assert refused(op, **REQUIRED[op] | {field: value})["code"] == "bad-action"
    else:
        error = refused(op, **REQUIRED[op] | {field: value})
        assert (error["code"], error["field"]) == ("wrong-field", field)


def test_fields_that_an_op_does_not_know_are_ignored() -> None:
    assert asked("winner", rules="rotterdam", troef="H", trick="SA", comment="hello") == {"index": 0}


def test_of_a_field_that_is_there_twice_the_last_counts() -> None:
    reply = reply_to(
        b'{"id": 1, "id": 2, "op": "x", "op": "winner", "rules": "valet", "troef": 3, "troef": null,'
        b' "trick": "S7", "trick": "S7 SA"}'
    )
    assert reply == {"id": 2, "ok": True, "index": 1}


# --- cards, suits, seats, rule sets --------------------------------------------------------------


@pytest.mark.parametrize("card", DECK)
def test_cards_are_suit_letter_and_rank(card: str) -> None:
    assert asked("legal", rules="rotterdam", troef="H", hand=card, trick="") == {"cards": card}


NO_CARDS = "sa Sa sA S10 10S AS S1 S6 SV KA RA ♠A ♣J ace-of-spades SAH7 SA,H7 SA;H7 S A - 0 S\u0000 \ud800 ＳＡ S７ {0}"


@pytest.mark.parametrize("text", [*NO_CARDS.split(), "SA H", "spades ace", "x" * 10_000])
@pytest.mark.parametrize("field", ["hand", "trick"])
def test_nothing_else_is_a_card(text: str, field: str) -> None:
    fields = {"rules": "rotterdam", "troef": "H", "hand": "CA", "trick": ""} | {field: text}
    assert refused("legal", **fields)["code"] == "unknown-card"


def test_only_the_order_of_a_trick_means_something() -> None:
    for hand in ("C8 D7 SA", "SA D7 C8"):
        answered = asked("legal", rules="amsterdam", troef="C", hand=hand, trick="HA H7")
        assert same_cards(answered["cards"], "C8 D7 SA")
    assert asked("winner", rules="amsterdam", troef="C", trick="HA S7") == {"index": 0}
    assert asked("winner", rules="amsterdam", troef="C", trick="S7 HA") == {"index": 0}


@pytest.mark.parametrize("troef", ["S", "H", "C", "D", None])
def test_troef_is_a_suit_letter_or_null_for_sans(troef: str | None) -> None:
    # Only where spades are troef is the jack the highest.
    index = asked("winner", rules="lugus", troef=troef, trick="SA SJ")["index"]
    assert index == (1 if troef == "S" else 0)


@pytest.mark.parametrize(
    "troef", ["s", "sans", "", "SH", "♠", "spades", "K", "R", " S", "null", 1, False, ["S"]]
)
def test_nothing_else_is_troef(troef: object) -> None:
    for op, cards in (("legal", {"hand": "SA"}), ("winner", {}), ("roem", {})):
        error = refused(op, rules="lugus", troef=troef, trick="S7", **cards)
        assert (error["code"], error["field"]) == ("wrong-field", "troef")


@pytest.mark.parametrize("seat", ["s", "Z", "O", "South", "", "NS", " S", 0, None, True, ["S"], {"S": 1}])
def test_seats_are_the_four_letters(seat: object) -> None:
    error = refused("replay", rules="rotterdam", dealer=seat, hands=SUITS, actions=[])
    assert (error["code"], error["field"]) == ("wrong-field", "dealer")
    assert refused("deal", seed=1, dealer=seat)["field"] == "dealer"
    error = replay_refused("rotterdam", SUITS, [{"seat": seat, "troef": "H"}])
    assert (error["code"], error["field"], error["at"]) == ("wrong-field", "seat", 0)


@pytest.mark.parametrize("name", RULES)
def test_rules_is_the_name_of_a_rule_set(name: str) -> None:
    assert asked("winner", rules=name, troef="H", trick="SA") == {"index": 0}
    assert asked("winner", rules={"base": name}, troef="H", trick="SA") == {"index": 0}


def test_rules_may_be_an_object_that_changes_fields_of_one() -> None:
    position = {"troef": "C", "hand": "C8 D7", "trick": "HA H7"}
    assert asked("legal", rules="rotterdam", **position) == {"cards": "C8"}
    assert asked("legal", rules={"base": "rotterdam", "partner_winning": "free"}, **position) == {
        "cards": "C8 D7"
    }
    four = {"base": "rotterdam", "four_alike": {"7": 500}}
    assert asked("roem", rules=four, troef="C", trick="S7 H7 C7 D7")["points"] == 500
    assert asked("roem", rules=four, troef="C", trick="SA HA CA DA")["points"] == 0


def test_changing_a_field_settles_those_that_depend_on_it() -> None:
    rules = {"base": "rotterdam", "claim": "knock"}
    actions = [{"seat": "W", "troef": "S"}, play("W", "S7"), knock("W")]
    assert replayed(rules, RUNS, actions)["notices"] == [{"at": 2, "seat": "W", "kind": "false-knock"}]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("Rotterdam", "unknown-rules"),
        ("", "unknown-rules"),
        ("\ud800", "unknown-rules"),
        ("x" * 100_000, "unknown-rules"),
        ({"base": "nowhere"}, "unknown-rules"),
        ({}, "rules-not-an-object"),
        ({"pit": 100}, "rules-not-an-object"),
        ({"base": None}, "rules-not-an-object"),
        ({"base": {"base": "rotterdam"}}, "rules-not-an-object"),
        ({"base": "rotterdam", "colour": "red"}, "unknown-field"),
        ({"base": "rotterdam", "self": 1}, "unknown-field"),
        ({"base": "rotterdam", "": 1}, "unknown-field"),
        ({"base": "rotterdam", "pit": "100"}, "field-value"),
        ({"base": "rotterdam", "pit": True}, "field-value"),
        ({"base": "rotterdam", "pit": -10}, "field-value"),
        ({"base": "rotterdam", "pit": 10**40}, "field-value"),
        ({"base": "rotterdam", "pit": 100.5}, "field-value"),
        ({"base": "rotterdam", "pit": None}, "field-value"),
        ({"base": "rotterdam", "pit": [[[]]]}, "field-value"),
        ({"base": "rotterdam", "pit": 105}, "field-not-tens"),
        ({"base": "rotterdam", "deal": [7.5, 0.5]}, "field-value"),
        ({"base": "rotterdam", "deal": [3, 2, 2]}, "field-value"),
        ({"base": "rotterdam", "deal": [-1, 9]}, "field-value"),
        ({"base": "rotterdam", "deal": [True, 7]}, "field-value"),
        ({"base": "rotterdam", "deal": 8}, "field-value"),
        ({"base": "rotterdam", "four_alike": {"10": 100}}, "field-value"),
        ({"base": "rotterdam", "four_alike": {"": 100}}, "field-value"),
        ({"base": "rotterdam", "four_alike": []}, "field-value"),
        ({"base": "rotterdam", "end": {"rounds": 0}}, "field-value"),
        ({"base": "rotterdam", "end": {"rounds": 1, "points": 1}}, "field-value"),
        ({"base": "rotterdam", "end": {"self": 1}}, "field-value"),
        ({"base": "rotterdam", "first_dealer": "NE"}, "field-value"),
        ({"base": "rotterdam", "first_dealer": ""}, "field-value"),
        ({"base": "rotterdam", "sans": True}, "sans-without-auction"),
        ({"base": "rotterdam", "sans": 1}, "field-value"),
        ({"base": "rotterdam", "contract": "bid"}, "bid-contract-without-auction"),
        ({"base": "rotterdam", "false_knock": 20}, "field-does-not-apply"),
        ({"base": "lugus", "false_knock": None}, "field-needed"),
        ({"base": "lugus", "min_bid": 120, "max_bid": 100}, "bid-limits"),
    ],
)
def test_a_rule_set_that_makes_no_sense_is_an_error(rules: object, code: str) -> None:
    for op, fields in REQUIRED.items():
        assert refused(op, **fields | {"rules": rules})["code"] == code


def test_rules_that_are_nested_too_deeply_are_an_error() -> None:
    for depth in range(900, 1010):
        line = (
            b'{"id": 5, "op": "deal", "seed": 1, "rules": ' + b'{"base": ' * depth + b"1" + b"}" * (depth + 1)
        )
        assert reply_to(line)["error"]["code"] in ("rules-not-an-object", "bad-json")


@pytest.mark.parametrize("opening", [b"[", b'{"a": ', b'[{"a": '])
def test_an_id_comes_back_whole_or_the_line_is_refused(opening: bytes) -> None:
    closing = opening.translate(bytes.maketrans(b"[{", b"]}"), b'"a: ')[::-1]
    for depth in range(300, 1010, 3):
        identity = opening * depth + b"0" + closing * depth
        reply = reply_to(b'{"op": "hello", "id": ' + identity + b"}")
        if reply["ok"]:
            assert reply["id"] == json.loads(identity)
        else:
            assert (reply["id"], reply["error"]["code"]) == (None, "bad-json")


def test_a_rule_set_knows_one_kind_of_number_but_a_seed_and_a_claim_are_written_whole() -> None:
    rules = {"base": "rotterdam", "pit": 200.0, "deal": [3.0, 2, 3]}
    assert asked("deal", seed=3, rules=rules) == asked("deal", seed=3, rules="lugus")
    assert refused("deal", seed=3.0)["code"] == "wrong-field"
    assert replay_refused("rotterdam", SUITS, [claim("W", 20) | {"claim": 20.0}])["code"] == "wrong-field"


# --- hello ---------------------------------------------------------------------------------------


def test_hello_says_who_is_there() -> None:
    hello = asked("hello")
    assert hello["name"] == "klaverjas"
    assert hello["version"] == __version__
    assert hello["protocol"] == 1
    assert hello["rules"] == list(RULES)
    assert hello["bots"] == list(BOTS)
    assert hello.keys() == {"name", "version", "protocol", "rules", "bots"}


def test_every_op_of_the_protocol_is_known() -> None:
    for op in OPS:
        reply = reply_to(request(op))
        assert reply["ok"] or reply["error"]["code"] != "unknown-op"


def test_an_engine_without_a_solver_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(solving, "_entry", solving._entry.__wrapped__)
    error = refused("solve", rules="rotterdam", troef="H", hands=SUITS, trick="", turn="W")
    assert (error["code"], error["op"]) == ("unavailable", "solve")
    monkeypatch.setattr(guesses, "_counting", guesses._counting.__wrapped__)
    where: Json = {"rules": "rotterdam", "seat": "W", "dealer": "S", "hand": SUITS["S"], "actions": []}
    error = refused("move", bot="montecarlo", **where)
    assert (error["code"], error["op"]) == ("unavailable", "move")
    assert asked("move", bot="regels", **where)["action"]
    assert asked("hello")["bots"] == ["willekeurig", "regels", "beginner", "club"]


# --- legal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "troef", "hand", "trick", "cards"),
    [
        ("rotterdam", "C", "C8 D7", "HA H7", "C8"),  # 4.4: trump, also when partner is winning
        ("amsterdam", "C", "C8 D7", "HA H7", "C8 D7"),  # 4.6: partner is winning
        ("lugus", "C", "C8 D7", "HA H7", "C8 D7"),
        ("valet", "C", "C8 D7", "HA H7", "C8 D7"),  # partner wins with a plain card
        ("valet", "C", "CJ D7", "HA C7", "CJ"),  # 4.5: an opponent is winning
        ("valet", "C", "CJ D7", "HA C7 H8", "D7"),  # 4.6, the program: partner wins with a troef
        ("valet", "C", "C7 CJ", "HA CQ H8", "C7 CJ"),  # the same, with nothing but troefs
        ("rotterdam", "C", "C7 C9", "CT", "C7 C9"),  # 4.3: every troef follows
        ("amsterdam", "C", "C7 C9", "CT", "C9"),  # 4.3: a led troef is beaten
        ("rotterdam-bond", "C", "C7 C9", "CT", "C9"),
        ("rotterdam", "C", "C7 D7", "HA CJ H7", "C7"),  # 4.4: undertrump
        ("amsterdam", "C", "C7 D7", "HA H7 CJ", "D7"),  # 4.5: no undertrumping while something else is held
        ("amsterdam", "C", "C7 C8", "HA H7 CJ", "C7 C8"),  # 4.5: nothing else is left
        (
            "amsterdam",
            "C",
            "C7 CJ D7",
            "H7 CQ H8",
            "CJ D7",
        ),  # 4.6: partner wins with a troef, no undertrumping
        ("valet", "C", "C7 CJ D7", "H7 CQ H8", "D7"),  # 4.6, the program: only plain cards
        ("lugus", None, "CJ D7", "HA H7", "CJ D7"),  # 4.7: in sans, else anything
        ("lugus", None, "HJ D7", "HA H7", "HJ"),
        ("rotterdam", "C", "H7 C8 D7", "HA", "H7"),  # 4.2
        ("rotterdam", "C", "H7 C8 D7", "", "H7 C8 D7"),  # 4.1
    ],
)
def test_legal_gives_the_correct_cards(
    rules: str, troef: str | None, hand: str, trick: str, cards: str
) -> None:
    answered = asked("legal", rules=rules, troef=troef, hand=hand, trick=trick)
    assert answered.keys() == {"cards"}
    assert same_cards(answered["cards"], cards)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"hand": ""}, "wrong-field"),
        ({"hand": " ".join(DECK[:9])}, "wrong-field"),
        ({"hand": " ".join(DECK)}, "wrong-field"),
        ({"trick": "C7 C8 C9 CT"}, "wrong-field"),
        ({"trick": "C7 C8 C9 CT CJ"}, "wrong-field"),
        ({"hand": "SA HA SA"}, "card-twice"),
        ({"trick": "C7 C7"}, "card-twice"),
        ({"hand": "SA HA", "trick": "C7 HA"}, "card-twice"),
    ],
)
def test_legal_takes_a_hand_and_a_trick_that_can_be(fields: Json, code: str) -> None:
    error = refused("legal", **{"rules": "rotterdam", "troef": "H", "hand": "SA", "trick": ""} | fields)
    assert error["code"] == code
    if code == "card-twice":
        assert error["card"] in DECK


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, 2**64),
    st.sampled_from(RULES),
    st.sampled_from(["S", "H", "C", "D", None]),
    st.integers(0, 3),
)
def test_legal_winner_and_roem_agree_with_the_rules_written_plainly(
    seed: int, rules: str, troef: str | None, count: int
) -> None:
    deck = random.Random(seed).sample(DECK, 32)
    trick, hand = deck[:count], deck[4 : 5 + seed % 8]
    values = NAMED[rules].to_json()
    answered = asked("legal", rules=rules, troef=troef, hand=" ".join(hand), trick=" ".join(trick))
    assert same_cards(answered["cards"], *naive.correct_cards(set(hand), trick, troef, values))
    trick = deck[: count + 1] if seed % 3 else sorted(deck[:10])[: count + 1]
    text = " ".join(trick)
    assert asked("winner", rules=rules, troef=troef, trick=text) == {"index": naive.winner(trick, troef)}
    answered = asked("roem", rules=rules, troef=troef, trick=text)
    assert answered["points"] == naive.roem(trick, troef, values)
    assert answered["points"] == sum(part["points"] for part in answered["parts"])


# --- winner and roem -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troef", "trick", "index"),
    [
        ("C", "HA", 0),
        ("C", "HA H7 C8", 2),
        ("C", "HA H7 C8 C7", 2),
        ("C", "H7 SA DA HT", 3),
        ("C", "CA C9 CJ CT", 2),  # boer, nel, ace
        ("C", "CA C9 CK CT", 1),
        (None, "HT HA CJ C9", 1),
        (None, "H7 SA CA DA", 0),
    ],
)
def test_winner_gives_the_index_of_the_winning_card_from_0(troef: str | None, trick: str, index: int) -> None:
    for rules in RULES:
        assert asked("winner", rules=rules, troef=troef, trick=trick) == {"index": index}


@pytest.mark.parametrize("op", ["winner", "roem"])
@pytest.mark.parametrize(
    ("trick", "code"),
    [
        ("", "wrong-field"),
        (" ", "wrong-field"),
        ("S7 S8 S9 ST SJ", "wrong-field"),
        ("S7 S8 S7", "card-twice"),
    ],
)
def test_a_trick_has_one_to_four_different_cards(op: str, trick: str, code: str) -> None:
    assert refused(op, rules="rotterdam", troef="H", trick=trick)["code"] == code


RUN3, RUN4, STUK = ("run3", 20), ("run4", 50), ("stuk", 20)


@pytest.mark.parametrize(
    ("rules", "troef", "trick", "parts"),
    [
        ("rotterdam", "C", "HA", []),
        ("rotterdam", "C", "H7 H8 H9", [(*RUN3, "H7 H8 H9")]),
        ("rotterdam", "C", "H8 S7 H7 H9", [(*RUN3, "H7 H8 H9")]),
        ("rotterdam", "C", "HT H8 H7 H9", [(*RUN4, "H7 H8 H9 HT")]),
        ("rotterdam", "C", "CQ CK", [(*STUK, "CK CQ")]),
        ("rotterdam", "C", "HQ HK", []),
        ("rotterdam", "C", "CJ CQ CK H7", [(*RUN3, "CJ CQ CK"), (*STUK, "CK CQ")]),
        ("rotterdam", "C", "CJ CQ CK CA", [(*RUN4, "CJ CQ CK CA"), (*STUK, "CK CQ")]),
        ("lugus", None, "CJ CQ CK CA", [(*RUN4, "CJ CQ CK CA")]),
        ("rotterdam", "C", "SJ HJ CJ DJ", [("four", 100, "SJ HJ CJ DJ")]),
        ("lugus", "C", "SJ HJ CJ DJ", [("four", 200, "SJ HJ CJ DJ")]),
        ("valet", "C", "SJ HJ CJ DJ", [("four", 200, "SJ HJ CJ DJ")]),
        ("valet", "C", "S9 H9 C9 D9", []),
        ("amsterdam", "C", "S9 H9 C9 D9", [("four", 100, "S9 H9 C9 D9")]),
        ("amsterdam", "C", "S8 H8 C8 D8", []),
        ("rotterdam", "C", "S7 H7 C7 D7", [("four", 100, "S7 H7 C7 D7")]),
        ("amsterdam-bond", "C", "SJ HJ CJ DJ", [("four", 100, "SJ HJ CJ DJ")]),
    ],
)
def test_roem_gives_the_points_and_the_parts(
    rules: str, troef: str | None, trick: str, parts: list[tuple[str, int, str]]
) -> None:
    answered = asked("roem", rules=rules, troef=troef, trick=trick)
    assert answered.keys() == {"points", "parts"}
    assert answered["points"] == sum(points for _, points, _ in parts)
    assert len(answered["parts"]) == len(parts)
    for kind, points, cards in parts:
        (part,) = [part for part in answered["parts"] if part["kind"] == kind]
        assert part.keys() == {"kind", "points", "cards"}
        assert part["points"] == points
        assert same_cards(part["cards"], cards)


# --- solve ---------------------------------------------------------------------------------------

ENDING = {"S": "HA HT", "W": "HK H7", "N": "S7 S8", "E": "D7 D8"}


def solved(**fields: object) -> Json:
    given: Json = {"rules": "amsterdam", "troef": "C", "hands": ENDING, "trick": "", "turn": "S"}
    return asked("solve", **(given | fields))


def test_solve_counts_cards_and_the_last_trick_for_the_team_to_move() -> None:
    assert solved() == {"value": 35, "moves": {"HA": 35, "HT": 35}}


def test_solve_is_asked_in_the_middle_of_a_trick() -> None:
    """West has led the king: South takes it with either card, and the trick counts for who wins it."""
    hands = ENDING | {"W": "H7"}
    answer = solved(hands=hands | {"N": "S8", "E": "D8"}, trick="HK S7 D7", turn="S")
    assert answer == {"value": 35, "moves": {"HA": 35, "HT": 35}}


def test_solve_gives_the_other_team_the_opposite() -> None:
    """West leads into South's ace and ten."""
    assert solved(turn="W") == {"value": -35, "moves": {"HK": -35, "H7": -35}}


def test_solve_counts_roem_however_it_is_claimed_at_the_table() -> None:
    """A run of three, and stuk where hearts are troef."""
    hands = {"S": "HK", "W": "HQ", "N": "HJ", "E": "D7"}
    for rules in RULES:
        assert solved(rules=rules, hands=hands, troef="C")["value"] == 4 + 3 + 2 + 10 + 20
        assert solved(rules=rules, hands=hands, troef="H")["value"] == 4 + 3 + 20 + 10 + 20 + 20
        assert solved(rules=rules, hands=hands, troef=None)["value"] == 4 + 3 + 2 + 10 + 20


def test_solve_knows_the_correct_cards_of_each_rule_set() -> None:
    """Partner's ace is winning: Rotterdam demands troef all the same."""
    hands = {"S": "C8 D7", "W": "S9 H9", "N": "S7", "E": "H7"}
    given: Json = {"hands": hands, "trick": "HA H8", "turn": "S", "troef": "C"}
    assert set(solved(rules="rotterdam", **given)["moves"]) == {"C8"}
    assert set(solved(rules="amsterdam", **given)["moves"]) == {"C8", "D7"}


def test_who_made_troef_does_not_change_what_solve_says() -> None:
    assert solved(makers="NS") == solved(makers="WE") == solved()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"hands": ENDING | {"S": "HA"}}, "no-position"),
        ({"hands": ENDING, "trick": "C7"}, "no-position"),
        ({"hands": dict.fromkeys("SWNE", "")}, "no-position"),
        ({"hands": ENDING | {"E": "D7 HA"}}, "card-twice"),
        ({"hands": ENDING | {"E": "D7"}, "trick": "HA", "turn": "S"}, "card-twice"),
        ({"trick": "C7 C8 C9 CT"}, "wrong-field"),
        ({"hands": {"S": "HA"}}, "wrong-field"),
        ({"turn": "X"}, "wrong-field"),
        ({"makers": "SN"}, "wrong-field"),
        ({"troef": "X"}, "wrong-field"),
    ],
)
def test_solve_refuses_what_is_no_position(fields: Json, code: str) -> None:
    given: Json = {"rules": "amsterdam", "troef": "C", "hands": ENDING, "trick": "", "turn": "S"}
    assert refused("solve", **(given | fields))["code"] == code


# --- deal ----------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_hands_on_every_machine_and_version() -> None:
    assert asked("deal", seed=1) == {
        "hands": {
            "S": "SQ S9 S8 H9 CT CJ DK DJ",
            "W": "SK SJ HA H7 C9 C7 D9 D7",
            "N": "ST S7 HT HQ HJ CQ C8 DT",
            "E": "SA HK H8 CA CK DA DQ D8",
        }
    }
    assert asked("deal", seed=-1)["hands"]["S"] == "HT H9 CK CQ C9 DA DT D8"
    assert asked("deal", seed=2**64)["hands"]["S"] == "ST HJ H7 CA CK CQ C9 DJ"


@pytest.mark.parametrize("seed", [0, 1, -1, 2**31, 2**64, 10**4000])
def test_a_deal_is_four_hands_of_eight(seed: int) -> None:
    hands = asked("deal", seed=seed)["hands"]
    assert list(hands) == ["S", "W", "N", "E"]
    assert all(len(hand.split()) == 8 for hand in hands.values())
    assert same_cards(" ".join(hands.values()), *DECK)
    assert replayed("rotterdam", hands, [])["phase"] == "troef"


def test_the_dealer_turns_the_hands_and_is_south_when_not_named() -> None:
    hands = asked("deal", seed=3)["hands"]
    assert asked("deal", seed=3, dealer="S")["hands"] == hands
    for turn, dealer in enumerate("SWNE"):
        turned = asked("deal", seed=3, dealer=dealer)["hands"]
        assert {naive.seat_after(seat, turn): hand for seat, hand in hands.items()} == turned


def test_the_rules_of_a_deal_give_the_batches() -> None:
    plain = asked("deal", seed=3)["hands"]
    assert asked("deal", seed=3, rules="rotterdam")["hands"] == plain
    batches = asked("deal", seed=3, rules="lugus")["hands"]
    assert batches != plain
    assert asked("deal", seed=3, rules={"base": "rotterdam", "deal": [3, 2, 3]})["hands"] == batches
    assert asked("deal", seed=3, rules={"base": "lugus", "deal": [8], "first_dealer": "N"})["hands"] == plain


@pytest.mark.parametrize("seed", [None, "1", 1.5, True, [1], {}])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    error = refused("deal", seed=seed)
    assert (error["code"], error["field"]) == ("wrong-field", "seed")


# --- replay: the request -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"S": "S7 S8 S9 ST SJ SQ SK"}, "wrong-field", "hands.S"),
        ({"S": ""}, "wrong-field", "hands.S"),
        ({"S": SUITS["S"] + " H7"}, "wrong-field", "hands.S"),
        ({"E": None}, "wrong-field", "hands.E"),
        ({"E": SUITS["E"].split()}, "wrong-field", "hands.E"),
        ({"X": SUITS["S"]}, "wrong-field", "hands"),
        ({"s": SUITS["S"]}, "wrong-field", "hands"),
        ({"N": SUITS["S"]}, "card-twice", None),
        ({"N": "C7 C7 C9 CT CJ CQ CK CA"}, "card-twice", None),
        ({"N": SUITS["N"].lower()}, "unknown-card", None),
        ({"N": SUITS["N"].replace("T", "10")}, "unknown-card", None),
        ({"N": SUITS["N"].replace(" ", "")}, "unknown-card", None),
    ],
)
def test_hands_are_eight_different_cards_for_each_seat(change: Json, code: str, field: str | None) -> None:
    error = refused("replay", rules="rotterdam", dealer="S", hands=SUITS | change, actions=[])
    assert error["code"] == code
    assert error.get("field") == field


@pytest.mark.parametrize("seat", "SWNE")
def test_all_four_seats_have_a_hand(seat: str) -> None:
    hands = {other: hand for other, hand in SUITS.items() if other != seat}
    assert refused("replay", rules="rotterdam", dealer="S", hands=hands, actions=[])["field"] == "hands"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "bad-action"),
        (0, "bad-action"),
        ("pass", "bad-action"),
        ([], "bad-action"),
        (["W", "H"], "bad-action"),
        ({}, "bad-action"),
        ({"seat": "W"}, "bad-action"),
        ({"seat": "W", "Troef": "H"}, "bad-action"),
        ({"seat": "W", "troef": "H", "pass": True}, "bad-action"),
        ({"seat": "W", "troef": "H", "collect": True}, "bad-action"),
        ({"seat": "W", "troef": "H", "comment": "x"}, "bad-action"),
        ({"seat": "W", "collect": True}, "bad-action"),
        ({"seat": None, "collect": True}, "bad-action"),
        ({"seat": "W", "penalise": "NS"}, "bad-action"),
        ({"collect": True, "penalise": "NS"}, "bad-action"),
        ({"collect": True, "comment": "x"}, "bad-action"),
        ({"troef": "H"}, "missing-field"),
        ({"pass": True}, "missing-field"),
        ({"play": "HA"}, "missing-field"),
        ({"seat": "W", "troef": None}, "wrong-field"),
        ({"seat": "W", "troef": "sans"}, "wrong-field"),
        ({"seat": "W", "troef": "h"}, "wrong-field"),
        ({"seat": "W", "bid": 80}, "wrong-field"),
        ({"seat": "W", "bid": None}, "wrong-field"),
        ({"seat": "W", "pass": False}, "wrong-field"),
        ({"seat": "W", "pass": 1}, "wrong-field"),
        ({"seat": "W", "pass": None}, "wrong-field"),
        ({"seat": "W", "knock": "true"}, "wrong-field"),
        ({"collect": False}, "wrong-field"),
        ({"collect": 1}, "wrong-field"),
        ({"seat": "W", "play": 5}, "wrong-field"),
        ({"seat": "W", "play": None}, "wrong-field"),
        ({"seat": "W", "play": ["HA"]}, "wrong-field"),
        ({"seat": "W", "play": "ha"}, "unknown-card"),
        ({"seat": "W", "play": "H10"}, "unknown-card"),
        ({"seat": "W", "play": "HA H7"}, "unknown-card"),
        ({"seat": "W", "play": " HA"}, "unknown-card"),
        ({"seat": "W", "play": ""}, "unknown-card"),
        ({"seat": "W", "claim": "20"}, "wrong-field"),
        ({"seat": "W", "claim": 20.5}, "wrong-field"),
        ({"seat": "W", "claim": True}, "wrong-field"),
        ({"seat": "W", "claim": None}, "wrong-field"),
        ({"seat": "W", "accuse": "WE"}, "wrong-field"),
        ({"seat": "W", "accuse": "n"}, "wrong-field"),
        ({"seat": "W", "accuse": None}, "wrong-field"),
        ({"penalise": "N"}, "wrong-field"),
        ({"penalise": "SN"}, "wrong-field"),
        ({"penalise": "EW"}, "wrong-field"),
        ({"penalise": True}, "wrong-field"),
        *(
            ({"seat": "W", "bid": text}, "unknown-bid")
            for text in ("", "80", "H", "80h", "80 H", "H80", "80SANS", "80s", "080H", "+80H", "80.0H", "٨٠H")
        ),
        ({"seat": "W", "bid": "80HS"}, "unknown-bid"),
        ({"seat": "W", "bid": "80H\n"}, "unknown-bid"),
        ({"seat": "W", "bid": "9" * 5000 + "H"}, "unknown-bid"),
    ],
)
def test_an_action_has_a_seat_and_exactly_one_kind(action: object, code: str) -> None:
    for before in ([], [{"seat": "W", "troef": "H"}]):
        error = refused("replay", rules="rotterdam", dealer="S", hands=SUITS, actions=[*before, action])
        assert (error["code"], error["at"]) == (code, len(before))


def test_the_first_action_that_is_wrong_is_reported() -> None:
    error = replay_refused("rotterdam", SUITS, [COLLECT, {}, {"seat": "X", "troef": "H"}])
    assert (error["code"], error["at"]) == ("nothing-to-collect", 0)


def test_ten_thousand_actions_are_the_most() -> None:
    wrong = [{"seat": "W", "troef": "H"}, play("W", "H7"), *[claim("W", 20)] * 9998]
    assert len(replayed("rotterdam", SUITS, wrong)["notices"]) == 9998
    error = replay_refused("rotterdam", SUITS, [*wrong, claim("W", 20)])
    assert (error["code"], error["field"]) == ("wrong-field", "actions")


# --- replay: the phases --------------------------------------------------------------------------

POSITION = {"phase", "turn", "troef", "makers", "bid", "trick", "hands", "tricks", "notices"}
RESULT = {"outcome", "score", "cards", "roem", "display"}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("dealer", "SWNE")
def test_left_of_the_dealer_begins(rules: str, dealer: str) -> None:
    position = replayed(rules, SUITS, [], dealer)
    left = naive.seat_after(dealer, 1)
    assert position.keys() == POSITION
    assert {name: position[name] for name in ("phase", "turn", "troef", "makers", "bid", "trick")} == {
        "phase": "troef",
        "turn": left,
        "troef": None,
        "makers": None,
        "bid": None,
        "trick": "",
    }
    assert all(same_cards(position["hands"][seat], hand) for seat, hand in SUITS.items())
    assert position["tricks"] == position["notices"] == []


@pytest.mark.parametrize("rules", FORCED)
@pytest.mark.parametrize("suit", "SHCD")
def test_where_troef_is_forced_left_of_the_dealer_names_it_and_leads(rules: str, suit: str) -> None:
    position = replayed(rules, SUITS, [{"seat": "N", "troef": suit}], dealer="W")
    assert (position["phase"], position["turn"]) == ("play", "N")
    assert (position["troef"], position["makers"], position["bid"]) == (suit, "NS", None)


def test_an_auction_is_the_phase_troef_too() -> None:
    actions: list[Json] = []
    for seat, bid in (("W", "80S"), ("N", "80sans"), ("E", None), ("S", "90H"), ("W", None), ("N", "100C")):
        actions.append({"seat": seat, "pass": True} if bid is None else {"seat": seat, "bid": bid})
        position = replayed("lugus", SUITS, actions)
        assert (position["phase"], position["turn"]) == ("troef", naive.seat_after(seat, 1))
        assert position["troef"] is position["makers"] is position["bid"] is None
    for seat in "ES":  # East passed before, and may bid still: two passes end nothing
        actions.append({"seat": seat, "pass": True})
        assert replayed("lugus", SUITS, actions)["phase"] == "troef"
    again = replayed("lugus", SUITS, [*actions, {"seat": "W", "bid": "110sans"}])
    assert (again["phase"], again["turn"]) == ("troef", "N")
    position = replayed("lugus", SUITS, [*actions, {"seat": "W", "pass": True}])
    assert (position["phase"], position["turn"]) == ("play", "W")  # left of the dealer leads all the same
    assert (position["troef"], position["makers"], position["bid"]) == ("C", "NS", "100C")


def test_after_a_bid_in_sans_troef_is_null() -> None:
    position = replayed("lugus", SUITS, choose("lugus", None, seat="E", points=130))
    assert (position["phase"], position["turn"]) == ("play", "W")
    assert (position["troef"], position["makers"], position["bid"]) == (None, "WE", "130sans")


def test_where_all_pass_leads_to_a_forced_choice_the_lowest_bid_counts() -> None:
    rules = {"base": "lugus", "all_pass": "forced"}
    position = replayed(rules, SUITS, passes("WNES"))
    assert (position["phase"], position["turn"]) == ("troef", "W")
    assert replay_refused(rules, SUITS, [*passes("WNES"), *passes("W")])["code"] == "no-passing"
    position = replayed(rules, SUITS, [*passes("WNES"), {"seat": "W", "troef": "D"}])
    assert (position["phase"], position["troef"], position["makers"], position["bid"]) == (
        "play",
        "D",
        "WE",
        "80D",
    )


@pytest.mark.parametrize("rules", RULES)
def test_cards_go_from_the_hands_to_the_trick_in_order(rules: str) -> None:
    actions = choose(rules, "H")
    for turn, (seat, card) in enumerate((("W", "H7"), ("N", "C8"), ("E", "D8"))):
        actions.append(play(seat, card))
        position = replayed(rules, SUITS, actions)
        assert (position["phase"], position["turn"]) == ("play", naive.seat_after(seat, 1))
        assert position["trick"].split() == ["H7", "C8", "D8"][: turn + 1]
        assert same_cards(position["hands"][seat] + " " + card, SUITS[seat])
        assert position["tricks"] == []


@pytest.mark.parametrize("rules", RULES)
def test_after_every_fourth_card_the_phase_is_trick_end(rules: str) -> None:
    actions = choose(rules, "S")
    for number, trick in enumerate(ALL_TO_SPADES):
        actions += plays([trick], "S", leader="S" if number else "W")
        position = replayed(rules, SUITS, actions)
        assert position.keys() == POSITION
        assert position["phase"] == "trick-end"
        assert position["turn"] == (None if number == 7 else "S")  # the trick's winner
        assert position["trick"] == trick
        assert len(position["tricks"]) == number
        assert all(len(hand.split()) == 7 - number for hand in position["hands"].values())


@pytest.mark.parametrize("rules", RULES)
def test_collect_or_the_next_play_ends_it(rules: str) -> None:
    actions = [*choose(rules, "S"), *plays(ALL_TO_SPADES[:1], "S")]
    collected = replayed(rules, SUITS, [*actions, COLLECT])
    assert (collected["phase"], collected["turn"], collected["trick"]) == ("play", "S", "")
    assert collected["tricks"] == [{"leader": "W", "cards": "H7 C8 D8 S7", "winner": "S", "roem": 0}]
    played = replayed(rules, SUITS, [*actions, play("S", "SA")])
    assert (played["phase"], played["turn"], played["trick"]) == ("play", "W", "SA")
    assert played["tricks"] == collected["tricks"]
    assert replayed(rules, SUITS, [*actions, COLLECT, play("S", "SA")]) == played


@pytest.mark.parametrize("rules", RULES)
def test_the_eighth_trick_is_collected_only_by_collect(rules: str) -> None:
    actions = [*choose(rules, "S"), *plays(ALL_TO_SPADES, "S")]
    position = replayed(rules, SUITS, actions)
    assert (position["phase"], position["turn"]) == ("trick-end", None)
    for seat in "SWNE":
        assert replay_refused(rules, SUITS, [*actions, play(seat, "S7")])["code"] == "eighth-trick"
    position = replayed(rules, SUITS, [*actions, COLLECT])
    assert position.keys() == POSITION | RESULT
    assert (position["phase"], position["turn"], position["trick"]) == ("done", None, "")
    assert position["hands"] == dict.fromkeys("SWNE", "")
    assert [trick["cards"] for trick in position["tricks"]] == ALL_TO_SPADES
    assert [trick["winner"] for trick in position["tricks"]] == ["S"] * 8
    assert [trick["leader"] for trick in position["tricks"]] == ["W", *"SSSSSSS"]


# --- replay: how a round ends --------------------------------------------------------------------


def result(
    outcome: str,
    score: Json,
    cards: Json | None = None,
    roem: Json | None = None,
    display: Json | None = None,
) -> Json:
    cards = score if cards is None else cards
    shown = {team: str(points) for team, points in score.items()} if display is None else display
    return {"outcome": outcome, "score": score, "cards": cards, "roem": roem or teams(0, 0), "display": shown}


def result_of(position: Json) -> Json:
    assert position["phase"] == "done"
    assert position["turn"] is None
    return {name: position[name] for name in RESULT}


POINTS = ("rotterdam", "amsterdam", "rotterdam-bond", "amsterdam-bond")


@pytest.mark.parametrize("rules", [*POINTS, "valet"])
def test_made_both_teams_keep_their_points(rules: str) -> None:
    position = replayed(rules, SWAPPED, a_round(rules, "H", SWAPPED_MADE))
    assert result_of(position) == result("made", teams(21, 141))


def test_made_in_lugus_is_written_in_tens() -> None:
    position = replayed("lugus", SWAPPED, a_round("lugus", "H", SWAPPED_MADE, points=140))
    assert result_of(position) == result("made", teams(2, 14), cards=teams(21, 141))
    assert position["bid"] == "140H"


@pytest.mark.parametrize("rules", POINTS)
def test_nat_counts_0_and_162(rules: str) -> None:
    position = replayed(rules, SWAPPED, a_round(rules, "S", SWAPPED_NAT))
    assert result_of(position) == result("nat", teams(162, 0), display=teams("162", "nat"))


def test_nat_in_lugus_is_16() -> None:
    position = replayed("lugus", SWAPPED, a_round("lugus", "S", SWAPPED_NAT))
    expected = result("nat", teams(16, 0), cards=teams(162, 0), display=teams("16", "nat"))
    assert result_of(position) == expected
    # A bid that is missed by little is nat as well: 141 of 150.
    position = replayed("lugus", SWAPPED, a_round("lugus", "H", SWAPPED_MADE, points=150))
    assert result_of(position) == expected


def test_without_a_contract_every_other_round_is_made() -> None:
    position = replayed("valet", SWAPPED, a_round("valet", "S", SWAPPED_NAT))
    assert result_of(position) == result("made", teams(151, 11))


@pytest.mark.parametrize("rules", [*POINTS, "valet"])
def test_the_hundred_of_a_pit_is_in_cards(rules: str) -> None:
    position = replayed(rules, SUITS, a_round(rules, "H", ALL_TO_HEARTS))
    assert result_of(position) == result("pit", teams(0, 262), display=teams("pit", "262"))


def test_a_pit_in_lugus_is_26() -> None:
    position = replayed("lugus", SUITS, a_round("lugus", "H", ALL_TO_HEARTS, points=160))
    assert result_of(position) == result("pit", teams(0, 26), cards=teams(0, 262), display=teams("pit", "26"))


def test_in_sans_there_are_130_points() -> None:
    def played(hands: Json, tricks: list[str], points: int, seat: str) -> Json:
        return result_of(replayed("lugus", hands, a_round("lugus", None, tricks, points, seat)))

    # West's hearts take everything that is led: 109 and 21, or all.
    made = result("made", teams(2, 11), cards=teams(21, 109))
    assert played(SWAPPED, SWAPPED_MADE, 100, "W") == made
    nat = result("nat", teams(13, 0), cards=teams(130, 0), display=teams("13", "nat"))
    assert played(SWAPPED, SWAPPED_MADE, 110, "W") == nat
    nat = result("nat", teams(0, 13), cards=teams(0, 130), display=teams("nat", "13"))
    assert played(SWAPPED, SWAPPED_MADE, 70, "S") == nat
    pit = result("pit", teams(0, 23), cards=teams(0, 230), display=teams("pit", "23"))
    assert played(SUITS, ALL_TO_HEARTS, 130, "E") == pit
    tegenpit = result("tegenpit", teams(0, 13), cards=teams(0, 130), display=teams("nat", "13"))
    assert played(SUITS, ALL_TO_HEARTS, 70, "N") == tegenpit


@pytest.mark.parametrize("rules", POINTS)
def test_tegenpit_is_told_even_where_it_scores_as_nat(rules: str) -> None:
    position = replayed(rules, SUITS, a_round(rules, "S", ALL_TO_SPADES))
    assert result_of(position) == result("tegenpit", teams(162, 0), display=teams("162", "nat"))


def test_tegenpit_in_lugus_and_valet() -> None:
    position = replayed("lugus", SUITS, a_round("lugus", "S", ALL_TO_SPADES))
    expected = result("tegenpit", teams(16, 0), cards=teams(162, 0), display=teams("16", "nat"))
    assert result_of(position) == expected
    position = replayed("valet", SUITS, a_round("valet", "S", ALL_TO_SPADES))
    assert result_of(position) == result("tegenpit", teams(262, 0), display=teams("262", "0"))
    position = replayed("valet/1", SUITS, a_round("valet", "S", ALL_TO_SPADES))
    assert result_of(position) == result("tegenpit", teams(262, 0), display=teams("262", "nat"))


def test_passed_out_is_all_0() -> None:
    position = replayed("lugus", SUITS, passes("WNES"))
    assert position.keys() == POSITION | RESULT
    assert result_of(position) == result("passed-out", teams(0, 0))
    assert position["troef"] is position["makers"] is position["bid"] is None
    assert position["tricks"] == []


def test_roem_counts_by_itself_where_it_is_automatic() -> None:
    position = replayed("amsterdam", RUNS, a_round("amsterdam", "S", RUNS_SPADES))
    assert [trick["roem"] for trick in position["tricks"]] == [70, *[50] * 7]
    assert [trick["winner"] for trick in position["tricks"]] == ["W", "E", *"SSSSSS"]
    nat = result("nat", teams(582, 0), teams(162, 0), teams(420, 0), teams("162 + 420", "nat"))
    assert result_of(position) == nat
    position = replayed("valet", RUNS, a_round("valet", "S", RUNS_SPADES))
    made = result("made", teams(400, 182), teams(100, 62), teams(300, 120), teams("100 + 300", "62 + 120"))
    assert result_of(position) == made


def test_the_roem_of_a_pit_comes_on_top() -> None:
    tricks = [f"H{rank} C{rank} D{rank} S{rank}" for rank in "789TJQKA"]
    for rules, roem in (("amsterdam", 700), ("valet", 600), ("amsterdam-bond", 800)):
        position = replayed(rules, SUITS, a_round(rules, "H", tricks))
        display = teams("pit", f"262 + {roem}")
        assert result_of(position) == result(
            "pit", teams(0, 262 + roem), teams(0, 262), teams(0, roem), display
        )
    actions = choose("lugus", "H")
    for trick in tricks:
        actions += [*plays([trick], "H"), knock("N")]
    position = replayed("lugus", SUITS, [*actions, COLLECT])
    pit = result("pit", teams(0, 116), teams(0, 262), teams(0, 900), teams("pit", "26 + 90"))
    assert result_of(position) == pit


# --- replay: claims and knocks -------------------------------------------------------------------


def first_trick(rules: str, count: int, trick: str = "S7 S8 S9 ST") -> list[Json]:
    return [*choose(rules, "S"), *plays([trick], "S")[:count]]


def test_a_right_claim_is_registered_for_the_winner_of_the_trick() -> None:
    actions = [*first_trick("rotterdam", 4), claim("S", 50)]
    position = replayed("rotterdam", RUNS, actions)
    assert (position["phase"], position["notices"]) == ("trick-end", [])
    position = replayed("rotterdam", RUNS, [*actions, COLLECT])
    assert position["tricks"] == [{"leader": "W", "cards": "S7 S8 S9 ST", "winner": "E", "roem": 50}]


def test_unclaimed_roem_is_lost() -> None:
    for rules in CHALLENGE:
        assert replayed(rules, RUNS, [*first_trick(rules, 4), COLLECT])["tricks"][0]["roem"] == 0
        position = replayed(rules, RUNS, a_round(rules, "S", RUNS_SPADES))
        assert position["roem"] == teams(0, 0)


def test_a_wrong_amount_is_a_notice_and_may_be_tried_again() -> None:
    before = first_trick("rotterdam", 4)
    actions = [*before, claim("N", 20), claim("N", 70), claim("N", 50), COLLECT]
    position = replayed("rotterdam", RUNS, actions)
    at = len(before)
    assert position["notices"] == [
        {"at": at, "seat": "N", "kind": "wrong-claim"},
        {"at": at + 1, "seat": "N", "kind": "wrong-claim"},
    ]
    assert position["tricks"][0]["roem"] == 50


def test_where_no_roem_lies_every_claim_is_wrong() -> None:
    before = first_trick("rotterdam", 1)
    for points in (20, 40, 50, 70, 100):
        position = replayed("rotterdam", RUNS, [*before, claim("W", points)])
        assert position["notices"] == [{"at": len(before), "seat": "W", "kind": "wrong-claim"}]


@pytest.mark.parametrize("points", [1, 10, 30, 60, 90, 120, 200, 1000])
def test_an_amount_that_roem_can_never_be_is_a_wrong_claim_as_well(points: int) -> None:
    before = first_trick("rotterdam", 4)
    position = replayed("rotterdam", RUNS, [*before, claim("N", points)])
    assert position["notices"] == [{"at": len(before), "seat": "N", "kind": "wrong-claim"}]


@pytest.mark.parametrize("points", [0, -20, 1001, 10**40])
def test_what_is_no_amount_at_all_is_an_error(points: int) -> None:
    before = first_trick("rotterdam", 4)
    error = replay_refused("rotterdam", RUNS, [*before, claim("N", points)])
    assert (error["code"], error["at"]) == ("claim-amount", len(before))


def test_after_a_right_claim_every_claim_of_the_trick_is_refused() -> None:
    three = [*first_trick("rotterdam", 3), claim("W", 20)]
    four = [*three, play("S", "ST")]
    for before, again in ((three, claim("N", 20)), (three, claim("N", 50)), (four, claim("S", 50))):
        error = replay_refused("rotterdam", RUNS, [*before, again])
        assert (error["code"], error["at"]) == ("claim-again", len(before))
    assert replayed("rotterdam", RUNS, [*four, COLLECT])["tricks"][0]["roem"] == 20


@pytest.mark.parametrize("rules", ["rotterdam/1", {"base": "rotterdam", "claim_lock": "raise"}])
def test_a_higher_claim_replaces_the_earlier_when_a_card_added_roem(rules: object) -> None:
    three = [*first_trick("rotterdam", 3), claim("W", 20)]
    error = replay_refused(rules, RUNS, [*three, claim("N", 20)])
    assert (error["code"], error["at"]) == ("claim-again", len(three))
    assert replay_refused(rules, RUNS, [*three, claim("N", 50)])["code"] == "claim-again"
    four = [*three, play("S", "ST")]
    assert replayed(rules, RUNS, [*four, COLLECT])["tricks"][0]["roem"] == 20
    position = replayed(rules, RUNS, [*four, claim("N", 20), claim("N", 50), COLLECT])
    assert position["notices"] == [{"at": len(four), "seat": "N", "kind": "wrong-claim"}]
    assert position["tricks"][0]["roem"] == 50
    error = replay_refused(rules, RUNS, [*four, claim("N", 50), claim("S", 50)])
    assert (error["code"], error["at"]) == ("claim-again", len(four) + 1)


def test_a_card_that_adds_nothing_allows_no_second_claim() -> None:
    four = [*first_trick("rotterdam", 3), claim("W", 20), play("S", "HT")]
    error = replay_refused("rotterdam", RUNS, [*four, claim("N", 20)])
    assert (error["code"], error["at"]) == ("claim-again", len(four))


def test_who_has_not_played_to_the_trick_cannot_claim() -> None:
    three = first_trick("rotterdam", 3)
    error = replay_refused("rotterdam", RUNS, [*three, claim("S", 20)])
    assert (error["code"], error["at"], error["seat"]) == ("claim-before-playing", len(three), "S")
    collected = [*three, play("S", "ST"), COLLECT]
    for seat in "SWNE":
        assert (
            replay_refused("rotterdam", RUNS, [*collected, claim(seat, 50)])["code"] == "claim-before-playing"
        )


def test_claimed_roem_is_in_the_result() -> None:
    tricks = RUNS_SPADES
    actions = [*choose("rotterdam", "S"), *plays(tricks[:1], "S"), claim("W", 70), *plays(tricks[1:3], "S")]
    actions += [claim("W", 50), *plays(tricks[3:], "S", leader="S"), COLLECT]
    position = replayed("rotterdam", RUNS, actions)
    nat = result("nat", teams(282, 0), teams(162, 0), teams(120, 0), teams("162 + 120", "nat"))
    assert result_of(position) == nat
    assert [trick["roem"] for trick in position["tricks"]] == [70, 0, 50, 0, 0, 0, 0, 0]


def test_a_true_knock_takes_the_roem_of_the_complete_trick() -> None:
    three = [*first_trick("lugus", 3), knock("S")]  # before playing too
    position = replayed("lugus", RUNS, three)
    assert position["notices"] == []
    position = replayed("lugus", RUNS, [*three, play("S", "ST"), COLLECT])
    assert position["tricks"][0]["roem"] == 50
    for seat in "SWNE":
        error = replay_refused("lugus", RUNS, [*three, knock(seat)])
        assert (error["code"], error["at"]) == ("knock-again", len(three))
        error = replay_refused("lugus", RUNS, [*three, play("S", "ST"), knock(seat)])
        assert (error["code"], error["at"]) == ("knock-again", len(three) + 1)


def test_a_knock_in_trick_end_counts() -> None:
    position = replayed("lugus", RUNS, [*first_trick("lugus", 4, RUNS_SPADES[0]), knock("E"), COLLECT])
    assert position["tricks"][0]["roem"] == 70


def test_roem_in_tens_on_the_sheet() -> None:
    actions = [*choose("lugus", "S"), *plays(RUNS_SPADES[:1], "S"), knock("E"), *plays(RUNS_SPADES[1:], "S")]
    position = replayed("lugus", RUNS, [*actions, COLLECT])
    nat = result("nat", teams(23, 0), teams(162, 0), teams(70, 0), teams("16 + 7", "nat"))
    assert result_of(position) == nat


def test_a_false_knock_is_a_notice_and_gives_the_opponents_2_on_the_sheet() -> None:
    before = first_trick("lugus", 1)
    actions = [*before, knock("S"), knock("N"), knock("E"), *plays(["S7 S8 S9 ST", *SWAPPED_MADE], "S")[1:4]]
    position = replayed("lugus", RUNS, actions)
    at = len(before)
    assert position["notices"] == [
        {"at": at, "seat": "S", "kind": "false-knock"},
        {"at": at + 1, "seat": "N", "kind": "false-knock"},
        {"at": at + 2, "seat": "E", "kind": "false-knock"},
    ]
    # After a false knock a true one is possible still.
    assert replayed("lugus", RUNS, [*actions, knock("S"), COLLECT])["tricks"][0]["roem"] == 50


def test_false_knocks_are_in_the_score_alone() -> None:
    bid, cards = choose("lugus", "H"), plays(SWAPPED_MADE, "H")
    actions = [*bid, *cards[:1], knock("S"), knock("S"), knock("W"), *cards[1:], COLLECT]
    position = replayed("lugus", SWAPPED, actions)
    assert result_of(position) == result("made", teams(4, 18), teams(21, 141), display=teams("2", "14"))


def test_false_knocks_are_untouched_by_nat() -> None:
    bid, cards = choose("lugus", "S"), plays(SWAPPED_NAT, "S")
    actions = [*bid, *cards[:1], knock("S"), *cards[1:], COLLECT]
    position = replayed("lugus", SWAPPED, actions)
    assert result_of(position) == result("nat", teams(16, 2), teams(162, 0), display=teams("16", "nat"))


def test_false_knocks_are_void_after_verzaakt() -> None:
    actions = [*choose("lugus", "D"), play("W", "HA"), knock("N"), play("N", "C8"), accuse("E", "N")]
    position = replayed("lugus", CROSSED, actions)
    expected = result("verzaakt", teams(0, 26), teams(0, 262), display=teams("verzaakt", "26"))
    assert result_of(position) == expected
    assert [notice["kind"] for notice in position["notices"]] == ["false-knock"]


# --- replay: verzaakt ----------------------------------------------------------------------------


def test_verzaakt_gives_0_and_the_penalty_and_names_the_offence() -> None:
    actions = [*choose("rotterdam", "D"), play("W", "HA"), play("N", "C8"), accuse("S", "N")]
    position = replayed("rotterdam", CROSSED, actions)
    assert position.keys() == POSITION | RESULT | {"offences"}
    expected = result("verzaakt", teams(0, 162), display=teams("verzaakt", "162"))
    assert result_of(position) == expected
    assert position["offences"] == [{"trick": 1, "card": "C8", "rule": "4.4", "cards": "D7"}]
    assert position["notices"] == []
    assert (position["troef"], position["makers"]) == ("D", "WE")
    lugus = [*choose("lugus", "D"), *actions[1:]]
    position = replayed("lugus", CROSSED, lugus)
    expected = result("verzaakt", teams(0, 26), teams(0, 262), display=teams("verzaakt", "26"))
    assert result_of(position) == expected
    assert position["offences"] == [{"trick": 1, "card": "C8", "rule": "4.5", "cards": "D7"}]


def test_verzaakt_in_sans_is_26_as_well() -> None:
    actions = [*choose("lugus", None), play("W", "S7"), play("N", "H8"), accuse("W", "N")]
    position = replayed("lugus", RUNS, actions)
    assert result_of(position)["score"] == teams(0, 26)
    assert position["offences"][0]["rule"] == "4.2"
    assert same_cards(position["offences"][0]["cards"], "SQ S8")


def test_there_is_an_offence_for_each_incorrect_card_of_the_accused() -> None:
    tricks = ["S7 H8 S9 ST", "DT D7 HQ D9", "HA H7 C8"]  # North has no heart left in the third
    actions = [*choose("rotterdam", "C"), *plays(tricks, "C"), accuse("E", "N")]
    position = replayed("rotterdam", RUNS, actions)
    offences = position["offences"]
    assert [(offence["trick"], offence["card"], offence["rule"]) for offence in offences] == [
        (1, "H8", "4.2"),
        (2, "HQ", "4.2"),
    ]
    assert same_cards(offences[0]["cards"], "S8 SQ")
    assert same_cards(offences[1]["cards"], "D8 DQ")
    assert position["trick"] == "HA H7 C8"


def test_all_roem_is_void_after_verzaakt() -> None:
    actions = [*first_trick("rotterdam", 4), claim("S", 50), COLLECT]
    actions += [play("E", "H9"), play("S", "HT"), play("W", "D7"), accuse("N", "W")]
    position = replayed("rotterdam", RUNS, actions)
    assert result_of(position) == result("verzaakt", teams(162, 0), display=teams("162", "verzaakt"))
    assert position["tricks"][0]["roem"] == 50
    kept = {"base": "rotterdam", "verzaakt_keeps_roem": True}
    position = replayed(kept, RUNS, actions)
    assert result_of(position) == result(
        "verzaakt", teams(212, 0), teams(162, 0), teams(50, 0), teams("162 + 50", "verzaakt")
    )


def test_partner_may_be_accused_and_so_may_any_other() -> None:
    for seat in "SWE":
        actions = [*choose("rotterdam", "D"), play("W", "HA"), play("N", "C8"), accuse(seat, "N")]
        assert replayed("rotterdam", CROSSED, actions)["outcome"] == "verzaakt"


def test_a_failed_accusation_is_a_notice_and_changes_nothing() -> None:
    actions = [*choose("rotterdam", "D"), play("W", "HA")]
    before = replayed("rotterdam", CROSSED, actions)
    for seat, accused in ("NW", "WN", "EW", "NS", "WE"):
        position = replayed("rotterdam", CROSSED, [*actions, accuse(seat, accused)])
        assert position["notices"] == [{"at": len(actions), "seat": seat, "kind": "failed-accusation"}]
        assert position | {"notices": []} == before


def test_accusing_is_possible_until_the_eighth_trick_is_collected() -> None:
    cards = [
        "HA C8 D8 S8",
        *(f"D{e} S{s} H{s} C{c}" for e, s, c in zip("9TJQKA", "9TJQK7", "9TJQKA", strict=True)),
    ]
    actions = [*choose("rotterdam", "D"), *plays(cards, "D")]
    actions += [play("E", "C7"), play("S", "SA"), play("W", "H8"), play("N", "D7")]
    position = replayed("rotterdam", CROSSED, actions)
    assert (position["phase"], position["turn"]) == ("trick-end", None)
    position = replayed("rotterdam", CROSSED, [*actions, accuse("W", "N")])
    assert position["offences"][0]["trick"] == 1
    assert position["outcome"] == "verzaakt"
    done = [*actions, COLLECT]
    assert replayed("rotterdam", CROSSED, done)["outcome"] != "verzaakt"
    error = replay_refused("rotterdam", CROSSED, [*done, accuse("W", "N")])
    assert (error["code"], error["at"]) == ("accuse-too-late", len(done))


def test_in_lugus_an_accusation_in_done_replaces_the_result() -> None:
    cards = [
        "HA C8 D8 S8",
        *(f"D{e} S{s} H{s} C{c}" for e, s, c in zip("9TJQKA", "9TJQK7", "9TJQKA", strict=True)),
    ]
    actions = [*choose("lugus", "D"), *plays(cards, "D")]
    actions += [play("E", "C7"), play("S", "SA"), play("W", "H8"), play("N", "D7"), COLLECT]
    before = replayed("lugus", CROSSED, actions)
    assert (before["phase"], before["outcome"]) == ("done", "made")
    failed = replayed("lugus", CROSSED, [*actions, accuse("S", "W")])
    assert failed["notices"] == [{"at": len(actions), "seat": "S", "kind": "failed-accusation"}]
    assert failed | {"notices": []} == before
    proven = replayed("lugus", CROSSED, [*actions, accuse("S", "W"), accuse("W", "N")])
    expected = result("verzaakt", teams(0, 26), teams(0, 262), display=teams("verzaakt", "26"))
    assert result_of(proven) == expected
    assert proven["offences"][0] == {"trick": 1, "card": "C8", "rule": "4.5", "cards": "D7"}
    assert proven["tricks"] == before["tricks"]


@pytest.mark.parametrize(("rules", "points", "sheet"), [("rotterdam/1", 162, 162), ("lugus", 262, 26)])
def test_penalise_punishes_a_team_as_for_verzaakt(rules: str, points: int, sheet: int) -> None:
    chosen = choose(rules.partition("/")[0], "D")
    for before in ([], chosen, [*chosen, play("W", "HA")]):
        position = replayed(rules, CROSSED, [*before, {"penalise": "WE"}])
        assert position.keys() == POSITION | RESULT  # and no offences
        expected = result(
            "verzaakt", teams(sheet, 0), teams(points, 0), display=teams(str(sheet), "verzaakt")
        )
        assert result_of(position) == expected


# --- replay: what the position does not allow ----------------------------------------------------

PLAYING = [{"seat": "W", "troef": "H"}]
DONE = a_round("rotterdam", "H", ALL_TO_HEARTS)
LUGUS_DONE = a_round("lugus", "H", ALL_TO_HEARTS)
BID = [{"seat": "W", "bid": "100H"}]
SANS_BID = [{"seat": "W", "bid": "100sans"}]


@pytest.mark.parametrize(
    ("rules", "before", "action", "code"),
    [
        # choosing troef
        ("rotterdam", [], {"seat": "N", "troef": "H"}, "not-your-turn"),
        ("rotterdam", [], {"seat": "S", "troef": "H"}, "not-your-turn"),
        ("rotterdam", [], {"seat": "W", "pass": True}, "no-passing"),
        ("rotterdam", [], {"seat": "W", "bid": "80H"}, "no-auction"),
        ("rotterdam", PLAYING, {"seat": "W", "troef": "H"}, "troef-chosen"),
        ("rotterdam", PLAYING, {"seat": "N", "troef": "H"}, "troef-chosen"),
        ("valet", [], {"seat": "W", "pass": True}, "no-passing"),
        ("lugus", [], {"seat": "W", "troef": "H"}, "auction"),
        ("lugus", [], {"seat": "N", "bid": "80H"}, "not-your-turn"),
        ("lugus", [], {"seat": "N", "pass": True}, "not-your-turn"),
        ("lugus", BID, {"seat": "W", "pass": True}, "not-your-turn"),
        ("lugus", choose("lugus", "H"), {"seat": "W", "bid": "90H"}, "troef-chosen"),
        ("lugus", choose("lugus", "H"), {"seat": "W", "pass": True}, "troef-chosen"),
        # bids
        ("lugus", [], {"seat": "W", "bid": "70H"}, "bid-too-low"),
        ("lugus", [], {"seat": "W", "bid": "10H"}, "bid-too-low"),
        ("lugus", [], {"seat": "W", "bid": "60sans"}, "bid-too-low"),
        ("lugus", [], {"seat": "W", "bid": "170H"}, "bid-too-high"),
        ("lugus", [], {"seat": "W", "bid": "140sans"}, "bid-too-high"),
        ("lugus", [], {"seat": "W", "bid": "85H"}, "bid-not-tens"),
        ("lugus", BID, {"seat": "N", "bid": "100S"}, "bid-too-low"),
        ("lugus", BID, {"seat": "N", "bid": "90sans"}, "bid-too-low"),
        ("lugus", SANS_BID, {"seat": "N", "bid": "100H"}, "bid-too-low"),
        ("lugus", SANS_BID, {"seat": "N", "bid": "100sans"}, "bid-too-low"),
        ({"base": "lugus", "sans": False}, [], {"seat": "W", "bid": "80sans"}, "no-sans"),
        # cards
        ("rotterdam", [], play("W", "HA"), "troef-not-chosen"),
        ("lugus", BID, play("W", "HA"), "troef-not-chosen"),
        ("rotterdam", PLAYING, play("N", "CA"), "not-your-turn"),
        ("rotterdam", PLAYING, play("W", "CA"), "card-not-held"),
        ("rotterdam", [*PLAYING, *plays(["HA C8 D8 S8"], "H")], play("W", "HA"), "card-not-held"),
        ("rotterdam", [*PLAYING, *plays(["HA C8 D8 S8"], "H")], play("N", "CA"), "not-your-turn"),
        ("rotterdam", [], COLLECT, "nothing-to-collect"),
        ("rotterdam", PLAYING, COLLECT, "nothing-to-collect"),
        ("rotterdam", [*PLAYING, *plays(["HA C8 D8"], "H")], COLLECT, "nothing-to-collect"),
        ("rotterdam", [*PLAYING, *plays(["HA C8 D8 S8"], "H"), COLLECT], COLLECT, "nothing-to-collect"),
        # roem
        ("rotterdam", [], claim("W", 20), "troef-not-chosen"),
        ("rotterdam", PLAYING, claim("W", 20), "claim-before-playing"),
        ("rotterdam", [*PLAYING, play("W", "HA")], knock("W"), "roem-by-amount"),
        ("lugus", [*choose("lugus", "H"), play("W", "HA")], claim("W", 20), "roem-by-knock"),
        ("lugus", [], knock("W"), "troef-not-chosen"),
        ("lugus", choose("lugus", "H"), knock("W"), "knock-without-cards"),
        *((rules, [*PLAYING, play("W", "HA")], claim("W", 20), "roem-automatic") for rules in STRICT),
        *((rules, [*PLAYING, play("W", "HA")], knock("W"), "roem-automatic") for rules in STRICT),
        # verzaakt
        ("rotterdam", [], accuse("W", "N"), "accuse-too-early"),
        ("rotterdam", PLAYING, accuse("W", "N"), "accuse-too-early"),
        ("lugus", choose("lugus", "H"), accuse("W", "N"), "accuse-too-early"),
        ("lugus", passes("WNES"), accuse("W", "N"), "accuse-too-early"),
        ("rotterdam", [*PLAYING, play("W", "HA")], accuse("W", "W"), "accuse-oneself"),
        ("lugus", LUGUS_DONE, accuse("W", "W"), "accuse-oneself"),
        ("rotterdam", DONE, accuse("W", "N"), "accuse-too-late"),
        ("rotterdam/1", [{"penalise": "NS"}], {"penalise": "NS"}, "penalise-too-late"),
        ("rotterdam/1", DONE, {"penalise": "NS"}, "penalise-too-late"),
        ("rotterdam", [], {"penalise": "NS"}, "no-talk-penalty"),
        *((rules, [*PLAYING, play("W", "HA")], accuse("W", "N"), "no-verzaakt") for rules in STRICT),
        *((rules, [*PLAYING, play("W", "HA")], {"penalise": "NS"}, "no-verzaakt") for rules in STRICT),
        # the round is over
        ("rotterdam", DONE, {"seat": "W", "troef": "H"}, "round-done"),
        ("rotterdam", DONE, play("W", "HA"), "round-done"),
        ("rotterdam", DONE, claim("W", 20), "round-done"),
        ("rotterdam", DONE, COLLECT, "nothing-to-collect"),
        ("lugus", LUGUS_DONE, {"seat": "W", "bid": "80H"}, "round-done"),
        ("lugus", LUGUS_DONE, {"seat": "W", "pass": True}, "round-done"),
        ("lugus", LUGUS_DONE, knock("W"), "round-done"),
        ("lugus", passes("WNES"), {"seat": "W", "pass": True}, "round-done"),
        ("lugus", passes("WNES"), COLLECT, "nothing-to-collect"),
    ],
)
def test_what_the_position_does_not_allow_is_an_error_with_at(
    rules: object, before: list[Json], action: Json, code: str
) -> None:
    assert replayed(rules, SUITS, before)
    error = replay_refused(rules, SUITS, [*before, action])
    assert (error["code"], error["at"]) == (code, len(before))


def test_sans_may_be_bid_at_the_same_amount_as_a_suit() -> None:
    assert replayed("lugus", SUITS, [*BID, {"seat": "N", "bid": "100sans"}])["turn"] == "E"


def test_a_card_not_held_says_which() -> None:
    error = replay_refused("rotterdam", SUITS, [*PLAYING, play("W", "CA")])
    assert (error["seat"], error["card"]) == ("W", "CA")


@pytest.mark.parametrize("rules", STRICT)
def test_on_a_strict_table_an_incorrect_card_is_an_error_with_the_correct_ones(rules: str) -> None:
    before = [{"seat": "W", "troef": "C"}, play("W", "S7")]
    for card in ("H8", "HQ", "C8", "CQ", "D8", "DQ"):
        error = replay_refused(rules, RUNS, [*before, play("N", card)])
        assert (error["code"], error["at"], error["card"]) == ("incorrect-card", 2, card)
        assert same_cards(error["cards"], "S8 SQ")
        assert error["rule"] == "4.2"
    # Troef led: East beats the ten with the nine, and may not follow with the king.
    hands = RUNS | {"S": "S7 SA HT HA CT CA DT DA", "W": "ST SJ H7 HJ C7 CJ D7 DJ"}
    before = [{"seat": "W", "troef": "S"}, *plays(["ST S8"], "S")]
    error = replay_refused(rules, hands, [*before, play("E", "SK")])
    assert (error["code"], error["at"], error["rule"], error["cards"]) == ("incorrect-card", 3, "4.3", "S9")


@pytest.mark.parametrize("rules", CHALLENGE)
def test_on_a_challenge_table_every_card_of_the_player_to_move_is_accepted(rules: str) -> None:
    actions = [*choose(rules, "C"), play("W", "S7"), play("N", "DQ")]
    assert replayed(rules, RUNS, actions)["trick"] == "S7 DQ"
    # Legal knows the correct cards here too.
    assert same_cards(asked("legal", rules=rules, troef="C", hand=RUNS["N"], trick="S7")["cards"], "S8 SQ")


# --- replay, against the rules written plainly ---------------------------------------------------


def random_cards(
    rules: str, rng: random.Random, slips: float
) -> tuple[dict[str, str], list[Json], str | None]:
    """Hands, and the actions of a round that is not collected; an incorrect card now and then."""
    deck = rng.sample(DECK, 32)
    hands = {seat: " ".join(deck[8 * turn : 8 * turn + 8]) for turn, seat in enumerate("SWNE")}
    troef = rng.choice(["S", "H", "C", "D", None] if rules == "lugus" else ["S", "H", "C", "D"])
    values = NAMED[rules].to_json()
    actions = choose(
        rules, troef, rng.choice("WNES") if rules == "lugus" else "W", rng.choice([80, 100, 120])
    )
    left = {seat: set(hand.split()) for seat, hand in hands.items()}
    leader = "W"
    for _ in range(8):
        trick: list[str] = []
        for turn in range(4):
            seat = naive.seat_after(leader, turn)
            correct = naive.correct_cards(left[seat], trick, troef, values)
            card = rng.choice(sorted(left[seat] if rng.random() < slips else correct))
            actions.append(play(seat, card))
            left[seat].remove(card)
            trick.append(card)
        leader = naive.seat_after(leader, naive.winner(trick, troef))
        if rng.random() < 0.5:
            actions.append(COLLECT)
    if actions[-1] == COLLECT:
        actions.pop()
    return hands, actions, troef


def tricks_of(actions: list[Json]) -> Iterator[list[tuple[str, str]]]:
    cards = [(action["seat"], action["play"]) for action in actions if "play" in action]
    for start in range(0, len(cards), 4):
        yield cards[start : start + 4]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(12))
def test_the_score_agrees_with_the_rules_written_plainly(rules: str, seed: int) -> None:
    rng = random.Random(f"{rules} {seed}")
    hands, actions, troef = random_cards(rules, rng, slips=0)
    values = NAMED[rules].to_json()
    position = replayed(rules, hands, [*actions, COLLECT])
    expected = []
    automatic = values["claim"] == "automatic"
    for number, trick in enumerate(tricks_of(actions)):
        cards = [card for _, card in trick]
        winner = trick[naive.winner(cards, troef)][0]
        roem = naive.roem(cards, troef, values) if automatic else 0
        expected.append((winner, cards, roem))
        told = position["tricks"][number]
        assert told == {"leader": trick[0][0], "cards": " ".join(cards), "winner": winner, "roem": roem}
    bid = None if position["bid"] is None else int(re.sub(r"\D", "", position["bid"]))
    scored = naive.round_result(expected, position["makers"], bid, troef, values)
    for name, value in scored.items():
        assert position[name] == value, name


@pytest.mark.parametrize("rules", CHALLENGE)
@pytest.mark.parametrize("seed", range(12))
def test_the_offences_agree_with_the_rules_written_plainly(rules: str, seed: int) -> None:
    rng = random.Random(f"offences {rules} {seed}")
    hands, actions, troef = random_cards(rules, rng, slips=0.3)
    values = NAMED[rules].to_json()
    for accused in "SWNE":
        expected = []
        left = set(hands[accused].split())
        for number, trick in enumerate(tricks_of(actions), start=1):
            before: list[str] = []
            for seat, card in trick:
                if seat == accused:
                    if rule := naive.broken_rule(card, left, before, troef, values):
                        correct = naive.correct_cards(left, before, troef, values)
                        expected.append((number, card, rule, sorted(correct)))
                    left.remove(card)
                before.append(card)
        position = replayed(rules, hands, [*actions, accuse(naive.seat_after(accused, 1), accused)])
        found = [
            (offence["trick"], offence["card"], offence["rule"], sorted(offence["cards"].split()))
            for offence in position.get("offences", [])
        ]
        assert found == expected
        assert position["phase"] == ("done" if expected else "trick-end")
        assert len(position["notices"]) == (0 if expected else 1)


@pytest.mark.parametrize("rules", STRICT)
def test_strict_tables_refuse_exactly_the_incorrect_cards(rules: str) -> None:
    values = NAMED[rules].to_json()
    for seed in range(3):
        hands, actions, troef = random_cards(rules, random.Random(f"strict {rules} {seed}"), slips=0)
        actions = [action for action in actions if action != COLLECT]
        for count in range(1, 32, 3):
            before = actions[: 1 + count]
            position = replayed(rules, hands, before)
            if position["phase"] == "trick-end":
                continue
            hand, trick = set(position["hands"][position["turn"]].split()), position["trick"].split()
            correct = naive.correct_cards(hand, trick, troef, values)
            for card in hand - correct:
                error = replay_refused(rules, hands, [*before, play(position["turn"], card)])
                assert (error["code"], error["at"]) == ("incorrect-card", len(before))
                assert same_cards(error["cards"], *correct)
                assert error["rule"] == naive.broken_rule(card, hand, trick, troef, values)


# --- the document --------------------------------------------------------------------------------


def test_the_example_in_the_document_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    (printed,) = re.findall(r"prints\n\n```text\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    ran = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout == printed


def test_the_document_has_every_op_and_every_code_that_the_engine_gives() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    for op in OPS:
        assert f"`{op}`" in document
    tested = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', Path(__file__).read_text(encoding="utf-8")))
    for code in tested & set(SENTENCES):
        assert f"| `{code}` |" in document, code
