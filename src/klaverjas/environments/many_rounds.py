"""Many rounds at once, a decision of each at a time: arrays in, arrays out, compiled.

>>> rounds = ManyRounds("rotterdam-bond", 3, seed=1)
>>> rounds.turns, rounds.masks[:, 32:].tolist()
(array([1, 2, 3], dtype=int8), [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]])
>>> for _ in range(33):
...     seen, rewards, dones = rounds.step(rounds.masks.argmax(axis=1))
>>> dones, rewards[0], seen.rounds
(array([ True,  True,  True]), array([ 182, -182,  182, -182], dtype=int16), array([3, 4, 5]))

The tables are strict and count roem by themselves, whatever the rule set says about that. A round that is over is
replaced at once by a new one. Round number k is the same whatever the number of rounds at once: the seed decides its
cards, and the deal passes clockwise from one number to the next. A deal that all pass is over, with 0 for everybody.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

from klaverjas.cards import Hand
from klaverjas.environments.actions import number_of_actions
from klaverjas.environments.observations import as_features, number_of_words
from klaverjas.environments.turn import Rules, Turn, table_rules
from klaverjas.errors import Refusal, TextError
from klaverjas.kernel.compile.compiler import compiled, integers, the_arrays
from klaverjas.kernel.layout import TAKEN
from klaverjas.kernel.nn.observation import NUMBERS, Seen, first_impossible, step_rounds
from klaverjas.kernel.round.rule_params import any_house, house_of, warm_up_houses
from klaverjas.kernel.round.steps import ROUND, deal_hands
from klaverjas.rules.ruleset import RuleSet

_compiling = threading.Lock()


class ManyRounds:
    """So many rounds at once.

    After :meth:`reset` and after each :meth:`step` these arrays, always the same ones, tell where every round stands:

    - ``words`` and ``numbers``: what the seat to act sees (:mod:`klaverjas.environments.observations`);
    - ``masks``: for each action 1 where it is possible, 0 where not (:mod:`klaverjas.environments.actions`);
    - ``turns``: the seat to act; ``rounds``: the number of the round;
    - ``rewards``: by seat, what the last step brought: the score of its team minus the other's, where a round ended;
    - ``dones``: whether a round has ended; what is seen is then of the next one.

    With several *threads* each of them plays a share of the rounds.
    """

    def __init__(self, rules: Rules, number: int, *, seed: int = 0, threads: int = 1) -> None:
        numpy = the_arrays()
        if number < 1:
            raise TextError("rounds-needed", number=number)
        self.rules, self.number, self.threads = table_rules(rules), number, max(1, min(threads, number))
        self._rounds, self._taken = integers(number, ROUND), integers(number, TAKEN)
        self.words = numpy.zeros((number, number_of_words(self.rules)), numpy.uint32)
        self.numbers = numpy.zeros((number, NUMBERS), numpy.int16)
        self.masks = numpy.zeros((number, number_of_actions(self.rules)), numpy.uint8)
        self.turns = numpy.zeros(number, numpy.int8)
        self.rounds = numpy.zeros(number, numpy.int64)
        self.rewards = numpy.zeros((number, 4), numpy.int16)
        self.dones = numpy.zeros(number, numpy.bool_)
        self._features: Any = None
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        edges = [number * at // self.threads for at in range(self.threads + 1)]
        self._parts = [slice(first, last) for first, last in pairwise(edges)]
        self._decks = [integers(32) for _ in self._parts]
        self._run, self._check = _entries()
        self.reset(seed)

    @property
    def seen(self) -> Seen:
        """What the seats to act see and may do."""
        return Seen(self.words, self.numbers, self.masks, self.turns, self.rounds)

    def reset(self, seed: int) -> Seen:
        """Begin with rounds 0, 1, 2 and so on of a seed."""
        self._house = house_of(self.rules, seed)
        self._go(the_arrays().arange(self.number, dtype=the_arrays().int64), fresh=True)
        return self.seen

    def step(self, actions: Any) -> tuple[Seen, Any, Any]:
        """One action in each round; gives what is seen then, the rewards, and what is done.

        If one of them is not possible there, that is refused and nothing has happened.
        """
        numpy = the_arrays()
        given = numpy.asarray(actions)
        if given.shape != (self.number,) or given.dtype.kind not in "iu":
            raise TextError("actions-needed", number=self.number, shape=given.shape, kind=str(given.dtype))
        wanted = numpy.ascontiguousarray(given, dtype=numpy.int64)
        if (wrong := self._check(wanted, self.masks)) >= 0:
            raise Refusal("action-not-possible", action=f"{wanted[wrong]} ({wrong})")
        self._go(wanted, fresh=False)
        return self.seen, self.rewards, self.dones

    @property
    def features(self) -> Any:
        """What the seats to act see, laid out as real numbers: again always the same array, filled when asked for."""
        self._features = as_features(self.words, self.numbers, self._features)
        return self._features

    def _go(self, actions: Any, *, fresh: bool) -> None:
        if self._pool is None:
            self._part(actions, self._parts[0], self._decks[0], fresh)
            return
        for done in [
            self._pool.submit(self._part, actions, part, deck, fresh)
            for part, deck in zip(self._parts, self._decks, strict=True)
        ]:
            done.result()

    def _part(self, actions: Any, part: slice, deck: Any, fresh: bool) -> None:
        seen = Seen(
            self.words[part], self.numbers[part], self.masks[part], self.turns[part], self.rounds[part]
        )
        self._run(
            actions[part],
            self._rounds[part],
            self._taken[part],
            self._house,
            fresh,
            self.number,
            deck,
            seen,
            self.rewards[part],
            self.dones[part],
        )


def first_turn(rules: RuleSet, seed: int, number: int) -> Turn:
    """The same round, as one that is not compiled: where it begins."""
    row = [0] * 4
    deal_hands(seed, number, [0] * 32, row)
    return Turn.begin(rules, rules.first_dealer.after(number), tuple(map(Hand, row)))


def warm_up_many_rounds() -> None:
    """Compile now what would be compiled when the first rounds are made."""
    warm_up_houses()
    _entries()


def _entries() -> tuple[Any, Any]:
    with _compiling:
        return stepping(), _checking()


@cache
def stepping() -> Any:
    numpy = the_arrays()
    words, numbers, masks = (numpy.zeros((1, 1), kind) for kind in (numpy.uint32, numpy.int16, numpy.uint8))
    seen = Seen(words, numbers, masks, numpy.zeros(1, numpy.int8), integers(1))
    dones = numpy.zeros(1, numpy.bool_)
    return compiled(
        step_rounds,
        integers(1),
        integers(1, 1),
        integers(1, 1),
        any_house(),
        False,
        0,
        integers(1),
        seen,
        numbers,
        dones,
    )


@cache
def _checking() -> Any:
    numpy = the_arrays()
    return compiled(first_impossible, integers(1), numpy.zeros((1, 1), numpy.uint8))
