"""Rounds, hands and results in the protocol's words."""

from collections.abc import Iterable
from typing import TypeAlias

from klaverjas.actions import (
    Accuse,
    ChooseTroef,
    Claim,
    Collect,
    Knock,
    LiftPenalty,
    MakeBid,
    Pass,
    Penalise,
    Play,
    RoundAction,
)
from klaverjas.cards import CARD_TEXTS, Hand
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    BidMade,
    CardPlayed,
    Knocked,
    Passed,
    PenaltyImposed,
    PenaltyLifted,
    RoemClaimed,
    RoundEvent,
    TrickWon,
    TroefChosen,
)
from klaverjas.round import Round
from klaverjas.rules.scoring import Result
from klaverjas.seats import SEATS, TEAMS

Answer: TypeAlias = dict[str, object]


def position(round: Round) -> Answer:
    """Where a round stands, as the protocol tells it."""
    position: Answer = {
        "phase": round.phase.value,
        "turn": None if round.turn is None else round.turn.letter,
        "troef": None if round.troef is None else round.troef.letter,
        "makers": None if round.makers is None else round.makers.letters,
        "bid": None if round.bid is None else str(round.bid),
        "trick": " ".join(CARD_TEXTS[card] for card in round.table),
        "hands": by_seat(round.hands),
        "tricks": [
            {
                "leader": trick.leader.letter,
                "cards": " ".join(CARD_TEXTS[card] for card in trick.cards),
                "winner": trick.winner.letter,
                "roem": trick.roem,
            }
            for trick in round.tricks
        ],
    }
    return position if round.result is None else position | _result(round.result)


def _result(result: Result) -> Answer:
    scored: Answer = {
        "outcome": result.outcome.code,
        "score": by_team(result.score),
        "cards": by_team(result.cards),
        "roem": by_team(result.roem),
        "display": by_team(result.display),
    }
    if result.offences:
        scored["offences"] = [
            {
                "trick": offence.trick,
                "card": CARD_TEXTS[offence.card],
                "rule": offence.rule,
                "cards": hand_text(offence.correct),
            }
            for offence in result.offences
        ]
    return scored


def hand_text(hand: Hand) -> str:
    return " ".join([CARD_TEXTS[card] for card in hand.ordered()])


def by_seat(hands: tuple[Hand, ...]) -> Answer:
    return {seat.letter: hand_text(hands[seat]) for seat in SEATS}


def by_team(values: tuple[int, int] | tuple[str, str]) -> Answer:
    return {team.letters: values[team] for team in TEAMS}


def actions(round: Round) -> list[Answer]:
    """What was done in a round, in the protocol's words: its `replay` of these gives the same position."""
    return actions_told(round.log)


def actions_told(events: Iterable[RoundEvent]) -> list[Answer]:
    """What was done, from what happened. The protocol knows no penalty that was taken back: it is left out."""
    done: list[RoundAction] = []
    for event in events:
        if isinstance(event, PenaltyLifted):
            penalty = Penalise(event.team)
            while done.pop() != penalty:
                pass
        elif (action := _done_by(event)) is not None:
            done.append(action)
    return [action_told(action) for action in done]


def action_told(action: RoundAction) -> Answer:
    """An action in the protocol's words."""
    match action:
        case ChooseTroef(seat=seat, suit=suit):
            return {"seat": seat.letter, "troef": suit.letter}
        case MakeBid(seat=seat, bid=bid):
            return {"seat": seat.letter, "bid": str(bid)}
        case Pass(seat=seat):
            return {"seat": seat.letter, "pass": True}
        case Play(seat=seat, card=card):
            return {"seat": seat.letter, "play": CARD_TEXTS[card]}
        case Claim(seat=seat, points=points):
            return {"seat": seat.letter, "claim": points}
        case Knock(seat=seat):
            return {"seat": seat.letter, "knock": True}
        case Accuse(seat=seat, accused=accused):
            return {"seat": seat.letter, "accuse": accused.letter}
        case Penalise(team=team):
            return {"penalise": team.letters}
        case Collect():
            return {"collect": True}
        case LiftPenalty():
            raise AssertionError("the protocol has no word for it")


def _done_by(event: RoundEvent) -> RoundAction | None:
    """The action that an event follows from; None for those that follow from another event."""
    match event:
        case TroefChosen(seat=seat, suit=suit):
            return ChooseTroef(seat, suit)
        case BidMade(seat=seat, bid=bid):
            return MakeBid(seat, bid)
        case Passed(seat=seat):
            return Pass(seat)
        case CardPlayed(seat=seat, card=card):
            return Play(seat, card)
        case RoemClaimed(seat=seat, points=points):
            return Claim(seat, points)
        case Knocked(seat=seat):
            return Knock(seat)
        case AccusationFailed(seat=seat, accused=accused) | AccusationProven(seat=seat, accused=accused):
            return Accuse(seat, accused)
        case PenaltyImposed(team=team):
            return Penalise(team)
        case TrickWon():
            return Collect()
    return None  # deals, won auctions and scores
