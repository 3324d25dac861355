"""One running server: the tables that it runs, those that it only watches, and the other nodes.

A table has one owner, on the node that has its lease. When that has ended, whoever needs the table takes it over and
goes on from the log. A node that was thought dead and writes nevertheless finds its place in the log taken, and steps
down.
"""

import asyncio
import contextlib
import hmac
import secrets
from collections.abc import Coroutine, Iterable
from hashlib import sha256
from typing import Any, Final

import structlog

from klaverjas.bots import Advice
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.rules.ruleset import RuleSet
from klaverjas.server import metrics
from klaverjas.server.aside import Aside
from klaverjas.server.clock import clock_ms
from klaverjas.server.cluster.bus import Bus, end_tasks
from klaverjas.server.cluster.lease import Lease
from klaverjas.server.cluster.links import (
    Ask,
    AskConnected,
    AskDisconnected,
    AskDo,
    AskJoin,
    Link,
    NotTheOwner,
)
from klaverjas.server.cluster.live import Listener, LiveTable
from klaverjas.server.cluster.outlines import Outlines
from klaverjas.server.cluster.owner import Owner, Stepped, new_secret
from klaverjas.server.cluster.presence import Presence
from klaverjas.server.cluster.watching import Watching
from klaverjas.server.limits import Rate, TooMany
from klaverjas.server.pace import LoneBots
from klaverjas.server.store.database import Conflict, Damaged, Database, DiskFull, StoreDown
from klaverjas.server.store.log import Log, TableRow, event_row
from klaverjas.server.store.room import find_room, has_room
from klaverjas.server.store.sessions import those_that_ended
from klaverjas.server.store.shared import shared_secret
from klaverjas.server.store.writer import Append, Writer
from klaverjas.server.table.commands import Deed, Leave
from klaverjas.server.table.decide import open_table
from klaverjas.server.table.events import Arrival, Options
from klaverjas.server.table.logged import Logged
from klaverjas.server.table.progress import DecisionContext
from klaverjas.server.table.tip import views_for_tip
from klaverjas.server.thinkers import MOST_MS, Thinkers

BEAT_SECONDS: Final = 1.0
FIND_OWNER_SECONDS: Final = 6.0
IDLE_MS: Final = 60_000  # a table without listeners is put away after that
LOOK_EVERY_BEATS: Final = 2  # watched tables are looked up this often, in case a bell was not heard
CHANGES_SECONDS: Final = 600.0
SESSIONS_EVERY_BEATS: Final = 5  # so are sessions
SESSION_BELL: Final = "session."  # what the bus is told when one ends, before its id
log = structlog.get_logger()


