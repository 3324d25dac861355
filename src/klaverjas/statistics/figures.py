"""What many games tell of a game: how much there is to choose, how long it takes, and how scores are spread.

>>> games = Statistics([Sample((4, 2, 1), (10, 0)), Sample((4, 4, 1, 1), (6, 8))])
>>> games.branching, games.decisions
(2.4285714285714284, [3, 4])
>>> [spread.mean for spread in games.by_decision()]
[4.0, 3.0, 1.0, 1.0]
>>> f"{games.line.slope:.2f} {games.line.start:.2f}"
'-1.19 3.96'
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import exp, pi, sqrt
from statistics import fmean, quantiles, stdev
from typing import Final, NamedTuple

GRID: Final = 80  # points of a density


class Sample(NamedTuple):
    """A game that was played: how many options there were at each decision, and what each player had in the end."""

    options: tuple[int, ...]
    scores: tuple[float, ...]


class Spread(NamedTuple):
    """Numbers in short: their mean, and between what eight of ten lie."""

    mean: float
    low: float
    high: float
    games: int


class Line(NamedTuple):
    """The straight line that fits best: where it starts, and how much it rises at each decision."""

    start: float
    slope: float

    def at(self, x: float) -> float:
        return self.start + self.slope * x


@dataclass(frozen=True)
class Statistics:
    """The games that were played."""

    samples: Sequence[Sample]

    @property
    def decisions(self) -> list[int]:
        """How many there were, game by game."""
        return [len(sample.options) for sample in self.samples]

    @property
    def branching(self) -> float:
        """How many options there are at a decision, on average over all of them; 0 where nobody decides."""
        return fmean([number for sample in self.samples for number in sample.options] or [0])

    def by_decision(self) -> list[Spread]:
        """The options at the first decision, the second, and so on; of the games that lasted so long."""
        return [
            spread([number for number in column if number is not None])
            for column in zip_longest(*(sample.options for sample in self.samples))
        ]

    @property
    def line(self) -> Line:
        """Through the options of all decisions of all games, by least squares; decisions count from 0."""
        count = total = places = products = squares = 0
        for sample in self.samples:
            for at, number in enumerate(sample.options):
                count += 1
                total += number
                places += at
                products += at * number
                squares += at * at
        below = count * squares - places * places
        slope = (count * products - places * total) / below if below else 0.0
        return Line((total - slope * places) / max(1, count), slope)

    def scores(self, player: int) -> list[float]:
        """What a player had, game by game; players count from 1."""
        return [sample.scores[player - 1] for sample in self.samples]

    @property
    def players(self) -> int:
        return len(self.samples[0].scores)


def spread(numbers: Sequence[float]) -> Spread:
    if len(numbers) == 1:
        return Spread(float(numbers[0]), numbers[0], numbers[0], 1)
    tenths = quantiles(numbers, n=10, method="inclusive")
    return Spread(fmean(numbers), tenths[0], tenths[-1], len(numbers))


def standard_error(numbers: Sequence[float]) -> float:
    return stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def density(numbers: Sequence[float]) -> list[tuple[float, float]]:
    """How thick numbers lie, from the least to the greatest: a Gaussian on each, as wide as Silverman advises.

    >>> around = density([1.0, 2.0, 2.0, 3.0])
    >>> f"{max(around, key=lambda point: point[1])[0]:.1f}"
    '2.0'
    """
    deviation = stdev(numbers) if len(numbers) > 1 else 0.0
    width = 0.9 * deviation * len(numbers) ** -0.2 or 0.5
    low, high = min(numbers), max(numbers)
    step = (high - low) / (GRID - 1) or 1.0
    counts: dict[float, int] = {}
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
    whole = len(numbers) * width * sqrt(2 * pi)
    return [
        (
            at,
            sum(many * exp(-(((at - number) / width) ** 2) / 2) for number, many in counts.items()) / whole,
        )
        for at in (low + step * point for point in range(GRID if high > low else 1))
    ]
