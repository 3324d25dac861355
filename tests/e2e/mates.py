"""One browser at a table with three players who need none: they speak the protocol themselves, and cost nothing."""

import asyncio
from typing import Any, get_args

from e2e.browser import until
from e2e.house import House
from e2e.player import Player
from e2e.plot import needs_taps
from klaverjas.actions import Accuse, ChooseTroef, Claim, Collect, Knock, MakeBid, Pass, Play, RoundAction
from klaverjas.cards import Hand
from klaverjas.events import RoundEvent
from klaverjas.round import Round
from klaverjas.rules.named import rules_from_json
from klaverjas.seats import SEATS, Seat
from table_client import Client, Json

MATES = {Seat.WEST: "Wim", Seat.NORTH: "Noor", Seat.EAST: "Otto"}
# The events of a round: by them everyone knows how far it is.
OF_A_ROUND = {event.__name__ for event in get_args(RoundEvent)}


def command_of(action: RoundAction) -> Json:
    """An action as the protocol says it."""
    match action:
        case ChooseTroef():
            return {"do": "troef", "suit": action.suit.letter}
        case MakeBid():
            return {"do": "bid", "bid": str(action.bid)}
        case Pass():
            return {"do": "pass"}
        case Play():
            return {"do": "play", "card": str(action.card)}
        case Claim():
            return {"do": "claim", "points": action.points}
        case Knock():
            return {"do": "knock"}
        case Accuse():
            return {"do": "accuse", "accused": action.accused.letter}
        case _:
            raise AssertionError(f"no player does {action}")


def heard(client: Client) -> int:
    """How many events of the round this client knows."""
    number = 0
    for event in client.events:
        if event["kind"] == "dealt":
            number = 0
        number += event["kind"].title().replace("-", "") in OF_A_ROUND
    return number


class Company:
    """South at a page, host of the table; the others beside it."""

    def __init__(self, code: str, south: Player, mates: dict[Seat, Client], rules: Json) -> None:
        self.code = code
        self.south = south
        self.mates = mates
        self.rules = rules_from_json(rules)
        self.rounds = 0

    @classmethod
    async def at_a_table(
        cls, house: House, south: Player, *, rules: Json, names: dict[Seat, str] = MATES, **table: Any
    ) -> "Company":
        """All are seated; the game has not begun."""
        code = await house.open_table(south, rules=rules, **table)
        mates = {seat: house.client(name) for seat, name in names.items()}
        for seat, mate in mates.items():
            assert (await mate.join(code)).status_code == 200
            await mate.connect()
            await mate.do("sit", seat=seat.letter)
        await south.sit(Seat.SOUTH)
        return cls(code, south, mates, rules)

    async def dealt(self) -> Round:
        """The cards of the deal that has begun."""
        for mate in self.mates.values():
            await mate.until_event("dealt", self.rounds + 1)
        hands = [
            await self.south.dealt() if seat is Seat.SOUTH else Hand.parse(" ".join(self.mates[seat].hand))
            for seat in SEATS
        ]
        assert sum(map(len, hands)) == 32
        round = Round.begin(self.rules, self.rules.first_dealer.after(self.rounds), tuple(hands))
        self.rounds += 1
        return round

    async def perform(self, round: Round, actions: list[RoundAction]) -> Round:
        for action in actions:
            round = await self.act(round, action)
        return round

    async def act(self, round: Round, action: RoundAction) -> Round:
        after, _ = round.apply(action)
        seat = None if isinstance(action, Collect) else action.seat  # type: ignore[union-attr]
        done = []
        if seat is Seat.SOUTH:
            if isinstance(action, Claim | Knock | Accuse) and round.result is None:
                await self.south.sees_trick(" ".join(map(str, round.table)))
            await self.south.act(action)
        elif seat is not None:
            done.append(self.mates[seat].do(**command_of(action)))
        if needs_taps(round, action):  # a lead is a tap
            done += [mate.do("tap") for other, mate in self.mates.items() if other is not seat]
            if seat is not Seat.SOUTH:
                await self.south.collect()
        await asyncio.gather(*done)
        for mate in self.mates.values():
            await mate.until(lambda mate=mate: heard(mate) >= len(after.log))  # type: ignore[misc]
        return after

    async def shown(self, round: Round) -> None:
        """South's page has come this far."""
        await self.south.sees_trick(" ".join(map(str, round.table)))
        await until(self.south.hand, lambda hand: hand == round.hands[Seat.SOUTH])

    async def others_go_on(self) -> None:
        for mate in self.mates.values():
            await mate.do("tap")
