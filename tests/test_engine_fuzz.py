"""The engine under rubbish: every line gets exactly one answer, in order, and nothing stops it."""

import json
import random
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from klaverjas.engine import answer
from klaverjas.sentences import SENTENCES

Json: TypeAlias = Any

COMMAND = (sys.executable, "-m", "klaverjas", "engine")
LONGEST_LINE = 1 << 20
PATIENCE = 30  # seconds, before a test gives up on a process

SEATS = ("S", "W", "N", "E")
DECK = [suit + rank for suit in "SHCD" for rank in "789TJQKA"]
HANDS = {seat: " ".join(DECK[turn::4]) for turn, seat in enumerate(SEATS)}
TRICK = [{"seat": seat, "play": card} for seat, card in zip("WNES", ["S8", "S9", "ST", "S7"], strict=True)]
AUCTION = [{"seat": "W", "bid": "80S"}, *({"seat": seat, "pass": True} for seat in "NES")]

OPS = ("hello", "legal", "winner", "roem", "replay", "solve", "move", "deal")
VALID: list[dict[str, Json]] = [
    {"id": 1, "op": "hello"},
    {"id": "two", "op": "legal", "rules": "rotterdam", "troef": "C", "hand": "C8 D7", "trick": "HA H7"},
    {"id": [3], "op": "winner", "rules": "lugus", "troef": None, "trick": "HA H7 C8 C7"},
    {
        "id": None,
        "op": "roem",
        "rules": {"base": "valet", "four_alike": {"A": 50}},
        "troef": "S",
        "trick": "SK SQ",
    },
    {"id": {"n": 5}, "op": "deal", "seed": 5, "dealer": "N", "rules": {"base": "lugus", "deal": [4, 4]}},
    {"id": 6.5, "op": "replay", "rules": "amsterdam", "dealer": "S", "hands": HANDS, "actions": []},
    {
        "id": True,
        "op": "replay",
        "rules": "rotterdam",
        "dealer": "S",
        "hands": HANDS,
        "actions": [{"seat": "W", "troef": "S"}, *TRICK, {"seat": "E", "claim": 50}, {"collect": True}],
    },
    {
        "id": "acht",
        "op": "replay",
        "rules": {"base": "lugus", "claim": "knock", "min_bid": 70},
        "dealer": "S",
        "hands": HANDS,
        "actions": [
            *AUCTION,
            *TRICK,
            {"seat": "S", "knock": True},
            {"seat": "S", "accuse": "W"},
            {"penalise": "NS"},
        ],
    },
    {
        "id": 9,
        "op": "solve",
        "rules": "rotterdam",
        "troef": "H",
        "hands": {"S": "SA H7", "W": "S7 H8", "N": "S8 H9", "E": "S9 HT"},
        "trick": "",
        "turn": "S",
        "makers": "NS",
    },
    {
        "id": 10,
        "op": "move",
        "rules": "rotterdam",
        "bot": "regels",
        "seat": "S",
        "dealer": "S",
        "hand": HANDS["S"],
        "actions": [{"seat": "W", "troef": "S"}, *TRICK, {"seat": "E", "accuse": "W"}],
        "ms": 100,
        "seed": 1,
    },
]


def check(line: bytes, text: str) -> dict[str, Json]:
    """The answer to a line has one of the two shapes, repeats the id, and is no failure of the engine."""
    assert text.isascii()
    assert text.isprintable()
    reply = json.loads(text, parse_constant=pytest.fail)
    assert isinstance(reply, dict)
    assert list(reply)[:2] == ["id", "ok"]
    if reply["ok"] is not True:
        assert reply["ok"] is False
        assert list(reply) == ["id", "ok", "error"]
        assert reply["error"]["code"] in SENTENCES
        assert reply["error"]["code"] != "internal"
        assert isinstance(reply["error"]["message"], str)
        assert reply["error"]["message"]
    if reply["ok"] or reply["error"]["code"] not in ("bad-json", "line-too-long", "not-an-object"):
        assert json.dumps(reply["id"]) == json.dumps(json.loads(line).get("id"))
    return reply


