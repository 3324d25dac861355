"""A RECYCLE program: its text, read and checked, ready to be played."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

from klaverjas.recycle import conditions, numbers, owners, piles  # noqa: F401 each says its expressions
from klaverjas.recycle.deeds import place_of
from klaverjas.recycle.expressions import (
    Env,
    Scope,
    Typed,
    Value,
    expression,
    like,
    name_of,
    number,
    parts,
)
from klaverjas.recycle.faults import SourceSpot, fail
from klaverjas.recycle.forms import Atom, Form, Nest, read
from klaverjas.recycle.kinds import Found, word_of
from klaverjas.recycle.owners import listed
from klaverjas.recycle.play import ProgramGame, Step, Todo, patient
from klaverjas.recycle.steps import step
from klaverjas.recycle.table import RecycleTable
from klaverjas.sentences import Phrase

MOST_PLAYERS: Final = 20
MOST_CARDS: Final = 2_000

GAME_SHAPE: Final = like("(game (setup ...) ... (scoring max NUMBER))")
SETUP: Final = like("(setup (create players NUMBER) ... (create deck PLACE (deck ...)))")
TEAMS: Final = Phrase(
    "teams with every player exactly once, such as (1, 3) (2, 4)",
    "teams waarin elke speler één keer zit, zoals (1, 3) (2, 4)",
)


@dataclass(frozen=True)
class Deck:
    """Cards that are made before the game begins."""

    where: SourceSpot
    place: Value
    cards: tuple[dict[str, str], ...]
    inner: frozenset[str]
    back: str  # its name, where it is not the ordinary one
    times: int


@dataclass(frozen=True)
class Program:
    """A game whose rules are a program."""

    players: int
    teams: tuple[tuple[int, ...], ...]
    most_wins: bool
    _named: tuple[tuple[SourceSpot, Typed], ...]  # what the declared variables stand for
    _decks: tuple[Deck, ...]
    _steps: tuple[Step, ...]
    _scoring: SourceSpot
    _score: Value

    @classmethod
    def read(cls, text: str) -> "Program":
        """The program that a text is; a fault in it is refused with its line and column."""
        return _game(read(text))

    def begin(self, chance: random.Random, *, watched: bool = False) -> ProgramGame:
        """A game, up to the first choice; its table keeps all movements where it is *watched*."""
        table = RecycleTable(self.players, self.teams, chance)
        table.moves = [] if watched else None
        for where, one in self._named:
            with patient(where, table):
                table.named = (*table.named, one.bound(table, table.named))
        env = table.named
        for deck in self._decks:
            for _ in range(deck.times):
                with patient(deck.where, table):
                    place = deck.place(table, env)
                table.add_cards(deck.cards, deck.inner, deck.back, place)
        todo: Todo = None
        for one_step in reversed(self._steps):
            todo = one_step, env, todo
        return ProgramGame(self, table, todo)

    def scores(self, table: RecycleTable) -> tuple[int, ...]:
        """What each player has: the score with him as the current one."""
        cycle = table.seats[-1]
        before = cycle.current
        found = []
        try:
            for player in range(1, self.players + 1):
                cycle.current = player
                with patient(self._scoring, table):
                    found.append(self._score(table, table.named))
        finally:
            cycle.current = before
            table.known.clear()
        return tuple(found)


def _game(form: Nest) -> Program:
    if form.head != "game" or len(form.items) < 3:
        fail(form, "recycle-expected", expected=GAME_SHAPE, found=Found(form))
    items = list(form.items[1:])
    scope = Scope()
    nobody = RecycleTable(1, ((1,),), random.Random(0))  # before there are players
    named: list[tuple[SourceSpot, Typed]] = []
    env: Env = ()
    while isinstance(items[0], Nest) and items[0].head == "declare":
        where = items.pop(0)
        what, variable = parts(where, like("(declare EXPRESSION 'V)"), 2)
        typed = expression(what, scope)
        scope = scope.with_variable(variable, typed.kind)
        named.append((where, typed))
        with patient(where, nobody):
            env = (*env, typed.bound(nobody, env))
        if not items:
            fail(form, "recycle-expected", expected=GAME_SHAPE, found=Found(form))
    setup, *middle = items
    if not isinstance(setup, Nest) or setup.head != "setup" or len(setup.items) < 3:
        fail(setup, "recycle-expected", expected=SETUP, found=Found(setup))
    players = _players(setup.items[1], scope, env)
    rest = list(setup.items[2:])
    teams: tuple[tuple[int, ...], ...] = tuple((player,) for player in range(1, players + 1))
    if isinstance(rest[0], Nest) and len(rest[0].items) > 1 and word_of(rest[0].items[1]) == "teams":
        teams = _teams(rest.pop(0), players)
    if not rest:
        fail(setup, "recycle-expected", expected=SETUP, found=Found(setup))
    decks = tuple(_deck(one, scope, env) for one in rest)
    if sum(len(deck.cards) * deck.times for deck in decks) > MOST_CARDS:
        fail(setup, "recycle-too-many-cards", most=MOST_CARDS)
    if not middle:
        fail(form, "recycle-expected", expected=GAME_SHAPE, found=Found(form))
    scoring = middle.pop()
    if not isinstance(scoring, Nest) or scoring.head != "scoring":
        fail(scoring, "recycle-expected", expected=like("(scoring max NUMBER)"), found=Found(scoring))
    which, score = parts(scoring, like("(scoring max NUMBER)"), 2)
    if word_of(which) not in ("max", "min"):
        fail(which, "recycle-expected", expected=like("max, min"), found=Found(which))
    return Program(
        players,
        teams,
        word_of(which) == "max",
        tuple(named),
        decks,
        tuple(step(one, scope) for one in middle),
        scoring,
        number(score, scope),
    )


def _players(form: Form, scope: Scope, env: Env) -> int:
    example = like("(create players NUMBER)")
    words = parts(form, example, 2)
    if not isinstance(form, Nest) or form.head != "create" or word_of(words[0]) != "players":
        fail(form, "recycle-expected", expected=example, found=Found(form))
    players = _at_once(words[1], scope, env)
    if not 1 <= players <= MOST_PLAYERS:
        fail(words[1], "recycle-no-member", number=players, most=MOST_PLAYERS)
    return players


def _at_once(form: Form, scope: Scope, env: Env) -> int:
    """A number that the setup needs, when there is nothing on the table yet."""
    find, nobody = number(form, scope), RecycleTable(1, ((1,),), random.Random(0))
    with patient(form, nobody):
        return int(find(nobody, env))


def _teams(form: Form, players: int) -> tuple[tuple[int, ...], ...]:
    """(create teams (1, 3) (2, 4)); who is in none is a team by himself."""
    assert isinstance(form, Nest)
    teams = []
    for team in form.items[2:]:
        if not isinstance(team, Nest) or not team.items:
            fail(team, "recycle-expected", expected=TEAMS, found=Found(team))
        teams.append(tuple(_member(item, players) for item in _uncomma(team)))
    seated = [player for team in teams for player in team]
    if len(set(seated)) != len(seated) or not teams:
        fail(form, "recycle-expected", expected=TEAMS, found=Found(form))
    alone = ((player,) for player in range(1, players + 1) if player not in seated)
    return (*teams, *alone)


def _uncomma(form: Nest) -> Iterator[Form]:
    for at, item in enumerate(form.items):
        if at % 2 == 0:
            yield item
        elif not isinstance(item, Atom) or item.text != ",":
            fail(item, "recycle-expected", expected=like(","), found=Found(item))


def _member(form: Form, players: int) -> int:
    if not isinstance(form, Atom) or form.kind != "number" or len(form.text) > 3:
        fail(form, "recycle-expected", expected=TEAMS, found=Found(form))
    player = int(form.text)
    if not 1 <= player <= players:
        fail(form, "recycle-no-member", number=player, most=players)
    return player


# --- decks ----------------------------------------------------------------------------------------


def _deck(form: Form, scope: Scope, env: Env) -> Deck:
    """(create deck PLACE (deck ...)), also with a name for its backs, or (repeat NUMBER (create deck ...))."""
    example = like("(create deck PLACE (deck (NAME (NAME, NAME))))")
    if isinstance(form, Nest) and form.head == "repeat":
        many, again = parts(form, like("(repeat NUMBER (create deck ...))"), 2)
        times = _at_once(many, scope, env)
        again_deck = _deck(again, scope, env)
        if not 0 <= times * again_deck.times * max(1, len(again_deck.cards)) <= MOST_CARDS:
            fail(many, "recycle-too-many-cards", most=MOST_CARDS)
        return replace(again_deck, times=times * again_deck.times)
    words = parts(form, example, 3, 4)
    if not isinstance(form, Nest) or form.head != "create" or word_of(words[0]) != "deck":
        fail(form, "recycle-expected", expected=example, found=Found(form))
    back = name_of(words[1]) if len(words) == 4 else ""
    *_, place, deck = words
    if not isinstance(deck, Nest) or deck.head != "deck" or len(deck.items) < 2:
        fail(deck, "recycle-expected", expected=like("(deck (NAME (NAME, NAME)) ...)"), found=Found(deck))
    inner: set[str] = set()
    cards = _combined(deck.items[1:], inner, deck)
    return Deck(form, place_of(place, scope), tuple(cards), frozenset(inner), back, 1)


def _combined(forms: Sequence[Form], inner: set[str], where: SourceSpot) -> list[dict[str, str]]:
    """Cards that have one of each attribute, in every combination."""
    of_each = [_attribute(form, inner) for form in forms]
    if prod(map(len, of_each)) > MOST_CARDS:
        fail(where, "recycle-too-many-cards", most=MOST_CARDS)
    return [{key: value for part in chosen for key, value in part.items()} for chosen in product(*of_each)]


def _attribute(form: Form, inner: set[str]) -> list[dict[str, str]]:
    """(RANK (A, K)), or nested: (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK ...))."""
    if not isinstance(form, Nest) or len(form.items) < 2:
        fail(form, "recycle-expected", expected=like("(NAME (NAME, NAME))"), found=Found(form))
    key = name_of(form.items[0])
    cards = []
    for value in form.items[1:]:
        if not isinstance(value, Nest) or not value.items:
            fail(value, "recycle-expected", expected=like("(NAME, NAME)"), found=Found(value))
        nested = [item for item in value.items if isinstance(item, Nest)]
        names = listed([item for item in value.items if not isinstance(item, Nest)] or value.items)
        below: list[dict[str, str]] = [{}]
        if nested:
            inner.add(key)
            below = _combined(nested, inner, value)
        cards += [{key: name, **more} for name in names for more in below]
        if len(cards) > MOST_CARDS:
            fail(value, "recycle-too-many-cards", most=MOST_CARDS)
    return cards
