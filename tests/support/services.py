"""Real PostgreSQL and Redis servers for tests: each in a temporary folder, on a port of its own.

    with Postgres() as server:
        url = server.create_database("tables")
        server.stop(hard=True)  # an outage
        server.start()  # the same port, the same data

A server never outlives its tests. A guard, a small shell beside it, waits until the test process ends, in whatever
way; then it ends the server and removes the folder.
"""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Self, TypedDict, Unpack

HOST = "127.0.0.1"
PORTS = range(20_000, 32_768)  # above them, the kernel hands out ports to clients
PATIENCE = 60.0  # seconds that a server may take to start, stop or answer
MAX_CONNECTIONS = 200

# Reads the process of the server, a line for every start (an empty one for a stop), until the test process is gone.
GUARD = """
server=
while read -r line; do server=$line; done
if [ -n "$server" ]; then
    kill -"$1" "$server"
    kill -CONT "$server"
    turns=200
    while [ $turns -gt 0 ] && grep -q '^State:.[^Z]' "/proc/$server/status"; do
        sleep 0.05
        turns=$((turns - 1))
    done
fi
# PostgreSQL that was interrupted, by initdb for instance, leaves this file and the shared memory that it names.
segment=$(sed -n '7s/.* //p' "$2/data/postmaster.pid") && ipcrm -m "$segment"
rm -rf "$2"
"""


class ServiceError(Exception):
    """A server is not installed, or did not start."""


class Account(TypedDict, total=False):
    """As whom a process runs; empty: as whoever runs the tests."""

    user: int
    group: int
    extra_groups: list[int]


