"""A player who sees all hands: what nobody at a real table can do, for the upper end of the scale.

From six cards each on it plays a card that is best for the score of the round, nat and pit included, if all four saw
the hands and played their best. Before that the exact score would take long, so it asks for the difference in points:
a card that keeps what its team has to reach, and of those one that is worth the most. Where half must be reached, roem
counts and the playing team makes it without a pit, that is the same card. Cards that are equal for the score are told
apart by the difference, which gives the others more chances to go wrong.
"""

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from klaverjas.actions import Accuse, ChooseTroef, MakeBid, Pass, Play, RoundAction
from klaverjas.bots.bot import roem_call
from klaverjas.cards import Card, Hand, Suit
from klaverjas.kernel.solver.contract import asked_of, makes
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import CARDS_ALONE, solve, value
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.phase import Phase
from klaverjas.referee import offences
from klaverjas.round import Round
from klaverjas.rules.auction import Bid, possible_bids
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import score_verzaakt
from klaverjas.rules.trick import Trick, pot, troef_number
from klaverjas.seats import Seat, Team
from klaverjas.view import view_round

EXACT: Final = 6  # cards each; with more the exact score takes ten times as long as the difference


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
        return Play(seat, _card(round, seat))
    return None


# --- cards ---------------------------------------------------------------------------------------


def _card(round: Round, seat: Seat) -> Card:
    assert round.makers is not None
    stakes = Stakes(round.makers, None if round.bid is None else round.bid.points, round.taken)
    position, rules = Position(round.hands, round.trick), _in_points(round.rules)
    points = solve(position, rules)
    ours, theirs = seat.team, seat.team.opponents
    before = sum(taken[ours] - taken[theirs] for taken in (round.taken.cards, round.taken.roem))
    if len(round.hands[seat]) <= EXACT or _is_pit(before + points.value, position.troef):
        wanted = solve_score(position, rules, stakes).cards
    else:
        wanted = _kept(position, rules, stakes)
    return max(points.cards, key=lambda card: (wanted[card], points.cards[card]))


def _in_points(rules: RuleSet) -> RuleSet:
    """The same rules, where points are not rounded: the arena counts all of them."""
    return replace(rules, rounding="none")


def _is_pit(difference: int, troef: Suit | None) -> bool:
    """Whether a team may take every trick: who can has at least all card points more than the others."""
    return abs(difference) >= pot(troef_number(troef))


def _kept(position: Position, rules: RuleSet, stakes: Stakes) -> dict[Card, int]:
    """By card, 1 where the team to move still has its way with the contract."""
    if rules.contract == "none":
        return dict.fromkeys(position.correct_cards(rules), 0)
    least, asked = asked_of(stakes, rules, pot(troef_number(position.troef)))
    reached = solve(position, rules, roem=asked != CARDS_ALONE).cards
    if position.turn.team == stakes.makers:
        return {card: int(points >= least) for card, points in reached.items()}
    return {card: int(-points < least) for card, points in reached.items()}


# --- troef ---------------------------------------------------------------------------------------


def _troef(round: Round, seat: Seat) -> RoundAction:
    if not round.must_choose:
        return _bid(round, seat)
    least = round.rules.min_bid if round.rules.contract == "bid" else None
    best = max((Bid(least or 0, suit) for suit in Suit), key=lambda bid: _worth(round, seat.team, bid))
    assert best.suit is not None
    return ChooseTroef(seat, best.suit)


def _bid(round: Round, seat: Seat) -> MakeBid | Pass:
    """The lowest bid in the suit that is worth the most, if it is made and better than what stands."""
    standing = round.standing
    lowest: dict[Suit | None, Bid] = {}
    for bid in possible_bids(standing[1] if standing else None, round.rules):
        lowest.setdefault(bid.suit, bid)
    best, most = None, 0
    if standing is not None:
        _, points = _worth(round, standing[0].team, standing[1])
        most = points if standing[0].team == seat.team else -points
    for bid in lowest.values():
        made, points = _worth(round, seat.team, bid)
        if made and points > most:
            best, most = bid, points
    return Pass(seat) if best is None else MakeBid(seat, best)


def _worth(round: Round, makers: Team, bid: Bid) -> tuple[bool, int]:
    """Whether this bid is made, and the points of the playing team minus the other's; after nat without roem."""
    return _points(round.dealt, round.leader, bid, makers, _in_points(round.rules))


@lru_cache(maxsize=256)
def _points(
    hands: tuple[Hand, ...], leader: Seat, bid: Bid, makers: Team, rules: RuleSet
) -> tuple[bool, int]:
    """Both seers of a team ask, and in an auction more than once."""
    position = Position(hands, Trick(leader, (), bid.suit))
    stakes = Stakes(makers, bid.points or None)
    sign = 1 if leader.team == makers else -1
    points = sign * value(position, rules)
    if _is_pit(points, bid.suit):
        score = sign * solve_score(position, rules, stakes).value
        return score > 0, score
    if rules.contract != "none" and not makes(position, rules, stakes):
        return False, -pot(troef_number(bid.suit))
    return True, points


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
