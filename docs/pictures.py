"""Draw the pictures of the documentation anew: `make pictures`."""

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path

import msgspec
from rich.columns import Columns
from rich.console import Console

from klaverjas.commands.drawing import draw_round, draw_sheet
from klaverjas.game import Game
from klaverjas.record import Record, read
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table.cut import snapshot
from klaverjas.server.table.events import Options
from klaverjas.server.table.state import Chair, Person, Table
from klaverjas.terminal_table.connection import Heard, Message, TableConnection
from klaverjas.terminal_table.screen import TableApp

FOLDER = Path(__file__).parent
NAMES = ("Anna", "Bram", "Chris", "Dora")


def main() -> None:
    record = read((FOLDER / "example.kj").read_text())[0]
    draw_replay(record)
    asyncio.run(draw_join(record))


def save(name: str, picture: str) -> None:
    """Without fonts from elsewhere."""
    picture = re.sub(r"@font-face {.*?}\n", "", picture, flags=re.DOTALL)
    picture = re.sub(r"<!--.*?-->", "", picture)
    (FOLDER / "img" / name).write_text("".join(f"{line.rstrip()}\n" for line in picture.splitlines()))


def draw_replay(record: Record) -> None:
    screen = Console(record=True, width=110, file=io.StringIO(), force_terminal=True, highlight=False)
    rounds = (draw_round(record.game.rounds[at], f"Round {at + 1} of 16", "en", NAMES) for at in (0, 1))
    screen.print(Columns(rounds))
    screen.print(draw_sheet(record.game, "en", 110))
    save("replay.svg", screen.export_svg(title="klaverjas replay docs/example.kj", unique_id="replay"))


class _Still(TableConnection):
    """A table where nothing more happens."""

    def __init__(self, told: dict[str, object]) -> None:
        super().__init__("http://127.0.0.1", "854765", "", "en")
        self.told = told

    async def listen(self) -> AsyncIterator[Heard]:
        yield Message(self.told)


async def draw_join(record: Record) -> None:
    """South is to play the last card of a trick."""
    table = Table(
        record.game.rules,
        Options(),
        stage="playing",
        host="Anna",
        people={name: Person(name, display=False, nodes={"here"}) for name in NAMES},
        chairs=tuple(Chair(player=name) for name in NAMES),
        names={name: name for name in NAMES},
        game=_before_souths_card(record.game),
        number=1,
        secret="0" * 64,
        code="854765",
    )
    told = json.loads(msgspec.json.encode(snapshot(table, NAMES[0], SEATS[0], 0)))
    app = TableApp(_Still(told), "en")
    async with app.run_test(size=(88, 25)) as pilot:
        await pilot.pause(0.5)
        save("join.svg", app.export_screenshot(title="klaverjas join 854765"))


def _before_souths_card(game: Game) -> Game:
    """The game at the first moment, after its first round and two tricks, where South is the last to play."""
    for length in range(1, len(game.log)):
        part = Game.rebuild(islice(game.log, length))
        if len(part.rounds) < 2 or len(part.round.tricks) < 2:
            continue
        if len(part.round.table) == 3 and part.round.turn is Seat.SOUTH:
            return part
    raise AssertionError("South never plays last")


if __name__ == "__main__":
    main()
