"""A small client for a klaverjas table: it sits down, asks for bots, and plays the first thing that is allowed.

    python docs/example_client.py --server http://127.0.0.1:8080 --name Anna          opens a table
    python docs/example_client.py --server http://127.0.0.1:8080 --name Bram 854765   joins one

The protocol is in docs/protocol.md. Nothing of the rules is needed here: the server says what is possible.
"""

import argparse
import asyncio
import itertools
import json
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]


class Player:
    """Somebody at a table, who asks for one thing at a time."""

    def __init__(self, server: str, name: str) -> None:
        self.server, self.name = server, name
        self.code = self.cookie = ""
        self.seq = 0  # of the last event that was heard
        self.asks_from = 0  # nothing more is asked before this event
        self.ids = (f"{name}-{number}" for number in itertools.count(1))
        self.wishes: list[Json] = []  # asked for, and not answered yet
        self.may: Json = {}  # what is allowed now
        self.over = False

    def come(self, code: str | None, **options: Any) -> None:
        """Open a table, or join one. The cookie says from now on who we are."""
        path = f"/api/tables/{code}/join" if code else "/api/tables"
        answer = httpx.post(f"{self.server}{path}", json={"name": self.name} | options)
        if answer.is_error:
            raise SystemExit(answer.json()["sentence"])
        self.code, self.cookie = answer.json()["code"], answer.cookies["klaverjas"]

    async def play(self) -> None:
        """Until the game has ended. A lost connection is opened again, and goes on after the last event."""
        while not self.over:
            after = f"&after={self.seq}" if self.seq else ""
            url = f"{self.server.replace('http', 'ws', 1)}/ws/{self.code}?lang=en{after}"
            try:
                async with connect(url, additional_headers={"Cookie": f"klaverjas={self.cookie}"}) as socket:
                    for wish in self.wishes:  # perhaps they were not heard; the same id is not done twice
                        await socket.send(json.dumps(wish))
                    while not self.over:
                        await self.hear(json.loads(await socket.recv()), socket)
            except (OSError, ConnectionClosed):
                print("... connecting again")
                await asyncio.sleep(1)

    async def hear(self, message: Json, socket: ClientConnection) -> None:
        match message["type"]:
            case "snapshot":
                self.seq, self.may = message["seq"], message["now"]["may"]
                for wish in self.before_the_game(message["you"], message["table"]):
                    await self.ask(wish, socket)
            case "events":
                for event in message["events"]:
                    self.tell(event)
                self.seq, self.may = message["seq"], message["now"]["may"]
            case "done" | "refused":
                self.wishes = [wish for wish in self.wishes if wish["id"] != message["id"]]
                self.asks_from = message.get("seq", self.seq + 1)
                if message["type"] == "refused":
                    print(f"! {message['sentence']}")
            case "goodbye":
                raise SystemExit(message["sentence"])
        if not self.wishes and self.seq >= self.asks_from:
            await self.move(socket)

    def before_the_game(self, you: Json, table: Json) -> list[Json]:
        """Sit down on the first free seat; the host fills up with bots and begins."""
        free = [seat for seat, chair in table["seats"].items() if chair["player"] is None]
        wishes: list[Json] = [{"do": "sit", "seat": free[0]}] if you["seat"] is None and free else []
        begin = you["host"] and table["stage"] == "lobby"
        return [*wishes, {"do": "bot"}, {"do": "start"}] if begin else wishes

    async def move(self, socket: ClientConnection) -> None:
        """The first thing that is allowed."""
        if self.may.get("troef"):
            await self.ask({"do": "troef", "suit": "S"}, socket)
        elif self.may.get("pass"):
            await self.ask({"do": "pass"}, socket)
        elif self.may.get("play"):
            await self.ask({"do": "play", "card": self.may["play"].split()[0]}, socket)

    async def ask(self, wish: Json, socket: ClientConnection) -> None:
        self.wishes.append({"id": next(self.ids)} | wish)
        await socket.send(json.dumps(self.wishes[-1]))

    def tell(self, event: Json) -> None:
        """Print what happened, in the words of the protocol."""
        facts = [f"{name}={fact}" for name, fact in event.items() if name not in ("seq", "at", "kind")]
        print(f"{event['seq']:>4} {event['kind']:<16} {' '.join(facts)}")
        self.over = self.over or event["kind"] == "game-ended"


def main() -> None:
    words = argparse.ArgumentParser(description="Play a game of klaverjas with the first allowed cards.")
    words.add_argument("code", nargs="?", help="the code of a table; without one a table is opened")
    words.add_argument("--server", default="http://127.0.0.1:8080")
    words.add_argument("--name", default="Anna")
    words.add_argument("--options", type=json.loads, default={}, help='of a new table: {"rules": "valet"}')
    chosen = words.parse_args()
    player = Player(chosen.server.rstrip("/"), chosen.name)
    player.come(chosen.code, **({} if chosen.code else chosen.options))
    print(f"Table {player.code}")
    asyncio.run(player.play())


if __name__ == "__main__":
    main()
