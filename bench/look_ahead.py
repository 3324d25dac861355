"""Is a look ahead right? Where the network hesitates, both cards are played to the end; what the judge said beside it.

    python bench/look_ahead.py --rounds 2600

Four of `net` play. Of each point that the judge sees between the two cards that it likes best, so many come true: in
the real world, which nobody at the table knows, and on average over the worlds that it believes in.
"""

import argparse
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy

from klaverjas.actions import ChooseTroef, Collect
from klaverjas.bots import bot_named
from klaverjas.bots.meester import HESITATES, Meester
from klaverjas.bots.memory import remember
from klaverjas.bots.net import actions_of
from klaverjas.bots.sight import row_of
from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.lookahead import judged
from klaverjas.kernel.network import network_in
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import named
from klaverjas.seats import Seat
from klaverjas.view import view_round

NET, MEESTER = bot_named("net"), Meester()
GROUPS = ((2, 2), (3, 4), (5, 8))  # cards in hand, from and to


class Doubt(NamedTuple):
    """Two cards: how many points the first, which is liked best, is better."""

    cards_in_hand: int
    believed: float  # in the eyes of the judge, in worlds that may be the real one
    real: float  # in the eyes of the judge, in the real one
    came: float  # when four of `net` played on


def taken_up(round: Round) -> Round:
    return round.apply(Collect())[0] if round.phase is Phase.TRICK_END else round


def played_on(round: Round, chance: random.Random) -> float:
    """What North and South end ahead."""
    while round.turn is not None:
        action = NET.act(view_round(round, round.turn), chance)
        assert action is not None
        round = taken_up(round.apply(action)[0])
    assert round.result is not None
    ours, theirs = (round.result.cards[team] + round.result.roem[team] for team in (0, 1))
    return ours - theirs


def doubts_in(round: Round, chance: random.Random) -> Iterator[Doubt]:
    """What the network doubts between, in a round of which troef has been named."""
    network = network_in(MEESTER.weights)
    while (seat := round.turn) is not None:
        view = view_round(round, seat)
        memory, choices = remember(view), actions_of(view, seat)
        answer, likes = MEESTER.ask(view, seat, memory, list(choices), all=True)
        two = sorted(choices, key=lambda action: -likes[action])[:2]
        if len(two) == 2 and likes[two[1]] >= HESITATES * likes[two[0]]:
            believed = MEESTER.look_ahead(view, seat, memory, answer.belief, two, chance).mean(axis=1)
            row, taken = (numpy.array(numbers, numpy.int64) for numbers in row_of(view, memory))
            hands = numpy.array([[int(hand) for hand in round.hands]], numpy.int64)
            real = judged(network, row, taken, hands, two, view.rules)[:, 0]
            first, second = (played_on(taken_up(round.apply(choices[action])[0]), chance) for action in two)
            came = first - second if seat in (Seat.NORTH, Seat.SOUTH) else second - first
            yield Doubt(len(view.hand or ()), believed[0] - believed[1], real[0] - real[1], came)
        round = taken_up(round.apply(choices[two[0]])[0])


def slope(seen: Any, came: Any) -> str:
    """How many of the points that were seen came true, with the standard error."""
    seen, came = seen - seen.mean(), came - came.mean()
    of_each = (seen * came).sum() / (seen**2).sum()
    error = (came - of_each * seen).std() / (seen**2).sum() ** 0.5
    return f"{of_each:+.2f} ± {error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--rules", default="rotterdam-bond")
    asked = parser.parse_args()
    MEESTER.get_ready()
    rules, chance, found = named(asked.rules), random.Random(1), list[Doubt]()
    for number in range(asked.rounds):
        round = Round.begin(rules, rules.first_dealer, deal(seeded_deck(number), rules.first_dealer))
        assert round.turn is not None
        round, _ = round.apply(ChooseTroef(round.turn, chance.choice(tuple(Suit))))
        found += doubts_in(round, chance)
    cards, believed, real, came = numpy.array(found).T
    print(
        f"{len(found)} decisions in {asked.rounds} rounds of {asked.rules}; of each point so many come true"
    )
    print(f"in the real world                        {slope(real, came)}")
    for least, most in GROUPS:
        which = (cards >= least) & (cards <= most)
        print(f"in believed worlds, {least} to {most} cards in hand  {slope(believed[which], came[which])}")


if __name__ == "__main__":
    main()
