"""From opening the page to playing: at once against bots, with friends by code, with the keyboard alone."""

import re
import time

from playwright.async_api import Locator, expect

from e2e.browser import LAPTOP
from e2e.house import House
from e2e.player import Player
from klaverjas.seats import Seat

FIRST_CARD = 10.0  # seconds from opening the page


async def test_play_now_has_cards_within_ten_seconds_and_goes_to_the_end_of_the_round(house: House) -> None:
    player = await house.device(motion=True, worker=True, settings={"sound": True})
    begin = time.monotonic()
    await player.go("/")
    await player.page.get_by_role("button", name="Speel nu").click()
    await player.dealt()
    assert time.monotonic() - begin < FIRST_CARD
    await player.plays_until("[data-round]")
    shown = await player.round_result()
    assert set(shown) == {"NS", "WE"}
    await player.go_on()
    await player.dealt()
    await expect(player.page.get_by_text(re.compile("^Ronde 2 van 16"))).to_be_visible()


async def test_a_table_with_its_own_rules_is_opened_joined_by_code_and_begun(house: House) -> None:
    host, guest = await house.device(), await house.device("Wim", size=LAPTOP)
    await host.go("/")
    await host.page.get_by_role("link", name="Nieuwe tafel").click()
    await host.page.get_by_label("Je naam").fill("Zus")
    await host.page.get_by_role("radio", name=re.compile("^Amsterdams(?!, bond)")).check()
    await host.page.get_by_text("Eigen regels").click()
    end = host.page.get_by_role("group", name="Einde van de partij")
    await end.get_by_role("radio", name="rondes").check()
    await end.get_by_role("spinbutton").fill("3")
    await expect(end.get_by_text("afwijkend")).to_be_visible()
    await host.page.get_by_role("button", name="Tafel openen").click()
    await expect(host.find("[data-start]")).to_be_visible()
    code = host.page.url.rsplit("/", 1)[-1]

    await guest.go("/")
    await guest.page.get_by_label("Code").fill(f"{code[:3]} {code[3:]}")
    await guest.page.get_by_label("Je naam").fill("Wim")
    await guest.page.get_by_role("button", name="Naar de tafel").click()
    await guest.sit(Seat.NORTH)
    await host.sit(Seat.SOUTH)
    await host.find("[data-fill]").click()
    await host.start()
    for player in (host, guest):
        await player.dealt()
        await expect(player.page.get_by_text("Ronde 1 van 3")).to_be_visible()


async def tab_to(player: Player, wanted: Locator) -> None:
    """Press Tab until this has the focus."""
    for _ in range(80):
        if await wanted.evaluate(
            "one => one === document.activeElement || one.contains(document.activeElement)"
        ):
            return
        await player.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {wanted}")


async def test_a_round_is_played_with_the_keyboard_alone(house: House) -> None:
    player = await house.device(size=LAPTOP, settings={"rules": {"base": "amsterdam", "end": {"rounds": 1}}})
    page, keys = player.page, player.page.keyboard
    await player.go("/")
    await tab_to(player, page.get_by_role("link", name="Nieuwe tafel"))
    await keys.press("Enter")
    await tab_to(player, page.get_by_label("Je naam"))
    await keys.type("Zus")
    for pause, key in (
        ("Pauze na een slag", "Home"),
        ("Pauze na een ronde", "End"),
        ("Tempo van bots", "Home"),
    ):
        await tab_to(player, page.get_by_label(pause))
        await keys.press(key)  # none; a minute
    await tab_to(player, page.get_by_role("button", name="Tafel openen"))
    await keys.press("Enter")
    await expect(player.find("[data-sit=S]")).to_be_visible()
    await tab_to(player, player.find("[data-sit=S]"))
    await keys.press("Enter")
    await tab_to(player, player.find("[data-fill]"))
    await keys.press("Enter")
    await expect(player.find("[data-start]")).to_be_enabled()
    await tab_to(player, player.find("[data-start]"))
    await keys.press("Enter")
    await player.dealt()

    number = 0
    while not await player.is_there("[data-round]"):
        if await player.is_there("[data-suit]"):
            await tab_to(player, player.find("[data-suit=C]"))
            await keys.press("Space")
            await expect(player.find("[data-suit]")).to_have_count(0)
        elif offered := await player.playable():
            shown = await player.named("[role=toolbar] [data-card]", "data-card")
            card = str(next(iter(offered)))
            if number % 2:  # by its place
                await keys.press(str(shown.index(card) + 1))
            else:  # by walking there
                await tab_to(player, player.find("[role=toolbar]"))
                await keys.press("Home")
                for _ in range(shown.index(card)):
                    await keys.press("ArrowRight")
                await expect(player.card(card)).to_be_focused()
                await keys.press("Enter")
            await expect(player.card(card)).to_have_count(0)
            number += 1
    assert number == 8

    for key, title in (("s", "Score"), ("?", "Toetsen"), ("l", "Vorige slag")):
        await keys.press(key)
        await expect(page.get_by_role("dialog", name=title)).to_be_visible()
        await keys.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
    await tab_to(player, player.find("[data-tap]"))
    await keys.press("Enter")
    await expect(player.find("[data-over]")).to_be_visible()
