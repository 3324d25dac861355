"""What a player who sees one hand can find out: how the hidden cards may lie, how likely that is, what to play then."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from klaverjas.cards import Card
from klaverjas.kernel.compile.compiler import compiled, integers, reals
from klaverjas.kernel.ismcts.tree import (
    CARD,
    FIRST,
    NEXT,
    NONE,
    SCORE,
    VISITS,
    SearchState,
    TreeWorkspace,
    grown,
    new_tree_room,
    played_on,
)
from klaverjas.kernel.layout import POSITION, TAKEN
from klaverjas.kernel.round.habits import Habits, new_habits, weighed
from klaverjas.kernel.round.hidden_deals import OTHERS, deals_of, dealt, new_splits
from klaverjas.kernel.round.payoff import Payoff

_compiling = threading.Lock()
_own = threading.local()


@cache
def _counting() -> Any:
    return compiled(deals_of, 0, integers(OTHERS), integers(OTHERS), new_splits())


@cache
def _dealing() -> Any:
    three = integers(OTHERS)
    return compiled(dealt, 0, three, three, 0, new_splits(), integers(1, OTHERS))


@cache
def _weighing() -> Any:
    rows = integers(1, 1)
    return compiled(weighed, rows, rows, 0, 0, 0, 0.0, integers(POSITION), new_habits(), reals(1))


def any_moment() -> SearchState:
    """For its types."""
    payoff = Payoff(0, 0, 0, False, 0, 0, False, 0)
    return SearchState(integers(POSITION), integers(TAKEN), 0, 0, integers(8), payoff)


@cache
def _growing() -> Any:
    return compiled(grown, integers(1, 1), any_moment(), 0, 0, new_habits(), new_tree_room(1))


@cache
def _playing() -> Any:
    return compiled(played_on, integers(1, 1), any_moment(), 0, 0, new_habits(), new_tree_room(1))


def warm_up_guesses() -> None:
    """Compile now what would be compiled at the first question."""
    with _compiling:
        for compile_part in (_counting, _dealing, _weighing, _growing, _playing):
            compile_part()


def own_habits() -> Habits:
    """Those of this thread, which have room to work in."""
    if not hasattr(_own, "habits"):
        _own.habits = new_habits()
    habits: Habits = _own.habits
    return habits


def hidden_deals(hidden: int, allowed: Sequence[int], counts: Sequence[int]) -> int:
    """In how many ways the *hidden* cards can lie: each of three others has so many, of those that are allowed to him.

    >>> from klaverjas.cards import ALL_CARDS
    >>> hidden = ALL_CARDS & ~0xFF
    >>> hidden_deals(hidden, (hidden, hidden, hidden), (8, 8, 8))
    9465511770
    """
    with _compiling:
        run = _counting()
    deals: int = run(hidden, _row(allowed), _row(counts), new_splits())
    return deals


def some_deals(hidden: int, allowed: Sequence[int], counts: Sequence[int], number: int, seed: int) -> Any:
    """So many of those deals, each as likely as another: rows of three hands. There must be one."""
    with _compiling:
        run = _dealing()
    deals = integers(number, OTHERS)
    possible = run(hidden, _row(allowed), _row(counts), seed, new_splits(), deals)
    assert possible
    return deals


def likelihoods(worlds: Any, seen: Any, troef: int, duties: int, makers: int, doubt: float) -> Any:
    """How likely each world makes what was seen, by the habits of players."""
    with _compiling:
        run = _weighing()
    weights = reals(len(worlds))
    run(worlds, seen, troef, duties, makers, doubt, integers(POSITION), own_habits(), weights)
    return weights


def _row(numbers: Sequence[int]) -> Any:
    row = integers(len(numbers))
    row[:] = numbers
    return row


def mean_score(worlds: Any, moment: SearchState, *, rounds: int, seed: int) -> float:
    """What North and South score more than the others, on average, when all play by habit."""
    with _compiling:
        run = _playing()
    total: int = run(worlds, moment, rounds, seed, own_habits(), new_tree_room(1))
    return total / rounds


@dataclass(frozen=True)
class Tried:
    """How a card did: how often it was played, and the mean score of North and South minus the others'."""

    visits: int
    score: float


@dataclass(frozen=True)
class SearchResult:
    """The card that did best, and how each did."""

    best: Card
    tried: Mapping[Card, Tried]

    @classmethod
    def of(cls, tried: Mapping[Card, Tried], side: int) -> "SearchResult":
        """The card with the best mean, for North and South (1) or for the others (-1)."""
        return cls(max(tried, key=lambda card: side * tried[card].score), tried)


def tree_search(worlds: Any, moment: SearchState, *, explore: int, seed: int) -> SearchResult:
    """What a tree search over the worlds finds out about the cards that can be played."""
    with _compiling:
        run = _growing()
    room = new_tree_room(len(worlds))
    best = Card(run(worlds, moment, explore, seed, own_habits(), room))
    return SearchResult(best, tried_so_far(room))


def tried_so_far(room: TreeWorkspace) -> dict[Card, Tried]:
    """How each of the first cards did."""
    tried = {}
    at = room.tree[0][FIRST]
    while at != NONE:
        branch = room.tree[at]
        tried[Card(int(branch[CARD]))] = Tried(int(branch[VISITS]), int(branch[SCORE]) / int(branch[VISITS]))
        at = branch[NEXT]
    return tried
