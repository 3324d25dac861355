"""One round at a table of players: everybody who has something to say is asked, and faults are counted.

>>> from klaverjas.arena.players import player_named
>>> from klaverjas.fair import deal, seeded_deck
>>> from klaverjas.rules.named import ROTTERDAM
>>> round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
>>> table = ArenaTable(round, [player_named("regels")] * 4, [Random(seat) for seat in SEATS])
>>> table.play().display
('80', '82')
>>> table.faults[Seat.WEST], len(table.seconds[Seat.WEST])
(Faults(refused=0, incorrect=0, false_calls=0, accusations=0), 9)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from klaverjas.actions import Accuse, ChooseTroef, Claim, Collect, Knock, MakeBid, Pass, Play, RoundAction
from klaverjas.arena.players import ArenaPlayer
from klaverjas.bots import bot_named
from klaverjas.cards import Suit
from klaverjas.errors import Refusal
from klaverjas.events import AccusationFailed, AccusationProven, CardPlayed, Knocked, RoemClaimed, RoundEvent
from klaverjas.phase import Phase
from klaverjas.referee import offences
from klaverjas.round import Round
from klaverjas.rules.scoring import Result
from klaverjas.seats import SEATS, Seat
from klaverjas.view import view_round

MOVES: Final = (ChooseTroef, MakeBid, Pass, Play)
CALLS: Final = (Claim, Knock, Accuse)
STAND_IN: Final = "willekeurig"  # moves for who does not


class Faults(NamedTuple):
    """What a player did that no player should."""

    refused: int = 0  # the round did not allow it, or there was nothing where a move was due
    incorrect: int = 0  # cards, refused or not
    false_calls: int = 0  # wrong amounts and false knocks
    accusations: int = 0  # that failed

    def plus(self, other: "Faults") -> "Faults":
        return Faults(*(mine + more for mine, more in zip(self, other, strict=True)))


@dataclass
class ArenaTable:
    """A round with its players by seat, each with a chance of his own; *seconds* are those of each move."""

    round: Round
    players: Sequence[ArenaPlayer]
    chances: Sequence[Random]

    def __post_init__(self) -> None:
        self.faults = [Faults()] * 4
        self.seconds: list[list[float]] = [[] for _ in SEATS]
        # Who was wrong is not heard again before the next card, or he could go on for ever.
        self.silent: set[Seat] = set()
        rules = self.round.rules
        self.calls_count = not rules.strict or rules.claim != "automatic"

    def play(self, troef: Suit | None = None) -> Result:
        """From troef, or with this one named by who must, until nobody has anything more to do."""
        if troef is not None and self.round.turn is not None:
            self._happen(ChooseTroef(self.round.turn, troef))
        while self._goes_on():
            pass
        if not self.round.rules.strict:
            for seat in SEATS:
                self._blame(seat, incorrect=len(offences(self.round, seat)))
        assert self.round.result is not None
        return self.round.result

    def _goes_on(self) -> bool:
        """Who has something to say says it; then who is to move moves, or the trick is taken up."""
        moves = self.round.turn if self.round.phase in (Phase.TROEF, Phase.PLAY) else None
        if self.calls_count and self.round.anything_played:
            for seat in SEATS:
                if seat != moves and seat not in self.silent and self._calls(seat):
                    return True
        if moves is not None:
            self._moves(moves)
            return True
        if self.round.phase is Phase.TRICK_END:
            self._happen(Collect())
            return True
        return False

    def _calls(self, seat: Seat) -> bool:
        """Whether a seat that is not to move had something to say."""
        action = self.players[seat].act(self.round, seat, self.chances[seat])
        return action is not None and self._does(seat, action, CALLS)

    def _moves(self, seat: Seat) -> None:
        """A move, or a call that comes before it; of who does neither, any correct one."""
        player = self.players[seat]
        begin = player.clock()
        action = player.act(self.round, seat, self.chances[seat])
        self.seconds[seat].append(player.clock() - begin)
        kinds = MOVES if seat in self.silent else (*MOVES, *CALLS)
        if not self._does(seat, action, kinds):
            stand_in = bot_named(STAND_IN).act(view_round(self.round, seat), self.chances[seat])
            assert stand_in is not None
            self._happen(stand_in)

    def _does(self, seat: Seat, action: RoundAction | None, kinds: tuple[type, ...]) -> bool:
        """Whether the round allowed it; if not, that is a fault."""
        try:
            events = self._happen(_own(seat, action, kinds))
        except Refusal as refusal:
            self.players[seat].was_refused(action, refusal)
            incorrect = refusal.code == "incorrect-card"
            self._blame(seat, refused=not incorrect, incorrect=incorrect)
            self.silent.add(seat)
            return False
        for event in events:
            self._judge(seat, event)
        return True

    def _happen(self, action: RoundAction) -> tuple[RoundEvent, ...]:
        self.round, events = self.round.apply(action)
        return events

    def _judge(self, seat: Seat, event: RoundEvent) -> None:
        match event:
            case CardPlayed():
                self.silent.clear()
            case RoemClaimed(right=False) | Knocked(right=False):
                self._blame(seat, false_calls=1)
                self.silent.add(seat)
            case AccusationFailed():
                self._blame(seat, accusations=1)
                self.silent.add(seat)
            case AccusationProven():
                self.silent.add(seat)

    def _blame(self, seat: Seat, **faults: int) -> None:
        self.faults[seat] = self.faults[seat].plus(Faults(**faults))


def _own(seat: Seat, action: RoundAction | None, kinds: tuple[type, ...]) -> RoundAction:
    """An action of these kinds that the seat does itself."""
    if action is None or not isinstance(action, kinds) or getattr(action, "seat", None) != seat:
        raise Refusal("no-move", seat=seat)
    return action
