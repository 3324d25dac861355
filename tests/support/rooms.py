"""A table without a network: commands by name, a log that goes through JSON, and time that passes when told to."""

from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from klaverjas.bots import bot_named
from klaverjas.errors import KlaverjasError
from klaverjas.rules.named import ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table import decide as decisions
from klaverjas.server.table import door
from klaverjas.server.table.commands import Deed
from klaverjas.server.table.events import CODEC, Arrival, DeadlineKind, LogEvent, Options, TableOpened
from klaverjas.server.table.progress import DecisionContext, bot_acts, deadline_passed
from klaverjas.server.table.state import Table
from klaverjas.view import view_round

PLAYERS = ("anna", "bert", "cora", "dirk")  # South, West, North, East
NODE = "node"


class Room:
    """The table as it is, and ``read``: the same table read back from the JSON of its log."""

    def __init__(self, rules: RuleSet = ROTTERDAM, **options: Any) -> None:
        self.at = 1_000_000
        self._secrets = count(1)
        self._ids = count(1)
        self.log: list[LogEvent] = []
        first, *rest = decisions.open_table("anna", rules, Options(**options), display=False, now=self.moment)
        assert isinstance(first, TableOpened)
        self.table = Table.opened(first, self.at)
        self.read = Table.opened(self._through_json(first), self.at)  # type: ignore[arg-type]
        self.log.append(first)
        self.happen(rest)
        self.table.names["anna"] = self.read.names["anna"] = "Anna"

    @property
    def moment(self) -> DecisionContext:
        return DecisionContext(self.at, lambda: f"{next(self._secrets):064x}", expires_after=60)

    def _through_json(self, event: LogEvent) -> LogEvent:
        return CODEC.from_json(msgspec.json.decode(msgspec.json.encode(CODEC.to_json(event))))

    def happen(self, events: list[LogEvent]) -> list[LogEvent]:
        for event in events:
            self.log.append(event)
            self.table.happens(event, self.table.seq + 1, self.at)
            self.read.happens(self._through_json(event), self.read.seq + 1, self.at)
        self.at += 10
        return events

    # --- people --------------------------------------------------------------------------------------

    def join(
        self, player: str, *, display: bool = False, ids: tuple[str, ...] = (), how: Arrival = "code"
    ) -> list[LogEvent]:
        events = door.join(self.table, player, player.title(), self.moment, display=display, ids=ids, how=how)
        self.table.names[player] = self.read.names[player] = player.title()
        return self.happen(events)

    def connect(self, player: str, node: str = NODE) -> list[LogEvent]:
        return self.happen(decisions.connect(self.table, player, node))

    def disconnect(self, *players: str, node: str = NODE) -> list[LogEvent]:
        gone = [(player, node) for player in players]
        return self.happen(decisions.disconnect(self.table, gone, self.moment))

    def do(self, player: str, word: str, /, **fields: Any) -> list[LogEvent]:
        """A command that is carried out; what happened. *ids*, if given, are others of the same person."""
        ids = fields.pop("ids", ())
        message = {"do": word, "id": str(next(self._ids))} | fields
        command: Deed = msgspec.convert(message, Deed)
        return self.happen(decisions.decide(self.table, player, command, self.moment, ids))

    def refused(self, player: str, word: str, /, **fields: Any) -> str:
        """A command that is refused and changes nothing; the code."""
        seq = self.table.seq
        with pytest.raises(KlaverjasError) as caught:
            self.do(player, word, **fields)
        assert self.table.seq == seq
        assert caught.value.sentence("nl") != caught.value.sentence("en")
        return caught.value.code

    # --- what happens by itself ----------------------------------------------------------------------

    def pass_deadline(self, what: DeadlineKind) -> list[LogEvent]:
        self.at = max(self.at, self.table.deadlines[what])
        return self.happen(deadline_passed(self.table, what, self.moment))

    def bot_moves(self, seat: Seat, chance: Random) -> list[LogEvent]:
        assert self.table.game is not None
        bot = bot_named(self.table.chairs[seat].plays_by_bot or "regels")
        action = bot.act(view_round(self.table.game.round, seat), chance)
        assert action is not None
        return self.happen(bot_acts(self.table, seat, action, self.moment))

    def go_on(self, chance: Random) -> list[LogEvent]:
        """The next move or the end of the next pause, whoever's it is."""
        seat = self.table.turn
        if seat is not None:
            if self.table.chairs[seat].plays_by_bot is None:
                return self.move(seat, chance)
            return self.bot_moves(seat, chance)
        soonest = self.table.next_deadline
        assert soonest is not None, "nothing happens any more"
        return self.pass_deadline(soonest[1])

    def move(self, seat: Seat, chance: Random) -> list[LogEvent]:
        """A correct move of the player in the seat."""
        assert self.table.game is not None
        round, player = self.table.game.round, self.table.chairs[seat].player
        may = view_round(round, seat).may
        assert player is not None
        if may.choose_troef:
            return self.do(player, "troef", suit=chance.choice("SHCD"))
        if may.make_pass:
            if may.bids and chance.random() < 0.5:
                return self.do(player, "bid", bid=str(may.bids[0]))
            return self.do(player, "pass")
        card = chance.choice(round.correct_cards.ordered())
        return self.do(player, "play", card=str(card))

    def play_until(self, chance: Random, stage: str = "lobby") -> None:
        while self.table.stage != stage:
            self.go_on(chance)

    @property
    def seats(self) -> dict[str, str | None]:
        """Who sits where; a bot in brackets."""
        return {
            seat.letter: chair.player or (f"({chair.bot})" if chair.bot else None)
            for seat, chair in zip(SEATS, self.table.chairs, strict=True)
        }


def four(rules: RuleSet = ROTTERDAM, *, start: bool = True, **options: Any) -> Room:
    """Anna, Bert, Cora and Dirk are there and seated in South, West, North and East; Anna is host."""
    room = Room(rules, **options)
    for player in PLAYERS[1:]:
        room.join(player)
    for player, seat in zip(PLAYERS, "SWNE", strict=True):
        room.connect(player)
        room.do(player, "sit", seat=seat)
    if start:
        room.do("anna", "start")
    return room
