"""What people do besides playing: walk away, hold a key down, change the language, have a long name."""

import re
from random import Random

import pytest
from playwright.async_api import expect

from e2e.browser import SMALL_PHONE, until
from e2e.house import House
from e2e.mates import Company
from e2e.plot import move, plot
from e2e.test_hand import first_playable
from e2e.test_screens import hangs_out
from klaverjas.actions import MakeBid, Pass
from klaverjas.cards import Suit
from klaverjas.rules.auction import Bid
from klaverjas.seats import Seat

LONG = "W" * 50
FOCUS = "document.activeElement?.dataset.card ?? document.activeElement?.tagName"


async def test_whoever_joined_by_a_link_and_walks_away_is_waited_for(house: House) -> None:
    host, guest = await house.device("Zus"), await house.device("Bea")
    code = await house.open_table(host, rules="amsterdam", bot_pace=0, trick_pause=0)
    await guest.join(code)
    await host.sit(Seat.SOUTH)
    await guest.sit(Seat.NORTH)
    await host.find("[data-fill]").click()
    await host.start()
    await expect(guest.find(".hand")).to_be_visible()
    await guest.find("header button").first.click()
    await guest.page.get_by_role("link", name="Naar het begin").click()
    await expect(host.find(".banner")).to_contain_text("Wachten op Bea")
    await guest.page.go_back()
    await expect(host.find(".banner")).to_have_count(0)


async def test_a_key_that_is_held_down_knocks_once(house: House) -> None:
    player = await house.device()
    company = await Company.at_a_table(
        house, player, rules={"base": "lugus", "first_dealer": "E"}, trick_pause=4, round_pause=4
    )
    await player.start()
    round = await company.dealt()
    round = await company.act(round, MakeBid(Seat.SOUTH, Bid(80, Suit.HEARTS)))
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST):
        round = await company.act(round, Pass(seat))
    await player.card(str(next(iter(round.hands[Seat.SOUTH])))).click()
    await expect(player.find("[data-roem]")).to_be_enabled()
    for _ in range(5):
        await player.page.keyboard.down("r")  # the second and later ones are repeats
    await player.page.keyboard.up("r")
    await expect(player.find(".bubble")).to_have_text("✕")
    wim = company.mates[Seat.WEST]
    await wim.do("play", card=wim.now["may"]["play"].split()[0])  # so that all that was said has come
    assert sum(event["kind"] == "knocked" for event in wim.events) == 1


async def test_another_language_at_the_table_leaves_everything_where_it_is(house: House) -> None:
    player = await house.device(size=(1280, 800))
    await house.beside_bots(player)
    await first_playable(player)
    lines = await player.find("aside li").count()
    assert lines > 3
    await player.find("header button").first.click()
    await player.page.get_by_role("button", name="Instellingen").click()
    await player.page.get_by_role("radio", name="English").check()
    await expect(player.page.get_by_role("dialog").get_by_role("heading", name="Settings")).to_be_visible()
    await player.close_dialog()
    assert await player.find("aside li").count() >= lines
    await expect(player.find("aside h2")).to_have_text("Log")
    await player.move()


async def test_a_refusal_is_seen_in_the_dialog_that_asked(house: House) -> None:
    player = await house.device()
    await house.open_table(player, rules="amsterdam")
    await player.page.get_by_role("button", name="Wijzigen").click()
    number = player.find("dialog input[type=number]").last
    await number.fill("9999999")
    await player.page.get_by_role("button", name="Bewaren").click()
    await expect(player.find("dialog [role=alert]")).to_be_visible()
    await expect(number).to_be_focused()
    await number.fill("100")
    await player.page.get_by_role("button", name="Bewaren").click()
    await expect(player.find("dialog[open]")).to_have_count(0)


async def test_a_roem_dialog_closes_when_the_moment_has_passed(house: House) -> None:
    player = await house.device()
    company = await Company.at_a_table(
        house, player, rules={"base": "rotterdam", "first_dealer": "E"}, trick_pause=1, round_pause=4
    )
    await player.start()
    await company.dealt()
    await player.move()  # hearts
    await player.move(company.rules)
    await player.page.keyboard.press("r")
    await expect(player.find("[data-claim]").first).to_be_visible()
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST):
        mate = company.mates[seat]
        await mate.until(lambda mate=mate: bool(mate.now["may"].get("play")))  # type: ignore[misc]
        await mate.do("play", card=mate.now["may"]["play"].split()[0])
    await expect(player.find("dialog[open]")).to_have_count(0)


async def test_a_lead_is_seen_to_wait_until_all_have_tapped(house: House) -> None:
    player = await house.device()
    company = await Company.at_a_table(
        house, player, rules={"base": "rotterdam", "first_dealer": "E"}, trick_pause=60, round_pause=4
    )
    await player.start()
    begin = await company.dealt()
    won_by_south = plot(begin, move, lambda played: played.tricks[0].winner is Seat.SOUTH)
    round = await company.perform(begin, won_by_south[:5])
    await company.shown(round)
    first, second = (str(card) for card in list(round.hands[Seat.SOUTH])[:2])
    await player.card(first).click()
    await expect(player.card(first)).to_have_class(re.compile("chosen"))
    await expect(player.find(".says")).to_have_text("wacht op de anderen")
    await player.card(second).click()
    await expect(player.card(second)).to_have_class(re.compile("chosen"))
    await expect(player.card(first)).not_to_have_class(re.compile("chosen"))
    await company.mates[Seat.WEST].do("claim", points=20)
    await company.others_go_on()
    await player.sees_trick(second)


