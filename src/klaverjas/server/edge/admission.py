"""How many connections there may be: counted when they are accepted, before anything of them is read."""

import asyncio
import resource
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakValueDictionary

from klaverjas.server.addresses import Networks, caller, household, is_trusted
from klaverjas.server.limits import MOST_ADDRESSES, Bucket, Rate, TooMany
from klaverjas.server.settings import Limits

RESERVED_DESCRIPTORS: Final = (
    128  # for the database, the bots, the bus, and for accepting what is then refused
)
UNFINISHED_AT_ONCE: Final = 300  # requests of one caller whose head is here and whose body is not
ANSWERED_AT_ONCE: Final = 6  # requests of one address: as many as a browser sends at once
TURN_SECONDS: Final = 0.01  # between two looks at sockets that wait
NO_LIMIT: Final = 1 << 40


def raise_descriptor_limit(wanted: int) -> int:
    """Allow this process as many open files as it wants, or as the system lets it have; returns how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return NO_LIMIT if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


class Admission:
    """Counts connections by address. A trusted proxy brings many callers, so it has no limit of its own."""

    def __init__(self, limits: Limits, proxies: Networks) -> None:
        descriptors = raise_descriptor_limit(
            limits.connections + limits.accepted_per_address + RESERVED_DESCRIPTORS
        )
        self.most = max(descriptors - RESERVED_DESCRIPTORS, descriptors // 2)
        self.most_of_one = min(limits.accepted_per_address, self.most // 2)
        self.request_seconds = limits.request_seconds
        self.turns = RequestQueue(limits.requests_per_address)
        self._proxies = proxies
        self._new = Rate("connects", limits.connects_per_address, None, 60)
        self._open: Counter[str] = Counter()
        self._unfinished: Counter[str] = Counter()
        self._total = 0
        self._messages_per_address = limits.messages_per_address
        self._paces: WeakValueDictionary[str, SharedPace] = WeakValueDictionary()

    def enter(self, peer: str) -> None:
        """Count a new connection, or refuse it."""
        if self._total >= self.most:
            raise TooMany("accepted", 10)
        if not is_trusted(peer, self._proxies):
            address = household(peer)
            if self._open[address] >= self.most_of_one:
                raise TooMany("accepted", 10)
            self._new.take(address)
            self._open[address] += 1
        self._total += 1

    def leave(self, peer: str) -> None:
        """A connection that was let in has ended."""
        self._total -= 1
        if not is_trusted(peer, self._proxies):
            address = household(peer)
            self._open[address] -= 1
            if self._open[address] <= 0:
                del self._open[address]

    def begin_body(self, who: str) -> None:
        """Count a request of this caller whose body is still to come, or refuse it."""
        if self._unfinished[who] >= UNFINISHED_AT_ONCE:
            raise TooMany("unfinished", 10)
        self._unfinished[who] += 1

    def end_body(self, who: str) -> None:
        """It is complete, or given up."""
        self._unfinished[who] -= 1
        if self._unfinished[who] <= 0:
            del self._unfinished[who]

    def caller(self, peer: str, headers: list[tuple[bytes, bytes]]) -> str:
        """Who calls, by what a trusted proxy says of it."""
        if not is_trusted(peer, self._proxies):
            return household(peer)
        said = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        return caller(peer, said.decode("latin-1"), self._proxies)

    def open_socket(self, peer: str, headers: list[tuple[bytes, bytes]]) -> None:
        """A socket that comes through a proxy counts as a new connection of its caller."""
        if is_trusted(peer, self._proxies):
            self._new.take(self.caller(peer, headers))

    def pace_of(self, who: str) -> "SharedPace":
        """What all sockets of this caller share, for as long as there is one."""
        pace = self._paces.get(who)
        if pace is None:
            pace = self._paces[who] = SharedPace(self._messages_per_address)
        return pace


class SharedPace:
    """How much the sockets of one address may send together; one that must wait is called in its turn.

    All of them wait for one timer. With one each, the timers of many sockets would keep the server busy.
    """

    def __init__(self, per_second: int) -> None:
        self._left = Bucket(max(1, per_second // 2), 0.5, time.monotonic())
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def may_go_on(self) -> bool:
        return self._left.wait(time.monotonic()) <= 0

    def use(self, number: int) -> None:
        self._left.left -= number

    def wait(self, resume: Callable[[], None]) -> None:
        """Call *resume* when it may go on."""
        self._waiting.append(resume)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TURN_SECONDS, self._give_turns)

    def _give_turns(self) -> None:
        self._timer = None
        for _ in range(len(self._waiting)):
            if not self.may_go_on():
                break
            self._waiting.popleft()()
        if self._waiting and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TURN_SECONDS, self._give_turns)


Start = Callable[[], "asyncio.Task[None] | None"]


class RequestQueue:
    """Answers a few requests of one address at once, and a number a second; its others wait, and hold up nobody else.

    Nothing is refused here: a club that opens the page all at once is served within seconds.
    """

    def __init__(self, per_second: int, at_once: int = ANSWERED_AT_ONCE) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._lines: dict[str, _Line] = {}

    def take(self, address: str, start: Start) -> None:
        """Start the answer now, or when it is the turn of this address.

        *start* returns its task, or None when nobody waits for the answer any more.
        """
        line = self._lines.get(address)
        if line is None:
            self._forget_idle()
            line = self._lines[address] = _Line(Bucket(self._per_second, 1.0, time.monotonic()))
        line.waiting.append(start)
        self._go_on(line)

    def _forget_idle(self) -> None:
        if len(self._lines) >= MOST_ADDRESSES:
            self._lines = {at: line for at, line in self._lines.items() if line.waiting or line.running}

    def _go_on(self, line: "_Line") -> None:
        while line.waiting and line.running < self._at_once and line.timer is None:
            wait = line.pace.wait(time.monotonic())
            if wait > 0:
                line.timer = asyncio.get_running_loop().call_later(wait, self._wake, line)
                return
            task = line.waiting.popleft()()
            if task is not None:
                line.pace.take()
                line.running += 1
                task.add_done_callback(lambda _: self._end(line))

    def _wake(self, line: "_Line") -> None:
        line.timer = None
        self._go_on(line)

    def _end(self, line: "_Line") -> None:
        line.running -= 1
        self._go_on(line)


@dataclass
class _Line:
    """The requests of one address."""

    pace: Bucket
    waiting: deque[Start] = field(default_factory=deque)
    running: int = 0
    timer: asyncio.TimerHandle | None = None
