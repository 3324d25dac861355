"""A tree of what may be played next, grown by playing many rounds in many worlds (information-set tree search).

Each round is played in a world: a deal of the hidden cards. Down the tree one's own side takes the card that has done
best, or one that was tried seldom; of the cards that are held in this world, so a card counts as tried seldom
only against the times that it could have been played. The others play by habit. Where the tree ends a card is added,
and the rest of the round is played by habit. What the round scores goes back to every card on the way.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from klaverjas.kernel.entries import HANDS, POSITION, TURN
from klaverjas.kernel.habits import Habits, by_habit
from klaverjas.kernel.machine import Row, Rows, integers, kernel
from klaverjas.kernel.payoff import TAKEN, Payoff, final_score
from klaverjas.kernel.playout import after, chosen, stream
from klaverjas.kernel.turns import play_card_to, playable

# A branch of the tree: a card after those on the way to it.
CARD = 0
FIRST = 1  # of the branches after it
NEXT = 2  # of the branches beside it
VISITS = 3
POSSIBLE = 4  # how often it could have been visited
SCORE = 5  # of North and South minus the others', of all visits
BRANCH = 6
NONE = -1
LONGEST = 32


class TreeRoom(NamedTuple):
    """The tree, and what a round in it works in."""

    tree: Rows
    way: Row
    row: Row
    taken: Row


def new_tree_room(rounds: int) -> TreeRoom:
    return TreeRoom(integers(rounds + 1, BRANCH), integers(LONGEST), integers(POSITION), integers(TAKEN))


@kernel
def new_branch(at: int, branch: int, card: int, tree: Rows) -> None:
    """Add a card after a branch."""
    tree[at][CARD] = card
    tree[at][FIRST] = NONE
    tree[at][NEXT] = tree[branch][FIRST]
    tree[at][VISITS] = 0
    tree[at][POSSIBLE] = 1
    tree[at][SCORE] = 0
    tree[branch][FIRST] = at


@kernel
def untried_cards(branch: int, correct: int, tree: Rows) -> int:
    """The correct cards for which there is no branch yet; those for which there is one could have been played again."""
    untried = correct
    at = tree[branch][FIRST]
    while at != NONE:
        card = tree[at][CARD]
        if correct >> card & 1 != 0:
            untried ^= 1 << card
            tree[at][POSSIBLE] += 1
        at = tree[at][NEXT]
    return untried


@kernel
def branch_of(branch: int, card: int, tree: Rows) -> int:
    """The branch with this card, after a branch; NONE if there is none."""
    at = tree[branch][FIRST]
    while at != NONE and tree[at][CARD] != card:
        at = tree[at][NEXT]
    return at


@kernel
def best_branch(branch: int, correct: int, side: int, explore: int, tree: Rows) -> int:
    """Of the branches whose card is correct: the one that promises most to the *side*, 1 or -1."""
    best = NONE
    most = 0.0
    at = tree[branch][FIRST]
    while at != NONE:
        if correct >> tree[at][CARD] & 1 != 0:
            visits = tree[at][VISITS]
            promises = side * tree[at][SCORE] / visits + explore * sqrt(log(tree[at][POSSIBLE]) / visits)
            if best == NONE or promises > most:
                best = at
                most = promises
        at = tree[at][NEXT]
    return best


@kernel
def put_down(world: Row, position: Row, before: Row, room: TreeRoom) -> None:
    """Set a round up in a world."""
    for field in range(POSITION):
        room.row[field] = position[field]
    for seat in range(4):
        room.row[HANDS + seat] = world[seat]
    for field in range(TAKEN):
        room.taken[field] = before[field]


def played_on(
    worlds: Rows,
    position: Row,
    before: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    payoff: Payoff,
    rounds: int,
    seed: int,
    habits: Habits,
    room: TreeRoom,
) -> int:
    """Play so many rounds by habit: the scores of North and South minus the others', together."""
    row, taken = room.row, room.taken
    total = 0
    for number in range(rounds):
        put_down(worlds[number % len(worlds)], position, before, room)
        chance = stream(seed, number)
        while row[HANDS + row[TURN]] != 0:
            chance = after(chance)
            card = by_habit(row, playable(row, troef, duties), payoff.makers, troef, chance, habits)
            play_card_to(row, card, troef, four_alike, taken)
        total += final_score(taken, payoff)
    return total


def grown(
    worlds: Rows,
    position: Row,
    before: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    payoff: Payoff,
    rounds: int,
    explore: int,
    seed: int,
    habits: Habits,
    room: TreeRoom,
) -> None:
    """Play so many rounds from a *position*, in one world after the other. The root of the tree is its first branch."""
    tree, way, row, taken = room.tree, room.way, room.row, room.taken
    size = 1
    tree[0][FIRST] = NONE
    for number in range(rounds):
        put_down(worlds[number % len(worlds)], position, before, room)
        chance = stream(seed, number)
        branch = 0
        length = 0
        in_tree = True
        while row[HANDS + row[TURN]] != 0:
            correct = playable(row, troef, duties)
            chance = after(chance)
            ours = (row[TURN] ^ position[TURN]) & 1 == 0
            card = NONE
            if not in_tree or not ours:
                card = by_habit(row, correct, payoff.makers, troef, chance, habits)
            if in_tree:
                untried = untried_cards(branch, correct, tree)
                if ours and untried != 0:
                    card = chosen(untried, chance)
                elif ours:
                    card = tree[best_branch(branch, correct, 1 - 2 * (row[TURN] & 1), explore, tree)][CARD]
                if untried >> card & 1 != 0:
                    new_branch(size, branch, card, tree)
                    branch = size
                    size += 1
                    in_tree = False
                else:
                    branch = branch_of(branch, card, tree)
                way[length] = branch
                length += 1
            play_card_to(row, card, troef, four_alike, taken)
        score = final_score(taken, payoff)
        for step in range(length):
            tree[way[step]][VISITS] += 1
            tree[way[step]][SCORE] += score