class Node:
    """Runs tables. *address* is where other nodes reach it."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        *,
        address: str = "",
        thinking_processes: int = 1,
        thinking_ms: float = MOST_MS,
        expires_after: float = 3600.0,
        absent_after: float = 2.0,
        changes_per_player: int = 240,
    ) -> None:
        self.id = secrets.token_hex(6)
        self.database = database
        self.bus = bus
        self.address = address
        self.expires_after = expires_after
        self.absent_after = absent_after
        self.aside = Aside()
        self.log = Log(database)
        self.writer = Writer(database)
        self.thinkers = Thinkers(thinking_processes, thinking_ms)
        self.lone_bots = LoneBots()
        self.owners: dict[str, Owner] = {}
        self.watching = Watching(self.log, self.owners)
        self.outlines = Outlines(self.log, self.watching.tables, self.watching.unreadable)
        self.token = ""  # by which nodes know each other
        self.stopping = False
        self.store_up = True
        self._no_room = False  # since a write has failed for that, until one succeeds
        self._noted: str | None = None  # the trouble that stands in the server's log
        self.alive: dict[str, str] = {}
        self._links: dict[str, Link] = {}
        self._put_down: set[str] = set()  # tables to be taken up again
        self._unsettled: dict[str, asyncio.Future[None]] = {}  # writes that nobody waits for any more
        # What one player may make the logs grow: by commands around the game, and by coming and going.
        self._changes = Rate("changes", changes_per_player, None, CHANGES_SECONDS)
        self._goings = Rate("goings", changes_per_player // 4, None, CHANGES_SECONDS)
        self.lease = Lease(database, self.id, address)
        self.presence = Presence(self)
        self._beat: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None  # of the lease
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- starting and stopping -----------------------------------------------------------------------

    async def start(self) -> None:
        key = await shared_secret(self.database, "key")
        self.token = hmac.new(key.encode(), b"nodes", sha256).hexdigest()
        self.writer.start()
        await self.lease.begin()
        if not self.database.is_sqlite:
            self._keeping = asyncio.create_task(self.lease.keep(), name="lease")
        self.alive = await self.log.alive_nodes()
        await self.bus.start(self._rung)
        await self._adopt_abandoned()
        self._beat = asyncio.create_task(self._beats(), name="heartbeat")

    async def stop(self) -> None:
        """Give every table to the other nodes at once, with nothing half-done."""
        if self.stopping:
            return
        self.stopping = self.lease.ended = True
        await end_tasks(*(task for task in (self._beat, self._keeping) if task is not None))
        self.watching.dismiss("server-restarts")
        owned = list(self.owners.values())
        for owner in owned:
            await owner.stop()
        self.owners.clear()
        await self.writer.stop()
        with contextlib.suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(5):
                await self.lease.give_up()
        for owner in owned:
            self.bus.publish(owner.live.id, 0)
        await self.bus.stop()
        for link in self._links.values():
            await link.close()
        for task in list(self._tasks):
            task.cancel()
        self.thinkers.stop()
        self.aside.stop()
        await self.database.close()

    # --- opening and asking --------------------------------------------------------------------------

    async def open_table(
        self, player: str, name: str, rules: RuleSet, options: Options, *, display: bool
    ) -> TableRow:
        """A new table that this node runs."""
        at = clock_ms()
        moment = DecisionContext(at, new_secret, self.expires_after)
        events = open_table(player, rules, options, display=display, now=moment)
        for _ in range(20):
            door = moment.new_door()
            row = TableRow(
                secrets.token_hex(8),
                door.code,
                options.public,
                "lobby",
                1,
                len(events),
                at,
                self.id,
                door.key,
            )
            if await self.log.door(row.code) is not None:  # another table's, or its code before a removal
                continue
            try:
                await self.writer.append(_first_append(row, events, player, name, at, self.expires_after))
            except Conflict:  # the code was taken meanwhile
                continue
            return row
        raise Refusal("no-free-code")

    async def do(self, table_id: str, player: str, command: Deed, ids: tuple[str, ...] = ()) -> int:
        return await self.ask(AskDo(table_id, player, command, ids))

    async def tip(self, live: LiveTable, player: str) -> Advice | None:
        """What a good player would do in somebody's place. Any node can say so: it has the whole table, and nothing
        of this is written down."""
        views = views_for_tip(live.table, player)
        for view in views:
            advice = await self.thinkers.explain(self.thinkers.best, view)
            if views_for_tip(live.table, player) != views:
                raise Refusal("tip-too-late")
            if advice is not None:
                return advice
        return None

    async def join(
        self,
        table_id: str,
        player: str,
        name: str,
        *,
        display: bool,
        ids: tuple[str, ...] = (),
        how: Arrival = "code",
    ) -> int:
        """Let somebody come to a table, or ask its host; *ids* are all ids of the same person."""
        return await self.ask(AskJoin(table_id, player, name, display, ids, how))

    async def ask(self, ask: Ask) -> int:
        """Have the table's owner do something, here or on another node; the number of its last event."""
        patience = asyncio.get_running_loop().time() + FIND_OWNER_SECONDS
        while True:
            owner, address = await self._owner_of(ask.table)
            try:
                if owner is not None:
                    return await self.answer(ask, owner)
                if address is not None:
                    return await self._link(address).ask(ask)
            except (Stepped, NotTheOwner):
                pass
            if asyncio.get_running_loop().time() > patience:
                raise KlaverjasError("owner-away")
            await asyncio.sleep(0.1)

    async def answer(self, ask: Ask, owner: Owner | None = None) -> int:
        """Do it here; Stepped when this node does not run the table."""
        owner = owner or self.owners.get(ask.table)
        if owner is None:
            raise Stepped
        match ask:
            case AskDo(player=player, command=command, ids=ids):
                return await owner.do(player, command, ids)
            case AskJoin(player=player, name=name, display=display, ids=ids, how=how):
                return await owner.join(player, name, display=display, ids=ids, how=how)
            case AskConnected(player=player, node=node):
                return await owner.connected(player, node)
            case AskDisconnected(gone=gone):
                for player, _ in gone:  # later, for who comes and goes all the time: until then he is present
                    self._goings.take(player)
                return await owner.disconnected(gone)

    def _link(self, address: str) -> Link:
        if address not in self._links:
            self._links[address] = Link(address, self.token)
        return self._links[address]

    # --- who runs a table ----------------------------------------------------------------------------

    async def _owner_of(self, table_id: str) -> tuple[Owner | None, str | None]:
        """The owner here, or the address of the node that has it. Takes the table over when nobody has it."""
        owner = self.owners.get(table_id)
        if owner is not None and not owner.stopped:
            return owner, None
        if self.stopping:
            raise KlaverjasError("server-stopping")
        async with self.watching.lock_of(table_id):
            owner = self.owners.get(table_id)
            if owner is not None and not owner.stopped:
                return owner, None
            if await self.lease.take(table_id):
                return await self._run(table_id), None
            return None, await self.lease.address_of_owner(table_id)

    async def _run(self, table_id: str) -> Owner:
        """Read the log of a table that is now this node's, and go on with it."""
        if (writing := self._unsettled.get(table_id)) is not None:
            await asyncio.wait((writing,))
        live, entries = await self.watching.taken_up(table_id)
        owner = Owner(self, live, entries)
        self.owners[table_id] = owner
        metrics.TABLES.set(len(self.owners))
        if live.table.stage != "closed":
            owner.start()
        return owner

    # --- what owners need ----------------------------------------------------------------------------

    def count_change(self, player: str, changes: int = 1) -> None:
        """Refuse the next change to any table of a player who has made too many."""
        try:
            for _ in range(changes):
                self._changes.take(player)
        except TooMany as refused:
            raise KlaverjasError("too-many-changes", seconds=refused.wait) from None

    async def append(self, append: Append) -> None:
        await self.writer.append(append)
        for row in append.games:
            metrics.GAMES.labels(row["how"]).inc()

    def appended(self, live: LiveTable) -> None:
        self.bus.publish(live.id, live.table.seq)

    def in_doubt(self, owner: Owner, error: BaseException, writing: asyncio.Future[None] | None) -> None:
        """What an owner wrote may have arrived or not: the next one reads it from the log."""
        if writing is not None and not writing.done():
            self._unsettled[owner.live.id] = writing
            writing.add_done_callback(lambda _: self._unsettled.pop(owner.live.id, None))
        if self.owners.get(owner.live.id) is owner:
            del self.owners[owner.live.id]
        log.warning("table put down", table=owner.live.id, error=type(error).__name__)
        self._put_down.add(owner.live.id)
        if isinstance(error, StoreDown):
            self._store_fails(error)
            self._tell_trouble()

    # --- listening -----------------------------------------------------------------------------------

    async def listen(self, table_id: str, listener: Listener, after: int | None) -> LiveTable:
        """Let somebody hear everything from now on; first what he missed, or how things stand."""
        with contextlib.suppress(NotTheOwner):
            await self._owner_of(table_id)
        return await self.watching.listen(table_id, listener, after)

    async def stay_once(self, players: tuple[str, ...]) -> None:
        """Ids have become one person: at every table one of them stays, a seated one if there is one.

        Where one of them was removed, none stays.
        """
        for row in await self.log.tables_of(players, 1000):
            try:
                await self._stay_once_at(row.id, players)
            except KlaverjasError as error:  # logging in has succeeded: it must not fail because of one table
                log.warning("stays twice", table=row.id, code=error.code)

    async def _stay_once_at(self, table_id: str, players: tuple[str, ...]) -> None:
        table = (await self.watching.up_to_date(table_id)).table
        there = [player for player in players if player in table.people]
        there.sort(key=lambda player: table.seat_of(player) is None)
        stay = 0 if table.removed.intersection(players) else 1
        for player in there[stay:]:
            await self.do(table_id, player, Leave(id=f"leave-{secrets.token_hex(8)}"))

    async def leave_everywhere(self, players: tuple[str, ...]) -> None:
        """Somebody gets up from every table."""
        for row in await self.log.tables_of(players, 1000):
            try:
                live = await self.watching.up_to_date(row.id)
            except StoreDown:
                raise
            except KlaverjasError:  # one that cannot be read cannot be left
                continue
            for player in players:
                if player in live.table.people:
                    await self.do(row.id, player, Leave(id=f"leave-{secrets.token_hex(8)}"))

    def end_sessions(self, ended: Iterable[str]) -> None:
        """Close the connections of sessions that have ended, on every node."""
        ended = set(ended)
        self.watching.end_sessions(ended)
        for session in ended:
            self.bus.publish(f"{SESSION_BELL}{session}", 0)

    def forget(self, live: LiveTable, listener: Listener) -> None:
        """A connection is closed; the player may be back in a moment."""
        live.listeners.discard(listener)
        live.idle_since = clock_ms()
        self.presence.goes(live, listener.player)

    async def present(self, live: LiveTable, player: str) -> None:
        """Tell the table that somebody is there."""
        await self.presence.comes(live, player)

    def _rung(self, table_id: str, seq: int) -> None:
        """The bus says that a log has grown, or (0) that its owner has let go; or that a session has ended."""
        if table_id.startswith(SESSION_BELL):
            self.watching.end_sessions({table_id.removeprefix(SESSION_BELL)})
            return
        live = self.watching.tables.get(table_id)
        if live is None:
            return
        if table_id in self.owners:
            if seq > live.table.seq:  # somebody else has written: this node's lease had ended
                self.spawn(self._step_down(table_id))
        elif seq == 0:
            self.spawn(self._owner_of(table_id))
        elif seq > live.table.seq:
            self.spawn(self.watching.catch_up(live))

    async def _step_down(self, table_id: str) -> None:
        """Another node runs the table now; here it is only watched."""
        owner = self.owners.pop(table_id, None)
        if owner is not None:
            log.warning("table lost", table=table_id)
            await owner.stop()
            await self.watching.catch_up(owner.live)

    async def _look_for_lost_tables(self) -> None:
        """After a lease that was not renewed in time: which tables have others taken?"""
        mine = await self.lease.held()
        for table_id in [one for one in self.owners if one not in mine]:
            await self._step_down(table_id)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Have it done beside everything else."""

        async def quietly() -> None:
            try:
                await work
            except KlaverjasError as error:
                log.info("later", code=error.code)

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- every second --------------------------------------------------------------------------------

    async def _beats(self) -> None:
        beat = 0
        while not self.stopping:
            await asyncio.sleep(BEAT_SECONDS)
            beat += 1
            try:
                if self.lease.overslept:
                    await self._look_for_lost_tables()
                    self.lease.overslept = False
                self.alive = await self.log.alive_nodes()
                if self._no_room:
                    await find_room(self.database, f"room-{self.id}")
                self.store_up, self._no_room = True, False
                self._tell_trouble()
                await self._adopt_abandoned()
                await self.presence.look_after()
                if beat % LOOK_EVERY_BEATS == 0 or not self.bus.up:
                    await self.watching.look_for_news()
                if beat % SESSIONS_EVERY_BEATS == 0:
                    self.watching.end_sessions(await those_that_ended(self.database, self.watching.sessions))
                await self._put_away_idle()
            except StoreDown as error:
                self._store_fails(error)
            except Damaged as error:
                log.warning("heartbeat failed", code=error.code)
            except Exception:
                log.exception("heartbeat failed")
            self._tell_trouble()
            metrics.TABLES.set(len(self.owners))
            metrics.WATCHED.set(len(self.watching.tables))

    def _store_fails(self, error: StoreDown) -> None:
        self.store_up = False
        self._no_room = self._no_room or isinstance(error, DiskFull)

    @property
    def disk_full(self) -> bool:
        """Whether nothing can be written, or soon nothing more, for want of room."""
        return self._no_room or not has_room(self.database)

    @property
    def trouble(self) -> str | None:
        """Why play does not go on as it should, or None."""
        if not self.store_up:
            return "store-down"
        return None if self.bus.up else "bus-down"

    def _tell_trouble(self) -> None:
        """Tell everyone when something is down, and when it is back."""
        trouble = self.trouble
        metrics.STORE_UP.set(self.store_up)
        metrics.BUS_UP.set(self.bus.up)
        noted = "disk-full" if self.disk_full else trouble
        if noted != self._noted:
            log.warning("trouble", code=noted or "over")
            self._noted = noted
        if trouble != self.watching.trouble:
            self.watching.tell_trouble(trouble)

    async def _adopt_abandoned(self) -> None:
        """Take over tables whose node is gone, where something is due or somebody here is waiting."""
        found = await self.lease.abandoned(self.watching.waited_for())
        self._put_down.update(found)
        for table_id in list(self._put_down):
            try:
                await self._owner_of(table_id)
            except StoreDown:
                raise  # the next beat tries again
            except KlaverjasError as error:  # one that cannot be read, for instance: that is said elsewhere
                log.info("table not taken up", table=table_id, code=error.code)
            except Exception:  # one that cannot be read must not stop the others
                log.exception("table not taken up", table=table_id)
            self._put_down.discard(table_id)

    async def _put_away_idle(self) -> None:
        """Tables that nobody listens to here, and where nothing happens by itself soon, are read again when needed."""
        before = clock_ms() - IDLE_MS
        for live in list(self.watching.tables.values()):
            if live.listeners or live.idle_since > before:
                continue
            async with self.watching.lock_of(live.id):
                if (
                    self.watching.tables.get(live.id) is live
                    and not live.listeners
                    and live.idle_since <= before
                ):
                    await self._put_away(live)

    async def _put_away(self, live: LiveTable) -> None:
        owner = self.owners.get(live.id)
        if owner is not None and live.table.bot_turn is not None:
            return
        # Both at once, before anything waits: whoever comes meanwhile takes the table up anew, after this.
        del self.watching.tables[live.id]
        if owner is None:
            return
        del self.owners[live.id]
        await owner.stop()
        await self.lease.let_go(live.id)


def _first_append(
    row: TableRow, events: list[Any], player: str, name: str, at: int, expires_after: float
) -> Append:
    own: dict[str, Any] = {
        "seq": row.seq,
        "stage": "lobby",
        "game": 1,
        "public": row.public,
        "wake_at": at + round(expires_after * 1000),
        "closed_at": None,
    }
    return Append(
        row.id,
        [event_row(row.id, Logged(seq, at, event), 1) for seq, event in enumerate(events, start=1)],
        own,
        new_table={
            "id": row.id,
            "code": row.code,
            "key": row.key,
            "created_at": at,
            "owner": row.owner,
            **own,
        },
        members=[{"table_id": row.id, "player": player, "name": name}],
    )
