"""Rollouts on a GPU, which numba simulates here: the same lines, thread by thread, and the same results."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.cuda import device as gpu
from klaverjas.kernel.dispatch import rollouts
from klaverjas.rules.named import AMSTERDAM

pytest.importorskip("numba_cuda", reason="there is no CUDA for this system")

SUPPORT = Path(__file__).parent.parent / "support"
ON_BOTH = """
from random import Random
from klaverjas.kernel.dispatch import rollouts
from klaverjas.rules.named import NAMED
from minimax import some_ending

chance = Random(5)
endings = [some_ending(chance, chance.choice((1, 2, 3, 8))).position for _ in range(40)]
assert {len(position.trick.cards) for position in endings} == {0, 1, 2, 3}
assert None in {position.troef for position in endings}
for rules in NAMED.values():
    here = rollouts(endings, rules, number=2, seed=4)
    there = rollouts(endings, rules, number=2, seed=4, gpu=True)
    for what in ("cards", "roem", "tricks"):
        assert (getattr(here, what) == getattr(there, what)).all(), rules.name
assert len(rollouts([], rules, gpu=True).values) == 0
"""


ROUNDS_ON_BOTH = """
import numpy
from klaverjas.kernel.cuda.device import the_gpu
from klaverjas.kernel.cuda.rounds import step_on_gpu
from klaverjas.kernel.nn.observation import Seen
from klaverjas.kernel.round.rule_params import house_of
from klaverjas.environments.many_rounds import ManyRounds
from klaverjas.rules.named import NAMED

gpu, chance = the_gpu(), numpy.random.default_rng(3)
fields = ("words", "numbers", "masks", "turns", "rounds", "rewards", "dones")
for name in NAMED:
    here = ManyRounds(name, 3, seed=5)
    there = {field: gpu.to_device(numpy.zeros_like(getattr(here, field))) for field in fields}
    rows, taken = (gpu.to_device(numpy.zeros_like(part)) for part in (here._rounds, here._taken))
    house = house_of(here.rules, 5)
    house = house._replace(four_alike=gpu.to_device(house.four_alike), lacking=gpu.to_device(house.lacking))
    seen = Seen(*(there[field] for field in fields[:5]))

    def go(actions, fresh):
        where = gpu.to_device(actions)
        step_on_gpu(where, rows, taken, house, seen, there["rewards"], there["dones"], fresh=fresh, together=3)

    go(numpy.arange(3), True)
    for step in range(40):
        for field in fields:
            assert (there[field].copy_to_host() == getattr(here, field)).all(), (name, step, field)
        actions = (here.masks * chance.random(here.masks.shape)).argmax(axis=1)
        here.step(actions)
        go(actions, False)
    assert here.rounds.min() >= 3  # one round is over at least
"""


TOLD_ON_BOTH = """
import numpy
from klaverjas.kernel.cuda.device import the_gpu
from klaverjas.kernel.cuda.rounds import step_as_told_on_gpu
from klaverjas.kernel.round.habits import new_habits
from klaverjas.kernel.nn.features import ACTIONS, INPUTS, POSSIBLE
from klaverjas.kernel.nn.self_play_steps import step_all_as_told
from klaverjas.kernel.layout import TAKEN
from klaverjas.kernel.nn.observation import NUMBERS, Seen
from klaverjas.kernel.round.steps import ROUND
from klaverjas.kernel.round.rule_params import house_of
from klaverjas.environments.turn import table_rules
from klaverjas.rules.named import NAMED

gpu, chance, tables = the_gpu(), numpy.random.default_rng(3), 3
shapes = {
    "actions": ((), "i8"), "rounds": ((ROUND,), "i8"), "taken": ((TAKEN,), "i8"), "words": ((34,), "i8"),
    "numbers": ((NUMBERS,), "i8"), "masks": ((ACTIONS,), "i8"), "turns": ((), "i1"), "which": ((), "i8"),
    "rewards": ((4,), "i2"), "dones": ((), "?"), "inputs": ((INPUTS,), "i8"),
}
for name in NAMED:
    here = {part: numpy.zeros((tables, *shape), kind) for part, (shape, kind) in shapes.items()}
    there = {part: gpu.to_device(array) for part, array in here.items()}
    house = house_of(table_rules(name), 5)
    on_it = house._replace(four_alike=gpu.to_device(house.four_alike), lacking=gpu.to_device(house.lacking))
    habits = new_habits()
    habits_there = habits._replace(weights=gpu.to_device(habits.weights), higher=gpu.to_device(habits.higher))
    parts = "words", "numbers", "masks", "turns", "which"
    seen, seen_there = (Seen(*(at[part] for part in parts)) for at in (here, there))

    def go(actions, fresh):
        here["actions"][:] = actions
        there["actions"].copy_to_device(actions)
        rest = here["rewards"], here["dones"], here["inputs"]
        step_all_as_told(
            here["actions"], here["rounds"], here["taken"], house, fresh, tables, 2, 0, numpy.zeros(32, "i8"),
            habits, seen, *rest
        )
        step_as_told_on_gpu(
            there["actions"], there["rounds"], there["taken"], on_it, habits_there, seen_there, there["rewards"],
            there["dones"], there["inputs"], fresh=fresh, together=tables, among_ourselves=2,
        )

    go(numpy.arange(tables), True)
    for step in range(36):
        for part in shapes:
            assert (there[part].copy_to_host() == here[part]).all(), (name, step, part)
        bits = here["inputs"][:, POSSIBLE : POSSIBLE + 4, None] >> numpy.arange(32) & 1
        possible = bits.reshape(tables, -1)[:, :ACTIONS]
        assert (possible.sum(axis=1) == here["masks"].sum(axis=1)).all()
        go((possible * chance.random(possible.shape)).argmax(axis=1), False)
"""


def in_the_simulator(program: str) -> subprocess.CompletedProcess[str]:
    """Simulating is chosen when numba is loaded: so in another process."""
    path = os.pathsep.join([str(Path(gpu.__file__).parents[3]), str(SUPPORT)])
    environment = dict(os.environ, NUMBA_ENABLE_CUDASIM="1", PYTHONPATH=path)
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300
    )


def test_a_gpu_gives_the_rollouts_of_the_processor() -> None:
    done = in_the_simulator(ON_BOTH)
    assert done.returncode == 0, done.stderr


def test_a_gpu_steps_through_many_rounds_as_the_processor_does() -> None:
    """The same words, masks, turns and rewards, bit for bit, from one round into the next."""
    done = in_the_simulator(ROUNDS_ON_BOTH)
    assert done.returncode == 0, done.stderr


def test_without_a_gpu_it_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu.the_gpu.cache_clear()
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    with pytest.raises(KlaverjasError) as caught:
        rollouts([], AMSTERDAM, gpu=True)
    assert caught.value.code == "no-gpu"
    assert "GPU" in caught.value.sentence("nl")


def test_a_network_is_told_the_same_on_both() -> None:
    done = in_the_simulator(TOLD_ON_BOTH)
    assert done.returncode == 0, done.stderr
