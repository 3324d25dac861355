"""Fit the habits of players, and write them to src/klaverjas/kernel/round/habits.txt: `python tools/fit_habits.py`.

Four bots play rounds under several rule sets; half of the time troef is any suit, so that habits hold with a bad one
as well. Every choice between correct cards is kept as the places of their weights and which one was played. The weights
are those under which what was played is likeliest (a softmax over the cards of a choice, by Adam), a little
drawn towards "all the same" where a situation is seldom seen.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from klaverjas.actions import ChooseTroef, Collect, Play, RoundAction
from klaverjas.bots import Bot, bot_from
from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.layout import HANDS, LAID, POSITION, TRICK, TURN
from klaverjas.kernel.round.habits import CARDS, LIKES, MOST_CHOICES, list_choices, new_habits
from klaverjas.kernel.round.turns import in_other_hands
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import NAMED
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import troef_number
from klaverjas.seats import SEATS
from klaverjas.view import view_round

FILE = Path(__file__).parent.parent / "src" / "klaverjas" / "kernel" / "round" / "habits.txt"
RULES = ("rotterdam-bond", "amsterdam-bond", "lugus", "valet")
LEAST, MOST = 1e-4, 1e4
EPOCHS = 60
BATCH = 4096
PULL = 2.0  # towards "all the same"


class Choice(NamedTuple):
    places: tuple[tuple[int, ...], ...]  # of the three weights of each card
    played: int  # which of them


def rounds(bot: Bot, rules: RuleSet, number: int) -> Iterator[tuple[Round, Play]]:
    """Every card of so many rounds."""
    for seed in range(number):
        chance, dealer = random.Random(seed), SEATS[seed % 4]
        round = Round.begin(rules, dealer, deal(seeded_deck(seed), dealer, rules.deal))
        if rules.troef == "forced" and seed % 2:
            assert round.turn is not None
            round, _ = round.apply(ChooseTroef(round.turn, Suit(seed // 2 % 4)))
        while action := next_action(round, bot, chance):
            if isinstance(action, Play):
                yield round, action
            round, _ = round.apply(action)


def next_action(round: Round, bot: Bot, chance: random.Random) -> RoundAction | None:
    if round.phase is Phase.TRICK_END:
        return Collect()
    return bot.act(view_round(round, round.turn), chance) if round.turn is not None else None


def choices(bot: Bot, rules: RuleSet, number: int) -> Iterator[Choice]:
    habits, row = new_habits(), integers(POSITION)
    for round, play in rounds(bot, rules, number):
        correct, cards = int(round.correct_cards), round.trick.cards
        if correct & (correct - 1) == 0:
            continue
        row[HANDS : HANDS + 4] = [int(hand) for hand in round.hands]
        row[TURN], row[LAID] = play.seat, len(cards)
        row[TRICK : TRICK + len(cards)] = cards
        makers, troef = int(round.makers or 0), troef_number(round.troef)
        found = list_choices(row, in_other_hands(row), correct, makers, troef, habits)
        listed = [habits.cards[at] for at in range(found)]
        places = tuple(tuple(int(habits.at[at][part]) for part in range(3)) for at in range(found))
        yield Choice(places, listed.index(int(play.card)))


def fitted(made: list[Choice]) -> Any:
    """The logarithms of the weights."""
    places = numpy.full((len(made), MOST_CHOICES, 3), LIKES)
    for at, choice in enumerate(made):
        places[at, : len(choice.places)] = choice.places
    played = numpy.array([choice.played for choice in made])
    logs = numpy.zeros(LIKES + 1)
    logs[LIKES] = -1e9  # no card
    mean, square, step = numpy.zeros_like(logs), numpy.zeros_like(logs), 0
    order = numpy.random.default_rng(1)
    for epoch in range(EPOCHS):
        speed = 0.1 * (1 - epoch / EPOCHS) + 0.002
        for some in numpy.array_split(order.permutation(len(made)), max(1, len(made) // BATCH)):
            slope = chances(logs, places[some])
            slope[numpy.arange(len(some)), played[some]] -= 1
            slopes = numpy.bincount(places[some].ravel(), slope.repeat(3), LIKES + 1) / len(some)
            slopes += PULL * logs / len(made)
            slopes[LIKES] = 0
            step += 1
            mean = 0.9 * mean + 0.1 * slopes
            square = 0.999 * square + 0.001 * slopes**2
            logs -= speed * (mean / (1 - 0.9**step)) / (numpy.sqrt(square / (1 - 0.999**step)) + 1e-8)
    likely = chances(logs, places)
    right = (likely.argmax(1) == played).mean()
    told = numpy.log(likely[numpy.arange(len(made)), played]).mean()
    print(f"{len(made):,} choices; the likeliest card was played in {right:.1%}; {-told:.3f} nats a choice")
    return logs[:LIKES]


def chances(logs: Any, places: Any) -> Any:
    values = logs[places].sum(2)
    values = numpy.exp(values - values.max(1, keepdims=True))
    return values / values.sum(1, keepdims=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=1500, help="of each rule set (1500)")
    parser.add_argument(
        "--bots", nargs="+", default=["regels"], help="whose habits: bots as in the arena (regels)"
    )
    options = parser.parse_args()
    made = [
        choice
        for text in options.bots
        for name in RULES
        for choice in choices(bot_from(text, time.thread_time), NAMED[name], options.rounds)
    ]
    weights = numpy.clip(numpy.exp(fitted(made)), LEAST, MOST).reshape(-1, CARDS)
    FILE.write_text("".join(" ".join(f"{weight:.3g}" for weight in row) + "\n" for row in weights), "ascii")


if __name__ == "__main__":
    main()
