"""Players that see a view and answer with an action.

`beginner` knows the rules and nothing else; `regels` plays by the principles that a good player explains to a new one.

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
from typing import Final

from klaverjas.bots.beginner import Beginner
from klaverjas.bots.bot import Bot
from klaverjas.bots.montecarlo import Montecarlo
from klaverjas.bots.regels import Regels
from klaverjas.errors import KlaverjasError

__all__ = ["BOTS", "Bot", "bot_named"]

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (Beginner(), Regels(), Montecarlo())}


def bot_named(name: str) -> Bot:
    """A bot by its name."""
    bot = BOTS.get(name)
    if bot is None:
        raise KlaverjasError("unknown-bot", text=name[:40], names=list(BOTS))
    return bot
