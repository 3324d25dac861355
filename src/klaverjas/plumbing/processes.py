"""Processes that this one starts to share its work."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context

from klaverjas.errors import KlaverjasError


def _nothing() -> None:
    """Is done before."""


@contextmanager
def pool(count: int, before: Callable[[], object] = _nothing) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this one, however it ends; each does *before* first, if it can."""
    executor = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=end_with, initargs=(os.getpid(), before)
    )
    try:
        yield executor
    except BaseException as error:
        for process in list((executor._processes or {}).values()):
            process.kill()  # nobody waits for what they are at
        if isinstance(error, BrokenProcessPool):
            raise KlaverjasError("arena-worker") from error
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def end_with(parent: int, before: Callable[[], object] = _nothing) -> None:
    """Make this process end with its parent, however that ends; *before* is done first. Ctrl-C is for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        before()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
