"""A real browser, and the devices in it: each with its own cookies and storage, watched for whatever goes wrong."""

import asyncio
import os
import re
import shutil
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    WebSocket,
    async_playwright,
    expect,
)

from services import missing

PATIENCE = 30.0  # seconds; the machine is shared, and nothing waits longer than it must
# A browser without a screen still draws the list below its address bar, twice for every window. Of several such flags
# only the last one counts, so what Playwright turns off is here as well, as far as these pages could meet it.
TURNED_OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    f"--disable-features={','.join(TURNED_OFF)}",
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Size = tuple[int, int]
PHONE: Size = (390, 844)
SMALL_PHONE: Size = (360, 640)
SIDEWAYS: Size = (844, 390)
LAPTOP: Size = (1280, 800)
DESKTOP: Size = (1920, 1080)
TABLET: Size = (1024, 768)

Json = dict[str, Any]
T = TypeVar("T")

# What the browser itself writes when there is no network, or no server.
NETWORK = re.compile(r"net::ERR_|WebSocket connection to .* failed|Failed to fetch")
expect.set_options(timeout=PATIENCE * 1000)


def chromium_path() -> str:
    """The browser: KLAVERJAS_CHROMIUM, or the one on the PATH."""
    named = os.environ.get("KLAVERJAS_CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        raise missing("Chromium", "chromium")
    return found


class Chromium:
    """One browser process; started once, since that takes a second."""

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self._playwright = playwright
        self.browser = browser

    @classmethod
    async def start(cls) -> "Chromium":
        playwright = await async_playwright().start()
        return cls(playwright, await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS))

    async def stop(self) -> None:
        await self.browser.close()
        await self._playwright.stop()


async def until(ask: Callable[[], Awaitable[T]], holds: Callable[[T], bool]) -> T:
    """Ask again until it holds; the answer."""
    end = time.monotonic() + PATIENCE
    pause = 0.02
    while not holds(answer := await ask()):
        assert time.monotonic() < end, f"still {answer!r}"
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, 0.1)
    return answer


async def until_equal(ask: Callable[[], Awaitable[T]], wanted: T) -> None:
    """Ask again until the answer is *wanted*."""
    await until(ask, lambda answer: answer == wanted)


class Device:
    """Somebody's phone, laptop or tablet: one browser context with one page.

    ``faults`` are errors of the page and its console, and requests to other hosts. A device whose network was taken
    away may complain of that, and of nothing else.
    """

    def __init__(self, context: BrowserContext, page: Page, url: str) -> None:
        self.context = context
        self.page = page
        self.url = url
        self.faults: list[str] = []
        self.requests: list[Request] = []
        self.network_may_fail = False
        self.refusals_expected: set[int] = set()  # HTTP statuses that a test asks for
        context.on("request", self._requested)
        page.on("websocket", self._connected)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("crash", lambda _: self.faults.append("the page crashed"))

    def _requested(self, request: Request) -> None:
        self.requests.append(request)
        self._check_host(request.url)

    def _connected(self, socket: WebSocket) -> None:
        self._check_host(socket.url)

    def _check_host(self, address: str) -> None:
        if urlsplit(address).scheme != "blob" and urlsplit(address).netloc != urlsplit(self.url).netloc:
            self.faults.append(f"a request to {address}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type != "error" or (self.network_may_fail and NETWORK.search(message.text)):
            return
        if any(f"status of {status}" in message.text for status in self.refusals_expected):
            return
        self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    async def go(self, path: str) -> None:
        await self.page.goto(self.url + path)

    async def texts(self, selector: str) -> list[str]:
        return [text.strip() for text in await self.find(selector).all_inner_texts()]

    async def named(self, selector: str, attribute: str) -> list[str]:
        """This attribute of everything that is found, in order."""
        found: list[str] = await self.find(selector).evaluate_all(
            "(all, name) => all.map(one => one.getAttribute(name))", attribute
        )
        return found

    async def remembers(self) -> Json:
        """What the page keeps of its user's choices."""
        kept: Json = await self.page.evaluate("JSON.parse(localStorage.getItem('klaverjas') ?? '{}')")
        return kept

    async def close(self) -> None:
        await self.context.close()
