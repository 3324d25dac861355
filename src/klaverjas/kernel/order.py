"""The cards to try: those that promise most first, and of cards that are the same only one."""

from klaverjas.kernel.frame import (
    BEST,
    BEST_CARD,
    CARDS,
    DUTY_MATTERED,
    FIRST_CARD,
    FIRST_GROUP,
    GROUPS,
    INFINITE,
    LED,
    LEFT,
    LYING,
    MATTERED,
    NEXT,
    PLAYED,
    SEAT,
    WANTED,
    WINNER,
    WINNING,
    Question,
    at_least,
    contested,
    live_fours,
    suit_left,
)
from klaverjas.kernel.machine import Row, kernel
from klaverjas.kernel.suits import Suits
from klaverjas.kernel.tables import Tables
from klaverjas.rules.legal import BEAT_LED_TROEF, TRUMP_PARTNER, correct_cards
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import beats, card_points

FIRST = 5000  # before every other card


@kernel
def team_takes_trick(frame: Row, card: int, hands: Row, troef: int, tables: Tables) -> bool:
    """Whether the player's own side takes the trick with this card, if each later player takes it where he can."""
    seat = frame[SEAT]
    led = card >> 3
    winning = card
    winner = seat
    if frame[PLAYED] != 0:
        led = frame[LED]
        if not beats(card, frame[WINNING], troef):
            winning = frame[WINNING]
            winner = frame[WINNER]
    for step in range(1, 4 - frame[PLAYED]):
        other = seat + step & 3
        if (other ^ winner) & 1 == 0:
            continue
        following = suit_left(hands[other], led)
        if following != 0:
            if winning >> 3 == led:
                kind = 1 if led == troef else 0
                following &= tables.higher[kind, winning & 7]
                if following != 0:
                    winning = led * 8 + tables.top[kind, following]
                    winner = other
        elif troef < 4:
            troefs = suit_left(hands[other], troef)
            if winning >> 3 == troef:
                troefs &= tables.higher[1, winning & 7]
            if troefs != 0:
                winning = troef * 8 + tables.top[1, troefs]
                winner = other
    return (winner ^ seat) & 1 == 0


@kernel
def promise(frame: Row, card: int, live: int, hands: Row, question: Question, tables: Tables) -> int:
    """How early a card is tried: the higher, the earlier.

    Points and roem go where the trick goes; strong cards and troefs are kept; whatever can still make roem is
    better gone, since a position without it has more that are like it. The numbers were found by counting positions.
    """
    troef = question.troef
    kind = 1 if card >> 3 == troef else 0
    points = 4 * tables.points[kind, card & 7]
    strength = tables.strength[kind, card & 7]
    if frame[PLAYED] >= 2 and question.our_roem | question.their_roem != 0:
        points += 4 * roem_points(frame[LYING] | 1 << card, troef, question.four_alike)
    if team_takes_trick(frame, card, hands, troef, tables):
        return 1000 + points - strength - 80 * kind + 40 * live
    return -points - strength - 10 * kind + 10 * live


@kernel
def duty_mattered(frame: Row, hand: int, question: Question, tables: Tables) -> int:
    """The cards whose rank decided which cards of the hand are correct (Rules 4.3-4.6), as a set."""
    troef = question.troef
    if frame[PLAYED] == 0 or troef >= 4 or suit_left(hand, troef) == 0:
        return 0
    winning = frame[WINNING]
    if suit_left(hand, frame[LED]) != 0:
        if frame[LED] == troef and question.duties & BEAT_LED_TROEF != 0:
            return at_least(winning, troef, tables)
        return 0
    if winning >> 3 == troef:
        return at_least(winning, troef, tables) | contested(winning, frame[LYING], troef, tables)
    if question.duties & TRUMP_PARTNER == 0:
        return contested(winning, frame[LYING], troef, tables)
    return 0


@kernel
def list_cards(frame: Row, first: int, hands: Row, question: Question, suits: Suits, tables: Tables) -> None:
    """The cards to try, best first; of touching cards that count the same, one. Cards that touch are a group."""
    troef = question.troef
    hand = hands[frame[SEAT]]
    partner_winning = frame[PLAYED] >= 2 and (frame[WINNER] ^ frame[SEAT]) & 1 == 0
    correct = correct_cards(hand, frame[LED], frame[WINNING], partner_winning, troef, question.duties)
    frame[DUTY_MATTERED] = duty_mattered(frame, hand, question, tables)
    seen = frame[LEFT] | frame[LYING]
    live = 0
    if question.our_roem | question.their_roem != 0:
        for suit in range(4):
            live |= suits.live[suit, suit_left(seen, suit)]
        fours = live_fours(seen, question)
        live |= fours | fours << 8 | fours << 16 | fours << 24
    number = 0
    groups = 0
    for suit in range(4):
        mine = suit_left(correct, suit)
        if mine == 0:
            continue
        kind = 1 if suit == troef else 0
        all_seen = suit_left(seen, suit)
        before = -1  # one's own card before this one
        place = -1
        for at in range(tables.cards_in[mine]):
            rank = tables.weakest[kind, mine, at]
            card = suit * 8 + rank
            below = place
            place = tables.place[kind, all_seen, rank]
            touching = before >= 0 and place == below + 1 and (live >> card | live >> before) & 1 == 0
            if not touching:
                frame[FIRST_GROUP + groups] = 0
                groups += 1
            frame[FIRST_GROUP + groups - 1] |= 1 << card
            same = touching and card_points(card, troef) == card_points(before, troef)
            before = card
            if same:
                continue
            score = FIRST
            if card != first and correct & correct - 1 != 0:
                score = promise(frame, card, live >> card & 1, hands, question, tables)
            spot = number
            while spot > 0 and frame[FIRST_CARD + 3 * spot - 2] < score:
                for field in range(3):
                    frame[FIRST_CARD + 3 * spot + field] = frame[FIRST_CARD + 3 * spot + field - 3]
                spot -= 1
            frame[FIRST_CARD + 3 * spot] = card
            frame[FIRST_CARD + 3 * spot + 1] = score
            frame[FIRST_CARD + 3 * spot + 2] = groups - 1
            number += 1
    frame[CARDS] = number
    frame[GROUPS] = groups
    frame[NEXT] = 0
    frame[BEST_CARD] = -1
    frame[MATTERED] = frame[DUTY_MATTERED]
    frame[BEST] = -INFINITE if frame[SEAT] & 1 == 0 else INFINITE


@kernel
def skip_touching(frame: Row, value: int, troef: int) -> None:
    """Cards that touch the one just tried bring no more than their points make of it: those need not be tried."""
    tried = frame[FIRST_CARD + 3 * (frame[NEXT] - 1)]
    group = frame[FIRST_CARD + 3 * (frame[NEXT] - 1) + 2]
    at = frame[NEXT]
    while at < frame[CARDS]:
        card = frame[FIRST_CARD + 3 * at]
        skipped = False
        if frame[FIRST_CARD + 3 * at + 2] == group:
            apart = 2 * abs(card_points(card, troef) - card_points(tried, troef))
            if frame[SEAT] & 1 == 0:
                skipped = value + apart < frame[WANTED]
                if skipped:
                    frame[BEST] = max(frame[BEST], value + apart)
            else:
                skipped = value - apart >= frame[WANTED]
                if skipped:
                    frame[BEST] = min(frame[BEST], value - apart)
        if not skipped:
            at += 1
            continue
        for field in range(FIRST_CARD + 3 * at, FIRST_CARD + 3 * (frame[CARDS] - 1)):
            frame[field] = frame[field + 3]
        frame[CARDS] -= 1
