"""Expressions for cards: where they lie, some of them, and several piles of them."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import Any

from klaverjas.recycle.expressions import (
    A_NUMBERED,
    A_PLACE,
    Env,
    Scope,
    Typed,
    Value,
    cards,
    collection,
    condition,
    expect,
    expression,
    like,
    number,
    owner,
    parts,
    points,
    same,
    says,
)
from klaverjas.recycle.faults import fail
from klaverjas.recycle.forms import Form, Nest
from klaverjas.recycle.kinds import ELEMENT, Found, Kind, word_of
from klaverjas.recycle.table import SEEN, Place, Points, RecycleTable
from klaverjas.sentences import Phrase


@says(A_PLACE)
def _pile(form: Nest, scope: Scope) -> Typed:
    """(game vloc DISCARD), ((current player) iloc HAND), (game vloc MELD 2)."""
    parts(form, like("(game vloc NAME)"), 2, 3)
    whose = owner(form.items[0], scope)
    seen = word_of(form.items[1])
    name = expect(form.items[2], scope, Kind.TEXT)
    which = number(form.items[3], scope) if len(form.items) == 4 else None

    def place(table: RecycleTable, env: Env) -> Place:
        at = 0 if which is None else which(table, env)
        return Place(whose(table, env), seen, name(table, env), at)

    def lying(table: RecycleTable, env: Env) -> Sequence[int]:
        at = 0 if which is None else which(table, env)
        # Found by what a place is made of: a pile is asked for more often than anything else.
        found = table.piles.get((whose(table, env), seen, name(table, env), at))  # type: ignore[call-overload]
        return () if found is None else found

    return Typed(Kind.CARDS, lying, place, place)


@says("indexed")
def _indexed(form: Nest, scope: Scope) -> Typed:
    """(indexed game vloc MELD): all piles of that name, by their number."""
    whose_form, seen_form, name_form = parts(form, like("(indexed game vloc NAME)"), 3)
    if word_of(seen_form) not in SEEN:
        fail(seen_form, "recycle-expected", expected=like(", ".join(SEEN)), found=Found(seen_form))
    whose, name = owner(whose_form, scope), expect(name_form, scope, Kind.TEXT)
    seen = word_of(seen_form)

    def value(table: RecycleTable, env: Env) -> list[Place]:
        key = whose(table, env), seen, name(table, env)
        return sorted(place for place in table.piles if place[:3] == key)

    return Typed(Kind.PILES, value)


@says("top", "bottom")
def _end(form: Nest, scope: Scope) -> Typed:
    """(top CARDS) is a card, (top 3 CARDS) cards, (top PILES) the cards of one pile; likewise bottom."""
    example = like(f"({form.head} CARDS)")
    items = parts(form, example, 1, 2)
    top = form.head == "top"
    if len(items) == 2:
        many, of = number(items[0], scope), cards(items[1], scope)

        def some(table: RecycleTable, env: Env) -> Sequence[int]:
            wanted = max(0, many(table, env))
            found = of(table, env)
            return tuple(found[max(0, len(found) - wanted) :] if top else found[:wanted])

        return Typed(Kind.CARDS, some)
    return _one_of(form, items[0], scope, lambda table, env: -1 if top else 0, example)


@says(A_NUMBERED)
def _numbered(form: Nest, scope: Scope) -> Typed:
    """(3 CARDS): the card with that number, counted from 0 at the bottom; likewise of piles."""
    at = number(form.items[0], scope)
    return _one_of(form, form.items[1], scope, at, like("(NUMBER CARDS)"))


def _one_of(form: Form, of: Form, scope: Scope, at: Value, example: Phrase) -> Typed:
    typed = expression(of, scope, Kind.CARDS.value)
    if typed.kind not in (Kind.CARDS, Kind.PILES):
        fail(of, "recycle-expected", expected=example, found=Found(of, typed.kind))
    found = typed.value

    def value(table: RecycleTable, env: Env) -> Any:
        items = found(table, env)
        which = at(table, env)
        if not -1 <= which < len(items) or not items:
            fail(form, "recycle-no-cards")
        return items[which]

    if typed.kind is Kind.CARDS:
        return Typed(Kind.CARD, value)

    def lying(table: RecycleTable, env: Env) -> Any:
        pile = value(table, env)
        return table.lying(pile) if type(pile) is Place else pile

    return Typed(Kind.CARDS, lying)


@says("filter")
def _filter(form: Nest, scope: Scope) -> Typed:
    over, variable, holds_form = parts(form, like("(filter CARDS 'V CONDITION)"), 3)
    kind, items = collection(over, scope)
    whole = next(collected for collected, element in ELEMENT.items() if element is kind)
    holds = condition(holds_form, scope.with_variable(variable, kind))

    def value(table: RecycleTable, env: Env) -> list[Any]:
        found = items(table, env)
        table.spend(len(found))
        return [item for item in found if holds(table, (*env, item))]

    return Typed(whole, value)


def piles_of(forms: Sequence[Form], scope: Scope) -> Value:
    """Several CARDS, one behind the other, or PILES."""
    alone = (
        expression(forms[0], scope, Kind.CARDS.value) if len(forms) == 1 else None
    )  # read once: it may be nested deeply
    if alone is not None and alone.kind not in (Kind.CARDS, Kind.PILES):
        fail(forms[0], "recycle-expected", expected=Kind.CARDS.value, found=Found(forms[0], alone.kind))
    each = [cards(form, scope) for form in forms] if alone is None else [alone.value]
    several = alone is not None and alone.kind is Kind.PILES

    def piles(table: RecycleTable, env: Env) -> list[Sequence[int]]:
        found = [one(table, env) for one in each]
        if several:
            found = [table.lying(pile) if type(pile) is Place else pile for pile in found[0]]
        table.spend(sum(map(len, found)))
        return found

    return piles


@says("union", "intersect", "disjunction")
def _sets(form: Nest, scope: Scope) -> Typed:
    """(union ...), (intersect ...) and (disjunction ...) of cards: each card once, in the order of coming."""
    if len(form.items) < 2:
        fail(form, "recycle-expected", expected=like(f"({form.head} CARDS ...)"), found=Found(form))
    piles = piles_of(form.items[1:], scope)
    if form.head == "union":

        def union(table: RecycleTable, env: Env) -> list[int]:
            return list(dict.fromkeys([card for pile in piles(table, env) for card in pile]))

        return Typed(Kind.CARDS, union)
    wanted: Callable[[int, int], bool] = (
        (lambda count, of: count == of) if form.head == "intersect" else (lambda count, of: count == 1)
    )

    def value(table: RecycleTable, env: Env) -> list[int]:
        found = piles(table, env)
        count: dict[int, int] = {}
        for pile in found:
            for card in dict.fromkeys(pile):
                count[card] = count.get(card, 0) + 1
        return [card for card, times in count.items() if wanted(times, len(found))]

    return Typed(Kind.CARDS, value)


@says("sort")
def _sort(form: Nest, scope: Scope) -> Typed:
    """(sort CARDS using POINTS): the lowest at the bottom."""
    of_form, using, points_form = parts(form, like("(sort CARDS using POINTS)"), 3)
    same(using, "using")
    of, worth = cards(of_form, scope), points(points_form, scope)

    def value(table: RecycleTable, env: Env) -> list[int]:
        count = worth(table, env).of
        found = of(table, env)
        table.spend(len(found))
        return sorted(found, key=lambda card: count(card, table))

    return Typed(Kind.CARDS, value)


@says("partition")
def _partition(form: Nest, scope: Scope) -> Typed:
    """(partition SUIT CARDS): those of each suit together, in the order of coming."""
    if len(form.items) < 3:
        fail(form, "recycle-expected", expected=like("(partition NAME CARDS ...)"), found=Found(form))
    key, piles = expect(form.items[1], scope, Kind.TEXT), piles_of(form.items[2:], scope)

    def value(table: RecycleTable, env: Env) -> list[list[int]]:
        attribute = key(table, env)
        groups: dict[str, list[int]] = {}
        for pile in piles(table, env):
            for card in pile:
                has = table.pack.attributes[table.original[card]].get(attribute)
                if has is not None:
                    groups.setdefault(has, []).append(card)
        return list(groups.values())

    return Typed(Kind.PILES, value)


@says("subsets")
def _subsets(form: Nest, scope: Scope) -> Typed:
    """(subsets CARDS): every choice of some of them."""
    (of_form,) = parts(form, like("(subsets CARDS)"), 1)
    of = cards(of_form, scope)

    def value(table: RecycleTable, env: Env) -> list[tuple[int, ...]]:
        found = of(table, env)
        table.spend(1 << len(found))
        return [some for many in range(1, len(found) + 1) for some in combinations(found, many)]

    return Typed(Kind.PILES, value)


@says("tuples")
def _tuples(form: Nest, scope: Scope) -> Typed:
    """(tuples 2 CARDS using POINTS): every so many cards that are worth the same."""
    many_form, of_form, using, points_form = parts(form, like("(tuples NUMBER CARDS using POINTS)"), 4)
    same(using, "using")
    many, of, worth = number(many_form, scope), cards(of_form, scope), points(points_form, scope)

    def value(table: RecycleTable, env: Env) -> list[tuple[int, ...]]:
        wanted = many(table, env)
        if wanted < 1:
            fail(form, "recycle-negative", number=wanted)
        groups = list(_by_worth(table, of(table, env), worth(table, env)).values())
        table.spend(sum(comb(len(group), wanted) for group in groups))
        return [some for group in groups for some in combinations(group, wanted)]

    return Typed(Kind.PILES, value)


def _by_worth(table: RecycleTable, found: Iterable[int], worth: Points) -> dict[int, list[int]]:
    """The cards by what they are worth, the lowest first."""
    groups: dict[int, list[int]] = {}
    for card in found:
        groups.setdefault(worth.of(card, table), []).append(card)
    return dict(sorted(groups.items()))


def _stretches(values: Iterable[int]) -> list[list[int]]:
    """Numbers in order, cut where one is missing."""
    cut: list[list[int]] = []
    for one in values:
        if cut and cut[-1][-1] == one - 1:
            cut[-1].append(one)
        else:
            cut.append([one])
    return cut


@says("runs")
def _runs(form: Nest, scope: Scope) -> Typed:
    """(runs largest 3 CARDS using POINTS): cards that follow each other, three or more, each in one run only;
    (runs all ...): every such run, also those within longer ones."""
    which, least_form, of_form, using, points_form = parts(
        form, like("(runs largest NUMBER CARDS using POINTS)"), 5
    )
    if word_of(which) not in ("largest", "all"):
        fail(which, "recycle-expected", expected=like("largest, all"), found=Found(which))
    same(using, "using")
    least, of, worth = number(least_form, scope), cards(of_form, scope), points(points_form, scope)
    largest = word_of(which) == "largest"

    def value(table: RecycleTable, env: Env) -> list[tuple[int, ...]]:
        wanted = max(1, least(table, env))
        groups = _by_worth(table, of(table, env), worth(table, env))
        return _largest_runs(groups, wanted) if largest else _all_runs(table, groups, wanted)

    return Typed(Kind.PILES, value)


def _largest_runs(groups: dict[int, list[int]], wanted: int) -> list[tuple[int, ...]]:
    """The longest first; cards of the same worth go into runs of their own."""
    runs: list[tuple[int, ...]] = []
    left = {worth: list(group) for worth, group in groups.items()}
    while True:
        stretches = _stretches(worth for worth, group in left.items() if group)
        longest = max(stretches, key=len, default=[])
        if len(longest) < wanted:
            return runs
        runs.append(tuple(left[worth].pop(0) for worth in longest))


def _all_runs(table: RecycleTable, groups: dict[int, list[int]], wanted: int) -> list[tuple[int, ...]]:
    runs: list[tuple[int, ...]] = []
    for stretch in _stretches(groups):
        for first in range(len(stretch)):
            for behind in range(first + wanted, len(stretch) + 1):
                chosen = [groups[worth] for worth in stretch[first:behind]]
                table.spend(prod(map(len, chosen)))
                runs += product(*chosen)
    return runs


@says("run")
def _run(form: Nest, scope: Scope) -> Typed:
    """(run top 3 CARDS using POINTS): the longest stretch at the top of which the cards follow each other, in
    whatever order; no cards where it is shorter than three."""
    end, least_form, of_form, using, points_form = parts(form, like("(run top NUMBER CARDS using POINTS)"), 5)
    if word_of(end) not in ("top", "bottom"):
        fail(end, "recycle-expected", expected=like("top, bottom"), found=Found(end))
    same(using, "using")
    least, of, worth = number(least_form, scope), cards(of_form, scope), points(points_form, scope)
    top = word_of(end) == "top"

    def value(table: RecycleTable, env: Env) -> tuple[int, ...]:
        found, count = of(table, env), worth(table, env).of
        wanted = max(1, least(table, env))
        table.spend(len(found))
        for many in range(len(found), wanted - 1, -1):
            some = tuple(found[-many:] if top else found[:many])
            scores = sorted(count(card, table) for card in some)
            if len(_stretches(scores)) == 1:
                return some
        return ()

    return Typed(Kind.CARDS, value)
