"""Means, standard errors, tests and ratings, against computations of another kind."""

from collections.abc import Sequence
from itertools import combinations
from math import inf, log, sqrt
from random import Random
from statistics import NormalDist, mean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.arena.estimates import BOUND, LEAST, Enough, Tally
from klaverjas.arena.ratings import ratings
from klaverjas.arena.report import Times

DIFFERENCES = st.lists(st.integers(-1000, 1000).map(lambda twice: twice / 2), min_size=2, max_size=60)
RUNS = 300


def tally_of(differences: Sequence[float]) -> Tally:
    tally = Tally()
    for difference in differences:
        tally.add(difference)
    return tally


@given(DIFFERENCES)
def test_mean_and_standard_error(differences: list[float]) -> None:
    tally = tally_of(differences)
    assert tally.mean == pytest.approx(mean(differences), abs=1e-9)
    assert tally.error == pytest.approx(stdev(differences) / sqrt(len(differences)), abs=1e-9)


@given(DIFFERENCES, st.floats(-50, 50), st.floats(0.5, 50))
def test_the_evidence_is_the_ratio_of_two_normal_likelihoods(
    differences: list[float], low: float, apart: float
) -> None:
    spread = stdev(differences)
    if spread < 1:
        return
    high = low + apart

    def likelihood(true: float) -> float:
        # The logarithm of NormalDist.pdf, which is 0 for what is far away; what both have is left out.
        return sum(-(((each - true) / spread) ** 2) / 2 for each in differences)

    evidence = tally_of(differences).evidence(low, high)
    assert evidence == pytest.approx(likelihood(high) - likelihood(low), rel=1e-6, abs=1e-6)


def test_the_interval_holds_95_of_100() -> None:
    assert Tally(deals=4, squares=12.0).half_width == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-5)


def test_without_any_spread_the_evidence_is_endless() -> None:
    assert tally_of([3.0] * 10).evidence(0, 5) == inf
    assert tally_of([2.0] * 10).evidence(0, 5) == -inf
    assert tally_of([2.5] * 10).evidence(0, 5) == 0
    assert Tally().evidence(0, 5) == 0
    assert Tally().error == inf


def test_the_bounds_are_walds() -> None:
    assert pytest.approx(log(19)) == BOUND


def some_difference(chance: Random, true: float) -> float:
    """As deals between players have it: most near, some with a nat, one way as often as the other."""
    nat = chance.choice((-110, 0, 0, 0, 110))
    return true + nat + chance.gauss(0, 45)


def decision(enough: Enough, chance: Random, true: float) -> tuple[str, Tally]:
    tally = Tally()
    for _ in range(20_000):
        tally.add(some_difference(chance, true))
        if told := enough.reached(tally):
            return told, tally
    return "", tally


@pytest.mark.parametrize(("true", "wrong"), [(0.0, "sprt 20"), (20.0, "sprt 0")])
def test_a_test_is_wrong_about_as_often_as_it_may_be(true: float, wrong: str) -> None:
    chance = Random(f"sprt {true}")
    decisions = [decision(Enough(sprt=(0, 20)), chance, true)[0] for _ in range(RUNS)]
    assert set(decisions) <= {"sprt 0", "sprt 20"}
    # 5 % of 300 is 15; more than 29 would be chance in one case of 3,000.
    assert decisions.count(wrong) <= 29


def test_a_half_width_holds_the_truth_about_as_often_as_it_says() -> None:
    chance = Random("half-width")
    outside = 0
    for _ in range(RUNS):
        told, tally = decision(Enough(half_width=12), chance, 7.0)
        assert told == "half-width 12"
        assert tally.half_width <= 12
        outside += abs(tally.mean - 7.0) > 12
    assert outside <= 29


def test_nothing_is_decided_by_a_few_deals() -> None:
    enough = Enough(half_width=100, sprt=(0, 5))
    assert not enough.reached(tally_of([100.0] * (LEAST - 1)))
    assert enough.reached(tally_of([100.0] * LEAST)) == "sprt 5"
    assert not Enough().reached(tally_of([100.0] * 1000))


# --- ratings -------------------------------------------------------------------------------------


def some_differences(
    chance: Random, players: str, deals: Sequence[int]
) -> dict[tuple[str, str], list[float]]:
    """Of players who differ by 10, and whose luck with a deal is the same in every pairing."""
    luck = [[chance.gauss(0, 30) for _ in players] for _ in range(max(deals))]
    return {
        (one, two): [
            10 * (b - a) + luck[deal][a] - luck[deal][b] + chance.gauss(0, 20) for deal in range(number)
        ]
        for ((a, one), (b, two)), number in zip(combinations(enumerate(players), 2), deals, strict=True)
    }


@pytest.mark.parametrize("seed", range(5))
def test_ratings_are_those_of_least_squares(seed: int) -> None:
    chance = Random(seed)
    players = "ABCD"
    differences = some_differences(chance, players, [chance.randrange(20, 60) for _ in range(6)])
    rows, sides = [], []
    for (one, two), values in differences.items():
        row = [float(player == one) - float(player == two) for player in players[1:]]
        rows += [row] * len(values)
        sides += values
    expected, *_ = np.linalg.lstsq(np.array(rows), np.array(sides), rcond=None)
    found = ratings(players, differences)
    assert found["A"] == (0, 0)
    assert [found[player].points for player in players[1:]] == pytest.approx(list(expected))


def test_errors_of_ratings_are_those_of_deals() -> None:
    """With as many deals everywhere, a rating is the mean of what each deal says by itself."""
    differences = some_differences(Random(8), "ABC", [200] * 3)
    found = ratings("ABC", differences)
    ab, ac, bc = differences.values()
    of_b = [(-2 * x - y + z) / 3 for x, y, z in zip(ab, ac, bc, strict=True)]
    assert found["B"].points == pytest.approx(mean(of_b))
    assert found["B"].error == pytest.approx(stdev(of_b) / sqrt(200))


def test_the_error_of_a_rating_is_how_far_it_is_off() -> None:
    deals = [120, 60, 90]
    found = [ratings("ABC", some_differences(Random(seed), "ABC", deals))["C"] for seed in range(200)]
    spread = stdev([rating.points for rating in found])
    assert mean([rating.error for rating in found]) == pytest.approx(spread, rel=0.15)
    assert mean([rating.points for rating in found]) == pytest.approx(-20, abs=4 * spread / sqrt(200))


# --- times ---------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=80), st.sampled_from([0.5, 0.99]))
def test_a_share_of_the_moves_is_within_its_time(spent: list[int], share: float) -> None:
    times = Times()
    for time in spent:
        times.add(time)
    at = sorted(spent)[max(0, -int(-share * len(spent) // 1) - 1)]
    assert times.below(share) == pytest.approx(at, rel=0.006)
    assert times.longest == max(spent)
    assert times.mean == pytest.approx(mean(spent))
