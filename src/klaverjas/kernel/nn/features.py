"""What a network is told: what a seat sees, with the suits in an order of its own.

What holds with spades as troef holds with hearts, so troef comes first, and then the other suits by the cards of them
that the seat was dealt: most cards first, then the higher ones. So a network sees one position where the rules know
up to twenty-four that are alike. It answers in the same order; :func:`real_action` says which action is meant.

The words are those of :mod:`klaverjas.kernel.nn.observation` in that order, and what any player sees at a glance: how
much the playing team still needs, how much is left to be won and how much lies there, each as so many bits as there are
fives in it; which of one's cards take the trick, make roem, or cannot be beaten in their suit; what is still hidden,
and the highest of that in each suit.
"""

from collections.abc import Sequence

from klaverjas.kernel.bits import cards_of
from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.layout import HANDS, TURN
from klaverjas.kernel.nn.observation import (
    BID_POINTS,
    CORE_WORDS,
    FACTS,
    HAND,
    IN_PHASE,
    MAKER_IS,
    MAY_HOLD,
    MAY_PLAY,
    ON_TABLE,
    OUR_CARDS,
    OUR_ROEM,
    PLAYED,
    TROEF_IS,
    TROEF_SUIT,
    WINNER_IS,
)
from klaverjas.kernel.round.steps import BIDS, PASS, PLAYING, STRAINS, TROEFS, House
from klaverjas.rules.auction import limits
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.roem import roem_points
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import BID, CONTRACTS
from klaverjas.rules.trick import SUIT_CARDS, beats, card_points, pot

NEEDED = TROEF_SUIT  # in its place, since troef is always the first suit
LEFT_TO_WIN = 34
TAKING, MAKING_ROEM, UNBEATEN, STILL_HIDDEN, HIGHEST_HIDDEN, LYING_THERE = 35, 36, 37, 38, 39, 40
INPUT_WORDS = 41
POSSIBLE = 41  # after the words that are told: which actions are possible, a bit of each
POSSIBLE_WORDS = 4
OTHERS = 45  # the hands of left, partner and right, which a player is not told
ORDER = 48  # the suit that comes first, in two bits, and so on
INPUTS = 49

ACTIONS = BIDS + 16 * STRAINS
NOTHING = -1
ALL_BITS = 0xFFFF_FFFF
FIVES = 5
TOLD_NUMBERS = 5  # card points and roem of both teams, and the bid, in hundreds; after them come the rules
RULES = 27


@kernel
def suit_order(words: Row) -> int:
    """Troef first, then the suits by the cards of them that the seat was dealt."""
    dealt = words[HAND] | words[PLAYED]
    troef = words[FACTS] >> TROEF_IS & 0xF
    order = 0
    for suit in range(4):
        own = dealt >> 8 * suit & 0xFF
        key = (troef >> suit & 1) << 16 | cards_of(own) << 8 | own
        before = 0
        for other in range(4):
            others = dealt >> 8 * other & 0xFF
            other_key = (troef >> other & 1) << 16 | cards_of(others) << 8 | others
            if other_key > key or (other_key == key and other < suit):
                before += 1
        order |= suit << 2 * before
    return order


@kernel
def suits_in_order(cards: int, order: int) -> int:
    """A set of cards with its suits in another order."""
    moved = 0
    for place in range(4):
        moved |= (cards >> 8 * (order >> 2 * place & 3) & 0xFF) << 8 * place
    return moved


@kernel
def real_action(action: int, order: int) -> int:
    """The action that a network means."""
    if action < TROEFS:
        return (order >> 2 * (action >> 3) & 3) << 3 | action & 7
    if action < PASS:
        return TROEFS + (order >> 2 * (action - TROEFS) & 3)
    strain = (action - BIDS) % STRAINS
    if action == PASS or strain == NO_TROEF:
        return action
    return action - strain + (order >> 2 * strain & 3)


@kernel
def in_fives(points: int) -> int:
    """So many bits as there are fives in it, from 0 to 32."""
    fives = (points + FIVES - 1) // FIVES if points > 0 else 0
    return (1 << (fives if fives < 32 else 32)) - 1


@kernel
def tell_points(numbers: Row, facts: int, contract: int, roem_counts: bool, inputs: Row) -> None:
    """What the playing team still needs, and what is left to be won."""
    inputs[NEEDED] = 0
    inputs[LEFT_TO_WIN] = 0
    if facts >> IN_PHASE + PLAYING & 1 == 0:
        return
    makers = 0 if facts >> MAKER_IS & 5 != 0 else 1
    left = (
        pot(NO_TROEF if facts >> TROEF_IS + NO_TROEF & 1 != 0 else 0)
        - numbers[OUR_CARDS]
        - numbers[OUR_CARDS + 1]
    )
    ours, theirs = numbers[OUR_CARDS + makers], numbers[OUR_CARDS + 1 - makers]
    if roem_counts:
        ours += numbers[OUR_ROEM + makers]
        theirs += numbers[OUR_ROEM + 1 - makers]
    needed = numbers[BID_POINTS] - ours if contract == BID else (theirs - ours + left) // 2 + 1
    inputs[NEEDED] = in_fives(needed)
    inputs[LEFT_TO_WIN] = in_fives(left)


@kernel
def strongest(cards: int, troef: int) -> int:
    """Of cards of one suit: the highest, as a set; empty if there are none."""
    best = NOTHING
    for card in range(32):
        if cards >> card & 1 != 0 and (best == NOTHING or beats(card, best, troef)):
            best = card
    return 0 if best == NOTHING else 1 << best


