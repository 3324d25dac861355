"""The search: with all hands open, do North and South get at least so much more than West and East?

One question at a time, without recursion. Three things make it quick.

**Good cards first.** Those with which one's own side takes the trick, if each later player takes it where he can;
in nineteen of twenty positions in which a card answers the question, the first one does.

**Positions that are the same for its purpose.** At the start of a trick the answer is looked up. What is known of
one position holds for another in which the same players own the cards that mattered, in the same order; what
the cards count may differ, and the bound is widened by that difference. Which cards mattered the search finds
out by itself: the rank of a card matters when it wins from another card of its suit, and where a duty depends
on it. Troef is compared wholly, and so are cards that can still make roem.

**Cards that are the same.** Two cards of a hand with none between them give the same play; only their points
can differ.
"""

from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.round.suit_tables import MASKS, Tables
from klaverjas.kernel.solver.frame import (
    BEST,
    CARD,
    CARDS,
    DUTY_MATTERED,
    GAIN,
    LEFT,
    LYING,
    MATTERED,
    NEEDED,
    NEXT,
    PLAYED,
    SEAT,
    TRICK_MATTERED,
    WANTED,
    WINNING,
    SearchQuery,
    contested,
    last_trick,
    lay,
    live_fours,
    suit_left,
)
from klaverjas.kernel.solver.order import all_that_mattered, list_cards, next_card, skip_touching
from klaverjas.kernel.solver.suits import SECOND, Suits
from klaverjas.kernel.solver.transposition import TranspositionTable, recall, remember
from klaverjas.rules.trick import LAST_TRICK, beats

FIRST_STEP = 12  # from the guess to the second question
NEXT_STEPS = 6  # how much further each time


@kernel
def least_and_most(left: int, question: SearchQuery, suits: Suits) -> tuple[int, int]:
    """North and South get no less, and no more, than this from the start of a trick on."""
    bounds = 0
    for suit in range(4):
        bounds += suits.bounds[suit * MASKS + suit_left(left, suit)]
    least = -LAST_TRICK * question.theirs - (bounds >> SECOND)
    most = LAST_TRICK * question.ours + (bounds & (1 << SECOND) - 1)
    fours = live_fours(left, question)
    if fours != 0:
        for rank in range(8):
            if fours >> rank & 1 != 0:
                least -= question.four_alike[rank] * question.their_roem
                most += question.four_alike[rank] * question.our_roem
    return least, most


@kernel
def known_at_once(
    frame: Row, hands: Row, question: SearchQuery, suits: Suits, tables: Tables, memory: TranspositionTable
) -> tuple[bool, int]:
    """When a trick is over: whether the question needs no search any more, and with which bound."""
    frame[LEFT] = hands[0] | hands[1] | hands[2] | hands[3]
    frame[MATTERED] = 0
    hand = hands[frame[SEAT]]
    if hand == 0:
        return True, 0
    if hand & hand - 1 == 0:
        return True, last_trick(frame, hands, question, tables)
    least, most = least_and_most(frame[LEFT], question, suits)
    if frame[WANTED] > most:
        return True, most
    if frame[WANTED] <= least:
        return True, least
    return recall(frame, question, suits, tables, memory)


@kernel
def reaches(
    wanted: int, hands: Row, question: SearchQuery, suits: Suits, tables: Tables, memory: TranspositionTable
) -> int:
    """From the position in the first frame: a bound that says whether North and South get at least *wanted*.

    What is returned is at least *wanted*, and they get no less than that; or it is less, and they get no more.
    """
    frames = memory.frames
    troef = question.troef
    memory.counted[1] += 1
    level = 0
    frames[0][WANTED] = wanted
    entering = True
    value = 0
    mattered = 0
    while True:
        frame = frames[level]
        if entering:
            memory.counted[0] += 1
            frame[LEFT] = hands[0] | hands[1] | hands[2] | hands[3]
            list_cards(frame, hands, question, suits, tables)
        else:
            card = frame[CARD]
            seat = frame[SEAT]
            hands[seat] ^= 1 << card
            value += frame[GAIN]
            mattered |= frame[TRICK_MATTERED]
            sign = 1 - 2 * (seat & 1)
            settled = sign * value >= frame[NEEDED]
            frame[BEST] = max(frame[BEST], sign * value)
            if settled:
                frame[CARDS] = 0
                mattered |= frame[DUTY_MATTERED]
            else:
                frame[MATTERED] |= mattered
                if frame[NEXT] < frame[CARDS]:
                    skip_touching(frame, sign * value, troef, tables)
        if frame[NEXT] >= frame[CARDS]:
            value = frame[BEST] * (1 - 2 * (frame[SEAT] & 1))
            if frame[CARDS] != 0:
                mattered = all_that_mattered(frame, troef, tables)
            if level == 0:
                return value
            if frame[PLAYED] == 0:
                remember(frame, value, mattered, question, suits, tables, memory)
            level -= 1
            entering = False
            continue
        card = next_card(frame)
        frame[CARD] = card
        hands[frame[SEAT]] ^= 1 << card
        after = frames[level + 1]
        frame[GAIN] = lay(frame, after, card, hands, question)
        after[WANTED] = frame[WANTED] - frame[GAIN]
        frame[TRICK_MATTERED] = 0
        if frame[PLAYED] == 3:
            lying = frame[LYING] | 1 << card
            winning = card if beats(card, frame[WINNING], troef) else frame[WINNING]
            frame[TRICK_MATTERED] = contested(winning, lying, troef, tables)
            known, value = known_at_once(after, hands, question, suits, tables, memory)
            if known:
                memory.counted[0] += 1
                mattered = after[MATTERED]
                entering = False
                continue
        level += 1
        entering = True


@kernel
def next_question(low: int, high: int, bounds: tuple[int, int], asked: int) -> int:
    """What to ask next of a value between *low* and *high*: further on until it is passed, then halfway."""
    step = FIRST_STEP + NEXT_STEPS * asked
    if low == bounds[0]:
        return max(high - step, low + 1)
    if high == bounds[1]:
        return min(low + step, high)
    return low + (high - low + 1) // 2


@kernel
def exact_value(
    guess: int,
    bounds: tuple[int, int],
    hands: Row,
    question: SearchQuery,
    suits: Suits,
    tables: Tables,
    memory: TranspositionTable,
) -> int:
    """What North and South get from the position in the first frame, by a few questions around a guess.

    Exact within the *bounds*; what is not above the lower one comes out as that, and above the upper one anyhow.
    """
    low, high = bounds
    wanted = min(max(guess, low + 1), high)
    asked = 0
    while low < high:
        value = reaches(wanted, hands, question, suits, tables, memory)
        if value >= wanted:
            low = value
        else:
            high = value
        wanted = next_question(low, high, bounds, asked)
        asked += 1
    return low
