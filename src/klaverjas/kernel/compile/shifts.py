"""Look-ups in the small tables of the rules, without memory.

A processor does the same to several numbers with one instruction, but fetches from memory one by one. So before
a rule is compiled, a look-up such as ``SUIT_CARDS[led]`` becomes a shift of one number that holds what the table
holds; the rule itself stays as people read it.

>>> from klaverjas.rules.trick import SUIT_CARDS, TROEF_POINTS
>>> as_shift(SUIT_CARDS, "led")
'(255 << (led) * 8 & 4294967295)'
>>> [eval(as_shift(TROEF_POINTS, str(rank))) for rank in range(8)]
[0, 0, 14, 10, 20, 3, 4, 11]
"""

import ast
import inspect
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType

_MOST = 1 << 63  # whole numbers of the compiler are smaller


def as_shift(table: object, index: str) -> str | None:
    """What gives ``table[index]`` for every index from 0 on; None for what is no such table."""
    if not isinstance(table, tuple) or not all(isinstance(value, int) for value in table):
        return None
    packed = sum(value << 8 * at for at, value in enumerate(table))
    if all(0 <= value < 256 for value in table) and packed < _MOST:
        return f"({packed} >> ({index}) * 8 & 255)"
    bits = (1 << max(table).bit_length()) - 1
    if all(value == table[0] << 8 * at & bits for at, value in enumerate(table)):
        return f"({table[0]} << ({index}) * 8 & {bits})"
    return None


class _Shifts(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, object]) -> None:
        self.names = names

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name):
            return node
        shift = as_shift(self.names.get(node.value.id), ast.unparse(node.slice))
        return node if shift is None else ast.parse(shift, mode="eval").body


def without_memory(function: Callable[..., object]) -> CodeType:
    """The code of the same function, with shifts for look-ups in small tables."""
    assert isinstance(function, FunctionType)
    tree = ast.parse(inspect.getsource(function))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    changed = ast.fix_missing_locations(_Shifts(function.__globals__).visit(tree))
    made: dict[str, FunctionType] = {}
    exec(compile(changed, function.__code__.co_filename, "exec"), dict(function.__globals__), made)
    return made[function.__name__].__code__
