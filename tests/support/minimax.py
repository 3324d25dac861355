"""Plain minimax with open hands: the rules and nothing else, no memory and no prune. For endings of a few cards.

Over integers and without recursion, so that it can be compiled; the tests run it interpreted, too.
"""

from collections.abc import MutableSequence, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from klaverjas.cards import Card, Hand, Suit
from klaverjas.kernel.compile.compiler import compiled, integers
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards, duties_of
from klaverjas.rules.named import NAMED
from klaverjas.rules.roem import roem_points
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS, MADE, PIT, Taken, outcome_of, team_score
from klaverjas.rules.trick import LAST_TRICK, Trick, beats, card_points, pot, troef_number
from klaverjas.seats import SEATS, Seat, Team

# A row of the work space: the hands, and then
TURN, LED, WINNING, WINNER, PLAYED, LYING, POINTS, TO_TRY, BEST = range(4, 13)
CARDS, ROEM, TOOK = 13, 15, 17  # what North and South have, and after it what West and East have
WIDTH = 19
FAR = 1 << 20

# What is asked of the end of a round: the points of North and South minus the others'; 1 if the makers make it,
# 0 if not; the score of North and South minus the others'.
DIFFERENCE, MADE_IT, SCORE = range(3)


class About(NamedTuple):
    """What the end of a round is asked."""

    asked: int
    makers: int
    contract: int
    bid: int
    roem_counts: bool
    pit: int
    tegenpit: int
    in_tens: bool


def minimax(
    troef: int,
    duties: int,
    four_alike: Sequence[int],
    roem: bool,
    about: About,
    work: Sequence[MutableSequence[int]],
) -> int:
    """What comes of the position in the first row when all play their best for what is asked."""
    level = 0
    entering = True
    value = 0
    north_south_want_more = about.asked != MADE_IT or about.makers == 0
    while True:
        now = work[level]
        wants_more = (now[TURN] & 1 == 0) == north_south_want_more
        if entering:
            if now[PLAYED] == 0 and now[now[TURN]] == 0:
                value = now[CARDS] + now[ROEM] - now[CARDS + 1] - now[ROEM + 1]
                if about.asked != DIFFERENCE:
                    mine = about.makers
                    all_roem = now[ROEM] + now[ROEM + 1]
                    outcome = outcome_of(
                        now[TOOK + mine], now[CARDS + mine], now[ROEM + mine], all_roem, pot(troef),
                        about.contract, about.bid, about.roem_counts,
                    )  # fmt: skip
                    value = 1 if outcome in (MADE, PIT) else 0
                    if about.asked == SCORE:
                        value = 0
                        for team in range(2):
                            written = team_score(
                                outcome, team == mine, now[CARDS + team], now[ROEM + team], pot(troef), all_roem,
                                about.pit, about.tegenpit, about.in_tens,
                            )  # fmt: skip
                            value += -written if team == 1 else written
                level -= 1
                entering = False
                continue
            partner_winning = now[PLAYED] >= 2 and (now[WINNER] ^ now[TURN]) & 1 == 0
            now[TO_TRY] = correct_cards(
                now[now[TURN]], now[LED], now[WINNING], partner_winning, troef, duties
            )
            now[BEST] = -FAR if wants_more else FAR
        else:
            now[BEST] = max(now[BEST], value) if wants_more else min(now[BEST], value)
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
        for field in range(WIDTH):
            after[field] = now[field]
        after[seat] ^= 1 << card
        takes = now[PLAYED] == 0 or beats(card, now[WINNING], troef)
        after[LED] = card >> 3 if now[PLAYED] == 0 else now[LED]
        after[WINNING] = card if takes else now[WINNING]
        after[WINNER] = seat if takes else now[WINNER]
        after[PLAYED] = now[PLAYED] + 1
        after[LYING] = now[LYING] | 1 << card
        after[POINTS] = now[POINTS] + card_points(card, troef)
        after[TURN] = seat + 1 & 3
        if after[PLAYED] == 4:
            team = after[WINNER] & 1
            after[CARDS + team] += after[POINTS]
            if after[0] | after[1] | after[2] | after[3] == 0:
                after[CARDS + team] += LAST_TRICK
            if roem:
                after[ROEM + team] += roem_points(after[LYING], troef, four_alike)
            after[TOOK + team] += 1
            after[TURN] = after[WINNER]
            after[LED] = NOTHING_LED
            after[WINNING] = after[PLAYED] = after[LYING] = after[POINTS] = 0
        level += 1
        entering = True


