"""What the bots of one table think of: begun as soon as there is something to do, shown at its moment."""

import asyncio
from typing import NamedTuple, Protocol

from klaverjas.actions import RoundAction
from klaverjas.seats import Seat
from klaverjas.view import View


class Thinks(Protocol):
    """Who thinks for bots."""

    async def think(self, bot: str, view: View, within: float | None = None) -> RoundAction | None: ...


class Thought(NamedTuple):
    """What a bot does, and since when that is known, by the clock of the loop."""

    action: RoundAction | None
    ready: float


class Thoughts:
    """At most one thought for each seat; one about a position that has passed is given up."""

    def __init__(self, thinkers: Thinks) -> None:
        self._thinkers = thinkers
        self._begun: dict[Seat, tuple[object, str, asyncio.Task[Thought]]] = {}

    def begin(self, position: object, seat: Seat, bot: str, view: View, within: float | None) -> None:
        """Let the bot think about its view, unless it does so already. *within* is the time until its moment."""
        known = self._begun.get(seat)
        if known is not None:
            if known[:2] == (position, bot):
                return
            known[2].cancel()
        self._begun[seat] = position, bot, asyncio.create_task(self._think(bot, view, within))

    async def take(self, seat: Seat) -> Thought:
        """The thought that was begun for this seat, when it is over; the next one begins anew."""
        thought = await self._begun[seat][2]
        del self._begun[seat]
        return thought

    async def _think(self, bot: str, view: View, within: float | None) -> Thought:
        action = await self._thinkers.think(bot, view, within)
        return Thought(action, asyncio.get_running_loop().time())

    async def stop(self) -> None:
        tasks = [task for _, _, task in self._begun.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._begun.clear()
