"""A lead that waits: the winner chose the next card while the trick still lies there for claims (Rules 5.8).

It waits on the node to which the player is connected, and is not written down. A client whose connection is lost sends
it again, with the same id.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.server.cluster.live import LiveTable
from klaverjas.server.table.claiming import lying_trick, may_lead_after
from klaverjas.server.table.commands import PlayCommand, Tap

LAPSED = "lead-lapsed"
REPLACED = "lead-replaced"


class WaitingLead:
    """The lead of one connection; a new one takes the place of the one before it."""

    __slots__ = ("_changed", "_dropped", "command", "waits")

    def __init__(self, command: PlayCommand) -> None:
        self.command = command
        self.waits = True  # and can still be dropped
        self._changed = asyncio.Event()
        self._dropped: str | None = None

    def drop(self, code: str) -> None:
        """Wait no longer, for this reason. A lead that is being played stays."""
        self._dropped = code
        self._changed.set()

    async def until_collected(
        self, live: LiveTable, player: str, tap: Callable[[Tap], Awaitable[int]]
    ) -> None:
        """Return when the card can be played. The leader needs no more time to claim: the lead is a tap, too."""
        live.watched.add(self._changed)
        try:
            known_from = await self._tap(tap)
            trick = None
            while self._dropped is None:
                table = live.table
                if known_from is None:  # collected meanwhile
                    return
                if table.seq >= known_from:
                    trick = trick or lying_trick(table)
                    if trick is None:  # collected before this node heard of it
                        return
                    if lying_trick(table) != trick:
                        break
                self._changed.clear()
                await self._changed.wait()
        finally:
            self.waits = False
            live.watched.discard(self._changed)
        if self._dropped is not None:
            raise Refusal(self._dropped)
        if trick is None or not may_lead_after(live.table, player, trick):
            raise Refusal(LAPSED)

    async def _tap(self, tap: Callable[[Tap], Awaitable[int]]) -> int | None:
        """The number of the event from which on the trick is known to lie there; None when it no longer does."""
        try:
            return await tap(Tap(id=f"lead-{secrets.token_hex(8)}"))
        except KlaverjasError as error:
            if error.code == "no-pause":
                return None
            raise
