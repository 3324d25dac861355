"""A walk past every screen of the page, for whoever wants to look at all of them: tests, and `make screenshots`."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from playwright.async_api import expect

from e2e.browser import PHONE, TABLET, Json, Size
from e2e.house import House
from e2e.mates import Company
from e2e.player import Player
from e2e.plot import claiming, kinds, move, plot, verzaakt
from klaverjas.actions import ChooseTroef, MakeBid, Pass, RoundAction
from klaverjas.cards import Suit
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import Seat

Language = Literal["nl", "en"]
# South speaks first. The pauses end when everybody wants it, or after the eighth trick.
ROTTERDAM: Json = {"base": "rotterdam", "first_dealer": "E", "end": {"rounds": 2}}
LUGUS: Json = {"base": "lugus", "end": {"rounds": 2}}
PAUSES: Json = {"trick_pause": 3, "round_pause": 60, "bot_pace": 0, "tips": True}


@dataclass(frozen=True)
class Stop:
    """A screen, and the device that shows it."""

    name: str
    device: Player
    display: bool = False


async def tour(house: House, language: Language, size: Size = PHONE) -> AsyncIterator[Stop]:
    """Every screen once; whoever follows may look, and change the size of the window."""
    settings = {"language": language}
    host = await house.device("Zus", size=size, settings=settings)
    host.refusals_expected |= {401}  # whoever never played is nobody yet
    async for stop in _before(house, host):
        yield stop
    guest = await house.device("Kees", size=size, settings=settings)
    company = await Company.at_a_table(house, host, rules=ROTTERDAM, **PAUSES)
    async for stop in _round(company, guest):
        yield stop
    async for stop in _second_round(house, company, settings):
        yield stop
    async for stop in _afterwards(host):
        yield stop
    async for stop in _auction(house, host, guest):
        yield stop
    async for stop in _account(host):
        yield stop


async def _before(house: House, host: Player) -> AsyncIterator[Stop]:
    opener = house.client("Bram")
    await opener.open_table(public=True, rules="amsterdam")
    await opener.connect()
    await host.go("/")
    await expect(host.find(".listed").first).to_be_visible()
    yield Stop("start", host)
    await opener.close()  # so that nobody else's screen shows that table

    await host.go("/ik")
    await expect(host.find("h2")).to_have_count(3)
    yield Stop("my-games-none", host)
    await host.go("/nieuw")
    await host.find("#name").fill("Zus")
    await expect(host.find("form fieldset").first).to_be_visible()
    yield Stop("new-table", host)
    await host.find("form details summary").click()
    await host.find("form details input[type=radio]:not(:checked)").first.check()
    yield Stop("new-table-own-rules", host)
    await host.find("form button.main").click()
    await expect(host.find("[data-sit]")).to_have_count(4)
    await host.sit(Seat.SOUTH)
    await host.find("[data-bot=N]").click()
    await host.find("[aria-expanded=false]").click()  # the QR code
    yield Stop("lobby-empty", host)
    await host.page.get_by_role("button", name=re.compile("Tafel verlaten|Leave table")).click()
    await expect(host.find("[data-sit]")).to_have_count(0)
    await host.go("/regels")
    await expect(host.find("main dl").first).to_be_visible()
    yield Stop("rules", host)
    await host.go("/instellingen")
    await expect(host.find("main input").first).to_be_visible()
    yield Stop("settings", host)
    await host.go("/t/nergens")
    await expect(host.find("h1")).to_be_visible()
    yield Stop("unknown", host)


async def _round(company: Company, guest: Player) -> AsyncIterator[Stop]:
    host = company.south
    yield Stop("lobby", host)
    await guest.go(f"/t/{company.code}")
    await expect(guest.find("#name")).to_be_visible()
    yield Stop("join", guest)
    await host.find("[data-lock]").check()
    await guest.find("#name").fill("Kees")
    await guest.find("form button").click()
    await expect(guest.find("[data-waiting]")).to_be_visible()
    yield Stop("waiting", guest)
    await expect(host.find(".asker button")).to_have_count(2)
    yield Stop("door", host)
    guest.refusals_expected |= {403, 404}
    await host.find(".asker button").last.click()
    await expect(guest.find("[role=alert]")).to_be_visible()
    yield Stop("turned-away", guest)
    await host.find("[data-lock]").uncheck()
    await guest.go("/t/000000")
    await expect(guest.find("[role=alert]")).to_be_visible()
    yield Stop("no-such-table", guest)

    await host.start()
    begin = await company.dealt()
    await expect(host.find("[data-suit]").first).to_be_visible()
    yield Stop("choose-troef", host)

    actions = plot(begin, claiming, _nat_with_claims)
    middle = _moment_of_south(begin, actions)
    round = await company.perform(begin, actions[:middle])
    await company.shown(round)
    yield Stop("in-play", host)
    await host.ask_tip()
    await expect(host.find("[data-tipped]")).not_to_be_empty()
    await host.find("[data-holders]").evaluate("one => { one.open = true }")
    yield Stop("tip", host)
    await host.page.keyboard.press("l")
    await expect(host.find("dialog[open] figure")).to_have_count(4)
    yield Stop("previous-trick", host)
    await host.close_dialog()
    await host.find("header button").first.click()
    await expect(host.find("dialog[open]")).to_be_visible()
    yield Stop("menu", host)
    await host.close_dialog()

    round = await company.act(round, actions[middle])
    await company.shown(round)
    await host.find("[data-roem]").click()
    yield Stop("roem", host)
    await host.close_dialog()
    await host.find("[data-verzaakt]").click()
    yield Stop("accuse", host)
    await host.close_dialog()

    host.network_may_fail = True
    await host.context.set_offline(True)
    await expect(host.find(".banner")).to_be_visible()
    yield Stop("connection-lost", host)
    await host.context.set_offline(False)
    await expect(host.find(".banner")).to_have_count(0)

    round = await company.perform(round, actions[middle + 1 :])
    await expect(host.find("[data-round]")).to_have_count(2)
    yield Stop("round-end", host)
    await host.find(".end summary").click()
    yield Stop("round-end-counted", host)
    await company.others_go_on()
    await host.go_on()


def _nat_with_claims(round: Round) -> bool:
    """Claims right and wrong, nat, and a moment to look around."""
    assert round.result is not None
    return (
        round.result.outcome is Outcome.NAT
        and {"RoemClaimedRight", "RoemClaimedWrong"} <= kinds(round)
        and any(_is_moment(Round.rebuild(round.log[:at])) for at in range(1, len(round.log)))
    )


def _is_moment(round: Round) -> bool:
    """South plays second or third to a trick in the middle of the round: there is time, and much to see."""
    return round.turn is Seat.SOUTH and len(round.table) in (1, 2) and len(round.tricks) in (2, 3, 4)


def _moment_of_south(round: Round, actions: list[RoundAction]) -> int:
    """Before which of these actions that moment is."""
    for at, action in enumerate(actions):
        if _is_moment(round):
            return at
        round, _ = round.apply(action)
    raise AssertionError("there is no such moment")


async def _second_round(house: House, company: Company, settings: Json) -> AsyncIterator[Stop]:
    host = company.south
    begin = await company.dealt()
    display = await house.device("Tab 4", size=TABLET, settings=settings)
    await display.go(f"/t/{company.code}")
    await display.find("#name").fill("Tab 4")
    await display.find("form input[type=checkbox]").check()
    await display.find("form button").click()

    chance = Random(5)
    round = await company.act(begin, ChooseTroef(Seat.WEST, Suit.SPADES))
    for _ in range(7):
        round = await company.act(round, move(round, chance))
    await company.shown(round)
    await display.sees_trick(" ".join(map(str, round.table)))
    yield Stop("display", display, display=True)
    await host.find("header button").first.click()
    await host.find("dialog .stack > label:has(input[type=checkbox])").last.click()
    await host.close_dialog()
    yield Stop("hand-only", host)
    await host.find("header button").first.click()
    await host.find("dialog .stack > label:has(input[type=checkbox])").last.click()
    await host.close_dialog()
    await host.page.keyboard.press("s")
    await expect(host.find("dialog[open] table")).to_be_visible()
    yield Stop("score-sheet", host)
    await host.close_dialog()

    *before, innocent, offender = verzaakt(round, chance, late=False)
    round = await company.perform(round, [*before, innocent])
    await expect(host.find("[data-verdict=accusation-failed]")).to_be_visible()
    await host.close_dialog()
    await company.act(round, offender)
    await expect(host.find("[data-verdict=accusation-proven]")).to_be_visible()
    yield Stop("verdict", host)
    await host.close_dialog()
    await expect(host.find("[data-round]")).to_have_count(2)
    yield Stop("round-end-verzaakt", host)
    yield Stop("display-round-end", display, display=True)
    await company.others_go_on()
    await host.go_on()
    await expect(host.find("[data-over]")).to_be_visible()
    yield Stop("game-end", host)


async def _afterwards(host: Player) -> AsyncIterator[Stop]:
    await host.find("[data-review]").click()
    await expect(host.find(".controls, [type=range]").first).to_be_visible()
    yield Stop("replay-begin", host)
    await host.find("[type=range]").fill("23")
    yield Stop("replay", host)
    await host.go("/ik")
    await expect(host.find("main li a, main tbody a").first).to_be_visible()
    yield Stop("my-games", host)


async def _auction(house: House, host: Player, judge: Player) -> AsyncIterator[Stop]:
    company = await Company.at_a_table(house, host, rules=LUGUS, **PAUSES)
    await judge.join(company.code)
    await host.page.get_by_role("button", name=re.compile("Maak arbiter|Make arbiter")).click()
    await host.start()
    round = await company.dealt()
    bids: list[RoundAction] = [
        MakeBid(Seat.WEST, Bid(80, Suit.HEARTS)),
        Pass(Seat.NORTH),
        MakeBid(Seat.EAST, Bid(90, Suit.CLUBS)),
    ]
    await company.perform(round, bids)
    await expect(host.find("[data-pass]")).to_be_visible()
    yield Stop("auction", host)

    await host.find("header button").first.click()
    await host.page.get_by_role("button", name=re.compile("Klagen over|Complain about")).click()
    yield Stop("complain", host)
    await host.page.get_by_role("button", name="Otto", exact=True).click()
    await expect(host.find("[data-complaint]")).to_be_visible()
    yield Stop("complaint", host)
    await expect(judge.find("[data-complaint] button")).to_have_count(2)
    yield Stop("arbiter", judge)
    await judge.find("[data-complaint] button").first.click()
    await expect(judge.find(".banner button")).to_have_count(1)
    yield Stop("arbiter-may-take-back", judge)
    yield Stop("penalised", host)


async def _account(host: Player) -> AsyncIterator[Stop]:
    await host.go("/ik")
    await host.page.get_by_role("button", name=re.compile("Ik wil een account|I want an account")).click()
    yield Stop("account-new", host)
    name = host.page.get_by_label(re.compile("^(Naam|Name)$"))
    password = host.page.get_by_label(re.compile("^(Wachtwoord|Password)$"))
    await name.fill(f"Zus {Random().getrandbits(40):010x}")
    await password.fill("een goed wachtwoord")
    await host.page.get_by_role("button", name=re.compile("^(Account maken|Create account)$")).click()
    change = host.page.get_by_role("button", name=re.compile("Wachtwoord wijzigen|Change password"))
    await expect(change).to_be_visible()
    yield Stop("account", host)
    await change.click()
    yield Stop("account-password", host)
    await host.close_dialog()
    erase = host.page.get_by_role("button", name=re.compile("Verwijder mijn gegevens|Delete my data"))
    await erase.click()
    yield Stop("account-erase", host)
    await host.close_dialog()
