"""A tip: what a good player would do in somebody's place, for him alone. It is found from his own view."""

from typing import Any

from klaverjas.actions import Accuse, ChooseTroef, Claim, Collect, Knock, MakeBid, Pass, Play, RoundAction
from klaverjas.bots import Advice
from klaverjas.bots.advice import Outlook
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.phase import Phase
from klaverjas.sentences import Language
from klaverjas.server.table.bounds import view_at_table
from klaverjas.server.table.messages import Expected, Holders, OutlookSeen, Suggested, TipGiven
from klaverjas.server.table.state import Table
from klaverjas.view import Choices, View

NOTHING_TO_DO = "nothing-to-do"


def views_for_tip(table: Table, player: str) -> list[View]:
    """What the player sees from his seat, if he may ask for a tip now; nothing when there is nothing for him to do.

    While a trick lies there whose winner may lead at once: first as it is, then as it will be without that trick.
    """
    if not table.options.tips:
        raise Refusal("tips-not-allowed")
    if not table.playing or table.game is None or not table.game.rounds:
        raise Refusal("no-game")
    seat = table.seat_of(player)
    if seat is None:
        raise Refusal("not-seated")
    round = table.game.rounds[-1]
    view = view_at_table(round, seat)
    if view.may == Choices():
        return []
    if view.phase is Phase.TRICK_END and view.may.play:
        return [view, view_at_table(round.apply(Collect())[0], seat)]
    return [view]


def tip_of(command_id: str, advice: Advice | None, language: Language) -> TipGiven:
    """The advice as it is told."""
    if advice is None:
        return TipGiven(command_id, None, NOTHING_TO_DO, KlaverjasError(NOTHING_TO_DO).sentence(language))
    outlook = outlook_told(advice.outlook) if advice.outlook else None
    return TipGiven(command_id, suggested(advice.action), advice.why, advice.sentence(language), outlook)


def outlook_told(outlook: Outlook) -> OutlookSeen:
    """What is expected, in numbers that are no more exact than they mean."""
    return OutlookSeen(
        [Expected(suggested(action), _rounded(points, 1)) for action, points in outlook.choices],
        None if outlook.nat is None else _rounded(outlook.nat, 2),
        [Holders(str(card), [_rounded(each, 2) for each in seats]) for card, seats in outlook.holders],
    )


def _rounded(number: float, digits: int) -> float:
    return round(number, digits) + 0.0  # which makes a plain nought of -0.0


def suggested(action: RoundAction) -> Suggested:
    """The command that would do it, without an id."""
    fields: dict[str, Any]
    match action:
        case ChooseTroef(suit=suit):
            fields = {"do": "troef", "suit": suit.letter}
        case MakeBid(bid=bid):
            fields = {"do": "bid", "bid": str(bid)}
        case Pass():
            fields = {"do": "pass"}
        case Play(card=card):
            fields = {"do": "play", "card": str(card)}
        case Claim(points=points):
            fields = {"do": "claim", "points": points}
        case Knock():
            fields = {"do": "knock"}
        case Accuse(accused=accused):
            fields = {"do": "accuse", "accused": accused.letter}
        case _:
            raise AssertionError(action)
    return Suggested(**fields)
