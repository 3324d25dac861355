"""Hidden hands: every way to deal the cards that a player cannot see, each as likely as another.

Each hidden card lies with one of the three others, and it is known of each card who of them may hold it. Cards that the
same players may hold are of one kind; a *split* says how many of each kind go to whom. How many deals a split
stands for is a product of binomials, so a deal is drawn in two steps, without trying: a split by that number,
then the cards.
"""

from math import comb

from klaverjas.kernel.bits import cards_of
from klaverjas.kernel.chance import after, stream
from klaverjas.kernel.compile.compiler import Row, Rows, integers, kernel

OTHERS = 3
MOST_HIDDEN = 24
MOST_SPLITS = 9 * 9 * 9

# A split: how many cards of each kind go to the first of those who may hold them, how many that all may hold to
# the first and to the second, and how many deals there are up to and with this split.
FIRST_OR_SECOND, FIRST_OR_THIRD, SECOND_OR_THIRD, FIRST_OF_ALL, SECOND_OF_ALL, UP_TO = 0, 1, 2, 3, 4, 5
SPLIT = 6

_WAYS = tuple(comb(cards, some) for cards in range(MOST_HIDDEN + 1) for some in range(MOST_HIDDEN + 1))


def new_splits() -> Rows:
    """Room for the splits of a deal."""
    splits: Rows = integers(MOST_SPLITS, SPLIT)
    return splits


@kernel
def ways(cards: int, some: int) -> int:
    """In how many ways some of the cards can be chosen."""
    return _WAYS[cards * (MOST_HIDDEN + 1) + some]


@kernel
def of_kind(kind: int, hidden: int, allowed: Row) -> int:
    """The hidden cards that just these of the others may hold."""
    cards = hidden
    for other in range(OTHERS):
        cards &= allowed[other] if kind >> other & 1 != 0 else ~allowed[other]
    return cards


@kernel
def list_splits(hidden: int, allowed: Row, counts: Row, splits: Rows) -> int:
    """Every split, with the deals up to it; gives how many splits there are. None if no deal is possible."""
    if of_kind(0, hidden, allowed) != 0:
        return 0
    only_first, only_second = cards_of(of_kind(1, hidden, allowed)), cards_of(of_kind(2, hidden, allowed))
    pair = cards_of(of_kind(3, hidden, allowed))
    first_third, second_third = cards_of(of_kind(5, hidden, allowed)), cards_of(of_kind(6, hidden, allowed))
    free = cards_of(of_kind(7, hidden, allowed))
    found = 0
    deals = 0
    for one in range(min(pair, counts[0]) + 1):
        for two in range(min(first_third, counts[0] - one) + 1):
            first = counts[0] - only_first - one - two
            if first < 0 or first > free:
                continue
            for three in range(min(second_third, counts[1]) + 1):
                second = counts[1] - only_second - (pair - one) - three
                if second < 0 or first + second > free:
                    continue
                deals += (
                    ways(pair, one)
                    * ways(first_third, two)
                    * ways(second_third, three)
                    * ways(free, first)
                    * ways(free - first, second)
                )
                split = splits[found]
                split[FIRST_OR_SECOND] = one
                split[FIRST_OR_THIRD] = two
                split[SECOND_OR_THIRD] = three
                split[FIRST_OF_ALL] = first
                split[SECOND_OF_ALL] = second
                split[UP_TO] = deals
                found += 1
    return found


@kernel
def some_of(cards: int, some: int, chance: int) -> tuple[int, int]:
    """So many of the cards, each choice as likely as another; and where chance is then."""
    taken = 0
    left = cards_of(cards)
    for _ in range(some):
        chance = after(chance)
        lower = ((chance ^ chance >> 32) & 0xFFFF_FFFF) * left >> 32  # how many cards to pass by
        others = cards
        while lower > 0:
            others &= others - 1
            lower -= 1
        card = others & -others
        taken |= card
        cards ^= card
        left -= 1
    return taken, chance


@kernel
def deal_hidden(hidden: int, allowed: Row, splits: Rows, found: int, chance: int, hands: Row) -> None:
    """One of the possible deals, into the *hands* of the others."""
    chance = after(chance)
    high = chance & 0x3FFF_FFFF
    chance = after(chance)
    number = (high << 32 | (chance ^ chance >> 32) & 0xFFFF_FFFF) % splits[found - 1][UP_TO]
    low = 0
    last = found - 1
    while low < last:  # the first split whose deals go beyond the number
        middle = (low + last) // 2
        if splits[middle][UP_TO] > number:
            last = middle
        else:
            low = middle + 1
    split = splits[low]
    one = of_kind(1, hidden, allowed)
    two = of_kind(2, hidden, allowed)
    cards = of_kind(3, hidden, allowed)
    taken, chance = some_of(cards, split[FIRST_OR_SECOND], chance)
    one |= taken
    two |= cards ^ taken
    taken, chance = some_of(of_kind(5, hidden, allowed), split[FIRST_OR_THIRD], chance)
    one |= taken
    taken, chance = some_of(of_kind(6, hidden, allowed), split[SECOND_OR_THIRD], chance)
    two |= taken
    cards = of_kind(7, hidden, allowed)
    taken, chance = some_of(cards, split[FIRST_OF_ALL], chance)
    one |= taken
    taken, chance = some_of(cards ^ taken, split[SECOND_OF_ALL], chance)
    two |= taken
    hands[0] = one
    hands[1] = two
    hands[2] = hidden & ~(one | two)


def deals_of(hidden: int, allowed: Row, counts: Row, splits: Rows) -> int:
    """How many deals there are; their splits are left behind."""
    found = list_splits(hidden, allowed, counts, splits)
    if found == 0:
        return 0
    return splits[found - 1][UP_TO]


def dealt(hidden: int, allowed: Row, counts: Row, seed: int, splits: Rows, deals: Rows) -> int:
    """Fill *deals*, a row of three hands each; gives how many there are."""
    found = list_splits(hidden, allowed, counts, splits)
    if found == 0:
        return 0
    for at in range(len(deals)):
        deal_hidden(hidden, allowed, splits, found, stream(seed, at), deals[at])
    return splits[found - 1][UP_TO]
