"""A tree of what may be played next, grown by playing many rounds in many worlds (information-set tree search).

Each round is played in a world: a deal of the hidden cards. Down the tree one's own side takes the card that has done
best, or one that was tried seldom; of the cards that are held in this world, so a card counts as tried seldom
only against the times that it could have been played. The others play by habit. Where the tree ends a card is added,
and the rest of the round is played by habit. What the round scores goes back to every card on the way.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from klaverjas.kernel.chance import after, chosen, stream
from klaverjas.kernel.compile.compiler import Row, Rows, integers, kernel
from klaverjas.kernel.layout import HANDS, POSITION, TAKEN, TURN
from klaverjas.kernel.round.habits import MOST_CHOICES, Habits, by_habit
from klaverjas.kernel.round.payoff import Payoff, final_score
from klaverjas.kernel.round.turns import play_card_to, playable

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


class SearchState(NamedTuple):
    """Where a round stands, as all can see it, and what it is played by and for; the hands come from the worlds."""

    position: Row
    taken: Row
    troef: int
    duties: int
    four_alike: Sequence[int]
    payoff: Payoff


class TreeWorkspace(NamedTuple):
    """The tree, and what a round in it works in."""

    tree: Rows
    way: Row
    row: Row
    taken: Row
    in_play: Row  # the branches of the cards that are compared


def new_tree_room(worlds: int) -> TreeWorkspace:
    """With a branch for each round: of eight cards eight, four and two are tried, each in a third of the worlds."""
    tree = integers(5 * worlds + 64, BRANCH)
    return TreeWorkspace(tree, integers(LONGEST), integers(POSITION), integers(TAKEN), integers(MOST_CHOICES))


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
def put_down(world: Row, moment: SearchState, room: TreeWorkspace) -> None:
    """Set a round up in a world."""
    for field in range(POSITION):
        room.row[field] = moment.position[field]
    for seat in range(4):
        room.row[HANDS + seat] = world[seat]
    for field in range(TAKEN):
        room.taken[field] = moment.taken[field]


@kernel
def add_first_cards(correct: int, room: TreeWorkspace) -> int:
    """A branch for each card that can be played now; gives how many. They take part until they fall behind."""
    room.tree[0][FIRST] = NONE
    number = 0
    for card in range(32):
        if correct >> card & 1 != 0:
            new_branch(number + 1, 0, card, room.tree)
            room.in_play[number] = number + 1
            number += 1
    return number


@kernel
def better_half(number: int, side: int, room: TreeWorkspace) -> int:
    """Put the first cards that did best in front; gives how many of them stay."""
    in_play, tree = room.in_play, room.tree
    for at in range(1, number):
        branch = in_play[at]
        mean = side * tree[branch][SCORE] / tree[branch][VISITS]
        before = at
        while before > 0:
            other = tree[in_play[before - 1]]
            if side * other[SCORE] / other[VISITS] >= mean:
                break
            in_play[before] = in_play[before - 1]
            before -= 1
        in_play[before] = branch
    return (number + 1) // 2


@kernel
def down_the_tree(
    first: int, size: int, moment: SearchState, explore: int, chance: int, habits: Habits, room: TreeWorkspace
) -> tuple[int, int, int]:
    """Play from the branch *first* to where the tree ends, or the round, and add a branch there.

    Gives the size of the tree, the length of the way, and the chance that is left.
    """
    tree, way, row = room.tree, room.way, room.row
    troef, makers = moment.troef, moment.payoff.makers
    branch = first
    way[0] = first
    length = 1
    in_tree = True
    play_card_to(row, tree[first][CARD], troef, moment.four_alike, room.taken)
    while in_tree and row[HANDS + row[TURN]] != 0:
        correct = playable(row, troef, moment.duties)
        chance = after(chance)
        untried = untried_cards(branch, correct, tree)
        if (row[TURN] ^ moment.position[TURN]) & 1 != 0:
            card = by_habit(row, correct, makers, troef, chance, habits)
        elif untried != 0:
            card = chosen(untried, chance)
        else:
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
        play_card_to(row, card, troef, moment.four_alike, room.taken)
    return size, length, chance


@kernel
def play_on(moment: SearchState, chance: int, habits: Habits, room: TreeWorkspace) -> None:
    """Play the rest of the round by habit."""
    row, troef = room.row, moment.troef
    while row[HANDS + row[TURN]] != 0:
        chance = after(chance)
        card = by_habit(row, playable(row, troef, moment.duties), moment.payoff.makers, troef, chance, habits)
        play_card_to(row, card, troef, moment.four_alike, room.taken)


@kernel
def learn(length: int, score: int, room: TreeWorkspace) -> None:
    """Write a score down at every branch on the way."""
    for step in range(length):
        room.tree[room.way[step]][VISITS] += 1
        room.tree[room.way[step]][SCORE] += score


def played_on(
    worlds: Rows, moment: SearchState, rounds: int, seed: int, habits: Habits, room: TreeWorkspace
) -> int:
    """Play so many rounds by habit: the scores of North and South minus the others', together."""
    total = 0
    for number in range(rounds):
        put_down(worlds[number % len(worlds)], moment, room)
        play_on(moment, stream(seed, number), habits, room)
        total += final_score(room.taken, moment.payoff)
    return total


def grown(
    worlds: Rows, moment: SearchState, explore: int, seed: int, habits: Habits, room: TreeWorkspace
) -> int:
    """Play in all the worlds; gives the card that did best. The root of the tree is its first branch.

    In each world every card that is still in play is tried, with the same luck, so that they are compared
    alike; after a part of the worlds the worse half of them is left out, until two have been compared.
    """
    tree, in_play = room.tree, room.in_play
    put_down(worlds[0], moment, room)
    number = add_first_cards(playable(room.row, moment.troef, moment.duties), room)
    size = number + 1
    side = 1 - 2 * (moment.position[TURN] & 1)
    parts = 1
    while 1 << parts < number:
        parts += 1
    at = 0
    for _part in range(parts):
        for _ in range(max(1, len(worlds) // parts)):
            for turn in range(number):
                put_down(worlds[at % len(worlds)], moment, room)
                chance = stream(seed, at)
                size, length, chance = down_the_tree(
                    in_play[turn], size, moment, explore, chance, habits, room
                )
                play_on(moment, chance, habits, room)
                learn(length, final_score(room.taken, moment.payoff), room)
            at += 1
        number = better_half(number, side, room)
    return tree[in_play[0]][CARD]
