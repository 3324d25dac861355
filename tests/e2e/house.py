"""Tables and the devices around them, for one test."""

import asyncio
import json
from typing import Any

from playwright.async_api import expect

from e2e.browser import PATIENCE, PHONE, Chromium, Device, Json, Size
from e2e.player import Player
from e2e.table import Table
from klaverjas.seats import SEATS, Seat
from table_client import Client
from table_server import TableServer

NAMES = ("Zus", "Wim", "Noor", "Otto")
# What a test does not look at, it need not wait for.
CALM: Json = {"lastCardPlaysItself": False, "sound": False}
KEEP = """
if (location.origin !== 'null' && localStorage.getItem('klaverjas') === null) {
  localStorage.setItem('klaverjas', JSON.stringify(%s))
}
"""


class House:
    """A browser and a server; everything that is opened here is closed and judged at the end."""

    def __init__(self, chromium: Chromium, server: TableServer) -> None:
        self.chromium = chromium
        self.server = server
        self.devices: list[Device] = []
        self.clients: list[Client] = []  # players who need no browser

    async def device(
        self,
        name: str = "Zus",
        *,
        size: Size = PHONE,
        settings: Json | None = None,
        motion: bool = False,
        worker: bool = False,
        locale: str = "nl-NL",
        **context: Any,
    ) -> Player:
        """A new device; without its service worker and movement, unless a test is about them."""
        made = await self.chromium.browser.new_context(
            locale=locale,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if worker else "block",
            **context,
        )
        made.set_default_timeout(PATIENCE * 1000)
        await made.add_init_script(KEEP % json.dumps(CALM | (settings or {})))
        player = Player(made, await made.new_page(), self.server.url)
        player.name = name
        self.devices.append(player)
        return player

    def client(self, name: str) -> Client:
        """Somebody who speaks the protocol without a browser."""
        made = Client(self.server.url, name)
        self.clients.append(made)
        return made

    async def open_table(self, host: Player, **table: Any) -> str:
        """A table of this player's, opened without the form; the code. The page shows its lobby."""
        answer = await host.context.request.post(
            f"{self.server.url}/api/tables", data={"name": host.name} | table
        )
        assert answer.status == 201, await answer.text()
        code: str = (await answer.json())["code"]
        await host.go(f"/t/{code}")
        await expect(host.find("[data-start]")).to_be_visible()
        return code

    async def table(self, *, rules: Json, sizes: tuple[Size, ...] = (PHONE,), **table: Any) -> Table:
        """Four at a new table, each on a device of their own; South is host and has not begun."""
        players = await asyncio.gather(
            *(self.device(name, size=sizes[at % len(sizes)]) for at, name in enumerate(NAMES))
        )
        code = await self.open_table(players[0], rules=rules, **table)
        await asyncio.gather(*(player.join(code) for player in players[1:]))
        await asyncio.gather(*(player.sit(seat) for player, seat in zip(players, SEATS, strict=True)))
        return Table(code, players, rules)

    async def beside_bots(self, player: Player, *, rules: Json | str = "amsterdam", **table: Any) -> str:
        """This player on South with three bots; the game has begun."""
        code = await self.open_table(player, **{"rules": rules, "bot_pace": 0, "trick_pause": 0} | table)
        await player.sit(Seat.SOUTH)
        await player.find("[data-fill]").click()
        await player.start()
        await expect(player.find("[data-troef]")).to_be_visible()
        return code

    async def close(self) -> None:
        """Put everything away; nothing may have gone wrong in any page."""
        for client in self.clients:
            await client.close()
        faults = [fault for device in self.devices for fault in device.faults]
        await asyncio.gather(*(device.close() for device in self.devices))
        assert faults == [], faults
