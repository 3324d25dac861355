"""A program under way: what is still to be done, and what can be chosen now."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from klaverjas.recycle.expressions import Env
from klaverjas.recycle.faults import Endless, ProgramError, SourceSpot, Unseen, fail
from klaverjas.recycle.kinds import Kind, shortened
from klaverjas.recycle.table import PATIENCE, Place, RecycleTable

if TYPE_CHECKING:
    from klaverjas.recycle.program import Program

MOST_NAMED: Final = 5  # cards of a pile in an option
MOST_CHOICES: Final = 10_000  # in one game

Todo: TypeAlias = "tuple[Step, Env, Todo] | None"  # never changed, so that a copy of it is itself


class Step(ABC):
    """Something that a program does."""

    is_stage = False  # where a program that never ends goes round

    def __init__(self, where: SourceSpot) -> None:
        self.where = where

    @abstractmethod
    def run(self, play: ProgramGame, env: Env) -> None:
        """Do it, or put what it consists of on the list."""

    def options(self, table: RecycleTable, env: Env) -> Iterator[Option]:
        """What a player may choose, where this stands in a choice."""
        yield Option(self, env)

    def card(self, table: RecycleTable, env: Env) -> int | None:
        """The card that it moves, if that is what it does first."""
        return None

    @abstractmethod
    def told(self, table: RecycleTable, env: Env) -> str:
        """What it does, for whoever has to choose."""


class Option(NamedTuple):
    """Something that a player may choose."""

    step: Step
    env: Env
    picked: tuple[
        tuple[str, Kind, Any], ...
    ] = ()  # from which collections: the variable, its kind and its value


@contextmanager
def patient(where: SourceSpot, table: RecycleTable) -> Iterator[None]:
    """Something is looked up; if that goes on and on, here is where."""
    table.patience = PATIENCE
    table.known.clear()
    try:
        yield
    except Endless:
        fail(where, "recycle-endless", steps=PATIENCE)


def _said(option: Option, table: RecycleTable) -> str:
    """What an option does; nothing where that cannot be known yet."""
    try:
        return option.step.told(table, option.env)
    except (Unseen, Endless, ProgramError):
        return ""


def _picked(option: Option, table: RecycleTable) -> str:
    """What is chosen with an option, as far as it can be said: "'P 2, 'R ACE: "."""
    named = [(variable, _named(kind, item, table)) for variable, kind, item in option.picked]
    said = ", ".join(f"{variable} {name}" for variable, name in named if name)
    return f"{said}: " if said else ""


def _named(kind: Kind, item: Any, table: RecycleTable) -> str:
    if kind is Kind.CARDS:
        if type(item) is Place:
            return table.place_name(item)
        return " + ".join(map(table.card_shown, item)) if len(item) <= MOST_NAMED else f"{len(item)} cards"
    if kind is Kind.CARD:
        return table.card_shown(item).replace("?", "")
    return str(item)


class ProgramGame:
    """A game of a program: it goes on until somebody has to choose, or until it is over.

    >>> from klaverjas.recycle.program import Program
    >>> program = Program.read('''
    ... (game (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))
    ...  (do ((all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
    ...  (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc MIDDLE)))) (turn pass)))
    ...  (scoring max (size ((current player) iloc HAND))))''')
    >>> play = program.begin(random.Random(1))
    >>> play.player, play.told()
    (1, ['HIGH: HAND > MIDDLE', 'pass'])
    >>> play.choose(0)
    >>> play.over, play.scores
    (True, (0, 1))
    """

    def __init__(self, program: Program, table: RecycleTable, todo: Todo) -> None:
        self.program = program
        self.table = table
        self.options: Sequence[Option] = ()
        self.choices = 0  # made so far
        self._todo = todo
        self._go_on()

    def copy(self, chance: random.Random) -> ProgramGame:
        """The same game, to be played on otherwise."""
        other = object.__new__(ProgramGame)
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy(chance)
        return other

    @property
    def player(self) -> int:
        """Whose choice it is, counted from 1."""
        return self.table.seats[-1].current

    @property
    def over(self) -> bool:
        return not self.options

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player has, as the program counts it."""
        return self.program.scores(self.table)

    @property
    def results(self) -> tuple[int, ...]:
        """The scores, turned round where the fewest points win: more is better."""
        return self.scores if self.program.most_wins else tuple(-score for score in self.scores)

    def told(self, seat: int | None = None) -> list[str]:
        """The options, in words, as the player may know them who chooses; or another, or GAME, who sees all."""
        table = self.table.seen_by(self.player if seat is None else seat)
        said = [_said(option, table) for option in self.options]
        times = Counter(said)
        return [
            text
            if text and times[text] == 1
            else _picked(option, table) + (text or shortened(repr(option.step.where)))
            for text, option in zip(said, self.options, strict=True)
        ]

    def cards(self) -> list[int | None]:
        """The card that each option moves, if it does."""
        return [option.step.card(self.table, option.env) for option in self.options]

    def choose(self, at: int) -> None:
        """The player takes one of the options."""
        step, env, _ = self.options[at]
        self.choices += 1
        if self.choices > MOST_CHOICES:
            fail(self._stage(step), "recycle-endless-choices", most=MOST_CHOICES)
        self.options = ()
        self.table.patience = PATIENCE
        self.push(step, env)
        self._go_on()

    def push(self, step: Step, env: Env) -> None:
        """This comes first now."""
        self._todo = step, env, self._todo

    def ask(self, options: Sequence[Option], where: SourceSpot) -> None:
        """The player whose turn it is has to choose."""
        if not options:
            fail(where, "recycle-no-option", player=self.player)
        self.options = options

    def _go_on(self) -> None:
        table = self.table
        while self._todo is not None and not self.options:
            step, env, self._todo = self._todo
            try:
                table.spend()
                table.known.clear()
                step.run(self, env)
            except Endless:
                fail(self._stage(step), "recycle-endless", steps=PATIENCE)

    def _stage(self, step: Step) -> SourceSpot:
        """The stage that a step is part of; itself where there is none."""
        todo: Any = (step, (), self._todo)
        while todo is not None:
            if todo[0].is_stage:
                return todo[0].where  # type: ignore[no-any-return]
            todo = todo[2]
        return step.where
