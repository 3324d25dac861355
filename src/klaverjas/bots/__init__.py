"""Players that see a view and answer with an action.

`beginner` knows the rules and nothing else; `regels` plays by the principles that a good player explains to a new one;
`montecarlo` plays the rest of the round many times in the head.

>>> import random
>>> from klaverjas import ROTTERDAM, Round, Seat, deal, seeded_deck, view_round
>>> round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(2), Seat.SOUTH))
>>> view = view_round(round, Seat.WEST)
>>> view.hand
Hand.parse('ST SQ H7 CK CQ CJ D8 D7')
>>> bot_named("regels").act(view, random.Random(1))
ChooseTroef(seat=Seat.WEST, suit=Suit.CLUBS)
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Final

from klaverjas.bots.beginner import Beginner
from klaverjas.bots.bot import Bot
from klaverjas.bots.montecarlo import Montecarlo
from klaverjas.bots.regels import Regels
from klaverjas.errors import KlaverjasError
from klaverjas.extras import is_here

__all__ = ["BOTS", "Bot", "bot_from", "bot_named", "bots_here"]

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (Beginner(), Regels(), Montecarlo())}


NEED_THE_SOLVER: Final = ("montecarlo",)
LARGEST_SETTING: Final = 1_000_000


def bots_here() -> list[str]:
    """The names of the bots for which this installation has all it takes."""
    return [name for name in BOTS if name not in NEED_THE_SOLVER or is_here("numba")]


def bot_from(text: str) -> Bot:
    """A bot by its name and settings, for who may say how long it thinks.

    >>> bot_from("montecarlo:simulations=3200")
    Montecarlo(simulations=3200)
    """
    name, _, settings = text.partition(":")
    bot = bot_named(name)
    known: list[str] = [field.name for field in fields(bot)] if is_dataclass(bot) else []
    changes: dict[str, int] = {}
    for setting in settings.split(",") if settings else ():
        key, _, value = setting.partition("=")
        if key not in known:
            raise KlaverjasError("unknown-setting", bot=name, text=key[:40], names=known or "-")
        if not (value.isascii() and value.isdecimal() and 1 <= int(value[:9]) <= LARGEST_SETTING):
            raise KlaverjasError("bad-setting", text=setting[:40], most=LARGEST_SETTING)
        changes[key] = int(value)
    return replace(bot, **changes) if changes else bot  # type: ignore[type-var]


def bot_named(name: str) -> Bot:
    """A bot by its name."""
    bot = BOTS.get(name)
    if bot is None:
        raise KlaverjasError("unknown-bot", text=name[:40], names=list(BOTS))
    return bot
