"""What a client knows of its table: a snapshot, and every event since.

Nothing here judges; what is allowed comes with each message, in ``now.may``.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from klaverjas.cards import Card, Hand, Suit, parse_cards
from klaverjas.errors import KlaverjasError
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import rules_from_json, rules_to_json
from klaverjas.seats import SEATS, TEAMS, Seat, Team
from klaverjas.terminal_table.now import Json, ShownNow, ShownYou

FULL_HAND = 8


def visible(text: str) -> str:
    """A name or sentence from elsewhere as it may be shown: it must not steer the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def shown(told: Any) -> Any:
    """A message of a server with every text in it as it may be shown: keys too, since a server may send any."""
    if isinstance(told, str):
        return told if told.isprintable() else visible(told)
    if isinstance(told, list):
        return [shown(each) for each in told]
    if isinstance(told, dict):
        return {shown(name): shown(value) for name, value in told.items()}
    return told


def whole_rules(rules: Json) -> Json:
    """Every field of a rule set that an event gives as a base and changes; one that is too new stays as it came."""
    try:
        return rules_to_json(rules_from_json(rules), whole=True)
    except KlaverjasError:
        return rules


def _bid(text: str | None) -> Bid | None:
    return None if text is None else Bid.parse(text)


@dataclass
class ShownPerson:
    name: str
    display: bool
    present: bool


@dataclass
class ShownChair:
    player: str | None = None
    bot: str | None = None
    stand_in: str | None = None

    @property
    def taken(self) -> bool:
        return self.player is not None or self.bot is not None


@dataclass
class ShownTrick:
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int
    roem: int


@dataclass
class ShownRound:
    """The deal that is being played, or the last."""

    dealer: Seat
    hand: Hand | None
    leader: Seat
    troef: Suit | None = None
    makers: Team | None = None
    bid: Bid | None = None
    standing: tuple[Seat, Bid] | None = None
    counts: list[int] = field(default_factory=lambda: [FULL_HAND] * len(SEATS))
    trick: list[Card] = field(default_factory=list)
    previous: ShownTrick | None = None  # may be looked at until the next trick is collected
    tricks_won: list[int] = field(default_factory=lambda: [0] * len(TEAMS))
    said: dict[Seat, Bid | None] = field(default_factory=dict)  # the last word in the auction; None is a pass

    @classmethod
    def read(cls, told: Json) -> "ShownRound":
        round = cls(Seat.parse(told["dealer"]), None, Seat.parse(told["leader"]))
        for event in told["log"]:
            round._speaks(event)
        standing, previous = told["standing"], told["previous_trick"]
        round.hand = None if told["hand"] is None else Hand.parse(told["hand"])
        round.troef = None if told["troef"] is None else Suit.parse(told["troef"])
        round.makers = None if told["makers"] is None else Team.parse(told["makers"])
        round.bid = _bid(told["bid"])
        round.standing = (Seat.parse(standing[0]), Bid.parse(standing[1])) if standing else None
        round.counts = [told["counts"][seat.letter] for seat in SEATS]
        round.trick = list(parse_cards(told["trick"]))
        round.tricks_won = [told["tricks_won"][team.letters] for team in TEAMS]
        if previous:
            round.previous = ShownTrick(
                Seat.parse(previous["leader"]),
                parse_cards(previous["cards"]),
                Seat.parse(previous["winner"]),
                previous["points"],
                previous["roem"],
            )
        return round

    def _speaks(self, event: Json) -> None:
        match event:
            case {"kind": "bid-made", "seat": seat, "bid": bid}:
                self.said[Seat.parse(seat)] = Bid.parse(bid)
            case {"kind": "passed", "seat": seat}:
                self.said[Seat.parse(seat)] = None

    def happens(self, event: Json) -> None:
        self._speaks(event)
        match event:
            case {"kind": "bid-made", "seat": seat, "bid": bid}:
                self.standing = Seat.parse(seat), Bid.parse(bid)
            case {"kind": "auction-won", "seat": seat, "bid": bid}:
                self.makers, self.bid = Seat.parse(seat).team, Bid.parse(bid)
                self.troef = self.bid.suit
            case {"kind": "troef-chosen", "seat": seat, "suit": suit, "bid": bid}:
                self.makers, self.troef, self.bid = Seat.parse(seat).team, Suit.parse(suit), _bid(bid)
            case {"kind": "card-played", "seat": letter, "card": text}:
                self._played(Seat.parse(letter), Card.parse(text))
            case {"kind": "trick-won", "winner": winner, "points": points, "roem": roem}:
                self._won(Seat.parse(winner), points, roem)

    def _played(self, seat: Seat, card: Card) -> None:
        self.trick.append(card)
        self.counts[seat] -= 1
        if self.hand is not None:
            self.hand -= card

    def _won(self, winner: Seat, points: int, roem: int) -> None:
        self.previous = ShownTrick(self.leader, tuple(self.trick), winner, points, roem)
        self.tricks_won[winner.team] += 1
        self.leader, self.trick = winner, []

    @property
    def cards(self) -> dict[Seat, Card]:
        """What lies on the table, by who played it."""
        return {self.leader.after(at): card for at, card in enumerate(self.trick)}


