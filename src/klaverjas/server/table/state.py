"""A table as its log tells it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from klaverjas.actions import Deal
from klaverjas.events import (
    AuctionWon,
    BidMade,
    CardPlayed,
    Dealt,
    Event,
    GameClosed,
    GameStarted,
    Passed,
    PenaltyLifted,
    RoundScored,
    TrickWon,
    TroefChosen,
)
from klaverjas.fair import FairDeals, deal
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table.events import (
    ArbiterNamed,
    Arrival,
    BotLeft,
    BotSat,
    ClockRanOut,
    Complained,
    ComplaintEnded,
    Connected,
    DeadlineKind,
    DeadlineSet,
    Disconnected,
    EndProposed,
    EntryAsked,
    EntryRefused,
    GameBegun,
    GameEnded,
    GamePrepared,
    HostChanged,
    Joined,
    KeyRenewed,
    Left,
    LogEvent,
    Options,
    RulesChanged,
    Sat,
    SeatHandedBack,
    SeatsSwapped,
    StandInSat,
    StoodUp,
    SwapProposed,
    TableClosed,
    TableLocked,
    TableOpened,
    Tapped,
    TextAdded,
)

Stage: TypeAlias = Literal["lobby", "playing", "closed"]
GAME_DEADLINES: Final[tuple[DeadlineKind, ...]] = ("collect", "deal", "close", "turn")
# A move of the game: the clock of whoever was to act stops.
MOVES: Final = (
    TroefChosen,
    BidMade,
    Passed,
    AuctionWon,
    CardPlayed,
    TrickWon,
    RoundScored,
    PenaltyLifted,
    Dealt,
)
GAME_EVENTS: Final = frozenset(get_args(Event))
# Of no interest once their game is over, so they are not read again.
OF_ONE_GAME: Final = GAME_EVENTS | {
    DeadlineSet,
    ClockRanOut,
    Tapped,
    EndProposed,
    Complained,
    ComplaintEnded,
}


@dataclass(slots=True)
class Person:
    """Somebody at the table. Present while connected to at least one node."""

    player: str
    display: bool
    nodes: set[str] = field(default_factory=set)

    @property
    def present(self) -> bool:
        return bool(self.nodes)


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody at the door, until the host answers or the question expires."""

    display: bool
    how: Arrival
    until: int


@dataclass(slots=True)
class Chair:
    """A seat: a player, or a bot; a stand-in is a bot that plays on for a player who is missing."""

    player: str | None = None
    bot: str | None = None
    stand_in: str | None = None

    @property
    def taken(self) -> bool:
        return self.player is not None or self.bot is not None

    @property
    def plays_by_bot(self) -> str | None:
        """The bot that acts for this seat now."""
        return self.bot or self.stand_in


