"""Plain minimax with open hands: the rules and nothing else, no memory and no prune. For endings of a few cards.

Over integers and without recursion, so that it can be compiled; the tests run it interpreted, too.
"""

from collections.abc import MutableSequence, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from klaverjas.cards import Card, Hand, Suit
from klaverjas.kernel.machine import compiled, integers
from klaverjas.kernel.position import Position
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards, duties_of
from klaverjas.rules.named import NAMED
from klaverjas.rules.roem import roem_points
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import LAST_TRICK, Trick, beats, card_points, troef_number
from klaverjas.seats import SEATS, Seat

# A row of the work space: the hands, and then
TURN, LED, WINNING, WINNER, PLAYED, LYING, POINTS, TO_TRY, BEST, GAIN = range(4, 14)
WIDTH = 14
FAR = 1 << 20


def minimax(
    troef: int, duties: int, four_alike: Sequence[int], roem: bool, work: Sequence[MutableSequence[int]]
) -> int:
    """What North and South get more than West and East, from the position in the first row."""
    level = 0
    entering = True
    value = 0
    while True:
        now = work[level]
        if entering:
            if now[PLAYED] == 0 and now[now[TURN]] == 0:
                value = 0
                level -= 1
                entering = False
                continue
            partner_winning = now[PLAYED] >= 2 and (now[WINNER] ^ now[TURN]) & 1 == 0
            now[TO_TRY] = correct_cards(
                now[now[TURN]], now[LED], now[WINNING], partner_winning, troef, duties
            )
            now[BEST] = -FAR if now[TURN] & 1 == 0 else FAR
        else:
            value += now[GAIN]
            now[BEST] = max(now[BEST], value) if now[TURN] & 1 == 0 else min(now[BEST], value)
        if now[TO_TRY] == 0:
            value = now[BEST]
            if level == 0:
                return value
            level -= 1
            entering = False
            continue
        card = 0
        while now[TO_TRY] >> card & 1 == 0:
            card += 1
        now[TO_TRY] ^= 1 << card
        seat = now[TURN]
        after = work[level + 1]
        for other in range(4):
            after[other] = now[other]
        after[seat] ^= 1 << card
        takes = now[PLAYED] == 0 or beats(card, now[WINNING], troef)
        after[LED] = card >> 3 if now[PLAYED] == 0 else now[LED]
        after[WINNING] = card if takes else now[WINNING]
        after[WINNER] = seat if takes else now[WINNER]
        after[PLAYED] = now[PLAYED] + 1
        after[LYING] = now[LYING] | 1 << card
        after[POINTS] = now[POINTS] + card_points(card, troef)
        after[TURN] = seat + 1 & 3
        now[GAIN] = 0
        if after[PLAYED] == 4:
            points = after[POINTS]
            if after[0] | after[1] | after[2] | after[3] == 0:
                points += LAST_TRICK
            if roem:
                points += roem_points(after[LYING], troef, four_alike)
            now[GAIN] = points if after[WINNER] & 1 == 0 else -points
            after[TURN] = after[WINNER]
            after[LED] = NOTHING_LED
            after[WINNING] = after[PLAYED] = after[LYING] = after[POINTS] = 0
        level += 1
        entering = True


@cache
def compiled_minimax() -> Any:
    return compiled(minimax, 0, 0, integers(8), True, integers(33, WIDTH))


def first_row(position: Position, row: MutableSequence[int]) -> None:
    trick = position.trick
    for seat in SEATS:
        row[seat] = int(position.hands[seat])
    row[TURN] = int(position.turn)
    row[LED] = trick.cards[0].suit if trick.cards else NOTHING_LED
    row[WINNING] = int(trick.cards[trick.winning_index]) if trick.cards else 0
    row[WINNER] = int(trick.winner or 0) if trick.cards else 0
    row[PLAYED] = len(trick.cards)
    row[LYING] = sum(1 << card for card in trick.cards)
    row[POINTS] = trick.points


class Ending(NamedTuple):
    """A position, and the table at which it is asked what it is worth."""

    position: Position
    rules: RuleSet
    roem: bool

    def by_minimax(self, *, interpreted: bool = False) -> int:
        """For the team to move."""
        troef, duties = troef_number(self.position.troef), duties_of(self.rules)
        four_alike = integers(8)
        four_alike[:] = self.rules.four_alike
        if interpreted:
            rows = [[0] * WIDTH for _ in range(33)]
            first_row(self.position, rows[0])
            value = minimax(troef, duties, self.rules.four_alike, self.roem, rows)
        else:
            work = integers(33, WIDTH)
            first_row(self.position, work[0])
            value = int(compiled_minimax()(troef, duties, four_alike, self.roem, work))
        return -value if self.position.turn & 1 else value


def some_ending(chance: Random, cards: int) -> Ending:
    """A random one: any rule set, sans too, with and without roem, at any moment of a trick, mostly few suits."""
    rules = NAMED[chance.choice(list(NAMED))]
    troef = chance.choice([*Suit, *Suit, None])
    suits = chance.sample(range(4), chance.choice((2, 2, 3, 3, 4)))
    deck = [suit * 8 + rank for suit in suits for rank in range(8)]
    if len(deck) < 4 * cards:
        deck = list(range(32))
    dealt = chance.sample(deck, 4 * cards)
    hands = [Hand(sum(1 << card for card in dealt[seat * cards : (seat + 1) * cards])) for seat in SEATS]
    position = Position(hands, Trick(Seat(chance.randrange(4)), (), troef))
    for _ in range(chance.choice((0, 0, 0, 1, 2, 3))):
        position = with_card(position, chance.choice(position.correct_cards(rules)))
    return Ending(position, rules, chance.random() < 0.6)


def with_card(position: Position, card: Card) -> Position:
    """After a card that does not end the trick."""
    hands = list(position.hands)
    hands[position.turn] = Hand(hands[position.turn] ^ 1 << card)
    return Position(hands, position.trick.plus(card))


def ending_with_fours(chance: Random, cards: int) -> Ending:
    """Of every rank that is left each player has one: four alike can be made, and whether it still can matters."""
    rules = NAMED[chance.choice(list(NAMED))]
    hands = [0, 0, 0, 0]
    for rank in chance.sample(range(8), cards):
        for seat, suit in enumerate(chance.sample(range(4), 4)):
            hands[seat] |= 1 << suit * 8 + rank
    troef = chance.choice([*Suit, None])
    position = Position([Hand(hand) for hand in hands], Trick(Seat(chance.randrange(4)), (), troef))
    return Ending(position, rules, roem=True)
