"""Writes what the server says and hears as TypeScript, for the page: `python tools/protocol_types.py`.

The types are taken from the classes that the server itself reads and writes with, so they cannot say anything else. A
test fails when the file is not what this makes.
"""

import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Raw, UnsetType
from msgspec.structs import FieldInfo
from msgspec.structs import fields as struct_fields

from klaverjas.cards import Card, Hand, Suit
from klaverjas.events import Dealt, RoundEvent
from klaverjas.rules.auction import Bid
from klaverjas.rules.fields import FIELDS, Field
from klaverjas.rules.legal import DutyWord
from klaverjas.rules.ruleset import RANK_LETTERS, RuleSet
from klaverjas.rules.scoring import Offence, Outcome, Result
from klaverjas.seats import Seat, Team
from klaverjas.server.table import commands, messages
from klaverjas.server.table.events import CODEC, Arrival, DeadlineKind, HowEnded, Options, TableEvent
from klaverjas.server.table.state import Stage
from klaverjas.server.web import replay
from klaverjas.server.web.errors import ErrorBody
from klaverjas.server.web.rest import games, keeping, people, tables

FILE: Final = Path(__file__).parent.parent / "web" / "src" / "protocol" / "types.ts"
HEAD: Final = """\
// What the server says and hears, described in docs/protocol.md.
// This file is made by tools/protocol_types.py from the server's own types: do not edit it.
"""

# What is told of an event differs from what is kept of it: hidden cards, secrets, nodes; a name comes with it.
TOLD: Final[Mapping[str, Mapping[str, Any]]] = {
    "dealt": {"dealer": Seat, "hand": Hand | None},
    "game-prepared": {"number": int, "commitment": str},
    "connected": {"player": str},
    "disconnected": {"player": str},
    "joined": {"player": str, "display": bool, "name": str},
    "entry-asked": {"player": str, "display": bool, "how": Arrival, "until": int, "name": str},
    "game-ended": {"number": int, "how": HowEnded, "secret": str, "game": str},
}

# Words of which there are a few, by name.
WORDS: Final[Mapping[str, Any]] = {
    "SeatLetter": commands.SeatLetter,
    "TeamLetters": commands.TeamLetters,
    "SuitLetter": commands.SuitLetter,
    "RankLetter": Literal[tuple(RANK_LETTERS)],
    "Role": messages.Role,
    "PhaseWord": messages.PhaseWord,
    "Stage": Stage,
    "DeadlineKind": DeadlineKind,
    "HowEnded": HowEnded,
    "Arrival": Arrival,
    "DutyWord": DutyWord,
    "OutcomeWord": Literal[tuple(outcome.code for outcome in Outcome)],
}
# Texts with a form of their own.
TEXTS: Final[Mapping[str, str]] = {
    "CardText": "A card: suit, then rank, as in 'HT'.",
    "CardsText": "Cards, separated by spaces; '' for none.",
    "BidText": "A bid: '90H' or '80sans'.",
}
# How a value of the server is written in a message.
WRITTEN: Final[Mapping[Any, str]] = {
    NoneType: "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    Any: "unknown",
    Card: "CardText",
    Hand: "CardsText",
    Suit: "SuitLetter",
    Seat: "SeatLetter",
    Team: "TeamLetters",
    Bid: "BidText",
    Outcome: "OutcomeWord",
    RuleSet: "RuleChanges",
}
# What Python calls an object, a text or a piece of JSON, and is known better here.
BETTER: Final[Mapping[tuple[str, str], str]] = {
    ("RoundSeen", "log"): "RoundHappening[]",
    ("Events", "events"): "Told<Happening>[]",
    ("SheetRow", "result"): "Result",
    ("GameSeen", "rules"): "Rules",
    ("RulesChanged", "rules"): "Rules",
    ("TableSeen", "rules"): "Rules",
    ("TableSeen", "options"): "Options",
    ("RuleSetShown", "fields"): "Rules",
    ("Configure", "rules"): "string | RuleChanges",
    ("NewTable", "rules"): "string | RuleChanges",
    ("Now", "combination"): "CardsText",
    ("May", "play"): "CardsText",
    ("May", "bids"): "BidText[]",
    ("RoundSeen", "bid"): "BidText | null",
    ("RoundSeen", "standing"): "[SeatLetter, BidText] | null",
    ("RoundSeen", "hand"): "CardsText | null",
    ("RoundSeen", "trick"): "CardsText",
    ("TrickSeen", "cards"): "CardsText",
    ("PlayCommand", "card"): "CardText",
    ("Suggested", "card"): "CardText",
    ("Holders", "card"): "CardText",
    ("Suggested", "bid"): "BidText",
    ("BidCommand", "bid"): "BidText",
    ("TableListed", "stage"): "Stage",
    ("GameListed", "how"): "HowEnded",
    ("GameListed", "seat"): "SeatLetter | null",
    ("GameListed", "names"): "Record<SeatLetter, string>",
    ("GameListed", "points"): "Record<TeamLetters, number>",
    ("RoundReplayed", "dealer"): "SeatLetter",
    ("RoundReplayed", "hands"): "Record<SeatLetter, CardsText>",
    ("RoundReplayed", "events"): "RoundHappening[]",
    ("RoundReplayed", "result"): "Result | null",
    ("Replay", "how"): "HowEnded",
    ("Replay", "seat"): "SeatLetter | null",
    ("Replay", "names"): "Record<SeatLetter, string>",
    ("Replay", "bots"): "Record<SeatLetter, string | null>",
    ("Replay", "points"): "Record<TeamLetters, number>",
    ("Replay", "rules"): "Rules",
}

