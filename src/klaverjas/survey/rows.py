"""The rows of a survey: a deal under a rule set, with each troef that the player left of the dealer could name."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from klaverjas.cards import Suit
from klaverjas.hands import written
from klaverjas.kernel.solver.contract import makes
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.named import name_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat
from klaverjas.survey.deals import SurveyDeal


class SurveyRow(NamedTuple):
    """What the player left of the dealer, who leads, gets with one troef when all hands are open."""

    deal: int  # its seed, or its line
    rules: str
    dealer: str
    leader: str
    troef: str
    hands: str
    value: int  # his team's points minus the other's, roem included
    best: str  # the card to lead
    contract: str  # what his team must reach: half, or an amount
    makes: bool


def rows_of(dealt: SurveyDeal, tables: Sequence[RuleSet], dealer: Seat) -> list[SurveyRow]:
    """Every row of a deal, in the order of the rule sets and of the suits, sans last."""
    return [row for rules in tables for row in _rows_under(dealt, rules, dealer)]


def _rows_under(dealt: SurveyDeal, rules: RuleSet, dealer: Seat) -> Iterator[SurveyRow]:
    hands = dealt.at(rules, dealer)
    leader = dealer.left
    name = name_of(rules)
    judged = with_contract(rules)
    for troef in (*Suit, None) if rules.sans else Suit:
        position = Position(hands, Trick(leader, (), troef))
        solution = solve(position, rules)
        bid = lowest_bid(rules, troef)
        yield SurveyRow(
            deal=dealt.number,
            rules=name,
            dealer=dealer.letter,
            leader=leader.letter,
            troef="sans" if troef is None else troef.letter,
            hands=written(hands),
            value=solution.value,
            best=str(solution.best),
            contract="half" if bid is None else str(bid),
            makes=makes(position, judged, Stakes(leader.team, bid)),
        )


def lowest_bid(rules: RuleSet, troef: Suit | None) -> int | None:
    """What must be reached at least where it is bid; None where it is half (Rules 3.2, 7.6)."""
    if rules.contract != "bid":
        return None
    return rules.min_bid_sans if troef is None else rules.min_bid


def with_contract(rules: RuleSet) -> RuleSet:
    """These rules, but half must be reached where nothing is (Rules 7.8): all would make it otherwise."""
    return rules.change(contract="half") if rules.contract == "none" else rules