@dataclass(slots=True)
class Table:
    """Everything about one table, hidden cards included. :mod:`klaverjas.server.table.cut` says who may know what."""

    rules: RuleSet
    options: Options
    stage: Stage = "lobby"
    host: str | None = None
    people: dict[str, Person] = field(default_factory=dict)
    chairs: tuple[Chair, ...] = field(default_factory=lambda: tuple(Chair() for _ in SEATS))
    removed: set[str] = field(default_factory=set)
    code: str = ""  # this and the key are in the log only after a removal: before it the database has them
    key: str = ""
    locked: bool = False  # newcomers wait for the host's yes
    waiting: dict[str, Asker] = field(default_factory=dict)
    turned_away: set[str] = field(default_factory=set)
    swaps: dict[str, Seat] = field(default_factory=dict)  # who proposed to change with which seat
    names: dict[str, str] = field(default_factory=dict)  # not of the log: see Joined
    number: int = 0  # of the game that is prepared or played
    secret: str = ""
    texts: dict[str, str] = field(default_factory=dict)  # of players, for the game to come
    game: Game | None = None  # the one being played, or the last
    game_texts: tuple[str, ...] = ("", "", "", "")
    held: dict[str, Seat] = field(default_factory=dict)  # who has sat where during this game
    began_at: int = 0
    last_ended: GameEnded | None = None
    deadlines: dict[DeadlineKind, int] = field(default_factory=dict)
    tapped: set[str] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)
    named_arbiter: str | None = None
    complaint: Complained | None = None  # the one that is open
    complaints: tuple[Seat, ...] = ()  # by whom, in this deal
    seq: int = 0
    at: int = 0  # of the last event
    moved_at: int = 0  # of the last move of the game

    # --- going on --------------------------------------------------------------------------------

    @classmethod
    def opened(cls, event: TableOpened, at: int) -> "Table":
        return cls(rules=event.rules, options=event.options, seq=1, at=at)

    def found_at(self, code: str, key: str) -> None:
        """Take the code and the key that the database has, where the log has none."""
        if not self.code:
            self.code, self.key = code, key

    def copy(self) -> "Table":
        """Another one, that can change without this one changing."""
        return replace(
            self,
            people={
                player: Person(player, person.display, set(person.nodes))
                for player, person in self.people.items()
            },
            chairs=tuple(Chair(chair.player, chair.bot, chair.stand_in) for chair in self.chairs),
            removed=set(self.removed),
            waiting=dict(self.waiting),
            turned_away=set(self.turned_away),
            swaps=dict(self.swaps),
            texts=dict(self.texts),
            held=dict(self.held),
            deadlines=dict(self.deadlines),
            tapped=set(self.tapped),
            agreed=set(self.agreed),
        )

    def happens(self, event: LogEvent, seq: int, at: int) -> None:
        """Change with an event of the log. Nothing is judged here."""
        self.seq = seq
        self.at = at
        if type(event) in GAME_EVENTS:
            self._game_goes_on(event, at)  # type: ignore[arg-type]
        else:
            _HAPPENS[type(event)](self, event)

    def _game_goes_on(self, event: Event, at: int) -> None:
        if isinstance(event, GameStarted):
            self.game = Game(event.rules)
        elif self.game is not None:
            self.game = self.game.after(event)
            if isinstance(event, Dealt):  # what happened before is in the log
                self.game = self.game.without_past
                self.complaints = ()
        if isinstance(event, MOVES):
            self.moved_at = at
            self.tapped.clear()
            for what in GAME_DEADLINES:
                self.deadlines.pop(what, None)
        elif isinstance(event, GameClosed):
            self.deadlines.pop("close", None)

    # --- questions -------------------------------------------------------------------------------

    def seat_of(self, player: str) -> Seat | None:
        for seat in SEATS:
            if self.chairs[seat].player == player:
                return seat
        return None

    def plays_for(self, seat: Seat) -> str | None:
        """Whose result it is: who sits there, or has sat there last in this game."""
        if self.chairs[seat].player is not None:
            return self.chairs[seat].player
        return next((player for player, held in reversed(self.held.items()) if held == seat), None)

    def next_host(self, without: str) -> str | None:
        """Who would be host next: who is there before who is not, who plays before who watches; a display last."""
        others = [person for person in self.people.values() if person.player != without]
        others.sort(
            key=lambda person: (person.display, not person.present, self.seat_of(person.player) is None)
        )
        return others[0].player if others else None

    @property
    def acting_host(self) -> str | None:
        """The host; while he is not there and somebody else is, that one in his place."""
        if self.host is None or not self.present or self.people[self.host].present:
            return self.host
        return self.next_host(self.host)

    @property
    def arbiter(self) -> str | None:
        """Who decides on complaints: somebody who is there and does not sit. Whom the host named, else the host."""
        return next((one for one in (self.named_arbiter, self.host) if one and self._may_judge(one)), None)

    @property
    def arbiter_may_lift(self) -> bool:
        """Whether a penalty stands that the arbiter may take back: the next deal waits for him a while."""
        if not self.playing or self.game is None or not self.game.rounds:
            return False
        return self.game.rounds[-1].penalised and self.arbiter is not None

    def _may_judge(self, player: str) -> bool:
        """Whether somebody is there, does not sit, and has seen no hand of this game."""
        person = self.people.get(player)
        if person is None or not person.present or person.display:
            return False
        return self.seat_of(player) is None and not (self.playing and player in self.held)

    @property
    def playing(self) -> bool:
        return self.stage == "playing"

    @property
    def present(self) -> list[Person]:
        return [person for person in self.people.values() if person.present]

    @property
    def present_players(self) -> set[str]:
        """Those in a seat who are there themselves."""
        seated = (chair.player for chair in self.chairs if chair.player)
        return {player for player in seated if player in self.people and self.people[player].present}

    @property
    def waiting_for(self) -> list[Seat]:
        """The seats in a running game where nobody is, and no bot plays."""
        if not self.playing:
            return []
        here = self.present_players
        return [
            seat
            for seat in SEATS
            if self.chairs[seat].plays_by_bot is None and self.chairs[seat].player not in here
        ]

    @property
    def turn(self) -> Seat | None:
        """Who is to bid, to choose or to play, or None."""
        if not self.playing or self.game is None or not self.game.rounds:
            return None
        round = self.game.rounds[-1]
        return round.turn if round.phase in (Phase.TROEF, Phase.PLAY) else None

    @property
    def bot_turn(self) -> Seat | None:
        """The seat for which a bot is to move. While nobody is there, bots wait: they would play for no one."""
        turn = self.turn
        return turn if turn is not None and self.present and self.chairs[turn].plays_by_bot else None

    @property
    def next_deadline(self) -> tuple[int, DeadlineKind] | None:
        if not self.deadlines:
            return None
        return min((until, what) for what, until in self.deadlines.items())

    @property
    def next_deal(self) -> Deal:
        """The deal that follows from the secret and the texts."""
        assert self.game is not None  # asked for in a running game only
        deck = FairDeals(self.secret, self.game_texts).deck(len(self.game.rounds) + 1)
        return Deal(deal(deck, self.game.next_dealer, self.game.rules.deal))


