"""A client for tests: everything over the real socket, every message kept."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, ClassVar, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 20.0
Json = dict[str, Any]


class Client:
    """Somebody with a cookie, and at most one open socket.

    ``state`` follows the snapshots and events as a page would; ``received`` is every message in full.
    """

    not_closed: ClassVar[list["Client"]] = []

    def __init__(self, url: str, name: str, cookies: httpx.Cookies | None = None) -> None:
        self.url = url
        self.name = name
        # Everything is plain HTTP; reading certificates takes longer than most tests.
        self.http = httpx.AsyncClient(base_url=url, cookies=cookies, timeout=PATIENCE, verify=False)
        self.player = ""
        self.code = ""
        self.socket: ClientConnection | None = None
        self.received: list[str] = []
        self.events: list[Json] = []
        self.games_ended = 0
        self.seq = 0
        self.now: Json = {}
        self.you: Json = {}
        self.snapshot: Json = {}
        self.hand: list[str] = []
        self.troubles: list[str | None] = []
        self.goodbye: Json | None = None
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._stray: list[Json] = []
        self._changed = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._numbers = iter(range(1, 1 << 30))
        self.tag = f"{random.getrandbits(32):08x}"
        self.not_closed.append(self)

    # --- rest ----------------------------------------------------------------------------------------

    async def open_table(self, **table: Any) -> str:
        answer = await self.http.post("/api/tables", json={"name": self.name} | table)
        assert answer.status_code == 201, answer.text
        self.code, self.player = answer.json()["code"], answer.json()["player"]
        return self.code

    async def join(self, code: str, **how: Any) -> httpx.Response:
        answer = await self.http.post(f"/api/tables/{code}/join", json={"name": self.name} | how)
        if answer.status_code == 200:
            self.code, self.player = code, answer.json()["player"]
        return answer

    # --- the socket ----------------------------------------------------------------------------------

    async def connect(self, *, after: int | None = None, url: str | None = None, **query: str) -> Self:
        """Open the socket; returns when the first message is here."""
        await self.disconnect()
        wanted = dict(query) | ({} if after is None else {"after": str(after)})
        words = "&".join(f"{name}={value}" for name, value in ({"lang": "en"} | wanted).items())
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self.goodbye = None
        self.socket = await connect(
            f"{(url or self.url).replace('http', 'ws', 1)}/ws/{self.code}?{words}",
            additional_headers={"Cookie": cookie},
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
        )
        if self.troubles and self.troubles[-1] is not None:
            self.troubles.append(None)  # a new connection begins without trouble
        before = len(self.received)
        self._reader = asyncio.create_task(self._read(self.socket))
        await self.until(lambda: len(self.received) > before)
        return self

    async def disconnect(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None
        if self._reader is not None:
            await self._reader
            self._reader = None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                self.received.append(str(message))
                self._take(json.loads(message))
                self._changed.set()
        except ConnectionClosed:
            pass
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the socket was closed"))
        self._changed.set()

    def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.snapshot, self.seq = message, message["seq"]
            self.now, self.you = message["now"], message["you"]
            game = message["game"]
            round = game and game["round"]
            self.hand = ((round and round["hand"]) or "").split()
        elif kind == "events":
            for event in message["events"]:
                assert event["seq"] == self.seq + 1, f"event {event['seq']} after {self.seq}"
                self.seq = event["seq"]
                self.events.append(event)
                self.games_ended += event["kind"] == "game-ended"
                if event["kind"] == "rules-changed":
                    self.snapshot["table"]["rules"] = event["rules"]
                elif event["kind"] == "dealt":
                    self.hand = (event["hand"] or "").split()
                elif event["kind"] == "card-played" and event["card"] in self.hand:
                    self.hand.remove(event["card"])
            self.seq = message["seq"]
            self.now, self.you = message["now"], message["you"]
        elif kind in ("done", "refused", "tip"):
            waiting = self._answers.pop(message["id"] or "", None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            else:
                self._stray.append(message)
        elif kind == "trouble":
            self.troubles.append(message["code"])
        elif kind == "goodbye":
            self.goodbye = message

    async def send(self, text: str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(text)

    async def ask(self, do: str, *, id: str | None = None, **fields: Any) -> Json:
        """Send a command and wait for its answer."""
        command_id = id or f"{self.tag}-{next(self._numbers)}"
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[command_id] = waiting
        await self.send(json.dumps({"do": do, "id": command_id} | fields))
        async with asyncio.timeout(PATIENCE):
            return await waiting

    async def do(self, do: str, **fields: Any) -> Json:
        """Send a command that must be carried out."""
        answer = await self.ask(do, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def refused(self, do: str, **fields: Any) -> str:
        """Send a command that must be refused; the code."""
        answer = await self.ask(do, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    async def stray(self) -> Json:
        """The next answer to something that had no id."""
        await self.until(lambda: bool(self._stray))
        return self._stray.pop(0)

    async def until(self, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
        async with asyncio.timeout(patience):
            while not holds():
                if self.socket is not None and self._reader is not None and self._reader.done():
                    raise ConnectionError(f"closed: {self.goodbye}")
                self._changed.clear()
                await self._changed.wait()

    async def until_event(self, kind: str, count: int = 1, patience: float = PATIENCE) -> Json:
        """The *count*-th event of this kind that was ever received."""

        def those() -> list[Json]:
            return [event for event in self.events if event["kind"] == kind]

        await self.until(lambda: len(those()) >= count, patience)
        return those()[count - 1]

    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]

    async def close(self) -> None:
        if self in self.not_closed:
            self.not_closed.remove(self)
        await self.disconnect()
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


@asynccontextmanager
async def meanwhile(*works: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """These are done again and again until what is inside has been done; none of them may fail."""
    going_on = True

    async def again(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while going_on:
            await work()
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(again(work)) for work in works]
    try:
        yield
    finally:
        going_on = False
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results == [None] * len(works)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test, and close every client that it made, however it ends."""

    async def closing() -> None:
        try:
            await work
        finally:
            for client in list(Client.not_closed):
                Client.not_closed.remove(client)
                await client.close()

    asyncio.run(closing())


