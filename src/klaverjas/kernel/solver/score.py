"""The search for the score of a round: nat, pit and rounding, and what has been taken before, all count.

What a position brings then depends on what each team has, so an answer holds only where that is the same: slower than
the search for points.
"""

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Row, Rows, integers, kernel
from klaverjas.kernel.layout import TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS
from klaverjas.kernel.round.payoff import Payoff, difference, final_score, makes_with
from klaverjas.kernel.round.suit_tables import Tables
from klaverjas.kernel.solver.frame import (
    BEST,
    CARD,
    CARDS,
    DEPTH,
    INFINITE,
    LEFT,
    LYING,
    NEEDED,
    NEXT,
    PLAYED,
    POINTS,
    SEAT,
    WANTED,
    SearchQuery,
    lay,
)
from klaverjas.kernel.solver.order import list_cards, next_card
from klaverjas.kernel.solver.points import SolverWorkspace, first_guess, put_aside, set_up, tell_value
from klaverjas.kernel.solver.search import least_and_most, next_question
from klaverjas.kernel.solver.suits import Suits
from klaverjas.rules.roem import roem_points
from klaverjas.rules.scoring import MADE, NAT, PIT, TEGENPIT
from klaverjas.rules.trick import LAST_TRICK, card_points

# The table of answers for starts of tricks: one in a place.
SCORES = 1 << 16
SCORE_KEY = 0  # cards left, leader, deal
SCORE_TAKEN = 1
SCORE_LEAST = 2
SCORE_MOST = 3
SCORE = 4


class ScoreWorkspace(NamedTuple):
    """What the search for a score works in besides a room."""

    taken: Rows  # beside each frame
    scores: Row


def new_score_room() -> ScoreWorkspace:
    return ScoreWorkspace(integers(DEPTH, TAKEN), integers(SCORES * SCORE))


@kernel
def score_bounds(taken: Row, points: int, roem: int, payoff: Payoff) -> tuple[int, int]:
    """No lower and no higher score than these, with so many points left and so much roem at most."""
    ours = payoff.makers
    cards = taken[TAKEN_CARDS + ours]
    our_roem = taken[TAKEN_ROEM + ours]
    their_roem = taken[TAKEN_ROEM + 1 - ours]
    most = difference(NAT, cards, our_roem, their_roem, payoff)
    if makes_with(cards + points, our_roem + roem, their_roem, payoff):
        best = PIT if taken[TAKEN_TRICKS + 1 - ours] == 0 else MADE
        most = difference(best, cards + points, our_roem + roem, their_roem, payoff)
    least = difference(MADE, cards, our_roem, their_roem + roem, payoff)
    if not makes_with(cards, our_roem, their_roem + roem, payoff):
        least = difference(NAT, cards, our_roem, their_roem + roem, payoff)
    if taken[TAKEN_TRICKS + ours] == 0:
        least = min(least, difference(TEGENPIT, cards, our_roem, their_roem + roem, payoff))
    if ours == 1:
        return -most, -least
    return least, most


@kernel
def lay_and_take(
    now: Row, after: Row, before: Row, taken: Row, card: int, hands: Row, question: SearchQuery
) -> None:
    """The position *after* a card, and what the teams have *taken* then, when they had what they had *before*."""
    lay(now, after, card, hands, question)
    for field in range(TAKEN):
        taken[field] = before[field]
    if after[PLAYED] == 0:
        team = after[SEAT] & 1
        taken[TAKEN_CARDS + team] += now[POINTS] + card_points(card, question.troef)
        if hands[0] | hands[1] | hands[2] | hands[3] == 0:
            taken[TAKEN_CARDS + team] += LAST_TRICK
        taken[TAKEN_ROEM + team] += roem_points(now[LYING] | 1 << card, question.troef, question.four_alike)
        taken[TAKEN_TRICKS + team] += 1


@kernel
def as_one_number(taken: Row) -> int:
    """All that the score depends on; of the tricks only whether there are any."""
    number = taken[TAKEN_CARDS] | taken[TAKEN_ROEM] << 10 | taken[TAKEN_ROEM + 1] << 26
    if taken[TAKEN_TRICKS] != 0:
        number |= 1 << 42
    if taken[TAKEN_TRICKS + 1] != 0:
        number |= 1 << 43
    return number


@kernel
def where_kept(frame: Row, taken: Row, era: int) -> tuple[int, int, int]:
    """What an answer is known by, cards left and what was taken before, and its place in the table."""
    key = era << 34 | frame[SEAT] << 32 | frame[LEFT]
    number = as_one_number(taken)
    mixed = (key ^ number * 0x9E37_79B9) * 0x2545_F491_4F6C_DD1D
    return key, number, (mixed >> 33 & SCORES - 1) * SCORE


