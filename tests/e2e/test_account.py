"""The account on the page: made, entered, its password changed, erased; and what somebody has played."""

from playwright.async_api import expect

from accounts import PASSWORD, unique
from e2e.browser import LAPTOP
from e2e.house import House
from e2e.player import Player
from table_client import QUICK

BETTER = "nog een beter wachtwoord"


async def fill(player: Player, name: str, password: str) -> None:
    await player.page.get_by_label("Naam", exact=True).fill(name)
    await player.page.get_by_label("Wachtwoord", exact=True).fill(password)


async def press(player: Player, name: str) -> None:
    await player.page.get_by_role("button", name=name, exact=True).click()


async def enter(player: Player, name: str, password: str) -> None:
    await player.go("/ik")
    await fill(player, name, password)
    await press(player, "Inloggen")


async def test_an_account_is_made_its_password_changed_and_erased(house: House) -> None:
    home, phone, name = await house.device(size=LAPTOP), await house.device(), unique("Wim")
    home.refusals_expected = phone.refusals_expected = {401}  # wrong passwords, and a session that has ended
    page = home.page
    await home.go("/ik")
    await press(home, "Ik wil een account")
    await fill(home, name, PASSWORD)
    await press(home, "Account maken")
    await expect(page.get_by_text(f"Ingelogd als {name}.")).to_be_visible()
    await enter(phone, name, PASSWORD)
    await expect(phone.page.get_by_text(f"Ingelogd als {name}.")).to_be_visible()

    await press(home, "Wachtwoord wijzigen")
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Huidig wachtwoord").fill("verkeerd")
    await dialog.get_by_label("Nieuw wachtwoord").fill(BETTER)
    await dialog.get_by_role("button", name="Wachtwoord wijzigen").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Naam of wachtwoord klopt niet.")
    await dialog.get_by_label("Huidig wachtwoord").fill(PASSWORD)
    await dialog.get_by_role("button", name="Wachtwoord wijzigen").click()
    await expect(page.get_by_role("status").get_by_text("Je wachtwoord is gewijzigd.")).to_be_visible()
    await expect(page.get_by_text(f"Ingelogd als {name}.")).to_be_visible()
    # The other device is logged out, and the old password no longer good.
    await enter(phone, name, PASSWORD)
    await expect(phone.page.get_by_role("alert")).to_have_text("Naam of wachtwoord klopt niet.")
    await enter(phone, name, BETTER)
    await expect(phone.page.get_by_text(f"Ingelogd als {name}.")).to_be_visible()

    await press(phone, "Verwijder mijn gegevens")
    dialog = phone.page.get_by_role("dialog")
    sure = dialog.get_by_role("button", name="Ja, wis mijn gegevens")
    await expect(sure).to_be_disabled()
    password = dialog.get_by_label("Wachtwoord, om zeker te weten dat jij het bent")
    await password.fill(PASSWORD)
    await sure.click()
    await expect(dialog.get_by_role("alert")).to_have_text("Naam of wachtwoord klopt niet.")
    await password.fill(BETTER)
    await sure.click()
    await expect(phone.page.get_by_text("Je gegevens zijn gewist.")).to_be_visible()
    await home.go("/ik")
    await expect(page.get_by_role("button", name="Inloggen")).to_be_visible()


async def test_a_table_that_is_open_goes_on_after_logging_in_and_stops_after_logging_out(
    house: House,
) -> None:
    player, other, name = await house.device(), house.client("Noor"), unique("Wim")
    assert (
        await other.http.post("/api/me/account", json={"name": name, "password": PASSWORD})
    ).status_code == 201
    player.refusals_expected = {401}
    code = await house.open_table(player, **QUICK)
    tab = await player.context.new_page()
    await tab.goto(f"{house.server.url}/ik")
    await tab.get_by_label("Naam", exact=True).fill(name)
    await tab.get_by_label("Wachtwoord", exact=True).fill(PASSWORD)
    await tab.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(tab.get_by_text(f"Ingelogd als {name}.")).to_be_visible()
    await player.find("[data-fill]").click()  # the table came back with the new cookie
    await expect(player.find("[data-fill]")).to_have_count(0)
    await tab.get_by_role("button", name="Overal uitloggen").click()
    await expect(tab.get_by_text("Je bent uitgelogd.")).to_be_visible()
    await expect(player.find("#name")).to_be_visible()  # join with a name
    assert code in player.page.url
    await tab.close()
