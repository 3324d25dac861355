"""What a seat can do, as numbers that mean the same under every rule set.

The numbers are in an order in which a table that needs fewer simply stops earlier: cards and suits everywhere, then
the auction, then what is said about a trick.

====  ==========================================================================================
from  what
====  ==========================================================================================
0     play that card, as :class:`~klaverjas.cards.Card` numbers it
32    name that suit as troef: spades, hearts, clubs, diamonds
36    pass
37    bid 10 in spades, hearts, clubs, diamonds, sans; then 20 in each of them, and so on up to 160
117   stay silent
118   knock
119   accuse the player to the left of verzaken, partner, the player to the right
122   claim 10 of roem, 20, and so on up to 1000
====  ==========================================================================================

>>> name_of_action(12), name_of_action(33), name_of_action(76), name_of_action(123)
('HJ', 'troef H', '80sans', 'claim 20')
>>> action_named("80sans")
76
"""

from typing import Final

from klaverjas.actions import Accuse, ChooseTroef, Claim, Knock, MakeBid, Pass, Play, RoundAction
from klaverjas.cards import CARD_TEXTS, DECK, Suit
from klaverjas.errors import TextError
from klaverjas.kernel.round.steps import BIDS, PASS, STRAINS, TROEFS
from klaverjas.rules.auction import Bid
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.roem import MOST_ROEM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import troef_number
from klaverjas.seats import Seat
from klaverjas.view import Choices

AMOUNTS: Final = FIELDS["max_bid"].most // 10  # of bids
SILENT: Final = BIDS + AMOUNTS * STRAINS
KNOCK: Final = SILENT + 1
ACCUSE: Final = KNOCK + 1  # left, partner, right
CLAIMS: Final = ACCUSE + 3
ALL_ACTIONS: Final = CLAIMS + MOST_ROEM // 10
_ACCUSED: Final = ("left", "partner", "right")


def has_talk(rules: RuleSet) -> bool:
    """Whether anything can be said about a trick."""
    return rules.challenge or rules.claim != "automatic"


def bid_number(bid: Bid) -> int:
    return BIDS + (bid.points // 10 - 1) * STRAINS + troef_number(bid.suit)


def claim_number(points: int) -> int:
    return CLAIMS + points // 10 - 1


def number_of_actions(rules: RuleSet) -> int:
    """How many of the numbers a table of these rules can need: all below it.

    >>> from klaverjas.rules.named import AMSTERDAM, LUGUS, ROTTERDAM
    >>> [number_of_actions(rules) for rules in (AMSTERDAM, LUGUS, ROTTERDAM)]
    [36, 122, 222]
    """
    if rules.claim == "amount":
        return ALL_ACTIONS
    if has_talk(rules):
        return CLAIMS
    return SILENT if rules.troef == "auction" else PASS


def as_action(number: int, seat: Seat) -> RoundAction | None:
    """What the seat does; None where it stays silent."""
    if 0 <= number < TROEFS:
        return Play(seat, DECK[number])
    if TROEFS <= number < PASS:
        return ChooseTroef(seat, Suit(number - TROEFS))
    if number == PASS:
        return Pass(seat)
    if PASS < number < SILENT:
        amount, strain = divmod(number - BIDS, STRAINS)
        return MakeBid(seat, Bid(10 * (amount + 1), None if strain == NO_TROEF else Suit(strain)))
    if number == SILENT:
        return None
    if number == KNOCK:
        return Knock(seat)
    if ACCUSE <= number < CLAIMS:
        return Accuse(seat, seat.after(number - ACCUSE + 1))
    if CLAIMS <= number < ALL_ACTIONS:
        return Claim(seat, 10 * (number - CLAIMS + 1))
    raise TextError("unknown-action", text=str(number)[:40])


def numbers_before_play(may: Choices) -> list[int]:
    """The choices of a seat that names troef or bids, in ascending order."""
    if may.choose_troef:
        return [TROEFS + suit for suit in Suit]
    return [PASS, *sorted(bid_number(bid) for bid in may.bids)]


def numbers_of_talk(may: Choices, seat: Seat) -> list[int]:
    """What a seat can say when the fourth card lies there, in ascending order; nothing where silence is all."""
    said = [KNOCK] if may.knock else []
    said += sorted(ACCUSE + (other - seat & 3) - 1 for other in may.accuse)
    said += [claim_number(points) for points in may.claims]
    return [SILENT, *said] if said else []


def name_of_action(number: int) -> str:
    """The number in words: 'HJ', 'troef H', 'pass', '80sans', 'accuse left', 'claim 20'."""
    match as_action(number, Seat.SOUTH):
        case Play(_, card):
            return CARD_TEXTS[card]
        case ChooseTroef(_, suit):
            return f"troef {suit.letter}"
        case MakeBid(_, bid):
            return str(bid)
        case Claim(_, points):
            return f"claim {points}"
        case Accuse():
            return f"accuse {_ACCUSED[number - ACCUSE]}"
        case Pass():
            return "pass"
        case Knock():
            return "knock"
    return "silent"


_NUMBERS: Final = {name_of_action(number): number for number in range(ALL_ACTIONS)}


def action_named(name: str) -> int:
    """The number of an action in words."""
    number = _NUMBERS.get(name)
    if number is None:
        raise TextError("unknown-action", text=name[:40])
    return number
