"""One number a player from all that they played: points a round, the first player being 0.

The ratings are those that explain the means of all pairings best: least squares, weighted by the numbers of deals.
The same deals come back in every pairing, so the means are not independent; their covariances are taken from the deals
that two pairings have in common, and the standard errors follow from those.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from math import sqrt
from operator import mul
from typing import NamedTuple, TypeAlias

Matrix: TypeAlias = list[list[float]]


class Rating(NamedTuple):
    """Points a round above the first player, and the standard error of that."""

    points: float
    error: float


def ratings(
    players: Sequence[str], differences: Mapping[tuple[str, str], Sequence[float]]
) -> dict[str, Rating]:
    """From the differences of each pairing, deal by deal from the first one on.

    >>> found = ratings("ABC", {("A", "B"): [4, 8], ("A", "C"): [10, 14], ("B", "C"): [6, 6]})
    >>> [(player, round(rating.points, 1), round(rating.error, 1)) for player, rating in found.items()]
    [('A', 0.0, 0.0), ('B', -6.0, 2.0), ('C', -12.0, 2.0)]
    """
    place = {player: at for at, player in enumerate(players[1:])}
    pairs = list(differences)
    size = len(place)
    normal: Matrix = [[0.0] * size for _ in range(size)]
    weighted: Matrix = [[0.0] * len(pairs) for _ in range(size)]
    for column, (first, second) in enumerate(pairs):
        deals = len(differences[first, second])
        for player, sign in ((first, 1), (second, -1)):
            if player not in place:
                continue
            row = place[player]
            weighted[row][column] += sign * deals
            normal[row][row] += deals
            for other in (first, second):
                if other != player and other in place:
                    normal[row][place[other]] -= deals
    gains = solved(normal, weighted)  # what each mean adds to each rating
    means = [_mean(differences[pair]) for pair in pairs]
    together = [[_covariance(differences[one], differences[two]) for two in pairs] for one in pairs]
    found = {players[0]: Rating(0.0, 0.0)}
    for player, at in place.items():
        points = sum(gain * mean for gain, mean in zip(gains[at], means, strict=True))
        variance = sum(
            one * two * together[i][j] for i, one in enumerate(gains[at]) for j, two in enumerate(gains[at])
        )
        found[player] = Rating(points, sqrt(max(0.0, variance)))
    return found


def _mean(numbers: Sequence[float], first: int | None = None) -> float:
    return sum(islice(numbers, first)) / (first or len(numbers))


def _covariance(one: Sequence[float], two: Sequence[float]) -> float:
    """Of the two means; both begin with the same deal."""
    common = min(len(one), len(two))
    if common < 2:
        return 0.0
    products: float = sum(map(mul, one, two)) - common * _mean(one, common) * _mean(two, common)
    return products / (common - 1) * common / (len(one) * len(two))


def solved(matrix: Matrix, right: Matrix) -> Matrix:
    """The X of matrix X = right, by elimination; the matrix is small, and whoever played is connected to the first.

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [[3.0], [4.0]])
    [[1.0], [1.0]]
    """
    size = len(matrix)
    rows = [[*left, *side] for left, side in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for row in range(size):
            if row != at and rows[row][at]:
                factor = rows[row][at]
                rows[row] = [cell - factor * mine for cell, mine in zip(rows[row], rows[at], strict=True)]
    return [row[size:] for row in rows]
