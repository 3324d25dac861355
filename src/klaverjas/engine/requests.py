"""Reading the fields of a request: from JSON that may hold anything to closed types, or an error."""

import json
from functools import lru_cache
from typing import Final, NoReturn, TypeAlias

from klaverjas.actions import (
    Accuse,
    ChooseTroef,
    Claim,
    Collect,
    Knock,
    MakeBid,
    Pass,
    Penalise,
    Play,
    RoundAction,
)
from klaverjas.cards import CARD_NUMBERS, DECK, Card, Hand, Suit
from klaverjas.errors import KlaverjasError
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import NAMED, rules_from_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat, Team

Request: TypeAlias = dict[str, object]

MOST_ACTIONS: Final = 10_000
LONGEST_MS: Final = 600_000
_SEATS: Final = {"S": Seat.SOUTH, "W": Seat.WEST, "N": Seat.NORTH, "E": Seat.EAST}
_TEAMS: Final = {"NS": Team.NORTH_SOUTH, "WE": Team.WEST_EAST}
_SUITS: Final = {"S": Suit.SPADES, "H": Suit.HEARTS, "C": Suit.CLUBS, "D": Suit.DIAMONDS}
_A_SEAT: Final = "one of 'S', 'W', 'N', 'E'"
_A_SUIT: Final = "one of 'S', 'H', 'C', 'D'"


class RequestError(KlaverjasError):
    """A line that is not a request."""


def _wrong(field: str, takes: str) -> NoReturn:
    raise RequestError("wrong-field", field=field, takes=takes)


def required(request: Request, field: str) -> object:
    try:
        return request[field]
    except KeyError:
        raise RequestError("missing-field", field=field) from None


def rules_of(request: Request) -> RuleSet:
    value = required(request, "rules")
    if isinstance(value, str) and value in NAMED:
        return NAMED[value]
    if isinstance(value, (str, dict)):
        return _parsed_rules(json.dumps(value))
    _wrong("rules", "the name of a rule set, or an object with a base and the fields that differ")


@lru_cache(maxsize=256)
def _parsed_rules(text: str) -> RuleSet:
    """Programs ask thousands of questions about the same few rule sets."""
    return rules_from_json(json.loads(text))


def troef_of(request: Request) -> Suit | None:
    value = required(request, "troef")
    if value is None:
        return None
    return suit_of(value, "troef", _A_SUIT + ", or null for sans")


def suit_of(value: object, field: str, takes: str = _A_SUIT) -> Suit:
    if not isinstance(value, str) or value not in _SUITS:
        _wrong(field, takes)
    return _SUITS[value]


def seat_of(value: object, field: str) -> Seat:
    if not isinstance(value, str) or value not in _SEATS:
        _wrong(field, _A_SEAT)
    return _SEATS[value]


def team_of(value: object, field: str) -> Team:
    if not isinstance(value, str) or value not in _TEAMS:
        _wrong(field, "'NS' or 'WE'")
    return _TEAMS[value]


def card_of(value: object, field: str) -> Card:
    if not isinstance(value, str):
        _wrong(field, "a card such as 'SA'")
    number = CARD_NUMBERS.get(value)
    if number is None:
        raise RequestError("unknown-card", text=value[:40])
    return DECK[number]


def cards_of(value: object, field: str, least: int, most: int) -> tuple[list[int], int]:
    """Different cards in the order written, and the same as a set."""
    if not isinstance(value, str):
        _wrong(field, "cards in one text, separated by spaces")
    cards = []
    mask = 0
    for text in value.split():
        number = CARD_NUMBERS.get(text)
        if number is None:
            raise RequestError("unknown-card", text=text[:40])
        if mask >> number & 1:
            raise RequestError("card-twice", card=DECK[number])
        mask |= 1 << number
        cards.append(number)
    if not least <= len(cards) <= most:
        _wrong(field, f"{least} cards" if least == most else f"{least} to {most} cards")
    return cards, mask


