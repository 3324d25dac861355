"""A table on a simulated clock: its real owner and real bots, without a network, a disk or any waiting.

The bots think in this process. A thought takes as long on the simulated clock as it took of the CPU.
"""

import asyncio
import math
import random
import time
from bisect import bisect_left, bisect_right
from collections.abc import Coroutine
from itertools import count
from typing import Any, NamedTuple

from klaverjas.actions import RoundAction
from klaverjas.events import CardPlayed, RoemClaimed, TrickWon
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import TRICKS
from klaverjas.seats import Seat
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.cluster.owner import Owner
from klaverjas.server.pace import LoneBots
from klaverjas.server.store.log import TableRow
from klaverjas.server.table.commands import (
    AddBot,
    ChooseTroefCommand,
    Deed,
    PassCommand,
    PlayCommand,
    Sit,
    Start,
)
from klaverjas.server.table.decide import open_table
from klaverjas.server.table.events import Options, TableOpened
from klaverjas.server.table.progress import DecisionContext
from klaverjas.server.table.state import Table
from klaverjas.server.thinkers import Thinkers, advice
from klaverjas.view import View, view_round

ROUNDS = 99  # of one table; then another one is opened
BEGIN_MS = 1_700_000_000_000


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Time passes at once, as soon as everybody waits."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        scheduled, ready = self._scheduled, self._ready  # type: ignore[attr-defined]
        if scheduled and not ready:
            self.now = max(self.now, scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


def simulated_ms() -> int:
    return BEGIN_MS + round(asyncio.get_running_loop().time() * 1000)


def run_simulated(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        runner.run(work)


class Thinker:
    """Thinks here, and lets the simulated clock go on by the CPU time that it took."""

    def __init__(self, seed: int) -> None:
        self._seeds = random.Random(seed)
        self._thinkers = Thinkers(1)  # which has no process before it is asked

    async def think(self, bot: str, view: View, within: float | None = None) -> RoundAction | None:
        seed, ms = self._seeds.getrandbits(32), self._thinkers.ms_for(bot, within)
        begun = time.thread_time()
        advised = advice(bot, view, seed, ms)
        await asyncio.sleep(time.thread_time() - begun)
        return advised.action if advised else None


class Moved(NamedTuple):
    """A card with which a bot followed, before the last trick: after how long, and whether it had no choice."""

    ms: float
    forced: bool


class SimulatedTable:
    """South is a person, or the fourth bot; it is the node of its owner, too."""

    expires_after = 3600.0
    log: Any = None
    aside: Any = None

    def __init__(self, rules: RuleSet, bot: str, seed: int, *, person: bool, **options: Any) -> None:
        self.thinkers: Any = Thinker(seed)
        self.lone_bots = LoneBots(math.inf)
        self.moves: list[Moved] = []
        self.claims: list[int] = []  # milliseconds after the fourth card
        self.collected: list[
            tuple[int, bool]
        ] = []  # the same of the trick, and whether a bot has claimed in it
        self._chance = random.Random(seed)
        self._ids = count(1)
        self._last: tuple[Round, int] | None = None
        self._changed = asyncio.Event()
        self._bot, self._person = bot, person
        rules = rules.change(end={"rounds": ROUNDS + 1})
        now = DecisionContext(simulated_ms(), lambda: f"{self._chance.getrandbits(256):064x}", 3600)
        first, *rest = open_table("anna", rules, Options(**options), display=False, now=now)
        assert isinstance(first, TableOpened)
        table = Table.opened(first, now.at)
        for event in rest:
            table.happens(event, table.seq + 1, now.at)
        row = TableRow("table", "123456", False, "lobby", 1, table.seq, now.at, "node")
        self.live = LiveTable(row, table)
        self.owner = Owner(self, self.live, ())

    # --- what the owner needs of a node ----------------------------------------------------------

    def count_change(self, player: str, changes: int) -> None:
        pass

    async def append(self, append: Any) -> None:
        pass

    def in_doubt(self, owner: Owner, error: BaseException, writing: Any) -> None:
        raise AssertionError(error)

    def appended(self, live: LiveTable) -> None:
        """Look at what has happened."""
        table = live.table
        if table.game is not None and table.game.rounds:
            round = table.game.rounds[-1]
            if self._last is not None and self._last[0].dealt == round.dealt:
                self._look(*self._last, round, table.at)
            if self._last is None or self._last[0].log[-1] is not round.log[-1]:
                called = isinstance(round.log[-1], RoemClaimed)
                self._last = round, self._last[1] if called and self._last else table.at
        self._changed.set()

    def _look(self, before: Round, since: int, after: Round, at: int) -> None:
        for event in after.log[len(before.log) :]:
            match event:
                case CardPlayed(seat=seat) if seat is not Seat.SOUTH or not self._person:
                    if before.table and len(before.tricks) < TRICKS - 1:
                        self.moves.append(Moved(at - since, len(before.correct_cards) == 1))
                case RoemClaimed():
                    self.claims.append(at - since)
                case TrickWon():
                    self.collected.append((at - since, isinstance(before.log[-1], RoemClaimed)))

    # --- playing ---------------------------------------------------------------------------------

    async def play(self, moves: int) -> None:
        """Until so many moves of bots were seen, or the table has been used up."""
        await self.owner.connected("anna", "node")
        if self._person:
            await self._do(Sit(id=self._id, seat="S"))
        await self._do(AddBot(id=self._id, bot=self._bot))
        self.owner.start()
        await self._do(Start(id=self._id))
        while len(self.moves) < moves and len(self.live.table.game.rounds) < ROUNDS:  # type: ignore[union-attr]
            if self.live.table.turn is Seat.SOUTH and self._person:
                await asyncio.sleep(self._chance.random())
                await self._move()
            else:
                self._changed.clear()
                await self._changed.wait()
        await self.owner.stop()

    @property
    def _id(self) -> str:
        return str(next(self._ids))

    async def _do(self, command: Deed) -> None:
        await self.owner.do("anna", command)

    async def _move(self) -> None:
        assert self.live.table.game is not None
        round = self.live.table.game.rounds[-1]
        may = view_round(round, Seat.SOUTH).may
        if may.choose_troef:
            await self._do(ChooseTroefCommand(id=self._id, suit=self._chance.choice("SHCD")))  # type: ignore[arg-type]
        elif may.make_pass:
            await self._do(PassCommand(id=self._id))
        else:
            card = self._chance.choice(list(round.correct_cards))
            await self._do(PlayCommand(id=self._id, card=str(card)))


class Measured:
    """Enough tables for so many moves, one after the other."""

    def __init__(self) -> None:
        self.moves: list[Moved] = []
        self.claims: list[int] = []
        self.collected: list[tuple[int, bool]] = []

    async def play(self, moves: int, rules: RuleSet, bot: str, seed: int, **table: Any) -> None:
        while len(self.moves) < moves:
            one = SimulatedTable(rules, bot, seed, **table)
            await one.play(moves - len(self.moves))
            self.moves += one.moves
            self.claims += one.claims
            self.collected += one.collected
            seed += 1


def auc(moves: list[Moved]) -> tuple[float, float]:
    """How likely a free move took longer than a forced one (ties count half), and the standard error of a half."""
    forced = sorted(move.ms for move in moves if move.forced)
    free = [move.ms for move in moves if not move.forced]
    longer = sum(bisect_left(forced, ms) + bisect_right(forced, ms) for ms in free)
    pairs = len(free) * len(forced)
    return longer / (2 * pairs), ((len(moves) + 1) / (12 * pairs)) ** 0.5