NO_STAKES = About(DIFFERENCE, 0, 0, 0, False, 0, 0, False)


@cache
def compiled_minimax() -> Any:
    return compiled(minimax, 0, 0, integers(8), True, NO_STAKES, integers(33, WIDTH))


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


def about_stakes(stakes: Stakes, rules: RuleSet, asked: int) -> About:
    return About(
        asked,
        int(stakes.makers),
        CONTRACTS.index(rules.contract),
        stakes.bid or 0,
        bool(rules.roem_counts),
        rules.pit,
        rules.tegenpit,
        rules.rounding == "tens",
    )


class Ending(NamedTuple):
    """A position, and the table at which it is asked what it is worth."""

    position: Position
    rules: RuleSet
    roem: bool

    def by_minimax(self, *, interpreted: bool = False) -> int:
        """For the team to move."""
        value = self._minimax(NO_STAKES, Taken(), interpreted=interpreted)
        return -value if self.position.turn & 1 else value

    def with_stakes(self, stakes: Stakes, asked: int, *, interpreted: bool = False) -> int:
        """For North and South, or whether the makers make it."""
        return self._minimax(about_stakes(stakes, self.rules, asked), stakes.taken, interpreted=interpreted)

    def _minimax(self, about: About, taken: Taken, *, interpreted: bool) -> int:
        rows = [[0] * WIDTH for _ in range(33)] if interpreted else integers(33, WIDTH)
        first_row(self.position, rows[0])
        for team in range(2):
            rows[0][CARDS + team] = taken.cards[team]
            rows[0][ROEM + team] = taken.roem[team]
            rows[0][TOOK + team] = taken.tricks[team]
        four_alike = integers(8)
        four_alike[:] = self.rules.four_alike
        run = minimax if interpreted else compiled_minimax()
        troef, duties = troef_number(self.position.troef), duties_of(self.rules)
        return int(run(troef, duties, four_alike, self.roem, about, rows))


def some_stakes(chance: Random, ending: Ending) -> Stakes:
    """What may have happened before an ending, and what is played for."""
    position, rules = ending.position, ending.rules
    makers = Team(chance.randrange(2))
    troef = troef_number(position.troef)
    left = sum(card_points(card, troef) for hand in position.hands for card in hand) + position.trick.points
    before = 8 - len(position.hands[position.turn])
    tricks = chance.choice((0, before, chance.randint(0, before)))
    gone = pot(troef) - LAST_TRICK - left
    cards = gone if tricks == before else chance.randint(0, gone) if tricks else 0
    roem = chance.choice((0, 0, 20, 50, 120)) if tricks else 0
    others_roem = chance.choice((0, 0, 20, 40)) if before - tricks else 0
    taken = Taken((cards, gone - cards), (roem, others_roem), (tricks, before - tricks))
    bid = chance.randrange(70, 140, 10) if rules.contract == "bid" else None
    return Stakes(makers, bid, taken)


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
    """Of one or more ranks each player has one: four alike can be made, and whether it still can matters."""
    rules = NAMED[chance.choice(list(NAMED))]
    hands = [0, 0, 0, 0]
    ranks = chance.sample(range(8), chance.choice((1, 1, 2, cards)))
    for rank in ranks:
        for seat, suit in enumerate(chance.sample(range(4), 4)):
            hands[seat] |= 1 << suit * 8 + rank
    suits = chance.sample(range(4), chance.choice((2, 3, 4)))
    rest = [suit * 8 + rank for suit in suits for rank in range(8) if rank not in ranks]
    dealt = iter(chance.sample(rest, 4 * (cards - len(ranks))))
    for seat in SEATS:
        for _ in range(cards - len(ranks)):
            hands[seat] |= 1 << next(dealt)
    troef = chance.choice([*Suit, None])
    position = Position([Hand(hand) for hand in hands], Trick(Seat(chance.randrange(4)), (), troef))
    return Ending(position, rules, roem=True)
