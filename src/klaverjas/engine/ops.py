"""What the engine can be asked, and how it answers."""

from collections.abc import Callable, Mapping
from typing import Final

from klaverjas.bots import bots_here
from klaverjas.cards import CARD_TEXTS, DECK, Hand
from klaverjas.engine.moves import move
from klaverjas.engine.positions import Answer, by_seat, hand_text, position
from klaverjas.engine.requests import (
    Request,
    RequestError,
    action_of,
    actions_of,
    at_action,
    cards_of,
    hands_left,
    hands_of,
    required,
    rules_of,
    seat_of,
    team_of,
    troef_of,
    whole_number,
)
from klaverjas.errors import KlaverjasError
from klaverjas.events import AccusationFailed, Knocked, RoemClaimed, RoundEvent
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve
from klaverjas.round import Round
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards, duties_of
from klaverjas.rules.named import NAMED, ROTTERDAM
from klaverjas.rules.roem import roem_parts
from klaverjas.rules.trick import Trick, troef_number, winning_index
from klaverjas.seats import Seat
from klaverjas.sentences import Phrase
from klaverjas.version import __version__

PROTOCOL: Final = 1


def _hello(request: Request) -> Answer:
    return {
        "name": "klaverjas",
        "version": __version__,
        "protocol": PROTOCOL,
        "rules": list(NAMED),
        "bots": bots_here(),
    }


def _legal(request: Request) -> Answer:
    rules = rules_of(request)
    troef = troef_number(troef_of(request))
    _, hand = cards_of(required(request, "hand"), "hand", 1, 8)
    trick, lying = cards_of(required(request, "trick"), "trick", 0, 3)
    if hand & lying:
        raise RequestError("card-twice", card=next(iter(Hand(hand & lying))))
    led, winning, partner_winning = NOTHING_LED, 0, False
    if trick:
        best = winning_index(trick, len(trick), troef)
        led, winning, partner_winning = trick[0] >> 3, trick[best], len(trick) - best == 2
    correct = correct_cards(hand, led, winning, partner_winning, troef, duties_of(rules))
    return {"cards": hand_text(Hand(correct))}


def _winner(request: Request) -> Answer:
    rules_of(request)
    troef = troef_number(troef_of(request))
    trick, _ = cards_of(required(request, "trick"), "trick", 1, 4)
    return {"index": winning_index(trick, len(trick), troef)}


def _roem(request: Request) -> Answer:
    rules = rules_of(request)
    troef = troef_of(request)
    _, lying = cards_of(required(request, "trick"), "trick", 1, 4)
    parts = roem_parts(Hand(lying), troef, rules)
    return {
        "points": sum(part.points for part in parts),
        "parts": [
            {"kind": part.kind, "points": part.points, "cards": hand_text(part.cards)} for part in parts
        ],
    }


def _deal(request: Request) -> Answer:
    seed = whole_number(required(request, "seed"), "seed")
    dealer = seat_of(request["dealer"], "dealer") if "dealer" in request else Seat.SOUTH
    rules = rules_of(request) if "rules" in request else ROTTERDAM
    return {"hands": by_seat(deal(seeded_deck(seed), dealer, rules.deal))}


def _replay(request: Request) -> Answer:
    rules = rules_of(request)
    dealer = seat_of(required(request, "dealer"), "dealer")
    round = Round.begin(rules, dealer, hands_of(request))
    notices: list[Answer] = []
    for at, action in enumerate(actions_of(request)):
        try:
            round, events = round.apply(action_of(action))
        except KlaverjasError as error:
            raise at_action(error, at) from error
        notices += _notices(at, events)
    return position(round) | {"notices": notices}


def _notices(at: int, events: tuple[RoundEvent, ...]) -> list[Answer]:
    """What went wrong without being refused."""
    for event in events:
        match event:
            case RoemClaimed(seat=seat, right=False):
                return [{"at": at, "seat": seat.letter, "kind": "wrong-claim"}]
            case Knocked(seat=seat, right=False):
                return [{"at": at, "seat": seat.letter, "kind": "false-knock"}]
            case AccusationFailed(seat=seat):
                return [{"at": at, "seat": seat.letter, "kind": "failed-accusation"}]
    return []


def _solve(request: Request) -> Answer:
    rules = rules_of(request)
    troef = troef_of(request)
    hands = hands_left(request)
    trick, _ = cards_of(required(request, "trick"), "trick", 0, 3)
    turn = seat_of(required(request, "turn"), "turn")
    if "makers" in request:
        team_of(request["makers"], "makers")  # who plays does not change the value
    leader = turn.after(-len(trick))
    position = Position(hands, Trick(leader, tuple(DECK[card] for card in trick), troef))
    try:
        solution = solve(position, rules)
    except KlaverjasError as error:
        if error.code != "missing-extra":
            raise
        raise RequestError("unavailable", op="solve", what=Phrase("solver", "oplosser")) from error
    return {
        "value": solution.value,
        "moves": {CARD_TEXTS[card]: value for card, value in solution.cards.items()},
    }


OPS: Final[Mapping[str, Callable[[Request], Answer]]] = {
    "hello": _hello,
    "legal": _legal,
    "winner": _winner,
    "roem": _roem,
    "replay": _replay,
    "solve": _solve,
    "move": move,
    "deal": _deal,
}
