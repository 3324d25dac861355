"""Whose decision is next: a round that asks one seat after the other, for those who learn by being asked.

A table is strict and counts roem by itself, unless it is to be played as at the table. Then a challenge table takes any
card that is held, and when the fourth card lies there every seat is asked once, from the winner on, whether it claims,
knocks or accuses; only then is the trick collected.

>>> from klaverjas.fair import deal, seeded_deck
>>> from klaverjas.environments.actions import action_named
>>> turn = Turn.begin(table_rules("rotterdam-bond"), Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
>>> turn.seat, [name_of_action(number) for number in turn.numbers]
(Seat.WEST, ['troef S', 'troef H', 'troef C', 'troef D'])
>>> turn = turn.take(action_named("troef H")).take(action_named("HA"))
>>> turn.seat, [name_of_action(number) for number in turn.numbers]
(Seat.NORTH, ['HJ'])
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from klaverjas.actions import Collect
from klaverjas.cards import Hand
from klaverjas.environments.actions import (
    as_action,
    has_talk,
    name_of_action,
    numbers_before_play,
    numbers_of_talk,
)
from klaverjas.errors import Refusal, TextError
from klaverjas.phase import DONE, TRICK_END, TROEF
from klaverjas.plumbing.strict_json import json_fault, strict_json_decoder
from klaverjas.round import Round
from klaverjas.rules.named import named, rules_from_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View, view_round

Rules: TypeAlias = RuleSet | str | Mapping[str, object]


def table_rules(rules: Rules, *, as_at_the_table: bool = False) -> RuleSet:
    """The rules of an environment: by name, as a value, as an object with a base and changes, or as a text of these.

    >>> table_rules("lugus").claim, table_rules("lugus", as_at_the_table=True).claim
    ('automatic', 'knock')
    >>> table_rules("amsterdam pit=0").pit, table_rules("amsterdam pit:0").pit
    (0, 0)
    >>> table_rules({"base": "valet/1", "tegenpit": 50}).tegenpit
    50
    """
    wanted = rules if isinstance(rules, RuleSet) else _told(rules)
    return wanted if as_at_the_table else wanted.change(incorrect_card="refused", claim="automatic")


def _told(rules: str | Mapping[str, object]) -> RuleSet:
    if not isinstance(rules, str):
        return rules_from_json(dict(rules))
    if rules.lstrip().startswith("{"):
        try:
            return rules_from_json(strict_json_decoder().decode(rules))
        except json.JSONDecodeError as error:
            raise TextError("bad-json", why=json_fault(error)) from error
    # A colon is as good as an equals sign, which some libraries keep for themselves.
    name, *changes = rules.replace("=", ":").split() or [""]
    fields = (change.partition(":") for change in changes)
    return named(name).change(**{field: _value(text) for field, _, text in fields})


def _value(text: str) -> object:
    """As JSON has it; a word is a word."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


@dataclass(frozen=True)
class Turn:
    """A round, and how many seats have been asked about the trick that lies there."""

    round: Round
    asked: int = 0

    @classmethod
    def begin(cls, rules: RuleSet, dealer: Seat, hands: tuple[Hand, ...]) -> "Turn":
        return cls(Round.begin(rules, dealer, hands))

    def __deepcopy__(self, memo: object) -> "Turn":
        return self  # as a value may be

    @property
    def talking(self) -> bool:
        """Whether it is about what is said of a trick."""
        return self.round.phase is TRICK_END

    @property
    def seat(self) -> Seat | None:
        """Whose decision it is; None when the round is over."""
        if self.talking:
            return self.round.leader.after(self.round.winning + self.asked)
        return self.round.turn

    def view(self, seat: Seat) -> View:
        """The round as a seat may know it."""
        if seat not in self._views:
            self._views[seat] = view_round(self.round, seat)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[Seat, View]:
        return {}

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """What can be done, in ascending order; nothing when the round is over."""
        if self.seat is None:
            return ()
        may = self.view(self.seat).may
        if self.round.phase is TROEF:
            return tuple(numbers_before_play(may))
        if self.talking:
            return tuple(numbers_of_talk(may, self.seat))
        return tuple(sorted(may.play.ordered()))

    @property
    def over(self) -> bool:
        return self.round.phase is DONE

    @property
    def score(self) -> int:
        """The score of North and South minus that of the others; 0 before the end, and if nobody wanted the deal."""
        result = self.round.result
        return 0 if result is None else result.score[0] - result.score[1]

    def take(self, number: int) -> "Turn":
        """The turn after this one, when the seat does what the number says."""
        seat = self.seat
        if seat is None or number not in self.numbers:
            raise Refusal("action-not-possible", action=_said(number))
        action = as_action(number, seat)
        round = self.round if action is None else self.round.apply(action)[0]
        return Turn(round, self.asked + 1 if self.talking else 0)._asking()

    def _asking(self) -> "Turn":
        """The same, past everybody who has nothing to say."""
        turn = self
        silent = not has_talk(self.round.rules)
        while turn.talking and (silent or turn.asked == len(SEATS) or not turn.numbers):
            over = silent or turn.asked == len(SEATS)
            turn = Turn(turn.round.apply(Collect())[0]) if over else Turn(turn.round, turn.asked + 1)
        return turn


def _said(number: int) -> str:
    try:
        return name_of_action(number)
    except ValueError:
        return str(number)[:40]
