"""The bots of one table: when they are heard, and what they do.

Where people sit, a bot is heard at moments that do not depend on its cards (:mod:`klaverjas.server.pace`).
"""

import asyncio
import contextlib
from typing import Final, Protocol

from klaverjas.actions import RoundAction
from klaverjas.errors import Refusal
from klaverjas.phase import Phase
from klaverjas.seats import SEATS, Seat
from klaverjas.server.pace import on_grid, people_sit
from klaverjas.server.pace import slot as slot_of
from klaverjas.server.table.bounds import view_at_table
from klaverjas.server.table.commands import STAND_IN
from klaverjas.server.table.state import Table
from klaverjas.server.thoughts import Thinks, Thoughts
from klaverjas.view import View

HEARD_SECONDS: Final = 0.5
SPEAKING_TIMES: Final = (Phase.TRICK_END, Phase.DONE)


class Run(Protocol):
    """What is needed of the owner of the table."""

    since: float  # when the position became what it is, by the clock of the loop

    @property
    def table(self) -> Table: ...
    @property
    def position(self) -> object: ...
    async def bot_does(self, seat: Seat, bot: str | None, action: RoundAction, position: object) -> None: ...


def loop_time() -> float:
    """Seconds, by a clock that is never put forward or back."""
    return asyncio.get_running_loop().time()


class BotTurns:
    """What the bots of a table do in turn, and what they say about a trick or a round."""

    def __init__(self, run: Run, thinkers: Thinks) -> None:
        self._run = run
        self._thoughts = Thoughts(thinkers)
        self._heard: object = None  # the position at which every bot has had its say
        self._heard_now = asyncio.Event()

    async def stop(self) -> None:
        await self._thoughts.stop()

    def to_hear(self) -> bool:
        """Whether a bot may have something to say about the trick or the round that lies there."""
        table = self._run.table
        if not table.playing or table.game is None or self._heard == self._run.position:
            return False
        if not any(chair.plays_by_bot for chair in table.chairs) or not table.game.rounds:
            return False
        return table.game.rounds[-1].phase in SPEAKING_TIMES

    async def hear(self) -> None:
        """Ask each bot for a claim, a knock or an accusation."""
        position = self._run.position
        asked = {}
        for seat in SEATS:
            bot, may = self._run.table.chairs[seat].plays_by_bot, self._view(seat).may
            if bot is not None and (may.claims or may.knock or may.accuse):
                asked[seat] = bot
        moment = self._run.since + self.slot(*asked)
        for seat, bot in asked.items():
            self.begin_thought(seat, bot, moment)
        thoughts = {seat: await self._thoughts.take(seat) for seat in asked}
        if asked:  # whether somebody has something to say or not
            await self._until(moment, max(thought.ready for thought in thoughts.values()), *asked)
        for seat, bot in asked.items():
            action = thoughts[seat].action
            if self._run.position != position:
                return
            if action is not None:
                with contextlib.suppress(Refusal):
                    await self._run.bot_does(seat, bot, action, position)
                    return
        self._heard = position
        self._heard_now.set()
        self._heard_now = asyncio.Event()

    async def have_spoken(self) -> None:
        """Whoever plays on at once does not take the word from a bot."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HEARD_SECONDS):
                while self.to_hear():
                    await self._heard_now.wait()

    async def move(self, seat: Seat, bot: str | None, moment: float) -> None:
        """A bot moves for the seat: its own, or one whose clock has run out (*bot* is None)."""
        position = self._run.position
        self.begin_thought(seat, bot, moment)
        action, ready = await self._thoughts.take(seat)
        await self._until(moment, ready, seat)
        if action is not None:
            await self._run.bot_does(seat, bot, action, position)

    def begin_thought(self, seat: Seat, bot: str | None, moment: float) -> None:
        """Let a bot think until its moment, if it does not do so already."""
        within = max(moment - loop_time(), self.slot(seat)) if people_sit(self._run.table) else None
        self._thoughts.begin(self._run.position, seat, bot or STAND_IN, self._view(seat), within)

    def slot(self, *seats: Seat) -> float:
        """Seconds between two moments at which the bots of these seats can be heard."""
        return slot_of(self._run.table.chairs[seat].plays_by_bot or STAND_IN for seat in seats)

    async def _until(self, moment: float, ready: float, *seats: Seat) -> None:
        """Wait until what was known at *ready* can be shown by the bots of these seats."""
        if people_sit(self._run.table):
            await asyncio.sleep(on_grid(moment, self.slot(*seats), ready) - loop_time())

    def _view(self, seat: Seat) -> View:
        assert self._run.table.game is not None
        return view_at_table(self._run.table.game.rounds[-1], seat)