class Service(ABC):
    """A server process of our own."""

    name: ClassVar[str]
    polite: ClassVar[signal.Signals]  # finish, and write everything down
    abrupt: ClassVar[signal.Signals]  # end at once

    def __init__(self) -> None:
        self._account = Account()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._find()
        self.port, self._hold = reserve_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"klaverjas-{self.name.lower()}-"))
        self._set_guard()
        try:
            self._prepare()
            self._start_on_a_free_port()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @property
    @abstractmethod
    def url(self) -> str:
        """Where clients find the server."""

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it (again), on the same port with the same data; it accepts connections when this returns.

        A server that runs is left alone.
        """
        if self.running:
            return
        with (self.folder / "log").open("ab") as log:
            self._process = process = subprocess.Popen(
                self._command(),
                cwd=self.folder,
                env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # an interrupt from the keyboard is for the tests alone
                **self._account,
            )
        self._tell_guard(str(process.pid))
        deadline = time.monotonic() + PATIENCE
        while not self._ready(process.pid):
            if process.poll() is not None or time.monotonic() > deadline:
                self.stop(hard=True)
                raise ServiceError(f"{self.name} did not start:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.01)

    def stop(self, *, hard: bool = False) -> None:
        """Stop it; it is gone when this returns. A *hard* stop is a crash: clients and disk get no last word."""
        if self._process is None:
            return
        if self._process.poll() is None:
            if hard:
                self._crash(self._process)
            else:
                self._process.send_signal(self.polite)
            self._process.wait(PATIENCE)
        self._process = None
        self._tell_guard("")

    @abstractmethod
    def _find(self) -> None:
        """Find the programs."""

    @abstractmethod
    def _command(self) -> list[str]:
        """The command line of the server."""

    @abstractmethod
    def _ready(self, process: int) -> bool:
        """Does *process*, and not some other server, accept connections?"""

    @abstractmethod
    def _prepare(self) -> None:
        """Fill the folder, once, before the first start."""

    def _crash(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()

    def _start_on_a_free_port(self) -> None:
        for _ in range(20):
            try:
                self.start()
            except ServiceError:
                if is_free(self.port):
                    raise  # the port was not the trouble
                self._hold.close()
                self.port, self._hold = reserve_port()
            else:
                return
        raise ServiceError(f"{self.name} found every port taken.")

    def _set_guard(self) -> None:
        reader, self._guard_pipe = os.pipe()
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "guard", self.abrupt.name.removeprefix("SIG"), str(self.folder)],
            cwd="/",
            stdin=reader,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(reader)
        _guard_pipes.add(self._guard_pipe)

    def _tell_guard(self, line: str) -> None:
        os.write(self._guard_pipe, f"{line}\n".encode())

    def _close(self) -> None:
        try:
            self.stop(hard=True)
        finally:
            _guard_pipes.discard(self._guard_pipe)
            os.close(self._guard_pipe)
            self._guard.wait(PATIENCE)
            self._hold.close()


class Postgres(Service):
    """A PostgreSQL server; a *durable* one waits for the disk, and keeps what it confirmed even without power."""

    name = "PostgreSQL"
    polite = signal.SIGINT
    abrupt = signal.SIGQUIT

    def __init__(self, *, durable: bool = False) -> None:
        super().__init__()
        self.durable = durable

    @property
    def url(self) -> str:
        return self._url("postgres")

    def create_database(self, name: str) -> str:
        """A new, empty database; its URL."""
        self._sql(f'CREATE DATABASE "{name}"')
        return self._url(name)

    def drop_database(self, name: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._sql(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _url(self, database: str) -> str:
        return f"postgresql://postgres@{HOST}:{self.port}/{database}"

    def _sql(self, statement: str) -> None:
        psql = str(self._programs / "psql")
        run([psql, "--no-psqlrc", "--quiet", "--command", statement, self.url], self.folder)

    def _find(self) -> None:
        places = [Path(path) for path in os.get_exec_path()]
        versions = Path("/usr/lib/postgresql").glob(
            "[0-9]*/bin"
        )  # Debian keeps them apart, and not on the PATH
        places += sorted(versions, key=lambda path: float(path.parent.name), reverse=True)
        try:
            self._programs = next(place for place in places if has(place, "initdb", "postgres", "psql"))
            if os.geteuid() == 0:  # as root, PostgreSQL refuses to run
                entry = pwd.getpwnam("postgres")
                self._account = Account(user=entry.pw_uid, group=entry.pw_gid, extra_groups=[])
        except (StopIteration, KeyError):
            raise missing("PostgreSQL", "postgresql") from None

    def _prepare(self) -> None:
        if self._account:
            os.chown(self.folder, self._account["user"], self._account["group"])
        initdb = [str(self._programs / "initdb"), "--pgdata", str(self.folder / "data")]
        settings = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        care = ["--no-sync", "--no-clean"]  # the guard cleans
        run([*initdb, *settings, *care], self.folder, **self._account)

    def _command(self) -> list[str]:
        settings = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": MAX_CONNECTIONS,
            "fsync": "on" if self.durable else "off",
            "synchronous_commit": "on",
        }
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data")]
        return command + [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]

    def _ready(self, process: int) -> bool:
        try:
            lines = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(process) and lines[7].strip() == "ready"

    def _crash(self, process: subprocess.Popen[bytes]) -> None:
        # Held still, the first process starts no others; so all of them can be killed, before any of them says goodbye
        # to its client. Then the first quits, without a checkpoint. A kill of that one would leak shared memory.
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        for child in children(process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        process.send_signal(signal.SIGQUIT)
        process.send_signal(signal.SIGCONT)


class Redis(Service):
    """A Redis server; what it confirmed survives any stop."""

    name = "Redis"
    polite = signal.SIGTERM
    abrupt = signal.SIGKILL

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def flush(self) -> None:
        """Forget everything."""
        if self._ask("FLUSHALL") != "+OK":
            raise ServiceError("Redis does not flush.")

    def _find(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise missing("Redis", "redis-server")
        self._program = program

    def _prepare(self) -> None:
        pass  # Redis makes its own files

    def _command(self) -> list[str]:
        where = ["--bind", HOST, "--port", str(self.port), "--dir", str(self.folder)]
        return [self._program, *where, "--save", "", "--appendonly", "yes", "--appendfsync", "no"]

    def _ready(self, process: int) -> bool:
        try:
            state = self._ask("INFO", timeout=1).splitlines()
        except OSError:
            return False
        return f"process_id:{process}" in state and "loading:0" in state

    def _ask(self, command: str, timeout: float = PATIENCE) -> str:
        with socket.create_connection((HOST, self.port), timeout) as line, line.makefile("rwb") as stream:
            stream.write(f"{command}\r\n".encode())
            stream.flush()
            head = stream.readline().decode().strip()
            return stream.read(int(head[1:])).decode() if head.startswith("$") else head


def reserve_port() -> tuple[int, socket.socket]:
    """A free port, and a socket that keeps it ours: until it is closed, no other test process is given that port.

    So a server that is down for a while finds its port free again.
    """
    while True:
        port = secrets.choice(PORTS)
        hold = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            hold.bind(f"\0klaverjas-test-port-{port}")  # a name in the kernel: it is gone when its process is
        except OSError:
            hold.close()
            continue
        if is_free(port):
            return port, hold
        hold.close()


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def children(process: int) -> list[int]:
    """The processes that *process* started and that are still there."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if parent == str(process) and state != "Z":
                found.append(int(path.parent.name))
    return found


def has(place: Path, *programs: str) -> bool:
    return all(os.access(place / program, os.X_OK) for program in programs)


def run(command: list[str], folder: Path, **account: Unpack[Account]) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **account)
    if done.returncode != 0:
        raise ServiceError(f"{Path(command[0]).name} failed:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")


def missing(program: str, package: str) -> ServiceError:
    return ServiceError(
        f"{program} is missing: install the Debian package {package}, or run `make packages`."
    )


_guard_pipes: set[int] = set()


def _let_go_of_guards() -> None:
    """A guard waits for the test process, not for what was forked from it."""
    while _guard_pipes:
        os.close(_guard_pipes.pop())


os.register_at_fork(after_in_child=_let_go_of_guards)
