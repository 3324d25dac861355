"""Exact answers about positions with open hands: what each card is worth, and what the best play brings."""

import threading
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from klaverjas.cards import Card
from klaverjas.kernel.entries import POSITION, reaches_from, value_of, values_of_cards
from klaverjas.kernel.machine import compiled, integers
from klaverjas.kernel.position import Position
from klaverjas.kernel.search import Memory, new_memory
from klaverjas.kernel.suits import Scratch, Suits, new_scratch, new_suits
from klaverjas.kernel.tables import Tables, tables
from klaverjas.rules.legal import duties_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import troef_number


@dataclass(frozen=True)
class Solution:
    """What the best play of all four brings from here on: the points of the team to move minus the other's.

    Cards, roem and the last trick count; nat, pit and contract do not.
    """

    value: int
    cards: dict[Card, int]  # the same after each correct card
    positions: int  # that were looked at

    @property
    def best(self) -> Card:
        """A card that is worth the most."""
        return max(self.cards, key=self.cards.__getitem__)


class _Room(NamedTuple):
    """Where one thread works."""

    hands: Any
    tables: Tables
    suits: Suits
    scratch: Scratch
    memory: Memory


def _new_room() -> _Room:
    return _Room(integers(4), tables(), new_suits(), new_scratch(), new_memory())


class _Entries(NamedTuple):
    value_of: Any
    values_of_cards: Any
    reaches_from: Any


@cache
def _entries() -> _Entries:
    """Compiled, or taken from the cache of an earlier time."""
    room = _new_room()
    position, four_alike, asked, values = integers(POSITION), integers(8), integers(4), integers(32)
    about = (position, 0, 0, four_alike, asked)
    return _Entries(
        compiled(value_of, *about, *room),
        compiled(values_of_cards, *about, values, *room),
        compiled(reaches_from, 0, *about, *room),
    )


_compiling = threading.Lock()
_own = threading.local()


def _ready() -> tuple[_Entries, _Room]:
    with _compiling:
        entries = _entries()
    if not hasattr(_own, "room"):
        _own.room = _new_room()
    return entries, _own.room


def _as_integers(position: Position, rules: RuleSet, *, roem: bool) -> tuple[Any, int, int, Any, Any]:
    row = integers(POSITION)
    position.fill(row)
    four_alike = integers(8)
    asked = integers(4, filled=1)
    if roem:
        four_alike[:] = rules.four_alike
    else:
        asked[1] = asked[3] = 0
    return row, troef_number(position.troef), duties_of(rules), four_alike, asked


def solve(position: Position, rules: RuleSet, *, roem: bool = True) -> Solution:
    """The exact value of a position, and of every correct card; with roem by the rule set's table, or without any.

    South has the ace and the ten of hearts, and West the king. South leads the ace and then the ten.

    >>> from klaverjas.cards import Hand
    >>> from klaverjas.rules.named import AMSTERDAM
    >>> from klaverjas.rules.trick import Trick
    >>> hands = [Hand.parse(cards) for cards in ("HA HT", "HK H7", "S7 S8", "D7 D8")]
    >>> solve(Position(hands, Trick.parse("S:", troef="C")), AMSTERDAM).cards
    {Card.parse('HA'): 35, Card.parse('HT'): 35}
    """
    entries, room = _ready()
    values = integers(32)
    before = room.memory.counted[0]
    about = _as_integers(position, rules, roem=roem)
    entries.values_of_cards(*about, values, *room)
    sign = -1 if position.turn & 1 else 1
    cards = {card: sign * int(values[card]) for card in position.correct_cards(rules)}
    return Solution(max(cards.values()), cards, room.memory.counted[0] - before)


def value(position: Position, rules: RuleSet, *, roem: bool = True) -> int:
    """Only the value of :func:`solve`, in about half the time."""
    entries, room = _ready()
    points = int(entries.value_of(*_as_integers(position, rules, roem=roem), *room))
    return -points if position.turn & 1 else points


def warm_up() -> None:
    """Compile now what would be compiled at the first question."""
    _ready()
