"""Exact answers about positions with open hands: what each card is worth, and what the best play brings."""

import threading
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from klaverjas.cards import Card
from klaverjas.kernel.compile.compiler import compiled, integers
from klaverjas.kernel.layout import ITSELF, POSITION
from klaverjas.kernel.solver.frame import INFINITE
from klaverjas.kernel.solver.points import SolverWorkspace, new_room, solved
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.suits import OUR_ROEM, OURS, THEIR_ROEM, THEIRS
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


class Asked(NamedTuple):
    """What a position's value counts: points of cards and of roem, for the one team and for the other."""

    cards: tuple[int, int] = (1, 1)
    roem: tuple[int, int] = (1, 1)

    def turned(self) -> "Asked":
        """The same for the other team."""
        return Asked((self.cards[1], self.cards[0]), (self.roem[1], self.roem[0]))


ALL: Final = Asked()
CARDS_ALONE: Final = Asked(roem=(0, 0))


@cache
def _entry() -> Any:
    """Compiled, or taken from the cache of an earlier time, when it is first used."""
    return compiled(
        solved,
        integers(POSITION),
        0,
        0,
        integers(8),
        integers(4),
        True,
        0,
        0,
        integers(ITSELF + 1),
        new_room(),
    )


_compiling = threading.Lock()
_own = threading.local()


def own_room() -> SolverWorkspace:
    """Where this thread works."""
    if not hasattr(_own, "room"):
        _own.room = new_room()
    room: SolverWorkspace = _own.room
    return room


def as_integers(position: Position, rules: RuleSet, asked: Asked) -> tuple[Any, int, int, Any, Any]:
    """What every way into the search takes: position, troef, duties, four alike, what counts."""
    row, four_alike = integers(POSITION), integers(8)
    position.fill(row)
    if any(asked.roem):
        four_alike[:] = rules.four_alike
    return row, troef_number(position.troef), duties_of(rules), four_alike, what_counts(asked)


def what_counts(asked: Asked) -> Any:
    """What is asked, as integers."""
    counts = integers(4)
    counts[OURS], counts[THEIRS] = asked.cards
    counts[OUR_ROEM], counts[THEIR_ROEM] = asked.roem
    return counts


def solution_of(values: Any, position: Position, rules: RuleSet, positions: int) -> Solution:
    """From the values for North and South, by card."""
    sign = -1 if position.turn & 1 else 1
    cards = {card: sign * int(values[card]) for card in position.correct_cards(rules)}
    return Solution(max(cards.values()), cards, positions)


def solved_by(
    position: Position,
    rules: RuleSet,
    asked: Asked,
    *,
    every_card: bool = False,
    least: int = -INFINITE,
    most: int = INFINITE,
) -> tuple[Any, int]:
    """The values for North and South, as ``entries.solved`` gives them; how many positions it took."""
    with _compiling:
        run = _entry()
    room = own_room()
    values = integers(ITSELF + 1)
    before = room.memory.counted[0]
    run(*as_integers(position, rules, asked), every_card, least, most, values, room)
    return values, int(room.memory.counted[0] - before)


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
    values, positions = solved_by(position, rules, ALL if roem else CARDS_ALONE, every_card=True)
    return solution_of(values, position, rules, positions)


def value(position: Position, rules: RuleSet, *, roem: bool = True) -> int:
    """Only the value of :func:`solve`, in about half the time."""
    values, _ = solved_by(position, rules, ALL if roem else CARDS_ALONE)
    return int(-values[ITSELF] if position.turn & 1 else values[ITSELF])


def warm_up() -> None:
    """Compile now what would be compiled at the first question."""
    with _compiling:
        _entry()
