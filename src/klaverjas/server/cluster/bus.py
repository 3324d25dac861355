"""The doorbell between nodes: it says only that a table's log has grown. The log itself carries the truth."""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, TypeAlias

import structlog

from klaverjas.errors import KlaverjasError
from klaverjas.server.settings import hidden_password

Ring: TypeAlias = Callable[[str, int], None]  # table id, sequence number
CHANNEL: Final = "klaverjas"
RETRY_SECONDS: Final = 0.5
log = structlog.get_logger()


async def end_tasks(*tasks: asyncio.Task[None]) -> None:
    """Cancel them until they have ended: a driver may swallow a cancellation, or make another error of it."""
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=0.5)
    await asyncio.gather(*tasks, return_exceptions=True)


class Bus(Protocol):
    """*up* is false while the bell cannot be heard; nodes then look into the log by themselves."""

    up: bool

    async def start(self, ring: Ring) -> None: ...
    def publish(self, table_id: str, seq: int) -> None: ...
    async def stop(self) -> None: ...


def bus_for(url: str | None, database_url: str) -> Bus:
    """By default the database itself, where that is PostgreSQL; in one process nothing is needed."""
    if url is None:
        url = database_url if database_url.startswith("postgres") else "memory:"
    if url == "memory:":
        return NoBus()
    if url.startswith(("postgres://", "postgresql://")):
        return PostgresBus(url)
    if url.startswith(("redis://", "rediss://", "unix://")):
        return RedisBus(url)
    raise KlaverjasError("bad-bus-url", url=hidden_password(url))


class NoBus:
    """One process: whoever is to hear it is here."""

    up = True

    async def start(self, ring: Ring) -> None:
        pass

    def publish(self, table_id: str, seq: int) -> None:
        pass

    async def stop(self) -> None:
        pass


class _RemoteBus(ABC):
    """Keeps a connection for listening and one for ringing, and makes them again when they break."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.up = False
        self._out: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False

    async def start(self, ring: Ring) -> None:
        def heard(message: str) -> None:
            table_id, _, seq = message.partition(" ")
            if seq.isascii() and seq.isdigit():
                ring(table_id, int(seq))

        self._tasks = [
            asyncio.create_task(self._keep(lambda: self._listen(heard)), name="bus listener"),
            asyncio.create_task(self._keep(self._ring_out), name="bus bell"),
        ]
        with contextlib.suppress(TimeoutError):  # usually it is there at once
            async with asyncio.timeout(2):
                while not self.up:
                    await asyncio.sleep(0.02)

    def publish(self, table_id: str, seq: int) -> None:
        with contextlib.suppress(asyncio.QueueFull):  # a bell that is not heard is found out by looking
            self._out.put_nowait(f"{table_id} {seq}")

    async def stop(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                while self.up and not self._out.empty():
                    await asyncio.sleep(0.01)
        self._stopped = True
        await end_tasks(*self._tasks)

    async def _keep(self, work: Callable[[], Awaitable[None]]) -> None:
        while not self._stopped:
            try:
                await work()
            except Exception as error:  # whatever a driver calls it: the bell is broken, and is made anew
                log.debug("bus broken", error=type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    @abstractmethod
    async def _listen(self, heard: Callable[[str], None]) -> None:
        """Hear the bell until the connection breaks."""

    @abstractmethod
    async def _ring_out(self) -> None:
        """Ring the bell for what is waiting, until the connection breaks."""


class PostgresBus(_RemoteBus):
    """LISTEN and NOTIFY."""

    async def _connect(self) -> Any:
        import asyncpg  # only where it is used: a server starts the sooner

        return await asyncpg.connect(self.url, timeout=5)

    async def _listen(self, heard: Callable[[str], None]) -> None:
        connection = await self._connect()
        try:
            await connection.add_listener(CHANNEL, lambda _c, _p, _n, message: heard(message))
            self.up = True
            while True:
                await asyncio.sleep(1)
                await connection.execute("SELECT 1", timeout=5)
        finally:
            self.up = False
            connection.terminate()

    async def _ring_out(self) -> None:
        connection = await self._connect()
        try:
            while True:
                messages = {await self._out.get()}
                while not self._out.empty():
                    messages.add(self._out.get_nowait())
                await connection.executemany(
                    f"SELECT pg_notify('{CHANNEL}', $1)", [(one,) for one in messages], timeout=5
                )
        finally:
            connection.terminate()


class RedisBus(_RemoteBus):
    """Publish and subscribe."""

    def _connect(self) -> Any:
        from redis.asyncio import Redis

        return Redis.from_url(self.url, socket_connect_timeout=5)

    async def _listen(self, heard: Callable[[str], None]) -> None:
        redis = self._connect()
        listener = redis.pubsub()
        try:
            await listener.subscribe(CHANNEL)
            self.up = True
            while True:
                message = await listener.get_message(ignore_subscribe_messages=True, timeout=1.0)
                if message is not None:
                    heard(message["data"].decode())
                else:
                    await redis.ping()
        finally:
            self.up = False
            with contextlib.suppress(Exception):
                await listener.aclose()
                await redis.aclose()

    async def _ring_out(self) -> None:
        redis = self._connect()
        try:
            while True:
                await redis.publish(CHANNEL, await self._out.get())
        finally:
            with contextlib.suppress(Exception):
                await redis.aclose()
