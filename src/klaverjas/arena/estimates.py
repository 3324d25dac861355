"""What the differences of many deals say: the mean, how sure it is, and whether that is sure enough.

>>> tally = Tally()
>>> for difference in (10.0, 30.0, -10.0, 50.0):
...     tally.add(difference)
>>> f"{tally.mean:.1f} {tally.error:.2f} {tally.half_width:.1f}"
'20.0 12.91 25.3'
"""

from dataclasses import dataclass
from math import copysign, inf, log, sqrt
from typing import Final

Z: Final = 1.959964  # 95 % of a normal distribution lies within so many deviations
LEAST: Final = 50  # deals before anything is decided: with fewer the spread is hardly known
WRONG: Final = 0.05  # how often a test may decide wrongly, either way
BOUND: Final = log((1 - WRONG) / WRONG)  # Wald's, the same on both sides


@dataclass
class Tally:
    """The differences so far; their spread is kept as Welford does, without loss of digits."""

    deals: int = 0
    mean: float = 0.0
    squares: float = 0.0  # of the distances to the mean

    def add(self, difference: float) -> None:
        self.deals += 1
        before = difference - self.mean
        self.mean += before / self.deals
        self.squares += before * (difference - self.mean)

    @property
    def variance(self) -> float:
        """Of one deal."""
        return self.squares / (self.deals - 1) if self.deals > 1 else inf

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.deals) if self.deals else inf

    @property
    def half_width(self) -> float:
        """The mean is within so much of the true one, with a confidence of 95 %."""
        return Z * self.error

    def evidence(self, low: float, high: float) -> float:
        """The logarithm of how much better *high* explains the differences than *low*: of a normal distribution.

        >>> Tally(deals=100, mean=4.0, squares=99 * 400.0).evidence(0, 4)
        2.0
        """
        distance = self.mean - (low + high) / 2
        if not self.deals or not distance:
            return 0.0
        if not self.variance:
            return copysign(inf, distance)
        return self.deals * (high - low) * distance / self.variance


@dataclass(frozen=True)
class Enough:
    """When a pairing may end: at a half-width of the interval, or when a test has decided; never by itself."""

    half_width: float | None = None
    sprt: tuple[float, float] | None = None

    def reached(self, tally: Tally) -> str:
        """Why the deals so far are enough; nothing when they are not.

        >>> Enough(half_width=5).reached(Tally(deals=100, mean=4.0, squares=99 * 400.0))
        'half-width 5'
        """
        if tally.deals < LEAST:
            return ""
        if self.sprt is not None:
            low, high = self.sprt
            evidence = tally.evidence(low, high)
            if abs(evidence) >= BOUND:
                return f"sprt {high if evidence > 0 else low:g}"
        if self.half_width is not None and tally.half_width <= self.half_width:
            return f"half-width {self.half_width:g}"
        return ""
