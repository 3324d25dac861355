"""The environment for PettingZoo passes PettingZoo's own tests under every rule set, and rewards with the score."""

import warnings
from collections.abc import Callable
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import make

from klaverjas.environments import klaverjas_v0
from klaverjas.environments.klaverjas_v0 import AGENTS
from klaverjas.environments.many_rounds import ManyRounds
from klaverjas.environments.picture import HIGH, WIDE, drawn
from klaverjas.errors import Refusal
from klaverjas.kernel.round.steps import PASS
from klaverjas.rules.named import NAMED
from klaverjas.seats import SEATS
from soak import SEED

with (
    warnings.catch_warnings()
):  # where PettingZoo's own games are installed, its tests import one in the old way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

BY_RULES = pytest.mark.parametrize("rules", NAMED)
BOTH_WAYS = pytest.mark.parametrize("as_at_the_table", [False, True])
# PettingZoo knows by name which environments observe in a dictionary with a mask, as its own card games do.
A_DICTIONARY = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
)


def play_on(env: Any, chance: Random, steps: int = 1000) -> dict[str, int]:
    """So many random actions, or to the end of the round; gives what everybody was rewarded with."""
    rewards = dict.fromkeys(AGENTS, 0)
    for agent in env.agent_iter(steps):
        observation, reward, over, _, _ = env.last()
        rewards[agent] += reward
        possible = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if over else chance.choice(possible))
    return rewards


@A_DICTIONARY
@BY_RULES
@BOTH_WAYS
def test_it_is_what_pettingzoo_calls_an_environment(
    rules: str, as_at_the_table: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    def make() -> Any:
        return klaverjas_v0.env(rules, as_at_the_table=as_at_the_table)

    api_test(make(), num_cycles=20)
    seed_test(make, num_cycles=12)
    assert "Passed API test" in capsys.readouterr().out


@BY_RULES
def test_it_goes_through_the_benchmark_of_pettingzoo(
    rules: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = count()  # a tick every time that it is looked at, so that five seconds are soon over
    monkeypatch.setitem(
        performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: float(next(clock)) / 4)
    )
    performance_benchmark(klaverjas_v0.env(rules))
    assert "turns per second" in capsys.readouterr().out


@BY_RULES
def test_it_is_drawn_in_every_way_that_it_offers(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: klaverjas_v0.env(rules, render_mode=render_mode),
        custom_tests={"ansi": lambda text: "South" in text and "dealer" in text},
    )
    assert "dealer South" in capsys.readouterr().out


@BY_RULES
@BOTH_WAYS
def test_at_the_end_everybody_is_rewarded_with_the_score_of_the_round(
    rules: str, as_at_the_table: bool
) -> None:
    env: Any = klaverjas_v0.env(rules, as_at_the_table=as_at_the_table)
    chance, decided = Random(SEED), 0
    env.reset(seed=SEED)
    for _ in range(6):
        rewards = play_on(env, chance)
        result = env.unwrapped.turn.round.result
        assert result is not None
        for seat, agent in zip(SEATS, AGENTS, strict=True):
            assert rewards[agent] == result.score[seat.team] - result.score[seat.team.opponents]
        assert not env.agents
        decided += result.score[0] != result.score[1]
        env.reset()
    assert decided > 2


def test_before_the_end_nobody_is_rewarded() -> None:
    env: Any = klaverjas_v0.env("amsterdam")
    env.reset(seed=1)
    assert set(play_on(env, Random(1), steps=32).values()) == {0}
    assert not any(env.terminations.values())


def test_a_deal_that_all_pass_is_over_and_brings_nothing() -> None:
    env: Any = klaverjas_v0.env("lugus")
    env.reset(seed=1)
    for _ in range(4):
        env.step(PASS)
    assert all(env.terminations.values())
    assert set(env.rewards.values()) == {0}


@pytest.mark.parametrize(("rules", "pot"), [("amsterdam", 162), ("lugus", 16)])
def test_what_is_not_possible_ends_the_round_and_costs_the_pot(rules: str, pot: int) -> None:
    env: Any = klaverjas_v0.env(rules)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)  # a card, before there is troef
    assert all(env.terminations.values())
    assert env.rewards == {other: -pot if other == agent else 0 for other in AGENTS}
    bare = klaverjas_v0.raw_env(rules)
    bare.reset(seed=1)
    with pytest.raises(Refusal, match="not possible"):
        bare.step(0)


