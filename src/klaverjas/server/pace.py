"""How long a bot waits before it moves: about the table's pace, longer where a person would think, a little by chance.

Only what everybody at the table sees plays a part. A bot that were quick whenever it has no choice would tell what it
holds.
"""

import random
from typing import Final

from klaverjas.phase import Phase
from klaverjas.rules.trick import TRICKS
from klaverjas.server.table.state import Table

# So many times the pace of the table: about once, over a whole round.
TROEF: Final = 1.6
LEAD: Final = 1.3
FOLLOW: Final = 0.85
LAST_TRICK: Final = 0.5  # everybody has one card left
LEAST, USUAL, MOST = 0.7, 0.9, 1.4  # of that, by chance


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
