"""A game against bots: who sits where, and which of one's unfinished games goes on."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final

from klaverjas.terminal_table.connection import PATIENCE_SECONDS, Message, ServerDoor, TableConnection
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.state import TableState

LEVEL: Final = "club"
# The score of a round stays until it has been read: only a minute ends it, or the player.
ROUND_PAUSE_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Wishes:
    """What somebody wants of a game; None where anything will do."""

    level: str | None = None
    partner: str | None = None
    rules: Json | None = None  # every field of them
    pace: float | None = None

    @property
    def bots(self) -> tuple[Json, ...]:
        """The commands that put the bots on their seats."""
        level = self.level or LEVEL
        return {"do": "bot", "seat": "N", "bot": self.partner or level}, {"do": "bot", "bot": level}

    @property
    def table(self) -> dict[str, Any]:
        """What is asked of a new table."""
        wanted: dict[str, Any] = {"round_pause": ROUND_PAUSE_SECONDS, "tips": True}
        if self.rules is not None:
            wanted["rules"] = self.rules
        if self.pace is not None:
            wanted["bot_pace"] = self.pace
        return wanted

    def fit(self, state: TableState) -> bool:
        """Whether a game is what is wanted."""
        left, across, right = (state.chairs[state.below.after(seats)].bot for seats in (1, 2, 3))
        partner = self.partner or self.level
        return (
            self.level in (None, left)
            and self.level in (None, right)
            and partner in (None, across)
            and self.rules in (None, state.rules)
            and self.pace in (None, state.options["bot_pace"])
        )


def unfinished(door: ServerDoor, wishes: Wishes) -> str | None:
    """The code of the newest game that waits for this person and is as wanted."""
    for code in door.tables_in_play():
        state = asyncio.run(_look(door, code))
        if wishes.fit(state):
            return code
    return None


async def _look(door: ServerDoor, code: str) -> TableState:
    """A table as it is now."""
    state = TableState()
    connection = TableConnection(door.server, code, door.identity.cookie or "", door.language)
    async with asyncio.timeout(PATIENCE_SECONDS), aclosing(connection.listen()) as heard:  # type: ignore[type-var]
        async for one in heard:
            if isinstance(one, Message) and one.told["type"] == "snapshot":
                state.take(one.told)
                break
    return state
