"""The rules over integers as the fast core compiles them, for tests that compare them with the interpreted ones."""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from klaverjas.kernel.compile.compiler import copied, helpers, the_compiler
from klaverjas.rules.integers import INTEGER_RULES


def compile_function(function: Callable[..., object]) -> Callable[..., object]:
    """*function* as it stands, calling the compiled rules instead of the interpreted."""
    compiled: Callable[..., object] = the_compiler().njit(copied(function, helpers()))
    return compiled


@cache
def compiled_rules() -> SimpleNamespace:
    """Every rule over integers, compiled, by name."""
    rules: dict[str, Any] = {rule.__name__: helpers()[rule.__name__] for rule in INTEGER_RULES}
    return SimpleNamespace(**rules)
