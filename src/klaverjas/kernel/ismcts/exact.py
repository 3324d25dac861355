"""What a player who sees one hand can find out by exact solutions of the worlds that are likely."""

import threading
from functools import cache
from typing import Any

from klaverjas.kernel.compile.compiler import compiled, integers
from klaverjas.kernel.ismcts.api import SearchResult, any_moment, own_habits, tried_so_far
from klaverjas.kernel.ismcts.solved_tree import SolvingRoom, tried_in
from klaverjas.kernel.ismcts.tree import SearchState, add_first_cards, new_tree_room, put_down
from klaverjas.kernel.layout import TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS
from klaverjas.kernel.round.habits import new_habits
from klaverjas.kernel.round.payoff import final_score
from klaverjas.kernel.round.turns import playable
from klaverjas.kernel.solver.points import new_room
from klaverjas.kernel.solver.score import new_score_room
from klaverjas.kernel.solver.solve import own_room, warm_up, what_counts
from klaverjas.kernel.solver.solve_score import APART, own_score_room, warm_up_scores

_compiling = threading.Lock()


@cache
def _trying() -> Any:
    rooms = SolvingRoom(integers(4), new_room(), new_score_room())
    return compiled(tried_in, integers(4), 0, 0, any_moment(), 0, 0, new_habits(), new_tree_room(1), rooms)


def warm_up_exact() -> None:
    """Compile now what would be compiled at the first question."""
    warm_up()
    warm_up_scores()
    with _compiling:
        _trying()


class SolvedTree:
    """Grows by one world at a time: every card is tried in it, and what comes after the tree is solved."""

    def __init__(self, moment: SearchState, worlds: int, *, explore: int, seed: int) -> None:
        self._moment, self._explore, self._seed = moment, explore, seed
        self._room = new_tree_room(worlds)
        self._solving = SolvingRoom(what_counts(APART), own_room(), own_score_room())
        self._cards = self._size = 0
        with _compiling:
            self._run = _trying()

    def try_all(self, world: Any) -> None:
        """In this world: four hands, by seat."""
        if not self._cards:
            self._begin(world)
        self._size = self._run(
            world, self._cards, self._size, self._moment, self._explore, self._seed,
            own_habits(), self._room, self._solving,
        )  # fmt: skip

    def _begin(self, world: Any) -> None:
        put_down(world, self._moment, self._room)
        correct = playable(self._room.row, self._moment.troef, self._moment.duties)
        self._cards = add_first_cards(correct, self._room)
        self._size = self._cards + 1

    def search(self, side: int) -> SearchResult:
        """How each card did, for North and South (1) or for the others (-1)."""
        return SearchResult.of(tried_so_far(self._room), side)


def score_from(points: int, moment: SearchState) -> int:
    """The score of a round that ends with so many *points* more for North and South, roem and all, than for the others.

    Which of the points are roem is not known beforehand: no more than there is now, unless it must be.
    """
    taken, cards_in_all = integers(TAKEN), moment.payoff.all_cards
    taken[:] = moment.taken
    points -= int(taken[TAKEN_ROEM] - taken[TAKEN_ROEM + 1])
    surplus = max(0, abs(points) - cards_in_all)
    taken[TAKEN_ROEM + (points < 0)] += surplus
    ahead = points - surplus if points > 0 else points + surplus
    for team, cards in enumerate(((cards_in_all + ahead) // 2, (cards_in_all - ahead) // 2)):
        taken[TAKEN_CARDS + team] = cards
        taken[TAKEN_TRICKS + team] = max(int(taken[TAKEN_TRICKS + team]), cards > 0)
    return final_score(taken, moment.payoff)
