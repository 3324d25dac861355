"""A round decision by decision: choosing troef, bidding and playing, each a number, as many rounds as one likes.

A round is a row of integers: a position (see :mod:`klaverjas.kernel.layout`), what was said before the play, and what
everybody has seen; beside it is a row of what both teams have taken. The table is strict and counts roem by itself,
so every decision is one of the seat whose turn it is.
"""

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.kernel.chance import after, stream
from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.layout import HANDS, LAID, POSITION, TAKEN, TAKEN_TRICKS, TRICK, TURN
from klaverjas.kernel.round.payoff import Payoff, final_score
from klaverjas.kernel.round.turns import play_card_to, playable, winning_place
from klaverjas.rules.auction import NO_BID, auction_over, raises
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.legal import correct_cards
from klaverjas.rules.trick import TRICKS, pot

# What a seat can do, as numbers; those that only players at a real table need are in klaverjas.environments.actions.
TROEFS = 32  # four, after the cards
PASS = 36
BIDS = 37  # of each amount, from 10 on: in four suits, and sans
STRAINS = 5
NO_ACTION = -1

# Where a round stands.
CHOOSING, BIDDING, PLAYING = 0, 1, 2

# A round, after its position.
PHASE = POSITION
NUMBER, DEALER = PHASE + 1, PHASE + 2
MAKER, BID, STRAIN, PASSES = (
    PHASE + 3,
    PHASE + 4,
    PHASE + 5,
    PHASE + 6,
)  # before the play: of the standing bid
LED_CARDS = PHASE + 7
PLAYED_BY = PHASE + 8  # the cards of each of four seats
IN_TRICK = PLAYED_BY + 4  # the cards of each of eight tricks
LACKS = IN_TRICK + TRICKS  # what each seat has shown not to hold
BIDS_IN = LACKS + 4  # of each strain: the amounts that were bid, sixteen bits for each seat
ROUND = BIDS_IN + STRAINS
AMOUNT_BITS = 16
LAST_BIT = 63
SIGN = -(1 << LAST_BIT)

LACKING = 5 * 2 * 4 * 32 * 32  # situations of a card: see lacking_at
_32_BITS = 0xFFFF_FFFF


class House(NamedTuple):
    """The rules of a table as integers."""

    auction: bool
    redeal: bool  # when all pass; otherwise somebody must choose
    least: int  # bid in a suit
    most: int
    least_sans: int
    most_sans: int
    raise_by: int
    duties: int
    four_alike: Sequence[int]
    lacking: Row  # by situation: what whoever plays this card does not hold
    contract: int
    roem_counts: bool
    pit: int
    tegenpit: int
    in_tens: bool
    first_dealer: int
    seed: int


@kernel
def lacking_at(card: int, led: int, winning: int, partner_winning: bool, troef: int) -> int:
    """Where it is found what a card tells."""
    return (((troef * 2 + (1 if partner_winning else 0)) * 4 + led) * 32 + winning) * 32 + card


def list_lacking(duties: int, lacking: Row) -> None:
    """For every situation: the cards of which not one is in the hand, if this card was correct.

    Two cards at a time: what is not correct from a hand of just these two is not correct from any that holds both.
    """
    for troef in range(NO_TROEF + 1):
        for partner in range(2):
            for led in range(4):
                for winning in range(32):
                    for card in range(32):
                        lacked = 0
                        for other in range(32):
                            both = 1 << card | 1 << other
                            if (
                                correct_cards(both, led, winning, partner == 1, troef, duties) >> card & 1
                                == 0
                            ):
                                lacked |= 1 << other
                        lacking[lacking_at(card, led, winning, partner == 1, troef)] = lacked


@kernel
def deal_hands(seed: int, number: int, deck: Row, row: Row) -> None:
    """The hands of a round, which its number and the seed decide; *deck* is 32 places to work in."""
    chance = stream(seed, number)
    for card in range(32):
        deck[card] = card
    for last in range(31, 7, -1):
        chance = after(chance)
        at = ((chance ^ chance >> 32) & _32_BITS) * (last + 1) >> 32
        deck[last], deck[at] = deck[at], deck[last]
    for seat in range(4):
        hand = 0
        for at in range(8 * seat, 8 * seat + 8):
            hand |= 1 << deck[at]
        row[HANDS + seat] = hand


@kernel
def begin_round(row: Row, taken: Row, number: int, house: House, deck: Row) -> None:
    """Deal; the dealer is the next one for each number."""
    for field in range(ROUND):
        row[field] = 0
    for field in range(TAKEN):
        taken[field] = 0
    deal_hands(house.seed, number, deck, row)
    row[NUMBER] = number
    row[DEALER] = house.first_dealer + number & 3
    row[TURN] = row[DEALER] + 1 & 3
    row[PHASE] = BIDDING if house.auction else CHOOSING


