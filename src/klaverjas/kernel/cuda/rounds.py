"""Many rounds at once on a GPU: the very steps of the processor, a thread for each round.

Arrays are whatever speaks CUDA's array interface, as tensors of torch do: nothing is copied.
"""

from typing import Any

from klaverjas.kernel.compile.compiler import Grid, Reals, Row, Rows
from klaverjas.kernel.cuda.device import A_BLOCK, blocks_of, for_gpu, the_gpu
from klaverjas.kernel.nn.observation import Seen, step_round
from klaverjas.kernel.nn.self_play_steps import step_as_told
from klaverjas.kernel.round.habits import MOST_CHOICES, Habits
from klaverjas.kernel.round.steps import House

# The copy of the kernel that is compiled has numba's under these names.
cuda: Any = None
int64: Any = None
float64: Any = None


def step_one(
    actions: Row,
    rounds: Rows,
    taken: Rows,
    house: House,
    fresh: bool,
    together: int,
    seen: Seen,
    rewards: Rows,
    dones: Row,
) -> None:
    """A decision in one of the rounds: which one, the thread knows."""
    at = cuda.grid(1)
    if at < len(actions):
        deck = cuda.local.array(32, int64)
        step_round(at, actions[at], rounds, taken, house, fresh, together, deck, seen, rewards, dones)


def step_on_gpu(
    actions: Any,
    rounds: Any,
    taken: Any,
    house: House,
    seen: Seen,
    rewards: Any,
    dones: Any,
    *,
    fresh: bool,
    together: int,
    stream: int = 0,
) -> None:
    """A decision in each round, or with *fresh* the beginning of each; everything is on the GPU and stays there."""
    run = for_gpu(step_one)[blocks_of(len(actions)), A_BLOCK, stream_of(stream)]
    run(actions, rounds, taken, house, fresh, together, seen, rewards, dones)


def step_one_as_told(
    actions: Row,
    rounds: Rows,
    taken: Rows,
    house: House,
    fresh: bool,
    together: int,
    among_ourselves: int,
    who: int,
    weights: Reals,
    higher: Grid,
    seen: Seen,
    rewards: Rows,
    dones: Row,
    inputs: Rows,
) -> None:
    """A decision of a network in one of the rounds."""
    at = cuda.grid(1)
    if at < len(actions):
        deck = cuda.local.array(32, int64)
        habits = Habits(
            weights,
            higher,
            cuda.local.array((MOST_CHOICES, 3), int64),
            cuda.local.array(MOST_CHOICES, int64),
            cuda.local.array(MOST_CHOICES, float64),
        )
        step_as_told(
            at,
            actions[at],
            rounds,
            taken,
            house,
            fresh,
            together,
            among_ourselves,
            who,
            deck,
            habits,
            seen,
            rewards,
            dones,
            inputs,
        )


def step_as_told_on_gpu(
    actions: Any,
    rounds: Any,
    taken: Any,
    house: House,
    habits: Habits,
    seen: Seen,
    rewards: Any,
    dones: Any,
    inputs: Any,
    *,
    fresh: bool,
    together: int,
    among_ourselves: int,
    who: int = 0,
    stream: int = 0,
) -> None:
    """A decision of a network in each round, and what the next one is told."""
    run = for_gpu(step_one_as_told)[blocks_of(len(actions)), A_BLOCK, stream_of(stream)]
    weights, higher, *_ = habits
    run(
        actions, rounds, taken, house, fresh, together, among_ourselves, who, weights, higher, seen, rewards,
        dones, inputs,
    )  # fmt: skip


def stream_of(handle: int) -> Any:
    """A stream of work on the GPU that somebody else has made, by its handle; 0 is the usual one."""
    return the_gpu().external_stream(handle) if handle else 0


def on_gpu(array: Any) -> Any:
    """An array or a tensor that is on the GPU, as kernels take it."""
    return the_gpu().as_cuda_array(array)
