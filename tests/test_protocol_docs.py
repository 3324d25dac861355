"""The document of the socket protocol says what is there, all of it, and nothing else."""

import ast
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from klaverjas.rules.legal import DutyWord
from klaverjas.rules.scoring import Offence, Outcome, Result
from klaverjas.sentences import SENTENCES
from klaverjas.server.cluster.watching import MOST_MISSED
from klaverjas.server.edge.admission import ANSWERED_AT_ONCE
from klaverjas.server.edge.frames import FRAMES_PER_SECOND
from klaverjas.server.edge.requests import (
    LONGEST_BODY,
    LONGEST_HEAD,
    LONGEST_HEADER,
    LONGEST_URL,
    MOST_HEADERS,
)
from klaverjas.server.run import SOCKET_BYTES
from klaverjas.server.settings import Limits
from klaverjas.server.table import bounds
from klaverjas.server.table import messages as m
from klaverjas.server.table.commands import AnyCommand, _FromASeat
from klaverjas.server.table.events import CODEC, DeadlineKind, Options
from klaverjas.server.table.logged import REMEMBERED_COMMANDS
from klaverjas.server.web.sockets import CLOSE_CODE, MOST_REFUSED, MOST_WAITING, RESTARTS_CODE
from protocol_types import TOLD

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "protocol.md").read_text()


