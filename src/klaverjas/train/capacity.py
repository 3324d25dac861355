"""How much memory a training takes: one that cannot fit is refused before it begins, and told as one sentence later."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

import torch

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.features import ACTIONS, INPUTS, TOLD_NUMBERS
from klaverjas.kernel.nn.outputs import ANSWERS, HIDDEN_HANDS, TOLD
from klaverjas.train.settings import TrainingSettings

GIGABYTE = 1e9
KEPT = 4 * INPUTS + 2 * TOLD_NUMBERS + 40  # bytes of a decision in a lesson
LIKINGS = 6  # times the likings of all actions, while they are weighed


def bytes_of(settings: TrainingSettings, device: str, *, kept: int, at_once: int) -> int:
    """About how many a training takes that keeps so many decisions and looks at so many at the same time.

    Counted from what is laid out, not measured: it is there to refuse what is far too large.
    """
    number = 4 if device == "cpu" else 2
    networks = (
        (TOLD, settings.width, settings.depth, ANSWERS),
        (TOLD + HIDDEN_HANDS, settings.judge_width, settings.judge_depth, 1),
    )
    # A weight is kept with its gradient and two means; what a layer says, before and after what is below 0 is cut off.
    weights = sum(
        16 * width * (inputs + depth * width + answers) for inputs, width, depth, answers in networks
    )
    layers = sum(number * width * (2 * depth + 2) for _, width, depth, _ in networks)
    laid_out = (4 + 2 * number) * (TOLD + HIDDEN_HANDS) + 4 * LIKINGS * ACTIONS
    return kept * KEPT + at_once * (laid_out + layers) + weights


def memory_of(device: str) -> float:
    """The bytes that there are; on a GPU, those that are free."""
    if device != "cpu":
        return float(torch.cuda.mem_get_info()[0])
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # a system that does not tell
        return inf


def check_memory(settings: TrainingSettings, device: str, *, kept: int, at_once: int) -> None:
    """Whether it can fit."""
    needed, there = bytes_of(settings, device, kept=kept, at_once=at_once), memory_of(device)
    if needed > there:
        raise KlaverjasError(
            "training-too-large", needed=f"{needed / GIGABYTE:.0f}", there=f"{there / GIGABYTE:.0f}"
        )


@contextmanager
def enough_memory() -> Iterator[None]:
    """Where there is not enough after all, one sentence says so."""
    try:
        yield
    except MemoryError as error:
        raise KlaverjasError("training-no-memory") from error
    except RuntimeError as error:  # torch has no name for this on a processor
        if isinstance(error, torch.OutOfMemoryError) or "allocate memory" in str(error):
            raise KlaverjasError("training-no-memory") from error
        raise
