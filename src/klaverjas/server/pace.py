"""When a bot moves: about the table's pace, longer where a person would think, a little by chance.

Only what everybody at the table sees plays a part. A bot that were quick whenever it has no choice would tell what it
holds. So it thinks while it waits, and moves at a moment that was fixed before the thought began. A thought that is not
over by then waits for the next moment of the same grid: it does not tell when it was over.
"""

import asyncio
import random
from collections.abc import Iterable
from math import ceil
from typing import Final

from klaverjas.bots import LEVELS
from klaverjas.phase import Phase
from klaverjas.rules.trick import TRICKS
from klaverjas.server.table.state import Table

# So many times the pace of the table: about once, over a whole round.
TROEF: Final = 1.6
LEAD: Final = 1.3
FOLLOW: Final = 0.85
LAST_TRICK: Final = 0.5  # everybody has one card left
LEAST, USUAL, MOST = 0.7, 0.9, 1.4  # of that, by chance
# The grid: the first moment after a move, and the next ones. Who thinks longer gets longer ones.
SLOT: Final = 0.06
LONG_SLOT: Final = 0.2
LONG_THOUGHT_MS: Final = 10
LONE_MOVES_A_SECOND: Final = 200  # at all tables of a node where only bots sit: a quarter of a core


def pause(table: Table) -> float:
    """Seconds from the last move to that of the bot whose turn it is. A table read again from its log says the same."""
    if table.game is None or not table.game.rounds:
        return table.options.bot_pace
    round = table.game.rounds[-1]
    return pause_at(
        table.options.bot_pace,
        table.moved_at,
        choosing=round.phase is Phase.TROEF,
        tricks=len(round.tricks),
        lying=len(round.table),
    )


def pause_at(pace: float, moved_at: int, *, choosing: bool, tricks: int, lying: int) -> float:
    """The same by what is to be seen: troef being chosen, or so many tricks taken and cards lying on the table."""
    if choosing:
        times = TROEF
    elif tricks == TRICKS - 1:
        times = LAST_TRICK
    else:
        times = FOLLOW if lying else LEAD
    return pace * times * random.Random(moved_at).triangular(LEAST, MOST, USUAL)


def slot(bots: Iterable[str]) -> float:
    """Seconds between two moments at which one of these bots can be heard: long enough for nearly every thought."""
    longest = max((LEVELS.get(bot, 0) for bot in bots), default=0)
    return LONG_SLOT if longest >= LONG_THOUGHT_MS else SLOT


def on_grid(first: float, step: float, ready: float) -> float:
    """When a thought that is over at *ready* can be shown: at *first*, or a whole number of steps later."""
    return first if ready <= first else first + ceil((ready - first) / step) * step


def people_sit(table: Table) -> bool:
    """Whether somebody has a seat from whom a bot must hide what it holds. Bots among themselves do not wait."""
    return any(chair.player is not None for chair in table.chairs)


class LoneBots:
    """Tables where only bots sit share a number of moves a second: whoever opens many gets slow ones."""

    def __init__(self, moves_a_second: float = LONE_MOVES_A_SECOND) -> None:
        self._step = 1 / moves_a_second
        self._taken = 0.0

    def next(self) -> float:
        """The moment from which the next such move may be made, by the clock of the loop."""
        self._taken = max(self._taken + self._step, asyncio.get_running_loop().time())
        return self._taken
