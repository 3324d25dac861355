"""Players with habits, over the real socket: they see their own cards and what is told to all, and know the rules."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from klaverjas.cards import Card, Hand, Suit
from klaverjas.event_json import event_to_json
from klaverjas.record import Record, read, verify
from klaverjas.round import roem_lying
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.named import rules_from_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat
from table_client import Client, Json, tap_for

SEATS = "SWNE"


@dataclass(frozen=True)
class Habits:
    """How often somebody does what, whenever it is possible."""

    bids: float = 0.3
    claims_right: float = 0.7
    claims_wrong: float = 0.02
    knocks_falsely: float = 0.02
    accuses: float = 0.01
    revokes: float = 0.0
    complains: float = 0.0


def trick_of(client: Client) -> Trick:
    """The trick on the table, as the events since the deal tell it."""
    leader, troef = Seat.SOUTH, None
    cards: list[Card] = []
    begin = next(
        (at for at in range(len(client.events) - 1, -1, -1) if client.events[at]["kind"] == "dealt"), 0
    )
    for event in client.events[begin:]:
        match event["kind"]:
            case "dealt":
                leader, troef, cards = Seat.parse(event["dealer"]).left, None, []
            case "troef-chosen":
                troef = Suit.parse(event["suit"])
            case "auction-won":
                suit = event["bid"].lstrip("0123456789")
                troef = None if suit == "sans" else Suit.parse(suit)
            case "card-played":
                cards.append(Card.parse(event["card"]))
            case "trick-won":
                leader, cards = Seat.parse(event["winner"]), []
    return Trick(leader, tuple(cards), troef)


def rules_of(client: Client) -> RuleSet:
    return rules_from_json(client.snapshot["table"]["rules"])


def correct_cards(client: Client) -> list[str]:
    trick = trick_of(client)
    if len(trick.cards) == 4:
        return client.hand
    hand = Hand.parse(" ".join(client.hand))
    return [str(card) for card in legal_cards(hand, trick, rules_of(client))]


USUAL = Habits()


@dataclass
class Scripted:
    """Plays with these habits; ``refusals`` counts the codes that were met."""

    client: Client
    chance: random.Random
    habits: Habits = USUAL
    refusals: dict[str, int] = field(default_factory=dict)

    def _likes(self, much: float) -> bool:
        return self.chance.random() < much

    def next_command(self) -> Json | None:
        """What this player does now; None to wait."""
        may: Json = self.client.now["may"]
        habits = self.habits
        trick = trick_of(self.client)
        if may.get("claims") or may.get("knock"):
            lying = roem_lying(trick.cards, trick.troef, rules_of(self.client))
            if may.get("knock") and (
                (lying and self._likes(habits.claims_right)) or self._likes(habits.knocks_falsely)
            ):
                return {"do": "knock"}
            if (
                may.get("claims")
                and lying > self.client.now["registered"]
                and self._likes(habits.claims_right)
            ):
                return {"do": "claim", "points": lying}
            if may.get("claims") and self._likes(habits.claims_wrong):
                return {"do": "claim", "points": self.chance.choice(may["claims"])}
        if may.get("accuse") and self._likes(habits.accuses):
            return {"do": "accuse", "accused": self.chance.choice(may["accuse"])}
        if may.get("complain") and self._likes(habits.complains):
            return {"do": "complain", "about": self.chance.choice(may["complain"])}
        if may.get("admit") and self._likes(0.1):
            return {"do": "admit"}
        return self.move(may)

    def move(self, may: Json) -> Json | None:
        """What has to be done in turn."""
        if may.get("troef"):
            return {"do": "troef", "suit": self.chance.choice("SHCD")}
        if may.get("bids") and self._likes(self.habits.bids):
            return {"do": "bid", "bid": may["bids"][0]}
        if may.get("pass"):
            return {"do": "pass"}
        if not may.get("play"):
            return tap_for(self.client)
        cards = correct_cards(self.client)
        wrong = [card for card in may["play"].split() if card not in cards]
        if wrong and self._likes(self.habits.revokes):
            cards = wrong
        return {"do": "play", "card": self.chance.choice(cards)}

    async def play(self) -> None:
        """Until the game has ended."""
        client = self.client
        games = client.games_ended
        while client.games_ended == games:
            seen = client.seq
            command = self.next_command()
            if command is None:
                await client.until(lambda seen=seen: client.seq != seen, 60)  # type: ignore[misc]
                continue
            answer = await client.ask(**command)
            if answer["type"] == "done":
                await client.until(lambda until=answer["seq"]: client.seq >= until)  # type: ignore[misc]
            else:
                # Something else came first, or nobody can see whether there is more to claim.
                came_first = client.seq > seen or answer["code"] in ("claim-again", "no-pause")
                assert came_first, f"{client.name}: {command} after {seen}: {answer}"
                self.refusals[answer["code"]] = self.refusals.get(answer["code"], 0) + 1


async def play_game(clients: Sequence[Client], seed: int, *habits: Habits) -> list[Scripted]:
    """One game by these four to its end; the habits by seat, the last for the rest."""
    players = [
        Scripted(client, random.Random(f"{seed} {at}"), habits[min(at, len(habits) - 1)] if habits else USUAL)
        for at, client in enumerate(clients)
    ]
    await clients[0].do("start")
    await asyncio.gather(*(player.play() for player in players))
    return players


async def finished_game(client: Client) -> tuple[Json, Record]:
    """The newest game of somebody, and its record."""
    (game, *_) = (await client.http.get("/api/me/games")).json()
    answer = await client.http.get(f"/api/games/{game['id']}/record")
    assert answer.status_code == 200, answer.text
    (record,) = read(answer.text)  # every action goes through the referee again
    return game, record


def told_of_game(client: Client, number: int = 1) -> list[Json]:
    """The events of one game as this client was told them, without their numbers."""
    told: list[Json] = []
    inside = 0
    for event in client.events:
        if event["kind"] == "game-begun":
            inside = event["number"]
        if inside == number:
            told.append({name: value for name, value in event.items() if name not in ("seq", "at")})
        if event["kind"] == "game-ended":
            inside = 0
    return told


def as_told(record: Record, seat: Seat | None) -> list[Json]:
    """The events of a record's game as somebody is told them."""
    told = []
    for event in map(event_to_json, record.game.log):
        if event["kind"] == "dealt":
            hand = None if seat is None else event["hands"][seat]
            event = {"kind": "dealt", "dealer": event["dealer"], "hand": hand}
        told.append(event)
    return told


