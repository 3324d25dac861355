"""Bots think in processes of their own: a view goes out, an action comes back, and the tables never wait."""

import asyncio
import os
import random
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

import structlog

from klaverjas.actions import RoundAction
from klaverjas.bots import bot_named
from klaverjas.view import View

PATIENCE_SECONDS: Final = 5.0
log = structlog.get_logger()


def think(bot: str, view: View, seed: int) -> RoundAction | None:
    """What a bot does with a view."""
    return bot_named(bot).act(view, random.Random(seed))


def _settle(parent: int) -> None:
    """A thinking process ends with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Thinkers:
    """A few processes for all bots of a node, started when the first bot has to think."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, bot: str, view: View) -> RoundAction | None:
        """What the bot does. If its process fails or hangs, a beginner decides at once instead."""
        seed = random.getrandbits(32)
        try:
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(self._ready(), think, bot, view, seed)
            return await asyncio.wait_for(work, PATIENCE_SECONDS)
        except (BrokenProcessPool, TimeoutError) as error:
            log.warning("bot failed", bot=bot, error=type(error).__name__)
            self.stop()
            return think("beginner", view, seed)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes,
                mp_context=get_context("spawn"),
                initializer=_settle,
                initargs=(os.getpid(),),
            )
        return self._pool

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
