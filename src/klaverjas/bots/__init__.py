"""Players that see a view and answer with an action.

`willekeurig` knows the rules and nothing else; `regels` plays by the principles that a good player explains to a new
one; `montecarlo` plays the rest of the round many times in the head; `net` has taught itself. Who sits down at a table
gets one of the LEVELS.

>>> import random
>>> from klaverjas import ROTTERDAM, Round, Seat, deal, seeded_deck, view_round
>>> round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(2), Seat.SOUTH))
>>> view = view_round(round, Seat.WEST)
>>> view.hand
Hand.parse('ST SQ H7 CK CQ CJ D8 D7')
>>> bot_named("regels").act(view, random.Random(1))
ChooseTroef(seat=Seat.WEST, suit=Suit.CLUBS)
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from klaverjas.bots.advice import Advice
from klaverjas.bots.bot import Bot
from klaverjas.bots.budget import Budget
from klaverjas.bots.meester import Meester
from klaverjas.bots.montecarlo import Montecarlo
from klaverjas.bots.net import NetBot
from klaverjas.bots.oplosser import Oplosser
from klaverjas.bots.regels import Regels
from klaverjas.bots.willekeurig import Willekeurig
from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.extras import is_here

__all__ = [
    "BOTS", "LEVELS", "Advice", "Bot", "Budget", "bot_from", "bot_named", "bots_here", "levels_here",
]  # fmt: skip

# Pupils of the master, the weaker the less they remember; and who plays for the weakest where there is no numba.
PUPILS: Final = (
    NetBot("beginner", overlooks=0.5, weights="beginner"),
    NetBot("club", overlooks=0.2, weights="club"),
    NetBot("sterk", weights="sterk"),
)
INSTEAD: Final = (Willekeurig("beginner"), Regels("club", overlooks=0.2), PUPILS[-1])
BOTS: Final[Mapping[str, Bot]] = {
    bot.name: bot
    for bot in (
        Willekeurig(),
        Regels(),
        Montecarlo(),
        Oplosser(),
        NetBot(),
        *(PUPILS if is_here("numba") else INSTEAD),
        Meester(),
    )
}
NEED_THE_SOLVER: Final = ("montecarlo", "oplosser", "net", "sterk", "meester")
# Those that are offered to people, from weak to strong, each with the milliseconds of CPU time that it may think about
# a move when there is time enough.
LEVELS: Final[Mapping[str, int]] = {"beginner": 1, "club": 1, "sterk": 1, "meester": 50}
LARGEST_SETTING: Final = 1_000_000
BUDGET: Final = "ms"
WEIGHTS: Final = ".npz"


def bots_here() -> list[str]:
    """The names of the bots for which this installation has all it takes."""
    return [name for name in BOTS if name not in NEED_THE_SOLVER or is_here("numba")]


def levels_here() -> list[str]:
    """The same for the levels, from weak to strong."""
    here = bots_here()
    return [name for name in LEVELS if name in here]


def bot_from(text: str, clock: Callable[[], float]) -> Bot:
    """A bot by its name and settings, for who may say how long it thinks: so many simulations, or milliseconds;
    and for a network, which one: ``net:course/best.npz``.

    >>> from time import thread_time
    >>> bot_from("montecarlo:simulations=3200", thread_time)
    Montecarlo(name='montecarlo', simulations=3200, budget=None, most=200000, overlooks=0.0)
    >>> bot_from("montecarlo:ms=20", thread_time).budget.ms
    20
    """
    name, _, settings = text.partition(":")
    bot = bot_named(name)
    if isinstance(bot, NetBot) and settings.endswith(WEIGHTS):
        return replace(bot, weights=settings)
    own: tuple[str, ...] = getattr(bot, "settings", ())
    known = [*own, BUDGET] if own else []
    changes: dict[str, Any] = {}
    for setting in settings.split(",") if settings else ():
        key, _, value = setting.partition("=")
        if key not in known:
            raise KlaverjasError("unknown-setting", bot=name, text=key[:40], names=known or "-")
        if not (value.isascii() and value.isdecimal() and 1 <= int(value[:9]) <= LARGEST_SETTING):
            raise KlaverjasError("bad-setting", text=setting[:40], most=LARGEST_SETTING)
        changes[key] = int(value)
    if BUDGET in changes:
        bot = bot.within(Budget(changes.pop(BUDGET), clock))
    return replace(bot, **changes) if changes else bot  # type: ignore[type-var]


def bot_named(name: str) -> Bot:
    """A bot by its name."""
    bot = BOTS.get(name)
    if bot is None:
        raise KlaverjasError("unknown-bot", text=name[:40], names=list(BOTS))
    return bot
