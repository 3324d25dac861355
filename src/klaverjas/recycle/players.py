"""Players of any program: one by chance, and one that looks ahead."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import log, sqrt
from typing import Final

from klaverjas.errors import TextError
from klaverjas.recycle.faults import ProgramError
from klaverjas.recycle.play import ProgramGame

PLAYOUTS: Final = 40  # of the searching player, for each option on average
MOST_PLAYOUTS: Final = 100_000
CURIOSITY: Final = 0.7  # how much a result that is not yet sure is worth, as a part of what results differ


class RecyclePlayer(ABC):
    """Whoever chooses among options."""

    name: str

    @abstractmethod
    def choose(self, play: ProgramGame, chance: random.Random) -> int:
        """Which of the options of *play*."""


class Chance(RecyclePlayer):
    """Any option is as good as another."""

    name = "random"

    def choose(self, play: ProgramGame, chance: random.Random) -> int:
        return chance.randrange(len(play.options))


class SearchPlayer(RecyclePlayer):
    """Plays on in the head, by chance, with the hidden cards laid anew each time, and takes what ends best.

    It knows nothing of the game but its program. It sees what its player may see and no more: which cards lie
    in places that are closed to him, it does not know, but for their backs.
    """

    name = "search"

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts

    def choose(self, play: ProgramGame, chance: random.Random) -> int:
        number = len(play.options)
        if number == 1:
            return 0
        results: list[list[float]] = [[] for _ in range(number)]
        for turn in range(number * self.playouts):
            at = turn if turn < number else _most_promising(results, turn)
            results[at].append(_played_out(imagined(play, chance), at, chance))
        return max(range(number), key=lambda at: (sum(results[at]) / len(results[at]), -at))


_NOT_SO: Final = ("recycle-no-cards", "recycle-no-option", "recycle-nobodys")


def _played_out(play: ProgramGame, first: int, chance: random.Random) -> float:
    """How much more the player has in the end than the others on average; nothing where cards lie so that the
    option could not be: a condition on closed cards has allowed it."""
    player = play.player
    try:
        play.choose(first)
    except ProgramError as error:
        if error.cause.code not in _NOT_SO:
            raise
        return 0.0
    while not play.over:
        play.choose(chance.randrange(len(play.options)))
    results = play.results
    mine = results[player - 1]
    return mine - (sum(results) - mine) / max(1, len(results) - 1)


def _most_promising(results: list[list[float]], turn: int) -> int:
    """Well known and good, or not yet known well (UCB)."""
    spread = max(map(max, results)) - min(map(min, results)) or 1.0

    def promise(found: list[float]) -> float:
        return sum(found) / len(found) + CURIOSITY * spread * sqrt(log(turn) / len(found))

    return max(range(len(results)), key=lambda at: promise(results[at]))


def imagined(play: ProgramGame, chance: random.Random) -> ProgramGame:
    """The game as it may be, as far as the player knows whose choice it is."""
    copy = play.copy(chance)
    table = copy.table
    by_back: dict[str, list[int]] = {}
    for place, pile in table.piles.items():
        if not table.sees(play.player, place):
            for card in pile:
                by_back.setdefault(table.pack.backs[table.original[card]], []).append(card)
    # A card that was named, as in an option, stays where it is: which one it is may be another.
    for cards in by_back.values():
        originals = [table.original[card] for card in cards]
        chance.shuffle(originals)
        for card, original in zip(cards, originals, strict=True):
            table.original[card] = original
    return copy


PLAYERS: Final[Mapping[str, type[RecyclePlayer]]] = {player.name: player for player in (Chance, SearchPlayer)}


def player_named(text: str) -> RecyclePlayer:
    """'random', 'search', or 'search:100' with its number of playouts for each option."""
    name, colon, many = text.partition(":")
    if (
        name == SearchPlayer.name
        and many.isascii()
        and many.isdigit()
        and len(many) <= 6
        and 1 <= int(many) <= MOST_PLAYOUTS
    ):
        return SearchPlayer(int(many))
    if name not in PLAYERS or colon:
        raise TextError("recycle-player", text=text[:40], names=["random", "search", "search:100"])
    return PLAYERS[name]()
