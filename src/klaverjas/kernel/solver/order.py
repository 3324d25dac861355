"""The cards to try: those that promise most first, and of cards that are the same only one."""

from klaverjas.kernel.bits import only_card
from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.round.suit_tables import MASKS, Tables
from klaverjas.kernel.solver.frame import (
    BEST,
    BETWEEN,
    CARD,
    CARDS,
    CORRECT,
    DUTY_MATTERED,
    FIRST_CARD,
    INFINITE,
    LED,
    LEFT,
    LYING,
    MATTERED,
    NEEDED,
    NEXT,
    PLAYED,
    SEAT,
    WANTED,
    WINNER,
    WINNING,
    SearchQuery,
    at_least,
    contested,
    live_fours,
    suit_left,
)
from klaverjas.kernel.solver.suits import Suits, live_of
from klaverjas.rules.legal import BEAT_LED_TROEF, TRUMP_PARTNER, correct_cards
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import card_points


@kernel
def power(hand: int, led: int, troef: int, tables: Tables) -> int:
    """How strong the best is that a hand can do in a trick: 0 for a card that cannot win it, troef over all."""
    following = suit_left(hand, led)
    if following != 0:
        return tables.power[1 if led == troef else 0, following]
    return tables.power[1, suit_left(hand, troef)]


@kernel
def enough_to_take(
    frame: Row, led: int, standing: int, hands: Row, troef: int, tables: Tables
) -> tuple[int, int]:
    """How strong a card must be for one's own side to take the trick, if each later player takes it where he can.

    Stronger than the first number, or no stronger than the second: then an opponent leaves it to partner.
    """
    seat = frame[SEAT]
    if frame[PLAYED] == 3:
        return (-1 if (frame[WINNER] ^ seat) & 1 == 0 else standing), -1
    next = power(hands[seat + 1 & 3], led, troef, tables)
    if frame[PLAYED] == 2:
        partner_wins = (frame[WINNER] ^ seat) & 1 == 0 and next <= standing
        return (-1 if partner_wins else max(standing, next - 1)), -1
    third = power(hands[seat + 2 & 3], led, troef, tables)
    if frame[PLAYED] == 1:
        if third <= standing:
            return max(standing, next - 1), -1
        return (-1 if third > next else max(standing, next - 1)), standing
    last = power(hands[seat + 3 & 3], led, troef, tables)
    return max(next - 1, last), (next - 1 if third > next and third > last else -1)


@kernel
def duty_mattered(frame: Row, hand: int, question: SearchQuery, tables: Tables) -> int:
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
def live_cards(seen: int, question: SearchQuery, suits: Suits) -> int:
    """The cards that can still make roem."""
    if question.our_roem | question.their_roem == 0:
        return 0
    live = 0
    for suit in range(4):
        live |= live_of(suits.facts[suit * MASKS + suit_left(seen, suit)]) << suit * 8
    fours = live_fours(seen, question)
    return live | fours | fours << 8 | fours << 16 | fours << 24


