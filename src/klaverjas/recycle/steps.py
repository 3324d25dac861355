"""What a program does: blocks of actions, choices and stages, from a form to a step."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from klaverjas.recycle.expressions import (
    Env,
    Scope,
    Typed,
    Value,
    collection,
    condition,
    expression,
    like,
    parts,
)
from klaverjas.recycle.faults import SourceSpot, fail
from klaverjas.recycle.forms import Form, Nest
from klaverjas.recycle.kinds import ACTION, Found, Kind, word_of
from klaverjas.recycle.play import Option, ProgramGame, Step
from klaverjas.recycle.table import Cycle, RecycleTable

Reading: TypeAlias = Callable[[Nest, Scope], Step]
_READINGS: Final[dict[str, Reading]] = {}


def does(*heads: str) -> Callable[[Reading], Reading]:
    """The mark of a function that reads steps which begin with one of these words."""

    def marked(reading: Reading) -> Reading:
        _READINGS.update(dict.fromkeys(heads, reading))
        return reading

    return marked


def step(form: Form, scope: Scope) -> Step:
    """What a form does: an action, a block of them, or a condition with an action."""
    if not isinstance(form, Nest) or not form.items:
        fail(form, "recycle-expected", expected=ACTION, found=Found(form))
    reading = _READINGS.get(form.head)
    if reading is not None:
        return reading(form, scope)
    if len(form.items) == 2 and isinstance(form.items[0], Nest):
        return WhenStep(form, condition(form.items[0], scope), step(form.items[1], scope))
    fail(form, "recycle-expected", expected=ACTION, found=Found(form))


# --- blocks ---------------------------------------------------------------------------------------


class Do(Step):
    """One after the other."""

    def __init__(self, where: SourceSpot, steps: Sequence[Step]) -> None:
        super().__init__(where)
        self.steps = steps

    def run(self, play: ProgramGame, env: Env) -> None:
        for one in reversed(self.steps):
            play.push(one, env)

    def card(self, table: RecycleTable, env: Env) -> int | None:
        return self.steps[0].card(table, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        """The first that does something: what comes later may not be there yet."""
        return next(filter(None, (one.told(table, env) for one in self.steps)), "")


class WhenStep(Step):
    """An action with a condition."""

    def __init__(self, where: SourceSpot, holds: Value, then: Step) -> None:
        super().__init__(where)
        self.holds, self.then = holds, then

    def run(self, play: ProgramGame, env: Env) -> None:
        if self.holds(play.table, env):
            play.push(self.then, env)

    def options(self, table: RecycleTable, env: Env) -> Iterator[Option]:
        if self.holds(table, env):
            yield from self.then.options(table, env)

    def card(self, table: RecycleTable, env: Env) -> int | None:
        return self.then.card(table, env) if self.holds(table, env) else None

    def told(self, table: RecycleTable, env: Env) -> str:
        return self.then.told(table, env) if self.holds(table, env) else ""


class Choice(Step):
    """One of these, as the player whose turn it is likes."""

    def __init__(self, where: SourceSpot, steps: Sequence[Step]) -> None:
        super().__init__(where)
        self.steps = steps

    def run(self, play: ProgramGame, env: Env) -> None:
        play.ask([option for one in self.steps for option in one.options(play.table, env)], self.where)

    def options(self, table: RecycleTable, env: Env) -> Iterator[Option]:
        for one in self.steps:
            yield from one.options(table, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        return " / ".join(filter(None, (one.told(table, env) for one in self.steps)))


def _gone_through(items: Value, table: RecycleTable, env: Env) -> list[Any]:
    """A collection as it is now; one without end is not even begun."""
    found = items(table, env)
    table.spend(len(found))
    return list(found)


class AllOf(Step):
    """The same for everything in a collection, as that is when it begins."""

    def __init__(self, where: SourceSpot, items: Value, each: Step) -> None:
        super().__init__(where)
        self.items, self.each = items, each

    def run(self, play: ProgramGame, env: Env) -> None:
        for item in reversed(_gone_through(self.items, play.table, env)):
            play.push(self.each, (*env, item))

    def told(self, table: RecycleTable, env: Env) -> str:
        return "; ".join(self.each.told(table, (*env, item)) for item in list(self.items(table, env)[:9]))


class AnyOf(Step):
    """One of a collection, as the player likes."""

    def __init__(self, where: SourceSpot, items: Value, each: Step, variable: str, kind: Kind) -> None:
        super().__init__(where)
        self.items, self.each = items, each
        self.variable, self.kind = variable, kind

    def run(self, play: ProgramGame, env: Env) -> None:
        play.ask(list(self.options(play.table, env)), self.where)

    def options(self, table: RecycleTable, env: Env) -> Iterator[Option]:
        for item in _gone_through(self.items, table, env):
            picked = self.variable, self.kind, item
            for option in self.each.options(table, (*env, item)):
                yield option._replace(picked=(picked, *option.picked))

    def told(self, table: RecycleTable, env: Env) -> str:
        return " / ".join(self.each.told(table, (*env, item)) for item in list(self.items(table, env)[:9]))


class Let(Step):
    """A name for something."""

    def __init__(self, where: SourceSpot, named: Typed, then: Step) -> None:
        super().__init__(where)
        self.named, self.then = named, then

    def _bound(self, table: RecycleTable, env: Env) -> Env:
        return (*env, self.named.bound(table, env))

    def run(self, play: ProgramGame, env: Env) -> None:
        play.push(self.then, self._bound(play.table, env))

    def options(self, table: RecycleTable, env: Env) -> Iterator[Option]:
        yield from self.then.options(table, self._bound(table, env))

    def card(self, table: RecycleTable, env: Env) -> int | None:
        return self.then.card(table, self._bound(table, env))

    def told(self, table: RecycleTable, env: Env) -> str:
        return self.then.told(table, self._bound(table, env))


@does("do", "choice")
def _block(form: Nest, scope: Scope) -> Step:
    """(do (...)), (choice (...))."""
    (inner,) = parts(form, like(f"({form.head} (ACTION ...))"), 1)
    if not isinstance(inner, Nest) or not inner.items:
        fail(inner, "recycle-expected", expected=like("(ACTION ...)"), found=Found(inner))
    steps = [step(item, scope) for item in inner.items]
    return (Do if form.head == "do" else Choice)(form, steps)


@does("all", "any")
def _each(form: Nest, scope: Scope) -> Step:
    """(all COLLECTION 'V ACTION), (any COLLECTION 'V ACTION)."""
    over, variable, then = parts(form, like(f"({form.head} COLLECTION 'V ACTION)"), 3)
    kind, items = collection(over, scope)
    each = step(then, scope.with_variable(variable, kind))
    return AllOf(form, items, each) if form.head == "all" else AnyOf(form, items, each, repr(variable), kind)


@does("let")
def _let(form: Nest, scope: Scope) -> Step:
    what, variable, then = parts(form, like("(let EXPRESSION 'V ACTION)"), 3)
    named = expression(what, scope)
    return Let(form, named, step(then, scope.with_variable(variable, named.kind)))


# --- stages ---------------------------------------------------------------------------------------


class Stage(Step):
    """Players or teams in turn, until the end."""

    is_stage = True

    def __init__(self, where: SourceSpot, *, of_players: bool, ends: Value, steps: Sequence[Step]) -> None:
        super().__init__(where)
        self.of_players, self.ends = of_players, ends
        self.steps = steps
        self._turn = _Turn(self)

    def cycles(self, table: RecycleTable) -> list[Cycle]:
        return table.seats if self.of_players else table.benches

    def run(self, play: ProgramGame, env: Env) -> None:
        cycles = self.cycles(play.table)
        cycles.append(Cycle(cycles[-1].members, cycles[-1].current))
        self.go_round(play, env)

    def go_round(self, play: ProgramGame, env: Env) -> None:
        """Once through the stage, unless it is at its end."""
        if self.ends(play.table, env):
            self.cycles(play.table).pop()
            return
        play.push(self._turn, env)
        for one in reversed(self.steps):
            play.push(one, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        return "stage"


class _Turn(Step):
    """The next one comes."""

    is_stage = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.where)
        self.stage = stage

    def run(self, play: ProgramGame, env: Env) -> None:
        self.stage.cycles(play.table)[-1].turn()
        self.stage.go_round(play, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        return "stage"


@does("stage")
def _stage(form: Nest, scope: Scope) -> Step:
    example = like("(stage player (end CONDITION) ...)")
    if len(form.items) < 4 or word_of(form.items[1]) not in ("player", "team"):
        fail(form, "recycle-expected", expected=example, found=Found(form))
    end = form.items[2]
    if not isinstance(end, Nest) or end.head != "end" or len(end.items) != 2:
        fail(end, "recycle-expected", expected=like("(end CONDITION)"), found=Found(end))
    return Stage(
        form,
        of_players=word_of(form.items[1]) == "player",
        ends=condition(end.items[1], scope),
        steps=[step(item, scope) for item in form.items[3:]],
    )
