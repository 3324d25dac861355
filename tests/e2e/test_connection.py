"""Nothing is lost: a page that is loaded again, a network that goes away, a server that is killed."""

import re

from playwright.async_api import expect

from e2e.browser import until, until_equal
from e2e.house import House
from e2e.player import Player
from klaverjas.cards import Card
from klaverjas.seats import Seat
from table_server import TableServer

LOST = "Verbinding verbroken"


async def in_mid_trick(player: Player) -> str:
    """It is this player's turn, and cards of others lie there; they are shown in order."""
    while True:
        await until(lambda: asked(player), bool)
        trick = await player.trick()
        if trick and len(trick.split()) < 4 and await player.playable():
            return trick
        await player.move()


async def asked(player: Player) -> bool:
    return await player.is_there("[data-suit]") or bool(await player.playable())


async def test_a_refresh_in_mid_trick_comes_back_to_the_same_seat_and_cards(house: House) -> None:
    player = await house.device(worker=True)
    await house.beside_bots(player)
    trick, hand = await in_mid_trick(player), await player.hand()
    offered = await player.playable()
    totals = await player.totals()
    await player.page.reload()
    await player.sees_trick(trick)
    assert await player.hand() == hand
    assert await player.playable() == offered
    assert await player.totals() == totals
    await expect(player.find(".at.bottom [data-seat=S]")).to_contain_text("Zus")
    await player.move()


async def test_a_lost_network_is_told_and_play_goes_on_when_it_is_back(house: House) -> None:
    player, other = await house.device(), await house.device("Noor")
    code = await house.open_table(player, rules="amsterdam", bot_pace=0, trick_pause=0)
    await other.join(code)
    await player.sit(Seat.SOUTH)
    await other.sit(Seat.NORTH)
    await player.find("[data-fill]").click()
    await player.start()
    while not (await player.playable()):  # North may have to lead
        if await other.playable() or await other.is_there("[data-suit]"):
            await other.move()
    hand = await player.hand()

    player.network_may_fail = True
    await player.context.set_offline(True)
    await expect(player.find(".banner")).to_contain_text(LOST)
    await expect(other.find(".banner")).to_contain_text("Wachten op Zus")
    await player.context.set_offline(False)
    await expect(player.find(".banner")).to_have_count(0)
    await expect(other.find(".banner")).to_have_count(0)
    assert await player.hand() == hand
    await player.move()


async def test_a_killed_server_that_is_started_again_finds_everyone_at_the_table(
    house: House, server: TableServer
) -> None:
    player = await house.device()
    await house.beside_bots(player)
    trick, hand = await in_mid_trick(player), await player.hand()
    card = str(next(iter(await player.playable())))
    player.network_may_fail = True
    server.kill()
    try:
        await expect(player.find(".banner")).to_contain_text(LOST)
        await player.sees_trick(trick)
        await player.card(card).click()  # said once, and done once, when there is somebody to hear it
    finally:
        server.start()
    await expect(player.find(".banner")).to_have_count(0)
    await expect(player.card(card)).to_have_count(0)
    await until_equal(player.hand, hand - (1 << Card.parse(card)))
    await player.move()


async def test_the_page_opens_without_a_network_and_says_so(house: House) -> None:
    player = await house.device(worker=True)
    await player.go("/")
    await player.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    player.network_may_fail = True
    await player.context.set_offline(True)
    await player.page.reload()
    await expect(player.page.get_by_role("heading", name="Klaverjassen")).to_be_visible()
    await expect(player.find("[role=alert]")).to_contain_text("De server antwoordt niet")
    await player.go("/regels")
    await expect(player.page.get_by_role("heading", name="Waar gaat het om?")).to_be_visible()
    await expect(player.find("main dl").first).to_contain_text("Delen")  # those of the rule set, too
    await player.go("/")
    await player.context.set_offline(False)
    await player.page.reload()
    await expect(player.find("[role=alert]")).to_have_count(0)


async def test_a_table_that_is_not_there_is_told(house: House) -> None:
    player = await house.device()
    await player.context.request.post(f"{player.url}/api/tables", data={"name": "Zus"})  # so that it is known
    await player.go("/t/000000")
    await expect(player.find("h1")).to_have_text("Deze tafel is er niet meer")
    await player.page.get_by_role("link", name="Naar het begin").click()
    await expect(player.page.get_by_role("button", name=re.compile("Speel nu"))).to_be_visible()
