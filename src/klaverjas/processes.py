"""Processes that this one starts to share its work."""

import os
import signal
import threading
import time
from collections.abc import Callable


def end_with(parent: int, before: Callable[[], object] = lambda: None) -> None:
    """Make this process end with its parent, however that ends; *before* is done first. Ctrl-C is for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        before()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
