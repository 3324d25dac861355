"""The tree search of the textbooks, as an opponent to measure by: information-set Monte Carlo tree search, plain.

    klaverjas arena net python:bench/textbook.py:PLAIN --troef random --deals 1000

Each of 3,200 simulations draws a world, each as likely as another; all four go down one tree by the upper confidence
bound, with the number of times that a card could have been played; beyond it they play at random. The `montecarlo` of
this package looks at likely worlds, plays on by habit and tries every card in each of its worlds: it is far stronger.
"""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from klaverjas.actions import Play
from klaverjas.bots.advice import Advice
from klaverjas.bots.knowledge.card_knowledge import CardKnowledge
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.bots.montecarlo import Contract, Montecarlo, moment_of
from klaverjas.cards import Card
from klaverjas.kernel.chance import after, chosen, stream
from klaverjas.kernel.compile.compiler import Rows, copied, helpers, integers, the_compiler
from klaverjas.kernel.ismcts.api import any_moment
from klaverjas.kernel.ismcts.tree import (
    CARD,
    FIRST,
    NEXT,
    NONE,
    VISITS,
    SearchState,
    TreeWorkspace,
    best_branch,
    learn,
    new_branch,
    new_tree_room,
    put_down,
    untried_cards,
)
from klaverjas.kernel.layout import HANDS, TURN
from klaverjas.kernel.round.payoff import final_score
from klaverjas.kernel.round.turns import play_card_to, playable
from klaverjas.seats import Seat
from klaverjas.view import View

EXPLORE = 100  # points


def plain_search(worlds: Rows, moment: SearchState, explore: int, seed: int, room: TreeWorkspace) -> int:
    """A simulation in each world; gives the card that was tried most."""
    tree, way, row = room.tree, room.way, room.row
    tree[0][FIRST] = NONE
    size = 1
    for number in range(len(worlds)):
        put_down(worlds[number], moment, room)
        chance = stream(seed, number)
        branch, length, in_tree = 0, 0, True
        while row[HANDS + row[TURN]] != 0:
            correct = playable(row, moment.troef, moment.duties)
            chance = after(chance)
            card = chosen(correct, chance)
            if in_tree:
                untried = untried_cards(branch, correct, tree)
                if untried != 0:
                    card = chosen(untried, chance)
                    new_branch(size, branch, card, tree)
                    branch = size
                    size += 1
                    in_tree = False
                else:
                    branch = best_branch(branch, correct, 1 - 2 * (row[TURN] & 1), explore, tree)
                    card = tree[branch][CARD]
                way[length] = branch
                length += 1
            play_card_to(row, card, moment.troef, moment.four_alike, room.taken)
        learn(length, final_score(room.taken, moment.payoff), room)
    best = most = NONE
    at = tree[0][FIRST]
    while at != NONE:
        if tree[at][VISITS] > most:
            best, most = tree[at][CARD], tree[at][VISITS]
        at = tree[at][NEXT]
    return best


@cache
def searching() -> Any:
    numba = the_compiler()
    like = (integers(1, 1), any_moment(), 0, 0, new_tree_room(1))
    signature = tuple(numba.typeof(argument) for argument in like)
    return numba.njit(signature, nogil=True, _nrt=False)(copied(plain_search, helpers()))


@dataclass(frozen=True)
class Plain(Montecarlo):
    """Names troef and bids as `montecarlo` does, and plays by the plain search."""

    name: str = "plain"
    simulations: int = 3_200

    def get_ready(self) -> None:
        super().get_ready()
        searching()

    def best_card(self, view: View, seat: Seat, memory: CardKnowledge, chance: random.Random) -> Advice:
        assert view.makers is not None
        worlds = Hidden(view, seat, memory).some(self.simulations, chance)
        moment = moment_of(view, seat, Contract(view.makers, view.troef, view.bid))
        (machine_code,) = searching().overloads.values()  # which takes a Suit for the number that it is
        best = machine_code.entry_point(
            worlds, moment, EXPLORE, chance.getrandbits(31), new_tree_room(self.simulations)
        )
        return Advice.of(Play(seat, Card(best)), "trained", chance=99)


PLAIN = Plain()
PLAIN_800 = Plain(simulations=800)
