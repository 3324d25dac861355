"""The environments against those of others, in one run: steps against PettingZoo's card games, rounds against skat.

Steps: PettingZoo's classic card games go through the loop of its own benchmark (look, choose at random, act, begin anew
when it is over), and so does our environment for PettingZoo. Many rounds at once do the same in arrays: every step
gives what every seat to act sees and what it may do, a random action of each is chosen, and what is over begins anew.

Rounds: OpenSpiel plays skat (C++; 32 cards too, of which 30 are played) at random to the end, from dealt hands. Its
evaluator cannot be called from Python, but a search of one simulation does nothing else than so many rollouts: that is
counted here first, on a game that counts its ends. Ours are those of `klaverjas.kernel.dispatch`.

All take turns, so that whatever else the machine does falls on all of them; a ratio is the median over the turns, by
CPU time, on one thread.

    make bench
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel
from pettingzoo import make

from klaverjas.cards import Suit
from klaverjas.environments import klaverjas_v0
from klaverjas.environments.many_rounds import ManyRounds
from klaverjas.environments.openspiel import Klaverjas, KlaverjasState
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.dispatch import as_rows, rolled_out
from klaverjas.kernel.layout import HANDS, POSITION, TURN
from klaverjas.kernel.solver.position import Position
from klaverjas.rules.named import ROTTERDAM_BOND
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat

CARD_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
STEPS = 1000  # of an environment for PettingZoo, in a turn
AT_ONCE = 4096
MANY_STEPS = 40  # of each of these rounds, in a turn
DEALS = 20
ROUNDS = 200  # of each deal, in a turn

Timed = Callable[[], float]  # gives the seconds of CPU time for one step or one round


def through_pettingzoo(env: Any) -> Timed:
    """The loop of PettingZoo's benchmark."""

    def turn() -> float:
        begin, done = time.process_time(), 0
        env.reset()
        while done < STEPS:
            for agent in env.agent_iter(env.num_agents):
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    action = None
                elif isinstance(observation, dict) and "action_mask" in observation:
                    action = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
                else:
                    action = env.action_space(agent).sample()
                env.step(action)
                done += 1
                if all(env.terminations.values()) or all(env.truncations.values()):
                    env.reset()
        return (time.process_time() - begin) / done

    return turn


def through_many_rounds(rules: str, *, features: bool = False, chosen: bool = True) -> Timed:
    """All rounds step by step; with what is seen laid out as features, or with the time of ``step`` alone."""
    rounds, chance = ManyRounds(rules, AT_ONCE, seed=1), np.random.default_rng(1)

    def turn() -> float:
        spent = 0.0
        for _ in range(MANY_STEPS):
            begin = time.process_time()
            noise = chance.integers(1, 256, rounds.masks.shape, np.uint8)
            actions = (rounds.masks * noise).argmax(axis=1)
            if not chosen:
                begin = time.process_time()
            rounds.step(actions)
            if features:
                _ = rounds.features
            spent += time.process_time() - begin
        return spent / (MANY_STEPS * AT_ONCE)

    return turn


# --- rounds --------------------------------------------------------------------------------------------


class Counting(Klaverjas):
    """A game that counts how often it is played to the end."""

    ends: ClassVar[int] = 0

    def new_initial_state(self) -> "CountingState":
        return CountingState(self)


class CountingState(KlaverjasState):
    def returns(self) -> list[float]:
        Counting.ends += 1
        return super().returns()


def dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice([card for card, _ in state.chance_outcomes()]))
    return state


