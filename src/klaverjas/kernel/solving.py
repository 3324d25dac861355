"""Exact answers about positions with open hands: what each card is worth, and what the best play brings."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from klaverjas.cards import Card
from klaverjas.kernel.entries import OUR_ROEM, POSITION, THEIR_ROEM, Room, new_room, value_of, values_of_cards
from klaverjas.kernel.machine import compiled, integers
from klaverjas.kernel.position import Position
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


# What every question has: position, troef, duties, four alike, what counts. Each way in is compiled, or taken from the
# cache of an earlier time, when it is first used.


def _like() -> tuple[Any, ...]:
    return integers(POSITION), 0, 0, integers(8), integers(4)


@cache
def _value_of() -> Any:
    return compiled(value_of, *_like(), new_room())


@cache
def _values_of_cards() -> Any:
    return compiled(values_of_cards, *_like(), integers(32), new_room())


_compiling = threading.Lock()
_own = threading.local()


def _ready(entry: Callable[[], Any]) -> tuple[Any, Room]:
    """A way in, and this thread's room."""
    with _compiling:
        ready = entry()
    if not hasattr(_own, "room"):
        _own.room = new_room()
    return ready, _own.room


def _as_integers(position: Position, rules: RuleSet, *, roem: bool) -> tuple[Any, int, int, Any, Any]:
    row = integers(POSITION)
    position.fill(row)
    four_alike = integers(8)
    asked = integers(4, filled=1)
    if roem:
        four_alike[:] = rules.four_alike
    else:
        asked[OUR_ROEM] = asked[THEIR_ROEM] = 0
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
    run, room = _ready(_values_of_cards)
    values = integers(32)
    before = room.memory.counted[0]
    about = _as_integers(position, rules, roem=roem)
    run(*about, values, room)
    sign = -1 if position.turn & 1 else 1
    cards = {card: sign * int(values[card]) for card in position.correct_cards(rules)}
    return Solution(max(cards.values()), cards, room.memory.counted[0] - before)


def value(position: Position, rules: RuleSet, *, roem: bool = True) -> int:
    """Only the value of :func:`solve`, in about half the time."""
    run, room = _ready(_value_of)
    points = int(run(*_as_integers(position, rules, roem=roem), room))
    return -points if position.turn & 1 else points


def warm_up() -> None:
    """Compile now what would be compiled at the first question."""
    for entry in (_value_of, _values_of_cards):
        _ready(entry)


def warm_up_cards() -> None:
    """Only what :func:`solve` needs."""
    _ready(_values_of_cards)
