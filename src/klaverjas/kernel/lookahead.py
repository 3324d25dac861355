"""One decision ahead: what a judge who sees all hands says of each action, in worlds that may be the real one.

An action is done in a world, and whoever then has only one card to play plays it. The judge looks at what there is to
decide next, or the round is over and its score is known.
"""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from klaverjas.kernel.entries import HANDS, TURN
from klaverjas.kernel.houses import any_house, house_of
from klaverjas.kernel.inputs import ACTIONS, INPUTS, tell_judge
from klaverjas.kernel.machine import Reals, Row, Rows, compiled, integers, kernel, the_arrays
from klaverjas.kernel.network import POINTS, Matrix, Net, Network, any_net, first_layer, told_rules
from klaverjas.kernel.payoff import TAKEN
from klaverjas.kernel.sight import BID_WORDS, CORE_WORDS, NUMBERS, look
from klaverjas.kernel.steps import ROUND, House, go_on, list_actions, score_of
from klaverjas.rules.ruleset import RuleSet

TOGETHER = 8  # rows that go through a layer together

_compiling = threading.Lock()
_own = threading.local()


class Desk(NamedTuple):
    """What a look ahead works in."""

    row: Row
    taken: Row
    words: Row
    numbers: Row
    mask: Row
    inputs: Row


def new_desk() -> Desk:
    words = CORE_WORDS + BID_WORDS
    return Desk(*map(integers, (ROUND, TAKEN, words, NUMBERS, ACTIONS, INPUTS)))


@kernel
def go_through_together(
    net: Net, hidden: Matrix, first: int, last: int, sums: Matrix, four_rows: Matrix
) -> None:
    """The layers after the first for a few rows at once: what is read of a layer then serves all of them."""
    width = len(net.first_bias)
    for at in range(first, last):
        for unit in range(width):
            if hidden[at][unit] < 0:
                hidden[at][unit] = 0
    row_a, row_b, row_c, row_d = four_rows[0], four_rows[1], four_rows[2], four_rows[3]
    for layer in range(len(net.layers)):
        matrix, scales, bias = net.layers[layer], net.scales[layer], net.biases[layer]
        for at in range(last - first):
            for unit in range(width):
                sums[at][unit] = 0
        for four in range(width // 4):
            for row in range(4):
                for unit in range(width):
                    four_rows[row][unit] = matrix[4 * four + row][unit]
            for at in range(last - first):
                own, to = hidden[first + at], sums[at]
                a, b, c, d = own[4 * four], own[4 * four + 1], own[4 * four + 2], own[4 * four + 3]
                for unit in range(width):
                    to[unit] += a * row_a[unit] + b * row_b[unit] + c * row_c[unit] + d * row_d[unit]
        for at in range(last - first):
            for unit in range(width):
                more = scales[unit] * sums[at][unit] + bias[unit]
                if more > 0:
                    hidden[first + at][unit] += more


def look_ahead(
    row: Row,
    taken: Row,
    worlds: Rows,
    actions: Row,
    house: House,
    rules: Reals,
    judge: Net,
    desk: Desk,
    hidden: Matrix,
    sums: Matrix,
    four_rows: Matrix,
    ahead: Reals,
    signs: Reals,
) -> None:
    """How many points the team whose turn it is ends ahead, for each action in each world."""
    me, at = row[TURN], 0
    for action in range(len(actions)):
        for world in range(len(worlds)):
            for field in range(ROUND):
                desk.row[field] = row[field]
            for field in range(TAKEN):
                desk.taken[field] = taken[field]
            for seat in range(4):
                desk.row[HANDS + seat] = worlds[world][seat]
            if go_on(desk.row, desk.taken, desk.mask, actions[action], house):
                score = score_of(desk.row, desk.taken, house)
                ahead[at] = score if me & 1 == 0 else -score
                signs[at] = 0
                for unit in range(len(hidden[at])):
                    hidden[at][unit] = 0
            else:
                cards = list_actions(desk.row, house, desk.mask)
                look(desk.row, desk.taken, desk.row[TURN], cards, desk.words, desk.numbers)
                tell_judge(desk.row, desk.words, desk.numbers, desk.mask, house, desk.inputs)
                first_layer(desk.inputs, desk.numbers, rules, True, judge, hidden[at])
                signs[at] = 1 if desk.row[TURN] - me & 1 == 0 else -1
            at += 1
    for start in range(0, at, TOGETHER):
        go_through_together(judge, hidden, start, min(start + TOGETHER, at), sums, four_rows)
    for at in range(len(ahead)):
        if signs[at] != 0:
            says = judge.last_bias[0]
            for unit in range(len(hidden[at])):
                says += hidden[at][unit] * judge.last[unit][0]
            ahead[at] = signs[at] * says * POINTS


def judged(
    network: Network, row: Any, taken: Any, worlds: Any, actions: Sequence[int], rules: RuleSet
) -> Any:
    """How many points the team whose turn it is will end ahead, for each action (rows) in each world (columns)."""
    numpy, judge = the_arrays(), network.judge
    number, width = len(actions) * len(worlds), len(judge.first_bias)
    hidden, sums, four = (numpy.empty((rows, width), numpy.float32) for rows in (number, TOGETHER, 4))
    ahead, signs = (numpy.empty(number, numpy.float32) for _ in range(2))
    house, told = _table(rules)
    looking()(
        row,
        taken,
        worlds,
        numpy.array(actions),
        house,
        told,
        judge,
        _desk(),
        hidden,
        sums,
        four,
        ahead,
        signs,
    )
    return ahead.reshape(len(actions), len(worlds))


@cache
def _table(rules: RuleSet) -> tuple[House, Any]:
    house = house_of(rules, 0)._replace(in_tens=False)
    return house, told_rules(rules)[-1]


def _desk() -> Desk:
    if not hasattr(_own, "desk"):
        _own.desk = new_desk()
    desk: Desk = _own.desk
    return desk


@cache
def looking() -> Any:
    with _compiling:
        numpy = the_arrays()
        row, rows, reals = integers(1), integers(1, 1), numpy.zeros(1, numpy.float32)
        matrix = numpy.zeros((1, 1), numpy.float32)
        return compiled(
            look_ahead,
            row,
            row,
            rows,
            row,
            any_house(),
            reals,
            any_net(),
            new_desk(),
            matrix,
            matrix,
            matrix,
            reals,
            reals,
        )


def warm_up_lookahead() -> None:
    """Compile now what would be compiled at the first look."""
    looking()
