"""Is a look ahead right? The card that the network likes best and another one are both played to the end.

    python bench/look_ahead.py --rounds 3000 --seed 200000

Four of `net` play. Before that the judge says how much better the liked card is: in the real world, which nobody at the
table knows, and on average over the worlds that it believes in. How much of that comes true?
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from math import log
from typing import Any, NamedTuple

import numpy

from klaverjas.actions import ChooseTroef, Collect
from klaverjas.bots import bot_named
from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.meester import HARDLY, HESITATES, LATE, Meester
from klaverjas.bots.net import actions_of
from klaverjas.bots.sight import row_of
from klaverjas.cards import Suit
from klaverjas.environments.turn import table_rules
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.nn.inference import network_in
from klaverjas.kernel.nn.look_ahead import judged
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import NAMED
from klaverjas.seats import Seat
from klaverjas.view import view_round

NET, MEESTER = bot_named("net"), Meester()
SHARE = 0.4  # of the cards that it does not hesitate about
SAY_EVERY = 30.0  # seconds


class Pair(NamedTuple):
    """The card that is liked best and another one: how many points the first is better."""

    cards_in_hand: int
    hesitates: bool  # whether the other one is liked at least a little
    less_liked: float  # by so many factors e
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


def pairs_in(round: Round, chance: random.Random) -> Iterator[Pair]:
    """Some of the choices in a round of which troef has been named."""
    network = network_in(MEESTER.weights)
    while (seat := round.turn) is not None:
        view = view_round(round, seat)
        choices = actions_of(view, seat)
        best = next(iter(choices))
        if len(choices) > 1:
            memory = remember(view)
            answer, likes = MEESTER.ask(view, seat, memory, list(choices), all=True)
            best, *others = sorted(choices, key=lambda action: -likes[action])
            other = chance.choice(others)
            hesitates = likes[other] >= HESITATES * likes[best]
            if chance.random() < SHARE or hesitates:
                two = [best, other]
                believed = MEESTER.look_ahead(view, seat, memory, answer.belief, two, chance).mean(axis=1)
                row, taken = (numpy.array(numbers, numpy.int64) for numbers in row_of(view, memory))
                hands = numpy.array([[int(hand) for hand in round.hands]], numpy.int64)
                real = judged(network, row, taken, hands, two, view.rules)[:, 0]
                first, second = (
                    played_on(taken_up(round.apply(choices[action])[0]), chance) for action in two
                )
                yield Pair(
                    len(view.hand or ()),
                    hesitates,
                    log(likes[best] / max(likes[other], HARDLY)),
                    believed[0] - believed[1],
                    real[0] - real[1],
                    first - second if seat in (Seat.NORTH, Seat.SOUTH) else second - first,
                )
        round = taken_up(round.apply(choices[best])[0])


def slope(seen: Any, came: Any) -> str:
    """How many of the points that were seen came true, with the standard error."""
    seen, came = seen - seen.mean(), came - came.mean()
    of_each = (seen * came).sum() / (seen**2).sum()
    error = (came - of_each * seen).std() / (seen**2).sum() ** 0.5
    return f"{of_each:+.2f} ± {error:.2f}"


def tell(found: list[Pair]) -> None:
    cards, hesitates, less_liked, believed, real, came = numpy.array(found, float).T
    print(f"in the real world, of each point so many come true   {slope(real, came)}")
    print(f"averaged over the worlds that it believes in         {slope(believed, came)}\n")
    print("cards     the other card is   the judge prefers   seen   came true      by e   pairs")
    for few, in_hand in ((False, f"{LATE + 1} to 8"), (True, f"2 to {LATE}")):
        for liked, called in ((True, "liked a little"), (False, "not liked")):
            for ahead, who in ((True, "the liked one"), (False, "the other one")):
                which = (cards <= LATE) == few
                which &= (hesitates == liked) & ((believed >= 0) == ahead)
                many = which.sum()
                if many > 1:
                    error = came[which].std() / many**0.5
                    print(
                        f"{in_hand}    {called:<18}  {who:<17} {believed[which].mean():+6.1f}   "
                        f"{came[which].mean():+5.1f} ± {error:.1f}  {less_liked[which].mean():6.1f}  {many:6,}"
                    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (1)")
    named_troef = [name for name, rules in NAMED.items() if rules.troef == "forced"]
    parser.add_argument("--rules", default="rotterdam-bond", choices=named_troef)
    asked = parser.parse_args()
    MEESTER.get_ready()
    rules, chance, found = table_rules(asked.rules), random.Random(asked.seed), list[Pair]()
    said = time.monotonic()
    for number in range(asked.seed, asked.seed + asked.rounds):
        round = Round.begin(rules, rules.first_dealer, deal(seeded_deck(number), rules.first_dealer))
        assert round.turn is not None
        round, _ = round.apply(ChooseTroef(round.turn, chance.choice(tuple(Suit))))
        found += pairs_in(round, chance)
        if time.monotonic() - said > SAY_EVERY:
            said = time.monotonic()
            print(f"{number + 1 - asked.seed} of {asked.rounds} rounds", file=sys.stderr, flush=True)
    print(f"{len(found):,} pairs in {asked.rounds:,} rounds of {asked.rules}")
    tell(found)


if __name__ == "__main__":
    main()
