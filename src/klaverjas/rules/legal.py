"""The correct cards, and why another card is not one (Rules 4.1-4.7).

Legality is a question, not a gate: a strict table refuses an incorrect card, a challenge table accepts it until
somebody calls verzaakt. Both ask here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from klaverjas.cards import Card, Hand, Suit
from klaverjas.errors import Refusal
from klaverjas.rules.integers import NOTHING_LED, over_integers
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import HIGHER_TROEFS, SUIT_CARDS, Trick, troef_number

# A rule set's duties, as bits.
BEAT_LED_TROEF: Final = 1  # 4.3: a led troef must be beaten
TRUMP_PARTNER: Final = 2  # 4.4: whoever cannot follow must trump, also when partner is winning
SPARE_PARTNER: Final = 4  # 4.6, Valet: no troef on partner's winning troef
UNDERTRUMP: Final = 8  # 4.4: whoever must trump and cannot beat plays a lower troef

# Paragraphs of section 4, as numbers; 0 stands for a correct card.
CORRECT: Final = 0
FOLLOW: Final = 2
BEAT: Final = 3
TRUMP_ALWAYS: Final = 4
TRUMP_OPPONENTS: Final = 5
PARTNER_WINS: Final = 6

# What a hand must do, as numbers; 0 where every card of it is correct.
ANYTHING: Final = 0
FOLLOW_SUIT: Final = 1
BEAT_TROEF: Final = 2
TRUMP: Final = 3
OVERTRUMP: Final = 4
UNDERTRUMP_ALSO: Final = 5  # troef, though it cannot win
NO_TROEF_AT_ALL: Final = 6
NO_LOWER_TROEF: Final = 7

DutyWord = Literal["follow", "beat-troef", "trump", "overtrump", "undertrump", "discard", "no-undertrump"]
_DUTY_WORDS: Final[tuple[DutyWord, ...]] = (
    "follow", "beat-troef", "trump", "overtrump", "undertrump", "discard", "no-undertrump",
)  # fmt: skip


@over_integers
def correct_cards(hand: int, led: int, winning: int, partner_winning: bool, troef: int, duties: int) -> int:
    """The cards of *hand* that may be played.

    *led* is the suit of the first card and *winning* the card that is winning; with ``NOTHING_LED``
    the hand leads, and the other arguments do not matter.
    """
    if led == NOTHING_LED:
        return hand  # 4.1
    following = hand & SUIT_CARDS[led]
    if following != 0:
        if led == troef and duties & BEAT_LED_TROEF != 0:
            higher = following & HIGHER_TROEFS[winning & 7] << troef * 8
            if higher != 0:
                return higher  # 4.3
        return following  # 4.2
    troefs = hand & SUIT_CARDS[troef]
    if troefs == 0:
        return hand  # 4.4, 4.5, 4.7: neither the suit nor a troef
    plain = hand ^ troefs
    higher = troefs
    if winning >> 3 == troef:
        higher = troefs & HIGHER_TROEFS[winning & 7] << troef * 8
    if partner_winning and duties & TRUMP_PARTNER == 0:  # 4.6
        if duties & SPARE_PARTNER == 0:
            allowed = plain | higher
        elif winning >> 3 == troef:
            allowed = plain
        else:
            allowed = hand
        if allowed != 0:
            return allowed
        return hand
    if higher != 0:
        return higher  # 4.4, 4.5
    if duties & UNDERTRUMP != 0 or plain == 0:
        return troefs
    return plain  # 4.5


@over_integers
def broken_rule(
    card: int, hand: int, led: int, winning: int, partner_winning: bool, troef: int, duties: int
) -> int:
    """The paragraph of section 4 that playing *card* from *hand* breaks, or ``CORRECT``."""
    if correct_cards(hand, led, winning, partner_winning, troef, duties) >> card & 1 != 0:
        return CORRECT
    if hand & SUIT_CARDS[led] != 0:
        if card >> 3 != led:
            return FOLLOW
        return BEAT
    if partner_winning and duties & TRUMP_PARTNER == 0:
        return PARTNER_WINS
    if partner_winning or duties & UNDERTRUMP != 0:
        return TRUMP_ALWAYS
    return TRUMP_OPPONENTS


@over_integers
def duty_number(hand: int, led: int, winning: int, partner_winning: bool, troef: int, duties: int) -> int:
    """What keeps some card of *hand* from being correct, or ``ANYTHING``."""
    correct = correct_cards(hand, led, winning, partner_winning, troef, duties)
    if correct == hand:
        return ANYTHING
    following = hand & SUIT_CARDS[led]
    if following != 0:
        if correct != following:
            return BEAT_TROEF
        return FOLLOW_SUIT
    plain = hand & ~SUIT_CARDS[troef]
    if correct & plain == 0:  # only troefs are correct
        if winning >> 3 != troef:
            return TRUMP
        if correct & HIGHER_TROEFS[winning & 7] << troef * 8 != 0:
            return OVERTRUMP
        return UNDERTRUMP_ALSO
    if correct == plain:
        return NO_TROEF_AT_ALL
    return NO_LOWER_TROEF


def duties_of(rules: RuleSet) -> int:
    """The three choices of a rule set that decide which cards are correct, as bits."""
    return (
        (BEAT_LED_TROEF if rules.beat_led_troef else 0)
        | (TRUMP_PARTNER if rules.partner_winning == "must_trump" else 0)
        | (SPARE_PARTNER if rules.partner_winning == "discard" else 0)
        | (UNDERTRUMP if rules.undertrump == "required" else 0)
    )


def situation(cards: Sequence[int], winning: int, troef: Suit | None) -> tuple[int, int, bool, int]:
    """What the rules over integers ask of a trick: suit led, winning card, is it partner's, troef.

    *winning* says which of the cards is winning it.
    """
    if not cards:
        return NOTHING_LED, 0, False, troef_number(troef)
    return cards[0] >> 3, cards[winning], len(cards) - winning == 2, troef_number(troef)


def legal_cards(hand: Hand, trick: Trick, rules: RuleSet) -> Hand:
    """The cards that may be played from *hand* to *trick*.

    Partner is winning and the hand has no hearts. Amsterdam allows a discard; Rotterdam demands troef.

    >>> from klaverjas.rules.named import AMSTERDAM, ROTTERDAM
    >>> trick = Trick.parse("N: HA H7", troef="C")
    >>> hand = Hand.parse("C8 D7")
    >>> legal_cards(hand, trick, AMSTERDAM)
    Hand.parse('C8 D7')
    >>> legal_cards(hand, trick, ROTTERDAM)
    Hand.parse('C8')
    """
    return Hand(
        correct_cards(int(hand), *situation(trick.cards, trick.winning_index, trick.troef), duties_of(rules))
    )


def why_incorrect(card: Card, hand: Hand, trick: Trick, rules: RuleSet) -> str | None:
    """The paragraph that playing *card* from *hand* would break, as '4.4'; None for a correct card.

    >>> from klaverjas.rules.named import ROTTERDAM
    >>> trick = Trick.parse("N: HA H7", troef="C")
    >>> why_incorrect(Card.parse("D7"), Hand.parse("C8 D7"), trick, ROTTERDAM)
    '4.4'
    """
    if card not in hand:
        raise Refusal("card-not-in-hand", card=card)
    paragraph = broken_rule(
        card, int(hand), *situation(trick.cards, trick.winning_index, trick.troef), duties_of(rules)
    )
    return f"4.{paragraph}" if paragraph else None


@dataclass(frozen=True)
class Duty:
    """What a hand must do, where not every card of it is correct: by which paragraph, and with which suit.

    *suit* is None where no suit must be played: with ``discard`` (no troef) and ``no-undertrump`` (no lower one).
    """

    rule: str
    duty: DutyWord
    suit: Suit | None


def duty_of(hand: Hand, trick: Trick, rules: RuleSet) -> Duty | None:
    """What *hand* must do in *trick*; None where every card of it is correct.

    >>> from klaverjas.rules.named import ROTTERDAM
    >>> duty_of(Hand.parse("C8 D7"), Trick.parse("N: HA H7", troef="C"), ROTTERDAM)
    Duty(rule='4.4', duty='trump', suit=Suit.CLUBS)
    """
    where = situation(trick.cards, trick.winning_index, trick.troef)
    duties = duties_of(rules)
    number = duty_number(int(hand), *where, duties)
    if number == ANYTHING:
        return None
    # A card of another suit breaks 4.2 also where a led troef must be beaten: then 4.3 says more.
    paragraph = max(broken_rule(card, int(hand), *where, duties) for card in hand)
    suit = trick.troef
    if number == FOLLOW_SUIT:
        suit = trick.cards[0].suit
    elif number in (NO_TROEF_AT_ALL, NO_LOWER_TROEF):
        suit = None
    return Duty(f"4.{paragraph}", _DUTY_WORDS[number - 1], suit)