def searches(game: Any, rollouts: int) -> Any:
    """A bot whose search is one simulation, of so many rollouts from where it begins."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
    return pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)


def rollouts_counted(asked: int) -> int:
    """How many rounds one such search really plays to the end."""
    game, Counting.ends = Counting(), 0
    searches(game, asked).mcts_search(dealt(game))
    return Counting.ends


def through_skat() -> Timed:
    game = pyspiel.load_game("skat")
    states, bot = [dealt(game) for _ in range(DEALS)], searches(game, ROUNDS)

    def turn() -> float:
        begin = time.process_time()
        for state in states:
            bot.mcts_search(state)
        return (time.process_time() - begin) / (DEALS * ROUNDS)

    return turn


def through_rollouts() -> Timed:
    hands = [deal(seeded_deck(seed), Seat.SOUTH) for seed in range(DEALS)]
    rows = as_rows([Position(each, Trick(Seat.WEST, (), Suit.HEARTS)) for each in hands])
    troefs = np.full(DEALS, int(Suit.HEARTS))

    def turn() -> float:
        begin = time.process_time()
        rolled_out(rows, troefs, ROTTERDAM_BOND, seed=1, number=ROUNDS)
        return (time.process_time() - begin) / (DEALS * ROUNDS)

    return turn


def through_fresh_deals() -> Timed:
    """The same, each round from a deal of its own, and that is counted in."""
    chance, number = np.random.default_rng(1), DEALS * ROUNDS
    deck = np.tile(np.arange(32), (number, 1))

    def turn() -> float:
        begin = time.process_time()
        rows = integers(number, POSITION)
        cards = chance.permuted(deck, axis=1).reshape(number, 4, 8)
        rows[:, HANDS : HANDS + 4] = (1 << cards).sum(axis=2)
        rows[:, TURN] = int(Seat.WEST)
        rolled_out(rows, np.full(number, int(Suit.HEARTS)), ROTTERDAM_BOND, seed=1)
        return (time.process_time() - begin) / number

    return turn


# --- turn by turn --------------------------------------------------------------------------------------


def take_turns(players: dict[str, Timed], turns: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(turns + 1):
        for name, play in players.items():
            spent = play()
            if turn:  # the first turn warms up
                times[name].append(spent)
    return times


def tell(title: str, times: dict[str, list[float]], rivals: list[str]) -> None:
    """A line for each; the ratio is to the fastest rival."""
    rival = min(rivals, key=lambda name: statistics.median(times[name]))
    print(f"\n{title:44}{'a second':>14}{f'x {rival}':>30}")
    for name, spent in times.items():
        ratio = statistics.median(there / here for there, here in zip(times[rival], spent, strict=True))
        print(f"{name:44}{1 / statistics.median(spent):14,.0f}{ratio:30.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="The environments against those of others.")
    parser.add_argument("--turns", type=int, default=20, help="how many turns each one gets (20)")
    turns = parser.parse_args().turns
    theirs = {name: through_pettingzoo(make("aec", f"classic/{name}")) for name in CARD_GAMES}
    ours = {
        "ours for PettingZoo, rotterdam-bond": through_pettingzoo(klaverjas_v0.env("rotterdam-bond")),
        "ours for PettingZoo, lugus": through_pettingzoo(klaverjas_v0.env("lugus")),
        "many rounds, rotterdam-bond": through_many_rounds("rotterdam-bond"),
        "many rounds, rotterdam-bond, as features": through_many_rounds("rotterdam-bond", features=True),
        "many rounds, rotterdam-bond, step alone": through_many_rounds("rotterdam-bond", chosen=False),
        "many rounds, lugus": through_many_rounds("lugus"),
        "many rounds, lugus, step alone": through_many_rounds("lugus", chosen=False),
    }
    tell("steps", take_turns(theirs | ours, turns), list(theirs))
    print(f"\nOne search that is asked for 50 rollouts plays {rollouts_counted(50)} rounds to the end.")
    rounds = {
        "OpenSpiel's skat": through_skat(),
        "our rollouts": through_rollouts(),
        "our rollouts, each with its own deal": through_fresh_deals(),
    }
    tell("random rounds", take_turns(rounds, turns), ["OpenSpiel's skat"])


if __name__ == "__main__":
    main()