@kernel
def tell_suits(hand: int, hidden: int, troef: int, inputs: Row) -> None:
    """Which of one's cards no hidden card of their suit beats, and the highest hidden card of each suit."""
    for suit in range(4):
        high = strongest(hidden & SUIT_CARDS[suit], troef)
        inputs[HIGHEST_HIDDEN] |= high
        for card in range(8 * suit, 8 * suit + 8):
            if hand >> card & 1 != 0 and strongest(high | 1 << card, troef) == 1 << card:
                inputs[UNBEATEN] |= 1 << card


@kernel
def tell_trick(may_play: int, troef: int, winner: int, four_alike: Sequence[int], inputs: Row) -> None:
    """Which cards take the trick or make roem in it, and how much lies there."""
    lying, points, winning = 0, 0, NOTHING
    for turns in range(4):
        lying |= inputs[ON_TABLE + turns] & ALL_BITS
    for card in range(32):
        if lying >> card & 1 != 0:
            points += card_points(card, troef)
            if winner >= 0 and inputs[ON_TABLE + winner] >> card & 1 != 0:
                winning = card
    for card in range(32):
        if may_play >> card & 1 != 0:
            if winning == NOTHING or beats(card, winning, troef):
                inputs[TAKING] |= 1 << card
            if lying != 0 and roem_points(lying | 1 << card, troef, four_alike) != 0:
                inputs[MAKING_ROEM] |= 1 << card
    if lying != 0:
        points += roem_points(lying, troef, four_alike)
    inputs[LYING_THERE] = in_fives(points)


@kernel
def tell_cards(facts: int, four_alike: Sequence[int], inputs: Row) -> None:
    """What is seen at a glance, when cards are played; all suits are in order, so troef is the first."""
    for word in range(TAKING, INPUT_WORDS):
        inputs[word] = 0
    hidden = (inputs[MAY_HOLD] | inputs[MAY_HOLD + 1] | inputs[MAY_HOLD + 2]) & ALL_BITS
    inputs[STILL_HIDDEN] = hidden
    if facts >> IN_PHASE + PLAYING & 1 == 0:
        return
    troef = NO_TROEF if facts >> TROEF_IS + NO_TROEF & 1 != 0 else 0
    winner = -1
    for turns in range(4):
        if facts >> WINNER_IS + turns & 1 != 0:
            winner = turns
    tell_suits(inputs[HAND] & ALL_BITS, hidden, troef, inputs)
    tell_trick(inputs[MAY_PLAY] & ALL_BITS, troef, winner, four_alike, inputs)


@kernel
def tell_player(
    words: Row,
    numbers: Row,
    mask: Row,
    contract: int,
    roem_counts: bool,
    four_alike: Sequence[int],
    inputs: Row,
) -> int:
    """All that a player is told; gives the order of the suits."""
    order = suit_order(words)
    facts = words[FACTS]
    for word in range(FACTS):
        inputs[word] = suits_in_order(words[word], order)
    inputs[FACTS] = facts & ~(0xF << TROEF_IS)
    for strain in range(STRAINS):
        suit = strain if strain == NO_TROEF else order >> 2 * strain & 3
        for half in range(2):
            at = CORE_WORDS + 2 * suit + half
            inputs[CORE_WORDS + 2 * strain + half] = words[at] if at < len(words) else 0
    tell_points(numbers, facts, contract, roem_counts, inputs)
    tell_cards(facts, four_alike, inputs)
    inputs[POSSIBLE] = inputs[MAY_PLAY]
    for word in range(1, POSSIBLE_WORDS):
        inputs[POSSIBLE + word] = 0
    if facts >> IN_PHASE + PLAYING & 1 == 0:
        for word in range(1, POSSIBLE_WORDS):
            possible = 0
            for bit in range(32):
                action = 32 * word + bit
                if action < ACTIONS and real_action(action, order) < len(mask):
                    possible |= mask[real_action(action, order)] << bit
            inputs[POSSIBLE + word] = possible
    inputs[ORDER] = order
    return order


@kernel
def tell_judge(row: Row, words: Row, numbers: Row, mask: Row, house: House, inputs: Row) -> None:
    """The same, and the hands of the others: for who teaches a network, or judges what it does."""
    order = tell_player(words, numbers, mask, house.contract, house.roem_counts, house.four_alike, inputs)
    for other in range(3):
        inputs[OTHERS + other] = suits_in_order(row[HANDS + (row[TURN] + other + 1 & 3)], order)


def rules_as_numbers(rules: RuleSet) -> tuple[float, ...]:
    """A table's rules as a network is told them: points in hundreds, the rest as 0 or 1.

    >>> from klaverjas.rules.named import LUGUS, VALET
    >>> len(rules_as_numbers(VALET)), rules_as_numbers(LUGUS)[-5:]
    (27, (0.8, 1.6, 0.7, 1.3, 0.1))
    """
    auction = rules.troef == "auction"
    least, most = limits(rules, sans=False) if auction else (0, 0)
    least_sans, most_sans = limits(rules, sans=True) if auction and rules.sans else (0, 0)
    flags = (
        rules.beat_led_troef,
        *(rules.partner_winning == way for way in ("must_trump", "free", "discard")),
        rules.undertrump == "required",
        *(rules.contract == contract for contract in CONTRACTS),
        bool(rules.roem_counts),
        auction,
        rules.all_pass == "redeal",
        bool(rules.sans),
    )
    points = (
        *rules.four_alike, rules.pit, rules.tegenpit, least, most, least_sans, most_sans, rules.bid_step or 0,
    )  # fmt: skip
    return (*map(float, flags), *(of / 100 for of in points))
