"""What an action leads to: the events of a round, or a refusal (Rules, sections 3 to 6).

Each function takes the round as it is and an action, and gives the events; nothing is changed here.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

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
from klaverjas.cards import Hand
from klaverjas.errors import Refusal
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    AuctionWon,
    BidMade,
    CardPlayed,
    Knocked,
    Passed,
    PenaltyImposed,
    PenaltyLifted,
    RoemClaimed,
    RoundEvent,
    RoundScored,
    TrickWon,
    TroefChosen,
)
from klaverjas.phase import TRICK_END, TROEF
from klaverjas.rules.auction import Bid, auction_over, check_bid
from klaverjas.rules.legal import broken_rule, correct_cards, situation
from klaverjas.rules.roem import MOST_ROEM
from klaverjas.rules.scoring import (
    Offence,
    score_passed_out,
    score_round,
    score_verzaakt,
)
from klaverjas.rules.trick import LAST_TRICK, TRICKS, card_points, troef_number, winning_index
from klaverjas.seats import SEATS, Seat

if TYPE_CHECKING:
    from klaverjas.round import Round

Events: TypeAlias = tuple[RoundEvent, ...]


def decide(round: "Round", action: RoundAction) -> Events:
    """The events that *action* leads to, or a refusal."""
    decision = _DECISIONS.get(type(action))
    if decision is None:
        raise TypeError(f"{action!r} is not an action of a round")
    return decision(round, action)


def _check_turn(round: "Round", seat: Seat) -> None:
    if seat != round.turn:
        if round.turn is None:
            raise Refusal("eighth-trick")
        raise Refusal("not-your-turn", seat=seat, turn=round.turn)


# --- choosing troef ------------------------------------------------------------------------------


def _check_choosing(round: "Round", seat: Seat) -> None:
    if round.result is not None:
        raise Refusal("round-done")
    if round.phase is not TROEF:
        raise Refusal("troef-chosen")
    _check_turn(round, seat)


def _choose_troef(round: "Round", action: ChooseTroef) -> Events:
    _check_choosing(round, action.seat)
    if not round.must_choose:
        raise Refusal("auction")
    bid = None if round.rules.min_bid is None else Bid(round.rules.min_bid, action.suit)
    return (TroefChosen(action.seat, action.suit, bid),)


def _make_bid(round: "Round", action: MakeBid) -> Events:
    _check_choosing(round, action.seat)
    if round.must_choose:
        raise Refusal("no-auction", turn=action.seat)
    check_bid(action.bid, round.standing[1] if round.standing else None, round.rules)
    return (BidMade(action.seat, action.bid),)


def _pass(round: "Round", action: Pass) -> Events:
    _check_choosing(round, action.seat)
    if round.must_choose:
        raise Refusal("no-passing", turn=action.seat)
    passed = Passed(action.seat)
    standing = round.standing
    if not auction_over(round.passes + 1, standing[1].points if standing else 0):
        return (passed,)
    if standing is not None:
        return passed, AuctionWon(*standing)
    if round.rules.all_pass == "redeal":
        return passed, RoundScored(score_passed_out(round.rules))
    return (passed,)


# --- playing -------------------------------------------------------------------------------------


def _play(round: "Round", action: Play) -> Events:
    seat, card = action.seat, action.card
    if round.turn != seat:
        _check_playing(round)
        _check_turn(round, seat)
    if round.phase is TROEF:
        raise Refusal("troef-not-chosen")
    hand = round.hands[seat]
    if not hand >> card & 1:
        raise Refusal("card-not-held", seat=seat, card=card)
    played = CardPlayed(seat, card)
    if round.phase is TRICK_END:  # the next play ends the pause
        return _trick_won(round), played
    if round.rules.incorrect_card == "refused":
        correct = round.correct_cards
        if not correct >> card & 1:
            rule = broken_rule(card, int(hand), *round.situation, round.duties)
            raise Refusal("incorrect-card", card=card, rule=f"4.{rule}", cards=correct)
    return (played,)


def _check_playing(round: "Round") -> None:
    if round.result is not None:
        raise Refusal("round-done")
    if round.phase is TROEF:
        raise Refusal("troef-not-chosen")


def _collect(round: "Round", action: Collect) -> Events:
    if round.phase is not TRICK_END:
        raise Refusal("nothing-to-collect")
    won = _trick_won(round)
    if len(round.tricks) < TRICKS - 1:
        return (won,)
    if round.makers is None:
        raise AssertionError("a round that was played has a playing team")
    bid = None if round.bid is None else round.bid.points
    taken = round.taken.plus(won.winner.team, won.points, won.roem)
    return won, RoundScored(score_round(taken, round.makers, round.troef, bid, round.rules))


def _trick_won(round: "Round") -> TrickWon:
    troef = troef_number(round.troef)
    points = LAST_TRICK if len(round.tricks) == TRICKS - 1 else 0
    for card in round.table:
        points += card_points(card, troef)
    return TrickWon(round.leader.after(round.winning), points, round.registered)


# --- roem ----------------------------------------------------------------------------------------


def _claim(round: "Round", action: Claim) -> Events:
    if round.rules.claim != "amount":
        raise Refusal("roem-by-knock" if round.rules.claim == "knock" else "roem-automatic")
    if not 0 < action.points <= MOST_ROEM:
        raise Refusal("claim-amount", points=action.points, most=MOST_ROEM)
    _check_playing(round)
    if not round.trick.has_played(action.seat):
        raise Refusal("claim-before-playing", seat=action.seat)
    if not round.claims_open:
        raise Refusal("claim-again")
    return (RoemClaimed(action.seat, action.points, right=action.points == round.roem_on_table),)


def _knock(round: "Round", action: Knock) -> Events:
    if round.rules.claim != "knock":
        raise Refusal("roem-by-amount" if round.rules.claim == "amount" else "roem-automatic")
    _check_playing(round)
    if not round.table:
        raise Refusal("knock-without-cards")
    if round.claimed is not None:
        raise Refusal("knock-again")
    return (Knocked(action.seat, right=round.roem_on_table > 0),)


# --- verzaakt ------------------------------------------------------------------------------------


def offences(round: "Round", accused: Seat) -> tuple[Offence, ...]:
    """Every incorrect card that a seat has played in this round (Rules 6.3)."""
    found = []
    hand = int(round.dealt[accused])
    tricks = [(trick.leader, trick.cards) for trick in round.tricks]
    tricks.append((round.leader, round.table))
    for number, (leader, cards) in enumerate(tricks, start=1):
        turn = (accused - leader) & 3
        if turn >= len(cards):
            continue
        card = cards[turn]
        winning = winning_index(cards, turn, troef_number(round.troef))
        before = situation(cards[:turn], winning, round.troef)
        if rule := broken_rule(card, hand, *before, round.duties):
            correct = Hand(correct_cards(hand, *before, round.duties))
            found.append(Offence(number, card, f"4.{rule}", correct))
        hand ^= 1 << card
    return tuple(found)


def all_offences(round: "Round") -> dict[Seat, tuple[Offence, ...]]:
    """Every incorrect card of the round so far, by the seat that played it (Rules 6.3)."""
    return {seat: found for seat in SEATS if (found := offences(round, seat))}


def _accuse(round: "Round", action: Accuse) -> Events:
    if round.rules.strict:
        raise Refusal("no-verzaakt")
    if action.seat == action.accused:
        raise Refusal("accuse-oneself")
    if not round.anything_played:
        raise Refusal("accuse-too-early")
    if round.result is not None and round.rules.challenge_until == "last_trick":
        raise Refusal("accuse-too-late")
    proof = offences(round, action.accused)
    if not proof:
        return (AccusationFailed(action.seat, action.accused),)
    result = score_verzaakt(
        action.accused.team, round.makers, _all_roem(round), round.rules, action.accused, proof
    )
    return AccusationProven(action.seat, action.accused, proof), RoundScored(result)


def _penalise(round: "Round", action: Penalise) -> Events:
    if round.rules.strict:
        raise Refusal("no-verzaakt")
    if not round.rules.talk_penalty:
        raise Refusal("no-talk-penalty")
    if round.result is not None and round.rules.challenge_until == "last_trick":
        raise Refusal("penalise-too-late")
    result = score_verzaakt(action.team, round.makers, _all_roem(round), round.rules)
    return PenaltyImposed(action.team), RoundScored(result)


def _lift_penalty(round: "Round", action: LiftPenalty) -> Events:
    if not round.penalised:
        raise Refusal("nothing-to-lift")
    return (PenaltyLifted(round.standing_penalty),)


def _all_roem(round: "Round") -> int:
    """Everything registered in the round so far, the trick on the table included."""
    return sum(round.taken.roem) + round.registered


_DECISIONS: dict[type, Callable[["Round", Any], Events]] = {
    ChooseTroef: _choose_troef,
    MakeBid: _make_bid,
    Pass: _pass,
    Play: _play,
    Collect: _collect,
    Claim: _claim,
    Knock: _knock,
    Accuse: _accuse,
    Penalise: _penalise,
    LiftPenalty: _lift_penalty,
}
