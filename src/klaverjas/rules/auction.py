"""Bidding for troef (Rules 3.2-3.6).

>>> Bid.parse("80sans").said("nl"), str(Bid.parse("90H"))
('80 sans', '90H')
"""

import re
from dataclasses import dataclass
from typing import Final, Self

from klaverjas.cards import Suit
from klaverjas.errors import Refusal, TextError
from klaverjas.rules.integers import over_integers
from klaverjas.rules.ruleset import RuleSet
from klaverjas.sentences import Language

NO_BID: Final = 0
PASSES_AFTER_A_BID: Final = 3  # that many in a row end the auction (3.4)
PASSES_WITHOUT_A_BID: Final = 4  # that many from the start pass the deal out (3.5)


@over_integers
def least_bid(standing: int, standing_sans: bool, sans: bool, least: int, step: int) -> int:
    """The lowest amount that may be bid now (Rules 3.3).

    *standing* is the highest amount so far or ``NO_BID``, *least* the table's lowest bid in a suit or in sans.
    """
    lowest = least
    if standing != NO_BID:
        lowest = standing + step
        if sans and not standing_sans:
            lowest = standing
    if lowest < least:
        return least
    return lowest


@over_integers
def auction_over(passes: int, standing: int) -> bool:
    """Whether the bidding ends, after that many passes in a row (Rules 3.4, 3.5)."""
    if standing == NO_BID:
        return passes == PASSES_WITHOUT_A_BID
    return passes == PASSES_AFTER_A_BID


_BID = re.compile(r"([1-9][0-9]{1,2})(sans|[SHCD])")


@dataclass(frozen=True)
class Bid:
    """An amount, and a suit or sans (None)."""

    points: int
    suit: Suit | None

    @classmethod
    def parse(cls, text: str) -> Self:
        match = _BID.fullmatch(text)
        if match is None:
            raise TextError("unknown-bid", text=text[:40])
        return cls(int(match[1]), None if match[2] == "sans" else Suit.parse(match[2]))

    def said(self, language: Language) -> str:
        return f"{self.points} {'sans' if self.suit is None else self.suit.said(language)}"

    def __str__(self) -> str:
        return f"{self.points}{'sans' if self.suit is None else self.suit.letter}"

    def __repr__(self) -> str:
        return f"Bid.parse('{self}')"


def limits(standing: Bid | None, *, sans: bool, rules: RuleSet) -> tuple[int, int]:
    """The lowest and the highest amount that may be bid now; nothing, when the first is above the second."""
    least, most = (rules.min_bid_sans, rules.max_bid_sans) if sans else (rules.min_bid, rules.max_bid)
    if least is None or most is None or rules.bid_step is None:
        return 1, 0
    points, standing_sans = (standing.points, standing.suit is None) if standing else (NO_BID, False)
    return least_bid(points, standing_sans, sans, least, rules.bid_step), most


def check_bid(bid: Bid, standing: Bid | None, rules: RuleSet) -> None:
    """Refuse a bid that may not be made over *standing*."""
    sans = bid.suit is None
    if sans and not rules.sans:
        raise Refusal("no-sans")
    if bid.points % 10:
        raise Refusal("bid-not-tens", bid=bid)
    least, most = limits(standing, sans=sans, rules=rules)
    if bid.points > most:
        raise Refusal("bid-too-high", bid=bid, most=most)
    if bid.points < least:
        raise Refusal("bid-too-low", bid=bid, least=least)


def possible_bids(standing: Bid | None, rules: RuleSet) -> tuple[Bid, ...]:
    """Every bid that may be made over *standing*, lowest first; sans after the suits of its amount."""
    bids = []
    for suit in (*Suit, None):
        least, most = limits(standing, sans=suit is None, rules=rules)
        bids += [Bid(points, suit) for points in range(least + -least % 10, most + 1, 10)]
    return tuple(sorted(bids, key=lambda bid: bid.points))