def test_the_valid_requests_are_valid() -> None:
    for request in VALID:
        reply = check(line := json.dumps(request).encode(), answer(line))
        assert reply["ok"], reply


# --- hypothesis ----------------------------------------------------------------------------------

many = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])

texts = st.text(st.characters(), max_size=8)  # lone surrogates too
numbers = st.one_of(
    st.integers(),
    st.integers(-(10**60), 10**60),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0, -1, 1, 20, 50, 10**4200, -0.0, 1e308, 5e-324]),
)
WORDS = (
    "S W N E NS WE H C D SA H10 sa rotterdam lugus/1 base 80H 85H 80sans 160S 170sans true null \ud800 \x00"
)
KEYS = """id op rules troef hand hands trick dealer actions seed seat base bid pass play claim knock accuse collect
    penalise deal end four_alike contract pit sans self code message at ok error turn makers bot ms"""
words = st.sampled_from([*WORDS.split(), "", " ", "SA SA", "S7 S8 S9 ST SJ", *OPS, *DECK, *HANDS.values()])
scalars = st.one_of(st.none(), st.booleans(), numbers, texts, words)
keys = st.one_of(texts, words, st.sampled_from(KEYS.split()))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=8,
)


@many
@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    check(line, answer(line))


@many
@given(values)
def test_any_json_gets_an_answer(value: Json) -> None:
    line = json.dumps(value).encode()
    check(line, answer(line))


@many
@given(st.dictionaries(keys, values, max_size=5), st.sampled_from(OPS))
def test_any_object_gets_an_answer(fields: dict[str, Json], op: str) -> None:
    line = json.dumps(fields | {"op": op}).encode()
    check(line, answer(line))


