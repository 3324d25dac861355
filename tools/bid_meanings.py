"""What a bid of `net` means: how often it is made, and what the hand behind it looks like.

    python tools/bid_meanings.py --deals 20000 --rules lugus

Only opening bids count (nobody has bid before), and what partner answers to them. Jack, nine and ace are of the bid
suit; the aces outside it are counted apart; under sans all jacks, nines and aces count.
"""

import argparse
import random
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import fmean

from klaverjas.actions import MakeBid, Pass
from klaverjas.bots import bot_named
from klaverjas.cards import Hand, Rank, Suit
from klaverjas.environments.turn import table_rules
from klaverjas.fair import deal, seeded_deck
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import NAMED
from klaverjas.seats import Seat
from klaverjas.view import view_round


@dataclass
class Meaning:
    """Hands behind one bid."""

    cards: list[int] = field(default_factory=list)  # of the suit; the longest, where it is sans
    jack: list[int] = field(default_factory=list)
    nine: list[int] = field(default_factory=list)
    ace: list[int] = field(default_factory=list)
    aces_outside: list[int] = field(default_factory=list)

    def add(self, hand: Hand, suit: Suit | None) -> None:
        lengths = [sum(card.suit == each for card in hand) for each in Suit]
        self.cards.append(max(lengths) if suit is None else lengths[suit])

        def number(rank: Rank) -> int:
            return sum(card.rank == rank and suit in (None, card.suit) for card in hand)

        self.jack.append(number(Rank.JACK))
        self.nine.append(number(Rank.NINE))
        self.ace.append(number(Rank.ACE))
        self.aces_outside.append(
            sum(card.rank == Rank.ACE and card.suit != suit for card in hand) if suit is not None else 0
        )


def name_of(bid: Bid | None) -> str:
    if bid is None:
        return "pass"
    return f"{bid.points}" + (" sans" if bid.suit is None else "")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a bid of net means.")
    parser.add_argument("--deals", type=int, default=2_000)
    bid_for = [name for name, rules in NAMED.items() if rules.troef == "auction"]
    parser.add_argument("--rules", default="lugus", choices=bid_for)
    options = parser.parse_args()
    rules, net = table_rules(options.rules), bot_named("net")
    openings: dict[str, Meaning] = defaultdict(Meaning)
    answers: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for seed in range(options.deals):
        round = Round.begin(rules, Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH))
        opener: tuple[Seat, Bid] | None = None
        answered = False
        while round.phase is Phase.TROEF and round.turn is not None:
            view = view_round(round, round.turn)
            action = net.act(view, random.Random(1))
            assert isinstance(action, MakeBid | Pass)
            bid = action.bid if isinstance(action, MakeBid) else None
            if opener is None:
                assert view.hand is not None
                openings[name_of(bid)].add(view.hand, bid.suit if bid else None)
                opener = (round.turn, bid) if bid else None
            elif round.turn == opener[0].partner and not answered:
                same = "raises" if bid and bid.suit == opener[1].suit else "another suit" if bid else "passes"
                answers[name_of(opener[1])][same] += 1
                answered = True
            round, _ = round.apply(action)
    total = sum(len(meaning.cards) for meaning in openings.values())
    print(f"{rules.base}, {options.deals} deals: opening bids of net, and what partner does then")
    print(f"{'bid':9}{'share':>7}{'cards':>7}{'jack':>7}{'nine':>7}{'ace':>7}{'aces beside':>13}   partner")
    for name, meaning in sorted(openings.items(), key=lambda item: -len(item[1].cards)):
        then = answers.get(name, {})
        heard = sum(then.values()) or 1
        said = ", ".join(f"{what} {100 * times // heard} %" for what, times in sorted(then.items()))
        print(
            f"{name:9}{100 * len(meaning.cards) / total:6.1f}%{fmean(meaning.cards):7.1f}"
            f"{fmean(meaning.jack):7.2f}{fmean(meaning.nine):7.2f}{fmean(meaning.ace):7.2f}"
            f"{fmean(meaning.aces_outside):13.2f}   {said}"
        )


if __name__ == "__main__":
    main()
