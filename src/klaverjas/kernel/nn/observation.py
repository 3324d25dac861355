"""What a seat sees of a round, as words of 32 bits and a few numbers; and many rounds, a decision of each at a time.

Everything is told from where the seat sits: itself first, then the seats to its left, partner, right. Words are sets
of cards unless said otherwise. :mod:`klaverjas.environments.observations` tells the same from a view.
"""

from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Row, Rows, kernel
from klaverjas.kernel.layout import HANDS, LAID, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS, TRICK, TURN
from klaverjas.kernel.round.steps import (
    AMOUNT_BITS,
    BID,
    BIDS_IN,
    DEALER,
    IN_TRICK,
    LACKS,
    LED_CARDS,
    MAKER,
    NUMBER,
    PHASE,
    PLAYED_BY,
    PLAYING,
    STRAIN,
    STRAINS,
    House,
    begin_round,
    do_action,
    list_actions,
    score_of,
)
from klaverjas.kernel.round.turns import winning_place
from klaverjas.rules.trick import SUIT_CARDS, TRICKS

# The words.
HAND = 0
MAY_PLAY = 1
PLAYED = 2  # by each of the four seats
TRICK_CARDS = 6  # of each of the eight tricks
ON_TABLE = 14  # the card of each of the four seats
MAY_HOLD = 18  # the hidden cards that left, partner and right can have
LEADS = 21  # the cards with which tricks began
TROEF_SUIT = 22  # all cards of it
FACTS = 23  # bits, see below
CORE_WORDS = 24
BID_WORDS = 10  # of each strain two: the amounts that the seat and left have bid, those of partner and right

# The facts: one bit of each.
IN_PHASE, TROEF_IS, MAKER_IS, DEALER_IS, LEADER_IS, TURN_IS, WINNER_IS = 0, 4, 9, 13, 17, 21, 25

# The numbers, of the seat's team and then of the others.
OUR_CARDS, OUR_ROEM, OUR_TRICKS, BID_POINTS = 0, 2, 4, 6
ROEM_THERE, OUR_KNOCKS = 7, 8  # which only a table where roem is claimed needs
NUMBERS = 10
NEXT_ROUND = -1


class Seen(NamedTuple):
    """What the seats to act see, a row for each round."""

    words: Rows
    numbers: Rows
    masks: Rows  # of each action: whether it is possible
    turns: Row  # who is to act
    rounds: Row  # which round it is


@kernel
def facts_of(row: Row, me: int) -> int:
    """The bits about who is who."""
    phase, turn, dealer = row[PHASE], row[TURN], row[DEALER]
    leader = dealer + 1
    facts = 1 << IN_PHASE + phase | 1 << DEALER_IS + (dealer - me & 3) | 1 << TURN_IS + (turn - me & 3)
    if phase == PLAYING:
        leader = turn - row[LAID]
        facts |= 1 << TROEF_IS + row[STRAIN] | 1 << MAKER_IS + (row[MAKER] - me & 3)
        if row[LAID] != 0:
            facts |= 1 << WINNER_IS + (leader + winning_place(row, row[STRAIN]) - me & 3)
    return facts | 1 << LEADER_IS + (leader - me & 3)


@kernel
def look_back_at_bids(row: Row, me: int, words: Row) -> None:
    """Who has bid what: since every bid goes over the last, that tells their order too."""
    for strain in range(STRAINS):
        bids = row[BIDS_IN + strain]
        for half in range(2):
            first, second = me + 2 * half & 3, me + 2 * half + 1 & 3
            amounts = bids >> AMOUNT_BITS * first & 0xFFFF
            words[CORE_WORDS + 2 * strain + half] = amounts | (bids >> AMOUNT_BITS * second & 0xFFFF) << 16


@kernel
def look(row: Row, taken: Row, me: int, may_play: int, words: Row, numbers: Row) -> None:
    """What a seat sees."""
    hand = row[HANDS + me]
    hidden = (row[HANDS] | row[HANDS + 1] | row[HANDS + 2] | row[HANDS + 3]) & ~hand
    words[HAND] = hand
    words[MAY_PLAY] = may_play
    leader, laid = row[TURN] - row[LAID], row[LAID]
    for turns in range(4):
        seat = me + turns & 3
        words[PLAYED + turns] = row[PLAYED_BY + seat]
        place = seat - leader & 3
        words[ON_TABLE + turns] = 1 << row[TRICK + place] if place < laid else 0
        if turns > 0:
            words[MAY_HOLD + turns - 1] = hidden & ~row[LACKS + seat]
    for trick in range(TRICKS):
        words[TRICK_CARDS + trick] = row[IN_TRICK + trick]
    words[LEADS] = row[LED_CARDS]
    words[TROEF_SUIT] = SUIT_CARDS[row[STRAIN]] if row[PHASE] == PLAYING else 0
    words[FACTS] = facts_of(row, me)
    if len(words) > CORE_WORDS:
        look_back_at_bids(row, me, words)
    for team in range(2):
        whose = me + team & 1
        numbers[OUR_CARDS + team] = taken[TAKEN_CARDS + whose]
        numbers[OUR_ROEM + team] = taken[TAKEN_ROEM + whose]
        numbers[OUR_TRICKS + team] = taken[TAKEN_TRICKS + whose]
    numbers[BID_POINTS] = row[BID]


def first_impossible(actions: Row, masks: Rows) -> int:
    """The first round whose action is not possible, or -1."""
    for at in range(len(actions)):
        action = actions[at]
        if action < 0 or action >= len(masks[at]) or masks[at][action] == 0:
            return at
    return -1


@kernel
def begin_or_go_on(
    at: int,
    number: int,
    done: bool,
    rounds: Rows,
    taken: Rows,
    house: House,
    together: int,
    deck: Row,
    seen: Seen,
    rewards: Rows,
    dones: Row,
) -> None:
    """Begin the round with this number, or the next one where a round is done; then tell what is seen."""
    row = rounds[at]
    score = score_of(row, taken[at], house) if done else 0
    if number != NEXT_ROUND:
        begin_round(row, taken[at], number, house, deck)
    elif done:
        begin_round(row, taken[at], row[NUMBER] + together, house, deck)
    for seat in range(4):
        rewards[at][seat] = score if seat & 1 == 0 else -score
    dones[at] = done
    me = row[TURN]
    cards = list_actions(row, house, seen.masks[at])
    look(row, taken[at], me, cards, seen.words[at], seen.numbers[at])
    seen.turns[at] = me
    seen.rounds[at] = row[NUMBER]


@kernel
def step_round(
    at: int,
    action: int,
    rounds: Rows,
    taken: Rows,
    house: House,
    fresh: bool,
    together: int,
    deck: Row,
    seen: Seen,
    rewards: Rows,
    dones: Row,
) -> None:
    """One decision in one of many rounds; where it was the last, the round so many (*together*) further on begins.

    With *fresh* nothing is decided: the round begins whose number is the action.
    """
    done = False
    if not fresh:
        done = do_action(rounds[at], taken[at], action, house)
    begin_or_go_on(
        at, action if fresh else NEXT_ROUND, done, rounds, taken, house, together, deck, seen, rewards, dones
    )


def step_rounds(
    actions: Row,
    rounds: Rows,
    taken: Rows,
    house: House,
    fresh: bool,
    together: int,
    deck: Row,
    seen: Seen,
    rewards: Rows,
    dones: Row,
) -> None:
    """One decision in each of many rounds: see :func:`step_round`."""
    for at in range(len(actions)):
        step_round(at, actions[at], rounds, taken, house, fresh, together, deck, seen, rewards, dones)
