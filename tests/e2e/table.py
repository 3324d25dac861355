"""Four people at a table, each at a page of their own: what one does, all of them see."""

import asyncio

from playwright.async_api import expect

from e2e.browser import Json, until_equal
from e2e.player import Player
from e2e.plot import needs_taps
from klaverjas.actions import Accuse, Claim, Collect, Knock, Play, RoundAction
from klaverjas.cards import Hand
from klaverjas.events import AccusationProven
from klaverjas.record import verify
from klaverjas.round import Round
from klaverjas.rules.named import rules_from_json
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import TEAMS, Seat


class Table:
    """South, West, North and East; what they have played so far is in ``rounds``."""

    def __init__(self, code: str, players: list[Player], rules: Json) -> None:
        self.code = code
        self.players = players
        self.rules = rules_from_json(rules)
        self.rounds: list[Round] = []

    async def hands(self) -> tuple[Hand, ...]:
        return tuple(await asyncio.gather(*(player.hand() for player in self.players)))

    async def dealt(self) -> Round:
        """The round whose cards the four pages show."""
        hands = tuple(await asyncio.gather(*(player.dealt() for player in self.players)))
        return Round.begin(self.rules, self.rules.first_dealer.after(len(self.rounds)), hands)

    async def perform(self, round: Round, actions: list[RoundAction]) -> Round:
        """The players do this, one after the other; every page follows."""
        for action in actions:
            if not isinstance(action, Collect):  # that the server does
                await self._in_time(round, action)
                await self.by(action).act(action)
            if needs_taps(round, action):  # a lead is a tap
                leader = None if isinstance(action, Collect) else self.by(action)
                await asyncio.gather(*(one.collect() for one in self.players if one is not leader))
            round, events = round.apply(action)
            if len(round.table) == 4 and isinstance(action, Play):
                await self.all_see(round)
            if isinstance(action, Accuse):
                proven = any(isinstance(event, AccusationProven) for event in events)
                await asyncio.gather(*(close_verdict(player, proven=proven) for player in self.players))
        return round

    def by(self, action: RoundAction) -> Player:
        """Whose action it is."""
        seat: Seat = action.seat  # type: ignore[union-attr]
        return self.players[seat]

    async def all_see(self, round: Round) -> None:
        cards = " ".join(map(str, round.table))
        await asyncio.gather(*(player.sees_trick(cards) for player in self.players))

    async def _in_time(self, round: Round, action: RoundAction) -> None:
        """The page knows how far the round is, and offers what the rules allow."""
        player = self.by(action)
        if isinstance(action, Play):
            strict = round.rules.incorrect_card == "refused"
            await until_equal(player.playable, round.correct_cards if strict else round.hands[action.seat])
        elif isinstance(action, Claim | Knock | Accuse) and round.result is None:
            await player.sees_trick(" ".join(map(str, round.table)))

    async def all_see_result(self, round: Round) -> None:
        assert round.result is not None
        wanted = {team.letters: round.result.display[team] for team in TEAMS}
        await asyncio.gather(*(until_equal(player.round_result, wanted) for player in self.players))

    async def ends(self, round: Round) -> None:
        """All see the score of the round, and nobody waits for the end of the pause."""
        await self.all_see_result(round)
        await self.go_on(round)

    async def go_on(self, round: Round) -> None:
        self.rounds.append(round)
        await asyncio.gather(*(player.go_on() for player in self.players))

    async def game_ends(self) -> None:
        """All see the end; it is what the server's record says, and the record is what was played."""
        for player in self.players:
            await expect(player.find("[data-over=finished]")).to_be_visible()
        record = await self.players[0].record()
        assert verify(record).right
        assert [round.log for round in record.game.rounds] == [round.log for round in self.rounds]
        totals = record.game.totals
        for player in self.players:
            assert await player.texts(".points strong") == [str(points) for points in totals]
            won = "Gewonnen!" if record.game.winner is player.seat.team else "Verloren"
            title = "Gelijkspel" if record.game.winner is None else won
            await expect(player.find("[data-over]")).to_have_text(title)
            await self._check_sheet(player)

    async def _check_sheet(self, player: Player) -> None:
        """A row for each deal: what each team got, and how things stood."""
        mine = player.seat.team
        standing = [0, 0]
        rows = player.find("table.sheet tbody tr")
        assert await rows.count() == len(self.rounds)
        for at, round in enumerate(self.rounds):
            result = round.result
            assert result is not None
            cells = [text.strip() for text in await rows.nth(at).locator("td").all_inner_texts()]
            if result.outcome is Outcome.PASSED_OUT:
                assert cells[0] == "Iedereen past"
                continue
            for place, team in enumerate((mine, mine.opponents)):
                standing[team] += result.score[team]
                assert result.display[team] in cells[place]
                assert cells[2 + place] == str(standing[team])
        foot = await player.texts("table.sheet tfoot strong")
        assert foot == [str(standing[mine]), str(standing[mine.opponents])]


async def close_verdict(player: Player, *, proven: bool) -> None:
    await expect(player.find(f"[data-verdict=accusation-{'proven' if proven else 'failed'}]")).to_be_visible()
    await player.close_dialog()
