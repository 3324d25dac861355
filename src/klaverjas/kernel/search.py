"""The search: with all hands open, do North and South get at least so much more than West and East?

One question at a time, without recursion. Three things make it quick.

**Good cards first.** First the card that was best in a position like this; then those with which one's own
side takes the trick, if each later player takes it where he can.

**Positions that are the same for its purpose.** At the start of a trick the answer is looked up. What is known of
one position holds for another in which the same players own the cards that mattered, in the same order; what
the cards count may differ, and the bound is widened by that difference. Which cards mattered the search finds
out by itself: the rank of a card matters when it wins from another card of its suit, and where a duty depends
on it. Troef is compared wholly, and so are cards that can still make roem.

**Cards that are the same.** Two cards of a hand with none between them give the same play; only their points
can differ.
"""

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.kernel.machine import Grid, Row, Rows, integers, kernel
from klaverjas.kernel.suits import Suits
from klaverjas.kernel.tables import NO_CARD, Tables
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import BEAT_LED_TROEF, TRUMP_PARTNER, correct_cards
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import LAST_TRICK, beats, card_points

INFINITE = 1 << 14
FIRST = 5000  # before every other card
FIRST_STEP = 12  # from the guess to the second question
NEXT_STEPS = 6  # how much further each time

# A frame: where the play stands after so many cards, and how far the search is there.
SEAT = 0  # who is to play
LED = 1  # the suit, or NOTHING_LED
WINNING = 2  # the card
WINNER = 3  # who played it
PLAYED = 4  # how many cards lie there
LYING = 5  # which
POINTS = 6  # what they count
WANTED = 7  # the question: at least so much?
BEST = 8  # the best that was found: a bound
BEST_CARD = 9
CARDS = 10  # how many there are to try
NEXT = 11  # the next of them
KEY = 12  # under which a trick's start is kept
LEFT = 13  # all cards that are left in the hands
WHOLE = 14  # the suits of which the whole pattern is in the key
CARD = 15  # the one that is being tried
GAIN = 16  # what North and South get by it at once
MATTERED = 17  # cards whose rank mattered so far
DUTY_MATTERED = 18  # those of them that decided which cards are correct
TRICK_MATTERED = 19  # those of them that decided who took the trick
GROUPS = 20  # how many groups of touching cards
FIRST_CARD = 24  # the cards to try, with their score and group: three fields each
FIRST_GROUP = 50  # the groups, as sets
WIDTH = 64
DEPTH = 33

# The table of answers: buckets of eight.
BUCKET = 8
ANSWER_LEFT = 0
ANSWER_OWNERS = 1
ANSWER_MASK = 2
ANSWER_BOUND = 3
ANSWER_CARD = 4  # suit, place and whether it is a lower bound
ANSWER_WIDTH = 5

_EVERY_FIVE_BITS = 0x077C_B531
_PLACES = tuple(
    card for _, card in sorted((((1 << card) * _EVERY_FIVE_BITS >> 27 & 31), card) for card in range(32))
)


class Question(NamedTuple):
    """What is asked of every position of a deal, and what is known of the deal."""

    troef: int
    duties: int
    four_alike: Sequence[int]
    live_fours: int  # the ranks of which four alike can be made
    hands: Row  # as they were dealt, by seat
    # What points of cards and of roem count: 1 or 0, for North and South, and against them.
    ours: int
    our_roem: int
    theirs: int
    their_roem: int


class Memory(NamedTuple):
    """What the search remembers, and room to work in."""

    keys: Grid
    answers: Grid
    turn: Row  # which answer of a bucket gives way next
    frames: Rows
    counted: Row  # positions looked at; questions asked
    era: Row  # so that answers of another deal do not count


def new_memory(buckets: int = 1 << 13) -> Memory:
    return Memory(
        keys=integers(buckets, BUCKET),
        answers=integers(buckets, BUCKET, ANSWER_WIDTH),
        turn=integers(buckets),
        frames=integers(DEPTH, WIDTH),
        counted=integers(2),
        era=integers(1),
    )


# --- small things ---------------------------------------------------------------------------------


@kernel
def only_card(hand: int) -> int:
    """The card of a hand that has one: a product with a number in which every five bits are found once."""
    return _PLACES[hand * _EVERY_FIVE_BITS >> 27 & 31]


@kernel
def suit_left(left: int, suit: int) -> int:
    return left >> suit * 8 & 0xFF


@kernel
def at_least(card: int, troef: int, tables: Tables) -> int:
    """A card and all that beat it in its suit, as a set."""
    kind = 1 if card >> 3 == troef else 0
    return (tables.higher[kind, card & 7] | 1 << (card & 7)) << (card & 24)


