"""Expressions that count."""

from collections.abc import Callable, Sequence
from typing import Final

from klaverjas.recycle.expressions import (
    GREATEST,
    Env,
    Scope,
    Typed,
    bounded,
    cards,
    collection,
    expect,
    like,
    number,
    parts,
    points,
    same,
    says,
)
from klaverjas.recycle.faults import fail
from klaverjas.recycle.forms import Nest
from klaverjas.recycle.kinds import Kind
from klaverjas.recycle.table import RecycleTable

GREATEST_POWER: Final = 64
_ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_DIVISIONS: Final[dict[str, Callable[[int, int], int]]] = {
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "mod": lambda a, b: a % b,
}


@says(*_ARITHMETIC, *_DIVISIONS, "^")
def _arithmetic(form: Nest, scope: Scope) -> Typed:
    left_form, right_form = parts(form, like(f"({form.head} NUMBER NUMBER)"), 2)
    left, right = number(left_form, scope), number(right_form, scope)
    head = form.head
    if head in _ARITHMETIC:
        do = _ARITHMETIC[head]
        return Typed(Kind.NUMBER, lambda table, env: bounded(do(left(table, env), right(table, env)), form))
    if head == "^":

        def power(table: RecycleTable, env: Env) -> int:
            exponent = right(table, env)
            if exponent < 0:
                fail(form, "recycle-negative", number=exponent)
            if exponent > GREATEST_POWER:
                fail(form, "recycle-too-large", most=GREATEST)
            return bounded(left(table, env) ** exponent, form)

        return Typed(Kind.NUMBER, power)
    divide = _DIVISIONS[head]

    def divided(table: RecycleTable, env: Env) -> int:
        by = right(table, env)
        if by == 0:
            fail(form, "recycle-zero")
        return divide(left(table, env), by)

    return Typed(Kind.NUMBER, divided)


@says("tri", "fib")
def _sequence_number(form: Nest, scope: Scope) -> Typed:
    """(tri 4) is 10; (fib 4) is 3."""
    (of,) = parts(form, like(f"({form.head} NUMBER)"), 1)
    which = number(of, scope)
    triangular = form.head == "tri"

    def value(table: RecycleTable, env: Env) -> int:
        at = which(table, env)
        if at < 0:
            fail(form, "recycle-negative", number=at)
        if triangular:
            return bounded(at * (at + 1) // 2, form)
        before, now = 0, 1
        for _ in range(min(at, 100)):
            before, now = now, before + now
        return bounded(before, form)

    return Typed(Kind.NUMBER, value)


@says("random")
def _random(form: Nest, scope: Scope) -> Typed:
    """(random 6) is 0 to 5; (random 1 .. 6) is 1 to 6."""
    items = parts(form, like("(random NUMBER .. NUMBER)"), 1, 3)
    if len(items) == 3:
        same(items[1], "..")
        low, high = number(items[0], scope), number(items[2], scope)
    else:
        most = number(items[0], scope)
        low, high = (lambda table, env: 0), (lambda table, env: most(table, env) - 1)

    def value(table: RecycleTable, env: Env) -> int:
        least, greatest = low(table, env), high(table, env)
        if least > greatest:
            fail(form, "recycle-no-range", least=least, most=greatest)
        return table.chance.randint(least, greatest)

    return Typed(Kind.NUMBER, value)


@says("range")
def _range(form: Nest, scope: Scope) -> Typed:
    """(range 1 .. 4) is 1, 2, 3, 4."""
    low_form, dots, high_form = parts(form, like("(range NUMBER .. NUMBER)"), 3)
    same(dots, "..")
    low, high = number(low_form, scope), number(high_form, scope)
    return Typed(Kind.NUMBERS, lambda table, env: range(low(table, env), high(table, env) + 1))


@says("size")
def _size(form: Nest, scope: Scope) -> Typed:
    (of,) = parts(form, like("(size CARDS)"), 1)
    _, items = collection(of, scope)
    return Typed(Kind.NUMBER, lambda table, env: len(items(table, env)))


@says("pid", "tid")
def _number_of_member(form: Nest, scope: Scope) -> Typed:
    """(pid PLAYER), (tid TEAM): its number."""
    kind = Kind.PLAYER if form.head == "pid" else Kind.TEAM
    (of,) = parts(form, like(f"({form.head} {kind.name})"), 1)
    return Typed(Kind.NUMBER, expect(of, scope, kind))


@says("score", "sum", "scoremax", "scoremin", "max", "min")
def _worth(form: Nest, scope: Scope) -> Typed:
    """(score CARD using POINTS), and of CARDS: (sum ...), (scoremax ...), (scoremin ...), (max ...), (min ...)."""
    head = form.head
    of_card = head == "score"
    items = parts(form, like(f"({head} {'CARD' if of_card else 'CARDS'} using POINTS)"), 3)
    same(items[1], "using")
    worth = points(items[2], scope)
    if of_card:
        card = expect(items[0], scope, Kind.CARD)
        return Typed(Kind.NUMBER, lambda table, env: worth(table, env).of(card(table, env), table))
    of = cards(items[0], scope)
    if head == "sum":

        def total(table: RecycleTable, env: Env) -> int:
            count = worth(table, env).of
            found = of(table, env)
            table.spend(len(found))
            return bounded(sum([count(card, table) for card in found]), form)

        return Typed(Kind.NUMBER, total)
    best = max if head in ("max", "scoremax") else min

    def scores(table: RecycleTable, env: Env) -> tuple[Sequence[int], list[int]]:
        found = of(table, env)
        if not found:
            fail(form, "recycle-no-cards")
        table.spend(len(found))
        count = worth(table, env).of
        return found, [count(card, table) for card in found]

    if head in ("scoremax", "scoremin"):
        return Typed(Kind.NUMBER, lambda table, env: best(scores(table, env)[1]))

    def card_of(table: RecycleTable, env: Env) -> int:  # the first of them, where several are worth as much
        found, counted = scores(table, env)
        return found[counted.index(best(counted))]

    return Typed(Kind.CARD, card_of)
