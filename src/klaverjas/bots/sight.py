"""What a seat sees, told from its view in the words and numbers of :mod:`klaverjas.kernel.nn.observation`."""

from klaverjas.bots.knowledge.card_knowledge import CardKnowledge
from klaverjas.events import AuctionWon, BidMade, Passed, RoundEvent, TroefChosen
from klaverjas.kernel.layout import LAID, TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS, TRICK, TURN
from klaverjas.kernel.nn.observation import (
    BID_POINTS,
    BID_WORDS,
    CORE_WORDS,
    DEALER_IS,
    FACTS,
    HAND,
    IN_PHASE,
    LEADER_IS,
    LEADS,
    MAKER_IS,
    MAY_HOLD,
    MAY_PLAY,
    NUMBERS,
    ON_TABLE,
    OUR_CARDS,
    OUR_KNOCKS,
    OUR_ROEM,
    OUR_TRICKS,
    PLAYED,
    TRICK_CARDS,
    TROEF_IS,
    TROEF_SUIT,
    TURN_IS,
    WINNER_IS,
)
from klaverjas.kernel.round.steps import (
    AMOUNT_BITS,
    BID,
    BIDDING,
    BIDS_IN,
    CHOOSING,
    DEALER,
    IN_TRICK,
    LACKS,
    LED_CARDS,
    MAKER,
    PASSES,
    PHASE,
    PLAYED_BY,
    PLAYING,
    ROUND,
    STRAIN,
    bid_of,
)
from klaverjas.phase import TROEF
from klaverjas.rules.auction import NO_BID, auction_over
from klaverjas.rules.trick import SUIT_CARDS, troef_number
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View


def words_and_numbers(
    view: View, me: Seat, deciding: Seat | None, memory: CardKnowledge, phase: int | None = None
) -> tuple[list[int], list[int]]:
    """The words, those of an auction with them, and the numbers; *phase* is said where the view does not tell it."""
    words = [0] * (CORE_WORDS + BID_WORDS)
    words[HAND] = int(view.hand or 0)
    if deciding == me and phase is None:
        words[MAY_PLAY] = int(view.may.play)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    tricks.append((view.trick.leader, view.trick.cards))
    for number, (leader, cards) in enumerate(tricks):
        for place, card in enumerate(cards):
            words[PLAYED + (leader + place - me & 3)] |= 1 << card
            words[TRICK_CARDS + number] |= 1 << card
        if cards:
            words[LEADS] |= 1 << cards[0]
    for place, card in enumerate(view.trick.cards):
        words[ON_TABLE + (view.trick.leader + place - me & 3)] = 1 << card
    for turns in (1, 2, 3):
        words[MAY_HOLD + turns - 1] = memory.may_hold(me.after(turns))
    if view.makers is not None:
        words[TROEF_SUIT] = SUIT_CARDS[troef_number(view.troef)]
    words[FACTS] = _facts(view, me, deciding, _phase(view) if phase is None else phase)
    _look_back_at_bids(view, me, words)
    return words, _numbers(view, me)


def row_of(view: View, memory: CardKnowledge) -> tuple[list[int], list[int]]:
    """The round as :mod:`klaverjas.kernel.round.steps` has it, without the hands, and what both teams have taken."""
    row, taken = [0] * ROUND, [0] * TAKEN
    assert view.turn is not None
    row[TURN], row[DEALER], row[PHASE] = view.turn, view.dealer, _phase(view)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    tricks.append((view.trick.leader, view.trick.cards))
    for number, (leader, cards) in enumerate(tricks):
        for place, card in enumerate(cards):
            row[PLAYED_BY + (leader + place & 3)] |= 1 << card
            row[IN_TRICK + number] |= 1 << card
        if cards:
            row[LED_CARDS] |= 1 << cards[0]
    row[LAID] = len(view.trick.cards)
    row[TRICK : TRICK + row[LAID]] = view.trick.cards
    for seat in SEATS:
        row[LACKS + seat] = 0 if memory.caught[seat] else memory.lacks[seat]
    _say_what_was_bid(view, row)
    for trick in view.tricks:
        team = trick.winner & 1
        taken[TAKEN_CARDS + team] += trick.points
        taken[TAKEN_ROEM + team] += trick.roem
        taken[TAKEN_TRICKS + team] += 1
    return row, taken


def _say_what_was_bid(view: View, row: list[int]) -> None:
    for event in view.events:
        if isinstance(event, Passed):
            row[PASSES] += 1
        elif isinstance(event, BidMade):
            row[PASSES] = 0
            row[MAKER], row[BID], row[STRAIN] = event.seat, event.bid.points, troef_number(event.bid.suit)
            row[BIDS_IN + row[STRAIN]] |= bid_of(event.seat, event.bid.points // 10 - 1)
        elif isinstance(event, TroefChosen):
            row[MAKER], row[STRAIN] = event.seat, event.suit
            row[BID] = event.bid.points if event.bid else NO_BID


def _phase(view: View) -> int:
    if view.phase is not TROEF:
        return PLAYING
    all_passed = view.standing is None and auction_over(len(view.events), NO_BID)  # nothing but passes
    return CHOOSING if view.rules.troef == "forced" or all_passed else BIDDING


def _facts(view: View, me: Seat, deciding: Seat | None, phase: int) -> int:
    who: list[tuple[int, Seat | None]] = [
        (MAKER_IS, _maker(view.events)),
        (DEALER_IS, view.dealer),
        (LEADER_IS, view.trick.leader),
        (TURN_IS, deciding),
        (WINNER_IS, view.winning),
    ]
    facts = 1 << IN_PHASE + phase
    if view.makers is not None:
        facts |= 1 << TROEF_IS + troef_number(view.troef)
    for start, seat in who:
        if seat is not None:
            facts |= 1 << start + (seat - me & 3)
    return facts


def _maker(events: tuple[RoundEvent, ...]) -> Seat | None:
    return next((event.seat for event in events if isinstance(event, (TroefChosen, AuctionWon))), None)


def _look_back_at_bids(view: View, me: Seat, words: list[int]) -> None:
    if view.rules.troef != "auction":
        return
    for event in view.events:
        if isinstance(event, BidMade):
            half, second = divmod(event.seat - me & 3, 2)
            amount = event.bid.points // 10 - 1
            words[CORE_WORDS + 2 * troef_number(event.bid.suit) + half] |= 1 << AMOUNT_BITS * second + amount


def _numbers(view: View, me: Seat) -> list[int]:
    cards, roem, tricks = [0, 0], [0, 0], [0, 0]
    for trick in view.tricks:
        team = trick.winner & 1
        cards[team] += trick.points
        roem[team] += trick.roem
        tricks[team] += 1
    bid = view.bid or (view.standing[1] if view.standing else None)
    numbers = [0] * NUMBERS
    parts = (
        (OUR_CARDS, cards),
        (OUR_ROEM, roem),
        (OUR_TRICKS, tricks),
        (OUR_KNOCKS, view.knocks),
    )
    for start, points in parts:
        numbers[start], numbers[start + 1] = points[me & 1], points[1 - (me & 1)]
    numbers[BID_POINTS] = bid.points if bid else 0
    return numbers
