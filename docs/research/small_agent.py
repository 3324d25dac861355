"""A small player that teaches itself: a network of one hidden layer, by self-play, on the CPU, with numpy alone.

    python docs/research/small_agent.py --minutes 4 --out agent.npz
    KLAVERJAS_AGENT=agent.npz klaverjas arena regels python:docs/research/small_agent.py:agent

docs/research/train.md explains it step by step.
"""

import argparse
import os
import random
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from klaverjas.bots import Advice, Bot
from klaverjas.cards import Hand
from klaverjas.environments.actions import as_action, numbers_before_play
from klaverjas.environments.many_rounds import ManyRounds
from klaverjas.environments.observations import layout, number_of_features, observed_by_bot
from klaverjas.environments.turn import table_rules
from klaverjas.seats import Seat
from klaverjas.view import View

Array = NDArray[np.float32]
Numbers = NDArray[np.int64]

RULES = table_rules("rotterdam-bond")
ACTIONS = 36  # 32 cards, and four suits to name as troef
PARTS = {part.name: part for part in layout(RULES)}
CARD_FEATURES = PARTS["phase"].start  # what comes before are sets of cards, 32 numbers each
TROEF = PARTS["troef"].slice
DECISIONS = 33  # in a round
POINTS = 100  # rewards are counted in hundreds


# --- suits ----------------------------------------------------------------------------------------


def suit_order(features: Array) -> Numbers:
    """For each position the suits with troef in front: what is learnt with spades as troef then holds for hearts."""
    troef = features[:, TROEF][:, :4]
    return np.argsort(-troef, axis=1, kind="stable")  # without troef they stay as they are


def with_troef_first(features: Array, order: Numbers) -> Array:
    """The features with the suits in another order."""
    cards = features[:, :CARD_FEATURES].reshape(len(features), -1, 4, 8)
    turned = np.take_along_axis(cards, order[:, None, :, None], axis=2)
    rest = features[:, CARD_FEATURES:].copy()
    rest[:, TROEF.start - CARD_FEATURES : TROEF.stop - CARD_FEATURES] = 0  # it says nothing any more
    return np.concatenate([turned.reshape(len(features), -1), rest], axis=1)


def action_order(order: Numbers) -> Numbers:
    """For each position and each action as the network has it: the action as the round has it."""
    cards = order[:, :, None] * 8 + np.arange(8)
    suits = 32 + np.broadcast_to(np.arange(4), (len(order), 4))
    return np.concatenate([cards.reshape(len(order), -1), suits], axis=1)


# --- the network ----------------------------------------------------------------------------------


