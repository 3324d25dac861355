"""What the search looks up: everything about the cards of one suit that the rules say, as arrays.

A suit's cards are a mask of eight bits. Every table comes twice: for a plain suit (0) and for troef (1).
"""

from functools import cache
from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Grid, Row, integers, the_arrays
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.roem import run_cards
from klaverjas.rules.trick import beats, card_points

PLAIN, TROEF = 0, 1
RANKS, MASKS = 8, 256
NO_CARD = -1


class Tables(NamedTuple):
    """Made once; the same for every deal and every table. How early a card is tried was found by counting positions."""

    strength: Grid  # [kind, rank]: from 0, the weakest
    points: Grid  # [kind, rank]
    higher: Grid  # [kind, rank]: the ranks that beat it
    weakest: Grid  # [kind, mask, n]: the n-th weakest rank, NO_CARD behind the last
    power: Grid  # [kind, mask]: how strong its strongest card is, from 1; 0 without cards; troef from 9
    alike: (
        Grid  # [kind, mask, rank]: ranks that count the same, with none of the mask between; at least itself
    )
    touching: Grid  # [kind, mask, rank]: ranks with none of the mask between, whatever they count
    place: Grid  # [kind, mask, rank]: how many cards of the mask are weaker
    down_to: (
        Grid  # [kind, mask, n]: the ranks that are as strong as the n-th strongest of the mask, or stronger
    )
    total: Grid  # [kind, mask]: the points of all its cards
    gained: Grid  # [kind, rank]: how early a card is tried with which the trick is taken
    lost: Grid  # [kind, rank]: and one with which it is not
    slack: Grid  # [kind, mask, mask]: how far the points of two sequences are apart
    cards_in: Row  # [mask]: how many cards
    runs: Row  # masks that are a run, three or four cards


@cache
def tables() -> Tables:
    """The tables, from the rules over integers.

    >>> tables().weakest[TROEF, 0b1101_0000]  # jack, king and ace of troef, the weakest first
    array([ 6,  7,  4, -1, -1, -1, -1, -1, -1])
    """
    numpy = the_arrays()
    ranks = range(RANKS)
    strength, points, higher = integers(2, RANKS), integers(2, RANKS), integers(2, RANKS)
    power, total = integers(2, MASKS), integers(2, MASKS)
    alike, touching = integers(2, MASKS, RANKS), integers(2, MASKS, RANKS)
    weakest = integers(2, MASKS, RANKS + 1, filled=NO_CARD)
    down_to = integers(2, MASKS, RANKS + 1)
    place = integers(2, MASKS, RANKS, filled=NO_CARD)
    worth = integers(2, MASKS, RANKS)  # points from the weakest card up
    for kind, troef in ((PLAIN, NO_TROEF), (TROEF, 0)):  # spades as a plain suit, and as troef
        for rank in ranks:
            points[kind, rank] = card_points(rank, troef)
            strength[kind, rank] = sum(beats(rank, other, troef) for other in ranks)
            higher[kind, rank] = sum(1 << other for other in ranks if beats(other, rank, troef))
        by_strength = sorted(ranks, key=strength[kind].__getitem__)
        for mask in range(MASKS):
            cards = [rank for rank in by_strength if mask >> rank & 1]
            for at, rank in enumerate(cards):
                weakest[kind, mask, at] = rank
                place[kind, mask, rank] = at
                worth[kind, mask, at] = points[kind, rank]
                down_to[kind, mask, len(cards) - at] = higher[kind, rank] | 1 << rank
            if cards:
                power[kind, mask] = 1 + strength[kind, cards[-1]] + RANKS * kind
            for at, rank in enumerate(by_strength):
                for step in (-1, 1):
                    other = at
                    while 0 <= other < RANKS and not mask >> by_strength[other] & 1:
                        touching[kind, mask, rank] |= 1 << by_strength[other]
                        other += step
                touching[kind, mask, rank] |= 1 << rank
                alike[kind, mask, rank] = sum(
                    1 << near
                    for near in ranks
                    if touching[kind, mask, rank] >> near & 1 and points[kind, near] == points[kind, rank]
                )
            total[kind, mask] = sum(points[kind, rank] for rank in cards)
    apart = abs(worth[:, :, None, :] - worth[:, None, :, :]).sum(axis=-1)
    return Tables(
        strength=strength,
        points=points,
        higher=higher,
        weakest=weakest,
        power=power,
        alike=alike,
        touching=touching,
        place=place,
        down_to=down_to,
        total=total,
        gained=1000 + 4 * points - strength - numpy.array([[0], [80]]),
        lost=-4 * points - strength - numpy.array([[0], [10]]),
        slack=apart.astype(numpy.uint8),
        cards_in=numpy.array([mask.bit_count() for mask in range(MASKS)]),
        runs=numpy.array(
            [mask for mask in range(MASKS) if mask.bit_count() in (3, 4) and run_cards(mask) == mask]
        ),
    )