def test_the_deals_of_a_seed_are_those_of_many_rounds() -> None:
    env: Any = klaverjas_v0.env("rotterdam-bond")
    rounds = ManyRounds("rotterdam-bond", 5, seed=9)
    for number in range(5):
        env.reset(seed=9 if number == 0 else None)
        observation, *_ = env.last()
        assert AGENTS[rounds.turns[number]] == env.agent_selection
        assert (observation["observation"] == rounds.features[number]).all()
        assert (observation["action_mask"] == rounds.masks[number]).all()


def test_without_a_seed_every_environment_deals_otherwise() -> None:
    hands = set()
    for _ in range(3):
        env = klaverjas_v0.raw_env()
        env.reset()
        hands.add(env.turn.round.hands)
    assert len(hands) == 3


def test_only_whose_turn_it_is_has_a_choice_and_the_state_is_what_all_see() -> None:
    env = klaverjas_v0.raw_env("lugus")
    env.reset(seed=3)
    for agent in AGENTS:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    assert env.state_space.contains(env.state())
    assert (env.state()[2] == env.observe("player_2")["observation"]).all()


def test_pettingzoo_makes_it_by_its_name() -> None:
    env: Any = make("aec", "klaverjas_v0", rules="lugus", as_at_the_table=True)
    assert env.unwrapped.rules == NAMED["lugus"]


def test_an_unknown_way_to_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="render_mode 'svg'"):
        klaverjas_v0.env(render_mode="svg")


def test_an_action_that_is_no_whole_number_is_refused() -> None:
    env = klaverjas_v0.raw_env("amsterdam")
    env.reset(seed=1)
    action: Any = 33.5
    with pytest.raises(TypeError):
        env.step(action)


# --- the picture ---------------------------------------------------------------------------------


@pytest.fixture
def frame() -> Callable[[int], np.ndarray]:
    """The picture after so many random actions."""

    def after(steps: int) -> np.ndarray:
        env: Any = klaverjas_v0.env("lugus", render_mode="rgb_array")
        env.reset(seed=2)
        play_on(env, Random(2), steps)
        pixels: np.ndarray = env.render()
        return pixels

    return after


def test_the_picture_is_of_one_size_and_changes_with_every_card(frame: Callable[[int], np.ndarray]) -> None:
    frames = [frame(steps) for steps in (0, 12, 13)]
    assert {one.shape for one in frames} == {(HIGH, WIDE, 3)}
    assert (frames[0] != frames[1]).any()
    assert (frames[1] != frames[2]).any()


def test_the_picture_needs_no_font_and_shows_every_card() -> None:
    env = klaverjas_v0.raw_env("valet")
    env.reset(seed=2)
    picture = drawn(env.turn)
    assert "<text" not in picture
    assert "font" not in picture
    assert picture.count('rx="7"') == 2 * 32  # a card and its shadow


def test_every_way_that_a_round_stands_can_be_drawn() -> None:
    chance = Random(SEED)
    for rules in ("lugus", "lugus all_pass=forced", "rotterdam"):
        env = klaverjas_v0.raw_env(rules, as_at_the_table=True, render_mode="ansi")
        env.reset(seed=chance.getrandbits(31))
        while not env.turn.over:
            assert drawn(env.turn).startswith("<svg")
            assert str(env.turn.round.dealer.said("en")) in env.render()
            env.step(chance.choice(env.turn.numbers))
        assert drawn(env.turn).startswith("<svg")
        assert env.turn.round.result is not None
        assert env.turn.round.result.outcome.code in env.render()
