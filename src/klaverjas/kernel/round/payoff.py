"""The score of a finished round on integers: contract, nat, pit and rounding."""

from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Row, kernel
from klaverjas.kernel.layout import TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS
from klaverjas.rules.scoring import outcome_of, reaches_contract, team_score


class Payoff(NamedTuple):
    """What a round is scored by, as integers."""

    makers: int
    contract: int
    bid: int
    roem_counts: bool
    pit: int
    tegenpit: int
    in_tens: bool
    all_cards: int


@kernel
def difference(outcome: int, cards: int, roem: int, their_roem: int, payoff: Payoff) -> int:
    """The score of the playing team minus that of the others, at the end of a round in which it took these."""
    value = 0
    for is_makers in (True, False):
        written = team_score(
            outcome,
            is_makers,
            cards if is_makers else payoff.all_cards - cards,
            roem if is_makers else their_roem,
            payoff.all_cards,
            roem + their_roem,
            payoff.pit,
            payoff.tegenpit,
            payoff.in_tens,
        )
        value += written if is_makers else -written
    return value


@kernel
def final_score(taken: Row, payoff: Payoff) -> int:
    """The score of North and South minus that of the others."""
    ours = payoff.makers
    cards, roem, their_roem = (
        taken[TAKEN_CARDS + ours],
        taken[TAKEN_ROEM + ours],
        taken[TAKEN_ROEM + 1 - ours],
    )
    outcome = outcome_of(
        taken[TAKEN_TRICKS + ours],
        cards,
        roem,
        roem + their_roem,
        payoff.all_cards,
        payoff.contract,
        payoff.bid,
        payoff.roem_counts,
    )
    value = difference(outcome, cards, roem, their_roem, payoff)
    return -value if ours == 1 else value


@kernel
def makes_with(cards: int, roem: int, their_roem: int, payoff: Payoff) -> bool:
    return reaches_contract(
        cards, roem, roem + their_roem, payoff.all_cards, payoff.contract, payoff.bid, payoff.roem_counts
    )
