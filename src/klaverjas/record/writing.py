"""From a record to its text."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from klaverjas.cards import Card, Hand, Suit
from klaverjas.errors import TextError
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    AuctionWon,
    BidMade,
    CardPlayed,
    Event,
    Knocked,
    Passed,
    PenaltyImposed,
    PenaltyLifted,
    RoemClaimed,
    RoundScored,
    TrickWon,
    TroefChosen,
)
from klaverjas.game import Game
from klaverjas.record.value import FIELD_PREFIX, FORMAT, MOST_DEALS, MOST_ITEMS, Record
from klaverjas.round import Round
from klaverjas.rules.named import changes_from_base
from klaverjas.rules.scoring import Result, added
from klaverjas.seats import SEATS, TEAMS

UNFINISHED: Final = "*"
LIFTED: Final = "lifted"  # begins the line in which a round goes on after its penalty was taken back
RANKS_DOWN: Final = "AKQJT987"


def write(records: Iterable[Record]) -> str:
    """The records as text, with an empty line between two games. Refuses a game that could not be read again."""
    return "\n".join("".join(f"{line}\n" for line in _game_lines(record)) for record in records)


def _game_lines(record: Record) -> Iterator[str]:
    comments = _comments_by_place(record)
    for name, value in _tags(record):
        yield tag_text(name, value)
    if head := comments.pop((0, 0), ""):
        yield head.strip()
    totals = (0, 0)
    if len(record.game.rounds) > MOST_DEALS:
        raise TextError("record-not-written", deals=MOST_DEALS, items=MOST_ITEMS)
    for number, round in enumerate(record.game.rounds, start=1):
        yield ""
        yield from _deal_lines(round, number, totals, comments)
        totals = totals_after(totals, round.result)
    if comments:
        raise TextError("record-comment-place")


def _tags(record: Record) -> Iterator[tuple[str, object]]:
    game = record.game
    yield "Klaverjas", FORMAT
    yield "Rules", game.rules.base
    for name, value in changes_from_base(game.rules).items():
        yield FIELD_PREFIX + name, value
    yield from record.tags
    if record.commitment is not None:
        yield "Commitment", record.commitment
    if any(record.texts):
        texts = zip(SEATS, record.texts, strict=True)
        yield "Texts", {seat.letter: text for seat, text in texts if text}
    if record.secret is not None:
        yield "Secret", record.secret
    yield "Result", result_text(game)


def tag_text(name: str, value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if not text.isprintable():  # line ends of other alphabets, half characters
        text = json.dumps(value)
    return f"[{name} {text}]"


def _comments_by_place(record: Record) -> dict[tuple[int, int], str]:
    comments: dict[tuple[int, int], list[str]] = {}
    for comment in record.comments:
        comments.setdefault((comment.deal, comment.item), []).append(f" {{{comment.text}}}")
    return {place: "".join(texts) for place, texts in comments.items()}


def _deal_lines(
    round: Round, number: int, totals: tuple[int, int], comments: dict[tuple[int, int], str]
) -> list[str]:
    """One deal. Each line begins with a keyword, or with the number of its trick."""
    hands = " ".join(f"{seat.letter}:{hand_text(round.dealt[seat])}" for seat in SEATS)
    lines = [f"deal {number} {round.dealer.letter}", hands + comments.pop((number, 0), "")]
    stage: str = round.rules.troef if round.rules.troef == "auction" else "troef"
    line, items, tricks, cards = "", 0, 0, 0
    penalties: list[tuple[str, int, int]] = []  # where the round stood when each was imposed
    for event in round.log[1:]:
        match event:
            case PenaltyImposed():
                penalties.append((stage, tricks, cards))
            case PenaltyLifted():
                stage, tricks, cards = penalties.pop()
                items += 1
                lines.append(f"{LIFTED}{comments.pop((number, items), '')}")
                line = stage
            case TroefChosen():
                stage = "troef"
            case AuctionWon():
                stage = "1"
            case TrickWon():
                tricks += 1
                cards = 0
                stage = str(tricks + 1)
            case RoundScored():
                stage = "score"
        text = item_text(event, totals)
        if text is None:
            continue
        items += 1
        if items > MOST_ITEMS and not isinstance(event, RoundScored):  # a score is not counted
            raise TextError("record-not-written", deals=MOST_DEALS, items=MOST_ITEMS)
        if stage != line:
            lines.append(stage)
            line = stage
        if isinstance(event, CardPlayed):
            lines[-1] += "" if cards else f" {event.seat.letter}:"
            cards += 1
        lines[-1] += f" {text}{comments.pop((number, items), '')}"
        if isinstance(event, TroefChosen):
            stage = "1"
        elif isinstance(event, RoundScored):
            stage, line = "after", "score"
    if stage != line and tricks and round.result is None:
        lines.append(stage)  # says that the trick before has been collected
    return lines


def item_text(event: Event, totals: tuple[int, int]) -> str | None:
    """How an event is written; None for those that follow by themselves. *totals* are those before the deal."""
    match event:
        case BidMade(_, bid):
            return str(bid)
        case Passed():
            return "pass"
        case TroefChosen(seat, suit):
            return f"{seat.letter}:{suit.letter}"
        case CardPlayed(_, card):
            return str(card)
        case RoemClaimed(seat, points, right):
            return f"{seat.letter}+{points}{'' if right else '?'}"
        case Knocked(seat, right):
            return f"{seat.letter}*{'' if right else '?'}"
        case AccusationFailed(seat, accused):
            return f"{seat.letter}!{accused.letter}?"
        case AccusationProven(seat, accused):
            return f"{seat.letter}!{accused.letter}"
        case PenaltyImposed(team):
            return f"!{team.letters}"
        case RoundScored(result):
            return score_text(result, totals_after(totals, result))
    return None


def is_item(event: Event) -> bool:
    """Whether an event is one of the items after which a comment may stand."""
    return isinstance(event, PenaltyLifted) or item_text(event, (0, 0)) is not None


def score_text(result: Result, totals: tuple[int, int]) -> str:
    """'made, NS 60, WE 82 + 20 = 102; total NS 60, WE 102'."""
    shown = []
    for team in TEAMS:
        display, score = result.display[team], result.score[team]
        told = score == 0 or display == str(score)
        shown.append(f"{team.letters} {display}" + ("" if told else f" = {score}"))
    return f"{result.outcome.code}, {', '.join(shown)}; total {by_team(totals)}"


def totals_after(totals: tuple[int, int], result: Result | None) -> tuple[int, int]:
    if result is None:
        return totals
    return added(totals, result.score)


def result_text(game: Game) -> str:
    """'NS 1612, WE 1243' for a closed game, '*' for any other."""
    return by_team(game.totals) if game.closed else UNFINISHED


def by_team(points: tuple[int, int]) -> str:
    return ", ".join(f"{team.letters} {points[team]}" for team in TEAMS)


def hand_text(hand: Hand) -> str:
    """Ranks by suit, spades, hearts, clubs, diamonds, with a dot between: 'AT.KJ9.Q7.8'."""
    return ".".join(
        "".join(rank for rank in RANKS_DOWN if Card.parse(suit.letter + rank) in hand) for suit in Suit
    )