@kernel
def contested(card: int, lying: int, troef: int, tables: Tables) -> int:
    """If the winning *card* won from another of its suit: the cards whose rank decided that, as a set."""
    suit = lying >> (card & 24) & 0xFF
    if suit & suit - 1 == 0:
        return 0
    return at_least(card, troef, tables)


@kernel
def signed(points: int, roem: int, winner: int, question: Question) -> int:
    """What a trick is worth to North and South."""
    if winner & 1 == 0:
        return points * question.ours + roem * question.our_roem
    return -points * question.theirs - roem * question.their_roem


@kernel
def live_fours(cards: int, question: Question) -> int:
    """The ranks of which four alike can still be made."""
    return cards & cards >> 8 & cards >> 16 & cards >> 24 & question.live_fours


@kernel
def lay(now: Row, after: Row, card: int, hands: Row, question: Question) -> int:
    """The position *after* a card, of which the hand has been freed; what North and South get by it."""
    troef = question.troef
    seat = now[SEAT]
    points = card_points(card, troef)
    if now[PLAYED] == 0:
        after[LED] = card >> 3
        after[WINNING] = card
        after[WINNER] = seat
        after[LYING] = 1 << card
        after[POINTS] = points
    else:
        after[LED] = now[LED]
        after[WINNING] = now[WINNING]
        after[WINNER] = now[WINNER]
        if beats(card, now[WINNING], troef):
            after[WINNING] = card
            after[WINNER] = seat
        after[LYING] = now[LYING] | 1 << card
        after[POINTS] = now[POINTS] + points
    if now[PLAYED] < 3:
        after[PLAYED] = now[PLAYED] + 1
        after[SEAT] = seat + 1 & 3
        return 0
    winner = after[WINNER]
    points = after[POINTS]
    if hands[0] | hands[1] | hands[2] | hands[3] == 0:
        points += LAST_TRICK
    roem = roem_points(after[LYING], troef, question.four_alike)
    after[SEAT] = winner
    after[LED] = NOTHING_LED
    after[WINNING] = 0
    after[PLAYED] = 0
    after[LYING] = 0
    after[POINTS] = 0
    return signed(points, roem, winner, question)


@kernel
def last_trick(frame: Row, hands: Row, question: Question, tables: Tables) -> int:
    """What the last four cards bring North and South; which ranks mattered is left in the frame."""
    troef = question.troef
    seat = frame[SEAT]
    winning = only_card(hands[seat])
    winner = seat
    points = card_points(winning, troef) + LAST_TRICK
    for step in range(1, 4):
        other = seat + step & 3
        card = only_card(hands[other])
        points += card_points(card, troef)
        if beats(card, winning, troef):
            winning = card
            winner = other
    lying = hands[0] | hands[1] | hands[2] | hands[3]
    frame[MATTERED] = contested(winning, lying, troef, tables)
    return signed(points, roem_points(lying, troef, question.four_alike), winner, question)


# --- the cards to try -----------------------------------------------------------------------------


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


# --- answers that are remembered ------------------------------------------------------------------


@kernel
def key_of(frame: Row, question: Question, suits: Suits, era: int) -> int:
    """What must be equal for an answer to be looked at: leader, and per suit the pattern or only the shape."""
    left = frame[LEFT]
    literal = 0
    frame[WHOLE] = 1 << question.troef & 15
    if question.our_roem | question.their_roem != 0 and live_fours(left, question) != 0:
        literal = 1
        frame[WHOLE] = 15
    key = 0
    for suit in range(4):
        mask = suit_left(left, suit)
        part = suits.shape[suit, mask]
        if literal != 0:
            part = mask
        elif frame[WHOLE] >> suit & 1 != 0:
            part = suits.pattern[suit, mask]
        key = key << 8 | part
    return (era << 35) | (key << 3) | (frame[SEAT] << 1) | literal


@kernel
def bucket_of(key: int, buckets: int) -> int:
    return ((key ^ key >> 29) * 0x2545_F491_4F6C_DD1D) >> 33 & buckets - 1


@kernel
def owners_left(left: int, suits: Suits) -> int:
    """Who owns the cards that are left: sixteen bits a suit, the strongest card first."""
    owners = 0
    for suit in range(4):
        owners |= suits.owners[suit, suit_left(left, suit)] << 16 * suit
    return owners


@kernel
def points_apart(one: int, other: int, question: Question, tables: Tables) -> int:
    """How far the value of two positions can be apart that play alike: each owner's cards match in order."""
    apart = 0
    for suit in range(4):
        if suit_left(one ^ other, suit) == 0:
            continue
        kind = 1 if suit == question.troef else 0
        for seat in range(4):
            mine = suit_left(question.hands[seat], suit)
            apart += tables.slack[kind, suit_left(one, suit) & mine, suit_left(other, suit) & mine]
    return apart


