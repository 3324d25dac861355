"""How much one address, and everyone together, may ask."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

from klaverjas.errors import KlaverjasError
from klaverjas.server import metrics
from klaverjas.server.settings import Limits

MOST_ADDRESSES: Final = 20_000
EVERYONE: Final = ""
# What an address may do however much everyone else does: a stranger with many addresses shuts nobody out.
SHARE_OF_JOINS: Final = 20
SHARE_OF_TABLES: Final = 5
SHARE_OF_REQUESTS: Final = 20  # a second
SHARE_OF_TIPS: Final = 6


class TooMany(KlaverjasError):
    """A limit was reached. *wait* is in seconds."""

    def __init__(self, limit: str, wait: float) -> None:
        super().__init__("too-many", seconds=max(1, round(wait + 0.5)))
        self.wait = max(1, round(wait + 0.5))
        metrics.LIMITED.labels(limit).inc()


class Bucket:
    """So many at once, filled up again evenly over a period."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, most: int, seconds: float, now: float) -> None:
        self.most = float(most)
        self.rate = most / seconds
        self.left = self.most
        self.at = now

    def wait(self, now: float) -> float:
        """How long until the next is allowed; 0 when it is now."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return 0.0 if self.left >= 1 else (1 - self.left) / self.rate

    def take(self) -> None:
        self.left -= 1

    @property
    def used(self) -> int:
        """How many are not filled up again yet."""
        return round(self.most - self.left)


class Rate:
    """A limit per address, and one for everyone where *in_total* is not None.

    Each address has a *share* that others cannot use up: the total does not count for it.
    """

    def __init__(
        self,
        name: str,
        per_address: int,
        in_total: int | None,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        *,
        share: int = 0,
    ) -> None:
        self.name = name
        self.share = min(share, per_address)
        self.per_address, self.in_total, self.seconds = per_address, in_total, seconds
        self.clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def _of(self, address: str, now: float) -> list[Bucket]:
        mine = [self._bucket(address, self.per_address, now)]
        return mine if self.in_total is None else [*mine, self._bucket(EVERYONE, self.in_total, now)]

    def _bucket(self, address: str, most: int, now: float) -> Bucket:
        if address not in self._buckets:
            self._buckets[address] = Bucket(most, self.seconds, now)
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return self._buckets[address]

    def check(self, address: str, *, alone: bool = False) -> None:
        """Refuse when there were too many, of this address *alone* or of everyone; counts nothing."""
        now = self.clock()
        own, *everyone = self._of(address, now)
        if (wait := own.wait(now)) > 0:
            raise TooMany(self.name, wait)
        if alone or own.used < self.share:
            return
        for bucket in everyone:
            if (wait := bucket.wait(now)) > 0:
                raise TooMany(self.name, wait)

    def take(self, address: str, *, alone: bool = False) -> None:
        """Count one more, or refuse it."""
        self.check(address, alone=alone)
        now = self.clock()
        own, *everyone = self._of(address, now)
        counts = not alone and own.used >= self.share
        own.take()
        for bucket in everyone if counts else ():
            bucket.take()

    def count(self, address: str) -> None:
        """Count one more that was not refused, also when too many came at the same moment: the next ones pay."""
        now = self.clock()
        for bucket in self._of(address, now):
            bucket.wait(now)
            bucket.take()


class Gates:
    """All limits of one server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.joins = Rate(
            "joins", limits.joins_per_address, limits.joins_per_minute, 60, share=SHARE_OF_JOINS
        )
        self.arrivals = Rate("arrivals", limits.arrivals_per_address, None, 3600)
        self.wrong_codes = Rate("codes", limits.wrong_codes_per_address, limits.wrong_codes_per_minute, 60)
        # No total: strangers could use it up. What wrong passwords cost is limited in passwords.py.
        self.accounts = Rate("accounts", limits.account_attempts_per_address, None, 60)
        self.tables = Rate(
            "tables", limits.tables_per_address, limits.tables_per_hour, 3600, share=SHARE_OF_TABLES
        )
        self.requests = Rate(
            "requests", limits.requests_per_address, limits.requests_per_second, 1, share=SHARE_OF_REQUESTS
        )
        self.tips = Rate("tips", limits.tips_per_player, limits.tips_per_minute, 60, share=SHARE_OF_TIPS)
        self.connections: Counter[str] = Counter()

    def connect(self, address: str) -> None:
        if self.connections[address] >= self.limits.connections_per_address:
            raise TooMany("connections", 10)
        if self.connections.total() >= self.limits.connections:
            raise TooMany("connections", 10)
        self.connections[address] += 1

    def disconnect(self, address: str) -> None:
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]
