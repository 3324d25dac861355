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
def raises(points: int, sans: bool, standing: int, standing_sans: bool, step: int) -> bool:
    """Whether a bid goes over the *standing* one: by a step, or with sans over a suit at its amount (Rules 3.3)."""
    if standing == NO_BID:
        return True
    if sans and not standing_sans and points == standing:
        return True
    return points >= standing + step


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


def limits(rules: RuleSet, *, sans: bool) -> tuple[int, int]:
    """The table's lowest and highest bid in a suit, or in sans; no bid at all where the first is higher."""
    least, most = (rules.min_bid_sans, rules.max_bid_sans) if sans else (rules.min_bid, rules.max_bid)
    return (1, 0) if least is None or most is None else (least, most)


def goes_over(bid: Bid, standing: Bid | None, rules: RuleSet) -> bool:
    """Whether *bid* is high enough over *standing*."""
    if standing is None:
        return True
    sans = bid.suit is None
    return raises(bid.points, sans, standing.points, standing.suit is None, rules.bid_step or 0)


def check_bid(bid: Bid, standing: Bid | None, rules: RuleSet) -> None:
    """Refuse a bid that may not be made over *standing*."""
    if bid.suit is None and not rules.sans:
        raise Refusal("no-sans")
    if bid.points % 10:
        raise Refusal("bid-not-tens", bid=bid)
    least, most = limits(rules, sans=bid.suit is None)
    if bid.points > most:
        raise Refusal("bid-too-high", bid=bid, most=most)
    if bid.points < least or not goes_over(bid, standing, rules):
        higher = [
            other.points
            for other in possible_bids(standing, rules)
            if other.suit == bid.suit and other.points > bid.points
        ]
        if not higher:
            raise Refusal("bid-impossible", bid=bid)
        raise Refusal("bid-too-low", bid=bid, least=higher[0])


def possible_bids(standing: Bid | None, rules: RuleSet) -> tuple[Bid, ...]:
    """Every bid that may be made over *standing*, lowest first; sans after the suits of its amount."""
    bids = []
    for suit in (*Suit, None):
        least, most = limits(rules, sans=suit is None)
        bids += [Bid(points, suit) for points in range(least, most + 1, 10)]
    return tuple(sorted((bid for bid in bids if goes_over(bid, standing, rules)), key=lambda bid: bid.points))
