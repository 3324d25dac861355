"""Rollouts: from a position to the end of the round with random correct cards.

Every rollout has a stream of chance of its own, made from the seed and its number: so it is the same alone and in
a batch, on one thread and on many, interpreted and compiled.
"""

from collections.abc import Sequence

from klaverjas.kernel.entries import HANDS, LAID, TURN, trick_so_far
from klaverjas.kernel.machine import Row, Rows, kernel
from klaverjas.kernel.tables import Tables
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import LAST_TRICK, beats, card_points

# What a rollout gives: of North and South, then of West and East.
CARDS, ROEM, TRICKS = 0, 2, 4  # each is followed by that of the other team
HAND = 6  # and here it keeps the hands while it runs
RESULT = 10

_32_BITS = 0xFFFF_FFFF


@kernel
def scrambled(number: int) -> int:
    """32 bits that look nothing like the *number*, of which only the last 32 bits count."""
    number &= _32_BITS
    number = (number ^ number >> 16) * 0x45D9_F3B & _32_BITS
    number = (number ^ number >> 16) * 0x45D9_F3B & _32_BITS
    return number ^ number >> 16


@kernel
def stream(seed: int, number: int) -> int:
    """Where a rollout's chance begins; never 0, from which it would not move."""
    return scrambled(scrambled(seed) + scrambled(number + 0x9E37_79B9)) | 1


@kernel
def after(chance: int) -> int:
    """The next 32 bits (Marsaglia's xorshift)."""
    chance ^= chance << 13 & _32_BITS
    chance ^= chance >> 17
    return chance ^ (chance << 5 & _32_BITS)


@kernel
def chosen(cards: int, chance: int, tables: Tables) -> int:
    """One of the cards, each as likely as another. Without a loop, whose end a processor cannot foresee."""
    spades = tables.cards_in[cards & 0xFF]
    hearts = spades + tables.cards_in[cards >> 8 & 0xFF]
    clubs = hearts + tables.cards_in[cards >> 16 & 0xFF]
    number = chance * (clubs + tables.cards_in[cards >> 24 & 0xFF]) >> 32
    suit = (1 if number >= spades else 0) + (1 if number >= hearts else 0) + (1 if number >= clubs else 0)
    before = 0
    if suit == 1:
        before = spades
    elif suit == 2:
        before = hearts
    elif suit == 3:
        before = clubs
    return suit * 8 + tables.weakest[0, cards >> suit * 8 & 0xFF, number - before]


@kernel
def play_out(
    position: Row,
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    chance: int,
    tables: Tables,
    result: Row,
) -> None:
    """Play to the end; *result* gets what each team took from here on, the trick on the table included."""
    for field in range(HAND):
        result[field] = 0
    left = 0
    for seat in range(4):
        result[HAND + seat] = position[HANDS + seat]
        left |= position[HANDS + seat]
    seat = position[TURN]
    played = position[LAID]
    led, winning, winner, lying, points = trick_so_far(position, troef)
    while left != 0:
        hand = result[HAND + seat]
        partner_winning = played >= 2 and (winner ^ seat) & 1 == 0
        correct = correct_cards(hand, led, winning, partner_winning, troef, duties)
        chance = after(chance)
        card = chosen(correct, chance, tables)
        result[HAND + seat] = hand ^ 1 << card
        left ^= 1 << card
        if played == 0:
            led = card >> 3
            winning = card
            winner = seat
        elif beats(card, winning, troef):
            winning = card
            winner = seat
        lying |= 1 << card
        points += card_points(card, troef)
        played += 1
        seat = seat + 1 & 3
        if played == 4:
            team = winner & 1
            if left == 0:
                points += LAST_TRICK
            result[CARDS + team] += points
            result[ROEM + team] += roem_points(lying, troef, four_alike)
            result[TRICKS + team] += 1
            seat = winner
            led = NOTHING_LED
            lying = 0
            points = 0
            played = 0


def play_out_many(
    positions: Rows,
    troefs: Row,
    duties: int,
    four_alike: Sequence[int],
    seed: int,
    first: int,
    tables: Tables,
    results: Rows,
) -> None:
    """A rollout from each position; the first of them has number *first*."""
    for at in range(len(troefs)):
        play_out(positions[at], troefs[at], duties, four_alike, stream(seed, first + at), tables, results[at])
