"""Events as JSON objects, for logs and for programs.

Each object has the kind and the fields of an event, in the words of the engine protocol: cards and seats by letters,
hands and results as objects. What a kind means never changes, so that a log of today is read in ten years; something
new becomes a new kind.

>>> from klaverjas.events import BidMade, CardPlayed
>>> event_to_json(CardPlayed(Seat.WEST, Card.parse("HT")))
{'kind': 'card-played', 'seat': 'W', 'card': 'HT'}
>>> event_from_json({"kind": "bid-made", "seat": "N", "bid": "80sans"})
BidMade(seat=Seat.NORTH, bid=Bid.parse('80sans'))
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import UnionType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from klaverjas.cards import CARD_TEXTS, Card, Hand, Suit
from klaverjas.errors import KlaverjasError
from klaverjas.events import Event
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import rules_from_json, rules_to_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Offence, Outcome, Result
from klaverjas.seats import Seat, Team
from klaverjas.sentences import Phrase

Json: TypeAlias = dict[str, Any]
Way: TypeAlias = Callable[[Any], Any]
T = TypeVar("T")

# Marks a field with a default that an older log does not have.
LATER: Final = {"later": True}
UNKNOWN_KIND: Final = Phrase("unknown event kind", "een onbekende soort")
BAD_FIELDS: Final = Phrase("a field is missing or invalid", "een veld ontbreekt of is fout")


def _as_is(value: Any) -> Any:
    return value


def _only(*kinds: type) -> Way:
    """Reads a value of these types and no other; True is no number."""

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError
        return value

    return read


def _one_of(words: tuple[Any, ...]) -> Way:
    def read(value: Any) -> Any:
        if value not in words:
            raise ValueError
        return value

    return read


def hand_text(hand: Hand) -> str:
    return " ".join([CARD_TEXTS[card] for card in hand.ordered()])


_OUTCOMES: Final = {outcome.code: outcome for outcome in Outcome}
# How each type of field is written and read.
_WAYS: dict[Any, tuple[Way, Way]] = {
    int: (_as_is, _only(int)),
    str: (_as_is, _only(str)),
    bool: (_as_is, _only(bool)),
    float: (_as_is, _only(float, int)),
    Card: (lambda card: CARD_TEXTS[card], Card.parse),
    Hand: (hand_text, Hand.parse),
    Suit: (lambda suit: suit.letter, Suit.parse),
    Seat: (lambda seat: seat.letter, Seat.parse),
    Team: (lambda team: team.letters, Team.parse),
    Bid: (str, Bid.parse),
    RuleSet: (rules_to_json, rules_from_json),
    Outcome: (lambda outcome: outcome.code, _OUTCOMES.__getitem__),
}


def _ways(hint: Any) -> tuple[Way, Way]:
    """How a field of this type is written and read."""
    if hint in _WAYS:
        return _WAYS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and type(None) in inner:
        write, read = _ways(Union[tuple(part for part in inner if part is not type(None))])  # noqa: UP007
        return (
            lambda value: None if value is None else write(value),
            lambda value: None if value is None else read(value),
        )
    if origin is Literal:
        return _as_is, _one_of(inner)
    if origin is tuple:
        write, read = _ways(inner[0])
        a_list = _only(list)
        return (
            lambda values: [write(value) for value in values],
            lambda values: tuple(map(read, a_list(values))),
        )
    return _object_ways(hint)


def _object_ways(cls: type) -> tuple[Way, Way]:
    """How a value with fields is written and read. What came later may be missing."""
    hints = get_type_hints(cls)
    parts = [(field.name, *_ways(hints[field.name])) for field in fields(cls)]
    later = {field.name for field in fields(cls) if field.metadata == LATER}

    def write(value: Any) -> Json:
        return {name: written(getattr(value, name)) for name, written, _ in parts}

    def read(value: Json) -> Any:
        told = {name: read(value[name]) for name, _, read in parts if name in value or name not in later}
        if len(value) != len(told):
            raise KeyError
        return cls(**told)

    return write, read


_WAYS[Offence] = _object_ways(Offence)
_WAYS[Result] = _object_ways(Result)


def kind_of(cls: type) -> str:
    """CardPlayed becomes card-played."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


class EventCodec(Generic[T]):
    """Writes and reads a closed family of events."""

    def __init__(self, *families: Any) -> None:
        classes = [cls for family in families for cls in get_args(family)]
        self.kinds: Mapping[str, type] = {kind_of(cls): cls for cls in classes}
        self._write = {cls: (kind, _object_ways(cls)[0]) for kind, cls in self.kinds.items()}
        self._read = {kind: _object_ways(cls)[1] for kind, cls in self.kinds.items()}

    def to_json(self, event: T) -> Json:
        kind, write = self._write[type(event)]
        return {"kind": kind, **write(event)}

    def from_json(self, value: Json) -> T:
        """The event; ``bad-events`` for anything that :meth:`to_json` cannot have written."""
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self._read:
            raise KlaverjasError("bad-events", why=UNKNOWN_KIND)
        try:
            event: T = self._read[kind]({name: field for name, field in value.items() if name != "kind"})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise KlaverjasError("bad-events", why=BAD_FIELDS) from error
        return event


_GAME_EVENTS: Final[EventCodec[Event]] = EventCodec(Event)
event_to_json = _GAME_EVENTS.to_json
event_from_json = _GAME_EVENTS.from_json
