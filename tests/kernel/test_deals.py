"""Deals of hidden cards: as many as there are, each as likely as another, and none that cannot be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from chance import fits
from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.ismcts.api import hidden_deals, some_deals
from klaverjas.kernel.round.hidden_deals import OTHERS, dealt, new_splits
from soak import SEED

Three = tuple[int, int, int]


def sets_of(cards: int, number: int) -> Iterator[int]:
    for chosen in combinations([1 << card for card in range(32) if cards >> card & 1], number):
        yield sum(chosen)


def every_deal(hidden: int, allowed: Sequence[int], counts: Sequence[int]) -> list[Three]:
    """By trying all."""
    return [
        (first, second, third)
        for first in sets_of(hidden & allowed[0], counts[0])
        for second in sets_of(hidden & allowed[1] & ~first, counts[1])
        if not (third := hidden & ~first & ~second) & ~allowed[2] and third.bit_count() == counts[2]
    ]


def some_case(chance: Random, most: int) -> tuple[int, Three, Three]:
    """Hidden cards, of which each of the others may hold some."""
    counts = (chance.randint(0, most), chance.randint(0, most), chance.randint(0, most))
    hidden = sum(1 << card for card in chance.sample(range(32), sum(counts)))
    often = chance.choice((0.5, 0.8, 1.0))
    first, second, third = (
        sum(1 << card for card in range(32) if chance.random() < often) for _ in range(OTHERS)
    )
    return hidden, (first, second, third), counts


def test_deals_are_counted_as_by_trying_all() -> None:
    chance = Random(SEED)
    counted = Counter[bool]()
    for _ in range(400):
        hidden, allowed, counts = some_case(chance, 3)
        deals = len(every_deal(hidden, allowed, counts))
        assert hidden_deals(hidden, allowed, counts) == deals
        counted[deals > 0] += 1
    assert min(counted[True], counted[False]) > 50


def test_every_deal_is_as_likely_as_another() -> None:
    chance = Random(f"likely {SEED}")
    tried = 0
    while tried < 12:
        hidden, allowed, counts = some_case(chance, 3)
        deals = every_deal(hidden, allowed, counts)
        if not 2 <= len(deals) <= 500:
            continue
        tried += 1
        drawn = some_deals(hidden, allowed, counts, 40 * len(deals), chance.getrandbits(31))
        counted = Counter[Three]((int(first), int(second), int(third)) for first, second, third in drawn)
        fits(counted, dict.fromkeys(deals, 1.0))


def test_whole_hands_are_dealt_too() -> None:
    hidden = 0xFFFF_FF00
    counted = Counter[int]()
    for first, second, third in some_deals(hidden, (hidden,) * 3, (8, 8, 8), 2000, 3):
        assert first | second | third == hidden
        assert (int(first).bit_count(), int(second).bit_count(), int(third).bit_count()) == (8, 8, 8)
        counted.update(card for card in range(32) if int(first) >> card & 1)
    fits(counted, dict.fromkeys(range(8, 32), 1.0))


@pytest.mark.parametrize("seed", range(5))
def test_the_same_interpreted_and_compiled(seed: int) -> None:
    chance = Random(seed)
    while True:
        hidden, allowed, counts = some_case(chance, 8)
        if hidden_deals(hidden, allowed, counts):
            break
    by_hand = integers(20, OTHERS)
    may, have = integers(OTHERS), integers(OTHERS)
    may[:], have[:] = allowed, counts
    assert dealt(hidden, may, have, seed, new_splits(), by_hand) == hidden_deals(hidden, allowed, counts)
    assert (some_deals(hidden, allowed, counts, 20, seed) == by_hand).all()
