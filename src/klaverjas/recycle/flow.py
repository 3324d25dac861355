"""How information flows in a game: which cards went from where to where, and who saw them before and after."""

import random
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from klaverjas.recycle.play import ProgramGame
from klaverjas.recycle.players import Chance, RecyclePlayer
from klaverjas.recycle.program import Program
from klaverjas.recycle.table import GAME, HIDDEN, MEMORY, OPEN, PRIVATE, Move, Place, RecycleTable


class Sight(Enum):
    """Who sees what lies in a place."""

    PUBLIC = "public"
    HIDDEN = "hidden"
    PRIVATE = "private"
    MEMORY = "memory"
    BACKWARDS = "backwards"  # everybody but its owner


class Change(Enum):
    """What a movement does to what is known."""

    PLAIN = "plain"
    TAKEN = "taken"  # cards that all saw are seen no more
    SHARED = "shared"  # a player's own cards become another's
    REMEMBERED = "remembered"  # a copy is kept in memory


def sight_of(place: Place) -> Sight:
    """What belongs to the game and is private is hidden: nobody owns it.

    >>> sight_of(Place(GAME, PRIVATE, "STOCK")), sight_of(Place(1, PRIVATE, "HAND"))
    (<Sight.HIDDEN: 'hidden'>, <Sight.PRIVATE: 'private'>)
    """
    if place.seen == OPEN:
        return Sight.PUBLIC
    if place.seen == MEMORY:
        return Sight.MEMORY
    if place.seen == HIDDEN or place.owner == GAME:
        return Sight.HIDDEN
    return Sight.PRIVATE if place.seen == PRIVATE else Sight.BACKWARDS


def change_of(move: Move) -> Change:
    """What a movement does to what is known."""
    before, after = sight_of(move.source), sight_of(move.target)
    if move.copied:
        return Change.REMEMBERED
    if before is Sight.PUBLIC and after is not Sight.PUBLIC:
        return Change.TAKEN
    changed_hands = move.target.owner not in (GAME, move.source.owner)
    if before is Sight.PRIVATE and after is not Sight.PUBLIC and changed_hands:
        return Change.SHARED
    return Change.PLAIN


@dataclass
class Flow:
    """The movements of one game: places in the order in which cards came there, and how many went which way."""

    places: dict[Place, bool] = field(default_factory=dict)  # whether cards with backs of their own lay there
    edges: dict[tuple[Place, Place, Change], int] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)  # by number: 'game', '1 player', '2 team'

    def add(self, move: Move, table: RecycleTable) -> None:
        marked = bool(table.pack.backs[table.original[move.card]])
        for place in (move.source, move.target):
            self.places[place] = self.places.get(place, False) or marked
            self.owners[place.owner] = table.owner_name(place.owner)
        edge = move.source, move.target, change_of(move)
        self.edges[edge] = self.edges.get(edge, 0) + 1


def flow_of(program: Program, seed: int = 1, player: RecyclePlayer | None = None) -> Flow:
    """The flow of one game, by chance unless another plays it."""
    chance = random.Random(seed)
    play = program.begin(chance, watched=True)
    finish(play, player or Chance(), chance)
    flow = Flow()
    for move in play.table.moves or ():
        flow.add(move, play.table)
    return flow


def finish(play: ProgramGame, player: RecyclePlayer, chance: random.Random) -> None:
    """The game to its end, with the same player in all seats."""
    while not play.over:
        play.choose(player.choose(play, chance))


def columns(flow: Flow) -> dict[Place, int]:
    """Where each place stands from left to right: behind all from which cards come to it.

    What all players have, such as a hand, stands in one column, and so do places that differ by a number. What
    goes round is cut where it comes back for the first time.
    """
    alike = {place: (flow.owners[place.owner].split()[-1], place.seen, place.name) for place in flow.places}
    forward: dict[_Alike, list[_Alike]] = {likeness: [] for likeness in alike.values()}
    for one, other, _ in flow.edges:
        source, target = alike[one], alike[other]
        if target not in forward[source] and not _reaches(forward, target, source):
            forward[source].append(target)
    column = dict.fromkeys(forward, 0)
    for _ in forward:  # the longest way to a place has no more steps than there are places
        for source, targets in forward.items():
            for target in targets:
                column[target] = max(column[target], column[source] + 1)
    return {place: column[likeness] for place, likeness in alike.items()}


_Alike: TypeAlias = tuple[str, str, str]  # whether of a player, a team or the game; who sees it; its name


def _reaches(forward: dict[_Alike, list[_Alike]], start: _Alike, goal: _Alike) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == goal:
            return True
        new = [likeness for likeness in forward[here] if likeness not in seen]
        seen.update(new)
        waiting += new
    return False
