"""Random rounds a second: `Round.apply`, the bare rule functions, and jass-kit, in one run.

jass-kit (Schieber, 36 cards a game where klaverjas has 32) is the rival: another Python engine of a game of the same
family. It plays in two ways: with the random player that it brings along, and stripped to a bare loop like ours, with
our way of choosing a card. All choose uniformly among the cards that may be played, with hearts as troef. They take
turns in small batches, so that whatever else the machine does falls on all of them; a ratio is the median over the
turns, by CPU time.

    make bench
"""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
from jass.agents.agent_cheating_random_schieber import AgentCheatingRandomSchieber
from jass.game.const import HEARTS
from jass.game.game_sim import GameSim
from jass.game.game_util import deal_random_hand
from jass.game.rule_schieber import RuleSchieber

from klaverjas.actions import ChooseTroef, Collect, Play
from klaverjas.cards import DECK, Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.round import Round
from klaverjas.rules.integers import NOTHING_LED
from klaverjas.rules.legal import correct_cards, duties_of
from klaverjas.rules.named import ROTTERDAM_BOND
from klaverjas.rules.roem import roem_points
from klaverjas.rules.trick import LAST_TRICK, PLAIN_POINTS, TROEF_POINTS, beats
from klaverjas.seats import Seat

DEALS = [deal(seeded_deck(seed), Seat.SOUTH) for seed in range(100)]
DUTIES = duties_of(ROTTERDAM_BOND)
POINTS = tuple(
    TROEF_POINTS[card & 7] if card >> 3 == Suit.HEARTS else PLAIN_POINTS[card & 7] for card in DECK
)
# A set of cards as a list, by its two halves: choosing one at random is no rule, and must not cost more than they do.
LOW, HIGH = (
    [tuple(first + bit for bit in range(16) if half >> bit & 1) for half in range(1 << 16)]
    for first in (0, 16)
)

ONE_TO_THREE = (1, 2, 3)
chance = random.Random(1).random


def through_apply(number: int) -> None:
    round = Round.begin(ROTTERDAM_BOND, Seat.SOUTH, DEALS[number % len(DEALS)])
    round, _ = round.apply(ChooseTroef(Seat.WEST, Suit.HEARTS))
    for _ in range(32):
        cards = round.correct_cards.ordered()
        seat = round.turn
        assert seat is not None
        round, _ = round.apply(Play(seat, cards[int(chance() * len(cards))]))
    round, _ = round.apply(Collect())
    assert round.result is not None


def through_bare_functions(number: int) -> None:
    troef, duties, four_alike = 1, DUTIES, ROTTERDAM_BOND.four_alike
    south, west, north, east = DEALS[number % len(DEALS)]
    hands = [int(south), int(west), int(north), int(east)]
    points = [0, 0]
    seat = 1
    for _ in range(8):
        hand = correct_cards(hands[seat], NOTHING_LED, 0, False, troef, duties)
        cards = LOW[hand & 0xFFFF] + HIGH[hand >> 16]
        winning = cards[int(chance() * len(cards))]
        hands[seat] = hand ^ 1 << winning
        led, winner, lying, worth = winning >> 3, 0, 1 << winning, POINTS[winning]
        for turn in ONE_TO_THREE:
            seat = seat + 1 & 3
            hand = hands[seat]
            correct = correct_cards(hand, led, winning, turn - winner == 2, troef, duties)
            cards = LOW[correct & 0xFFFF] + HIGH[correct >> 16]
            card = cards[int(chance() * len(cards))]
            hands[seat] = hand ^ 1 << card
            lying |= 1 << card
            worth += POINTS[card]
            if beats(card, winning, troef):
                winning, winner = card, turn
        seat = seat + 1 + winner & 3
        points[seat & 1] += worth + roem_points(lying, troef, four_alike)
    points[seat & 1] += LAST_TRICK
    assert sum(points) >= 162


schieber = RuleSchieber()
random_player = AgentCheatingRandomSchieber()


def new_schieber_game() -> GameSim:
    game = GameSim(schieber)
    game.init_from_cards(deal_random_hand(), dealer=0)
    game.action_trump(HEARTS)
    return game


def through_jass_kit(_: int) -> None:
    game = new_schieber_game()
    for _ in range(36):
        game.action_play_card(random_player.action_play_card(game.state))
    assert game.is_done()


def through_stripped_jass_kit(_: int) -> None:
    game = new_schieber_game()
    for _ in range(36):
        cards = np.flatnonzero(schieber.get_valid_cards_from_state(game.state))
        game.action_play_card(cards[int(chance() * len(cards))])
    assert game.is_done()


def seconds(play: Callable[[int], None], rounds: int) -> float:
    begin = time.process_time()
    for number in range(rounds):
        play(number)
    return (time.process_time() - begin) / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description="Random rounds a second, against jass-kit.")
    parser.add_argument("--turns", type=int, default=40, help="how many turns each one gets (40)")
    turns = parser.parse_args().turns
    gc.freeze()  # the tables above are no garbage to look through
    players = {
        "jass-kit, its random player": (through_jass_kit, 20),
        "jass-kit, stripped": (through_stripped_jass_kit, 30),
        "Round.apply": (through_apply, 60),
        "bare rule functions": (through_bare_functions, 300),
    }
    times: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(turns + 1):
        for name, (play, rounds) in players.items():
            a_round = seconds(play, rounds)
            if turn:  # the first turn warms up
                times[name].append(a_round)
    rivals = list(times.values())[:2]
    print(f"{'':30}{'rounds/s':>10}{'x jass-kit':>12}{'x stripped':>12}")
    for name, spent in times.items():
        ratios = [
            statistics.median(theirs / mine for theirs, mine in zip(rival, spent, strict=True))
            for rival in rivals
        ]
        print(f"{name:30}{1 / statistics.median(spent):10,.0f}{ratios[0]:12.1f}{ratios[1]:12.1f}")


if __name__ == "__main__":
    main()
