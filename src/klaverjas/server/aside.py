"""Long work beside the event loop: reading and writing the records of long games.

Threads share one interpreter, so a thread that computes makes the loop wait each time that it has read from a socket.
With :data:`SWITCH_SECONDS` such a wait is short. Python's own 5 ms, some ten times for one command, would be noticed at
other tables.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

THREADS: Final = 2  # one may read a record while another writes one
SWITCH_SECONDS: Final = 0.0005
P = ParamSpec("P")
T = TypeVar("T")


class Aside:
    """A few threads for all long work of a node."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="aside")

    async def do(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """What the work returns or raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(work, *arguments, **named))

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
