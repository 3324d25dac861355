"""How long a bot may think about a move. A bot has no clock of its own: it is given one with its budget."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

FIRST = 64  # worlds, to see how long they take
STEP = 8  # so many times more than before, unless nearly all that there is time for can be judged from them
MOST = 200_000
SAFE = 0.75  # the part of what is left that is counted on: the larger the tree, the slower it grows

Thought = TypeVar("Thought")


@dataclass(frozen=True)
class Budget:
    """Milliseconds for each move, by a clock that counts seconds: best those of the CPU in this thread."""

    ms: float
    clock: Callable[[], float] = field(compare=False)

    def start(self) -> "Watch":
        return Watch(self)


class Watch:
    """Runs while a bot thinks about one move."""

    def __init__(self, budget: Budget) -> None:
        self._clock = budget.clock
        self._end = self._clock() + budget.ms / 1000

    @property
    def left(self) -> float:
        """Seconds."""
        return self._end - self._clock()


def think_within(watch: Watch, think: Callable[[int], Thought], *, most: int = MOST) -> Thought:
    """Think about a few worlds, then about many more, as many as there is time for: the last and longest thought.

    >>> now = 0.0
    >>> def think(worlds: int) -> int:
    ...     global now
    ...     now += worlds / 100_000
    ...     return worlds
    >>> think_within(Budget(100, clock=lambda: now).start(), think), round(1000 * now)
    (7068, 76)
    """
    worlds = min(FIRST, most)
    while True:
        before = watch.left
        thought = think(worlds)
        left = watch.left
        fits = min(int(SAFE * worlds * left / (before - left)) if before > left else MOST, most)
        if fits <= worlds:
            return thought
        worlds = fits if fits <= 2 * STEP * worlds else STEP * worlds
