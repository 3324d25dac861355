"""Whether what came up fits the chances that it should have."""

from collections.abc import Hashable, Mapping
from math import sqrt
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)
LEAST_EXPECTED = 8.0
DEVIATIONS = 6.0


def fits(counted: Mapping[Thing, int], weights: Mapping[Thing, float]) -> None:
    """Chi-square, far out: nothing comes up that cannot, and everything about as often as it should."""
    impossible = {thing for thing in counted if not weights.get(thing)}
    assert not impossible
    number, total = sum(counted.values()), sum(weights.values())
    seldom_expected, seldom_counted = 0.0, 0
    square, cells = 0.0, 0
    for thing, weight in weights.items():
        expected = number * weight / total
        if expected < LEAST_EXPECTED:  # together with the others that come up seldom
            seldom_expected += expected
            seldom_counted += counted.get(thing, 0)
            continue
        square += (counted.get(thing, 0) - expected) ** 2 / expected
        cells += 1
    if seldom_expected >= LEAST_EXPECTED:
        square += (seldom_counted - seldom_expected) ** 2 / seldom_expected
        cells += 1
    freedom = cells - 1
    assert square <= freedom + DEVIATIONS * sqrt(2 * freedom) + DEVIATIONS
