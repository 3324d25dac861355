"""The mark of a rule that is written over plain integers.

Such a function takes and gives integers (a card 0..31, a set of cards as a 32-bit mask, a suit 0..3 or
``NO_TROEF``) and uses fixed tables, loops and other such functions, nothing else: no objects, exceptions,
recursion or allocation. So the very lines that the referee runs can be compiled as well, and
a rule is written once. The mark changes nothing; it lists the function for whoever compiles them, in an
order in which each needs only earlier ones.
"""

from collections.abc import Callable
from typing import Final, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., object])

INTEGER_RULES: Final[list[Callable[..., object]]] = []

NO_TROEF: Final = 4  # the suit number that stands for sans: its set of cards is empty
NOTHING_LED: Final = -1  # the suit that was led, before anyone has led


def over_integers(rule: Rule) -> Rule:
    INTEGER_RULES.append(rule)
    return rule
