"""Expressions: from a form to a function that finds its value at a table.

Whatever can be said of a form before anything is played is said here: each gets a kind, and one of
another kind is refused with its place and with what was expected.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from klaverjas.recycle.faults import SourceSpot, fail
from klaverjas.recycle.forms import CHANCE, Atom, Form, Nest
from klaverjas.recycle.kinds import COLLECTION, ELEMENT, NAME, POINTS, VARIABLE, Found, Kind, word_of
from klaverjas.recycle.table import GAME, SEEN, Place, Points, RecycleTable
from klaverjas.sentences import Phrase

Env: TypeAlias = tuple[Any, ...]  # what the variables stand for, the innermost last
Value: TypeAlias = Callable[[RecycleTable, Env], Any]

GREATEST: Final = 1 << 53  # of a number, either way

_STORES: Final = ("sto", "str", "points")


ANY_EXPRESSION: Final = Phrase(
    "an expression, such as (size ...), (top ...), (current player) or (== ... ...)",
    "een uitdrukking, zoals (size ...), (top ...), (current player) of (== ... ...)",
)


class Typed(NamedTuple):
    """An expression: its kind, how its value is found, and where its cards lie if it is a place."""

    kind: Kind
    value: Value
    place: Value | None = None  # gives a Place
    named: Value | None = None  # what a variable for it stands for, where that is not its value

    def bound(self, table: RecycleTable, env: Env) -> Any:
        """What a variable for it stands for: a place stays a place, and other cards stay as they are now."""
        if self.named is not None:
            return self.named(table, env)
        found = self.value(table, env)
        return tuple(found) if self.kind is Kind.CARDS else found


class Scope:
    """The variables that are known at a place in the program."""

    def __init__(self, kinds: tuple[tuple[str, Kind], ...] = ()) -> None:
        self._kinds = kinds

    def __len__(self) -> int:
        return len(self._kinds)

    def with_variable(self, variable: Form, kind: Kind) -> "Scope":
        if not isinstance(variable, Atom) or variable.kind != "variable":
            fail(variable, "recycle-expected", expected=VARIABLE, found=Found(variable))
        return Scope((*self._kinds, (variable.text, kind)))

    def fixes(self, form: Nest) -> bool:
        """Whether a form has one value as long as nothing changes: it asks for no variable and no chance."""
        return CHANCE not in form.asks and all(name not in form.asks for name, _ in self._kinds)

    def find(self, variable: Atom) -> tuple[int, Kind]:
        for at in range(len(self._kinds) - 1, -1, -1):
            name, kind = self._kinds[at]
            if name == variable.text:
                return at, kind
        known = sorted({name for name, _ in self._kinds})
        fail(variable, "recycle-variable", name=variable.text, known=known or ["-"])


def bounded(number: int, where: SourceSpot) -> int:
    """The number, unless it is too large."""
    if not -GREATEST <= number <= GREATEST:
        fail(where, "recycle-too-large", most=GREATEST)
    return number


# --- what is expected -----------------------------------------------------------------------------


def parts(form: Form, expected: Phrase, *shape: int) -> tuple[Form, ...]:
    """What comes behind the head, where a form has as many items as the *shape* allows."""
    if not isinstance(form, Nest) or len(form.items) - 1 not in shape:
        fail(form, "recycle-expected", expected=expected, found=Found(form))
    return form.items[1:]


def like(example: str) -> Phrase:
    """The shape that a form must have."""
    return Phrase(example, example)


def same(form: Form, expected: str) -> None:
    """A word or a sign of the language that has to stand here."""
    if not isinstance(form, Atom) or form.text != expected:
        fail(form, "recycle-expected", expected=like(expected), found=Found(form))


def name_of(form: Form) -> str:
    if not isinstance(form, Atom) or form.kind != "name":
        fail(form, "recycle-expected", expected=NAME, found=Found(form))
    return form.text


def expect(form: Form, scope: Scope, kind: Kind) -> Value:
    """The expression, which has to be of this kind."""
    typed = expression(form, scope, kind.value)
    if typed.kind is not kind:
        fail(form, "recycle-expected", expected=kind.value, found=Found(form, typed.kind))
    return typed.value


def number(form: Form, scope: Scope) -> Value:
    return expect(form, scope, Kind.NUMBER)


def cards(form: Form, scope: Scope) -> Value:
    return expect(form, scope, Kind.CARDS)


def condition(form: Form, scope: Scope) -> Value:
    return expect(form, scope, Kind.BOOLEAN)


def collection(form: Form, scope: Scope) -> tuple[Kind, Value]:
    """Something to go through: the kind of what is in it, and how it is found. A team is its players."""
    typed = expression(form, scope, COLLECTION)
    if typed.kind is Kind.TEAM:
        team = typed.value
        return Kind.PLAYER, lambda table, env: table.teams[team(table, env) - 1]
    if typed.kind not in ELEMENT:
        fail(form, "recycle-expected", expected=COLLECTION, found=Found(form, typed.kind))
    return ELEMENT[typed.kind], typed.value


def points(form: Form, scope: Scope) -> Value:
    """A map of points that was set before."""
    whose, name = stored(form, scope, "points")
    where = form

    def value(table: RecycleTable, env: Env) -> Points:
        key = whose(table, env), name(table, env)
        found = table.points.get(key)
        if found is None:
            fail(where, "recycle-no-points", name=key[1])
        return found

    return value


def stored(form: Form, scope: Scope, store: str) -> tuple[Value, Value]:
    """Whose and which number (`sto`), text (`str`) or points it is."""
    expected = POINTS if store == "points" else like(f"(game {store} NAME)")
    if not isinstance(form, Nest) or len(form.items) != 3 or word_of(form.items[1]) != store:
        fail(form, "recycle-expected", expected=expected, found=Found(form))
    return owner(form.items[0], scope), expect(form.items[2], scope, Kind.TEXT)


def owner(form: Form, scope: Scope) -> Value:
    """The game, a player or a team, as the number of an owner."""
    if word_of(form) == "game":
        return lambda table, env: GAME
    typed = expression(form, scope, OWNER)
    found = typed.value
    if typed.kind is Kind.PLAYER:
        return found
    if typed.kind is Kind.TEAM:
        return lambda table, env: table.players + found(table, env)
    fail(form, "recycle-expected", expected=OWNER, found=Found(form, typed.kind))


OWNER: Final = Phrase(
    "an owner: game, a player such as (current player), or a team",
    "een eigenaar: game, een speler zoals (current player), of een team",
)


# --- any expression -------------------------------------------------------------------------------

# Forms that do not begin with a word that says what they are.
A_MEMBER, A_PLACE, A_STORE, A_LIST, A_NUMBERED = (
    "(2 player)",
    "(game vloc X)",
    "(game sto X)",
    "(X, Y)",
    "(3 cards)",
)

Reading: TypeAlias = Callable[[Nest, Scope], Typed]
_READINGS: Final[dict[str, Reading]] = {}


def says(*shapes: str) -> Callable[[Reading], Reading]:
    """The mark of a function that reads expressions which begin with one of these words, or have this shape."""

    def marked(reading: Reading) -> Reading:
        _READINGS.update(dict.fromkeys(shapes, reading))
        return reading

    return marked


def expression(form: Form, scope: Scope, expected: Phrase = ANY_EXPRESSION) -> Typed:
    """The expression that a form is, of whatever kind; if it is none, *expected* says what should stand here."""
    if isinstance(form, Atom):
        return _atom(form, scope, expected)
    reading = _READINGS.get(_shape(form))
    if reading is None:
        fail(form, "recycle-expected", expected=expected, found=Found(form))
    return _once(form, scope, reading(form, scope))


def _shape(form: Nest) -> str:
    if form.head in _READINGS or not form.items:
        return form.head
    first, second = form.items[0], word_of(form.items[1] if len(form.items) > 1 else None)
    if second in ("player", "team"):
        return A_MEMBER
    if second in SEEN:
        return A_PLACE
    if second in ("sto", "str"):
        return A_STORE
    if isinstance(first, Atom) and first.kind == "name":
        return A_LIST
    return A_NUMBERED if len(form.items) == 2 and not form.head else ""


def _once(form: Nest, scope: Scope, typed: Typed) -> Typed:
    """The same, but looked up only once while nothing changes, wherever in the program it is written."""
    if _shape(form) in _QUICK or not scope.fixes(form):
        return typed
    find, key = typed.value, repr(form)

    def value(table: RecycleTable, env: Env) -> Any:
        known = table.known
        if key in known:
            return known[key]
        found = known[key] = find(table, env)
        return found

    return typed._replace(value=value)


# Not worth remembering.
_QUICK: Final = (
    "current", "next", "previous", "top", "bottom", "range", "indexed", A_MEMBER, A_PLACE, A_STORE, A_LIST, A_NUMBERED,
)  # fmt: skip


def _atom(form: Atom, scope: Scope, expected: Phrase) -> Typed:
    if form.kind == "number":
        if len(form.text) > 16:
            fail(form, "recycle-too-large", most=GREATEST)
        constant = bounded(int(form.text), form)
        return Typed(Kind.NUMBER, lambda table, env: constant)
    if form.kind == "name":
        text = form.text
        return Typed(Kind.TEXT, lambda table, env: text)
    if form.kind == "variable":
        at, kind = scope.find(form)
        if kind is Kind.CARDS:  # what was named may be a place: then it is what lies there now

            def lying(table: RecycleTable, env: Env) -> Any:
                named = env[at]
                return table.lying(named) if type(named) is Place else named

            def place(table: RecycleTable, env: Env) -> Place:
                named = env[at]
                if type(named) is not Place:
                    fail(form, "recycle-no-place", name=form.text)
                return named

            return Typed(kind, lying, place, lambda table, env: env[at])
        return Typed(kind, lambda table, env: env[at])
    if form.text == "player":
        return Typed(Kind.PLAYERS, lambda table, env: range(1, table.players + 1))
    if form.text == "team":
        return Typed(Kind.TEAMS, lambda table, env: range(1, len(table.teams) + 1))
    fail(form, "recycle-expected", expected=expected, found=Found(form))
