"""The owner of a table: the one place in the world where its next event is decided.

A wish is decided, the events go to the log, and only when they are on disk does the table change and anyone hear of it.
Beside that the owner does what is due: the end of pauses, clocks, the moves of bots, expiry.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Collection, Iterable
from functools import partial
from typing import Final, Protocol

import structlog

from klaverjas.actions import RoundAction
from klaverjas.errors import KlaverjasError, TextError
from klaverjas.game import Game
from klaverjas.seats import Seat
from klaverjas.server.aside import Aside
from klaverjas.server.bot_turns import BotTurns, loop_time
from klaverjas.server.clock import clock_ms
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.metrics import APPEND_SECONDS
from klaverjas.server.pace import LoneBots, pause, people_sit
from klaverjas.server.store.database import Conflict, StoreDown
from klaverjas.server.store.finished import Row, complaints_in, game_rows
from klaverjas.server.store.log import Log, event_row
from klaverjas.server.store.writer import Append, RenewedDoor
from klaverjas.server.table.claiming import time_to_claim, trick_pause
from klaverjas.server.table.commands import (
    AccuseCommand,
    BidCommand,
    ChooseTroefCommand,
    ClaimCommand,
    Deed,
    KnockCommand,
    Leave,
    PassCommand,
    PlayCommand,
    Start,
    Tap,
)
from klaverjas.server.table.decide import connect, decide, disconnect
from klaverjas.server.table.door import ENTRY_SECONDS, join
from klaverjas.server.table.events import (
    Arrival,
    DeadlineKind,
    GameEnded,
    HowEnded,
    KeyRenewed,
    LogEvent,
    TableClosed,
)
from klaverjas.server.table.logged import REMEMBERED_COMMANDS, Logged, game_events
from klaverjas.server.table.progress import DecisionContext, bot_acts, deadline_passed, round_pause
from klaverjas.server.table.state import Table
from klaverjas.server.thinkers import Thinkers

CHANGES_OF_BOTS: Final = 10
# What a game itself bounds: one move a turn, one tap a pause, some calls a deal. And everybody may go.
UNCOUNTED: Final = (
    ChooseTroefCommand,
    BidCommand,
    PassCommand,
    PlayCommand,
    ClaimCommand,
    KnockCommand,
    AccuseCommand,
    Tap,
    Leave,
)
log = structlog.get_logger()


class Stepped(Exception):
    """This node no longer runs the table."""


class Surroundings(Protocol):
    """What an owner needs of its node."""

    log: Log
    aside: Aside
    thinkers: Thinkers
    lone_bots: LoneBots
    expires_after: float

    def count_change(self, player: str, changes: int) -> None: ...
    async def append(self, append: Append) -> None: ...
    def appended(self, live: LiveTable) -> None: ...
    def in_doubt(
        self, owner: "Owner", error: BaseException, writing: asyncio.Future[None] | None
    ) -> None: ...


def new_secret() -> str:
    return secrets.token_hex(32)


class Owner:
    """Runs one table."""

    def __init__(self, node: Surroundings, live: LiveTable, log: Iterable[Logged]) -> None:
        self.node = node
        self.live = live
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._answers: dict[str, dict[str, int]] = {}  # by player, then command: its last event
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._awaited: tuple[object, float] | None = None
        self._bots = BotTurns(self, node.thinkers)
        self.since = loop_time()  # the position is as it is
        self.stopped = False
        for logged in log:
            if logged.player and logged.command:
                self._remember((logged.player, logged.command), logged.seq)

    @property
    def table(self) -> Table:
        return self.live.table

    def start(self) -> None:
        self._task = asyncio.create_task(self._drive(), name=f"table {self.live.code}")

    async def stop(self) -> None:
        """Finish what is being written, then do nothing more."""
        self.stopped = True
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._bots.stop()
        async with self._lock:
            pass
        if self._writing is not None:  # on its way to the disk, although nobody waits for it any more
            await asyncio.wait((self._writing,))

    # --- wishes --------------------------------------------------------------------------------------

    async def do(self, player: str, command: Deed, ids: Collection[str] = ()) -> int:
        """Carry out a command; the number of its last event. One that was carried out before is not done again.

        *ids* are all ids of the same person, where that matters.
        """
        key = (player, command.id)
        if isinstance(command, PlayCommand) and not time_to_claim(self.table):
            await self._bots.have_spoken()
        async with self._lock:
            if (done := self._answers.get(player, {}).get(command.id)) is not None:
                return done
            events = decide(self.table, player, command, self._now(), ids)
            if events and not isinstance(command, UNCOUNTED):
                self.node.count_change(player, _changes(self.table, command))
            return await self._commit(events, key)

    async def join(
        self, player: str, name: str, *, display: bool, ids: Collection[str] = (), how: Arrival = "code"
    ) -> int:
        """Let somebody come to the table, or ask the host."""
        async with self._lock:
            events = join(self.table, player, name, self._now(), display=display, ids=ids, how=how)
            if events:  # whoever comes and goes all the time makes the log grow
                self.node.count_change(player, 1)
            return await self._commit(events, name_of=(player, name))

    async def connected(self, player: str, node: str) -> int:
        async with self._lock:
            return await self._commit(connect(self.table, player, node))

    async def disconnected(self, gone: Iterable[tuple[str, str]]) -> int:
        async with self._lock:
            return await self._commit(disconnect(self.table, gone, self._now()))

    # --- writing -------------------------------------------------------------------------------------

    def _now(self) -> DecisionContext:
        return DecisionContext(clock_ms(), new_secret, self.node.expires_after)

    def _remember(self, key: tuple[str, str], seq: int) -> None:
        player, command = key
        mine = self._answers.setdefault(player, {})
        mine[command] = seq
        while len(mine) > REMEMBERED_COMMANDS:
            del mine[next(iter(mine))]

    async def _commit(
        self,
        events: list[LogEvent],
        key: tuple[str, str] | None = None,
        name_of: tuple[str, str] | None = None,
    ) -> int:
        """Append to the log, then go on and tell. On disk before anyone hears of it."""
        if self.stopped:
            raise Stepped
        table = self.table
        if not events:
            if key is not None:
                self._remember(key, table.seq)
            return table.seq
        if name_of is not None:
            table.names[name_of[0]] = name_of[1]
        append, logged, after = await self._append_of(events, key, name_of)
        begun = time.perf_counter()
        self._writing = asyncio.create_task(self.node.append(append))
        try:
            # What is on its way to the disk may arrive, so nobody may stop it half-way.
            await asyncio.shield(self._writing)
        except BaseException as error:
            self.stopped = True
            self._changed.set()  # so that what waits for the next thing to do ends, too
            self.node.in_doubt(self, error, self._writing)
            if isinstance(error, Conflict):
                raise Stepped from error
            raise
        APPEND_SECONDS.observe(time.perf_counter() - begun)
        if key is not None:
            self._remember(key, logged[-1].seq)
        before = self.position
        self.live.advance(logged, after)
        if self.position != before:
            self.since = loop_time()
        self.node.appended(self.live)
        self._changed.set()
        return self.table.seq

    async def _append_of(
        self, events: list[LogEvent], key: tuple[str, str] | None, name_of: tuple[str, str] | None
    ) -> tuple[Append, list[Logged], Table]:
        table, at = self.table, clock_ms()
        player, command = key or (None, None)
        first = table.seq + 1
        logged = [
            Logged(
                seq,
                at,
                event,
                player if seq == first + len(events) - 1 else None,
                command if seq == first + len(events) - 1 else None,
            )
            for seq, event in enumerate(events, start=first)
        ]
        after = table.copy()
        for one in logged:
            after.happens(one.event, one.seq, one.at)
        rows = [event_row(self.live.id, one, table.number) for one in logged]
        games, seats = [], []
        for event in events:
            if isinstance(event, GameEnded):
                try:
                    row, seat_rows = await self._rows_of_game(logged, event.how, at)
                except TextError as error:  # begun before there were bounds: it ends, and is not kept
                    log.warning("game not kept", table=self.live.id, code=error.code)
                    continue
                games.append(row)
                seats += seat_rows
        closed = any(isinstance(event, TableClosed) for event in events)
        return (
            Append(
                self.live.id,
                rows,
                {
                    "seq": logged[-1].seq,
                    "stage": after.stage,
                    "game": after.number,
                    "public": after.options.public,
                    "wake_at": _wake_at(after),
                    "closed_at": at if closed else None,
                },
                door=_new_door(table, events),
                members=[{"table_id": self.live.id, "player": name_of[0], "name": name_of[1]}]
                if name_of
                else (),
                games=games,
                game_seats=seats,
            ),
            logged,
            after,
        )

    async def _rows_of_game(self, new: list[Logged], how: HowEnded, at: int) -> tuple[Row, list[Row]]:
        """The rows of the game that these events end, from its first deal on, as the log has it."""
        whole = [*await self.node.log.of_game(self.live.id, self.table.number), *new]
        work = partial(game_rows, self.live.id, self.table, how=how, ended_at=at)
        return await self.node.aside.do(
            lambda: work(game=Game.rebuild(game_events(whole)), comments=complaints_in(whole))
        )

    # --- what is due ---------------------------------------------------------------------------------

    async def _drive(self) -> None:
        """Do what is due, one thing after the other."""
        while not self.stopped:
            self._changed.clear()
            try:
                await self._do_next()
            except KlaverjasError as error:
                if isinstance(error, StoreDown):
                    if not self.stopped:  # it was away when something had to be read
                        self.stopped = True
                        self.node.in_doubt(self, error, None)
                    return
                # The table went on while a bot was thinking; look again.
                log.info("not done", table=self.live.id, code=error.code)
                await asyncio.sleep(0.05)
            except Stepped:
                return
            except Exception:
                log.exception("table failed", table=self.live.id)
                await asyncio.sleep(1)

    async def _do_next(self) -> None:
        if self._bots.to_hear():
            await self._bots.hear()
            return
        due = self._due()
        if due is None:
            await self._changed.wait()
            return
        at, what = due
        moment = self._moment_of(due)
        if isinstance(what, Seat):
            self._bots.begin_thought(what, self.table.chairs[what].plays_by_bot, moment)
        if (wait := moment - loop_time()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            return
        if isinstance(what, Seat):
            await self._bots.move(what, self.table.chairs[what].plays_by_bot, moment)
        elif what == "turn":
            seat = self.table.turn
            if seat is not None:
                await self._bots.move(seat, None, moment)
        else:
            await self._pass_deadline(what, at)

    def _moment_of(self, due: tuple[int, Seat | DeadlineKind]) -> float:
        """When that is, by the clock of the loop. One that is put forward or back makes nobody wait longer than was
        meant."""
        at, what = due
        if self._awaited is None or self._awaited[0] != (due, self.since):
            moment = loop_time() + min((at - clock_ms()) / 1000, self._longest(what))
            if isinstance(what, Seat):
                people = people_sit(self.table)
                earliest = self.since + self._bots.slot(what) if people else self.node.lone_bots.next()
                moment = max(moment, earliest)
            self._awaited = (due, self.since), moment
        return self._awaited[1]

    def _longest(self, what: Seat | DeadlineKind) -> float:
        options = self.table.options
        if isinstance(what, Seat):
            return pause(self.table)
        if what == "expire":
            return self.node.expires_after
        if what == "entry":
            return ENTRY_SECONDS
        if what == "turn":
            return options.turn_clock or 0.0
        if what == "collect":
            return trick_pause(self.table)
        game = self.table.game
        return round_pause(self.table, game.rounds[-1]) if game and game.rounds else options.round_pause

    def _due(self) -> tuple[int, Seat | DeadlineKind] | None:
        """What happens next by itself, and when."""
        table = self.table
        turn = table.bot_turn
        if turn is not None:
            bot: tuple[int, Seat | DeadlineKind] = (
                table.moved_at + round(pause(table) * 1000),
                turn,
            )
            soonest = table.next_deadline
            return bot if soonest is None or bot[0] <= soonest[0] else soonest
        return table.next_deadline

    async def _pass_deadline(self, what: DeadlineKind, at: int) -> None:
        async with self._lock:
            if self.table.deadlines.get(what) == at:
                await self._commit(deadline_passed(self.table, what, self._now()))

    # --- bots ----------------------------------------------------------------------------------------

    @property
    def position(self) -> object:
        game = self.table.game
        if game is None or not game.rounds:
            return None
        return self.table.number, len(game.rounds), len(game.rounds[-1].log)

    async def bot_does(self, seat: Seat, bot: str | None, action: RoundAction, position: object) -> None:
        async with self._lock:
            same_player = self.table.chairs[seat].plays_by_bot == bot  # nobody has sat down there meanwhile
            if self.position == position and same_player:
                await self._commit(bot_acts(self.table, seat, action, self._now()))


def _new_door(table: Table, events: list[LogEvent]) -> RenewedDoor | None:
    """The table's new code and key, if somebody was removed."""
    renewed = next((event for event in events if isinstance(event, KeyRenewed)), None)
    return None if renewed is None else RenewedDoor(renewed.code, renewed.key, table.code, table.key)


def _changes(table: Table, command: Deed) -> int:
    """As how many changes a command counts. A game of bots alone writes thousands of events, and nobody plays it."""
    alone = isinstance(command, Start) and not any(chair.player for chair in table.chairs)
    return CHANGES_OF_BOTS if alone else 1


def _wake_at(table: Table) -> int | None:
    """When another node should look after the table, if this one no longer does."""
    if table.bot_turn is not None:
        return table.at
    soonest = table.next_deadline
    return None if soonest is None else soonest[0]
