"""A table at which a RECYCLE program is played: who sits there, what lies where, and what is written down."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, SupportsIndex

from klaverjas.recycle.faults import Endless, Unseen

GAME: Final = 0  # the owner of what belongs to nobody; then come the players, from 1, and then the teams
OPEN, PRIVATE, HIDDEN, BACKWARDS, MEMORY = SEEN = "vloc", "iloc", "hloc", "oloc", "mem"

PATIENCE: Final = 300_000  # steps from one choice to the next
MOST_COPIES: Final = 100_000  # cards in a game, with those that were ever copied into memory


class Place(NamedTuple):
    """Where cards lie: whose it is, who sees them, its name, and a number where there are several."""

    owner: int
    seen: str
    name: str
    number: int = 0


class Move(NamedTuple):
    """A card that went from one place to another; *copied* when it was only remembered there."""

    card: int
    source: Place
    target: Place
    copied: bool = False


class Points:
    """What cards are worth: the sum of all awards whose every attribute a card has."""

    def __init__(self, awards: Sequence[tuple[tuple[tuple[str, str], ...], int]]) -> None:
        self._awards = tuple(awards)
        self._known: dict[int, int] = {}

    def of(self, card: int, table: "RecycleTable") -> int:
        card = table.original[card]
        worth = self._known.get(card)
        if worth is None:
            has = table.pack.attributes[card]
            worth = sum(
                points for pairs, points in self._awards if all(has.get(key) == value for key, value in pairs)
            )
            self._known[card] = worth
        return worth


class Pack:
    """All cards of a game: what each has, and how it is called. Never changes."""

    def __init__(
        self, cards: Iterable[Mapping[str, str]], inner: frozenset[str], backs: tuple[str, ...] = ()
    ) -> None:
        """*inner* are the attributes that only group others, as COLOR groups SUIT: a card is not called by them."""
        self.attributes = tuple(dict(card) for card in cards)
        self.inner = inner
        self.backs = backs  # by card; empty where a deck has the ordinary ones
        self.names = tuple(
            " ".join(value for key, value in card.items() if key not in inner) for card in self.attributes
        )


class Cycle:
    """Whose turn it is in a stage, and who was told to come next; counted from 1."""

    __slots__ = ("current", "members", "queued")

    def __init__(self, members: int, current: int = 1, queued: int = 0) -> None:
        self.members, self.current, self.queued = members, current, queued

    @property
    def next(self) -> int:
        return self.queued or self.current % self.members + 1

    @property
    def previous(self) -> int:
        return (self.current - 2) % self.members + 1

    def turn(self) -> None:
        self.current, self.queued = self.next, 0

    def copy(self) -> "Cycle":
        return Cycle(self.members, self.current, self.queued)


class _Seen(list[int]):
    """Which card each is; not to be asked of a hidden one."""

    def __init__(self, cards: Iterable[int], hidden: set[int]) -> None:
        super().__init__(cards)
        self._hidden = hidden

    def __getitem__(self, card: SupportsIndex) -> int:  # type: ignore[override]
        if card in self._hidden:
            raise Unseen
        return super().__getitem__(card)


class _Future(random.Random):
    """Chance that nobody knows yet."""

    def getrandbits(self, k: int, /) -> NoReturn:
        raise Unseen


class RecycleTable:
    """What can change while a program is played, but for where the program is."""

    def __init__(self, players: int, teams: tuple[tuple[int, ...], ...], chance: random.Random) -> None:
        self.players = players
        self.teams = teams
        self.team_of = {player: at for at, team in enumerate(teams, start=1) for player in team}
        self.chance = chance
        self.pack = Pack((), frozenset())
        self.original: list[int] = []  # of each card and copy: which card it is
        self.place_of: list[Place] = []
        self.piles: dict[Place, list[int]] = {}
        self.numbers: dict[tuple[int, str], int] = {}
        self.texts: dict[tuple[int, str], str] = {}
        self.points: dict[tuple[int, str], Points] = {}
        self.seats = [Cycle(players)]  # one a stage of players, the innermost last
        self.benches = [Cycle(len(teams))]  # likewise of teams
        self.named: tuple[Any, ...] = ()  # what the declared variables stand for
        self.moves: list[Move] | None = None  # where somebody wants to know them
        self.patience = PATIENCE
        self.known: dict[str, Any] = {}  # what was found out since the last step

    def copy(self, chance: random.Random) -> "RecycleTable":
        """Another table on which all is the same, with other chance."""
        other = object.__new__(RecycleTable)
        other.__dict__.update(self.__dict__)
        other.chance = chance
        other.original = self.original.copy()
        other.place_of = self.place_of.copy()
        other.piles = {place: pile.copy() for place, pile in self.piles.items()}
        other.numbers = self.numbers.copy()
        other.texts = self.texts.copy()
        other.points = self.points.copy()
        other.seats = [cycle.copy() for cycle in self.seats]
        other.benches = [cycle.copy() for cycle in self.benches]
        other.moves = None
        other.known = {}
        return other

    # --- time ------------------------------------------------------------------------------------

    def spend(self, steps: int = 1) -> None:
        """Work is not free: whoever goes on and on is stopped."""
        self.patience -= steps
        if self.patience < 0:
            raise Endless

    # --- cards -----------------------------------------------------------------------------------

    def add_cards(
        self, cards: Sequence[Mapping[str, str]], inner: frozenset[str], back: str, place: Place
    ) -> None:
        first = len(self.original)
        self.pack = Pack(
            (*self.pack.attributes, *cards), self.pack.inner | inner, (*self.pack.backs, *[back] * len(cards))
        )
        self.original += range(first, first + len(cards))
        self.place_of += [place] * len(cards)
        self.pile(place).extend(range(first, first + len(cards)))

    def lying(self, place: Place) -> Sequence[int]:
        """The cards that lie there, from the bottom to the top; whoever only looks makes no pile."""
        return self.piles.get(place, ())

    def pile(self, place: Place) -> list[int]:
        """The same, for who lays cards there."""
        found = self.piles.get(place)
        if found is None:
            found = self.piles[place] = []
        return found

    def card_name(self, card: int) -> str:
        return self.pack.names[self.original[card]]

    def card_shown(self, card: int) -> str:
        """The same, for who may not see it either."""
        try:
            return self.card_name(card)
        except Unseen:
            return "?"

    def move(self, card: int, target: Place, at: int | None) -> None:
        """A card goes to another place: to the top, or to be number *at* there, counted from the bottom."""
        source = self.place_of[card]
        self._take_away(card)
        pile = self.pile(target)
        pile.insert(len(pile) if at is None else at, card)
        self.place_of[card] = target
        if self.moves is not None:
            self.moves.append(Move(card, source, target))

    def remember(self, card: int, target: Place, at: int | None) -> None:
        """A copy of the card is kept in memory."""
        copy = len(self.original)
        self.original.append(self.original[card])
        self.place_of.append(target)
        pile = self.pile(target)
        pile.insert(len(pile) if at is None else at, copy)
        if self.moves is not None:
            self.moves.append(Move(card, self.place_of[card], target, copied=True))

    def forget(self, card: int) -> None:
        self._take_away(card)

    def _take_away(self, card: int) -> None:
        place = self.place_of[card]
        pile = self.piles[place]
        pile.remove(card)
        if place.number and not pile:  # there can be any number of them
            del self.piles[place]

    # --- who sees what ---------------------------------------------------------------------------

    def sees(self, player: int, place: Place) -> bool:
        """Whether a player may look at the cards of a place."""
        if place.seen in (OPEN, MEMORY):
            return True
        owns = place.owner == player or (
            place.owner > self.players and player in self.teams[place.owner - self.players - 1]
        )
        return owns if place.seen == PRIVATE else place.seen == BACKWARDS and not owns

    def seen_by(self, player: int) -> "RecycleTable":
        """The table as it looks to a player, or with all cards open to GAME: who asks it for more gets Unseen."""
        other = self.copy(_Future(0))
        other.patience = PATIENCE
        if player != GAME:
            closed = (pile for place, pile in self.piles.items() if not self.sees(player, place))
            other.original = _Seen(self.original, {card for pile in closed for card in pile})
        return other

    def owner_name(self, owner: int) -> str:
        """As it is written in the language: 'game', '2 player', '1 team'."""
        if owner == GAME:
            return "game"
        if owner <= self.players:
            return f"{owner} player"
        return f"{owner - self.players} team"

    def place_name(self, place: Place) -> str:
        owner = self.owner_name(place.owner)
        whose = owner if place.owner == GAME else f"({owner})"
        number = f" {place.number}" if place.number else ""
        return f"({whose} {place.seen} {place.name}{number})"