@dataclass
class ShownGame:
    number: int
    rules: Json
    sheet: list[tuple[Seat, Json]] = field(default_factory=list)  # dealer and result of each deal
    round: ShownRound | None = None
    how_ended: str | None = None
    secret: str | None = None

    @classmethod
    def read(cls, told: Json) -> "ShownGame":
        game = cls(
            told["number"],
            told["rules"],
            [(Seat.parse(row["dealer"]), row["result"]) for row in told["sheet"]],
            ShownRound.read(told["round"]) if told["round"] else None,
        )
        if told["how_ended"] is not None:
            game._ends(told["how_ended"], told["secret"])
        return game

    def _ends(self, how: str, secret: str) -> None:
        self.how_ended, self.secret = how, secret
        if self.round is not None:  # whoever sits there from now on has no cards yet
            self.round.hand = None

    @property
    def round_number(self) -> int:
        """Which round is being played, or was the last; a deal that was passed out is none."""
        counted = sum(int(result["outcome"] != "passed-out") for _, result in self.sheet)
        over = self.round is not None and bool(self.sheet) and self.sheet[-1][0] == self.round.dealer
        return counted if over and self.sheet[-1][1]["outcome"] != "passed-out" else counted + 1

    def happens(self, event: Json) -> None:
        match event:
            case {"kind": "game-started", "rules": rules}:
                self.rules = whole_rules(rules)
            case {"kind": "dealt", "dealer": dealer, "hand": hand}:
                seat = Seat.parse(dealer)
                self.round = ShownRound(seat, None if hand is None else Hand.parse(hand), seat.left)
            case {"kind": "round-scored", "result": result} if self.round is not None:
                if self.sheet and self.sheet[-1][0] == self.round.dealer:  # a verdict replaces a result
                    self.sheet.pop()
                self.sheet.append((self.round.dealer, result))
            case {"kind": "game-ended", "how": how, "secret": secret}:
                self._ends(how, secret)
            case _ if self.round is not None:
                self.round.happens(event)


