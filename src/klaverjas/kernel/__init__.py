"""The fast core: the rules compiled, and what is computed with them.

What programs outside use is here. Nothing is compiled at import, and numba is imported only when it is needed.

>>> from klaverjas import ROTTERDAM_BOND, Hand, Trick
>>> from klaverjas.kernel import Position, solve
>>> hands = [Hand.parse(cards) for cards in ("HA HT", "HK H7", "S7 S8", "D7 D8")]
>>> solve(Position(hands, Trick.parse("S:", troef="C")), ROTTERDAM_BOND).value
35
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from klaverjas.kernel.dispatch import Rollouts, rollouts
    from klaverjas.kernel.solver.batches import solve_many
    from klaverjas.kernel.solver.contract import makes
    from klaverjas.kernel.solver.position import Position
    from klaverjas.kernel.solver.solve import Solution, solve, value
    from klaverjas.kernel.solver.solve_score import solve_score
    from klaverjas.kernel.solver.stakes import Stakes

__all__ = [
    "Position",
    "Rollouts",
    "Solution",
    "Stakes",
    "makes",
    "rollouts",
    "solve",
    "solve_many",
    "solve_score",
    "value",
]

_HOME: Final = {
    "Position": "solver.position",
    "Rollouts": "dispatch",
    "Solution": "solver.solve",
    "Stakes": "solver.stakes",
    "makes": "solver.contract",
    "rollouts": "dispatch",
    "solve": "solver.solve",
    "solve_many": "solver.batches",
    "solve_score": "solver.solve_score",
    "value": "solver.solve",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is first asked for: the kernels' own modules need none of it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