# --- what each event changes ------------------------------------------------------------------------


def _opened(table: Table, event: TableOpened) -> None:
    table.rules, table.options = event.rules, event.options


def _rules_changed(table: Table, event: RulesChanged) -> None:
    table.rules, table.options = event.rules, event.options


def _joined(table: Table, event: Joined) -> None:
    table.people[event.player] = Person(event.player, event.display)
    _answered(table, event.player)


def _table_locked(table: Table, event: TableLocked) -> None:
    table.locked = event.locked


def _key_renewed(table: Table, event: KeyRenewed) -> None:
    table.code, table.key = event.code, event.key


def _entry_asked(table: Table, event: EntryAsked) -> None:
    table.waiting[event.player] = Asker(event.display, event.how, event.until)
    table.deadlines["entry"] = min(asker.until for asker in table.waiting.values())


def _entry_refused(table: Table, event: EntryRefused) -> None:
    _answered(table, event.player)
    if not event.expired:
        table.turned_away.add(event.player)


def _answered(table: Table, player: str) -> None:
    if table.waiting.pop(player, None) is not None:
        table.deadlines.pop("entry", None)
        if table.waiting:
            table.deadlines["entry"] = min(asker.until for asker in table.waiting.values())


def _left(table: Table, event: Left) -> None:
    table.people.pop(event.player, None)
    table.swaps.pop(event.player, None)
    table.texts.pop(event.player, None)
    table.tapped.discard(event.player)
    table.agreed.discard(event.player)
    seat = table.seat_of(event.player)
    if seat is not None:
        table.chairs[seat].player = None
    if event.removed:
        table.removed.add(event.player)


def _connected(table: Table, event: Connected) -> None:
    if event.player in table.people:
        table.people[event.player].nodes.add(event.node)
        table.deadlines.pop("expire", None)


def _disconnected(table: Table, event: Disconnected) -> None:
    if event.player in table.people:
        table.people[event.player].nodes.discard(event.node)


def _host_changed(table: Table, event: HostChanged) -> None:
    table.host = event.player


def _sat(table: Table, event: Sat) -> None:
    _stand(table, event.player)
    chair = table.chairs[event.seat]
    chair.player, chair.bot, chair.stand_in = event.player, None, None
    if table.playing:
        table.held[event.player] = event.seat


def _stood_up(table: Table, event: StoodUp) -> None:
    _stand(table, event.player)