MESSAGES: Final = (
    messages.DutySeen, messages.May, messages.Deadline, messages.ComplaintSeen, messages.Now,
    messages.You, messages.PersonSeen,
    messages.AskerSeen, messages.ChairSeen, messages.TrickSeen, messages.RoundSeen, messages.SheetRow,
    messages.GameSeen, messages.TableSeen, messages.Suggested, messages.Expected, messages.Holders,
    messages.OutlookSeen, *get_args(messages.ServerMessage),
)  # fmt: skip
REQUESTS: Final = (
    tables.NewTable, tables.JoinTable, people.Credentials, people.NewPassword, people.Erasure, tables.TableLink,
    tables.TableListed, people.Me, games.GameListed, games.GameShown, replay.RoundReplayed, replay.Replay,
    people.Count, people.CountByRules, people.CountByPartner, people.StatisticsShown, keeping.RuleSetShown,
    keeping.RulesShown, games.ShareLink, keeping.Health, ErrorBody,
)  # fmt: skip


def members(union: Any) -> list[type]:
    """The classes of a union, also of a union of unions."""
    return [one for part in get_args(union) for one in (members(part) or [part])]


COMMANDS: Final = tuple(members(commands.AnyCommand))


def written(hint: Any) -> str:
    """A type as TypeScript has it.

    >>> written(dict[str, int | None])
    'Record<string, number | null>'
    >>> written(tuple[str | None, ...])
    '(string | null)[]'
    """
    if hint in WRITTEN:
        return WRITTEN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        for name, words in WORDS.items():
            if get_args(words) == inner:
                return name
        return quoted(inner)
    if origin in (Union, UnionType):
        return either(written(part) for part in inner if part is not UnsetType)
    if origin is list or (origin is tuple and inner[-1] is Ellipsis):
        each = written(inner[0])
        return f"({each})[]" if " | " in each else f"{each}[]"
    if origin is tuple:
        return f"[{', '.join(written(part) for part in inner)}]"
    if origin is dict:
        return f"Record<{written(inner[0])}, {written(inner[1])}>"
    if (
        isinstance(hint, type)
        and hint is not Raw
        and (is_dataclass(hint) or hasattr(hint, "__struct_fields__"))
    ):
        return hint.__name__
    raise TypeError(hint)


