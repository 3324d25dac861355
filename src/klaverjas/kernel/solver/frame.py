"""A frame: where the play stands after so many cards, and what a card makes of it."""

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.kernel.bits import only_card
from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.round.suit_tables import Tables
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import LAST_TRICK, beats, card_points

INFINITE = 1 << 14  # more than any value

# Its fields: the play itself, and how far the search is there.
SEAT = 0  # who is to play
LED = 1  # the suit, or NOTHING_LED
WINNING = 2  # the card
WINNER = 3  # who played it
PLAYED = 4  # how many cards lie there
LYING = 5  # which
POINTS = 6  # what they count
WANTED = 7  # the question: at least so much?
BEST = 8  # the best that was found for the player's own side: a bound
NEEDED = 9  # the question, for his own side
CARDS = 10  # how many there are to try
NEXT = 11  # the next of them
KEY = 12  # under which a trick's start is kept
LEFT = 13  # all cards that are left in the hands
FOURS = 14  # where the cards are that can make four alike
CARD = 15  # the one that is being tried
GAIN = 16  # what North and South get by it at once
MATTERED = 17  # cards whose rank mattered so far
DUTY_MATTERED = 18  # those of them that decided which cards are correct
TRICK_MATTERED = 19  # those of them that decided who took the trick
CORRECT = 20  # the cards that may be played
BETWEEN = 21  # the cards that keep others from touching
OWNED = 22  # who owns the cards that are left
FIRST_CARD = 24  # the cards to try, each with its score: score * 32 + card
WIDTH = 32
DEPTH = 33


class SearchQuery(NamedTuple):
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
def signed(points: int, roem: int, winner: int, question: SearchQuery) -> int:
    """What a trick is worth to North and South."""
    if winner & 1 == 0:
        return points * question.ours + roem * question.our_roem
    return -points * question.theirs - roem * question.their_roem


@kernel
def live_fours(cards: int, question: SearchQuery) -> int:
    """The ranks of which four alike can still be made."""
    return cards & cards >> 8 & cards >> 16 & cards >> 24 & question.live_fours


@kernel
def lay(now: Row, after: Row, card: int, hands: Row, question: SearchQuery) -> int:
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
    roem = 0
    if question.our_roem | question.their_roem != 0:
        roem = roem_points(after[LYING], troef, question.four_alike)
    after[SEAT] = winner
    after[LED] = NOTHING_LED
    after[WINNING] = 0
    after[PLAYED] = 0
    after[LYING] = 0
    after[POINTS] = 0
    return signed(points, roem, winner, question)


@kernel
def last_trick(frame: Row, hands: Row, question: SearchQuery, tables: Tables) -> int:
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
    roem = 0
    if question.our_roem | question.their_roem != 0:
        roem = roem_points(lying, troef, question.four_alike)
    return signed(points, roem, winner, question)