async def four_at_a_table(url: str, *, connected: bool = True, **table: Any) -> list[Client]:
    """South, West, North and East at a new table; South is host."""
    clients = [Client(url, name) for name in ("Zus", "Wim", "Noor", "Otto")]
    code = await clients[0].open_table(**table)
    for client in clients[1:]:
        assert (await client.join(code)).status_code == 200
    for client, seat in zip(clients, "SWNE", strict=True):
        await client.connect()
        await client.do("sit", seat=seat)
    return clients


QUICK: Json = {"trick_pause": 0, "round_pause": 0, "bot_pace": 0}


async def play_on(client: Client, chance: random.Random, *, until: Callable[[], bool] | None = None) -> None:
    """Do whatever the table asks of this client, at random, until the game has ended (or *until* holds)."""
    before = client.games_ended

    def over() -> bool:
        return until() if until is not None else client.games_ended > before

    while not over():
        may = client.now.get("may", {})
        seen = client.seq
        command = random_command(may, chance) or tap_for(client)
        if command is None:
            await client.until(lambda seen=seen: client.seq != seen or over(), 60)  # type: ignore[misc]
            continue
        answer = await client.ask(**command)
        if answer["type"] == "done":
            until_seq = answer["seq"]
            await client.until(lambda seq=until_seq: client.seq >= seq or over())  # type: ignore[misc]
        elif not _too_late(command, answer):
            raise AssertionError(f"{client.name} {command}: {answer}")


def tap_for(client: Client) -> Json | None:
    """A tap where a complete trick would lie a second for claims: nobody here has any."""
    claimed = client.snapshot["table"]["rules"]["claim"] != "automatic"
    waits = claimed and client.now["phase"] == "trick-end" and client.you["seat"] is not None
    return {"do": "tap"} if waits and client.player not in client.now["tapped"] else None


def _too_late(command: Json, answer: Json) -> bool:
    """Whether the trick was collected before a tap arrived."""
    return bool(command["do"] == "tap" and answer["code"] == "no-pause")


def random_command(may: Json, chance: random.Random) -> Json | None:
    """One of the moves that a client may make in turn."""
    if may.get("troef"):
        return {"do": "troef", "suit": chance.choice("SHCD")}
    if may.get("bids") and chance.random() < 0.3:
        return {"do": "bid", "bid": may["bids"][0]}
    if may.get("pass"):
        return {"do": "pass"}
    if may.get("play"):
        return {"do": "play", "card": chance.choice(may["play"].split())}
    return None
