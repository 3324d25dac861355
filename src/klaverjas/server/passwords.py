"""Passwords: how often one may be tried, and how they are hashed without anybody waiting for strangers.

Wrong passwords are counted by name and address together, so that nobody shuts an account for its owner. After some
of them each further one takes twice as long. Strangers' addresses together make one another wait as well, more slowly;
an address that an account is known at never waits for those.
"""

import asyncio
import contextlib
import os
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from klaverjas.server.limits import TooMany

HASHING_AT_ONCE: Final = 2  # 64 MB and 0.1 s each
NICENESS: Final = 10  # of the threads that hash: they get the time that the tables leave
MOST_WAITING_PER_ADDRESS: Final = 4
MOST_WAITING: Final = 500
MOST_REMEMBERED: Final = 20_000  # pairs of name and address, and names

FREE_TRIES: Final = 5  # of one name at one address, before any delay
LONGEST_DELAY: Final = 900.0
LONGEST_DELAY_AT_HOME: Final = 30.0  # where the account is known
FORGIVEN_AFTER: Final = 3600.0  # since the last try
FREE_TRIES_OF_STRANGERS: Final = 20  # of one name from all addresses that it is not known at
TRIES_TO_DOUBLE: Final = 10
LONGEST_DELAY_OF_STRANGERS: Final = 300.0
HALF_LIFE: Final = 600.0

Work = TypeVar("Work")
Pair: TypeAlias = tuple[str, str]


@dataclass(slots=True)
class _Tries:
    count: float
    at: float
    until: float = 0.0  # no earlier than that again


class Attempts:
    """Who has tried which account how often. Nothing is written down: a restart forgives."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._pairs: OrderedDict[Pair, _Tries] = OrderedDict()
        self._strangers: OrderedDict[str, _Tries] = OrderedDict()

    def check(self, name: str, address: str, *, known: bool) -> None:
        """Refuse a try that comes too early; it counts nothing."""
        now = self.clock()
        pair = (name, address)
        tries = self._pairs.get(pair)
        if tries is None and not known and (delay := self._delay_of_strangers(name, now)) > 0:
            tries = _put(self._pairs, pair, _Tries(0, now, now + delay))
        if tries is not None and tries.until > now:
            raise TooMany("passwords", tries.until - now)

    def take(self, name: str, address: str, *, known: bool) -> None:
        """Count a try, which is a wrong one until :meth:`was_right` says otherwise; refuse it when it is too early."""
        self.check(name, address, known=known)
        now = self.clock()
        tries = self._pairs.get((name, address))
        if tries is None or now - tries.at > FORGIVEN_AFTER:
            tries = _put(self._pairs, (name, address), _Tries(0, now))
        tries.count, tries.at = tries.count + 1, now
        self._pairs.move_to_end((name, address))
        longest = LONGEST_DELAY_AT_HOME if known else LONGEST_DELAY
        delay = _doubled(tries.count - FREE_TRIES, longest)
        if not known:
            heat = self._heat(name, now) + 1
            _put(self._strangers, name, _Tries(heat, now))
            delay = max(delay, self._delay_of_strangers(name, now))
        tries.until = now + delay

    def give_back(self, name: str, address: str) -> None:
        """A try that was counted did not take place."""
        if (tries := self._pairs.get((name, address))) is not None:
            tries.count, tries.until = tries.count - 1, 0.0

    def was_right(self, name: str, address: str) -> None:
        self._pairs.pop((name, address), None)

    def _heat(self, name: str, now: float) -> float:
        """How many strangers have tried a name lately."""
        tries = self._strangers.get(name)
        return 0.0 if tries is None else float(tries.count * 0.5 ** ((now - tries.at) / HALF_LIFE))

    def _delay_of_strangers(self, name: str, now: float) -> float:
        over = self._heat(name, now) - FREE_TRIES_OF_STRANGERS
        return _doubled(over / TRIES_TO_DOUBLE, LONGEST_DELAY_OF_STRANGERS)


def _doubled(times: float, longest: float) -> float:
    """0 at first, then one second that doubles each time."""
    return 0.0 if times <= 0 else float(min(longest, 2.0 ** min(times - 1, 30.0)))


Key = TypeVar("Key")


def _put(known: "OrderedDict[Key, _Tries]", key: Key, tries: _Tries) -> _Tries:
    known[key] = tries
    known.move_to_end(key)
    if len(known) > MOST_REMEMBERED:
        known.popitem(last=False)
    return tries


class HashingQueue:
    """Few things at once, one of each address in turn: whoever asks for many waits longest."""

    def __init__(self, at_once: int = HASHING_AT_ONCE) -> None:
        self._free = at_once
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="hashing", initializer=_step_back)
        # Those that come first, then the others: by address, what waits.
        self._lines: tuple[OrderedDict[str, deque[asyncio.Future[None]]], ...] = (
            OrderedDict(),
            OrderedDict(),
        )

    async def run(self, address: str, work: Callable[[], Work], *, first: bool) -> Work:
        """Do it in a thread when it is its turn. Those that come *first* never wait for others."""
        await self._turn(address, first=first)
        working = asyncio.get_running_loop().run_in_executor(self._threads, work)
        working.add_done_callback(lambda _: self._next())  # also when nobody waits for it any more
        return await asyncio.shield(working)

    async def _turn(self, address: str, *, first: bool) -> None:
        if self._free:
            self._free -= 1
            return
        line = self._lines[0 if first else 1]
        waiting = line.get(address, ())
        if len(waiting) >= MOST_WAITING_PER_ADDRESS or (
            not first and sum(map(len, line.values())) >= MOST_WAITING
        ):
            raise TooMany("passwords", 1)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        """Give the turn on."""
        for line in self._lines:
            while line:
                address, waiting = line.popitem(last=False)
                turn = waiting.popleft()
                if waiting:
                    line[address] = waiting  # behind the others
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


def _step_back() -> None:
    """Lower the priority of this thread, where a thread has one of its own; those that it starts inherit it."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class Passwords:
    """Hashes passwords, and checks them against hashes, a few at a time."""

    def __init__(self) -> None:
        self.attempts = Attempts()
        self._turns = HashingQueue()
        self._hasher = PasswordHasher()
        self._of_nobody = PasswordHasher().hash(secrets.token_hex(16))

    async def hashed(self, password: str, address: str, *, known: bool = False) -> str:
        return await self._turns.run(address, partial(self._hasher.hash, password), first=known)

    async def fits(self, name: str, address: str, hashed: str | None, password: str, *, known: bool) -> bool:
        """Whether it is the password of an account. Without one (*hashed* is None) it takes as long to say no."""

        def verified() -> bool:
            try:
                return self._hasher.verify(hashed or self._of_nobody, password) and hashed is not None
            except (VerificationError, InvalidHashError):
                return False

        self.attempts.take(name, address, known=known)
        try:
            right = await self._turns.run(address, verified, first=known)
        except TooMany:  # it was not tried
            self.attempts.give_back(name, address)
            raise
        if right:
            self.attempts.was_right(name, address)
        return right
