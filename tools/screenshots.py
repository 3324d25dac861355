"""Every screen of the page as a picture, at the sizes of a phone upright and sideways, a laptop and a table display.

`make screenshots` runs it; the pictures are for looking at, and are not kept.
"""

import asyncio
import tempfile
from pathlib import Path

from e2e.browser import DESKTOP, LAPTOP, SIDEWAYS, SMALL_PHONE, TABLET, Chromium
from e2e.house import House
from e2e.tour import Language, Stop, tour
from table_server import TableServer

FOLDER = Path(__file__).parent.parent / "build" / "screenshots"
SIZES = (SMALL_PHONE, SIDEWAYS, LAPTOP, DESKTOP)
IN_ENGLISH = {"start", "in-play", "auction", "round-end-counted", "game-end", "rules"}


async def take(stop: Stop, language: Language) -> None:
    before = stop.device.page.viewport_size
    for width, height in (TABLET,) if stop.display else SIZES:
        await stop.device.page.set_viewport_size({"width": width, "height": height})
        name = f"{stop.name}-{width}x{height}{'' if language == 'nl' else '-en'}.png"
        await stop.device.page.screenshot(path=FOLDER / name, animations="disabled")
    if before is not None:
        await stop.device.page.set_viewport_size(before)


async def walk(server: TableServer) -> None:
    chromium = await Chromium.start()
    house = House(chromium, server)
    try:
        languages: tuple[Language, ...] = ("nl", "en")
        for language in languages:
            async for stop in tour(house, language):
                if language == "nl" or stop.name in IN_ENGLISH:
                    await take(stop, language)
        await house.close()
    finally:
        await chromium.stop()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, TableServer(Path(folder)) as server:
        asyncio.run(walk(server))
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
