"""What the search knows of a suit: looked up by the cards that are left, and told apart where it must be."""

from collections import defaultdict
from itertools import combinations
from random import Random
from typing import Any

import pytest

from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.round.suit_tables import MASKS, tables
from klaverjas.kernel.solver.suits import (
    NOBODY,
    SECOND,
    Suits,
    known_of,
    live_of,
    look_at_suits,
    new_scratch,
    new_suits,
    number_of,
    owners_of,
)
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.roem import run_points, stuk_cards
from klaverjas.rules.trick import card_points

TABLES: Any = tables()


def looked_at(chance: Random, troef: int) -> tuple[list[int], Suits]:
    deck = chance.sample(range(32), 32)
    owner = integers(32)
    for at, card in enumerate(deck):
        owner[card] = at // 8 if chance.random() < 0.9 else NOBODY
    suits = new_suits()
    look_at_suits(owner, troef, integers(4, filled=1), TABLES, suits, new_scratch())
    return [int(who) for who in owner], suits


def roem_sets(owner: list[int], suit: int, mask: int, troef: int) -> set[frozenset[int]]:
    """The runs and stuk that can still be made with these cards: found by trying all."""
    ranks = [rank for rank in range(8) if mask >> rank & 1]
    found = set()
    for size in (2, 3, 4):
        for chosen in combinations(ranks, size):
            cards = sum(1 << suit * 8 + rank for rank in chosen)
            owners = {owner[suit * 8 + rank] for rank in chosen}
            whole = run_points(cards) > 0 and max(chosen) - min(chosen) == size - 1 and size > 2
            if len(owners) == size and (whole or (size == 2 and stuk_cards(cards, troef) == cards)):
                found.add(frozenset(chosen))
    return found


def from_the_top(mask: int, kind: int) -> list[int]:
    count = mask.bit_count()
    return [int(TABLES.weakest[kind, mask, count - 1 - at]) for at in range(count)]


@pytest.mark.parametrize("troef", [0, 2, NO_TROEF])
def test_what_counts_as_alike_has_the_same_owners_and_the_same_roem(troef: int) -> None:
    for seed in range(3):
        owner, suits = looked_at(Random(seed), troef)
        for suit in range(4):
            kind = int(suit == troef)
            there = sum(1 << rank for rank in range(8) if owner[suit * 8 + rank] != NOBODY)
            alike = defaultdict(set)
            for mask in range(MASKS):
                if mask & ~there:
                    continue
                facts = int(suits.facts[suit * MASKS + mask])
                order = from_the_top(mask, kind)
                sets = roem_sets(owner, suit, mask, troef)
                live = {rank for cards in sets for rank in cards}
                assert live_of(facts) == sum(1 << rank for rank in live)
                owners = tuple(owner[suit * 8 + rank] for rank in order)
                places = frozenset(frozenset(order.index(rank) for rank in cards) for cards in sets)
                lowest = max((order.index(rank) for rank in live), default=-1)
                if kind:
                    alike[number_of(facts), 0].add((owners, owners, places))
                else:
                    known = owners_of(facts) >> 16 - 2 * known_of(facts)
                    alike[number_of(facts), known].add((tuple(sorted(owners)), owners[: lowest + 1], places))
            assert all(len(same) == 1 for same in alike.values())
            assert len(alike) > 1


def test_no_more_roem_is_made_than_is_thought_possible() -> None:
    """With the cards of one suit: the best way to make runs of them, each card once."""

    def most(sets: list[frozenset[int]], used: frozenset[int]) -> int:
        best = 0
        for at, cards in enumerate(sets):
            if not cards & used:
                worth = run_points(sum(1 << rank for rank in cards))
                best = max(best, worth + most(sets[at + 1 :], used | cards))
        return best

    for seed in range(3):
        owner, suits = looked_at(Random(seed + 50), NO_TROEF)
        for suit in range(4):
            for mask in range(MASKS):
                if all(owner[suit * 8 + rank] != NOBODY for rank in range(8) if mask >> rank & 1):
                    sets = sorted(roem_sets(owner, suit, mask, NO_TROEF), key=sorted)
                    points = sum(card_points(rank, NO_TROEF) for rank in range(8) if mask >> rank & 1)
                    ours, theirs = divmod(int(suits.bounds[suit * MASKS + mask]), 1 << SECOND)
                    assert ours == theirs >= points + most(sets, frozenset())
