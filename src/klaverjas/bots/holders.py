"""Who probably has a hidden card: what a network believes, made to fit how many cards everybody has."""

from collections import Counter
from collections.abc import Mapping, Sequence

from klaverjas.bots.memory import Memory
from klaverjas.cards import Card, Hand
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

ROUNDS = 200  # at most
NEAR = 0.001  # cards
LEAST = 1e-9
ANYBODY = 0b111


def holders(
    view: View, seat: Seat, memory: Memory, belief: Sequence[Sequence[float]]
) -> tuple[tuple[Card, tuple[float, ...]], ...]:
    """Of each hidden card: how likely each seat is to have it.

    *belief* is by card: weights for left, partner and right. Who cannot have a card in any deal that is left does not
    have it; then cards and hands are scaled in turn until every card is somewhere and every hand is full.
    """
    others = [seat.after(turns) for turns in (1, 2, 3)]
    cards = list(Hand(memory.unseen))
    counts = [view.counts[other] for other in others]
    may = [sum(1 << at for at in range(3) if memory.may_hold(others[at]) >> card & 1) for card in cards]
    if not _can_lie(Counter(may), counts):
        may = [ANYBODY] * len(cards)  # somebody has played an incorrect card: nobody is believed
    kinds = Counter(may)
    can = {
        who: sum(
            1 << at
            for at in range(3)
            if who >> at & 1 and _can_lie(kinds - Counter([who]) + Counter([1 << at]), counts)
        )
        for who in kinds
    }
    weights = [
        [max(belief[card][at], LEAST) if can[who] >> at & 1 else 0.0 for at in range(3)]
        for card, who in zip(cards, may, strict=True)
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


def _can_lie(kinds: Mapping[int, int], counts: Sequence[int]) -> bool:
    """Whether cards can lie so that everybody has as many as he has; *kinds* is how many there are that only these
    (a set) may have.

    They can if there are not too many that only some of them may have, whoever these are.
    """
    return all(
        sum(number for who, number in kinds.items() if who & ~some == 0)
        <= sum(count for at, count in enumerate(counts) if some >> at & 1)
        for some in range(ANYBODY + 1)
    )


def _scale(row: list[float], to: float) -> None:
    total = sum(row)
    if total:
        for at in range(len(row)):
            row[at] *= to / total
