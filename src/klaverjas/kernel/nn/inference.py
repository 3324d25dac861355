"""A trained network on the processor: what it answers to what a seat sees.

Almost all that a network is told is bits of which few are set, so the first layer is a sum of as many rows as there are
set bits. The layers after it add to what is there. All weights are whole numbers of eight bits, times a scale for each
column, since reading them is what takes time. Everything is summed in one order, so a position has the same answer on
every machine.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.compile.compiler import Reals, Row, compiled, integers, kernel, the_arrays
from klaverjas.kernel.nn.features import (
    ACTIONS,
    INPUT_WORDS,
    INPUTS,
    ORDER,
    OTHERS,
    TOLD_NUMBERS,
    real_action,
    rules_as_numbers,
    tell_player,
)
from klaverjas.kernel.nn.observation import BID_POINTS, OUR_CARDS
from klaverjas.kernel.nn.outputs import ANSWERS, HOLDERS, NAT_ANSWER, POINTS
from klaverjas.kernel.nn.weights import SUFFIX, Layer, Weights, load_weights, own_weights
from klaverjas.kernel.round.rule_params import four_alike_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS

MOST = 3.4e38  # of a number in single precision
SURE = 700  # who says less than minus this says never

_compiling = threading.Lock()
_own = threading.local()


class Matrix(Protocol):
    """Real numbers in rows."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Reals: ...


