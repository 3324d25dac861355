"""The page itself: what its first load weighs, how it changes its language, what it remembers."""

import re

from playwright.async_api import expect

from e2e.browser import Device
from e2e.house import House

FIRST_LOAD = 120_000  # bytes, as they travel


async def travelled(device: Device) -> dict[str, int]:
    """What the page itself has asked for, with the bytes that came; its service worker comes after it."""
    sizes = {}
    for request in device.requests:
        if request.service_worker is None:
            size = await request.sizes()
            sizes[request.url.removeprefix(device.url)] = (
                size["responseHeadersSize"] + size["responseBodySize"]
            )
    return sizes


async def test_the_first_load_weighs_less_than_120_kilobytes(house: House) -> None:
    device = await house.device(worker=True)
    await device.page.goto(device.url, wait_until="networkidle")
    await expect(device.page.get_by_role("button", name=re.compile("Speel nu"))).to_be_visible()
    sizes = await travelled(device)
    assert any(path.endswith(".js") for path in sizes)
    assert any(path.endswith(".css") for path in sizes)
    assert sum(sizes.values()) < FIRST_LOAD, sizes


async def test_the_language_is_changed_with_one_tap_and_remembered(house: House) -> None:
    device = await house.device()
    await device.go("/")
    html = device.find("html")
    await expect(html).to_have_attribute("lang", "nl")
    await device.page.get_by_role("button", name="English").click()
    await expect(html).to_have_attribute("lang", "en")
    await expect(device.page.get_by_role("button", name=re.compile("Play now"))).to_be_visible()
    await device.page.reload()
    await expect(html).to_have_attribute("lang", "en")
    await device.page.get_by_role("button", name="Nederlands").click()
    await expect(device.page.get_by_role("button", name=re.compile("Speel nu"))).to_be_visible()
    assert (await device.remembers())["language"] == "nl"


async def test_the_language_of_the_browser_is_taken_first(house: House) -> None:
    device = await house.device(locale="en-GB")
    await device.go("/")
    await expect(device.page.get_by_role("button", name=re.compile("Play now"))).to_be_visible()


async def test_the_server_speaks_the_language_of_the_page(house: House) -> None:
    device = await house.device(settings={"language": "en"})
    device.refusals_expected |= {404}
    await device.go("/")
    await device.page.get_by_label("Code").fill("000000")
    await device.page.get_by_label("Your name").fill("Anna")
    await (
        device.page.get_by_role("button", name="Go to the table")
        .or_(device.find("form button"))
        .first.click()
    )
    await expect(device.find("[role=alert]")).to_contain_text("There is no open table with this code")