@kernel
def mattered_here(mask: int, left: int, troef: int, tables: Tables) -> int:
    """The cards of this position that stand where the owners in *mask* were compared, as a set."""
    cards = 0
    for suit in range(4):
        places = 0
        compared = mask >> 16 * suit & 0xFFFF
        while compared != 0:
            places += 1
            compared = compared << 2 & 0xFFFF
        if places != 0:
            kind = 1 if suit == troef else 0
            there = suit_left(left, suit)
            rank = tables.weakest[kind, there, tables.cards_in[there] - places]
            cards |= at_least(suit * 8 + rank, troef, tables)
    return cards


@kernel
def remember(
    frame: Row, value: int, mattered: int, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> None:
    """Keep the bound that was found for the start of a trick."""
    left = frame[LEFT]
    mask = 0
    for suit in range(4):
        if frame[WHOLE] >> suit & 1 == 0:
            there = suit_left(left, suit)
            places = tables.cards_in[suit_left(mattered, suit) & there]
            compared = 0xFFFF << 16 - 2 * places & 0xFFFF | suits.known[suit, there]
            mask |= compared << 16 * suit
    is_low = 1 if value >= frame[WANTED] else 0
    key = frame[KEY]
    bucket = bucket_of(key, len(memory.turn))
    spot = -1
    for at in range(BUCKET):
        other = memory.keys[bucket, at]
        if other >> 35 != key >> 35:  # empty, or of another deal
            spot = at
            break
        if (
            other == key
            and memory.answers[bucket, at, ANSWER_LEFT] == left
            and memory.answers[bucket, at, ANSWER_CARD] & 1 == is_low
        ):
            spot = at
            break
    if spot < 0:
        spot = memory.turn[bucket] & BUCKET - 1
        memory.turn[bucket] += 1
    card = frame[BEST_CARD]
    suit = card >> 3
    kind = 1 if suit == question.troef else 0
    place = tables.place[kind, suit_left(left, suit), card & 7]
    memory.keys[bucket, spot] = key
    memory.answers[bucket, spot, ANSWER_LEFT] = left
    memory.answers[bucket, spot, ANSWER_OWNERS] = owners_left(left, suits) & mask
    memory.answers[bucket, spot, ANSWER_MASK] = mask
    memory.answers[bucket, spot, ANSWER_BOUND] = value
    memory.answers[bucket, spot, ANSWER_CARD] = (suit << 3 | place) << 1 | is_low


@kernel
def recall(
    frame: Row, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> tuple[bool, int, int]:
    """Whether the question is answered by what is remembered, with which bound; otherwise a card to try first."""
    left = frame[LEFT]
    wanted = frame[WANTED]
    key = key_of(frame, question, suits, memory.era[0])
    frame[KEY] = key
    owners = owners_left(left, suits)
    bucket = bucket_of(key, len(memory.turn))
    nearest = INFINITE
    card = NO_CARD
    for at in range(BUCKET):
        other = memory.keys[bucket, at]
        if other != key:
            if other >> 35 != key >> 35:
                break
            continue
        mask = memory.answers[bucket, at, ANSWER_MASK]
        if (owners ^ memory.answers[bucket, at, ANSWER_OWNERS]) & mask != 0:
            continue
        apart = points_apart(memory.answers[bucket, at, ANSWER_LEFT], left, question, tables)
        bound = memory.answers[bucket, at, ANSWER_BOUND]
        packed = memory.answers[bucket, at, ANSWER_CARD]
        answered = False
        if packed & 1 != 0:
            bound -= apart
            answered = bound >= wanted
        else:
            bound += apart
            answered = bound < wanted
        if answered:
            frame[MATTERED] = mattered_here(mask, left, question.troef, tables)
            return True, bound, NO_CARD
        if apart < nearest:
            nearest = apart
            suit = packed >> 4
            kind = 1 if suit == question.troef else 0
            card = suit * 8 + tables.weakest[kind, suit_left(left, suit), packed >> 1 & 7]
    return False, 0, card


# --- the search -----------------------------------------------------------------------------------


@kernel
def most_left(left: int, question: Question, suits: Suits, tables: Tables) -> tuple[int, int]:
    """No more points, and no more roem, than this can still be won."""
    points = LAST_TRICK
    roem = 0
    for suit in range(4):
        mask = suit_left(left, suit)
        points += tables.total[1 if suit == question.troef else 0, mask]
        roem += suits.most_roem[suit, mask]
    fours = live_fours(left, question)
    for rank in range(8):
        if fours >> rank & 1 != 0:
            roem += question.four_alike[rank]
    return points, roem


@kernel
def known_at_once(
    frame: Row, hands: Row, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> tuple[bool, int, int]:
    """At the start of a trick: whether the question needs no search, with which bound; or a card to try first."""
    hand = hands[frame[SEAT]]
    if hand & hand - 1 == 0:
        return True, last_trick(frame, hands, question, tables), NO_CARD
    points, roem = most_left(frame[LEFT], question, suits, tables)
    most = points * question.ours + roem * question.our_roem
    least = -points * question.theirs - roem * question.their_roem
    frame[MATTERED] = 0
    if frame[WANTED] > most:
        return True, most, NO_CARD
    if frame[WANTED] <= least:
        return True, least, NO_CARD
    return recall(frame, question, suits, tables, memory)


@kernel
def all_that_mattered(frame: Row, troef: int, tables: Tables) -> int:
    """Where the rank of one of two touching cards mattered, that of the other one did, too: it was not tried."""
    mattered = frame[MATTERED]
    for at in range(frame[GROUPS]):
        group = frame[FIRST_GROUP + at]
        if group & mattered != 0 and group & ~mattered != 0:
            suit = only_card(group & -group) >> 3
            kind = 1 if suit == troef else 0
            lowest = tables.weakest[kind, suit_left(group, suit), 0]
            mattered |= at_least(suit * 8 + lowest, troef, tables)
    return mattered


@kernel
def reaches(wanted: int, hands: Row, question: Question, suits: Suits, tables: Tables, memory: Memory) -> int:
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
            known = False
            first = NO_CARD
            if frame[PLAYED] == 0:
                known, value, first = known_at_once(frame, hands, question, suits, tables, memory)
            if known:
                mattered = frame[MATTERED]
                if level == 0:
                    return value
                level -= 1
                entering = False
                continue
            list_cards(frame, first, hands, question, suits, tables)
        else:
            card = frame[CARD]
            seat = frame[SEAT]
            hands[seat] ^= 1 << card
            value += frame[GAIN]
            mattered |= frame[TRICK_MATTERED]
            if seat & 1 == 0:
                settled = value >= frame[WANTED]
                if value > frame[BEST] or frame[BEST_CARD] < 0:
                    frame[BEST_CARD] = card
                frame[BEST] = max(frame[BEST], value)
            else:
                settled = value < frame[WANTED]
                if value < frame[BEST] or frame[BEST_CARD] < 0:
                    frame[BEST_CARD] = card
                frame[BEST] = min(frame[BEST], value)
            if settled:
                frame[BEST_CARD] = card
                frame[CARDS] = 0
                frame[GROUPS] = 0
                frame[MATTERED] = frame[DUTY_MATTERED] | mattered
            else:
                frame[MATTERED] |= mattered
                skip_touching(frame, value, troef)
        if frame[NEXT] >= frame[CARDS]:
            value = frame[BEST]
            mattered = all_that_mattered(frame, troef, tables)
            if frame[PLAYED] == 0:
                remember(frame, value, mattered, question, suits, tables, memory)
            if level == 0:
                return value
            level -= 1
            entering = False
            continue
        card = frame[FIRST_CARD + 3 * frame[NEXT]]
        frame[NEXT] += 1
        frame[CARD] = card
        hands[frame[SEAT]] ^= 1 << card
        after = frames[level + 1]
        frame[GAIN] = lay(frame, after, card, hands, question)
        frame[TRICK_MATTERED] = 0
        if frame[PLAYED] == 3:
            lying = frame[LYING] | 1 << card
            winning = card if beats(card, frame[WINNING], troef) else frame[WINNING]
            frame[TRICK_MATTERED] = contested(winning, lying, troef, tables)
        after[WANTED] = frame[WANTED] - frame[GAIN]
        if after[PLAYED] == 0 and hands[after[SEAT]] == 0:  # that was the last card
            value = 0
            mattered = 0
            entering = False
            continue
        level += 1
        entering = True


@kernel
def exact_value(
    guess: int, hands: Row, question: Question, suits: Suits, tables: Tables, memory: Memory
) -> int:
    """What North and South get from the position in the first frame, by a few questions around a guess."""
    low = -INFINITE
    high = INFINITE
    wanted = guess
    step = FIRST_STEP
    while low < high:
        value = reaches(wanted, hands, question, suits, tables, memory)
        if value >= wanted:
            low = value
        else:
            high = value
        if low == -INFINITE:
            wanted = high - step
            step += NEXT_STEPS
        elif high == INFINITE:
            wanted = low + step
            step += NEXT_STEPS
        else:
            wanted = low + (high - low + 1) // 2
    return low