class Matrices(Protocol):
    """Several of them."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Matrix: ...


class NetWeights(NamedTuple):
    """The weights of a network; a matrix has a row for each input, and is multiplied by the scales of its columns."""

    first: Matrix
    first_scale: Reals
    first_bias: Reals
    layers: Matrices
    scales: Matrix
    biases: Matrix
    last: Matrix
    last_scale: Reals
    last_bias: Reals


@kernel
def add_row(sums: Reals, row: Reals) -> None:
    for at in range(len(sums)):
        sums[at] += row[at]


@kernel
def add_rows(inputs: Reals, matrix: Matrix, sums: Reals, length: int) -> None:
    """Add every row as many times as its input says.

    Most inputs are 0, and their rows are not read. The others go four at a time, since that reads the sums less often.
    """
    found = a = b = c = d = 0
    for at in range(len(inputs)):
        if inputs[at] == 0:
            continue
        a, b, c, d = b, c, d, at
        found += 1
        if found == 4:
            found = 0
            of_a, of_b, of_c, of_d = inputs[a], inputs[b], inputs[c], inputs[d]
            row_a, row_b, row_c, row_d = matrix[a], matrix[b], matrix[c], matrix[d]
            for to in range(length):
                sums[to] += of_a * row_a[to] + of_b * row_b[to] + of_c * row_c[to] + of_d * row_d[to]
    for left in range(found):
        which = d if left == 0 else c if left == 1 else b
        of, row = inputs[which], matrix[which]
        for to in range(length):
            sums[to] += of * row[to]


@kernel
def first_layer(
    inputs: Row, numbers: Row, rules: Reals, with_others: bool, net: NetWeights, sums: Reals
) -> None:
    """The sums of the first layer, for a player or, with *with_others*, for a judge who sees their hands."""
    for at in range(len(sums)):
        sums[at] = 0
    for word in range(INPUT_WORDS):
        bits = inputs[word] & 0xFFFF_FFFF
        place = 32 * word
        while bits != 0:
            if bits & 1 != 0:
                add_row(sums, net.first[place])
            bits >>= 1
            place += 1
    after = 32 * INPUT_WORDS
    for number in range(TOLD_NUMBERS):
        of = numbers[BID_POINTS] if number == TOLD_NUMBERS - 1 else numbers[OUR_CARDS + number]
        if of != 0:
            row = net.first[after + number]
            for at in range(len(sums)):
                sums[at] += of / POINTS * row[at]
    for rule in range(len(rules)):
        if rules[rule] != 0:
            row = net.first[after + TOLD_NUMBERS + rule]
            for at in range(len(sums)):
                sums[at] += rules[rule] * row[at]
    if with_others:
        for hand in range(3):
            bits = inputs[OTHERS + hand] & 0xFFFF_FFFF
            place = after + TOLD_NUMBERS + len(rules) + 32 * hand
            while bits != 0:
                if bits & 1 != 0:
                    add_row(sums, net.first[place])
                bits >>= 1
                place += 1
    for at in range(len(sums)):
        sums[at] = net.first_scale[at] * sums[at] + net.first_bias[at]


@kernel
def go_through(net: NetWeights, hidden: Reals, sums: Reals, answers: Reals, wanted: int) -> None:
    """From the sums of the first layer, which are in *hidden*, to so many of the answers."""
    for at in range(len(hidden)):
        if hidden[at] < 0:
            hidden[at] = 0
    for layer in range(len(net.layers)):
        scales, biases = net.scales[layer], net.biases[layer]
        for at in range(len(sums)):
            sums[at] = 0
        add_rows(hidden, net.layers[layer], sums, len(sums))
        for at in range(len(hidden)):
            more = scales[at] * sums[at] + biases[at]
            if more > 0:
                hidden[at] += more
    for at in range(wanted):
        answers[at] = 0
    add_rows(hidden, net.last, answers, wanted)
    for at in range(wanted):
        answers[at] = net.last_scale[at] * answers[at] + net.last_bias[at]


def answer(
    words: Row,
    numbers: Row,
    mask: Row,
    contract: int,
    roem_counts: bool,
    four_alike: Sequence[int],
    rules: Reals,
    net: NetWeights,
    wanted: int,
    inputs: Row,
    hidden: Reals,
    sums: Reals,
    answers: Reals,
) -> None:
    """What a player who sees this answers."""
    tell_player(words, numbers, mask, contract, roem_counts, four_alike, inputs)
    first_layer(inputs, numbers, rules, False, net, hidden)
    go_through(net, hidden, sums, answers, wanted)


@dataclass(frozen=True)
class Prediction:
    """What a network says to what it was told, with the suits in the order in which it was told them."""

    answers: Any
    inputs: Any

    @property
    def order(self) -> int:
        return int(self.inputs[ORDER])

    @property
    def nat(self) -> float:
        """How likely it is that the playing team goes nat."""
        says = _finite(float(self.answers[NAT_ANSWER]))
        return 1 / (1 + exp(-says)) if says > -SURE else 0.0

    @property
    def belief(self) -> list[list[float]]:
        """Of each card, by its number: how likely left, partner and right are to have it, if it is hidden."""
        numpy = the_arrays()
        says = numpy.nan_to_num(self.answers[HOLDERS:].reshape(3, 32)).clip(-MOST, MOST)
        chances = numpy.exp(says - says.max(axis=0))
        chances /= chances.sum(axis=0)
        places = [network_action(card, self.order) for card in range(32)]
        told: list[list[float]] = chances[:, places].T.tolist()
        return told

    def likes(self, possible: Sequence[int]) -> dict[int, float]:
        """How likely it is to do each of these actions."""
        says = self.answers.tolist()  # so few that numpy would take longer
        places = _network_actions(self.order)
        here = [_finite(says[places[action]]) for action in possible]
        most = max(here)
        chances = [exp(like - most) for like in here]
        total = sum(chances)
        return {action: chance / total for action, chance in zip(possible, chances, strict=True)}


def _finite(number: float) -> float:
    """The number; weights that somebody else has made may be too much for single precision."""
    return max(-MOST, min(MOST, number)) if number == number else 0.0


def network_action(action: int, order: int) -> int:
    """The action that a network has in the place of a real one: the other way about from :func:`real_action`."""
    return _network_actions(order)[action]


@cache
def _network_actions(order: int) -> tuple[int, ...]:
    places = [0] * ACTIONS
    for action in range(ACTIONS):
        places[real_action(action, order)] = action
    return tuple(places)


@dataclass(frozen=True)
class _Room:
    """What a thread works in."""

    inputs: Any
    mask: Any
    hidden: Any
    sums: Any
    answers: Any


class Network:
    """Networks that were trained, ready to be asked."""

    def __init__(self, weights: Weights) -> None:
        self.about = weights.about
        self.player = net_of(weights.network("player"))
        self._judge = weights.network("judge")

    @cached_property
    def judge(self) -> NetWeights:
        """Who looks ahead; not every player has one."""
        if not self._judge:
            raise KlaverjasError("no-judge")
        return net_of(self._judge)

    def ask(
        self, words: Sequence[int], numbers: Sequence[int], possible: Sequence[int], rules: RuleSet
    ) -> Prediction:
        """What the player says to a seat that sees this and has these actions: only what a move needs."""
        return self._ask(words, numbers, possible, rules, HOLDERS)

    def ask_all(
        self, words: Sequence[int], numbers: Sequence[int], possible: Sequence[int], rules: RuleSet
    ) -> Prediction:
        """The same, and who holds which card."""
        return self._ask(words, numbers, possible, rules, ANSWERS)

    def _ask(
        self,
        words: Sequence[int],
        numbers: Sequence[int],
        possible: Sequence[int],
        rules: RuleSet,
        wanted: int,
    ) -> Prediction:
        numpy = the_arrays()
        room = own_room(len(self.player.first_bias))
        for action in possible:
            room.mask[action] = 1
        contract, roem_counts, four_alike, told = told_rules(rules)
        asking()(
            numpy.array(words, numpy.int64),
            numpy.array(numbers, numpy.int64),
            room.mask,
            contract,
            roem_counts,
            four_alike,
            told,
            self.player,
            wanted,
            room.inputs,
            room.hidden,
            room.sums,
            room.answers,
        )
        for action in possible:
            room.mask[action] = 0
        return Prediction(room.answers[:wanted].copy(), room.inputs.copy())


@cache
def told_rules(rules: RuleSet) -> tuple[int, bool, Any, Any]:
    """A table's rules, as a network needs them."""
    numbers = the_arrays().array(rules_as_numbers(rules), "float32")
    return CONTRACTS.index(rules.contract), bool(rules.roem_counts), four_alike_of(rules), numbers