def _stand(table: Table, player: str) -> None:
    seat = table.seat_of(player)
    if seat is not None:
        table.chairs[seat].player = None
    table.swaps.pop(player, None)


def _swap_proposed(table: Table, event: SwapProposed) -> None:
    table.swaps[event.player] = event.seat


def _seats_swapped(table: Table, event: SeatsSwapped) -> None:
    one, other = table.chairs[event.seat], table.chairs[event.other]
    one.player, other.player = other.player, one.player
    one.bot, other.bot = other.bot, one.bot
    for chair in (one, other):
        if chair.player is not None:
            table.swaps.pop(chair.player, None)


def _bot_sat(table: Table, event: BotSat) -> None:
    table.chairs[event.seat].bot = event.bot


def _bot_left(table: Table, event: BotLeft) -> None:
    table.chairs[event.seat].bot = None


def _stand_in_sat(table: Table, event: StandInSat) -> None:
    table.chairs[event.seat].stand_in = event.bot
    table.deadlines.pop("turn", None)


def _seat_handed_back(table: Table, event: SeatHandedBack) -> None:
    table.chairs[event.seat].stand_in = None


def _game_prepared(table: Table, event: GamePrepared) -> None:
    table.number, table.secret = event.number, event.secret
    table.texts.clear()


def _text_added(table: Table, event: TextAdded) -> None:
    table.texts[event.player] = event.text


def _game_begun(table: Table, event: GameBegun) -> None:
    table.stage = "playing"
    table.began_at = table.at
    table.game_texts = event.texts
    table.held = {player: seat for seat, player in zip(SEATS, event.players, strict=True) if player}
    table.swaps.clear()
    table.agreed.clear()
    table.last_ended = None


def _deadline_set(table: Table, event: DeadlineSet) -> None:
    table.deadlines[event.what] = event.until


def _tapped(table: Table, event: Tapped) -> None:
    table.tapped.add(event.player)


def _end_proposed(table: Table, event: EndProposed) -> None:
    (table.agreed.add if event.agree else table.agreed.discard)(event.player)


def _arbiter_named(table: Table, event: ArbiterNamed) -> None:
    table.named_arbiter = event.player


def _complained(table: Table, event: Complained) -> None:
    table.complaint = event
    table.complaints = (*table.complaints, event.seat)


def _complaint_ended(table: Table, event: ComplaintEnded) -> None:
    table.complaint = None


def _game_ended(table: Table, event: GameEnded) -> None:
    table.stage = "lobby"
    table.last_ended = event
    table.tapped.clear()
    table.agreed.clear()
    for what in GAME_DEADLINES:
        table.deadlines.pop(what, None)
    for chair in table.chairs:  # a stand-in played for that game alone
        chair.stand_in = None


def _table_closed(table: Table, event: TableClosed) -> None:
    table.stage = "closed"
    table.deadlines.clear()


def _only_told(table: Table, event: ClockRanOut) -> None:
    """The move that follows stops the clock; after a knock alone the bot moves at once again."""


_HAPPENS: Final[dict[type, Callable[[Table, Any], None]]] = {
    TableOpened: _opened,
    RulesChanged: _rules_changed,
    Joined: _joined,
    Left: _left,
    TableLocked: _table_locked,
    KeyRenewed: _key_renewed,
    EntryAsked: _entry_asked,
    EntryRefused: _entry_refused,
    Connected: _connected,
    Disconnected: _disconnected,
    HostChanged: _host_changed,
    Sat: _sat,
    StoodUp: _stood_up,
    SwapProposed: _swap_proposed,
    SeatsSwapped: _seats_swapped,
    BotSat: _bot_sat,
    BotLeft: _bot_left,
    StandInSat: _stand_in_sat,
    SeatHandedBack: _seat_handed_back,
    GamePrepared: _game_prepared,
    TextAdded: _text_added,
    GameBegun: _game_begun,
    DeadlineSet: _deadline_set,
    ClockRanOut: _only_told,
    Tapped: _tapped,
    EndProposed: _end_proposed,
    ArbiterNamed: _arbiter_named,
    Complained: _complained,
    ComplaintEnded: _complaint_ended,
    GameEnded: _game_ended,
    TableClosed: _table_closed,
}
