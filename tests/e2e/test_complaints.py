"""Complaining at the page, admitting it, and an arbiter at the page who decides (Rules 6.6)."""

from playwright.async_api import expect

from e2e.browser import SMALL_PHONE
from e2e.house import House
from e2e.mates import Company
from e2e.test_screens import hangs_out
from klaverjas.seats import Seat

LUGUS = {"base": "lugus", "first_dealer": "E"}


async def test_a_player_complains_from_the_menu_and_another_admits_it(house: House) -> None:
    player = await house.device(size=SMALL_PHONE)
    company = await Company.at_a_table(house, player, rules=LUGUS, round_pause=60)
    await player.start()
    await company.dealt()
    await player.find("header button").first.click()
    await player.page.get_by_role("button", name="Klagen over praten").click()
    await player.page.get_by_role("button", name="Wim", exact=True).click()
    await expect(player.find("[data-complaint]")).to_contain_text("Wim verried iets")
    assert await hangs_out(player) == []
    otto = company.mates[Seat.EAST]
    await otto.until(lambda: bool(otto.now["may"].get("admit")))
    await otto.do("admit")
    await expect(player.find("[data-complaint]")).to_have_count(0)
    await expect(player.find(".over.done")).to_contain_text("verzaakt")


async def test_an_arbiter_at_the_page_punishes_and_takes_it_back(house: House) -> None:
    player, judge = await house.device("Zus"), await house.device("Eefje")
    company = await Company.at_a_table(house, player, rules=LUGUS, round_pause=60)
    await judge.join(company.code)
    await player.page.get_by_role("button", name="Maak arbiter").click()
    await player.start()
    await company.dealt()
    wim = company.mates[Seat.WEST]
    await wim.until(lambda: bool(wim.now["may"].get("complain")))
    await wim.do("complain", about="S")
    await judge.page.get_by_role("button", name="Straf geven").click()
    await expect(player.find(".over.done")).to_contain_text("verzaakt")
    await judge.page.get_by_role("button", name="Straf terugnemen").click()
    await expect(player.find(".over.done")).to_have_count(0)
    await expect(player.find(".hand [data-card]")).to_have_count(8)