def own_room(width: int) -> _Room:
    """The room of this thread."""
    room: _Room | None = getattr(_own, "room", None)
    if room is None or len(room.hidden) != width:
        hidden, sums, answers = (the_arrays().zeros(length, "float32") for length in (width, width, ANSWERS))
        room = _Room(integers(INPUTS), integers(ACTIONS), hidden, sums, answers)
        _own.room = room
    return room


def net_of(layers: Sequence[Layer]) -> NetWeights:
    """The layers of a network, as they are compiled for."""
    first, *between, last = layers
    weights, scales, biases = map(the_arrays().stack, zip(*between, strict=True))
    return NetWeights(
        first.weight, first.scale, first.bias, weights, scales, biases, last.weight, last.scale, last.bias
    )


@cache
def asking() -> Any:
    with _compiling:
        one, row = integers(1), the_arrays().zeros(1, "float32")
        return compiled(answer, one, one, one, 0, False, one, row, any_net(), 0, one, row, row, row)


def any_net() -> NetWeights:
    """For its types."""
    numpy = the_arrays()
    layer = Layer.of(numpy.zeros((1, 1)), numpy.zeros(1))
    return net_of([layer] * 3)


def warm_up_network() -> None:
    """Compile now what would be compiled at the first question."""
    asking()


@cache
def network_in(name: str) -> Network:
    """The networks in a file; or, by a name that is no file's, those that come with the package."""
    if name.endswith(SUFFIX):
        return Network(load_weights(Path(name)))
    return Network(own_weights(name))
