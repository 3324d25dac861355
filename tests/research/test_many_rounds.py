"""Many rounds at once are the rounds of the referee: the same choices, the same sights, the same scores."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from klaverjas.cards import ALL_CARDS
from klaverjas.environments.many_rounds import ManyRounds, first_turn
from klaverjas.environments.observations import explained, observed, seen_by
from klaverjas.environments.turn import Rules
from klaverjas.errors import Refusal, TextError
from klaverjas.kernel.round.steps import PASS
from klaverjas.rules.named import NAMED
from klaverjas.seats import Seat
from soak import SEED
from tables import random_rules

AT_ONCE = 6
OWN = ("lugus all_pass=forced", "lugus bid_step=30 sans=false contract=half", "valet pit=50 rounding=tens")
BY_RULES = pytest.mark.parametrize("rules", NAMED)


def random_actions(rounds: ManyRounds, chance: np.random.Generator) -> np.ndarray:
    """One of the possible actions in each round; in an auction mostly a pass, or it would only be about bids."""
    weights = rounds.masks * chance.random(rounds.masks.shape)
    if rounds.masks.shape[1] > PASS:
        weights[:, PASS] *= 4
    actions: np.ndarray = weights.argmax(axis=1)
    return actions


def play_beside_the_referee(rules: Rules, seed: int, steps: int) -> list[int]:
    """Play at random, and compare everything after each step; gives the scores of the rounds that ended."""
    rounds = ManyRounds(rules, AT_ONCE, seed=seed)
    numbers = list(range(AT_ONCE))
    turns = [first_turn(rounds.rules, seed, number) for number in numbers]
    chance, scores = np.random.default_rng(seed), []
    for _ in range(steps):
        for at, turn in enumerate(turns):
            assert turn.seat == rounds.turns[at]
            assert np.flatnonzero(rounds.masks[at]).tolist() == list(turn.numbers)
            words, told = seen_by(turn, Seat(rounds.turns[at]))
            assert [hex(word) for word in rounds.words[at]] == [hex(word) for word in words]
            assert rounds.numbers[at].tolist() == told
            assert rounds.rounds[at] == numbers[at]
        actions = random_actions(rounds, chance)
        rounds.step(actions)
        for at, action in enumerate(actions):
            turns[at] = turns[at].take(int(action))
            score = turns[at].score
            assert rounds.dones[at] == turns[at].over
            assert rounds.rewards[at].tolist() == [score, -score, score, -score]
            if turns[at].over:
                scores.append(score)
                numbers[at] += AT_ONCE
                turns[at] = first_turn(rounds.rules, seed, numbers[at])
    return scores


@pytest.mark.parametrize("rules", [*NAMED, *OWN])
def test_every_step_is_that_of_the_referee(rules: str) -> None:
    scores = play_beside_the_referee(rules, SEED, steps=150)
    assert len(scores) >= 12
    assert len(set(scores)) > 6


def test_every_step_is_that_of_the_referee_under_rules_of_ones_own() -> None:
    chance = Random(SEED)
    for _ in range(25):
        play_beside_the_referee(random_rules(chance), chance.getrandbits(31), steps=40)


def test_a_deal_that_all_pass_is_over_or_must_be_chosen() -> None:
    redeal, forced = ManyRounds("lugus", 2), ManyRounds("lugus all_pass=forced", 2)
    for rounds in (redeal, forced):
        for _ in range(4):
            rounds.step(np.full(2, PASS))
    assert redeal.dones.all()
    assert not redeal.rewards.any()
    assert redeal.rounds.tolist() == [2, 3]
    assert not forced.dones.any()
    assert [np.flatnonzero(mask).tolist() for mask in forced.masks] == [[32, 33, 34, 35]] * 2


@BY_RULES
def test_a_round_is_the_same_however_many_are_played_at_once(rules: str) -> None:
    """Everybody always does the first thing that is possible; the scores of the first rounds are then the same."""
    found: list[dict[int, int]] = []
    for number, threads in ((1, 1), (3, 1), (8, 2)):
        rounds, scores = ManyRounds(rules, number, seed=7, threads=threads), dict[int, int]()
        while len(scores) < 9:
            before = rounds.rounds.copy()
            rounds.step(rounds.masks.argmax(axis=1))
            ended = np.flatnonzero(rounds.dones)
            scores |= {int(before[at]): int(rounds.rewards[at, 0]) for at in ended}
        found.append({at: score for at, score in scores.items() if at < 8})
    assert found[0] == found[1] == found[2]
    assert rules == "lugus" or len(set(found[0].values())) > 3  # in Lugus all have passed


def test_another_seed_is_another_deal_and_the_same_seed_the_same() -> None:
    rounds = ManyRounds("amsterdam", 50, seed=3)
    first = rounds.words.copy()
    rounds.reset(4)
    assert (rounds.words != first).any(axis=1).all()
    rounds.reset(3)
    assert (rounds.words == first).all()


@pytest.mark.parametrize("seed", [-5, 1 << 31, (1 << 80) + 3])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    rounds = ManyRounds("amsterdam", 2, seed=seed)
    for at in range(2):
        words, _ = seen_by(first_turn(rounds.rules, seed, at), Seat(rounds.turns[at]))
        assert rounds.words[at].tolist() == words


def test_every_card_comes_to_every_seat_equally_often() -> None:
    """In 4,000 deals each card is about 1,000 times with each seat: six deviations are 164."""
    counted: Counter[tuple[int, Seat]] = Counter()
    rules = ManyRounds("amsterdam", 1).rules
    for number in range(4_000):
        hands = first_turn(rules, SEED, number).round.hands
        assert sum(hands) == ALL_CARDS
        counted.update((card, Seat(at)) for at, hand in enumerate(hands) for card in hand)
    assert len(counted) == 32 * 4
    assert all(abs(times - 1_000) < 164 for times in counted.values())


@pytest.mark.parametrize("action", [-1, 0, 36, 1 << 40])
def test_what_is_not_possible_is_refused_and_nothing_has_happened(action: int) -> None:
    rounds = ManyRounds("amsterdam", 3, seed=1)
    before = rounds.words.copy()
    with pytest.raises(Refusal, match="not possible"):
        rounds.step([32, action, 33])
    assert (rounds.words == before).all()


@pytest.mark.parametrize(
    "actions", [[32, 32], [[32, 32, 32]], 32, [32.7, 33.2, 34.0], ["32", "33", "34"], [None] * 3]
)
def test_what_is_no_action_for_each_round_is_refused(actions: object) -> None:
    rounds = ManyRounds("amsterdam", 3, seed=1)
    with pytest.raises(TextError, match="3 whole numbers"):
        rounds.step(actions)
    assert "3 hele getallen" in TextError("actions-needed", number=3, shape=(2,), kind="int64").sentence("nl")


def test_no_rounds_at_all_are_refused() -> None:
    with pytest.raises(TextError, match="At least one round"):
        ManyRounds("amsterdam", 0)


@BY_RULES
def test_the_features_are_those_of_the_other_environments(rules: str) -> None:
    rounds = ManyRounds(rules, 4, seed=2)
    turns = [first_turn(rounds.rules, 2, number) for number in range(4)]
    chance = np.random.default_rng(2)
    for _ in range(12):
        actions = random_actions(rounds, chance)
        rounds.step(actions)
        turns = [turn.take(int(action)) for turn, action in zip(turns, actions, strict=True)]
    for at, turn in enumerate(turns):
        assert (rounds.features[at] == observed(turn, Seat(rounds.turns[at]))).all()
    named = explained(rounds.features, rounds.rules)
    assert named["played"].shape == (4, 4, 32)
    assert (named["hand"].sum(axis=1) + named["played"][:, 0].sum(axis=1) == 8).all()
