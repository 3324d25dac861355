"""Expressions that hold or do not hold, and those over a whole collection."""

from collections.abc import Callable
from typing import Any, Final

from klaverjas.recycle.expressions import (
    Env,
    Scope,
    Typed,
    bounded,
    collection,
    condition,
    expect,
    expression,
    like,
    number,
    parts,
    says,
)
from klaverjas.recycle.faults import fail
from klaverjas.recycle.forms import Nest
from klaverjas.recycle.kinds import Found, Kind
from klaverjas.recycle.table import RecycleTable
from klaverjas.sentences import Phrase

_COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": lambda a, b: bool(a < b),
    ">": lambda a, b: bool(a > b),
    "<=": lambda a, b: bool(a <= b),
    ">=": lambda a, b: bool(a >= b),
}
_COMPARED: Final = (Kind.NUMBER, Kind.TEXT, Kind.CARD, Kind.PLAYER, Kind.TEAM)


@says("and", "or", "not")
def _logic(form: Nest, scope: Scope) -> Typed:
    if form.head == "not":
        (of,) = parts(form, like("(not CONDITION)"), 1)
        holds = condition(of, scope)
        return Typed(Kind.BOOLEAN, lambda table, env: not holds(table, env))
    if len(form.items) < 3:
        expected = like(f"({form.head} CONDITION CONDITION ...)")
        fail(form, "recycle-expected", expected=expected, found=Found(form))
    all_of = [condition(item, scope) for item in form.items[1:]]
    if form.head == "and":

        def both(table: RecycleTable, env: Env) -> bool:
            for one in all_of:  # noqa: SIM110 a generator costs more than the loop
                if not one(table, env):
                    return False
            return True

        return Typed(Kind.BOOLEAN, both)
    return Typed(Kind.BOOLEAN, lambda table, env: any(one(table, env) for one in all_of))


@says(*_COMPARISONS)
def _comparison(form: Nest, scope: Scope) -> Typed:
    left_form, right_form = parts(form, like(f"({form.head} NUMBER NUMBER)"), 2)
    do = _COMPARISONS[form.head]
    left, right = number(left_form, scope), number(right_form, scope)
    return Typed(Kind.BOOLEAN, lambda table, env: do(left(table, env), right(table, env)))


@says("==", "!=")
def _equality(form: Nest, scope: Scope) -> Typed:
    """Numbers, texts, cards, players or teams, but both of one kind."""
    left_form, right_form = parts(form, like(f"({form.head} X X)"), 2)
    left_typed = expression(left_form, scope, COMPARED)
    if left_typed.kind not in _COMPARED:
        fail(left_form, "recycle-expected", expected=COMPARED, found=Found(left_form, left_typed.kind))
    left, right = left_typed.value, expect(right_form, scope, left_typed.kind)
    equal = form.head == "=="
    if left_typed.kind is Kind.CARD:

        def same_card(table: RecycleTable, env: Env) -> bool:
            first, second = table.original[left(table, env)], table.original[right(table, env)]
            return (first == second) is equal

        return Typed(Kind.BOOLEAN, same_card)
    if equal:
        return Typed(Kind.BOOLEAN, lambda table, env: left(table, env) == right(table, env))
    return Typed(Kind.BOOLEAN, lambda table, env: left(table, env) != right(table, env))


COMPARED: Final = Phrase(
    "a number, a text, a card, a player or a team", "een getal, een tekst, een kaart, een speler of een team"
)


@says("all", "any")
def _aggregate(form: Nest, scope: Scope) -> Typed:
    """(all ...) and (any ...) of conditions; (all ...) of numbers is their sum, and of cards it is piles."""
    over, variable, of = parts(form, like(f"({form.head} COLLECTION 'V CONDITION)"), 3)
    kind, items = collection(over, scope)
    each = expression(of, scope.with_variable(variable, kind))
    every = form.head == "all"
    value = each.value

    if each.kind is Kind.BOOLEAN:

        def holds(table: RecycleTable, env: Env) -> bool:
            found = items(table, env)
            table.spend(len(found))
            for item in found:
                if value(table, (*env, item)) is not every:
                    return not every
            return every

        return Typed(Kind.BOOLEAN, holds)
    if every and each.kind is Kind.NUMBER:

        def total(table: RecycleTable, env: Env) -> int:
            found = items(table, env)
            table.spend(len(found))
            return bounded(sum(value(table, (*env, item)) for item in found), form)

        return Typed(Kind.NUMBER, total)
    if every and each.kind is Kind.CARDS:

        def piles(table: RecycleTable, env: Env) -> list[Any]:
            found = items(table, env)
            table.spend(len(found))
            return [each.bound(table, (*env, item)) for item in found]

        return Typed(Kind.PILES, piles)
    expected = AGGREGATED if every else Kind.BOOLEAN.value
    fail(of, "recycle-expected", expected=expected, found=Found(of, each.kind))


AGGREGATED: Final = Phrase("a condition, a number or cards", "een voorwaarde, een getal of kaarten")
