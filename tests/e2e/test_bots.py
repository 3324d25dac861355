"""Bots at the page: their levels, and the tips of a strong one."""

import re

import pytest
from playwright.async_api import expect

from e2e.browser import LAPTOP, SMALL_PHONE, Size
from e2e.house import House
from e2e.player import HAND
from klaverjas.cards import DECK, Card
from klaverjas.seats import Seat


async def test_the_level_that_is_chosen_at_the_start_plays_now_and_is_remembered(house: House) -> None:
    player = await house.device(settings={"language": "nl"})
    await player.go("/")
    level = player.page.get_by_label("Niveau van de bots")
    await expect(level).to_have_value("club")
    await level.select_option(label="sterk")
    await expect(player.page.get_by_text("onthoudt wat er weg is")).to_be_visible()
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


@pytest.mark.parametrize("size", [SMALL_PHONE, LAPTOP], ids=["phone", "laptop"])
async def test_a_tip_is_drawn_in_numbers(house: House, size: Size) -> None:
    player = await house.device(size=size, settings={"language": "nl"})
    rules = {"base": "rotterdam", "first_dealer": "E"}  # South names troef, and leads
    await house.open_table(player, rules=rules, bot_pace=0, trick_pause=0, tips=True)
    await player.sit(Seat.SOUTH)
    await player.find("[data-fill]").click()
    await player.start()
    hand = await player.dealt()
    await player.find("[data-suit=S]").click()
    await expect(player.find(f"{HAND}[aria-disabled=false]")).to_have_count(8)
    await player.ask_tip()
    numbers = player.find("[data-outlook]")
    await expect(numbers).to_be_visible()

    tipped = await player.find("[data-tipped]").get_attribute("data-tipped")
    choices = numbers.get_by_role("table", name="Verwachte punten voor of achter").get_by_role("row")
    await expect(choices).to_have_count(8)
    for text in await choices.all_inner_texts():
        assert re.search(r"(0|[+−]\d+)(\s|$)", text), text
    names = await numbers.get_by_role("rowheader").all_inner_texts()
    assert all(any(card.name("nl") in name for name in names) for card in hand)
    best = numbers.locator(".best")
    await expect(best).to_have_count(1)
    await expect(best).to_contain_text(Card.parse(str(tipped)).name("nl"))

    meter = numbers.get_by_role("meter", name="Kans op nat (wij)")
    assert 0 <= int(await meter.get_attribute("aria-valuenow") or -1) <= 100
    await expect(meter).to_have_attribute("aria-valuetext", re.compile(r"^\d+%$"))

    grid = player.find("[data-holders]")
    if size != LAPTOP:
        await expect(grid.locator("table").first).to_be_hidden()
        await grid.locator("summary").focus()
        await player.page.keyboard.press("Enter")
    chances = grid.locator("td.chance")
    await expect(chances).to_have_count(3 * (32 - 8))
    await expect(chances.first).to_be_visible()
    assert await player.named("[data-holders] caption", "class") == ["only-read"] * 4
    hidden = [name.split()[0] for name in await grid.get_by_role("columnheader").all_inner_texts()]
    assert sorted(hidden) == sorted(card.name("nl") for card in DECK if card not in hand)
    box = await player.find(".side section" if size == LAPTOP else ".tip").bounding_box()
    own = await player.find(".own").bounding_box()
    assert box is not None
    assert own is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0]
    assert 0 <= box["y"] <= box["y"] + box["height"] <= (size[1] if size == LAPTOP else own["y"])

    if size != LAPTOP:  # closed once, it stays closed at the next tip
        await player.page.get_by_text("In cijfers").click()
        await expect(numbers).to_be_hidden()
    await player.card(str(tipped)).click()
    await expect(numbers).to_have_count(0)


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
