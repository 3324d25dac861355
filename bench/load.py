"""How many tables one server holds: whole games over real sockets, from the command to all four players.

    .venv/bin/python bench/load.py                       250 tables, a card a second each, SQLite
    .venv/bin/python bench/load.py --postgresql          the same on a PostgreSQL of its own
    .venv/bin/python bench/load.py --saturate            more and more cards a second, until p99 is above 50 ms
    .venv/bin/python bench/load.py --bots 50             50 tables of four bots: how late their moves come

Server and client share the machine. The rival is a bare relay on the same web server (bench/relay.py): the same sockets
and message sizes, but no rules, no views, no database; the ratio says what the table costs on top of that. Of bots the
rival is who plays any correct card at the same tables: the ratio says what thinking costs.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from klaverjas.server.pace import pause_at

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
from services import Postgres
from table_server import TableServer

RULES = "rotterdam-bond"
RELAYED_BYTES = 700  # what an event with the state around it takes
BOT_PACE = 1.0  # of a table that says nothing else
BOT_MOVES = ("troef-chosen", "bid-made", "passed", "card-played")
JSON = msgspec.json.Decoder()


@dataclass
class Measured:
    """Seconds from sending a card to its arrival at the last of the four; of a bot, from the end of its pause."""

    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    server: float = 0.0  # of a core
    thinkers: float = 0.0  # the processes in which bots think, together
    client: float = 0.0

    def percentile(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else float("nan")

    def line(self, name: str) -> str:
        return (
            f"{name:<34} {len(self.latencies) / self.seconds:8.0f} cards/s   p50 {self.percentile(0.5):6.1f} ms   "
            f"p95 {self.percentile(0.95):6.1f} ms   p99 {self.percentile(0.99):6.1f} ms   "
            f"max {self.percentile(1.0):6.1f} ms"
        )


class Table:
    """Four sockets; whoever may play does, at the pace of the table."""

    def __init__(self, measured: Measured, pace: float, chance: random.Random) -> None:
        self.measured = measured
        self.pace = pace
        self.chance = chance
        self.sockets: list[ClientConnection] = []
        self.sent: dict[str, float] = {}
        self.arrived: defaultdict[str, int] = defaultdict(int)
        self.next_at = 0.0
        self.counting = False
        self.numbers = 0
        self.cookies: list[str] = []
        self.code = ""
        self.tasks: list[asyncio.Task[None]] = []
        self.may: list[dict[str, Any]] = [{}, {}, {}, {}]
        self.moving = [False] * 4
        self.movers: set[asyncio.Task[None]] = set()

    async def open(self, url: str) -> None:
        for seat, name in zip("SWNE", ("Zus", "Wim", "Noor", "Otto"), strict=True):
            async with httpx.AsyncClient(base_url=url, timeout=60) as http:
                if not self.code:
                    table = {"name": name, "rules": RULES, "trick_pause": 0, "round_pause": 0}
                    answer = await http.post("/api/tables", json=table)
                    self.code = answer.json()["code"]
                else:
                    answer = await http.post(f"/api/tables/{self.code}/join", json={"name": name})
                answer.raise_for_status()
                cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
            socket = await self._socket(url, cookie)
            await self._ask(socket, {"do": "sit", "seat": seat})

    async def _socket(self, url: str, cookie: str) -> ClientConnection:
        """One more socket at the table."""
        socket = await connect(
            f"{url.replace('http', 'ws', 1)}/ws/{self.code}",
            additional_headers={"Cookie": cookie},
            compression=None,
            proxy=None,
            open_timeout=60,
            ping_interval=None,
        )
        self.sockets.append(socket)
        return socket

    async def _ask(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        """A command before the game, answered before the next."""
        self.numbers += 1
        await socket.send(msgspec.json.encode(command | {"id": str(self.numbers)}).decode())
        async for message in socket:
            if JSON.decode(message)["type"] in ("done", "refused"):
                return

    async def begin(self) -> None:
        self.tasks = [asyncio.create_task(self._play(seat)) for seat in range(4)]
        await self.sockets[0].send('{"do":"start","id":"start"}')

    async def _play(self, seat: int) -> None:
        """Read everything at once; move when it is one's turn, a pace later."""
        async for message in self.sockets[seat]:
            value = JSON.decode(message)
            if value["type"] == "events":
                for event in value["events"]:
                    if event["kind"] == "card-played":
                        self._count(event["card"])
                self.may[seat] = value["now"]["may"]
            elif value.get("id") != "start":
                self.moving[seat] = False
            if not self.moving[seat] and self._command(self.may[seat]) is not None:
                self.moving[seat] = True
                self.movers.add(mover := asyncio.create_task(self._move(seat)))
                mover.add_done_callback(self.movers.discard)

    async def _move(self, seat: int) -> None:
        await self._wait()
        command = self._command(self.may[seat])
        if command is None:
            self.moving[seat] = False
            return
        self.numbers += 1
        card = command.get("card", "")
        self.sent[card] = time.perf_counter()
        self.arrived[card] = 0
        await self.sockets[seat].send(msgspec.json.encode(command | {"id": str(self.numbers)}).decode())

    def _command(self, may: dict[str, Any]) -> dict[str, Any] | None:
        if may.get("troef"):
            return {"do": "troef", "suit": self.chance.choice("SHCD")}
        if may.get("play"):
            return {"do": "play", "card": self.chance.choice(may["play"].split())}
        return None

    async def _wait(self) -> None:
        now = time.monotonic()
        self.next_at = max(self.next_at + self.pace, now - self.pace)
        if self.next_at > now:
            await asyncio.sleep(self.next_at - now)

    def _count(self, card: str) -> None:
        self.arrived[card] += 1
        if self.arrived[card] == 4 and self.counting:
            self.measured.latencies.append(time.perf_counter() - self.sent[card])

    async def close(self) -> None:
        tasks = [*self.tasks, *self.movers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for socket in self.sockets:
            await socket.close()


class Room(Table):
    """The same traffic over the relay."""

    async def open(self, url: str) -> None:
        self.code = f"{id(self):x}"
        for _ in range(4):
            self.sockets.append(
                await connect(
                    f"{url.replace('http', 'ws', 1)}/{self.code}",
                    compression=None,
                    proxy=None,
                    open_timeout=60,
                    ping_interval=None,
                )
            )

    async def begin(self) -> None:
        self.tasks = [asyncio.create_task(self._listen(socket)) for socket in self.sockets]
        self.tasks.append(asyncio.create_task(self._talk()))

    async def _talk(self) -> None:
        filling = "x" * RELAYED_BYTES
        while True:
            await self._wait()
            self.numbers += 1
            card = str(self.numbers)
            self.sent[card] = time.perf_counter()
            await self.sockets[self.numbers % 4].send(f'{{"card":"{card}","fill":"{filling}"}}')

    async def _listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            self._count(JSON.decode(message)["card"])


class BotTable(Table):
    """Four bots at the usual pace, and a host who watches. A bot's move is late by what it comes after its pause."""

    bot = ""

    async def open(self, url: str) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            answer = await http.post("/api/tables", json={"name": "Kijker", "rules": RULES})
            answer.raise_for_status()
            self.code = answer.json()["code"]
            cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
        socket = await self._socket(url, cookie)
        await self._ask(socket, {"do": "bot", "bot": self.bot})

    async def begin(self) -> None:
        await asyncio.sleep(max(0.0, self.next_at - time.monotonic()))
        self.tasks = [asyncio.create_task(self._watch())]
        await self.sockets[0].send('{"do":"start","id":"start"}')

    async def _watch(self) -> None:
        due: float | None = None  # when the bot whose turn it is has paused long enough
        tricks = lying = 0
        async for message in self.sockets[0]:
            value = JSON.decode(message)
            if value["type"] != "events":
                continue
            moves = [event for event in value["events"] if event["kind"] in BOT_MOVES]
            if due is not None and moves and self.counting:
                self.measured.latencies.append(time.time() - due)
            for event in value["events"]:
                if event["kind"] == "card-played":
                    lying += 1
                elif event["kind"] in ("trick-won", "dealt"):
                    tricks, lying = tricks + 1 if event["kind"] == "trick-won" else 0, 0
            due = None
            phase, at = value["now"]["phase"], value["events"][-1]["at"]
            if value["now"]["turn"] is not None and phase in ("troef", "play"):
                choosing = phase == "troef"
                due = at / 1000 + pause_at(BOT_PACE, at, choosing=choosing, tricks=tricks, lying=lying)


def bots_of(level: str) -> type[BotTable]:
    return type("BotTable", (BotTable,), {"bot": level})


async def run(
    kind: type[Table], url: str, pid: int, count: int, pace: float, seconds: float
) -> tuple[Measured, list[Table]]:
    """Open so many tables, let them play, and measure for a while."""
    measured = Measured()
    tables = [kind(measured, pace, random.Random(number)) for number in range(count)]
    for start in range(0, count, 20):
        await asyncio.gather(*(table.open(url) for table in tables[start : start + 20]))
        print(f"\r{start + 20:>5} tables open", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    now = time.monotonic()
    for number, table in enumerate(tables):
        table.next_at = now + 1 + pace * number / count  # spread over the second, as people are
        await table.begin()
    await asyncio.sleep(3)
    used, own, begun = processor_seconds(pid), time.process_time(), time.monotonic()
    thought = sum(map(processor_seconds, children(pid)))
    for table in tables:
        table.counting = True
    await asyncio.sleep(seconds)
    for table in tables:
        table.counting = False
    measured.seconds = time.monotonic() - begun
    measured.server = (processor_seconds(pid) - used) / measured.seconds
    measured.thinkers = (sum(map(processor_seconds, children(pid))) - thought) / measured.seconds
    measured.client = (time.process_time() - own) / measured.seconds
    return measured, tables


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextlib.contextmanager
def relay() -> Iterator[tuple[str, int]]:
    port = 31_900
    process = subprocess.Popen([sys.executable, str(Path(__file__).parent / "relay.py"), str(port)])
    try:
        for _ in range(100):
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://127.0.0.1:{port}/")
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()


async def measure(server: TableServer, name: str, count: int, pace: float, seconds: float) -> Measured:
    before = resident(server.pid)
    measured, tables = await run(Table, server.url, server.pid, count, pace, seconds)
    print(measured.line(f"{name}, {count} tables, {1 / pace:g}/s"))
    memory = (resident(server.pid) - before) / count / 1000
    print(
        f"{'':<34} {memory:8.1f} kB of memory a table, four sockets included; of a core the server took "
        f"{measured.server:.0%}, the client {measured.client:.0%}"
    )
    await asyncio.gather(*(table.close() for table in tables))
    return measured


async def measure_bots(folder: Path, level: str, options: argparse.Namespace) -> Measured:
    """One server, so many tables of four bots of one level; how late their moves come, and what it takes."""
    kind = bots_of(level)
    with TableServer(folder, thinking_processes=options.processes) as server:
        # A few tables first, until each process has read what was compiled.
        _, first = await run(kind, server.url, server.pid, 4 * options.processes, 1.0, 15)
        await asyncio.gather(*(table.close() for table in first))
        measured, tables = await run(kind, server.url, server.pid, options.bots, 8.0, options.seconds)
        await asyncio.gather(*(table.close() for table in tables))
        late = server.said().count("bot failed")
    print(measured.line(f"{level}, {options.bots} tables of bots").replace("cards/s", "moves/s"))
    print(
        f"{'':<34} of a core the bots' {options.processes} process(es) took {measured.thinkers:.0%}, the server "
        f"{measured.server:.0%}, the client {measured.client:.0%}; {late} gave up"
    )
    return measured


async def only_bots(options: argparse.Namespace, folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "klaverjas", "warmup"], check=True, stdout=subprocess.DEVNULL)
    rival, measured = [await measure_bots(folder, level, options) for level in ("willekeurig", "meester")]
    times = ", ".join(
        f"{measured.percentile(share) / rival.percentile(share):.1f} times its p{share * 100:.0f}"
        for share in (0.5, 0.95, 0.99)
    )
    print(f"{'':<34} against any correct card: {times}")
    print(f"{os.cpu_count()} cores shared with the client; Python {sys.version.split()[0]}")


async def everything(options: argparse.Namespace, folder: Path, database: str | None) -> None:
    name = "PostgreSQL" if options.postgresql else "SQLite"
    paces = [1.0]
    if options.saturate:
        paces = [1 / cards for cards in (1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 7, 10)]
    with relay() as (url, pid):
        rival, rooms = await run(Room, url, pid, options.tables, 1.0, options.seconds)
        print(rival.line(f"bare relay, {options.tables} rooms, 1/s"))
        await asyncio.gather(*(room.close() for room in rooms))
    for pace in paces:
        with TableServer(folder, database=database) as server:
            # A first table, so that what every server needs once is not counted as a table's.
            _, first = await run(Table, server.url, server.pid, 1, 0.01, 1)
            await asyncio.gather(*(table.close() for table in first))
            measured = await measure(server, name, options.tables, pace, options.seconds)
        if pace == 1.0:
            ratio = measured.percentile(0.5) / rival.percentile(0.5)
            slow = measured.percentile(0.99) / rival.percentile(0.99)
            print(f"{'':<34} {ratio:8.1f} times the relay's p50, {slow:.1f} times its p99")
        if measured.percentile(0.99) > options.most:
            print(f"saturated: p99 above {options.most:g} ms at {options.tables / pace:.0f} cards/s wanted")
            break
    print(f"{os.cpu_count()} cores shared with the client; Python {sys.version.split()[0]}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20, help="how long is measured (20)")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--saturate", action="store_true")
    parser.add_argument("--most", type=float, default=50.0, help="p99 in ms that counts as saturated (50)")
    parser.add_argument("--bots", type=int, help="so many tables of four bots instead")
    parser.add_argument("--processes", type=int, default=1, help="in which they think (1)")
    options = parser.parse_args()
    gc.disable()  # of the client: its pauses would count as the server's
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = None
        if options.postgresql:
            database = stack.enter_context(Postgres(durable=True)).create_database("load")
        if options.bots:
            asyncio.run(only_bots(options, Path(folder)))
        else:
            asyncio.run(everything(options, Path(folder), database))


if __name__ == "__main__":
    main()
