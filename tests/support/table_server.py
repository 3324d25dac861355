"""A real server process for tests: `klaverjas serve`, killed and started again at will."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from services import reserve_port

START_SECONDS = 30.0
# Test clients are one address, and quicker than people.
OPEN_GATES = {
    "joins_per_address": 100_000,
    "arrivals_per_address": 100_000,
    "changes_per_player": 100_000,
    "joins_per_minute": 100_000,
    "wrong_codes_per_address": 100_000,
    "wrong_codes_per_minute": 100_000,
    "tables_per_address": 100_000,
    "tables_per_hour": 100_000,
    "requests_per_address": 100_000,
    "requests_per_second": 100_000,
    "messages_per_second": 100_000,
    "messages_per_address": 1_000_000,
    "tips_per_player": 100_000,
    "tips_per_minute": 100_000,
    "account_attempts_per_address": 100_000,
    "connections_per_address": 100_000,
    "accepted_per_address": 100_000,
    "connects_per_address": 100_000,
}


class TableServer:
    """One node. Its output goes to a file, so that nothing of it is lost."""

    def __init__(self, folder: Path, database: str | None = None, **options: object) -> None:
        self.folder = folder
        self.port, self._hold = reserve_port()
        self.database = database or f"sqlite:///{folder / 'klaverjas.db'}"
        self.options: Mapping[str, object] = OPEN_GATES | {"absent_after": 0.3} | options
        self.output = folder / f"server-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, *, wait: bool = True) -> Self:
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in self.options.items()]
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                [
                    sys.executable, "-m", "klaverjas", "serve", f"--port={self.port}",
                    f"--database={self.database}", "--log-format=json", *flags,
                ],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {"PYTHONUNBUFFERED": "1", "KLAVERJAS_LANG": "en"},
            )  # fmt: skip
        if wait:
            self.wait_until_ready()
        return self

    def wait_until_ready(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if not self.running:
                raise AssertionError(f"the server did not start:\n{self.said()}")
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the server is not ready:\n{self.said()}")

    def said(self) -> str:
        """Everything it has printed and logged."""
        return self.output.read_text() if self.output.exists() else ""

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def stop(self) -> int:
        """As the keeper would; the exit code."""
        assert self._process is not None
        if self.running:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"the server did not stop:\n{self.said()[-4000:]}") from None
        return self._process.returncode

    def __enter__(self) -> Self:
        return self if self.running else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.running:
            self.kill() if kind else self.stop()
        self._hold.close()


@contextmanager
def two_nodes(folder: Path, database: str, bus: str | None = None) -> Iterator[list[TableServer]]:
    """Two nodes on one database."""
    with ExitStack() as stack:
        options = {} if bus is None else {"bus": bus}
        nodes = [TableServer(folder, database=database, **options) for _ in range(2)]
        for node in nodes:
            node.start(wait=False)
        for node in nodes:
            node.wait_until_ready()
            stack.enter_context(node)
        yield nodes
