"""How players play: the habits of somebody who sees his own hand, as weights for the cards that he could choose.

The weight of a card is the product of three that are looked up. By its situation and itself: does it lead, follow,
trump, or is it thrown away; who is winning; will it hold. By the suit that it comes from: how many of it are held, how
many higher ones are out. And by roem: does it make some, or leave one card to be wanting, and who gets it. It
serves twice: to play rounds on in the head as people would, and to ask how likely it is that somebody
with this hand would have played what he did.

The weights were fitted to rounds of bots by ``tools/fit_habits.py``.
"""

from importlib.resources import files
from typing import NamedTuple

from klaverjas.kernel.bits import cards_of, only_card
from klaverjas.kernel.chance import after
from klaverjas.kernel.compile.compiler import Grid, Reals, Row, Rows, integers, kernel, reals
from klaverjas.kernel.layout import HANDS, LAID, TRICK, TURN
from klaverjas.kernel.round.suit_tables import tables
from klaverjas.kernel.round.turns import in_other_hands, playable, winning_place
from klaverjas.rules.roem import run_and_stuk_points
from klaverjas.rules.trick import SUIT_CARDS, beats

# What a card does that does not lead.
FOLLOWS, TAKES_OVER, TRUMPS_OVER, THROWN = 0, 1, 2, 3
# Its situations: how many cards lie there, who is winning, is that sure, what it does, is it the highest that is left.
IN_TRICK = 3 * 2 * 2 * 4 * 2
# Those of a card that leads: of which team, how many higher ones are out, how long is the suit, is troef out.
LEADING = 2 * 3 * 4 * 2
SITUATIONS = IN_TRICK + LEADING
CARDS = 16  # eight ranks of a plain suit, eight of troef
# The suit that a card comes from: does it lead, is it troef, how long is it, how many higher ones are out; its rank.
SHAPES_AT = SITUATIONS * CARDS
SHAPES = 2 * 2 * 4 * 4 * 8
# Roem: who is winning then, how many are still to play, is it sure; and what lies there.
ROEM_AT = SHAPES_AT + SHAPES
NO_ROEM, ONE_WANTING, STUK_OR_THREE, MORE_ROEM = 0, 1, 2, 3
MINE, PARTNERS, THEIRS_NOW = 0, 1, 2
LIKES = ROEM_AT + 3 * 4 * 2 * 4
SMALL_ROEM = 20
KING_AND_QUEEN = 0x60
MOST_CHOICES = 8

# A card that somebody else has played, and what was known then.
WHO, WHAT, LAY, LAY_THERE, GONE, HELD = 0, 1, 2, 3, 6, 7  # HELD: what he has played since, this card with it
SEEN = 8


class Habits(NamedTuple):
    """The weights, the ranks that beat each rank, and room to work in."""

    weights: Reals
    higher: Grid
    at: Rows  # for each choice: where its three weights are
    cards: Row  # the choices
    likes: Reals  # what each of them weighs


def new_habits() -> Habits:
    weights = reals(LIKES)
    weights[:] = [float(number) for number in (files(__package__) / "habits.txt").read_text("ascii").split()]
    at = integers(MOST_CHOICES, 3)
    return Habits(weights, tables().higher, at, integers(MOST_CHOICES), reals(MOST_CHOICES))


@kernel
def higher_out(card: int, outstanding: int, troef: int, higher: Grid) -> int:
    """The cards of its suit that beat it and are still out."""
    kind = 1 if card >> 3 == troef else 0
    return outstanding >> (card & 24) & higher[kind, card & 7]


@kernel
def will_hold(winning: int, outstanding: int, troef: int, higher: Grid) -> bool:
    """Whether nobody can take over what is winning, as far as somebody knows who sees what is *outstanding*."""
    if higher_out(winning, outstanding, troef, higher) != 0:
        return False
    return winning >> 3 == troef or outstanding & SUIT_CARDS[troef] == 0


@kernel
def place_of(situation: int, card: int, troef: int) -> int:
    """Where the weight of a card is found."""
    return situation * CARDS + (8 if card >> 3 == troef else 0) + (card & 7)


@kernel
def leading(card: int, hand: int, outstanding: int, makes: bool, troef: int, higher: Grid) -> int:
    """The situation of a card that leads."""
    over = higher_out(card, outstanding, troef, higher)
    level = 0
    if over != 0:
        level = 1 if over & over - 1 == 0 else 2
    length = min(cards_of(hand & SUIT_CARDS[card >> 3]), 4) - 1
    side = 1 if makes else 0
    return (
        IN_TRICK + ((side * 3 + level) * 4 + length) * 2 + (1 if outstanding & SUIT_CARDS[troef] != 0 else 0)
    )


@kernel
def answering(card: int, led: int, winning: int, outstanding: int, troef: int, higher: Grid) -> int:
    """What a card does in a trick, and whether it is the highest of its suit that is left."""
    over = beats(card, winning, troef)
    does = THROWN
    if card >> 3 == led:
        does = TAKES_OVER if over else FOLLOWS
    elif over:
        does = TRUMPS_OVER
    return does * 2 + (1 if higher_out(card, outstanding, troef, higher) == 0 else 0)


@kernel
def shape_of(card: int, hand: int, outstanding: int, leads: bool, troef: int, higher: Grid) -> int:
    """Where the weight of a card by its suit is found."""
    over = min(cards_of(higher_out(card, outstanding, troef, higher)), 3)
    length = min(cards_of(hand & SUIT_CARDS[card >> 3]), 4) - 1
    kind = (0 if leads else 2) + (1 if card >> 3 == troef else 0)
    return SHAPES_AT + ((kind * 4 + length) * 4 + over) * 8 + (card & 7)


