"""The rules over integers, compiled with numba from the very functions that the referee runs."""

from collections.abc import Callable
from functools import cache
from types import FunctionType, SimpleNamespace

import numba

import klaverjas.rules.auction
import klaverjas.rules.legal
import klaverjas.rules.roem
import klaverjas.rules.scoring  # noqa: F401 each of these lists its functions
from klaverjas.rules.integers import INTEGER_RULES


def compile_function(function: Callable[..., object], known: dict[str, object]) -> Callable[..., object]:
    """*function* as it stands, calling the compiled ones instead of the interpreted."""
    assert isinstance(function, FunctionType)
    copy = FunctionType(function.__code__, function.__globals__ | known, function.__name__)
    compiled: Callable[..., object] = numba.njit(copy)
    return compiled


@cache
def compiled_rules() -> SimpleNamespace:
    """Every rule over integers, compiled, by name."""
    known: dict[str, object] = {}
    for rule in INTEGER_RULES:
        known[rule.__name__] = compile_function(rule, known)
    return SimpleNamespace(**known)