def hands_of(request: Request) -> tuple[Hand, ...]:
    """Four hands of eight cards, by seat."""
    return _four_hands(request, 8, "eight cards")


def hands_left(request: Request) -> tuple[Hand, ...]:
    """What the seats have left, by seat."""
    return _four_hands(request, 0, "the cards that it has left")


def _four_hands(request: Request, least: int, takes: str) -> tuple[Hand, ...]:
    value = required(request, "hands")
    if not isinstance(value, dict) or set(value) != set(_SEATS):
        _wrong("hands", f"an object from each of the seats S, W, N, E to {takes}")
    hands = []
    dealt = 0
    for letter in _SEATS:
        cards, mask = cards_of(value[letter], f"hands.{letter}", least, 8)
        for card in cards:
            if dealt >> card & 1:
                raise RequestError("card-twice", card=DECK[card])
        dealt |= mask
        hands.append(Hand(mask))
    return tuple(hands)


def whole_number(value: object, field: str, takes: str = "a whole number") -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _wrong(field, takes)
    return value


def milliseconds(value: object, field: str) -> int:
    takes = f"a whole number from 0 to {LONGEST_MS}"
    time = whole_number(value, field, takes)
    if not 0 <= time <= LONGEST_MS:
        _wrong(field, takes)
    return time


def name_of(value: object, field: str) -> str:
    if not isinstance(value, str):
        _wrong(field, "a name")
    return value


# --- actions -------------------------------------------------------------------------------------


def actions_of(request: Request) -> list[object]:
    """The list of actions, none of them read yet."""
    actions = required(request, "actions")
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        _wrong("actions", f"a list of at most {MOST_ACTIONS} actions")
    return actions


def at_action(error: KlaverjasError, at: int) -> KlaverjasError:
    """The same error, with the place of the action that it is about."""
    return KlaverjasError(error.code, **error.facts, at=at)


def _bad_action(why: str) -> NoReturn:
    raise RequestError("bad-action", why=why)


def _true(value: object, field: str) -> None:
    if value is not True:
        _wrong(field, "true")


def _bid(value: object) -> Bid:
    if not isinstance(value, str):
        _wrong("bid", "a bid such as '90H' or '80sans'")
    return Bid.parse(value)


_SEATED: Final = ("troef", "bid", "pass", "play", "claim", "knock", "accuse")
_SEATLESS: Final = ("collect", "penalise")


def action_of(value: object) -> RoundAction:
    """One action: a seat and exactly one kind, or one of the kinds that have no seat."""
    if not isinstance(value, dict):
        _bad_action("it is not an object")
    kinds = [kind for kind in (*_SEATED, *_SEATLESS) if kind in value]
    if len(kinds) != 1:
        _bad_action(f"it must have exactly one of {', '.join((*_SEATED, *_SEATLESS))}")
    kind = kinds[0]
    argument = value[kind]
    if len(value) > (2 if "seat" in value else 1):
        _bad_action("it has a field that no action has")
    if kind in _SEATLESS:
        if "seat" in value:
            _bad_action(f"'{kind}' has no seat")
        return _seatless_action(kind, argument)
    return _seated_action(kind, argument, seat_of(required(value, "seat"), "seat"))


def _seatless_action(kind: str, argument: object) -> RoundAction:
    if kind == "collect":
        _true(argument, kind)
        return Collect()
    return Penalise(team_of(argument, kind))


def _seated_action(kind: str, argument: object, seat: Seat) -> RoundAction:
    match kind:
        case "troef":
            return ChooseTroef(seat, suit_of(argument, kind))
        case "bid":
            return MakeBid(seat, _bid(argument))
        case "play":
            return Play(seat, card_of(argument, kind))
        case "claim":
            return Claim(seat, whole_number(argument, kind))
        case "accuse":
            return Accuse(seat, seat_of(argument, kind))
    _true(argument, kind)
    return Pass(seat) if kind == "pass" else Knock(seat)