@kernel
def begin_play(row: Row, maker: int, strain: int, bid: int) -> None:
    row[MAKER] = maker
    row[STRAIN] = strain
    row[BID] = bid
    row[PHASE] = PLAYING
    row[TURN] = row[DEALER] + 1 & 3


@kernel
def bid_of(seat: int, amount: int) -> int:
    """Its bit among those that were bid: the highest bid of the last seat has the sign."""
    place = AMOUNT_BITS * seat + amount
    return SIGN if place == LAST_BIT else 1 << place


@kernel
def bid_or_pass(row: Row, action: int, house: House) -> bool:
    """A turn in the auction; gives whether the round is over, because nobody wanted it."""
    seat = row[TURN]
    row[TURN] = seat + 1 & 3
    if action != PASS:
        amount = (action - BIDS) // STRAINS
        row[MAKER] = seat
        row[STRAIN] = (action - BIDS) % STRAINS
        row[BID] = 10 * (amount + 1)
        row[PASSES] = 0
        row[BIDS_IN + row[STRAIN]] |= bid_of(seat, amount)
        return False
    row[PASSES] += 1
    if not auction_over(row[PASSES], row[BID]):
        return False
    if row[BID] != NO_BID:
        begin_play(row, row[MAKER], row[STRAIN], row[BID])
        return False
    row[PHASE] = CHOOSING
    return house.redeal


@kernel
def tricks_taken(taken: Row) -> int:
    return taken[TAKEN_TRICKS] + taken[TAKEN_TRICKS + 1]


@kernel
def lay_card(row: Row, taken: Row, card: int, house: House) -> None:
    """The player whose turn it is plays a card, and everybody sees it."""
    seat, laid, troef = row[TURN], row[LAID], row[STRAIN]
    if laid == 0:
        row[LED_CARDS] |= 1 << card
    else:
        best = winning_place(row, troef)
        told = lacking_at(card, row[TRICK] >> 3, row[TRICK + best], laid - best == 2, troef)
        row[LACKS + seat] |= house.lacking[told]
    row[PLAYED_BY + seat] |= 1 << card
    row[IN_TRICK + tricks_taken(taken)] |= 1 << card
    play_card_to(row, card, troef, house.four_alike, taken)


@kernel
def do_action(row: Row, taken: Row, action: int, house: House) -> bool:
    """The seat whose turn it is does what it may do; gives whether the round is over."""
    if row[PHASE] == PLAYING:
        lay_card(row, taken, action, house)
        return tricks_taken(taken) == TRICKS
    if row[PHASE] == BIDDING:
        return bid_or_pass(row, action, house)
    begin_play(row, row[TURN], action - TROEFS, house.least if house.auction else NO_BID)
    return False


@kernel
def score_of(row: Row, taken: Row, house: House) -> int:
    """Of a round that is over: the score of North and South minus that of the others; 0 if nobody wanted it."""
    if row[PHASE] != PLAYING:
        return 0
    payoff = Payoff(
        row[MAKER] & 1,
        house.contract,
        row[BID],
        house.roem_counts,
        house.pit,
        house.tegenpit,
        house.in_tens,
        pot(row[STRAIN]),
    )
    return final_score(taken, payoff)


@kernel
def list_actions(row: Row, house: House, mask: Row) -> int:
    """Mark the actions that are possible; gives the cards among them, as a set."""
    for action in range(len(mask)):
        mask[action] = 0
    if row[PHASE] == PLAYING:
        cards = playable(row, row[STRAIN], house.duties)
        for card in range(32):
            mask[card] = cards >> card & 1
        return cards
    if row[PHASE] == CHOOSING:
        for suit in range(4):
            mask[TROEFS + suit] = 1
        return 0
    mask[PASS] = 1
    for strain in range(STRAINS):
        sans = strain == NO_TROEF
        least, most = (house.least_sans, house.most_sans) if sans else (house.least, house.most)
        for points in range(least, most + 1, 10):
            if raises(points, sans, row[BID], row[STRAIN] == NO_TROEF, house.raise_by):
                mask[BIDS + (points // 10 - 1) * STRAINS + strain] = 1
    return 0


@kernel
def only_action(mask: Row) -> int:
    """The action that is possible, if there is one alone; else NO_ACTION."""
    only = NO_ACTION
    for action in range(len(mask)):
        if mask[action] != 0:
            if only != NO_ACTION:
                return NO_ACTION
            only = action
    return only


@kernel
def go_on(row: Row, taken: Row, mask: Row, action: int, house: House) -> bool:
    """Do an action, and then whatever there is no choice about; gives whether the round is over."""
    over = do_action(row, taken, action, house)
    while not over:
        list_actions(row, house, mask)
        only = only_action(mask)
        if only == NO_ACTION:
            return False
        over = do_action(row, taken, only, house)
    return True