@dataclass
class TableState:
    """A table as one client knows it."""

    seq: int = 0
    code: str = ""
    stage: str = "lobby"
    rules: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    host: str | None = None
    key: str = ""  # of the link for friends
    locked: bool = False
    waiting: dict[str, str] = field(default_factory=dict)  # who waits for the host's yes, by name
    people: dict[str, ShownPerson] = field(default_factory=dict)
    chairs: dict[Seat, ShownChair] = field(default_factory=lambda: {seat: ShownChair() for seat in SEATS})
    swaps: dict[str, Seat] = field(default_factory=dict)
    next_game: int = 1
    commitment: str = ""
    game: ShownGame | None = None
    you: ShownYou = field(default_factory=ShownYou)
    now: ShownNow = field(default_factory=ShownNow)
    names: dict[str, str] = field(default_factory=dict, compare=False)  # of everyone who was ever here
    stale: bool = False  # something is missing that only a snapshot can tell

    # --- what the server says --------------------------------------------------------------------

    def take(self, message: Json, tell: Callable[[Json], None] | None = None) -> None:
        """Go on with a snapshot or with events; *tell* hears each event when the table has changed with it."""
        if message["type"] == "snapshot":
            self._read(message)
        elif message["type"] == "events":
            for event in message["events"]:
                if event["seq"] <= self.seq:
                    continue
                self.stale = self.stale or event["seq"] != self.seq + 1
                self.seq = event["seq"]
                self.happens(event)
                if tell is not None:
                    tell(event)
            self.you, self.now = ShownYou.read(message["you"]), ShownNow.read(message["now"])

    def _read(self, message: Json) -> None:
        table, game = message["table"], message["game"]
        self.seq, self.stale = message["seq"], False
        self.code, self.stage = table["code"], table["stage"]
        self.rules, self.options = table["rules"], table["options"]
        self.host = table["host"]
        self.key, self.locked = visible(table["key"]), table["locked"]
        self.waiting = {asker["player"]: visible(asker["name"]) for asker in table["waiting"]}
        self.names |= self.waiting
        self.people = {
            person["player"]: ShownPerson(visible(person["name"]), person["display"], person["present"])
            for person in table["people"]
        }
        self.names |= {player: person.name for player, person in self.people.items()}
        self.chairs = {
            seat: ShownChair(
                **{name: table["seats"][seat.letter][name] for name in ("player", "bot", "stand_in")}
            )
            for seat in SEATS
        }
        self.swaps = {player: Seat.parse(letter) for player, letter in table["swaps"].items()}
        self.next_game, self.commitment = table["next_game"], table["commitment"]
        self.game = ShownGame.read(game) if game else None
        self.you, self.now = ShownYou.read(message["you"]), ShownNow.read(message["now"])

    def happens(self, event: Json) -> None:
        """Change with an event. Kinds that are not known yet change nothing."""
        match event:
            case {"kind": "rules-changed", "rules": rules, "options": options}:
                self.rules, self.options = whole_rules(rules), options
            case {"kind": "joined", "player": player, "display": display, "name": name}:
                self.names[player] = visible(name)
                self.people[player] = ShownPerson(self.names[player], display, present=False)
                self.waiting.pop(player, None)
            case {"kind": "table-locked", "locked": locked}:
                self.locked = locked
            case {"kind": "key-renewed", "code": code, "key": key}:
                self.code, self.key = visible(code), visible(key)
            case {"kind": "entry-asked", "player": player, "name": name}:
                self.names[player] = self.waiting[player] = visible(name)
            case {"kind": "entry-refused", "player": player}:
                self.waiting.pop(player, None)
            case {"kind": "left", "player": player}:
                self._stands(player)
                self.people.pop(player, None)
            case {"kind": "connected" | "disconnected" as kind, "player": player} if player in self.people:
                self.people[player].present = kind == "connected"
            case {"kind": "host-changed", "player": player}:
                self.host = player
            case {"kind": "sat", "player": player, "seat": letter}:
                self._sits(player, Seat.parse(letter))
            case {"kind": "stood-up", "player": player}:
                self._stands(player)
            case {"kind": "swap-proposed", "player": player, "seat": letter}:
                self.swaps[player] = Seat.parse(letter)
            case {"kind": "seats-swapped", "seat": one, "other": other}:
                self._swap(Seat.parse(one), Seat.parse(other))
            case {"kind": "bot-sat", "seat": letter, "bot": bot}:
                self.chairs[Seat.parse(letter)].bot = bot
            case {"kind": "bot-left", "seat": letter}:
                self.chairs[Seat.parse(letter)].bot = None
            case {"kind": "stand-in-sat", "seat": letter, "bot": bot}:
                self.chairs[Seat.parse(letter)].stand_in = bot
            case {"kind": "seat-handed-back", "seat": letter}:
                self.chairs[Seat.parse(letter)].stand_in = None
            case {"kind": "game-prepared", "number": number, "commitment": commitment}:
                self.next_game, self.commitment = number, commitment
            case {"kind": "game-begun", "number": number}:
                self.stage, self.game = "playing", ShownGame(number, self.rules)
                self.swaps.clear()
            case {"kind": "table-closed"}:
                self.stage = "closed"
            case _ if self.game is not None:
                self.game.happens(event)
                if event["kind"] == "game-ended":
                    self.stage = "lobby"
                    for chair in self.chairs.values():
                        chair.stand_in = None

    def _sits(self, player: str, seat: Seat) -> None:
        self._stands(player)
        self.chairs[seat] = ShownChair(player)
        if self.stage == "playing" and player == self.you.player:
            self.stale = True  # the hand of this seat comes with a snapshot only

    def _stands(self, player: str) -> None:
        seat = self.seat_of(player)
        if seat is not None:
            self.chairs[seat].player = None
        self.swaps.pop(player, None)

    def _swap(self, one: Seat, other: Seat) -> None:
        self.chairs[one], self.chairs[other] = self.chairs[other], self.chairs[one]
        for seat in (one, other):
            self.swaps.pop(self.chairs[seat].player or "", None)

    # --- questions -------------------------------------------------------------------------------

    def seat_of(self, player: str) -> Seat | None:
        return next((seat for seat in SEATS if self.chairs[seat].player == player), None)

    @property
    def playing(self) -> bool:
        return self.stage == "playing"

    @property
    def alone(self) -> bool:
        """One plays, and everyone else is a bot: nobody needs to be asked."""
        players = {chair.player for chair in self.chairs.values() if chair.player is not None}
        return self.you.seat is not None and players == {self.you.player}

    @property
    def round(self) -> ShownRound | None:
        return None if self.game is None else self.game.round

    @property
    def below(self) -> Seat:
        """The seat that is drawn nearest: one's own, or South for those who watch."""
        return self.you.seat or Seat.SOUTH

    @property
    def hand(self) -> tuple[Card, ...]:
        """One's own cards, in the order in which a hand is shown."""
        round = self.round
        if round is None or round.hand is None or not self.playing:
            return ()
        return round.hand.ordered(round.troef)

    def name_of(self, player: str) -> str:
        return self.names.get(player, "?")
