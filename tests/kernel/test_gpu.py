"""Rollouts on a GPU, which numba simulates here: the same lines, thread by thread, and the same results."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from klaverjas.errors import KlaverjasError
from klaverjas.kernel import gpu
from klaverjas.kernel.rollouts import rollouts
from klaverjas.rules.named import AMSTERDAM

pytest.importorskip("numba_cuda", reason="there is no CUDA for this system")

TESTS = Path(__file__).parent.parent
ON_BOTH = """
from random import Random
from klaverjas.kernel.rollouts import rollouts
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


def in_the_simulator(program: str) -> subprocess.CompletedProcess[str]:
    """Simulating is chosen when numba is loaded: so in another process."""
    path = os.pathsep.join([str(Path(gpu.__file__).parents[2]), str(TESTS)])
    environment = dict(os.environ, NUMBA_ENABLE_CUDASIM="1", PYTHONPATH=path)
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300
    )


def test_a_gpu_gives_the_rollouts_of_the_processor() -> None:
    done = in_the_simulator(ON_BOTH)
    assert done.returncode == 0, done.stderr


def test_without_a_gpu_it_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu.the_gpu.cache_clear()
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    with pytest.raises(KlaverjasError) as caught:
        rollouts([], AMSTERDAM, gpu=True)
    assert caught.value.code == "no-gpu"
    assert "GPU" in caught.value.sentence("nl")
