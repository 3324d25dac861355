"""The owner of a table: the one place in the world where its next event is decided.

A wish is decided, the events go to the log, and only when they are on disk does the table change and anyone hear of it.
Beside that the owner does what is due: the end of pauses, clocks, the moves of bots, expiry.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterable
from typing import Final, Protocol

import structlog

from klaverjas.actions import RoundAction
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.seats import SEATS, Seat
from klaverjas.server.clock import clock_ms
from klaverjas.server.live import LiveTable
from klaverjas.server.metrics import APPEND_SECONDS
from klaverjas.server.pace import pause
from klaverjas.server.store.database import Conflict, StoreDown
from klaverjas.server.store.finished import game_rows
from klaverjas.server.store.log import Log, event_row
from klaverjas.server.store.writer import Append
from klaverjas.server.table.commands import STAND_IN, Deed, PlayCommand
from klaverjas.server.table.decide import connect, decide, disconnect, join
from klaverjas.server.table.events import DeadlineKind, GameEnded, LogEvent, TableClosed
from klaverjas.server.table.logged import Logged, game_events
from klaverjas.server.table.progress import Moment, bot_acts, deadline_passed
from klaverjas.server.table.state import Table
from klaverjas.server.thinkers import Thinkers
from klaverjas.view import View, view_round

REMEMBERED_COMMANDS: Final = 12  # of each player: what others do does not make one's own forgotten
BOTS_HEARD_SECONDS: Final = 0.5
SPEAKING_TIMES: Final = (Phase.TRICK_END, Phase.DONE)
log = structlog.get_logger()


class Stepped(Exception):
    """This node no longer runs the table."""


class Surroundings(Protocol):
    """What an owner needs of its node."""

    log: Log
    thinkers: Thinkers
    expires_after: float

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
        self._heard: object = None  # the position at which every bot has had its say
        self._heard_now = asyncio.Event()
        self._answers: dict[str, dict[str, int]] = {}  # by player, then command: its last event
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._awaited: tuple[tuple[int, Seat | DeadlineKind], float] | None = None
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
        async with self._lock:
            pass
        if self._writing is not None:  # on its way to the disk, although nobody waits for it any more
            await asyncio.wait((self._writing,))

    # --- wishes --------------------------------------------------------------------------------------

    async def do(self, player: str, command: Deed) -> int:
        """Carry out a command; the number of its last event. One that was carried out before is not done again."""
        key = (player, command.id)
        if isinstance(command, PlayCommand):
            await self._let_bots_speak()
        async with self._lock:
            if (done := self._answers.get(player, {}).get(command.id)) is not None:
                return done
            events = decide(self.table, player, command, self._now())
            return await self._commit(events, key)

    async def join(self, player: str, name: str, *, display: bool) -> int:
        async with self._lock:
            events = join(self.table, player, name, display=display)
            return await self._commit(events, name_of=(player, name))

    async def connected(self, player: str, node: str) -> int:
        async with self._lock:
            return await self._commit(connect(self.table, player, node))

    async def disconnected(self, gone: Iterable[tuple[str, str]]) -> int:
        async with self._lock:
            return await self._commit(disconnect(self.table, gone, self._now()))

    # --- writing -------------------------------------------------------------------------------------

    def _now(self) -> Moment:
        return Moment(clock_ms(), new_secret, self.node.expires_after)

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
        self.live.advance(logged, after)
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
                game = await self._whole_game(logged)
                row, seat_rows = game_rows(self.live.id, table, game, event.how, at)
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
                members=[{"table_id": self.live.id, "player": name_of[0], "name": name_of[1]}]
                if name_of
                else (),
                games=games,
                game_seats=seats,
            ),
            logged,
            after,
        )

    async def _whole_game(self, new: list[Logged]) -> Game:
        """The game from its first deal to these events, as the log has it."""
        before = await self.node.log.of_game(self.live.id, self.table.number)
        return Game.rebuild(game_events((*before, *new)))

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
        if self._bots_to_hear():
            await self._hear_bots()
            return
        due = self._due()
        if due is None:
            await self._changed.wait()
            return
        at, what = due
        wait = self._wait_for(due)
        if wait > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            return
        if isinstance(what, Seat):
            await self._move_for(what, self.table.chairs[what].plays_by_bot)
        elif what == "turn":
            seat = self.table.turn
            if seat is not None:
                await self._move_for(seat, None)
        else:
            await self._pass_deadline(what, at)

    def _wait_for(self, due: tuple[int, Seat | DeadlineKind]) -> float:
        """How long until then. A clock that is put forward or back makes nobody wait longer than was meant."""
        now = time.monotonic()
        if self._awaited is None or self._awaited[0] != due:
            self._awaited = due, now + min((due[0] - clock_ms()) / 1000, self._longest(due[1]))
        return self._awaited[1] - now

    def _longest(self, what: Seat | DeadlineKind) -> float:
        options = self.table.options
        if isinstance(what, Seat):
            return pause(self.table)
        if what == "expire":
            return self.node.expires_after
        if what == "turn":
            return options.turn_clock or 0.0
        return options.trick_pause if what == "collect" else options.round_pause

    def _due(self) -> tuple[int, Seat | DeadlineKind] | None:
        """What happens next by itself, and when."""
        table = self.table
        turn = table.turn
        if turn is not None and table.chairs[turn].plays_by_bot:
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
    def _position(self) -> object:
        game = self.table.game
        if game is None or not game.rounds:
            return None
        return self.table.number, len(game.rounds), len(game.rounds[-1].log)

    def _bots_to_hear(self) -> bool:
        """Whether a bot may have something to say about the trick or the round that lies there."""
        table = self.table
        if not table.playing or table.game is None or self._heard == self._position:
            return False
        if not any(chair.plays_by_bot for chair in table.chairs) or not table.game.rounds:
            return False
        return table.game.rounds[-1].phase in SPEAKING_TIMES

    async def _hear_bots(self) -> None:
        """Ask each bot for a claim, a knock or an accusation."""
        position = self._position
        for seat in SEATS:
            bot = self.table.chairs[seat].plays_by_bot
            view = self._view(seat)
            if bot is None or not (view.may.claims or view.may.knock or view.may.accuse):
                continue
            action = await self.node.thinkers.think(bot, view)
            if self._position != position:
                return
            if action is not None:
                with contextlib.suppress(Refusal):
                    await self._bot_does(seat, bot, action, position)
                    return
        self._heard = position
        self._heard_now.set()
        self._heard_now = asyncio.Event()

    async def _let_bots_speak(self) -> None:
        """Whoever plays on at once does not take the word from a bot."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BOTS_HEARD_SECONDS):
                while self._bots_to_hear():
                    await self._heard_now.wait()

    async def _move_for(self, seat: Seat, bot: str | None) -> None:
        """A bot moves for the seat: its own, or one whose clock has run out (*bot* is None)."""
        position = self._position
        action = await self.node.thinkers.think(bot or STAND_IN, self._view(seat))
        if action is not None:
            await self._bot_does(seat, bot, action, position)

    async def _bot_does(self, seat: Seat, bot: str | None, action: RoundAction, position: object) -> None:
        async with self._lock:
            same_player = self.table.chairs[seat].plays_by_bot == bot  # nobody has sat down there meanwhile
            if self._position == position and same_player:
                await self._commit(bot_acts(self.table, seat, action, self._now()))

    def _view(self, seat: Seat) -> View:
        assert self.table.game is not None
        return view_round(self.table.game.rounds[-1], seat)


def _wake_at(table: Table) -> int | None:
    """When another node should look after the table, if this one no longer does."""
    turn = table.turn
    if turn is not None and table.chairs[turn].plays_by_bot:
        return table.at
    soonest = table.next_deadline
    return None if soonest is None else soonest[0]