def section(title: str) -> str:
    """The text below a heading, up to the next one of the same or a higher level."""
    level = len(title) - len(title.lstrip("#"))
    found = re.search(
        rf"^{re.escape(title)}$(.*?)(?=^#{{1,{level}}} |\Z)", TEXT, flags=re.DOTALL | re.MULTILINE
    )
    assert found is not None, title
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without their headings."""
    found = []
    lines = text.splitlines()
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("|") and not line.startswith("|---") and before.startswith("|"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def members(union: Any) -> list[type]:
    return [one for part in get_args(union) for one in (members(part) or [part])]


COMMANDS = {str(cls.__struct_config__.tag): cls for cls in members(AnyCommand)}  # type: ignore[attr-defined]


def test_every_command_and_no_other_is_there_with_its_fields() -> None:
    documented = {quoted(row[0])[0]: set(quoted(row[1])) for row in rows(section("## Commands"))}
    assert set(documented) == set(COMMANDS)
    for tag, cls in COMMANDS.items():
        assert documented[tag] == set(cls.__struct_fields__) - {"id"}, tag  # type: ignore[attr-defined]


def test_fields_that_can_be_left_out_stand_in_brackets() -> None:
    for row in rows(section("## Commands")):
        cls = COMMANDS[quoted(row[0])[0]]
        optional = {name for part in re.findall(r"\[(.*?)\]", row[1]) for name in quoted(part)}
        given = {field.name for field in msgspec.structs.fields(cls) if field.required}
        assert optional == set(cls.__struct_fields__) - given, row[0]  # type: ignore[attr-defined]
        assert issubclass(cls, _FromASeat) == (optional == {"seat"}), row[0]


def test_every_kind_of_event_and_no_other_is_there_with_its_fields() -> None:
    documented = {quoted(row[0])[0]: set(quoted(row[1])) for row in rows(section("## Events"))}
    assert set(documented) == set(CODEC.kinds)
    for kind, cls in CODEC.kinds.items():
        assert documented[kind] == set(TOLD.get(kind, cls.__dataclass_fields__)), kind  # type: ignore[attr-defined]


def test_results_and_offences_are_described() -> None:
    words = set(quoted(section("## Events")))
    assert set(Result.__dataclass_fields__) | set(Offence.__dataclass_fields__) <= words
    for outcome in Outcome:
        assert f'`"{outcome.code}"`' in section("## Events")


def test_every_message_and_no_other_is_there() -> None:
    types = {str(cls.__struct_config__.tag) for cls in get_args(m.ServerMessage)}
    first_table = section("## Messages of the server").partition("### ")[0]
    assert {quoted(row[0])[0] for row in rows(first_table)} == types
    for name in types:
        section(f"### `{name}`")


@pytest.mark.parametrize(
    ("title", "structs"),
    [
        ("### `snapshot`", [m.Snapshot]),
        ("### `you`", [m.You]),
        ("### `table`", [m.TableSeen]),
        ("### `game`", [m.GameSeen, m.RoundSeen]),
        ("### `now`", [m.Now, m.May]),
        ("### `events`", [m.Events]),
    ],
)
def test_every_field_of_a_message_and_no_other_is_there(title: str, structs: list[type]) -> None:
    documented = {name for row in rows(section(title)) for name in quoted(row[0])}
    fields = {field.encode_name for struct in structs for field in msgspec.structs.fields(struct)}
    assert documented == fields


@pytest.mark.parametrize(
    ("title", "struct"),
    [
        ("### `table`", m.PersonSeen),
        ("### `table`", m.ChairSeen),
        ("### `game`", m.SheetRow),
        ("### `game`", m.TrickSeen),
        ("### `now`", m.Deadline),
        ("### `now`", m.DutySeen),
        ("### `done`", m.Done),
        ("### `tip`", m.TipGiven),
        ("### `tip`", m.Suggested),
        ("### `tip`", m.OutlookSeen),
        ("### `tip`", m.Expected),
        ("### `tip`", m.Holders),
        ("### `refused`", m.Refused),
        ("### `trouble`", m.Trouble),
        ("### `goodbye`", m.Goodbye),
    ],
)
def test_the_parts_of_a_message_are_named(title: str, struct: type) -> None:
    assert {field.encode_name for field in msgspec.structs.fields(struct)} <= set(quoted(section(title)))


def test_every_duty_is_there() -> None:
    for word in get_args(DutyWord):
        assert f'`"{word}"`' in section("### `now`")


def test_options_and_deadlines_are_named() -> None:
    assert set(Options.__dataclass_fields__) <= set(quoted(section("### `table`")))
    assert {quoted(row[0])[0] for row in rows(section("## Time"))} == set(get_args(DeadlineKind))


def test_the_examples_are_messages_and_commands() -> None:
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL)]
    for block in blocks:
        if "type" in block:
            read = msgspec.convert(_raw(block), m.ServerMessage)
            assert set(block) == {"type", *read.__struct_fields__}
        elif "do" in block:
            msgspec.convert(block, AnyCommand)
    types = {block.get("type") for block in blocks} - {None}
    assert types == {str(cls.__struct_config__.tag) for cls in get_args(m.ServerMessage)}


def _raw(block: Any) -> Any:
    """Events as they are sent: each is a piece of JSON of its own."""
    if isinstance(block, dict):
        return {
            name: [msgspec.Raw(json.dumps(one)) for one in part] if name in ("events", "log") else _raw(part)
            for name, part in block.items()
        }
    return block


def codes_in(*names: str) -> set[str]:
    """The codes that are written in these files."""
    found = set()
    for name in names:
        for node in ast.walk(ast.parse((ROOT / "src" / "klaverjas" / name).read_text())):
            if isinstance(node, ast.Constant) and node.value in SENTENCES:
                found.add(str(node.value))
    return found


def test_every_refusal_is_there_and_none_that_does_not_exist() -> None:
    documented = {name for row in rows(section("## Refusals")) for name in quoted(row[0])}
    documented |= {name for row in rows(section("### `trouble`")) for name in quoted(row[0])}
    documented |= set(quoted(section("### `tip`"))) & set(SENTENCES)
    documented |= {name for row in rows(section("## Goodbye")) for name in quoted(row[0])}
    assert documented <= set(SENTENCES)
    raised = codes_in(
        "server/table/decide.py", "server/table/door.py", "server/table/tip.py", "server/web/sockets.py",
        "server/web/leads.py", "server/cluster/live.py", "server/table/bounds.py", "server/cluster/unreadable.py",
        "server/cluster/node.py", "server/cluster/watching.py", "referee.py",
        "rules/auction.py", "rules/ruleset.py", "rules/named.py", "server/web/context.py",
    )  # fmt: skip
    elsewhere = {
        "nothing-to-collect", "claim-amount",  # no command of a client leads there
        "name-taken", "name-alike", "table-full", "removed-from-table", "no-free-code",  # joining, over HTTP
        "disk-full",  # for the keeper, at /readyz and in the log
        "turned-away", "too-many-waiting",
        "no-round", "game-decided", "round-not-done", "game-undecided", "game-closed",
    }  # fmt: skip
    assert raised - elsewhere - documented == set()


def test_the_numbers_are_those_of_the_server() -> None:
    limits = Limits()
    for number in (
        f"{limits.message_bytes:,} bytes", f"{SOCKET_BYTES // 1024} KiB", f"{limits.messages_per_second} a second",
        f"{limits.messages_per_second * 2} at once", f"| {limits.connections_per_address} |",
        f"{limits.joins_per_address} a minute", f"{limits.tips_per_player} a minute",
        f"{limits.wrong_codes_per_address} a minute",
        f"{limits.tables_per_address} an hour", f"{limits.requests_per_address} a second",
        f"more than {MOST_MISSED} events", f"last {REMEMBERED_COMMANDS} commands", f"{MOST_WAITING:,} messages",
        f"{FRAMES_PER_SECOND} a second, {2 * FRAMES_PER_SECOND} at once",
        f"{limits.accepted_per_address} at once, {limits.connects_per_address:,} new ones a minute",
        f"{LONGEST_URL:,} bytes of URL", f"{MOST_HEADERS} headers, {LONGEST_HEADER:,} bytes each",
        f"{LONGEST_HEAD // 1024} KiB together", f"{LONGEST_BODY // 1024} KiB of body",
        f"within {limits.request_seconds} seconds", f"{ANSWERED_AT_ONCE} are answered at once",
        f"{MOST_REFUSED} refusals", f"| {CLOSE_CODE} |", f"| {RESTARTS_CODE} |",
        f"wrong {bounds.MOST_WRONG_CALLS} times", f"| {bounds.MOST_WRONG_CALLS} in a deal",
        f"there were {bounds.MOST_CALLS} calls", f"| {bounds.MOST_CALLS} in a deal",
        f"| {bounds.MOST_DEALS}, passed-out",
        f"{bounds.MOST_ROUNDS} rounds, or {bounds.MOST_POINTS:,} points ({bounds.MOST_TENS:,} where",
    ):  # fmt: skip
        assert number in TEXT, number


def test_the_example_client_has_the_length_that_is_said() -> None:
    lines = (ROOT / "docs" / "example_client.py").read_text().splitlines()
    assert f"in {len(lines)} lines" in TEXT
