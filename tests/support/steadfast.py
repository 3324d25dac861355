"""Players who go on whatever happens to the server: they come back, and repeat what was not answered."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from klaverjas.events import Event
from klaverjas.game import Game
from klaverjas.record import read, verify, write
from klaverjas.record.value import Record
from klaverjas.server.store.database import Database
from klaverjas.server.store.log import Log
from klaverjas.server.store.schema import events, games, tables
from table_client import Client, random_command, tap_for

AWAY = (ConnectionError, OSError, TimeoutError, WebSocketException, httpx.TransportError)
# Refusals after which the same command is sent again.
FOR_THE_MOMENT = ("store-down", "owner-away", "server-stopping")
PATIENCE = 90.0


@dataclass
class Steadfast:
    """Somebody at a table of one or more nodes. ``confirmed`` is what the server said was done: id and number."""

    client: Client
    urls: Sequence[str]
    chance: random.Random
    confirmed: dict[str, int] = field(default_factory=dict)
    gaps: list[float] = field(default_factory=list)  # how long it took until a command was confirmed
    pause: float = 0.0
    _turn: int = 0

    async def insist(self, **command: Any) -> dict[str, Any]:
        """Send a command until it is answered."""
        command_id = f"{self.client.tag}-{len(self.confirmed)}-{self.chance.getrandbits(32)}"
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            try:
                if self.client.socket is None:
                    await self.come_back()
                answer = await self.client.ask(id=command_id, **command)
            except AWAY:
                await self.come_back()
                continue
            if answer["type"] == "refused" and answer["code"] in FOR_THE_MOMENT:
                await asyncio.sleep(0.1)
                continue
            if answer["type"] == "done":
                self.confirmed[command_id] = answer["seq"]
                self.gaps.append(time.monotonic() - begun)
            return answer
        raise AssertionError(f"{self.client.name} was not answered: {command}")

    async def come_back(self) -> None:
        """Connect again, to whichever node answers, with the last number that was heard."""
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            self._turn += 1
            url = self.urls[self._turn % len(self.urls)]
            try:
                await self.client.connect(after=self.client.seq, url=url)
            except AWAY:
                await asyncio.sleep(0.05)
                continue
            if self.client.goodbye is None:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"{self.client.name} could not come back: {self.client.goodbye}")

    async def play(self) -> None:
        """Play the game to its end."""
        client = self.client

        def over() -> bool:
            return "game-ended" in client.kinds() or bool(
                (client.snapshot.get("game") or {}).get("how_ended")
            )

        while not over():
            command = random_command(client.now.get("may", {}), self.chance) or tap_for(client)
            if command is None:
                seen = client.seq
                try:
                    await client.until(lambda seen=seen: client.seq != seen or over(), 5)  # type: ignore[misc]
                except AWAY:
                    await self.come_back()
                continue
            if self.pause:
                await asyncio.sleep(self.chance.random() * 2 * self.pause)
            answer = await self.insist(**command)
            if answer["type"] == "done":
                try:
                    await client.until(lambda until=answer["seq"]: client.seq >= until)  # type: ignore[misc]
                except AWAY:
                    await self.come_back()
            # Else: it was done before, by a command whose answer got lost; the events say so.


async def seated(urls: Sequence[str], seed: int, pause: float = 0.0, **table: Any) -> list[Steadfast]:
    """Four steadfast players at a new table, spread over the nodes."""
    players = [
        Steadfast(Client(urls[0], name), urls, random.Random(f"{seed} {name}"), pause=pause)
        for name in ("Zus", "Wim", "Noor", "Otto")
    ]
    code = await players[0].client.open_table(**table)
    for at, player in enumerate(players):
        if at:
            answer = await player.client.join(code)
            assert answer.status_code == 200, answer.text
        await player.client.connect(url=urls[at % len(urls)])
        await player.insist(do="sit", seat="SWNE"[at])
    return players


async def whole_game(players: Sequence[Steadfast]) -> None:
    """The game of these players, to the last trick, through whatever happens."""
    answer = await players[0].insist(do="start")
    assert answer["type"] == "done", answer
    await asyncio.gather(*(player.play() for player in players))
    for player in players:
        await player.client.close()


async def check_nothing_lost(database_url: str, players: Sequence[Steadfast]) -> None:
    """Everything that was confirmed is in the log, once; the log replays; its score is that of the record."""
    database = Database(database_url)
    try:
        await _check(database, players)
    finally:
        await database.close()


async def _check(database: Database, players: Sequence[Steadfast]) -> None:
    code = players[0].client.code
    async with database.read() as connection:
        table = (await connection.execute(select(tables).where(tables.c.code == code))).one()
        rows = (
            await connection.execute(
                select(events).where(events.c.table_id == table.id).order_by(events.c.seq)
            )
        ).all()
        game = (await connection.execute(select(games).where(games.c.table_id == table.id))).one()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
    commands = [(row.player, row.command) for row in rows if row.command]
    assert len(commands) == len(set(commands)), "a command was done twice"
    where = {(row.player, row.command): row.seq for row in rows if row.command}
    for player in players:
        for command_id, seq in player.confirmed.items():
            assert where.get((player.client.player, command_id)) == seq, (
                "a confirmed command is not in the log"
            )
    (record,) = read(game.record)  # reading replays every card through the referee
    assert record.game.totals == (game.north_south, game.west_east)
    assert verify(record).right
    told = [player.client.now["totals"] for player in players]
    assert all(totals == {"NS": game.north_south, "WE": game.west_east} for totals in told), told
    logged = [one.event for one in await Log(database).of_game(table.id, 1)]
    replayed = Game.rebuild([event for event in logged if isinstance(event, Event)])
    assert write([Record(replayed)]) == write([Record(record.game)])
