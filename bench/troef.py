"""Who names troef best? Every deal is named by each of them and played by four of `net`; what the makers end ahead.

    python bench/troef.py --deals 2500 --rules rotterdam-bond

`points+8` counts a suit's card points as troef and eight for each card of it; `longest` takes the longest suit.
"""

import argparse
import random
from collections.abc import Callable
from statistics import fmean, stdev

from klaverjas.actions import ChooseTroef, Collect
from klaverjas.bots import bot_named
from klaverjas.cards import Hand, Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import NAMED, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import card_points
from klaverjas.seats import Seat
from klaverjas.view import View, view_round

A_CARD = 8  # what a card of the suit counts for besides its points
Chooser = Callable[[View], Suit]


def by_bot(name: str) -> Chooser:
    bot = bot_named(name)

    def choose(view: View) -> Suit:
        action = bot.act(view, random.Random(1))
        assert isinstance(action, ChooseTroef)
        return action.suit

    return choose


def of_suit(view: View, suit: Suit) -> list[int]:
    return [card for card in Hand(view.hand or 0) if card >> 3 == suit]


def points_and_length(view: View) -> Suit:
    return max(Suit, key=lambda suit: sum(card_points(card, suit) + A_CARD for card in of_suit(view, suit)))


def longest(view: View) -> Suit:
    return max(Suit, key=lambda suit: len(of_suit(view, suit)))


CHOOSERS: dict[str, Chooser] = {
    "net": by_bot("net"),
    "meester": by_bot("meester"),
    "regels": by_bot("regels"),
    "points+8": points_and_length,
    "longest": longest,
}


def makers_ahead(seed: int, rules: RuleSet, choose: Chooser) -> int:
    """What the makers end ahead, when the player left of the dealer names troef so."""
    net = bot_named("net")
    round = Round.begin(rules, Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH))
    assert round.turn is not None
    round, _ = round.apply(ChooseTroef(round.turn, choose(view_round(round, round.turn))))
    makers = round.makers
    while round.phase is not Phase.DONE:
        seat = round.turn if round.phase is Phase.PLAY else None
        action = None if seat is None else net.act(view_round(round, seat), random.Random(1))
        round, _ = round.apply(action or Collect())
    assert round.result is not None
    assert makers is not None
    return round.result.score[makers] - round.result.score[makers.opponents]


def main() -> None:
    parser = argparse.ArgumentParser(description="Who names troef best?")
    parser.add_argument("--deals", type=int, default=500)
    named_troef = [name for name, rules in NAMED.items() if rules.troef == "forced"]
    parser.add_argument("--rules", default="rotterdam-bond", choices=named_troef)
    options = parser.parse_args()
    rules = named(options.rules).change(claim="automatic", incorrect_card="refused", rounding="none")
    ends = {
        name: [makers_ahead(seed, rules, choose) for seed in range(options.deals)]
        for name, choose in CHOOSERS.items()
    }
    first = ends["net"]
    print(f"{rules.base}, {options.deals} deals, four of net play; points of the makers more than the others")
    print(f"{'net':10}{fmean(first):+7.1f}")
    for name, other in ends.items():
        if name != "net":
            more = [mine - theirs for mine, theirs in zip(first, other, strict=True)]
            error = stdev(more) / len(more) ** 0.5
            print(f"{name:10}{fmean(other):+7.1f}   net more {fmean(more):+.1f} ± {error:.1f}")


if __name__ == "__main__":
    main()