async def test_the_focus_stays_in_the_hand(house: House) -> None:
    player = await house.device()
    await house.beside_bots(player)
    name = await first_playable(player)
    await player.card(name).focus()
    await player.page.keyboard.press("Enter")
    await expect(player.card(name)).to_have_count(0)
    left = {str(card) for card in await player.hand()}
    await until(lambda: player.page.evaluate(FOCUS), lambda focus: focus in left)


@pytest.mark.parametrize("entry", ["Spelregels", "Toetsen"])
async def test_the_focus_returns_to_where_the_dialogs_were_opened(house: House, entry: str) -> None:
    player = await house.device()
    await house.beside_bots(player)
    menu = player.find("header button").first
    await menu.focus()
    await player.page.keyboard.press("Enter")
    await player.page.get_by_role("button", name=entry).focus()
    await player.page.keyboard.press("Enter")
    await expect(player.page.get_by_role("dialog").get_by_role("heading", name=entry)).to_be_visible()
    await player.close_dialog()
    await expect(menu).to_be_focused()


async def test_a_game_is_not_ended_by_one_tap(house: House) -> None:
    player = await house.device()
    await house.beside_bots(player)
    await player.find("header button").first.click()
    await player.page.get_by_role("button", name="Ik wil nu stoppen").click()
    await expect(player.find("[data-over]")).to_have_count(0)
    await player.page.get_by_role("button", name="Ja, stoppen").click()
    await expect(player.find("[data-over=agreed]")).to_be_visible()


async def test_a_screen_that_shows_the_table_shows_it_again_after_a_refresh(house: House) -> None:
    player = await house.device(size=(1024, 768))
    await house.open_table(player, rules="amsterdam")
    await player.page.get_by_role("button", name="Tafel op dit scherm").click()
    await expect(player.find(".display")).to_be_visible()
    await player.page.reload()
    await expect(player.find(".display")).to_be_visible()
    await player.page.get_by_role("button", name="Terug").click()
    await expect(player.find("[data-start]")).to_be_visible()


async def test_settings_of_two_tabs_do_not_undo_each_other(house: House) -> None:
    player = await house.device()
    await player.go("/instellingen")
    other = await player.context.new_page()
    await other.goto(f"{player.url}/instellingen")
    await player.page.get_by_role("radio", name="grote letters").check()
    await expect(other.get_by_role("radio", name="grote letters")).to_be_checked()
    await other.get_by_role("radio", name="English").check()
    await expect(player.page.get_by_role("heading", name="Settings")).to_be_visible()
    await expect(player.page.get_by_role("radio", name="large print")).to_be_checked()


async def test_a_name_of_fifty_letters_breaks_no_screen(house: House) -> None:
    player = await house.device(LONG, size=SMALL_PHONE)
    names = {Seat.WEST: "X" * 50, Seat.NORTH: "Y" * 50, Seat.EAST: "مرحبا بالعالم كله من هولندا"}
    rules = {"base": "amsterdam", "end": {"rounds": 1}}
    company = await Company.at_a_table(house, player, names=names, rules=rules, trick_pause=0, round_pause=60)
    assert await hangs_out(player) == []
    await player.start()
    round = await company.dealt()
    await expect(player.find(".hand")).to_be_visible()
    assert await hangs_out(player) == []
    chance = Random(4)
    while round.result is None:
        round = await company.act(round, move(round, chance))
        if len(round.table) == 2:
            await company.shown(round)
            assert await hangs_out(player) == []
    await player.go_on()
    await company.others_go_on()
    await expect(player.find("[data-over]")).to_be_visible()
    assert await hangs_out(player) == []
    await player.find("[data-review]").click()
    await expect(player.find("[type=range]")).to_be_visible()
    assert await hangs_out(player) == []
    await player.go("/ik")
    await expect(player.find("main li a").first).to_be_visible()
    assert await hangs_out(player) == []


async def test_who_watched_is_not_sent_to_a_game_that_he_may_not_see(house: House) -> None:
    player, guest = await house.device("Zus"), await house.device("Kees")
    code = await house.beside_bots(player, rules={"base": "amsterdam", "end": {"rounds": 1}}, round_pause=0)
    await guest.join(code)
    await player.plays_until("[data-over]")
    await expect(guest.find("[data-over]")).to_be_visible()
    await expect(guest.find("[data-review]")).to_have_count(0)
    address = await player.find("[data-review]").get_attribute("href")
    stranger = await house.device("Vreemd")
    for device in (guest, stranger):
        device.refusals_expected |= {401, 403}
        await device.go(str(address))
        await expect(device.find("[role=alert]")).to_contain_text("Alleen wie meedeed")
        await expect(device.find("main button")).to_have_count(0)  # trying again would change nothing
