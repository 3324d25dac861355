"""What was said about troef tells about the hands of those who said it.

Whoever names a suit has a good one, whoever bids can hope to reach it, and whoever passes could not. How good a hand
is for that is counted as players count (:mod:`klaverjas.bots.knowledge.strength`), and people do not all count alike:
so it is a matter of more or less likely.
"""

from typing import Any

from klaverjas.bots.knowledge.conventions import (
    ACES_AND_TENS,
    ENOUGH,
    count_jacks_and_nines,
    lowest_bids,
    shows_jacks_and_nines,
)
from klaverjas.bots.knowledge.strength import BASE, SAFETY, SANS_BASE, needed, worth_by_cards
from klaverjas.cards import Suit
from klaverjas.events import BidMade, Passed, TroefChosen
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.rules.auction import Bid, possible_bids
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

SPREAD = 7.0  # points by which players count differently
NEVER = 0.02  # anything may be said for another reason
BY_CONVENTION = 0.8  # of those who bid 70 sans
A_JACK_COUNTS = 10.0  # half of what a jack more or less tells about such a bid, in points


def heard(view: View, worlds: Any) -> Any:
    """How likely each world makes what the others have said about troef."""
    weights = the_arrays().ones(len(worlds))
    dealt = [worlds[:, seat] | _played(view, seat) for seat in SEATS]
    standing: tuple[Seat, Bid] | None = None
    for event in view.events:
        match event:
            case TroefChosen(seat=seat, suit=suit) if seat != view.viewer:
                weights *= _named(dealt[seat], suit)
            case BidMade(seat=seat, bid=bid):
                if seat != view.viewer:
                    weights *= _bid(dealt[seat], bid, view)
                standing = seat, bid
            case Passed(seat=seat) if seat != view.viewer:
                if standing is None or standing[0] != seat.partner:
                    weights *= _passed(dealt[seat], standing[1] if standing else None, view)
    return weights


def expected(hands: Any, troef: Suit | None) -> Any:
    """The card points that each of these hands promises its team."""
    numpy = the_arrays()
    points = numpy.full(len(hands), SANS_BASE if troef is None else BASE)
    for suit in Suit:
        points += numpy.array(worth_by_cards(suit, troef))[hands >> 8 * suit & 0xFF]
    return points


def _played(view: View, seat: Seat) -> int:
    """The cards that a seat has played."""
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    return sum(
        1 << cards[(seat - leader) & 3]
        for leader, cards in (*tricks, (view.trick.leader, view.trick.cards))
        if (seat - leader) & 3 < len(cards)
    )


def _likely(spare: Any) -> Any:
    return NEVER + (1 - NEVER) / (1 + the_arrays().exp(-spare / SPREAD))


def _named(hands: Any, troef: Suit) -> Any:
    """Of the four suits this one was named."""
    numpy = the_arrays()
    chances = {suit: numpy.exp((expected(hands, suit) - BASE) / SPREAD) for suit in Suit}
    return NEVER + (1 - NEVER) * chances[troef] / sum(chances.values())


def _bid(hands: Any, bid: Bid, view: View) -> Any:
    """It promises what the bid needs, or jacks and nines."""
    natural = _likely(expected(hands, bid.suit) - needed(bid, view.rules) - SAFETY)
    if not shows_jacks_and_nines(bid, view.rules):
        return natural
    shown = _likely(A_JACK_COUNTS * (count_jacks_and_nines(hands) - ENOUGH + 0.5))
    return BY_CONVENTION * shown + (1 - BY_CONVENTION) * natural


def _passed(hands: Any, standing: Bid | None, view: View) -> Any:
    """None of the bids that could have been made was good enough."""
    numpy = the_arrays()
    most = numpy.full(len(hands), -1000.0)
    for bid in lowest_bids(possible_bids(standing, view.rules)):
        meant = ACES_AND_TENS if shows_jacks_and_nines(bid, view.rules) else bid
        most = numpy.maximum(most, expected(hands, bid.suit) - needed(meant, view.rules))
    return _likely(SAFETY - most)
