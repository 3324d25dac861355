"""The rules of a table as integers, for rounds that are stepped through."""

import threading
from functools import cache
from typing import Any

from klaverjas.kernel.compile.compiler import compiled, integers
from klaverjas.kernel.round.steps import LACKING, House, list_lacking
from klaverjas.rules.auction import limits
from klaverjas.rules.legal import duties_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS

_compiling = threading.Lock()


def house_of(rules: RuleSet, seed: int) -> House:
    """The rules of a strict table as integers."""
    least, most = limits(rules, sans=False)
    least_sans, most_sans = limits(rules, sans=True)
    return House(
        auction=rules.troef == "auction",
        redeal=rules.all_pass == "redeal",
        least=least,
        most=most,
        least_sans=least_sans,
        most_sans=most_sans,
        raise_by=rules.bid_step or 0,
        duties=duties_of(rules),
        four_alike=four_alike_of(rules),
        lacking=_lacking(duties_of(rules)),
        contract=CONTRACTS.index(rules.contract),
        roem_counts=bool(rules.roem_counts),
        pit=rules.pit,
        tegenpit=rules.tegenpit,
        in_tens=rules.rounding == "tens",
        first_dealer=int(rules.first_dealer),
        seed=seed & 0xFFFF_FFFF,  # more of it does not count
    )


@cache
def _lacking(duties: int) -> Any:
    lacking = integers(LACKING)
    with _compiling:
        run = _listing()
    run(duties, lacking)
    return lacking


@cache
def _listing() -> Any:
    return compiled(list_lacking, 0, integers(1))


def any_house() -> House:
    """For its types."""
    return House(False, False, 0, 0, 0, 0, 0, 0, integers(8), integers(1), 0, False, 0, 0, False, 0, 0)


def warm_up_houses() -> None:
    """Compile now what would be compiled for the first table."""
    with _compiling:
        _listing()


def four_alike_of(rules: RuleSet) -> Any:
    """The points for four alike, by rank."""
    four_alike = integers(8)
    four_alike[:] = rules.four_alike
    return four_alike
