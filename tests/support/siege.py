"""A server under attack: how long another table waits for its commands meanwhile, and how much memory that costs.

An attack is an async function of one argument: the moment (of `time.monotonic`) at which it has to stop. It runs in a
process of its own, so that its work does not delay the measurements. It may block, and use what the test made before.

>>> percentile([4.0, 1.0, 3.0, 2.0], 95)
4.0
"""

import asyncio
import contextlib
import math
import os
import signal
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from klaverjas.server.settings import Limits
from table_client import QUICK, Client, four_at_a_table
from table_server import OPEN_GATES, TableServer

SECONDS = float(os.environ.get("KLAVERJAS_ATTACK_SECONDS", "2"))
QUIET_SECONDS = 1.0
TICK_SECONDS = 0.025  # four players: each sends ten commands a second, half of what is allowed
ALLOWED_SECONDS = 0.05
ALLOWED_RATIO = 2.0
ALLOWED_GROWTH = 50_000_000
# Other programs on the machine delay a command now and then; a server that is held up is held up each time.
TRIES = 3
PATIENCE_SECONDS = 30.0
NICENESS = 19  # a real attacker has a machine of his own, and takes no time of the server's
# Of the server and the measurement, where that is allowed: what else the machine does is not the question.
PRIORITY = -10

MEASURED = ("changes_per_player", "arrivals_per_address", "joins_per_address", "tables_per_address")

Attack = Callable[[float], Awaitable[None]]


class Toll(NamedTuple):
    """What an attack did: 95th percentiles of the waiting times in seconds, and the growth of the server in bytes."""

    quiet: float
    attacked: float
    slowest: float
    grown: int
    busy: float

    @property
    def quick(self) -> bool:
        return self.attacked <= max(ALLOWED_SECONDS, ALLOWED_RATIO * self.quiet)

    def __str__(self) -> str:
        return (
            f"95th percentile {self.quiet * 1000:.0f} ms without and {self.attacked * 1000:.0f} ms with the attack "
            f"(slowest {self.slowest * 1000:.0f} ms), {self.grown / 1e6:.0f} MB more memory, "
            f"the server busy for {self.busy:.0%} of the time"
        )


def default_limits(**others: Any) -> dict[str, Any]:
    """The options of a `TableServer` whose limits are those of a new installation.

    Except for what the four people of each measurement do far more often than people.
    """
    return asdict(Limits()) | {name: OPEN_GATES[name] for name in MEASURED} | others


def withstand(
    server: TableServer, attack: Attack, seconds: float = SECONDS, growth: int = ALLOWED_GROWTH
) -> Toll:
    """Attack the server; fail when another table notices, or when the server grows by *growth* bytes."""
    _prefer(server.pid)
    _prefer(os.getpid())
    for left in reversed(range(TRIES)):
        toll = _besiege(server, attack, seconds)
        print(toll)  # pytest shows it when the test fails, and with -s
        assert server.running, f"the server is gone:\n{server.said()[-4000:]}"
        assert toll.grown < growth, toll
        if toll.quick:
            return toll
        assert left, toll
        time.sleep(2)
    raise AssertionError


def _prefer(pid: int) -> None:
    with contextlib.suppress(PermissionError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            os.setpriority(os.PRIO_PROCESS, int(thread), PRIORITY)


def _besiege(server: TableServer, attack: Attack, seconds: float) -> Toll:
    waits, begins = os.pipe()
    attacker = _fork(attack, waits, seconds)  # before there is an event loop or a thread
    try:
        toll = asyncio.run(_measure(server, lambda: os.write(begins, b"!"), seconds))
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            os.kill(attacker, signal.SIGKILL)
        os.waitpid(attacker, 0)
        raise
    finally:
        os.close(waits)
        os.close(begins)
    _, status = os.waitpid(attacker, 0)
    assert status == 0, "the attack itself failed; its output says why"
    return toll


def _fork(attack: Attack, waits: int, seconds: float) -> int:
    """A process that attacks as soon as there is something to read from *waits*."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
        signal.alarm(int(QUIET_SECONDS + seconds + 2 * PATIENCE_SECONDS))
        os.read(waits, 1)
        asyncio.run(_carry_out(attack, time.monotonic() + seconds))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


async def _carry_out(attack: Attack, end: float) -> None:
    await attack(end)


async def _measure(server: TableServer, begin: Callable[[], object], seconds: float) -> Toll:
    players = await four_at_a_table(server.url, rules="rotterdam", **QUICK)
    try:
        quiet = await _waits(players, QUIET_SECONDS)
        before = memory_of(server.pid)
        begin()
        begun, cpu = time.monotonic(), cpu_seconds_of(server.pid)
        watch = asyncio.create_task(_most_memory(server.pid))
        attacked = await _waits(players, seconds)
        busy = (cpu_seconds_of(server.pid) - cpu) / (time.monotonic() - begun)
        watch.cancel()
        most = await watch
    finally:
        for player in players:
            await player.close()
    return Toll(percentile(quiet, 95), percentile(attacked, 95), max(attacked), most - before, busy)


async def _waits(players: list[Client], seconds: float) -> list[float]:
    """How long each of many commands took. The next one is sent on time, also when the last one is not answered yet."""
    asked: list[asyncio.Task[float]] = []
    deeds = cycle([(at, do) for do in ("stand", "sit") for at in range(4)])
    end = time.monotonic() + seconds
    while time.monotonic() < end or len(asked) % 8:  # everybody sits in the end, as in the beginning
        at, do = next(deeds)
        asked.append(asyncio.create_task(_wait(players[at], do, "SWNE"[at])))
        await asyncio.sleep(TICK_SECONDS)
    return list(await asyncio.gather(*asked))


async def _wait(player: Client, do: str, seat: str) -> float:
    begin = time.monotonic()
    await player.do(do, **({"seat": seat} if do == "sit" else {}))
    return time.monotonic() - begin


async def _most_memory(pid: int) -> int:
    """Looks again and again until it is cancelled."""
    most = 0
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            most = max(most, memory_of(pid))
            await asyncio.sleep(0.05)
    return max(most, memory_of(pid))


def memory_of(pid: int) -> int:
    """What a process holds in memory, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError


def cpu_seconds_of(pid: int) -> float:
    """How long a process has kept a processor busy so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], percent: float) -> float:
    """The smallest of the values that so many per cent of them do not exceed."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]
