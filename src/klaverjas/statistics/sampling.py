"""Games for statistics: each has a number, and is the same whoever plays it and on which core."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from time import thread_time

from klaverjas.bots import bot_from
from klaverjas.cards import DECK
from klaverjas.environments.actions import as_action
from klaverjas.environments.turn import Turn
from klaverjas.fair import deal
from klaverjas.plumbing.processes import pool
from klaverjas.recycle.players import Chance, player_named
from klaverjas.recycle.program import Program
from klaverjas.rules.ruleset import RuleSet
from klaverjas.statistics.figures import Sample

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


def round_game(rules: RuleSet, first: str | None, seed: int, number: int) -> Sample:
    """A round by a rule set, with the bot *first* in seat 1, left of the dealer, and chance in the others."""
    chance = random.Random(f"{seed}:{number}")
    bot = None if first is None else bot_from(first, thread_time)
    dealer = rules.first_dealer
    turn = Turn.begin(rules, dealer, deal(chance.sample(DECK, len(DECK)), dealer, rules.deal))
    options = []
    while not turn.over:
        seat = turn.seat
        assert seat is not None
        chosen = chance.choice(turn.numbers)
        if bot is not None and seat == dealer.left:
            action = bot.act(turn.view(seat), chance)
            by_action = {as_action(number, seat): number for number in turn.numbers}
            if action is not None and action not in by_action:  # roem or an accusation, before the card
                turn = Turn(turn.round.apply(action)[0])
                continue
            chosen = by_action[action]
        options.append(len(turn.numbers))
        turn = turn.take(chosen)
    assert turn.round.result is not None
    score = turn.round.result.score
    return Sample(tuple(options), tuple(score[dealer.after(player).team] for player in range(1, 5)))


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


def round_games(
    rules: RuleSet, first: str | None, seed: int, number: int, workers: int = 1
) -> Iterator[Sample]:
    """Rounds by a rule set."""
    return games(partial(round_game, rules, first, seed), number, workers)
