"""Actions: cards that move, what is written down, and whose turn it is, from a form to a step."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from klaverjas.recycle.expressions import (
    Env,
    Scope,
    Value,
    bounded,
    cards,
    expect,
    expression,
    like,
    number,
    parts,
    stored,
)
from klaverjas.recycle.faults import SourceSpot, fail
from klaverjas.recycle.forms import Atom, Form, Nest
from klaverjas.recycle.kinds import LOCATION, Found, Kind, word_of
from klaverjas.recycle.play import ProgramGame, Step
from klaverjas.recycle.steps import does, step
from klaverjas.recycle.table import GAME, MEMORY, MOST_COPIES, Place, Points, RecycleTable
from klaverjas.sentences import Phrase

Target = Callable[[RecycleTable, Env], tuple[Place, int | None]]


# --- cards ----------------------------------------------------------------------------------------


class MoveCard(Step):
    def __init__(self, where: SourceSpot, card: Value, target: Target) -> None:
        super().__init__(where)
        self._card, self._target = card, target

    def run(self, play: ProgramGame, env: Env) -> None:
        table = play.table
        card = self._card(table, env)
        if table.place_of[card].seen == MEMORY:
            fail(self.where, "recycle-memory-moved", place=table.place_name(table.place_of[card]))
        table.move(card, *self._target(table, env))

    def card(self, table: RecycleTable, env: Env) -> int | None:
        return int(self._card(table, env))

    def told(self, table: RecycleTable, env: Env) -> str:
        card = self._card(table, env)
        target, _ = self._target(table, env)
        source = table.place_of[card]
        own = GAME, table.seats[-1].current  # who chooses knows that it is his
        whose = "" if source.owner in own else f"({table.owner_name(source.owner)}) "
        to = "" if target.owner in (*own, source.owner) else f"({table.owner_name(target.owner)}) "
        return f"{table.card_shown(card)}: {whose}{source.name} > {to}{target.name}"


class RememberCard(MoveCard):
    def run(self, play: ProgramGame, env: Env) -> None:
        if len(play.table.original) >= MOST_COPIES:
            fail(self.where, "recycle-too-many-cards", most=MOST_COPIES)
        play.table.remember(self._card(play.table, env), *self._target(play.table, env))


class ForgetCard(Step):
    def __init__(self, where: SourceSpot, card: Value) -> None:
        super().__init__(where)
        self._card = card

    def run(self, play: ProgramGame, env: Env) -> None:
        card = self._card(play.table, env)
        if play.table.place_of[card].seen != MEMORY:
            place = play.table.place_name(play.table.place_of[card])
            fail(self.where, "recycle-not-memory", place=place)
        play.table.forget(card)

    def told(self, table: RecycleTable, env: Env) -> str:
        return f"forget {table.card_name(self._card(table, env))}"


class Shuffle(Step):
    def __init__(self, where: SourceSpot, pile: Value) -> None:
        super().__init__(where)
        self._pile = pile

    def run(self, play: ProgramGame, env: Env) -> None:
        play.table.chance.shuffle(play.table.piles.get(self._pile(play.table, env), []))

    def told(self, table: RecycleTable, env: Env) -> str:
        return f"shuffle {self._pile(table, env).name}"


class RepeatAll(Step):
    """As long as there are cards."""

    def __init__(self, where: SourceSpot, of: Value, each: Step) -> None:
        super().__init__(where)
        self.of, self.each = of, each

    def run(self, play: ProgramGame, env: Env) -> None:
        if self.of(play.table, env):
            play.push(self, env)
            play.push(self.each, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        return "; ".join([self.each.told(table, env)] if self.of(table, env) else [])


class Repeat(Step):
    """So many times."""

    def __init__(self, where: SourceSpot, times: Value, each: Step) -> None:
        super().__init__(where)
        self.times, self.each = times, each

    def run(self, play: ProgramGame, env: Env) -> None:
        _Again(self.where, self.times(play.table, env), self.each).run(play, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        times = self.times(table, env)
        return f"{times} x {self.each.told(table, env)}" if times > 0 else ""


class _Again(Step):
    def __init__(self, where: SourceSpot, left: int, each: Step) -> None:
        super().__init__(where)
        self.left, self.each = left, each

    def run(self, play: ProgramGame, env: Env) -> None:
        if self.left > 0:
            play.push(_Again(self.where, self.left - 1, self.each), env)
            play.push(self.each, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        return self.each.told(table, env)


def place_of(form: Form, scope: Scope) -> Value:
    """A place where cards lie: not just some cards."""
    typed = expression(form, scope, PLACE)
    if typed.place is None:
        fail(form, "recycle-expected", expected=PLACE, found=Found(form, typed.kind))
    return typed.place


PLACE: Final = Phrase("a place, such as (game vloc DISCARD)", "een plaats, zoals (game vloc DISCARD)")


def _target(form: Form, scope: Scope, *, memory: bool) -> Target:
    """Where a card is laid: (top PLACE), (bottom PLACE), (NUMBER PLACE)."""
    if not isinstance(form, Nest) or len(form.items) != 2:
        fail(form, "recycle-expected", expected=LOCATION, found=Found(form))
    place = place_of(form.items[1], scope)
    at = word_of(form.items[0])
    which = None if at in ("top", "bottom") else number(form.items[0], scope)

    def target(table: RecycleTable, env: Env) -> tuple[Place, int | None]:
        found = place(table, env)
        if (found.seen == MEMORY) is not memory:
            code = "recycle-not-memory" if memory else "recycle-memory-moved"
            fail(form, code, place=table.place_name(found))
        if which is None:
            return found, None if at == "top" else 0
        index = which(table, env)
        if not 0 <= index <= len(table.lying(found)):
            fail(form, "recycle-no-cards")
        return found, index

    return target


@does("move", "remember")
def _move(form: Nest, scope: Scope) -> Step:
    """(move CARD PLACE), (remember CARD PLACE)."""
    card, target = parts(form, like(f"({form.head} CARD (top PLACE))"), 2)
    what = expect(card, scope, Kind.CARD)
    if form.head == "remember":
        return RememberCard(form, what, _target(target, scope, memory=True))
    return MoveCard(form, what, _target(target, scope, memory=False))


@does("forget")
def _forget(form: Nest, scope: Scope) -> Step:
    (card,) = parts(form, like("(forget CARD)"), 1)
    return ForgetCard(form, expect(card, scope, Kind.CARD))


@does("shuffle")
def _shuffle(form: Nest, scope: Scope) -> Step:
    (pile,) = parts(form, like("(shuffle PLACE)"), 1)
    return Shuffle(form, place_of(pile, scope))


@does("repeat")
def _repeat(form: Nest, scope: Scope) -> Step:
    """(repeat 8 ACTION), (repeat all (move (top CARDS) PLACE))."""
    times, again = parts(form, like("(repeat NUMBER ACTION)"), 2)
    each = step(again, scope)
    if word_of(times) != "all":
        return Repeat(form, number(times, scope), each)
    card = again.items[1] if isinstance(again, Nest) and again.head in ("move", "forget") else None
    if not isinstance(card, Nest) or len(card.items) < 2:
        expected = like("(move (top CARDS) PLACE)")
        fail(again, "recycle-expected", expected=expected, found=Found(again))
    return RepeatAll(form, cards(card.items[1], scope), each)


# --- what is written down -------------------------------------------------------------------------


class SetNumber(Step):
    """(set STORE NUMBER), (inc STORE NUMBER), (dec STORE NUMBER)."""

    def __init__(self, where: Nest, whose: Value, name: Value, amount: Value) -> None:
        super().__init__(where)
        self.head = where.head
        self.whose, self.name, self.amount = whose, name, amount

    def run(self, play: ProgramGame, env: Env) -> None:
        table = play.table
        key = self.whose(table, env), self.name(table, env)
        amount = self.amount(table, env)
        if self.head != "set":
            now = table.numbers.get(key, 0)
            amount = bounded(now + amount if self.head == "inc" else now - amount, self.where)
        table.numbers[key] = amount

    def told(self, table: RecycleTable, env: Env) -> str:
        sign = {"set": "=", "inc": "+", "dec": "-"}[self.head]
        return f"{self.name(table, env)} {sign} {self.amount(table, env)}"


class SetText(Step):
    def __init__(self, where: SourceSpot, whose: Value, name: Value, text: Value) -> None:
        super().__init__(where)
        self.whose, self.name, self.text = whose, name, text

    def run(self, play: ProgramGame, env: Env) -> None:
        table = play.table
        table.texts[self.whose(table, env), self.name(table, env)] = self.text(table, env)

    def told(self, table: RecycleTable, env: Env) -> str:
        return f"{self.name(table, env)} = {self.text(table, env)}"


class SetPoints(Step):
    """What cards are worth from now on; texts in it are looked up now."""

    def __init__(
        self, where: SourceSpot, whose: Value, name: Value, awards: Sequence[tuple[Any, Value]]
    ) -> None:
        super().__init__(where)
        self.whose, self.name, self.awards = whose, name, awards

    def run(self, play: ProgramGame, env: Env) -> None:
        table = play.table
        table.points[self.whose(table, env), self.name(table, env)] = Points(
            [
                (tuple((key(table, env), value(table, env)) for key, value in pairs), worth(table, env))
                for pairs, worth in self.awards
            ]
        )

    def told(self, table: RecycleTable, env: Env) -> str:
        return str(self.name(table, env))


@does("set", "inc", "dec")
def _set(form: Nest, scope: Scope) -> Step:
    """(set STORE VALUE); what kind of value follows from the store."""
    store, value = parts(form, like(f"({form.head} (game sto NAME) NUMBER)"), 2)
    kind = word_of(store.items[1]) if isinstance(store, Nest) and len(store.items) == 3 else ""
    if form.head == "set" and kind == "str":
        return SetText(form, *stored(store, scope, "str"), expect(value, scope, Kind.TEXT))
    if form.head == "set" and kind == "points":
        return SetPoints(form, *stored(store, scope, "points"), _awards(value, scope))
    return SetNumber(form, *stored(store, scope, "sto"), number(value, scope))


def _awards(form: Form, scope: Scope) -> list[tuple[Any, Value]]:
    """(((RANK : A) 11) ((RANK : J) (SUIT : HEARTS) 20))."""
    example = like("(((NAME : NAME) NUMBER) ...)")
    if not isinstance(form, Nest) or not form.items:
        fail(form, "recycle-expected", expected=example, found=Found(form))
    awards = []
    for award in form.items:
        if not isinstance(award, Nest) or len(award.items) < 2:
            fail(award, "recycle-expected", expected=like("((NAME : NAME) NUMBER)"), found=Found(award))
        *pairs, worth = award.items
        awards.append(([_pair(pair, scope) for pair in pairs], number(worth, scope)))
    return awards


def _pair(form: Form, scope: Scope) -> tuple[Value, Value]:
    example = like("(NAME : NAME)")
    if not isinstance(form, Nest) or len(form.items) != 3:
        fail(form, "recycle-expected", expected=example, found=Found(form))
    key, colon, value = form.items
    if not isinstance(colon, Atom) or colon.text != ":":
        fail(colon, "recycle-expected", expected=example, found=Found(colon))
    return expect(key, scope, Kind.TEXT), expect(value, scope, Kind.TEXT)


# --- turns ----------------------------------------------------------------------------------------


class SetTurn(Step):
    """(cycle next PLAYER), (cycle current PLAYER)."""

    def __init__(self, where: SourceSpot, *, now: bool, of_players: bool, who: Value) -> None:
        super().__init__(where)
        self.now, self.of_players, self.who = now, of_players, who

    def run(self, play: ProgramGame, env: Env) -> None:
        table = play.table
        cycle = (table.seats if self.of_players else table.benches)[-1]
        who = self.who(table, env)
        if self.now:
            cycle.current = who
        else:
            cycle.queued = who

    def told(self, table: RecycleTable, env: Env) -> str:
        return f"{'current' if self.now else 'next'} = {self.who(table, env)}"


@does("cycle")
def _cycle(form: Nest, scope: Scope) -> Step:
    which, who = parts(form, like("(cycle next PLAYER)"), 2)
    if word_of(which) not in ("next", "current"):
        fail(which, "recycle-expected", expected=like("next, current"), found=Found(which))
    if word_of(who) in ("current", "next", "previous"):  # short for (current player)
        who = Nest((who, Atom("word", "player", who.line, who.column)), who.line, who.column)
    typed = expression(who, scope, Kind.PLAYER.value)
    if typed.kind not in (Kind.PLAYER, Kind.TEAM):
        fail(who, "recycle-expected", expected=Kind.PLAYER.value, found=Found(who, typed.kind))
    return SetTurn(
        form, now=word_of(which) == "current", of_players=typed.kind is Kind.PLAYER, who=typed.value
    )


class PassDeed(Step):
    """(turn pass): nothing."""

    def run(self, play: ProgramGame, env: Env) -> None:
        pass

    def told(self, table: RecycleTable, env: Env) -> str:
        return "pass"


@does("turn")
def _pass(form: Nest, scope: Scope) -> Step:
    (what,) = parts(form, like("(turn pass)"), 1)
    if word_of(what) != "pass":
        fail(what, "recycle-expected", expected=like("(turn pass)"), found=Found(form))
    return PassDeed(form)
