"""A player who sees all hands: what nobody at a real table can do better, for the upper end of the scale.

It plays a card that is best for the score of the round, nat and pit included, if all four saw the hands and played
their best. Against players who do not see them it may still miss a trap that only they would step into.
"""

from dataclasses import replace
from functools import lru_cache
from random import Random

from klaverjas.actions import Accuse, ChooseTroef, MakeBid, Pass, Play, RoundAction
from klaverjas.bots.bot import roem_call
from klaverjas.cards import Hand, Suit
from klaverjas.kernel.contract import makes
from klaverjas.kernel.position import Position
from klaverjas.kernel.scores import solve_score
from klaverjas.kernel.stakes import Stakes
from klaverjas.phase import Phase
from klaverjas.referee import offences
from klaverjas.round import Round
from klaverjas.rules.auction import Bid, possible_bids
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import score_verzaakt
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat, Team
from klaverjas.view import view_round


def see(round: Round, seat: Seat, chance: Random) -> RoundAction | None:
    """What the seer does at a seat, with the whole round before its eyes; nothing is left to chance."""
    if round.phase is Phase.TROEF:
        return _troef(round, seat) if round.turn == seat else None
    if accusation := _accusation(round, seat):
        return accusation
    if round.phase is Phase.TRICK_END:
        ours = round.trick.winner is not None and round.trick.winner.team == seat.team
        return roem_call(view_round(round, seat), seat) if ours else None
    if round.phase is Phase.PLAY and round.turn == seat:
        assert round.makers is not None
        bid = None if round.bid is None else round.bid.points
        stakes = Stakes(round.makers, bid, round.taken)
        return Play(
            seat, solve_score(Position(round.hands, round.trick), _in_points(round.rules), stakes).best
        )
    return None


def _in_points(rules: RuleSet) -> RuleSet:
    """The same rules, where points are not rounded: the arena counts all of them."""
    return replace(rules, rounding="none")


# --- troef ---------------------------------------------------------------------------------------


def _troef(round: Round, seat: Seat) -> RoundAction:
    if round.must_choose:
        least = round.rules.min_bid if round.rules.contract == "bid" else None
        bids = [Bid(least or 0, suit) for suit in Suit]
        best = max(_promising(round, seat.team, bids) or bids, key=lambda bid: _worth(round, seat.team, bid))
        assert best.suit is not None
        return ChooseTroef(seat, best.suit)
    return _bid(round, seat)


def _bid(round: Round, seat: Seat) -> MakeBid | Pass:
    """The lowest bid in the suit that is worth the most, if that is more than to leave things as they are."""
    standing = round.standing
    lowest: dict[Suit | None, Bid] = {}
    for bid in possible_bids(standing[1] if standing else None, round.rules):
        lowest.setdefault(bid.suit, bid)
    best, most = None, 0
    if standing is not None:
        theirs = _worth(round, standing[0].team, standing[1])
        most = theirs if standing[0].team == seat.team else -theirs
    for bid in _promising(round, seat.team, list(lowest.values())):
        worth = _worth(round, seat.team, bid)
        if worth > most:
            best, most = bid, worth
    return Pass(seat) if best is None else MakeBid(seat, best)


def _promising(round: Round, makers: Team, bids: list[Bid]) -> list[Bid]:
    """Those that are made: a quick question that saves the slow one."""
    if round.rules.contract == "none":
        return bids
    return [
        bid for bid in bids if makes(_lead(round, bid.suit), round.rules, Stakes(makers, bid.points or None))
    ]


def _worth(round: Round, makers: Team, bid: Bid) -> int:
    """The score of the playing team minus the other's with this bid."""
    return _score(round.dealt, round.leader, bid, makers, _in_points(round.rules))


def _lead(round: Round, troef: Suit | None) -> Position:
    return Position(round.dealt, Trick(round.leader, (), troef))


@lru_cache(maxsize=256)
def _score(hands: tuple[Hand, ...], leader: Seat, bid: Bid, makers: Team, rules: RuleSet) -> int:
    """Both seers of a team ask, and in an auction more than once."""
    position = Position(hands, Trick(leader, (), bid.suit))
    score = solve_score(position, rules, Stakes(makers, bid.points or None)).value
    return score if leader.team == makers else -score


# --- verzaakt ------------------------------------------------------------------------------------


def _accusation(round: Round, seat: Seat) -> Accuse | None:
    """Accuse an opponent who played an incorrect card, if that is worth something."""
    if round.rules.strict or not round.anything_played:
        return None
    if round.result is not None and round.rules.challenge_until == "last_trick":
        return None
    for accused in (seat.left, seat.left.partner):
        if offences(round, accused) and _gains(round, seat, accused):
            return Accuse(seat, accused)
    return None


def _gains(round: Round, seat: Seat, accused: Seat) -> bool:
    roem = sum(round.taken.roem) + round.registered
    proven = score_verzaakt(accused.team, round.makers, roem, round.rules).score
    if round.result is None:
        return proven[seat.team] > 0
    now = round.result.score
    return proven[seat.team] - proven[accused.team] > now[seat.team] - now[accused.team]
