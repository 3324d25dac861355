"""Who can play in the arena: bots by name or from a file, the seer, and engines of others; alone or two by two.

>>> Partnership.parse("regels+willekeurig").members
('regels', 'willekeurig')
>>> Partnership.parse("ziener").members
('ziener', 'ziener')
"""

import contextlib
import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Protocol

from klaverjas.actions import RoundAction
from klaverjas.arena import own
from klaverjas.arena.outside import PREFIX, EngineLimits, Outside
from klaverjas.arena.seer import see
from klaverjas.bots import BOTS, Bot, bot_from
from klaverjas.errors import KlaverjasError, TextError
from klaverjas.kernel.compile.compiler import the_compiler
from klaverjas.round import Round
from klaverjas.seats import Seat
from klaverjas.view import view_round

SEER: Final = "ziener"
TOGETHER: Final = "+"
LONGEST_NAME: Final = 500


class ArenaPlayer(Protocol):
    """Somebody at a table of the arena."""

    @property
    def name(self) -> str: ...

    def act(self, round: Round, seat: Seat, chance: Random) -> RoundAction | None:
        """What the player does, as :class:`~klaverjas.bots.bot.Bot` has it."""
        ...

    def clock(self) -> float:
        """By which the seconds of a move are counted."""
        ...

    def was_refused(self, action: RoundAction | None, refusal: KlaverjasError) -> None:
        """What the player did could not be done."""
        ...

    def close(self) -> None: ...


class InProcess:
    """A bot of ours. It gets a view and nothing else."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self._bot = name, bot
        bot.get_ready()

    def act(self, round: Round, seat: Seat, chance: Random) -> RoundAction | None:
        return self._bot.act(view_round(round, seat), chance)

    def clock(self) -> float:
        return time.process_time()

    def was_refused(self, action: RoundAction | None, refusal: KlaverjasError) -> None:
        """It is counted, and that is all."""

    def close(self) -> None:
        """There is nothing to close."""


class Seer:
    """The one player that gets the round itself."""

    name = SEER

    def __init__(self) -> None:
        the_compiler()  # which says what to install where it is missing

    def act(self, round: Round, seat: Seat, chance: Random) -> RoundAction | None:
        return see(round, seat, chance)

    def clock(self) -> float:
        return time.process_time()

    def was_refused(self, action: RoundAction | None, refusal: KlaverjasError) -> None:
        """It is counted, and that is all."""

    def close(self) -> None:
        """There is nothing to close."""


def player_named(text: str, limits: EngineLimits | None = None) -> ArenaPlayer:
    """A player from the text that a person gives; *limits* are those of engines.

    >>> player_named("ziener").name
    'ziener'
    """
    if text == SEER:
        return Seer()
    if text.startswith(PREFIX):
        return Outside(text, limits or EngineLimits())
    if text.startswith(own.PREFIX):
        return InProcess(text, own.own_bot(text))
    try:
        return InProcess(text, bot_from(text, time.thread_time))
    except KlaverjasError as error:
        if error.code == "unknown-bot":
            raise TextError("no-such-player", text=text[:40], names=[*BOTS, SEER]) from error
        raise


def checksum_of(member: str) -> str | None:
    """Of the file from which a player comes, such as weights or code of one's own; None if there is none."""
    for part in () if member.startswith(PREFIX) else member.split(":")[1:]:
        with contextlib.suppress(OSError, ValueError):
            return hashlib.sha256(Path(part).read_bytes()).hexdigest()
    return None


@dataclass(frozen=True)
class Partnership:
    """Two players who sit opposite each other, as a person writes them down."""

    text: str
    members: tuple[str, str]

    @classmethod
    def parse(cls, text: str) -> "Partnership":
        """One name for both, or two with a plus between them; a plus in the command of an engine is its own.

        >>> Partnership.parse("exec:./g++ --fast+exec:./other").members
        ('exec:./g++ --fast', 'exec:./other')
        """
        if len(text) > LONGEST_NAME:
            raise TextError("player-too-long", most=LONGEST_NAME)
        mark = f"{TOGETHER}{PREFIX}" if text.startswith(PREFIX) else TOGETHER
        first, mixed, _ = text.partition(mark)
        return cls(text, (first, text[len(first) + len(TOGETHER) :]) if mixed else (text, text))

    @property
    def players(self) -> tuple[str, ...]:
        """Each of them once."""
        return tuple(dict.fromkeys(self.members))
