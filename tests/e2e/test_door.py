"""The door of a table in the page: the lock, the host's yes and no, and a link from before a removal."""

import re

from playwright.async_api import expect

from e2e.house import House
from e2e.player import Player


async def ask_to_come_in(player: Player, path: str, name: str) -> None:
    await player.go(path)
    await player.page.get_by_label("Onder welke naam").fill(name)
    await player.page.get_by_role("button", name="Naar de tafel").click()


async def link_of(host: Player) -> str:
    """The link that the lobby offers, without the server."""
    found = await host.page.evaluate(
        "fetch('/api/tables/' + location.pathname.slice(3)).then((a) => a.json())"
    )
    return "/t/" + str(found["link"]).split("/t/")[1]


async def test_a_host_locks_the_table_and_answers_whoever_knocks(house: House) -> None:
    host, guest, other = await house.device(), await house.device("Wim"), await house.device("Noor")
    code = await house.open_table(host)
    await host.find("[data-lock]").check()
    await ask_to_come_in(guest, f"/t/{code}", "Wim")
    await expect(guest.find("[data-waiting]")).to_contain_text("Wachten tot de gastheer je binnenlaat")
    await expect(guest.page.get_by_text("Zus")).to_have_count(0)  # nothing of the table
    door = host.page.get_by_role("region", name="Aan de deur")
    await expect(door).to_contain_text("Wim wil binnenkomen.")
    await guest.page.reload()  # and goes on waiting
    await expect(guest.find("[data-waiting]")).to_be_visible()
    await door.get_by_role("button", name="Binnenlaten: Wim").click()
    await expect(guest.page.get_by_text("De tafel is op slot")).to_be_visible()
    await expect(door).to_have_count(0)

    other.refusals_expected |= {403}
    await ask_to_come_in(other, f"/t/{code}", "Noor")
    await door.get_by_role("button", name="Weigeren: Noor").click()
    await expect(other.page.get_by_role("alert")).to_contain_text("niet binnengelaten")


async def test_after_a_removal_the_old_link_asks_and_the_new_one_does_not(house: House) -> None:
    host, guest, friend = await house.device(), await house.device("Wim"), await house.device("Noor")
    code = await house.open_table(host)
    old = await link_of(host)
    assert re.fullmatch(rf"/t/{code}#[0-9a-f]{{32}}", old)
    await ask_to_come_in(guest, old, "Wim")
    await host.page.get_by_role("button", name="Verwijderen: Wim").click()
    await expect(guest.page.get_by_text("De gastheer heeft je van deze tafel verwijderd.")).to_be_visible()
    await expect(host.page).not_to_have_url(re.compile(code))
    new = await link_of(host)
    assert new != old
    await ask_to_come_in(friend, new, "Noor")
    await expect(friend.page.get_by_role("heading", name="Klaar om te spelen?")).to_be_visible()

    again = await house.device("Wim")
    await ask_to_come_in(again, old, "Wim weer")
    await expect(again.find("[data-waiting]")).to_be_visible()
    await expect(host.page.get_by_role("region", name="Aan de deur")).to_contain_text("met een oude link")
    await host.page.get_by_role("button", name="Binnenlaten: Wim weer").click()
    await expect(again.page.get_by_role("heading", name="Klaar om te spelen?")).to_be_visible()
    assert again.page.url.endswith(new.partition("#")[0])
