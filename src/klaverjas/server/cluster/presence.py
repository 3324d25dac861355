"""Who is there: tables are told who is connected through this node, and who no longer is."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, Final, Protocol

import structlog

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.server.cluster.links import Ask, AskConnected, AskDisconnected
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.cluster.owner import Owner, Stepped
from klaverjas.server.cluster.watching import Watching
from klaverjas.server.limits import TooMany

RETURN_SECONDS: Final = 5.0  # whose node has ended is not absent before that: he is on his way to another
AGAIN_SECONDS: Final = 1.0
log = structlog.get_logger()


class Here(Protocol):
    """What is needed of the node."""

    id: str
    absent_after: float
    stopping: bool
    store_up: bool
    alive: dict[str, str]
    watching: Watching
    owners: dict[str, Owner]

    async def ask(self, ask: Ask) -> int: ...
    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...


class Presence:
    """Presence at the tables that are played or watched through one node."""

    def __init__(self, node: Here) -> None:
        self.node = node
        self._dead: dict[str, float] = {}  # nodes that have ended while somebody was there, and since when

    async def comes(self, live: LiveTable, player: str) -> None:
        """Tell the table that somebody is there."""
        person = live.table.people.get(player)
        if person is not None and self.node.id not in person.nodes:
            await self.node.ask(AskConnected(live.id, player, self.node.id))

    def goes(self, live: LiveTable, player: str) -> None:
        """A connection is closed; the player may be back in a moment."""
        self.node.spawn(self._absent_soon(live, player))

    async def _absent_soon(self, live: LiveTable, player: str) -> None:
        node = self.node
        wait = node.absent_after
        while not node.stopping:
            await asyncio.sleep(wait)
            wait = max(wait, AGAIN_SECONDS)
            live = node.watching.tables.get(live.id, live)
            person = live.table.people.get(player)
            if player in live.connected or person is None or node.id not in person.nodes:
                return
            if not node.store_up:
                continue
            try:
                await node.ask(AskDisconnected(live.id, [(player, node.id)]))
            except Refusal:
                return
            except TooMany as refused:  # who comes and goes all the time is not absent every time
                wait = refused.wait
            except KlaverjasError as error:  # else everyone would wait for him for ever
                log.info("still present", table=live.id, code=error.code)
            else:
                return

    async def look_after(self) -> None:
        """Whoever was connected to a node that is gone is absent; whoever is connected here is present."""
        node = self.node
        now = asyncio.get_running_loop().time()
        dead: dict[str, float] = {}
        for owner in list(node.owners.values()):
            gone = []
            for person in owner.table.people.values():
                for other in person.nodes - node.alive.keys() - {node.id}:
                    dead[other] = self._dead.get(other, now)
                    if now - dead[other] >= RETURN_SECONDS:
                        gone.append((person.player, other))
            if gone:
                with contextlib.suppress(Stepped):
                    await owner.disconnected(gone)
        self._dead = dead
        for live in list(node.watching.tables.values()):
            for player in live.connected:
                known = live.table.people.get(player)
                if known is not None and node.id not in known.nodes:
                    node.spawn(self.comes(live, player))
