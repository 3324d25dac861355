"""The same tree, but where it ends the rest is solved: with open hands, exactly, for the score of the round.

A player who solves each world by itself believes that he will later know which one it is (strategy fusion). Down
the tree he does not: there one card has to serve all the worlds that look alike to him.
"""

from typing import NamedTuple

from klaverjas.kernel.chance import stream
from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.ismcts.tree import SearchState, TreeWorkspace, down_the_tree, learn, put_down
from klaverjas.kernel.layout import HANDS, TAKEN, TURN
from klaverjas.kernel.round.habits import Habits
from klaverjas.kernel.round.payoff import final_score
from klaverjas.kernel.solver.frame import LYING
from klaverjas.kernel.solver.points import SolverWorkspace, first_guess, set_up
from klaverjas.kernel.solver.score import ScoreWorkspace, exact_score, score_bounds
from klaverjas.kernel.solver.search import least_and_most


class SolvingRoom(NamedTuple):
    """Where the solver works."""

    asked: Row
    room: SolverWorkspace
    scores: ScoreWorkspace


@kernel
def solved_score(row: Row, taken: Row, moment: SearchState, solving: SolvingRoom) -> int:
    """The score of North and South minus that of the others, when all play their best from here."""
    if row[HANDS + row[TURN]] == 0:
        return final_score(taken, moment.payoff)
    room = solving.room
    question = set_up(row, moment.troef, moment.duties, moment.four_alike, solving.asked, room)
    hands = room.hands
    for field in range(TAKEN):
        solving.scores.taken[0][field] = taken[field]
    left = hands[0] | hands[1] | hands[2] | hands[3]
    roem, points = least_and_most(left | room.memory.frames[0][LYING], question, room.suits)
    bounds = score_bounds(taken, points, -roem, moment.payoff)
    guess = first_guess(hands, row[TURN], moment.troef)
    return exact_score(guess, bounds, question, moment.payoff, room, solving.scores)


def tried_in(
    world: Row,
    number: int,
    size: int,
    moment: SearchState,
    explore: int,
    seed: int,
    habits: Habits,
    room: TreeWorkspace,
    solving: SolvingRoom,
) -> int:
    """Play each of the first cards in a world, and solve what comes after the tree; gives the size of that."""
    for turn in range(number):
        put_down(world, moment, room)
        size, length, _ = down_the_tree(
            room.in_play[turn], size, moment, explore, stream(seed, size), habits, room
        )
        learn(length, solved_score(room.row, room.taken, moment, solving), room)
    return size