async def check_game(clients: Sequence[Client], commitment: str) -> Record:
    """What everyone was told is what the record says; its deals follow from the secret that was fixed before."""
    game, record = await finished_game(clients[0])
    assert record.commitment == commitment
    assert verify(record).right
    north_south, west_east = record.game.totals
    assert game["points"] == {"NS": north_south, "WE": west_east}
    for client in clients:
        kinds = {event_to_json(event)["kind"] for event in record.game.log}
        seat: Any = client.you["seat"]
        told = [event for event in told_of_game(client, client_game(client)) if event["kind"] in kinds]
        assert told == as_told(record, None if seat is None else Seat.parse(seat))
        assert client.now["totals"] == game["points"]
    return record


def client_game(client: Client) -> int:
    """The number of the last game that this client saw end."""
    return int([event["number"] for event in client.events if event["kind"] == "game-ended"][-1])


async def together(clients: Sequence[Client]) -> None:
    """Everyone has heard everything."""
    latest = max(client.seq for client in clients)
    for client in clients:
        await client.until(lambda client=client: client.seq >= latest)  # type: ignore[misc]


async def whose_turn(clients: Sequence[Client]) -> Client | None:
    """The client that is to bid, choose or play, as soon as there is one; None when the game is decided."""
    async with asyncio.timeout(20):
        while True:
            await together(clients)
            if clients[0].now["decided"]:
                return None
            for client in clients:
                may = client.now["may"]
                if client.now["phase"] in ("troef", "play") and (
                    may.get("troef") or may.get("pass") or may.get("play")
                ):
                    return client
                if tap := tap_for(client):  # nobody here claims
                    await client.ask(**tap)
            await asyncio.sleep(0.005)


async def step(clients: Sequence[Client], chance: random.Random, habits: Habits = USUAL) -> None:
    """One move by whoever is to make it."""
    client = await whose_turn(clients)
    if client is None:
        return
    command = Scripted(client, chance, habits).move(client.now["may"])
    assert command is not None
    answer = await client.do(**command)
    for other in clients:
        await other.until(lambda other=other: other.seq >= answer["seq"])  # type: ignore[misc]
