"""Who probably has a hidden card: what a network believes, made to fit how many cards everybody has."""

from collections.abc import Sequence

from klaverjas.bots.memory import Memory
from klaverjas.cards import Card, Hand
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

ROUNDS = 20
LEAST = 1e-9


def holders(
    view: View, seat: Seat, memory: Memory, belief: Sequence[Sequence[float]]
) -> tuple[tuple[Card, tuple[float, ...]], ...]:
    """Of each hidden card: how likely each seat is to have it.

    *belief* is by card: weights for left, partner and right. Who cannot have a card does not have it; then cards and
    hands are scaled in turn until every card is somewhere and every hand is full.
    """
    others = [seat.after(turns) for turns in (1, 2, 3)]
    cards = list(Hand(memory.unseen))
    may = [memory.may_hold(other) for other in others]
    weights = [
        [max(belief[card][at], LEAST) if may[at] >> card & 1 else 0.0 for at in range(3)] for card in cards
    ]
    for _ in range(ROUNDS):
        for row in weights:
            _scale(row, 1.0)
        for at, other in enumerate(others):
            total = sum(row[at] for row in weights)
            by = view.counts[other] / total if total else 0.0
            for row in weights:
                row[at] *= by
    for row in weights:
        _scale(row, 1.0)
    told = []
    for card, row in zip(cards, weights, strict=True):
        by_seat = [0.0] * len(SEATS)
        for other, chance in zip(others, row, strict=True):
            by_seat[other] = chance
        told.append((card, tuple(by_seat)))
    return tuple(told)


def _scale(row: list[float], to: float) -> None:
    total = sum(row)
    if total:
        for at in range(len(row)):
            row[at] *= to / total