@kernel
def list_cards(frame: Row, hands: Row, question: SearchQuery, suits: Suits, tables: Tables) -> None:
    """The cards to try, each with what it promises; of touching cards that count the same, one.

    Points and roem go where the trick goes; strong cards and troefs are kept; whatever can still make roem is
    better gone, since a position without it has more that are like it.
    """
    troef = question.troef
    seat = frame[SEAT]
    hand = hands[seat]
    played = frame[PLAYED]
    correct = hand
    frame[DUTY_MATTERED] = 0
    if played != 0:
        partner_winning = played >= 2 and (frame[WINNER] ^ seat) & 1 == 0
        correct = correct_cards(hand, frame[LED], frame[WINNING], partner_winning, troef, question.duties)
        frame[DUTY_MATTERED] = duty_mattered(frame, hand, question, tables)
    frame[MATTERED] = frame[DUTY_MATTERED]
    frame[CORRECT] = correct
    frame[NEXT] = 0
    frame[BEST] = -INFINITE
    frame[NEEDED] = frame[WANTED] * (1 - 2 * (seat & 1)) + (seat & 1)
    if correct & correct - 1 == 0:
        frame[FIRST_CARD] = only_card(correct)
        frame[CARDS] = 1
        return
    seen = frame[LEFT] | frame[LYING]
    live = live_cards(seen, question, suits)
    between = seen & ~correct | live
    frame[BETWEEN] = between
    led = frame[LED]
    enough = 0
    little = 0
    if played != 0:
        standing = power(1 << frame[WINNING], led, troef, tables)
        enough, little = enough_to_take(frame, led, standing, hands, troef, tables)
    number = 0
    while correct != 0:
        card = only_card(correct & -correct)
        suit = card >> 3
        kind = 1 if suit == troef else 0
        if played == 0 and suit != led:
            led = suit
            enough, little = enough_to_take(frame, led, 0, hands, troef, tables)
        correct &= ~(tables.alike[kind, suit_left(between, suit), card & 7] << suit * 8)
        mine = 0
        if kind == 1 or suit == led:
            mine = tables.power[kind, 1 << (card & 7)]
        is_live = live >> card & 1
        roem = 0
        if played >= 2 and live != 0:
            roem = 4 * roem_points(frame[LYING] | 1 << card, troef, question.four_alike)
        if mine > enough or mine <= little:
            score = tables.gained[kind, card & 7] + 40 * is_live + roem
        else:
            score = tables.lost[kind, card & 7] + 10 * is_live - roem
        frame[FIRST_CARD + number] = score * 32 + card
        number += 1
    frame[CARDS] = number


@kernel
def next_card(frame: Row) -> int:
    """The best of the cards that have not been tried."""
    best = frame[NEXT]
    for at in range(frame[NEXT] + 1, frame[CARDS]):
        if frame[FIRST_CARD + at] > frame[FIRST_CARD + best]:
            best = at
    chosen = frame[FIRST_CARD + best]
    frame[FIRST_CARD + best] = frame[FIRST_CARD + frame[NEXT]]
    frame[FIRST_CARD + frame[NEXT]] = chosen
    frame[NEXT] += 1
    return chosen & 31


@kernel
def skip_touching(frame: Row, value: int, troef: int, tables: Tables) -> None:
    """Cards that touch the one just tried bring no more than their points make of it: those need not be tried.

    *value* is what that one brought to the player's own side.
    """
    tried = frame[CARD]
    suit = tried >> 3
    kind = 1 if suit == troef else 0
    touching = tables.touching[kind, suit_left(frame[BETWEEN], suit), tried & 7] << suit * 8
    at = frame[NEXT]
    while at < frame[CARDS]:
        card = frame[FIRST_CARD + at] & 31
        skipped = False
        if touching >> card & 1 != 0:
            most = value + 2 * abs(card_points(card, troef) - card_points(tried, troef))
            skipped = most < frame[NEEDED]
            if skipped:
                frame[BEST] = max(frame[BEST], most)
        if skipped:
            frame[CARDS] -= 1
            frame[FIRST_CARD + at] = frame[FIRST_CARD + frame[CARDS]]
        else:
            at += 1


@kernel
def all_that_mattered(frame: Row, troef: int, tables: Tables) -> int:
    """Where the rank of one of two touching cards mattered, that of the other one did, too: it was not tried."""
    mattered = frame[MATTERED]
    correct = frame[CORRECT]
    if mattered & correct == 0 or mattered & correct == correct:
        return mattered
    for suit in range(4):
        weaker = suit_left(correct & ~mattered, suit)
        if weaker == 0 or suit_left(correct & mattered, suit) == 0:
            continue
        kind = 1 if suit == troef else 0
        best = tables.weakest[kind, weaker, tables.cards_in[weaker] - 1]
        group = tables.touching[kind, suit_left(frame[BETWEEN], suit), best] & suit_left(correct, suit)
        if group & suit_left(mattered, suit) != 0:
            mattered |= at_least(suit * 8 + tables.weakest[kind, group, 0], troef, tables)
    return mattered
