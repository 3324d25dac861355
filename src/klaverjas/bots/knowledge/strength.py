"""What a hand is worth with a suit as troef, or in sans; which suit to choose and what to bid.

Players count: the boer and the nel, the length of the suit, the aces beside it. What each counts for was fitted to
rounds that these bots played among themselves.

>>> hand = Hand.parse("HJ H9 HA H8 SA S7 CA D7")
>>> round(expected_points(hand, Suit.HEARTS)), round(expected_points(hand, Suit.DIAMONDS))
(132, 84)
"""

from functools import cache

from klaverjas.actions import ChooseTroef, MakeBid, Pass
from klaverjas.bots.advice import Advice
from klaverjas.bots.knowledge.conventions import (
    JACKS_AND_NINES,
    are_spoken,
    bids_to_weigh,
    shows_jacks_and_nines,
)
from klaverjas.cards import Card, Hand, Rank, Suit
from klaverjas.events import BidMade
from klaverjas.rules.auction import Bid
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import pot, troef_number
from klaverjas.seats import Seat
from klaverjas.view import View

# Card points that a hand's team can expect in its own suit: something for each of these, on top of BASE.
BASE = 43.0
BOER, NEL, TROEF_ACE, TROEF_TEN = 23.0, 9.0, 5.0, 2.0
EACH_TROEF = 7.5
ACE, GUARDED_TEN = 11.0, 3.7
AVERAGE = 79.0  # of a hand, with any suit
# The same in sans.
SANS_BASE = 45.0
SANS_ACE, SANS_GUARDED_TEN = 13.0, 5.0
SANS_LONG = 3.0  # for each card of a suit after the third
SANS_AVERAGE = 65.0
SAFETY = 6.0  # how far the expectation must be above a bid
JACKS_AND_NINES_HELP = 14.0  # what partner's jacks and nines add to a suit
JACKS_IN_SANS = 10.0  # and what they take from sans
ANY_SUIT = 1000.0  # is better than partner's jacks and nines in sans


_HIGH_TROEFS = ((Rank.JACK, BOER), (Rank.NINE, NEL), (Rank.ACE, TROEF_ACE), (Rank.TEN, TROEF_TEN))


def expected_points(hand: Hand, troef: Suit | None) -> float:
    """The card points that the player's team will take on average if it plays this."""
    base = SANS_BASE if troef is None else BASE
    return base + sum(worth_by_cards(suit, troef)[hand >> 8 * suit & 0xFF] for suit in Suit)


@cache
def worth_by_cards(suit: Suit, troef: Suit | None) -> tuple[float, ...]:
    """What the cards of a suit add to it, by the set of their ranks."""
    return tuple(_worth(Hand(ranks << 8 * suit), suit, troef) for ranks in range(256))


def _worth(cards: Hand, suit: Suit, troef: Suit | None) -> float:
    if suit == troef:
        high = sum(worth for rank, worth in _HIGH_TROEFS if Card.of(suit, rank) in cards)
        return EACH_TROEF * len(cards) + high
    ace = Card.of(suit, Rank.ACE) in cards
    guarded_ten = len(cards) > 1 and Card.of(suit, Rank.TEN) in cards
    if troef is None:
        return SANS_ACE * ace + SANS_GUARDED_TEN * guarded_ten + SANS_LONG * max(0, len(cards) - 3)
    return ACE * ace + GUARDED_TEN * guarded_ten


def choose_or_bid(view: View, seat: Seat, hand: Hand) -> Advice:
    """The best suit where one must be named; in an auction a bid that should be reached, or a pass."""
    if view.may.choose_troef:
        points = {suit: expected_points(hand, suit) for suit in Suit}
        best, second = sorted(Suit, key=lambda suit: -points[suit])[:2]
        counted = {"points": round(points[best]), "fewer": round(points[second])}
        return Advice.of(ChooseTroef(seat, best), "counted-troef", suit=best, next=second, **counted)
    bids = bids_to_weigh(view, hand)
    most = SAFETY
    match view.standing:
        case (who, bid) if who == seat.partner:
            if not shows_jacks_and_nines(bid, view.rules):
                return Advice.of(Pass(seat), "partners-bid", bid=bid)
            most = -ANY_SUIT
    found: Advice | None = None
    for bid in bids:
        expected = _expected_together(view, seat, hand, bid.suit)
        spare = expected - needed(bid, view.rules)
        if spare > most and not shows_jacks_and_nines(bid, view.rules):
            found, most = Advice.of(MakeBid(seat, bid), "counted-bid", points=round(expected), bid=bid), spare
    if found is None and JACKS_AND_NINES in bids and are_spoken(view.rules):
        found = Advice.of(MakeBid(seat, JACKS_AND_NINES), "shows-jacks", bid=JACKS_AND_NINES)
    return found or Advice(Pass(seat), "counted-pass")


def needed(bid: Bid, rules: RuleSet) -> float:
    """The card points that a bid must bring."""
    return bid.points if rules.contract == "bid" else pot(troef_number(bid.suit)) / 2


def _expected_together(view: View, seat: Seat, hand: Hand, suit: Suit | None) -> float:
    """What the team can expect; partner's bid in the same suit tells of partner's hand."""
    expected = expected_points(hand, suit)
    for event in reversed(view.events):
        if isinstance(event, BidMade) and event.seat == seat.partner:
            if shows_jacks_and_nines(event.bid, view.rules):
                return expected - JACKS_IN_SANS if suit is None else expected + JACKS_AND_NINES_HELP
            if event.bid.suit == suit:
                average = SANS_AVERAGE if suit is None else AVERAGE
                return event.bid.points + SAFETY + expected - average
    return expected
