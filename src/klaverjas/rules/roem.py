"""Roem: runs, four alike, stuk (Rules 5.1-5.3).

>>> from klaverjas.rules.named import ROTTERDAM
>>> for part in roem_parts(Hand.parse("CJ CQ CK H7"), Suit.CLUBS, ROTTERDAM):
...     print(part.kind, part.points, part.cards)
run3 20 CK CQ CJ
stuk 20 CK CQ
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from klaverjas.cards import Hand, Suit
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.integers import over_integers
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import troef_number

RUN_OF_THREE: Final = 20
RUN_OF_FOUR: Final = 50
STUK: Final = 20
MOST_ROEM: Final = FIELDS["four_alike"].most  # more than that no table can count

# Ranks at which a run of three can begin, in every suit: neighbouring bits, no wrap to the next suit.
_THREE_STARTS: Final = 0x3F3F_3F3F
# By troef suit; in sans cards that do not exist.
KING_AND_QUEEN: Final = (0x60, 0x6000, 0x60_0000, 0x6000_0000, 0x60_0000_0000)
_ONE_RANK: Final = 0x0101_0101


@over_integers
def run_starts(cards: int) -> int:
    """The cards of a trick at which three in a row begin, as a set; two of them in a run of four."""
    return cards & cards >> 1 & cards >> 2 & _THREE_STARTS


@over_integers
def run_cards(cards: int) -> int:
    """The run in the cards of a trick, as a set; empty without one. Four cards hold one at most."""
    starts = run_starts(cards)
    return starts | starts << 1 | starts << 2


@over_integers
def run_points(cards: int) -> int:
    """Three in a row 20, four 50, not also 20 (Rules 5.2)."""
    starts = run_starts(cards)
    if starts == 0:
        return 0
    if starts & starts >> 1 != 0:
        return RUN_OF_FOUR
    return RUN_OF_THREE


@over_integers
def stuk_cards(cards: int, troef: int) -> int:
    """King and queen of troef, if both are there; never in sans (Rules 5.2)."""
    if cards & KING_AND_QUEEN[troef] == KING_AND_QUEEN[troef]:
        return KING_AND_QUEEN[troef]
    return 0


@over_integers
def alike(cards: int) -> int:
    """The rank of which all four cards are there, as a bit, or 0 (Rules 5.3)."""
    of_two_suits = cards & cards >> 16
    return of_two_suits & of_two_suits >> 8


@over_integers
def four_alike_rank(cards: int) -> int:
    """The rank of which all four cards are there, or -1."""
    bit = alike(cards)
    for rank in range(8):
        if bit == 1 << rank:
            return rank
    return -1


@over_integers
def run_and_stuk_points(cards: int, troef: int) -> int:
    """The roem in the cards of one trick, unless they are four alike."""
    if cards & cards >> 1 == 0:
        return 0  # no two that are neighbours, as king and queen are
    points = run_points(cards)
    if stuk_cards(cards, troef) != 0:
        return points + STUK
    return points


@over_integers
def roem_points(cards: int, troef: int, four_alike: Sequence[int]) -> int:
    """All roem in the cards of one trick; *four_alike* holds the points by rank."""
    if alike(cards) != 0:  # one card of each suit: neither a run nor stuk
        return four_alike[four_alike_rank(cards)]
    return run_and_stuk_points(cards, troef)


@over_integers
def roem_cards(cards: int, troef: int, four_alike: Sequence[int]) -> int:
    """The cards that make the roem in the cards of one trick, as a set; empty where :func:`roem_points` is 0."""
    making = run_cards(cards) | stuk_cards(cards, troef)
    rank = four_alike_rank(cards)
    if rank >= 0 and four_alike[rank] != 0:
        return making | _ONE_RANK << rank
    return making


RoemKind = Literal["run3", "run4", "stuk", "four"]


@dataclass(frozen=True)
class RoemPart:
    kind: RoemKind
    points: int
    cards: Hand


def roem_parts(cards: Hand, troef: Suit | None, rules: RuleSet) -> tuple[RoemPart, ...]:
    """The combinations that lie in the cards of a trick, and what each counts."""
    parts = []
    if run := Hand(run_cards(cards)):
        kind: RoemKind = "run4" if len(run) == 4 else "run3"
        parts.append(RoemPart(kind, run_points(cards), run))
    if stuk := Hand(stuk_cards(cards, troef_number(troef))):
        parts.append(RoemPart("stuk", STUK, stuk))
    if (rank := four_alike_rank(cards)) >= 0 and (points := rules.four_alike[rank]):
        parts.append(RoemPart("four", points, Hand(_ONE_RANK << rank)))
    return tuple(parts)


def registered_cards(table: Sequence[int], troef: Suit | None, registered: int, rules: RuleSet) -> Hand:
    """The cards that make the roem which is registered, of those on the table, in the order played.

    What a later card has added, and nobody has claimed yet, is not among them (Rules 5.4).

    >>> from klaverjas.cards import parse_cards
    >>> from klaverjas.rules.named import ROTTERDAM
    >>> registered_cards(parse_cards("HT HJ HQ HK"), Suit.CLUBS, 20, ROTTERDAM)
    Hand.parse('HT HQ HJ')
    """
    lying = 0
    for card in table:
        lying |= 1 << card
        if registered and roem_points(lying, troef_number(troef), rules.four_alike) == registered:
            return Hand(roem_cards(lying, troef_number(troef), rules.four_alike))
    return Hand()


def claimable_amounts(rules: RuleSet) -> tuple[int, ...]:
    """The amounts that roem can be at this table: what it makes sense to claim (Rules 5.4)."""
    runs = {RUN_OF_THREE, RUN_OF_THREE + STUK, RUN_OF_FOUR, RUN_OF_FOUR + STUK}
    return tuple(sorted(runs | {points for points in rules.four_alike if points}))