@kernel
def scores(
    wanted: int,
    hands: Row,
    question: SearchQuery,
    payoff: Payoff,
    suits: Suits,
    tables: Tables,
    room: SolverWorkspace,
    score_room: ScoreWorkspace,
) -> int:
    """From the position in the first frame: a bound that says whether North and South score at least *wanted*."""
    frames = room.memory.frames
    answers = score_room.scores
    era = room.memory.era[0]
    level = 0
    entering = True
    value = 0
    while True:
        frame = frames[level]
        taken = score_room.taken[level]
        if entering:
            room.memory.counted[0] += 1
            frame[LEFT] = hands[0] | hands[1] | hands[2] | hands[3]
            known = False
            if frame[PLAYED] == 0:
                if frame[LEFT] == 0:
                    known = True
                    value = final_score(taken, payoff)
                else:
                    roem, points = least_and_most(frame[LEFT], question, suits)
                    least, most = score_bounds(taken, points, -roem, payoff)
                    key, number, place = where_kept(frame, taken, era)
                    if answers[place + SCORE_KEY] == key and answers[place + SCORE_TAKEN] == number:
                        least = max(least, answers[place + SCORE_LEAST])
                        most = min(most, answers[place + SCORE_MOST])
                    if least >= wanted:
                        known = True
                        value = least
                    elif most < wanted:
                        known = True
                        value = most
            if known:
                if level == 0:
                    return value
                level -= 1
                entering = False
                continue
            frame[WANTED] = wanted
            list_cards(frame, hands, question, suits, tables)
        else:
            hands[frame[SEAT]] ^= 1 << frame[CARD]
            value *= 1 - 2 * (frame[SEAT] & 1)
            frame[BEST] = max(frame[BEST], value)
            if value >= frame[NEEDED]:
                frame[CARDS] = 0
        if frame[NEXT] >= frame[CARDS]:
            value = frame[BEST] * (1 - 2 * (frame[SEAT] & 1))
            if frame[PLAYED] == 0:
                key, number, place = where_kept(frame, taken, era)
                if answers[place + SCORE_KEY] != key or answers[place + SCORE_TAKEN] != number:
                    answers[place + SCORE_KEY] = key
                    answers[place + SCORE_TAKEN] = number
                    answers[place + SCORE_LEAST] = -INFINITE
                    answers[place + SCORE_MOST] = INFINITE
                if value >= wanted:
                    answers[place + SCORE_LEAST] = value
                else:
                    answers[place + SCORE_MOST] = value
            if level == 0:
                return value
            level -= 1
            entering = False
            continue
        card = next_card(frame)
        frame[CARD] = card
        hands[frame[SEAT]] ^= 1 << card
        lay_and_take(frame, frames[level + 1], taken, score_room.taken[level + 1], card, hands, question)
        level += 1
        entering = True


@kernel
def exact_score(
    guess: int,
    bounds: tuple[int, int],
    question: SearchQuery,
    payoff: Payoff,
    room: SolverWorkspace,
    score_room: ScoreWorkspace,
) -> int:
    """What North and South score more, from the position in the first frame, by a few questions around a guess."""
    low, high = bounds
    wanted = min(max(guess, low + 1), high)
    tried = 0
    while low < high:
        value = scores(wanted, room.hands, question, payoff, room.suits, room.tables, room, score_room)
        if value >= wanted:
            low = value
        else:
            high = value
        wanted = next_question(low, high, bounds, tried)
        tried += 1
    return low


def scored(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    asked: Row,
    payoff: Payoff,
    taken: Row,
    values: Row,
    room: SolverWorkspace,
    score_room: ScoreWorkspace,
) -> None:
    """The score of North and South minus that of the others, after each correct card; INFINITE for other cards.

    *asked* tells apart what can still be taken: points of cards for North and South, roem for the others.
    """
    question = set_up(position, troef, duties, four_alike, asked, room)
    hands = room.hands
    tables = room.tables
    suits = room.suits
    first = room.memory.frames[0]
    start = room.scratch.start
    put_aside(values, room)
    list_cards(start, hands, question, suits, tables)
    seat = start[SEAT]
    roem, points = least_and_most(start[LEFT] | start[LYING], question, suits)
    bounds = score_bounds(taken, points, -roem, payoff)
    guess = first_guess(hands, seat, troef)
    while start[NEXT] < start[CARDS]:
        card = next_card(start)
        hands[seat] ^= 1 << card
        lay_and_take(start, first, taken, score_room.taken[0], card, hands, question)
        guess = exact_score(guess, bounds, question, payoff, room, score_room)
        hands[seat] ^= 1 << card
        tell_value(card, guess, start, values, troef, tables)