@kernel
def one_wanting(lying: int, outstanding: int, suit: int, troef: int) -> bool:
    """Whether one card that is still out would make roem with those of a suit that lie there."""
    there = lying >> 8 * suit & 0xFF
    out = outstanding >> 8 * suit & 0xFF
    pairs = there & there << 1
    around = there & there << 2
    if (pairs << 1 | pairs >> 2 | around >> 1) & out != 0:
        return True
    if suit != troef:
        return False
    return there & KING_AND_QUEEN != 0 and out & KING_AND_QUEEN != 0


@kernel
def roem_with(card: int, lying: int, outstanding: int, to_come: int, troef: int) -> int:
    """Whether there is roem when a card lies there too, or one card is wanting."""
    points = 0
    if lying != 0:
        points = run_and_stuk_points(lying | 1 << card, troef)
    if points > SMALL_ROEM:
        return MORE_ROEM
    if points > 0:
        return STUK_OR_THREE
    if to_come > 0 and one_wanting(lying | 1 << card, outstanding, card >> 3, troef):
        return ONE_WANTING
    return NO_ROEM


@kernel
def list_choices(row: Row, outstanding: int, correct: int, makers: int, troef: int, habits: Habits) -> int:
    """The correct cards of the player whose turn it is, with the places of each one's weights; gives how many.

    Of the hands only his own is looked at.
    """
    laid = row[LAID]
    hand = row[HANDS + row[TURN]]
    higher = habits.higher
    best = winning_place(row, troef)
    winning = row[TRICK + best]
    holds = laid != 0 and will_hold(winning, outstanding, troef, higher)
    is_partners = laid - best == 2
    trick = 0
    lying = 0
    if laid != 0:
        trick = ((laid - 1) * 2 + (1 if is_partners else 0)) * 2 + (1 if holds else 0)
    for place in range(laid):
        lying |= 1 << row[TRICK + place]
    number = 0
    while correct != 0:
        card = only_card(correct & -correct)
        correct &= correct - 1
        whose = PARTNERS if is_partners else THEIRS_NOW
        sure = holds
        if laid == 0:
            situation = leading(card, hand, outstanding, row[TURN] & 1 == makers, troef, higher)
        else:
            situation = trick * 8 + answering(card, row[TRICK] >> 3, winning, outstanding, troef, higher)
        if laid == 0 or beats(card, winning, troef):
            whose = MINE
            sure = will_hold(card, outstanding, troef, higher)
        if laid == 3:
            sure = True
        roem = roem_with(card, lying, outstanding, 3 - laid, troef)
        at = habits.at[number]
        at[0] = place_of(situation, card, troef)
        at[1] = shape_of(card, hand, outstanding, laid == 0, troef, higher)
        at[2] = ROEM_AT + ((whose * 4 + 3 - laid) * 2 + (1 if sure else 0)) * 4 + roem
        habits.likes[number] = habits.weights[at[0]] * habits.weights[at[1]] * habits.weights[at[2]]
        habits.cards[number] = card
        number += 1
    return number


@kernel
def by_habit(row: Row, correct: int, makers: int, troef: int, chance: int, habits: Habits) -> int:
    """One of the correct cards, the likelier the more it is a habit."""
    if correct & correct - 1 == 0:
        return only_card(correct)
    number = list_choices(row, in_other_hands(row), correct, makers, troef, habits)
    total = 0.0
    for choice in range(number):
        total += habits.likes[choice]
    chance = after(chance)
    drawn = ((chance ^ chance >> 32) & 0xFFFF_FFFF) / 0x1_0000_0000 * total
    choice = 0
    drawn -= habits.likes[0]
    while drawn >= 0 and choice < number - 1:
        choice += 1
        drawn -= habits.likes[choice]
    return habits.cards[choice]


@kernel
def likelihood(
    row: Row, card: int, correct: int, gone: int, makers: int, troef: int, habits: Habits
) -> float:
    """How likely it is that the player whose turn it is plays this card, when these are *gone*."""
    hand = row[HANDS + row[TURN]]
    number = list_choices(row, 0xFFFF_FFFF & ~(gone | hand), correct, makers, troef, habits)
    total = 0.0
    played = 0.0
    for choice in range(number):
        total += habits.likes[choice]
        if habits.cards[choice] == card:
            played = habits.likes[choice]
    return played / total


def weighed(
    worlds: Rows,
    seen: Rows,
    troef: int,
    duties: int,
    makers: int,
    doubt: float,
    row: Row,
    habits: Habits,
    weights: Reals,
) -> None:
    """How likely each world makes what was *seen*: into *weights*. With chance *doubt* somebody plays just anything."""
    for number in range(len(worlds)):
        weights[number] = 1.0
    for turn in range(len(seen)):
        play = seen[turn]
        who = play[WHO]
        row[TURN] = who
        row[LAID] = play[LAY]
        for place in range(3):
            row[TRICK + place] = play[LAY_THERE + place]
        for number in range(len(worlds)):
            row[HANDS + who] = worlds[number][who] | play[HELD]
            correct = playable(row, troef, duties)
            if correct & correct - 1 == 0:
                continue
            weight = doubt / cards_of(correct)
            if correct >> play[WHAT] & 1 != 0:
                weight += (1 - doubt) * likelihood(
                    row, play[WHAT], correct, play[GONE], makers, troef, habits
                )
            weights[number] *= weight
