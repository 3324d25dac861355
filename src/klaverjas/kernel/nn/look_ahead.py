"""One decision ahead: what a judge who sees all hands says of each action, in worlds that may be the real one.

An action is done in a world, and whoever then has only one card to play plays it. The judge looks at what there is to
decide next, or the round is over and its score is known.
"""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from klaverjas.kernel.compile.compiler import Reals, Row, Rows, compiled, integers, the_arrays
from klaverjas.kernel.layout import HANDS, TAKEN, TURN
from klaverjas.kernel.nn.features import ACTIONS, INPUTS, tell_judge
from klaverjas.kernel.nn.inference import (
    Matrix,
    NetWeights,
    Network,
    any_net,
    first_layer,
    go_through,
    told_rules,
)
from klaverjas.kernel.nn.observation import BID_WORDS, CORE_WORDS, NUMBERS, look
from klaverjas.kernel.nn.outputs import POINTS
from klaverjas.kernel.round.rule_params import any_house, house_of
from klaverjas.kernel.round.steps import ROUND, House, go_on, list_actions, score_of
from klaverjas.rules.ruleset import RuleSet

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
    hidden: Reals
    sums: Reals
    answer: Reals


def new_desk(width: int) -> Desk:
    """For a judge of that width."""
    rows = map(integers, (ROUND, TAKEN, CORE_WORDS + BID_WORDS, NUMBERS, ACTIONS, INPUTS))
    return Desk(*rows, *(the_arrays().zeros(length, "float32") for length in (width, width, 1)))


def look_ahead(
    row: Row,
    taken: Row,
    worlds: Rows,
    actions: Row,
    house: House,
    rules: Reals,
    judge: NetWeights,
    desk: Desk,
    ahead: Matrix,
) -> None:
    """How many points the team whose turn it is ends ahead, for each action in each world."""
    me = row[TURN]
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
                ahead[action][world] = score if me & 1 == 0 else -score
            else:
                cards = list_actions(desk.row, house, desk.mask)
                look(desk.row, desk.taken, desk.row[TURN], cards, desk.words, desk.numbers)
                tell_judge(desk.row, desk.words, desk.numbers, desk.mask, house, desk.inputs)
                first_layer(desk.inputs, desk.numbers, rules, True, judge, desk.hidden)
                go_through(judge, desk.hidden, desk.sums, desk.answer, 1)
                says = desk.answer[0] * POINTS
                ahead[action][world] = says if desk.row[TURN] - me & 1 == 0 else -says


def judged(
    network: Network, row: Any, taken: Any, worlds: Any, actions: Sequence[int], rules: RuleSet
) -> Any:
    """How many points the team whose turn it is will end ahead, for each action (rows) in each world (columns)."""
    numpy, judge = the_arrays(), network.judge
    ahead = numpy.empty((len(actions), len(worlds)), numpy.float32)
    house, told = _table(rules)
    desk = own_desk(len(judge.first_bias))
    looking()(row, taken, worlds, numpy.array(actions), house, told, judge, desk, ahead)
    return ahead


@cache
def _table(rules: RuleSet) -> tuple[House, Any]:
    house = house_of(rules, 0)._replace(in_tens=False)
    return house, told_rules(rules)[-1]


def own_desk(width: int) -> Desk:
    """The desk of this thread."""
    desk: Desk | None = getattr(_own, "desk", None)
    if desk is None or len(desk.hidden) != width:
        desk = _own.desk = new_desk(width)
    return desk


@cache
def looking() -> Any:
    with _compiling:
        row, rows, reals = integers(1), integers(1, 1), the_arrays().zeros(1, "float32")
        return compiled(
            look_ahead, row, row, rows, row, any_house(), reals, any_net(), new_desk(1), reals.reshape(1, 1)
        )


def warm_up_lookahead() -> None:
    """Compile now what would be compiled at the first look."""
    looking()
