"""Rounds in order, until somebody has won (Rules, section 2).

A ``Game`` is a frozen value like a round. Cards come in as an argument of ``Deal``: the game knows no chance.

>>> from klaverjas.fair import deal, seeded_deck
>>> from klaverjas.rules.named import ROTTERDAM
>>> game = Game(ROTTERDAM)
>>> game, _ = game.apply(Deal(deal(seeded_deck(7), game.next_dealer)))
>>> game.number, game.round.turn, game.totals
(1, Seat.WEST, (0, 0))
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from klaverjas.actions import Action, Close, Deal
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.events import Dealt, Event, GameClosed, GameStarted
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import NOTHING, Outcome, added
from klaverjas.seats import TEAMS, Seat, Team
from klaverjas.sentences import Phrase

NO_START = Phrase("the first event does not start a game", "de eerste begint geen partij")
SECOND_START = Phrase("a second game starts", "er begint een tweede partij")
TOO_EARLY = Phrase("something happens before the first deal", "er gebeurt iets vóór de eerste gift")
OTHER_RULES = Phrase(
    "a round has different rules from its game", "een ronde heeft andere regels dan de partij"
)


@dataclass(frozen=True)
class Game:
    """*rounds* are all deals in order, passed-out ones and the current one included."""

    rules: RuleSet
    rounds: tuple[Round, ...] = ()
    closed: bool = False

    # --- going on --------------------------------------------------------------------------------

    def apply(self, action: Action) -> tuple["Game", tuple[Event, ...]]:
        """The next game and what happened, or a :class:`~klaverjas.errors.Refusal`."""
        if self.closed:
            raise Refusal("game-closed")
        if isinstance(action, Deal):
            return self._deal(action)
        if isinstance(action, Close):
            if not self.decided:
                raise Refusal("game-undecided")
            return replace(self, closed=True), (GameClosed(self.totals, self.winner),)
        if not self.rounds:
            raise Refusal("no-round")
        round, events = self.rounds[-1].apply(action)
        return replace(self, rounds=(*self.rounds[:-1], round)), events

    def _deal(self, action: Deal) -> tuple["Game", tuple[Event, ...]]:
        if self.rounds and self.rounds[-1].result is None:
            raise Refusal("round-not-done")
        if self.decided:
            raise Refusal("game-decided")
        round = Round.begin(self.rules, self.next_dealer, action.hands)
        return replace(self, rounds=(*self.rounds, round)), round.log

    @property
    def without_past(self) -> "Game":
        """The same game, of whose earlier rounds only the results are known: totals, sheet and what follows."""
        past = (
            replace(round, dealt=(), hands=(), log=(), tricks=())
            if round.log
            else round  # else it is so already
            for round in self.rounds[:-1]
        )
        return replace(self, rounds=(*past, *self.rounds[-1:]))

    @property
    def log(self) -> tuple[Event, ...]:
        """All events of the game so far."""
        events: list[Event] = [GameStarted(self.rules)]
        for round in self.rounds:
            events += round.log
        if self.closed:
            events.append(GameClosed(self.totals, self.winner))
        return tuple(events)

    def after(self, *events: Event) -> "Game":
        """The game once these events have happened. Nothing is judged here."""
        rounds = list(self.rounds)
        closed = self.closed
        for event in events:
            match event:
                case Dealt():
                    if event.rules != self.rules:
                        raise KlaverjasError("bad-events", why=OTHER_RULES)
                    rounds.append(Round.rebuild([event]))
                case GameClosed():
                    closed = True
                case GameStarted():
                    raise KlaverjasError("bad-events", why=SECOND_START)
                case _ if rounds:
                    rounds[-1] = rounds[-1].after(event)
                case _:
                    raise KlaverjasError("bad-events", why=TOO_EARLY)
        return Game(self.rules, tuple(rounds), closed)

    @classmethod
    def rebuild(cls, events: Iterable[Event]) -> "Game":
        """The game that these events tell."""
        first, *rest = tuple(events) or (None,)
        if not isinstance(first, GameStarted):
            raise KlaverjasError("bad-events", why=NO_START)
        return cls(first.rules).after(*(event for event in rest if event is not None))

    # --- questions -------------------------------------------------------------------------------

    @property
    def round(self) -> Round:
        """The current round, or the last one when it is over."""
        if not self.rounds:
            raise Refusal("no-round")
        return self.rounds[-1]

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: the deal passes clockwise, after a passed-out deal too (Rules 2.1, 3.5)."""
        return self.rules.first_dealer.after(len(self.rounds))

    @cached_property
    def counted(self) -> tuple[Round, ...]:
        """The rounds that are over and count: a passed-out deal does not (Rules 2.2)."""
        return tuple(
            round
            for round in self.rounds
            if round.result is not None and round.result.outcome is not Outcome.PASSED_OUT
        )

    @property
    def number(self) -> int:
        """Which round is being played, or was the last, counted from 1; 0 before the first deal."""
        over = len(self.counted)
        return over if not self.rounds or self.rounds[-1] in self.counted[-1:] else over + 1

    @cached_property
    def totals(self) -> tuple[int, int]:
        """By team, the points of all rounds that are over."""
        totals = NOTHING
        for round in self.counted:
            if round.result is not None:
                totals = added(totals, round.result.score)
        return totals

    @property
    def decided(self) -> bool:
        """Whether no further round is to be played (Rules 2.2)."""
        if self.rounds and self.rounds[-1].result is None:
            return False
        end = self.rules.end
        if end.rounds is not None:
            return len(self.counted) >= end.rounds
        reached = max(self.totals) >= (end.points or 0)
        return reached and (self.leader is not None or self.rules.target_tie == "draw")

    @property
    def leader(self) -> Team | None:
        """The team with more points, None when they are equal."""
        north_south, west_east = self.totals
        return None if north_south == west_east else TEAMS[north_south < west_east]

    @property
    def winner(self) -> Team | None:
        """Who has won a decided game; None before that, and after a draw."""
        return self.leader if self.decided else None