def places(value: Json, path: tuple[Json, ...] = ()) -> Iterator[tuple[Json, ...]]:
    """The paths to everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


@st.composite
def mutated(draw: st.DrawFn) -> Json:
    """A valid request with a few things replaced, removed, doubled or added."""
    request = json.loads(json.dumps(draw(st.sampled_from(VALID))))
    for _ in range(draw(st.integers(1, 3))):
        if not (paths := list(places(request))):
            break
        *path, last = draw(st.sampled_from(paths))
        inside = request
        for key in path:
            inside = inside[key]
        match draw(st.sampled_from(["replace", "replace", "remove", "double", "swap", "add"])):
            case "replace":
                inside[last] = draw(values)
            case "remove":
                del inside[last]
            case "double" if isinstance(inside, list):
                inside.insert(last, inside[last])
            case "double" if isinstance(inside[last], str):
                inside[last] += " " + inside[last]
            case "swap":
                other = draw(
                    st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside)))
                )
                inside[last], inside[other] = inside[other], inside[last]
            case "add" if isinstance(inside, dict):
                inside[draw(keys)] = draw(values)
            case "add":
                inside.append(draw(values))
    return request


@settings(many, max_examples=400)
@given(mutated())
def test_any_mutated_request_gets_an_answer(request: Json) -> None:
    line = json.dumps(request).encode()
    check(line, answer(line))


@many
@given(st.sampled_from(VALID), st.data())
def test_any_request_with_broken_bytes_gets_an_answer(request: Json, data: st.DataObject) -> None:
    line = bytearray(json.dumps(request).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(line)))
        line[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    check(bytes(line), answer(bytes(line)))


A_SEAT_DOES: list[tuple[str, Json]] = [
    *(("bid", bid) for bid in ("80S", "90sans", "160D")),
    *(("claim", points) for points in (20, 50)),
    *(("accuse", seat) for seat in "SE"),
    *(("troef", "S"), ("pass", True), ("pass", True), ("knock", True)),
]
BY_NOBODY = [{"collect": True}, {"collect": True}, {"penalise": "NS"}, {"penalise": "WE"}]
seats = st.sampled_from(SEATS)
actions = st.one_of(
    st.builds(lambda seat, card: {"seat": seat, "play": card}, seats, st.sampled_from(DECK)),
    st.builds(lambda seat, action: {"seat": seat, action[0]: action[1]}, seats, st.sampled_from(A_SEAT_DOES)),
    st.sampled_from(BY_NOBODY),
)
changes = st.fixed_dictionaries(
    {
        "base": st.sampled_from(
            ["rotterdam", "lugus", "valet", "amsterdam", "rotterdam-bond", "amsterdam-bond"]
        )
    },
    optional={
        "troef": st.sampled_from(["forced", "auction"]),
        "sans": st.booleans(),
        "all_pass": st.sampled_from(["redeal", "forced", None]),
        "claim": st.sampled_from(["amount", "knock", "automatic"]),
        "incorrect_card": st.sampled_from(["challenge", "refused"]),
        "challenge_until": st.sampled_from(["last_trick", "next_deal", None]),
        "verzaakt_keeps_roem": st.booleans(),
        "contract": st.sampled_from(["half", "bid", "none"]),
        "rounding": st.sampled_from(["none", "tens"]),
        "four_alike": st.dictionaries(st.sampled_from("789TJQKA"), st.sampled_from([0, 20, 100, 1000])),
        "min_bid": st.sampled_from([10, 80, 160, None]),
        "bid_step": st.sampled_from([10, 20, 100]),
    },
)


@many
@given(changes, st.sampled_from(SEATS), st.lists(actions, max_size=60), st.booleans())
def test_any_list_of_actions_gets_an_answer(
    rules: Json, dealer: str, wishes: list[Json], only_what_is_allowed: bool
) -> None:
    """Wishes that are refused are left out, so that what remains gets far."""
    request = {"id": 1, "op": "replay", "rules": rules, "dealer": dealer, "hands": HANDS, "actions": wishes}
    for _ in range(len(wishes) + 1):
        line = json.dumps(request).encode()
        reply = check(line, answer(line))
        if reply["ok"] or "at" not in reply["error"] or not only_what_is_allowed:
            break
        del wishes[reply["error"]["at"]]


@pytest.mark.parametrize("seed", range(24))
def test_a_whole_round_of_wishes_ends_well(seed: int) -> None:
    """Random rules, and whatever is allowed, until the round is over: 32 cards or an early end."""
    rng = random.Random(seed)
    base = rng.choice(["rotterdam", "lugus", "valet", "amsterdam"])
    deck = rng.sample(DECK, 32)
    hands = {seat: " ".join(deck[turn::4]) for turn, seat in enumerate(SEATS)}
    request: dict[str, Json] = {"op": "replay", "rules": base, "dealer": rng.choice(SEATS), "hands": hands}
    done: list[Json] = []
    for _ in range(2000):
        line = json.dumps(request | {"actions": done}).encode()
        position = check(line, answer(line))
        assert position["ok"]
        if position["phase"] == "done":
            break
        seat = position["turn"] or "S"
        wish: Json = {"seat": seat, "play": rng.choice(position["hands"][seat].split() or ["SA"])}
        if position["phase"] == "troef":
            wish = {"seat": seat} | rng.choice([{"troef": "H"}, {"bid": "100D"}, {"pass": True}])
        elif position["turn"] is None or rng.random() < 0.1:
            wish = {"collect": True}
        elif rng.random() < 0.1:
            wish = {"seat": rng.choice(SEATS)} | rng.choice([{"knock": True}, {"claim": 20}])
        tried = json.dumps(request | {"actions": [*done, wish]}).encode()
        reply = check(tried, answer(tried))
        if reply["ok"]:
            done.append(wish)
        else:
            assert reply["error"]["at"] == len(done)
    assert position["phase"] == "done"
    assert position["outcome"] in ("made", "nat", "pit", "tegenpit", "passed-out")
    total = sum(position["cards"].values())
    assert total in ((0,) if position["outcome"] == "passed-out" else (130, 162, 230, 262))


# --- a real process ------------------------------------------------------------------------------


def answers_to(text: bytes) -> list[dict[str, Json]]:
    """What a real engine answers when all of *text* comes at once; it ends by itself, with exit code 0."""
    ran = subprocess.run(COMMAND, input=text, capture_output=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 0
    assert ran.stderr == b""
    if not ran.stdout:
        return []
    assert ran.stdout.endswith(b"\n")
    assert b"\r" not in ran.stdout
    assert ran.stdout.isascii()
    return [json.loads(line) for line in ran.stdout[:-1].split(b"\n")]


def hello(identity: Json) -> bytes:
    return json.dumps({"id": identity, "op": "hello"}).encode()


def ids(replies: list[dict[str, Json]]) -> list[Json]:
    return [reply["id"] for reply in replies]


def codes(replies: list[dict[str, Json]]) -> list[str]:
    return ["" if reply["ok"] else reply["error"]["code"] for reply in replies]


class Engine:
    """A running engine that is asked one thing at a time."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout

    def write(self, text: bytes) -> None:
        self.stdin.write(text)

    def read(self) -> dict[str, Json]:
        """One line of answer, which must come without anything more being written."""
        line = b""
        while not line.endswith(b"\n"):
            assert select.select([self.stdout], [], [], PATIENCE)[0], "no answer"
            byte = self.stdout.read(1)
            assert byte, "the engine has ended"
            line += byte
        reply = json.loads(line)
        assert isinstance(reply, dict)
        return reply

    def is_silent(self) -> bool:
        return not select.select([self.stdout], [], [], 0.05)[0]


