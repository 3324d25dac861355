"""Bots think in processes of their own: a view goes out, what to do comes back, and the tables never wait.

A thought may take the CPU time of its level. When others are on their way to the same process it may take that time
divided by their number, itself included. So fifty masters who are asked at once need 0.2 s together, not 2.5:
the more there is to think about, the shorter each thought, and nobody waits long.
"""

import asyncio
import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Final

import structlog

from klaverjas.actions import RoundAction
from klaverjas.bots import LEVELS, Advice, Budget, bot_named, levels_here
from klaverjas.plumbing.processes import end_with
from klaverjas.view import View

PATIENCE_SECONDS: Final = 5.0
STARTING_SECONDS: Final = 30.0  # a new process first reads the whole program
AT_ONCE_SECONDS: Final = 2.0  # whoever is ready within this time plays from the start
UNTIL_READY: Final = "regels"  # plays instead of a bot that is still being compiled, or fails
STRONGEST: Final = list(LEVELS)[-1]
MOST_MS: Final = LEVELS[STRONGEST]
PART_OF_THE_TIME: Final = 0.5  # until it must be over that a thought may take: others run on the same machine
QUICK_MS: Final = 5  # for a bot that is none of the levels
log = structlog.get_logger()


def advice(
    bot: str, view: View, seed: int, ms: float, over_by: float | None = None, *, explained: bool = False
) -> Advice | None:
    """What a bot would do with a view, and why, after so many milliseconds of CPU time; *explained* in its numbers.

    *over_by* is when it should be over, however busy the machine is.
    """
    clock = time.thread_time if over_by is None else _clock_until(over_by, ms)
    thinker, chance = bot_named(bot).within(Budget(ms, clock)), random.Random(seed)
    return thinker.explain(view, chance) if explained else thinker.advise(view, chance)


def _clock_until(over_by: float, ms: float) -> Callable[[], float]:
    """A clock that counts CPU time, or real time where that ends sooner: *ms* have passed on it by *over_by*."""
    begun, cpu = time.monotonic(), time.thread_time()
    rate = ms / 1000 / max(over_by - begun, 0.001)
    return lambda: max(time.thread_time() - cpu, (time.monotonic() - begun) * rate)


def _advice_in_time(
    bot: str, view: View, seed: int, ms: float, until: float, over_by: float | None, *, explained: bool
) -> Advice | None:
    """The same, in another process, unless nobody waits for it any more."""
    if time.monotonic() > until:
        raise TimeoutError
    return advice(bot if _is_ready(bot) else UNTIL_READY, view, seed, ms, over_by, explained=explained)


_getting_ready: dict[str, threading.Thread] = {}
_ready: set[str] = set()


def _is_ready(bot: str) -> bool:
    """Whether a bot has been got ready in this process; that begins when it is first asked, beside other work."""

    def get_ready() -> None:
        bot_named(bot).get_ready()
        _ready.add(bot)

    if bot not in _getting_ready:
        _getting_ready[bot] = threading.Thread(target=get_ready, daemon=True)
        _getting_ready[bot].start()
        _getting_ready[bot].join(AT_ONCE_SECONDS)
    return bot in _ready


class Thinkers:
    """A few processes for all bots of a node, started when the first bot has to think."""

    def __init__(self, processes: int, most_ms: float = MOST_MS) -> None:
        self.processes = processes
        self.most_ms = most_ms  # for a thought of the strongest, when there is time enough
        self.on_their_way = 0
        self._pool: ProcessPoolExecutor | None = None
        self._answered = 0.0  # when a thought came back last

    async def think(self, bot: str, view: View, within: float | None = None) -> RoundAction | None:
        """What the bot does. *within* so many seconds it should be known."""
        advised = await self._advise(bot, view, within, explained=False)
        return advised.action if advised else None

    async def advise(self, bot: str, view: View) -> Advice | None:
        """The same, and why. If the bot fails, hangs or does not get round to it, `regels` decides at once."""
        return await self._advise(bot, view, None, explained=False)

    async def explain(self, bot: str, view: View) -> Advice | None:
        """The same, with all that the bot expects, if it knows that."""
        return await self._advise(bot, view, None, explained=True)

    @property
    def best(self) -> str:
        """The strongest level that is installed here: who gives tips."""
        return levels_here()[-1]

    def ms_for(self, bot: str, within: float | None = None) -> float:
        """The CPU time of a thought that is on its way with the others, and should be over *within* so many seconds."""
        alone = self.most_ms if bot == STRONGEST else min(LEVELS.get(bot, QUICK_MS), self.most_ms)
        if within is not None:
            alone = min(alone, 1000 * within * PART_OF_THE_TIME)
        return alone / max(1.0, self.on_their_way / self.processes)

    async def _advise(self, bot: str, view: View, within: float | None, *, explained: bool) -> Advice | None:
        self.on_their_way += 1
        try:
            over_by = None if within is None else time.monotonic() + within * PART_OF_THE_TIME
            return await self._answer(bot, view, self.ms_for(bot, within), over_by, explained=explained)
        finally:
            self.on_their_way -= 1

    async def _answer(
        self, bot: str, view: View, ms: float, over_by: float | None, *, explained: bool
    ) -> Advice | None:
        seed = random.getrandbits(32)
        until = time.monotonic() + PATIENCE_SECONDS
        pool = self._ready()
        try:
            work = asyncio.get_running_loop().run_in_executor(
                pool, partial(_advice_in_time, bot, view, seed, ms, until, over_by, explained=explained)
            )
            work.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may come too late
            # Not wait_for, which would cancel it: a pool that breaks does not survive that.
            await asyncio.wait((work,), timeout=PATIENCE_SECONDS)
            if work.done():
                advised = work.result()
                self._answered = time.monotonic()
                return advised
            why = "late"
            if time.monotonic() - self._answered > PATIENCE_SECONDS:  # nothing comes back: it hangs
                self._give_up(pool)
        except BrokenProcessPool as error:
            why = type(error).__name__
            self._give_up(pool)
        except Exception as error:
            why = type(error).__name__
        log.warning("bot failed", bot=bot, error=why)
        return advice(UNTIL_READY, view, seed, ms)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._answered = time.monotonic() + STARTING_SECONDS
            self._pool = ProcessPoolExecutor(
                self.processes,
                mp_context=get_context("spawn"),
                initializer=end_with,
                initargs=(os.getpid(),),
            )
        return self._pool

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """Other processes from now on; these may hang, so they are ended."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False)

    def stop(self) -> None:
        if self._pool is not None:
            self._give_up(self._pool)
