"""Games for statistics: each has a number, and is the same whoever plays it and on which core."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice

from klaverjas.processes import pool
from klaverjas.research.recycle.players import Chance, player_named
from klaverjas.research.recycle.program import Program
from klaverjas.research.statistics import Sample

AHEAD = 4  # games that are handed out for each worker


def program_game(text: str, first: str, seed: int, number: int) -> Sample:
    """A game of a program, with *first* in seat 1 and chance in the others."""
    chance = random.Random(f"{seed}:{number}")
    player, others = player_named(first), Chance()
    play = _program(text).begin(chance)
    options = []
    while not play.over:
        options.append(len(play.options))
        play.choose((player if play.player == 1 else others).choose(play, chance))
    return Sample(tuple(options), play.scores)


@cache
def _program(text: str) -> Program:
    return Program.read(text)


def games(of: Callable[[int], Sample], number: int, workers: int = 1) -> Iterator[Sample]:
    """So many games, in order, on so many cores."""
    if workers == 1:
        yield from map(of, range(number))
        return
    with pool(workers) as crew:
        numbers = iter(range(number))
        waiting = [crew.submit(of, at) for at in islice(numbers, AHEAD * workers)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [crew.submit(of, at) for at in islice(numbers, 1)]


def program_games(text: str, first: str, seed: int, number: int, workers: int = 1) -> Iterator[Sample]:
    """Games of a program."""
    return games(partial(program_game, text, first, seed), number, workers)
