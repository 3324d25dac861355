"""Who probably has a hidden card: what a network believes, made to fit how many cards everybody has."""

from collections.abc import Sequence

from klaverjas.bots.knowledge.card_knowledge import CardKnowledge
from klaverjas.cards import Card, Hand
from klaverjas.kernel.ismcts.api import hidden_deals
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

ROUNDS = 200  # at most
NEAR = 0.001  # cards
LEAST = 1e-9


def holders(
    view: View, seat: Seat, memory: CardKnowledge, belief: Sequence[Sequence[float]]
) -> tuple[tuple[Card, tuple[float, ...]], ...]:
    """Of each hidden card: how likely each seat is to have it.

    *belief* is by card: weights for left, partner and right. Who cannot have a card in any deal that is left does not
    have it; then cards and hands are scaled in turn until every card is somewhere and every hand is full.
    """
    others = [seat.after(turns) for turns in (1, 2, 3)]
    hidden = memory.unseen
    cards = list(Hand(hidden))
    counts = [view.counts[other] for other in others]
    may = [memory.may_hold(other) & hidden for other in others]
    if not hidden_deals(hidden, may, counts):
        may = [hidden] * 3  # somebody has played an incorrect card: nobody is believed
    weights = [
        [max(belief[card][at], LEAST) if _can_have(card, at, may, hidden, counts) else 0.0 for at in range(3)]
        for card in cards
    ]
    for _ in range(ROUNDS):
        for row in weights:
            _scale(row, 1.0)
        off = 0.0
        for at, count in enumerate(counts):
            total = sum(row[at] for row in weights)
            off = max(off, abs(total - count))
            for row in weights:
                row[at] *= count / total if total else 0.0
        if off < NEAR:
            break
    for row in weights:
        _scale(row, 1.0)
    told = []
    for card, row in zip(cards, weights, strict=True):
        by_seat = [0.0] * len(SEATS)
        for other, chance in zip(others, row, strict=True):
            by_seat[other] = chance
        told.append((card, tuple(by_seat)))
    return tuple(told)


def _can_have(card: Card, at: int, may: Sequence[int], hidden: int, counts: Sequence[int]) -> bool:
    """Whether one of them has the card in any deal that is left."""
    others_without = [cards if who == at else cards & ~(1 << card) for who, cards in enumerate(may)]
    return bool(may[at] >> card & 1 and hidden_deals(hidden, others_without, counts))


def _scale(row: list[float], to: float) -> None:
    total = sum(row)
    if total:
        for at in range(len(row)):
            row[at] *= to / total
