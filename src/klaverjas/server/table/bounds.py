"""How far a game at a server's table may go.

These are no rules of the game, and no part of the engine protocol: the server keeps them, so that whatever is played
here can be written as a record and read again, with room to spare (:data:`klaverjas.record.value.MOST_ITEMS`).
"""

from dataclasses import replace
from typing import Final

from klaverjas.actions import Accuse, Action, Claim, Knock, Penalise
from klaverjas.errors import Refusal
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    AuctionWon,
    BidMade,
    CardPlayed,
    Dealt,
    Knocked,
    Passed,
    RoemClaimed,
    TrickWon,
    TroefChosen,
)
from klaverjas.game import Game
from klaverjas.round import Round
from klaverjas.rules.named import rules_from_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat
from klaverjas.view import View, Viewer, view_round

MOST_WRONG_CALLS: Final = 8  # of one seat in one deal: claims, knocks and accusations that were wrong
MOST_CALLS: Final = 100  # of all seats in one deal, right or wrong; four careful players make some ten
MOST_DEALS: Final = 250  # of one game, passed-out ones included
# An evening is 16 rounds or 1,500 points, a tournament day some 64 rounds.
MOST_ROUNDS: Final = 100
MOST_POINTS: Final = 10_000
MOST_TENS: Final = MOST_POINTS // 10

CALLS: Final = (Claim, Knock, Accuse)
_IN_TURN: Final = (Dealt, TroefChosen, BidMade, Passed, AuctionWon, CardPlayed, TrickWon)


def rules_for_table(wanted: object) -> RuleSet:
    """The rules that somebody asks for; refuses those under which a game takes longer than anyone plays."""
    rules = rules_from_json(wanted)
    most_points = MOST_TENS if rules.rounding == "tens" else MOST_POINTS
    if (rules.end.rounds or 0) > MOST_ROUNDS or (rules.end.points or 0) > most_points:
        raise Refusal("game-too-long", rounds=MOST_ROUNDS, points=most_points)
    return rules


def has_all_deals(game: Game) -> bool:
    """Whether no other deal is dealt, although nobody has won."""
    return len(game.rounds) >= MOST_DEALS and not game.decided


def wrong_calls(round: Round, seat: Seat) -> int:
    """How often a seat was wrong in this deal."""
    return sum(
        isinstance(event, AccusationFailed) or (isinstance(event, RoemClaimed | Knocked) and not event.right)
        for event in round.log
        if getattr(event, "seat", None) == seat
    )


def proven_by(round: Round, seat: Seat) -> set[Seat]:
    """The players whom a seat has accused rightly in this deal."""
    return {
        event.accused for event in round.log if isinstance(event, AccusationProven) and event.seat == seat
    }


def check_call(round: Round, action: Action) -> None:
    """Refuse a call of somebody who was wrong too often, a proven accusation that is repeated, and too many calls.

    The calls of the seats stay below :data:`MOST_CALLS`: nobody uses up those of others, or the arbiter's.
    """
    if isinstance(action, Accuse) and action.accused in proven_by(round, action.seat):
        raise Refusal("accusation-repeated")
    if isinstance(action, CALLS) and wrong_calls(round, action.seat) >= MOST_WRONG_CALLS:
        raise Refusal("wrong-calls-used", most=MOST_WRONG_CALLS)
    if isinstance(action, (*CALLS, Penalise)) and _calls(round) >= MOST_CALLS:
        raise Refusal("calls-used", most=MOST_CALLS)


def _calls(round: Round) -> int:
    return sum(not isinstance(event, _IN_TURN) for event in round.log)


def view_at_table(round: Round, viewer: Viewer) -> View:
    """What *viewer* may know and do at a server's table: a call that would be refused is not offered."""
    view = view_round(round, viewer)
    may = view.may
    if not isinstance(viewer, Seat) or not (may.claims or may.knock or may.accuse):
        return view
    if wrong_calls(round, viewer) >= MOST_WRONG_CALLS or _calls(round) >= MOST_CALLS:
        return replace(view, may=replace(may, claims=(), knock=False, accuse=()))
    proven = proven_by(round, viewer)
    accuse = tuple(seat for seat in may.accuse if seat not in proven)
    return replace(view, may=replace(may, accuse=accuse)) if proven else view
