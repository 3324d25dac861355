"""Counts of correct sequences, by three programs: interpreted, compiled, and the naive one."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import naive
from compiled import compile_function
from klaverjas.cards import ALL_CARDS
from klaverjas.rules.legal import duties_of
from klaverjas.rules.named import NAMED
from perft import (
    FOLDER,
    Position,
    as_integers,
    below_each_first_card,
    count_sequences,
    perft,
    read_positions,
    work_space,
)

NAIVE_LIMIT = 5_000  # sequences; beyond that the naive program takes too long

POSITIONS = [position for name in NAMED for position in read_positions(name)]
BY_NAME = pytest.mark.parametrize("position", POSITIONS, ids=[f"{at.rules}-{at.name}" for at in POSITIONS])


@cache
def compiled_count() -> Callable[..., object]:
    return compile_function(count_sequences)


def test_every_named_rule_set_has_a_perft_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.perft")} == set(NAMED)
    assert all(read_positions(name) for name in NAMED)


@BY_NAME
def test_perft_interpreted(position: Position) -> None:
    duties = duties_of(NAMED[position.rules])
    for depth, count in position.counts:
        found = perft(position, duties, depth)
        assert found == count, f"depth {depth}: {below_each_first_card(position, duties, depth)}"


@BY_NAME
def test_perft_compiled(position: Position) -> None:
    compiled = compiled_count()
    hands, leader, troef = as_integers(position)
    duties = duties_of(NAMED[position.rules])
    for depth, count in position.counts:
        work = np.array(work_space(depth))
        assert compiled(np.array(hands), leader, troef, duties, depth, ALL_CARDS, work) == count


@BY_NAME
def test_perft_naive(position: Position) -> None:
    rules = NAMED[position.rules].to_json()
    hands = {seat: set(cards) for seat, cards in position.hands.items()}
    for depth, count in position.counts:
        if count <= NAIVE_LIMIT:
            assert naive.perft(hands, position.lead, position.troef, rules, depth) == count