@contextmanager
def running() -> Iterator[Engine]:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        try:
            yield Engine(process)
        finally:
            process.kill()


def test_rubbish_between_requests_changes_nothing() -> None:
    rng = random.Random(1)
    lines = []
    for number in range(1500):
        request = json.dumps(rng.choice(VALID) | {"id": number}).encode()
        broken = bytearray(request)
        for _ in range(rng.randint(1, 9)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        rubbish = [
            bytes(broken),
            rng.randbytes(rng.randrange(1, 80)),
            request[: rng.randrange(1, len(request))],
        ]
        lines += [request, rng.choice(rubbish).replace(b"\n", b"") or b"x"]
    replies = answers_to(b"".join(line + b"\n" for line in lines))
    assert len(replies) == len(lines)
    for line, reply in zip(lines, replies, strict=True):
        assert check(line, json.dumps(reply)) == json.loads(answer(line))
    assert ids(replies[::2]) == list(range(1500))


def test_no_input_is_no_output() -> None:
    assert answers_to(b"") == []


def test_an_empty_line_gets_an_answer_too() -> None:
    assert codes(answers_to(b"\n\n" + hello(1) + b"\n  \n")) == ["bad-json", "bad-json", "", "bad-json"]


def test_the_last_line_needs_no_line_end() -> None:
    assert ids(answers_to(hello(1) + b"\n" + hello(2))) == [1, 2]
    assert codes(answers_to(hello(1) + b"\n{")) == ["", "bad-json"]


def test_lines_may_end_as_on_windows() -> None:
    replies = answers_to(hello(1) + b"\r\n" + hello(2) + b"\r\n")
    assert ids(replies) == [1, 2]
    assert codes(replies) == ["", ""]


def test_other_ends_of_lines_do_not_end_a_line() -> None:
    ends = ("\u2028", "\u0085", "\f", "\v", "\0", "\x1c", "\x1e")
    lines = [hello(1) + end.encode() + hello(2) for end in ends]
    assert codes(answers_to(b"\n".join(lines))) == ["bad-json"] * len(ends)
    assert codes(answers_to(hello(1) + b"\r" + hello(2))) == ["bad-json"]
    assert ids(answers_to('{"op": "hello", "id": "a\u2028b\u0085c"}\n'.encode())) == ["a\u2028b\u0085c"]


def test_a_line_that_is_too_long_gets_one_error_and_the_next_is_answered() -> None:
    longest = hello(1).ljust(LONGEST_LINE)
    lines = [
        longest,
        longest + b" ",
        hello(3),
        b"[" * (5 * LONGEST_LINE),
        hello(5),
        b"x" * (LONGEST_LINE + 70_000),
        b"y" * (LONGEST_LINE + 1),
        hello(8),
    ]
    expected = ["", "line-too-long", "", "line-too-long", "", "line-too-long", "line-too-long", ""]
    assert codes(answers_to(b"\n".join(lines))) == expected
    assert codes(answers_to(b"\n".join(lines) + b"\n")) == expected
    assert codes(answers_to(hello(1) + b"\n" + b"z" * (3 * LONGEST_LINE))) == ["", "line-too-long"]


def test_a_request_may_be_nearly_a_mebibyte() -> None:
    identity = "♥" * (LONGEST_LINE // 6 - 20)
    assert ids(answers_to(hello(identity))) == [identity]


def test_every_answer_is_flushed_before_the_next_line_is_awaited() -> None:
    with running() as engine:
        for number in range(100):
            line = json.dumps(VALID[number % len(VALID)] | {"id": number}).encode()
            engine.write(line + b"\n")
            assert engine.read() == json.loads(answer(line))


def test_a_line_may_come_in_pieces() -> None:
    with running() as engine:
        for piece in (hello(1)[:7], hello(1)[7:]):
            engine.write(piece)
            assert engine.is_silent()
        engine.write(b"\n" + hello(2)[:5])
        assert engine.read()["id"] == 1
        assert engine.is_silent()
        engine.write(hello(2)[5:] + b"\n" + hello(3) + b"\nrubbish\n" + hello(4)[:1])
        assert [engine.read()["id"] for _ in range(3)] == [2, 3, None]
        for byte in hello(4)[1:] + b"\n":
            engine.write(bytes([byte]))
        assert engine.read()["id"] == 4


def test_the_end_of_the_input_ends_the_engine() -> None:
    with running() as engine:
        engine.write(hello(1) + b"\n")
        assert engine.read()["id"] == 1
        engine.stdin.close()
        assert engine.process.wait(PATIENCE) == 0
        assert engine.stdout.read() == b""


def test_the_words_of_errors_do_not_depend_on_where_the_engine_runs() -> None:
    line = b'{"op": "winner", "rules": "valet", "troef": "H", "trick": "SA SA"}\n'
    dutch = {"LANG": "nl_NL.UTF-8", "KLAVERJAS_LANG": "nl"}
    for environment in ({}, {"LANG": "C", "PYTHONIOENCODING": "latin-1"}, dutch):
        ran = subprocess.run(
            COMMAND, input=line, capture_output=True, timeout=PATIENCE, check=True, env=environment
        )
        assert json.loads(ran.stdout) == json.loads(answer(line))


def test_nested_too_deeply_is_an_error_in_a_real_process_too() -> None:
    ids_in = [b"[" * depth + b"]" * depth for depth in range(850, 1050)]
    rules_in = [b'{"base": ' * depth + b"1" + b"}" * depth for depth in range(850, 1050)]
    lines = [b'{"op": "hello", "id": %s}' % identity for identity in ids_in]
    lines += [b'{"op": "deal", "seed": 1, "rules": %s}' % rules for rules in rules_in]
    ran = subprocess.run(COMMAND, input=b"\n".join(lines), capture_output=True, timeout=PATIENCE, check=True)
    replies = ran.stdout.splitlines()
    assert len(replies) == len(lines)
    for identity, reply in zip(ids_in, replies, strict=False):
        # As text: what the engine still reads may be too deep for this test.
        assert reply.startswith((b'{"id": %s, "ok": true, ' % identity, b'{"id": null, "ok": false, '))
    for reply in replies[len(ids_in) :]:
        assert json.loads(reply)["error"]["code"] in ("bad-json", "rules-not-an-object")
