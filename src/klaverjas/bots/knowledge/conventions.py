"""Bids that tell partner something (Rules 3.8): 70 sans shows jacks and nines, 80 sans aces and tens.

Jacks and nines are the highest troefs, whatever suit it will be, and worth nothing in sans. So whoever hears
70 sans from his partner does not leave it at that: he names his own best suit, in which the boer or the nel is
likely to lie opposite. 80 sans is meant to be played, unless partner has a better suit.
"""

from collections.abc import Iterable
from typing import Any, Final

from klaverjas.cards import Card, Hand, Rank, Suit
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.rules.auction import Bid
from klaverjas.rules.ruleset import RuleSet
from klaverjas.view import View

JACKS_AND_NINES: Final = Bid(70, None)
ACES_AND_TENS: Final = Bid(80, None)
A_JACK, A_NINE = 2, 1
ENOUGH = 5  # two jacks and a nine, or more


def are_spoken(rules: RuleSet) -> bool:
    """Whether the table has an auction that begins with these bids."""
    return rules.sans and rules.min_bid_sans == JACKS_AND_NINES.points


def jacks_and_nines(hand: Hand) -> int:
    """How many, a jack counting for two nines.

    >>> jacks_and_nines(Hand.parse("SJ S9 HJ H7 C8 CK DA DQ"))
    5
    """
    return sum(
        A_JACK * (Card.of(suit, Rank.JACK) in hand) + A_NINE * (Card.of(suit, Rank.NINE) in hand)
        for suit in Suit
    )


def count_jacks_and_nines(hands: Any) -> Any:
    """The same for many hands at once."""
    numpy = the_arrays()
    total = numpy.zeros(len(hands))
    for suit in Suit:
        total += A_JACK * (hands >> Card.of(suit, Rank.JACK) & 1) + A_NINE * (
            hands >> Card.of(suit, Rank.NINE) & 1
        )
    return total


def shows_jacks_and_nines(bid: Bid, rules: RuleSet) -> bool:
    return bid == JACKS_AND_NINES and are_spoken(rules)


def lowest_bids(bids: Iterable[Bid]) -> list[Bid]:
    """The lowest of the possible bids in each suit and in sans."""
    lowest: dict[Suit | None, Bid] = {}
    for bid in bids:
        lowest.setdefault(bid.suit, bid)
    return list(lowest.values())


def bids_to_weigh(view: View, hand: Hand) -> list[Bid]:
    """The lowest possible bid in each suit and in sans; 70 sans only with jacks and nines, and 80 instead without."""
    bids = lowest_bids(view.may.bids)
    shows = JACKS_AND_NINES in bids and are_spoken(view.rules)
    if shows and jacks_and_nines(hand) < ENOUGH and ACES_AND_TENS in view.may.bids:
        bids[bids.index(JACKS_AND_NINES)] = ACES_AND_TENS
    return bids
