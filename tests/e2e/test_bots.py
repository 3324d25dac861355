"""Bots at the page: their levels, and the tips of a strong one."""

import re

from playwright.async_api import expect

from e2e.browser import LAPTOP
from e2e.house import House
from e2e.player import HAND
from klaverjas.seats import Seat


async def test_the_level_that_is_chosen_at_the_start_plays_now_and_is_remembered(house: House) -> None:
    player = await house.device(settings={"language": "nl"})
    await player.go("/")
    level = player.page.get_by_label("Niveau van de bots")
    await expect(level).to_have_value("club")
    await level.select_option(label="sterk")
    await expect(player.page.get_by_text("rekent in het hoofd vooruit")).to_be_visible()
    await player.page.get_by_role("button", name="Speel nu").click()
    await player.dealt()
    for seat in "WNE":
        await expect(player.find(f"[data-seat={seat}] .tag")).to_contain_text("sterk")
    assert (await player.remembers())["level"] == "sterk"
    await player.go("/instellingen")
    await expect(player.page.get_by_role("radio", name=re.compile("^sterk"))).to_be_checked()
    await player.page.get_by_role("radio", name=re.compile("^meester")).check()
    await player.go("/")
    await expect(level).to_have_value("meester")


async def test_a_level_that_this_server_lacks_is_the_usual_one_here(house: House) -> None:
    player = await house.device(settings={"language": "nl", "level": "grootmeester"})
    await player.go("/")
    await expect(player.page.get_by_label("Niveau van de bots")).to_have_value("club")
    await player.page.get_by_role("button", name="Speel nu").click()
    await player.dealt()
    await expect(player.find("[data-seat=N] .tag")).to_contain_text("club")


async def test_the_host_chooses_a_level_for_every_bot_and_others_see_it(house: House) -> None:
    host, guest = await house.device("Zus"), await house.device("Wim", size=LAPTOP)
    code = await house.open_table(host)
    await host.sit(Seat.SOUTH)
    await guest.join(code)
    await host.page.get_by_label("Niveau van nieuwe bots").select_option("beginner")
    await host.find("[data-bot=W]").click()
    await host.find("[data-fill]").click()
    await host.page.get_by_label("Niveau van de bot op Noord").select_option("meester")
    for seat, name in (("W", "beginner"), ("N", "meester"), ("E", "beginner")):
        await expect(guest.find(f"[data-lobby-seat={seat}]")).to_contain_text(name)
    await expect(guest.find("select")).to_have_count(0)
    await host.start()
    await expect(guest.find("[data-seat=N] .tag")).to_contain_text("meester")


async def test_a_tip_by_key_says_why_and_marks_the_card_until_it_is_played(house: House) -> None:
    player = await house.device(settings={"language": "nl"})
    await player.go("/")
    await player.page.get_by_role("button", name="Speel nu").click()
    await player.dealt()
    while not await player.playable():  # troef first, where it is asked
        if await player.is_there("[data-suit]"):
            await player.move()
    await player.page.keyboard.press("t")
    told = player.find("[role=status][data-tipped]")
    await expect(told).to_contain_text(re.compile("^Tip: .+"))
    await expect(told).to_have_attribute("aria-live", "polite")
    card = await told.get_attribute("data-tipped")
    await expect(player.find(f'{HAND}[data-card="{card}"].tipped')).to_have_count(1)
    await player.card(str(card)).click()
    await expect(player.card(str(card))).to_have_count(0)
    await expect(told).to_have_text("")


async def test_friends_have_tips_when_the_host_allows_them(house: House) -> None:
    host = await house.device("Zus")
    await house.beside_bots(host)
    await host.dealt()
    await expect(host.find("[data-tip]")).to_have_count(0)
    await host.page.keyboard.press("t")  # does nothing
    await expect(host.find("[role=status] .bad")).to_have_count(0)

    other = await house.device("Wim")
    await other.go("/nieuw")
    await other.page.get_by_label("Je naam").fill("Wim")
    await other.page.get_by_role("checkbox", name=re.compile("^Tips toegestaan")).check()
    await other.page.get_by_role("button", name="Tafel openen").click()
    await expect(other.page.get_by_text("met tips")).to_be_visible()
    await other.sit(Seat.SOUTH)
    await other.find("[data-fill]").click()
    await other.start()
    await other.dealt()
    await expect(other.page.get_by_role("button", name="Tip")).to_be_visible()
