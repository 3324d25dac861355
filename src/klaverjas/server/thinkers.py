"""Bots think in processes of their own: a view goes out, an action comes back, and the tables never wait."""

import asyncio
import os
import random
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

import structlog

from klaverjas.actions import RoundAction
from klaverjas.bots import bot_named
from klaverjas.processes import end_with
from klaverjas.view import View

PATIENCE_SECONDS: Final = 5.0
STARTING_SECONDS: Final = 30.0  # a new process first reads the whole program
AT_ONCE_SECONDS: Final = 2.0  # whoever is ready within this time plays from the start
UNTIL_READY: Final = "regels"  # plays instead of a bot that is still being compiled
log = structlog.get_logger()


def think(bot: str, view: View, seed: int) -> RoundAction | None:
    """What a bot does with a view."""
    return bot_named(bot).act(view, random.Random(seed))


def _think_in_time(bot: str, view: View, seed: int, until: float) -> RoundAction | None:
    """The same, in another process, unless nobody waits for it any more."""
    if time.monotonic() > until:
        raise TimeoutError
    return think(bot if _is_ready(bot) else UNTIL_READY, view, seed)


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

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._answered = 0.0  # when a thought came back last

    async def think(self, bot: str, view: View) -> RoundAction | None:
        """What the bot does. If it fails, hangs or does not get round to it, a beginner decides at once instead."""
        seed = random.getrandbits(32)
        until = time.monotonic() + PATIENCE_SECONDS
        pool = self._ready()
        try:
            work = asyncio.get_running_loop().run_in_executor(pool, _think_in_time, bot, view, seed, until)
            work.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may come too late
            # Not wait_for, which would cancel it: a pool that breaks does not survive that.
            await asyncio.wait((work,), timeout=PATIENCE_SECONDS)
            if work.done():
                action = work.result()
                self._answered = time.monotonic()
                return action
            why = "late"
            if time.monotonic() - self._answered > PATIENCE_SECONDS:  # nothing comes back: it hangs
                self._give_up(pool)
        except BrokenProcessPool as error:
            why = type(error).__name__
            self._give_up(pool)
        except Exception as error:
            why = type(error).__name__
        log.warning("bot failed", bot=bot, error=why)
        return think("beginner", view, seed)

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
