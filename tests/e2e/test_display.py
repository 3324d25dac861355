"""A tablet on the table and phones in the hands: the tablet shows the trick, the phones the cards."""

import json

from playwright.async_api import WebSocket, expect

from e2e.browser import TABLET, Json, until, until_equal
from e2e.house import House
from e2e.player import HAND
from klaverjas.seats import Seat


def heard_by(frames: list[Json]) -> set[str]:
    """Every hand that was ever told in these messages."""
    hands = set()
    for frame in frames:
        for event in frame.get("events", []):
            if event["kind"] == "dealt":
                hands.add(str(event["hand"]))
        round = (frame.get("game") or {}).get("round")
        if round:
            hands.add(str(round["hand"]))
    return hands


async def test_a_display_shows_the_trick_and_no_hand_and_the_phones_only_the_hand(house: House) -> None:
    south, north = await house.device("Zus"), await house.device("Noor")
    display = await house.device("Tafel", size=TABLET)
    frames: list[Json] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    display.page.on("websocket", listen)
    code = await house.open_table(south, rules="amsterdam", bot_pace=0, trick_pause=60)
    await north.join(code)
    await display.go(f"/t/{code}")
    await display.find("#name").fill(display.name)
    await display.page.get_by_label("Dit is het scherm op tafel").check()
    await display.find("form button").click()
    await expect(display.page.get_by_text("Nog niet begonnen")).to_be_visible()
    await south.sit(Seat.SOUTH)
    await north.sit(Seat.NORTH)
    await south.find("[data-fill]").click()
    await south.start()

    await north.move()  # West, a bot, chose troef and led
    await south.move()
    trick = await until(south.trick, lambda cards: len(cards.split()) == 4)
    await display.sees_trick(trick)
    await expect(display.find(HAND)).to_have_count(0)
    await expect(display.find("[data-seat] .name")).to_have_count(4)

    await display.page.reload()
    await display.sees_trick(trick)
    await expect(display.find(HAND)).to_have_count(0)
    assert heard_by(frames) == {"None"}

    # Only the hand, on a phone beside a display.
    await expect(south.find(".trick")).to_be_visible()
    await south.page.get_by_role("button", name="Menu").click()
    await south.page.get_by_label("Alleen mijn hand tonen").check()
    await south.close_dialog()
    await expect(south.find(".trick")).to_have_count(0)
    await expect(south.find("[data-turn]")).to_have_count(0)
    hand = await south.hand()
    await south.page.reload()
    await until_equal(south.hand, hand)
    await expect(south.find(".trick")).to_have_count(0)