class Network:
    """What each action will bring the player's team in the end, more than the other: in hundreds of points."""

    def __init__(self, hidden: int = 192, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        inputs = number_of_features(RULES)
        self.weights = [
            (chance.standard_normal((inputs, hidden)) * 0.1).astype(np.float32),
            np.zeros(hidden, np.float32),
            (chance.standard_normal((hidden, ACTIONS)) * 0.02).astype(np.float32),
            np.zeros(ACTIONS, np.float32),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]  # Adam's
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def values(self, inputs: Array) -> tuple[Array, Array]:
        """The values of all actions, and what the hidden layer said."""
        first, bias, second, last = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden @ second + last, hidden

    def learn(self, inputs: Array, actions: Numbers, targets: Array, rate: float) -> float:
        """One step towards what these actions really brought; the mean error before it."""
        values, hidden = self.values(inputs)
        rows = np.arange(len(actions))
        errors = values[rows, actions] - targets
        slope = np.zeros_like(values)
        slope[rows, actions] = errors / len(actions)
        behind = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [inputs.T @ behind, behind.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self._steps += 1
        for at, one in enumerate(slopes):
            self._means[at] += 0.1 * (one - self._means[at])
            self._squares[at] += 0.001 * (one**2 - self._squares[at])
            mean = self._means[at] / (1 - 0.9**self._steps)
            square = self._squares[at] / (1 - 0.999**self._steps)
            self.weights[at] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return float(np.mean(errors**2))

    def save(self, file: Path) -> None:
        np.savez(file, *self.weights)

    @classmethod
    def load(cls, file: Path) -> "Network":
        with np.load(file) as kept:
            weights = [kept[name] for name in kept.files]
        network = cls(hidden=weights[0].shape[1])
        network.weights = weights
        return network


# --- self-play ------------------------------------------------------------------------------------


def choose(
    network: Network, features: Array, masks: Array, curiosity: float, chance: np.random.Generator
) -> tuple[Array, Numbers, Numbers]:
    """What the network saw, its action as it has it, and the action as the round has it."""
    order = suit_order(features)
    inputs = with_troef_first(features, order)
    names = action_order(order)
    possible = np.take_along_axis(masks, names, axis=1)
    values, _ = network.values(inputs)
    values[possible == 0] = -np.inf
    tries = chance.random(len(values)) < curiosity
    values[tries] = np.where(possible[tries] > 0, chance.random((int(tries.sum()), ACTIONS)), -np.inf)
    chosen = values.argmax(axis=1)
    return inputs, chosen, np.take_along_axis(names, chosen[:, None], axis=1)[:, 0]


def play_rounds(
    network: Network, rounds: ManyRounds, curiosity: float, chance: np.random.Generator
) -> tuple[Array, Numbers, Array]:
    """All rounds from their beginning to their end: what was seen, what was done, and what it brought.

    Where only one card could be played there is nothing to learn.
    """
    seen, done, who = [], [], []
    for _ in range(DECISIONS):
        inputs, chosen, actions = choose(network, rounds.features, rounds.masks, curiosity, chance)
        free = np.flatnonzero(rounds.masks.sum(axis=1) > 1)
        seen.append(inputs[free])
        done.append(chosen[free])
        who.append((free, rounds.turns[free]))
        rounds.step(actions)
    rewards = rounds.rewards / np.float32(POINTS)
    brought = [rewards[rows, seats] for rows, seats in who]
    return np.concatenate(seen), np.concatenate(done), np.concatenate(brought)


def train(
    minutes: float, at_once: int = 1024, batch: int = 4096, seed: int = 1, *, tell: bool = True
) -> Network:
    """Play, learn from it, and play better, for so long."""
    network, chance = Network(seed=seed), np.random.default_rng(seed)
    rounds = ManyRounds(RULES, at_once, seed=seed)
    begin, played, told = time.monotonic(), 0, 0.0
    while True:
        part = (time.monotonic() - begin) / (60 * minutes)
        if part >= 1 and played:
            return network
        curiosity, rate = 0.2 - 0.15 * min(1, part), 1e-3 * (1 - 0.9 * min(1, part))
        inputs, actions, targets = play_rounds(network, rounds, curiosity, chance)
        played += at_once
        errors = [
            network.learn(inputs[rows], actions[rows], targets[rows], rate)
            for rows in np.array_split(chance.permutation(len(inputs)), max(1, len(inputs) // batch))
        ]
        if tell and time.monotonic() - told > 5:
            told = time.monotonic()
            print(f"{played:>9,} rounds  {told - begin:5.0f} s  error {np.mean(errors):.3f}", flush=True)


# --- in the arena ---------------------------------------------------------------------------------


class SmallAgent(Bot):
    """The network as a bot: it sees a view, and takes what promises most."""

    name = "small"

    def __init__(self, network: Network) -> None:
        self.network = network

    def advise(self, view: View, chance: random.Random) -> Advice | None:
        seat = view.viewer
        if view.turn != seat or not isinstance(seat, Seat):
            return None
        possible = [int(card) for card in Hand(view.may.play)] or numbers_before_play(view.may)
        masks = np.zeros((1, ACTIONS), np.float32)
        masks[0, possible] = 1
        features = observed_by_bot(view)[None]
        _, _, actions = choose(self.network, features, masks, 0, np.random.default_rng(0))
        action = as_action(int(actions[0]), seat)
        assert action is not None
        return Advice.of(action, "guess")


def agent() -> SmallAgent:
    """The bot that KLAVERJAS_AGENT says, for the arena."""
    return SmallAgent(Network.load(Path(os.environ.get("KLAVERJAS_AGENT", "agent.npz"))))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small player by self-play.")
    parser.add_argument("--minutes", type=float, default=4, help="how long (4)")
    parser.add_argument("--out", type=Path, default=Path("agent.npz"), help="where to keep it (agent.npz)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    train(options.minutes, seed=options.seed).save(options.out)


if __name__ == "__main__":
    main()
