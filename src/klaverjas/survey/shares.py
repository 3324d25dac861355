"""How often it is made with the best troef, and how sure that is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from klaverjas.survey.rows import SurveyRow

Z = 1.959964  # 95 % of a normal distribution lies within so many deviations


@dataclass
class Share:
    """Over the deals under one rule set, each with its best troef."""

    deals: int = 0
    made: int = 0
    worth: int = 0

    @property
    def rate(self) -> float:
        return self.made / self.deals

    @property
    def mean(self) -> float:
        """What the best troef is worth."""
        return self.worth / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Where the rate over all deals lies, with a confidence of 95 % (Wilson).

        >>> low, high = Share(deals=100, made=90).interval
        >>> f"{low:.3f} {high:.3f}"
        '0.826 0.945'
        """
        spread = Z * Z / self.deals
        middle = self.rate + spread / 2
        reach = sqrt(spread * (self.rate * (1 - self.rate) + spread / 4))
        return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def best_troefs(rows: Iterable[SurveyRow]) -> Iterator[SurveyRow]:
    """Of each deal under each rule set one row: a troef that makes it, and of those the most worth.

    The rows of a deal follow each other, as they do in a survey.
    """
    for _, troefs in groupby(rows, key=lambda row: (row.deal, row.rules)):
        yield max(troefs, key=lambda row: (row.makes, row.value))


def shares(rows: Iterable[SurveyRow]) -> dict[str, Share]:
    """By rule set."""
    found: dict[str, Share] = {}
    for best in best_troefs(rows):
        share = found.setdefault(best.rules, Share())
        share.deals += 1
        share.made += best.makes
        share.worth += best.value
    return found
