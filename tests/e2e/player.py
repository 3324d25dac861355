"""A player at the page: sees what it shows, and acts through its controls alone."""

import asyncio
from typing import cast

from playwright.async_api import Locator, expect

from e2e.browser import Device, until, until_equal
from klaverjas.actions import Accuse, ChooseTroef, Claim, Collect, Knock, MakeBid, Pass, Play, RoundAction
from klaverjas.cards import Card, Hand, Suit
from klaverjas.record import Record, read
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat

HAND = "[role=toolbar] [data-card]"
TRICK = ".trick [data-card]"


class Player(Device):
    """Somebody with a name and, at the table, a seat."""

    name: str
    seat: Seat

    # --- coming to a table -----------------------------------------------------------------------

    async def join(self, code: str) -> None:
        """As somebody who was sent the link."""
        await self.go(f"/t/{code}")
        await self.find("#name").fill(self.name)
        await self.find("form button").click()

    async def sit(self, seat: Seat) -> None:
        await self.find(f"[data-sit={seat.letter}]").click()
        await expect(self.find(f"[data-lobby-seat={seat.letter}].mine")).to_be_visible()
        self.seat = seat

    async def start(self) -> None:
        await self.find("[data-start]").click()

    # --- seeing ----------------------------------------------------------------------------------

    async def hand(self) -> Hand:
        return Hand.parse(" ".join(await self.named(HAND, "data-card")))

    async def dealt(self) -> Hand:
        """The eight cards of a new deal."""
        return await until(self.hand, lambda hand: len(hand) == 8)

    async def playable(self) -> Hand:
        """The cards that the page offers to play now."""
        return Hand.parse(" ".join(await self.named(f"{HAND}[aria-disabled=false]", "data-card")))

    async def trick(self) -> str:
        return " ".join(await self.named(TRICK, "data-card"))

    async def sees_trick(self, cards: str) -> None:
        await until_equal(self.trick, cards)

    def card(self, name: str) -> Locator:
        return self.find(f'[role=toolbar] [data-card="{name}"]')

    async def round_result(self) -> dict[str, str]:
        """What the panel at the end of a round shows, by team."""
        await expect(self.find("[data-round]")).to_have_count(2)
        return {team: await self.find(f"[data-round={team}]").inner_text() for team in ("NS", "WE")}

    async def totals(self) -> dict[str, str]:
        return {team: await self.find(f"[data-total={team}]").first.inner_text() for team in ("NS", "WE")}

    async def correct(self, rules: RuleSet) -> Hand:
        """The cards of which somebody who knows the rules and looks at this page would say that they are correct."""
        cards = [Card.parse(card) for card in (await self.trick()).split()]
        hand = await self.hand()
        if len(cards) in (0, 4):
            return hand
        leader = Seat.parse((await self.named(TRICK, "data-seat"))[0])
        (troef,) = await self.named("[data-troef]", "data-troef")
        return legal_cards(hand, Trick(leader, tuple(cards), Suit.parse(troef) if troef else None), rules)

    async def is_there(self, selector: str) -> bool:
        return await self.find(selector).first.is_visible()

    # --- acting ----------------------------------------------------------------------------------

    async def act(self, action: RoundAction) -> None:
        """Do this with the page's own controls; each waits until the page offers it."""
        match action:
            case ChooseTroef():
                await self.find(f"[data-suit={action.suit.letter}]").click()
            case MakeBid():
                await self.find("#amount").select_option(str(action.bid.points))
                await self.find(f'[data-bid="{action.bid}"]').click()
            case Pass():
                await self.find("[data-pass]").click()
            case Play():
                await self.card(str(action.card)).click()
            case Claim():
                await self.find("[data-roem]").click()
                await self.find(f'[data-claim="{action.points}"]').click()
            case Knock():
                await self.find("[data-roem]").click()
            case Accuse():
                await self.find("[data-verzaakt]").click()
                await self.find(f"[data-accuse={action.accused.letter}]").click()
            case Collect():
                pass  # the pause after a trick ends by itself
            case _:
                raise AssertionError(f"no player does {action}")

    async def ask_tip(self) -> None:
        """Ask for a tip with its numbers: again, while the one who knows them is being compiled."""

        async def explained() -> bool:
            if await self.is_there("[data-outlook]"):
                return True
            await self.page.keyboard.press("t")
            await expect(self.find("[data-tip]")).to_be_enabled()
            await expect(self.find("[data-tip]")).to_have_text("Tip")
            await asyncio.sleep(0.5)  # whoever asks too often must wait longer
            return await self.find("[data-outlook]").count() > 0

        await until(explained, bool)

    async def move(self, rules: RuleSet | None = None) -> None:
        """Do what must be done, as soon as it must; by the *rules*, where the page does not say what is correct."""

        async def asked() -> str:
            if await self.is_there("[data-suit]"):
                return "troef"
            if await self.is_there("[data-pass]"):
                return "bid"
            return "card" if await self.playable() else ""

        match await until(asked, bool):
            case "troef":
                await self.find("[data-suit=H]").click()
                await expect(self.find("[data-suit]")).to_have_count(0)
            case "bid":
                await self.find("[data-pass]").click()
                await expect(self.find("[data-pass]")).to_have_count(0)
            case _:
                card = next(iter(await self.playable() if rules is None else await self.correct(rules)))
                await self.card(str(card)).click()
                await expect(self.card(str(card))).to_have_count(0)

    async def plays_until(self, over: str, rules: RuleSet | None = None) -> None:
        """Move whenever it is asked for, until this is on the page."""

        async def due() -> bool:
            return (
                await self.is_there(over)
                or await self.is_there("[data-suit], [data-pass]")
                or bool(await self.playable())
            )

        while True:
            await until(due, bool)
            if await self.is_there(over):
                return
            await self.move(rules)

    async def close_dialog(self) -> None:
        await self.page.keyboard.press("Escape")
        await expect(self.find("dialog[open]")).to_have_count(0)

    async def collect(self) -> None:
        """Need not wait for the end of the pause after a trick."""
        await self.find("[data-collect]").click()

    async def go_on(self) -> None:
        """Need not wait for the end of the pause after a round."""
        await self.find("[data-tap]").click()

    # --- afterwards ------------------------------------------------------------------------------

    async def record(self) -> Record:
        """The game that has just ended, as the server keeps it."""
        address = await self.find("[data-review]").get_attribute("href")
        answer = await self.context.request.get(
            f"{self.url}/api/games/{cast(str, address).rsplit('/')[-1]}/record"
        )
        assert answer.status == 200
        (record,) = read(await answer.text())
        return record
