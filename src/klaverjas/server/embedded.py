"""A server of one's own, for as long as somebody plays: a process on a free port, seen from this machine alone."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.extras import needs
from klaverjas.plumbing.processes import end_with
from klaverjas.server.settings import Settings

EXTRAS: Final = "server,join"  # of whoever plays with it
DATABASE: Final = "klaverjas.db"
LOG: Final = "server.log"
A_YEAR_SECONDS: Final = 365 * 24 * 3600.0  # that a table waits for who left it
START_SECONDS: Final = 60.0
LOOK_SECONDS: Final = 0.1
STOP_SECONDS: Final = 8.0


@contextmanager
def own_server(folder: Path) -> Iterator["OwnServer"]:
    """Run a server whose tables are kept in *folder*.

    It ends with this block, and with this process, however that ends.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise KlaverjasError("cannot-write", file=str(folder), why=error.strerror or str(error)) from None
    server = OwnServer(folder)
    try:
        yield server
    finally:
        server.stop()


class OwnServer:
    """Starts at once; `wait` returns when it is ready, so that others can get ready meanwhile."""

    def __init__(self, folder: Path) -> None:
        context = get_context("spawn")  # a fork would share this terminal's state
        self._log = folder / LOG
        self._said, says = context.Pipe(duplex=False)
        self._process = context.Process(target=_run, args=(folder, says, os.getpid()))
        # What is ignored at the start of a process stays so: Ctrl-C, which reaches all, leaves no traces on the screen.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self._process.start()
        finally:
            signal.signal(signal.SIGINT, before)
        says.close()
        self._url = ""

    def wait(self, meanwhile: Callable[[], None] = lambda: None) -> str:
        """The server's address, once it is ready; raises the reason if it cannot start.

        *meanwhile* is called several times a second, and may raise to give up.
        """
        until = time.monotonic() + START_SECONDS
        while not self._url:
            meanwhile()
            try:
                heard = self._said.recv() if self._said.poll(LOOK_SECONDS) else None
            except EOFError:  # it is gone
                raise KlaverjasError("cannot-start", why=str(self._log)) from None
            if isinstance(heard, KlaverjasError):
                raise heard
            self._url = heard or ""
            if not self._url and time.monotonic() > until:
                raise KlaverjasError("cannot-start", why=str(self._log))
        return self._url

    def stop(self) -> None:
        self._process.terminate()
        self._process.join(STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()
        self._said.close()


def _run(folder: Path, says: Connection, parent: int) -> None:
    """The process of the server: nothing of it comes to the terminal."""
    end_with(parent)
    try:
        _write_to(folder / LOG)
        with needs(EXTRAS):
            from klaverjas.server.run import serve
        settings = Settings(
            port=0,
            database=f"sqlite:///{folder / DATABASE}",
            log_format="text",
            log_level="warning",
            expires_after=A_YEAR_SECONDS,
        )
        serve(settings, lambda running: says.send(running.page))
    except KlaverjasError as error:
        says.send(_as_said_to_a_player(error, folder))
    except OSError as error:
        says.send(KlaverjasError("cannot-write", file=str(folder), why=error.strerror or str(error)))


def _as_said_to_a_player(error: KlaverjasError, folder: Path) -> KlaverjasError:
    """What the keeper of a server would be told means something else here."""
    if error.code == "database-in-use":
        return KlaverjasError("already-playing")
    if error.code == "cannot-start":
        return KlaverjasError("cannot-start", why=str(folder / LOG))
    return error


def _write_to(file: Path) -> None:
    """Whatever this process says goes to a file of its own, which begins anew each time."""
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for stream in (1, 2):
        os.dup2(opened, stream)
    os.close(opened)
