"""Rollouts on a GPU: the same functions as on the processor, compiled for CUDA; a thread plays a rollout.

numba-cuda and a GPU are needed only by who calls this; nothing of them is imported before.
"""

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.chance import stream
from klaverjas.kernel.compile.compiler import Row, Rows, copied, in_order, the_arrays, the_compiler
from klaverjas.kernel.rollout.playout import RESULT, STANDS, play_out
from klaverjas.plumbing.extras import needs

A_BLOCK = 128  # threads

# The copy of the kernel that is compiled has numba's under these names.
cuda: Any = None
int64: Any = None


@cache
def the_gpu() -> Any:
    """numba's CUDA, on a machine that has a GPU."""
    numpy = the_arrays()
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # the old name, which newer versions dropped and numba.cuda looks up
    with needs("gpu"):
        importlib.import_module("numba_cuda")
        gpu = importlib.import_module("numba.cuda")
    if not gpu.is_available():
        raise KlaverjasError("no-gpu")
    return gpu


def play_out_one(
    positions: Rows,
    troefs: Row,
    number: int,
    duties: int,
    four_alike: Sequence[int],
    seed: int,
    results: Rows,
) -> None:
    """One of *number* rollouts from each position: which one, the thread knows."""
    at = cuda.grid(1)
    if at < len(results):
        state = cuda.local.array(STANDS, int64)
        position, chance = at // number, stream(seed, at)
        play_out(positions[position], troefs[position], duties, four_alike, chance, state, results[at])


@cache
def for_gpu(entry: Callable[..., None]) -> Any:
    """A function that every thread goes through, compiled for CUDA with all that it calls."""
    gpu = the_gpu()
    numba = the_compiler()
    known: dict[str, Any] = {"cuda": gpu, "int64": numba.int64, "float64": numba.float64}
    for function in in_order():
        known[function.__name__] = gpu.jit(device=True)(copied(function, known))
    return gpu.jit(copied(entry, known))


def blocks_of(threads: int) -> int:
    """How many blocks have room for so many threads."""
    return (threads + A_BLOCK - 1) // A_BLOCK


def rolled_out_on_gpu(rows: Any, troefs: Any, number: int, duties: int, four_alike: Any, seed: int) -> Any:
    """*number* rollouts from each row: arrays in and out."""
    gpu = the_gpu()
    there = gpu.to_device(rows), gpu.to_device(troefs)
    return results_on_gpu(*there, number, duties, gpu.to_device(four_alike), seed).copy_to_host()


def results_on_gpu(rows: Any, troefs: Any, number: int, duties: int, four_alike: Any, seed: int) -> Any:
    """The same, from arrays that are on the GPU already; the results stay there."""
    asked = len(rows) * number
    results = the_gpu().device_array((asked, RESULT), the_arrays().int16)
    if asked:
        run = for_gpu(play_out_one)[blocks_of(asked), A_BLOCK]
        run(rows, troefs, number, duties, four_alike, seed, results)
    return results
