"""One's own cards: how they are played, and how they are heard."""

import re

from playwright.async_api import Locator, expect

from e2e.browser import PHONE, Device, Json, until
from e2e.house import House
from e2e.player import Player
from klaverjas.cards import Card

ONE_ROUND: Json = {"base": "amsterdam", "end": {"rounds": 1}}


async def first_playable(player: Player) -> str:
    """A card that may be played, as soon as it is this player's turn."""
    if await until(lambda: asked(player), bool) == "troef":
        await player.move()
    return await until(lambda: asked(player), bool)


async def asked(player: Player) -> str:
    """What is this player's to do: to make troef, or to play some card; nothing while others are to act."""
    if await player.is_there("[data-suit]"):
        return "troef"
    return next((str(card) for card in await player.playable()), "")


async def middle_of(card: Locator) -> tuple[float, float]:
    box = await card.bounding_box()
    assert box is not None
    return box["x"] + min(box["width"], 24) / 2, box["y"] + box[
        "height"
    ] / 2  # the next card may cover the rest


async def test_with_two_taps_the_first_only_chooses(house: House) -> None:
    player = await house.device(settings={"taps": 2})
    await house.beside_bots(player)
    name = await first_playable(player)
    card = player.card(name)
    await card.click()
    await expect(card).to_have_attribute("aria-pressed", "true")
    before = await player.hand()
    other = next((str(one) for one in await player.playable() if str(one) != name), None)
    if other is not None:  # a tap on another card chooses that one instead
        await player.card(other).click()
        await expect(card).to_have_attribute("aria-pressed", "false")
        await expect(player.card(other)).to_have_attribute("aria-pressed", "true")
        await card.click()
    assert await player.hand() == before
    await card.click()
    await expect(card).to_have_count(0)
    assert await player.hand() == before - (1 << Card.parse(name))


async def test_a_card_is_dragged_to_the_table_and_a_short_drag_changes_nothing(house: House) -> None:
    player = await house.device(motion=True)
    await house.beside_bots(player)
    name = await first_playable(player)
    card, mouse = player.card(name), player.page.mouse
    x, y = await middle_of(card)
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + 4, y - 30, steps=4)
    await expect(card).to_have_class(re.compile(r"\bdragged\b"))
    await mouse.up()
    await expect(card).not_to_have_class(re.compile(r"\bdragged\b"))
    assert Card.parse(name) in await player.hand()

    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + 20, y - 160, steps=6)
    await mouse.up()
    await expect(card).to_have_count(0)


async def test_a_card_is_played_with_a_finger(house: House) -> None:
    player = await house.device(size=PHONE, has_touch=True, is_mobile=True)
    await house.beside_bots(player)
    name = await first_playable(player)
    x, y = await middle_of(player.card(name))
    await player.page.touchscreen.tap(x, y)
    await expect(player.card(name)).to_have_count(0)


async def test_the_last_card_plays_itself(house: House) -> None:
    player = await house.device(settings={"lastCardPlaysItself": True})
    await house.beside_bots(player, rules=ONE_ROUND, round_pause=60)
    for _ in range(7):
        card = player.card(await first_playable(player))
        await card.click()
        await expect(card).to_have_count(0)
    await expect(player.find("[data-round]").first).to_be_visible()  # nothing more was touched


async def test_cards_have_names_for_who_cannot_see_them(house: House) -> None:
    player = await house.device()
    await house.beside_bots(
        player, rules={"base": "amsterdam", "first_dealer": "E"}, trick_pause=60
    )  # South chooses and leads
    for suit in ("schoppen", "harten", "klaveren", "ruiten"):
        await expect(player.page.get_by_role("button", name=suit, exact=True)).to_be_visible()
    hand = player.page.get_by_role("toolbar", name="Je kaarten")
    for card in await player.hand():
        await expect(hand.get_by_role("button", name=card.name("nl"), exact=True)).to_be_visible()

    await player.page.get_by_role("button", name="harten", exact=True).click()
    await expect(player.find("[data-suit]")).to_have_count(0)
    lead = await first_playable(player)
    await player.card(lead).click()
    spoken = player.find("[role=log]")
    await expect(spoken).to_contain_text(re.compile(r"(Noord|Oost|West) speelt \w+\."))
    await expect(player.page.get_by_role("group", name="De slag")).to_contain_text(re.compile("Noord: "))


async def test_the_game_can_be_left_to_a_bot_and_taken_back(house: House) -> None:
    """Somebody whose page is closed is waited for, until the host lets a bot play."""
    host, guest = await house.device("Zus"), await house.device("Wim")
    code = await house.open_table(host, rules="amsterdam", trick_pause=0, bot_pace=0)
    await guest.join(code)
    await sit_down(host, "S")
    await sit_down(guest, "W")
    await host.find("[data-fill]").click()
    await host.start()
    await expect(guest.find("[data-suit=H]")).to_be_visible()
    await guest.page.goto("about:blank")
    await expect(host.page.get_by_text("Wachten op Wim")).to_be_visible()
    await host.page.get_by_role("button", name="Laat een bot doorspelen").click()
    await host.move()
    await guest.go(f"/t/{code}")
    await expect(guest.find("[role=toolbar]")).to_be_visible()
    await expect(host.page.get_by_text("Wachten op Wim")).to_have_count(0)


async def sit_down(player: Device, seat: str) -> None:
    await player.find(f"[data-sit={seat}]").click()