def either(parts: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def quoted(words: Iterable[str]) -> str:
    return either(f"'{word}'" for word in words)


# --- what there is to say about it ------------------------------------------------------------------


def said_of(cls: type) -> str:
    """The class's own docstring, if it has one."""
    text = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    return "" if text.startswith(f"{cls.__name__}(") else text


def remarks(cls: type) -> dict[str, str]:
    """The comments behind the fields of a class and of those it is made from."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("klaverjas"):
            found |= re.findall(
                r"^    (\w+): [^#\n]*  # (?!type:)(.+)$", inspect.getsource(base), re.MULTILINE
            )
    return found


def comment(text: str, indent: str = "") -> str:
    if not text:
        return ""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"{indent}/** {text} */\n"
    return "".join(
        f"{indent}{line}".rstrip() + "\n" for line in ("/**", *(f" * {line}" for line in lines), " */")
    )


def interface(name: str, about: str, lines: Iterable[tuple[str, str, str]]) -> str:
    """An interface; of each field its name (with ? where it may be missing), its type, and what is said of it."""
    body = "".join(f"{comment(remark, '  ')}  {field}: {type_}\n" for field, type_, remark in lines)
    return f"{comment(about)}export interface {name} {{\n{body}}}\n"


def union(name: str, about: str, parts: Iterable[str]) -> str:
    return f"{comment(about)}export type {name} =\n" + "".join(f"  | {part}\n" for part in parts)


def words(name: str, hint: Any) -> str:
    return f"export type {name} = {quoted(get_args(hint))}\n"


# --- the classes of the server ----------------------------------------------------------------------


def struct(cls: Any) -> str:
    """A message, a part of one, or a command."""
    hints = get_type_hints(cls)
    told = remarks(cls)
    config = cls.__struct_config__
    lines = [(config.tag_field, f"'{config.tag}'", "")] if config.tag else []
    for field in struct_fields(cls):
        type_ = better(cls, field.name) or written(hints[field.name])
        if config.omit_defaults and field.default is None:  # then it is left out
            type_ = type_.removesuffix(" | null")
        lines.append((field.encode_name + "?" * may_be_missing(cls, field), type_, told.get(field.name, "")))
    return interface(cls.__name__, said_of(cls), lines)


def better(cls: type, field: str) -> str | None:
    return next(
        (BETTER[base.__name__, field] for base in cls.__mro__ if (base.__name__, field) in BETTER), None
    )


def may_be_missing(cls: Any, field: FieldInfo) -> bool:
    """What is sent to the server may leave out what has a default; the server leaves out only where it says so."""
    config = cls.__struct_config__
    return not field.required and (config.forbid_unknown_fields or config.omit_defaults)


def event(kind: str, cls: type) -> str:
    """What is told of something that happened."""
    hints = get_type_hints(cls)
    told = TOLD.get(kind) or {field.name: hints[field.name] for field in fields(cls)}
    remark = remarks(cls)
    lines = [
        ("kind", f"'{kind}'", ""),
        *(
            (name, BETTER.get((cls.__name__, name)) or written(hint), remark.get(name, ""))
            for name, hint in told.items()
        ),
    ]
    return interface(cls.__name__, said_of(cls), lines)


def value(cls: type) -> str:
    """A part of an event."""
    hints = get_type_hints(cls)
    return interface(
        cls.__name__, said_of(cls), [(each.name, written(hints[each.name]), "") for each in fields(cls)]
    )


def rule(spec: Field) -> tuple[str, str, str]:
    """A field of a rule set."""
    type_ = {
        "choice": quoted(spec.choices),
        "flag": "boolean",
        "points": "number",
        "batches": "number[]",
        "seat": "SeatLetter",
        "ranks": "Partial<Record<RankLetter, number>>",
        "end": "{ rounds: number } | { points: number }",
    }[spec.kind]
    if spec.when is not None and spec.off is None:
        type_ += " | null"
    return spec.name, type_, spec.text.en


def whole_file() -> str:
    around = [cls.__name__ for cls in members(TableEvent)]
    in_a_round = [cls.__name__ for cls in members(RoundEvent) if cls is not Dealt]
    of_a_game = [cls.__name__ for cls in CODEC.kinds.values() if cls.__name__ not in (*around, *in_a_round)]
    parts = [
        HEAD,
        "// --- how things are written\n",
        "".join(words(name, hint) for name, hint in WORDS.items()),
        *(f"{comment(about)}export type {name} = string\n" for name, about in TEXTS.items()),
        interface(
            "Rules", "A rule set, with every field.", [("base", "string", ""), *map(rule, FIELDS.values())]
        ),
        comment("A rule set by what differs from its base.")
        + "export type RuleChanges = { base: string } & Partial<Rules>\n",
        value(Options),
        value(Offence),
        value(Result),
        "// --- what the server says\n",
        *map(struct, MESSAGES),
        union("ServerMessage", "", (cls.__name__ for cls in get_args(messages.ServerMessage))),
        "// --- what happens\n",
        *(event(kind, cls) for kind, cls in CODEC.kinds.items()),
        union("TableHappening", "What happens around the game.", around),
        union("RoundHappening", "What happens in a round, after the deal.", in_a_round),
        union("Happening", "Everything that can happen.", ["TableHappening", "RoundHappening", *of_a_game]),
        comment("Something that happened, with its number and its time.")
        + "export type Told<T extends Happening> = T & { seq: number; at: number }\n",
        "// --- what a client may ask for\n",
        *map(struct, COMMANDS),
        union("AnyCommand", "", (cls.__name__ for cls in COMMANDS)),
        "// --- over HTTP\n",
        *map(struct, REQUESTS),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(whole_file())
