"""Klaverjas for PettingZoo: four agents, one decision at a time, an episode is one deal.

>>> from klaverjas.environments import klaverjas_v0
>>> env = klaverjas_v0.env("rotterdam-bond")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, observation["action_mask"].nonzero()[0]
('player_1', (778,), array([32, 33, 34, 35]))
>>> env.step(33)

``player_0`` to ``player_3`` are South, West, North and East. What the numbers of an observation mean is in
:mod:`klaverjas.environments.observations`, and of an action in :mod:`klaverjas.environments.actions`. Once this is
imported, ``pettingzoo.make("aec", "klaverjas_v0")`` makes the same.
"""

import secrets
from operator import index
from typing import Any, ClassVar, TypeAlias

from klaverjas.environments.actions import number_of_actions
from klaverjas.environments.many_rounds import first_turn
from klaverjas.environments.observations import number_of_features, observed
from klaverjas.environments.picture import painted
from klaverjas.environments.text import drawn_text
from klaverjas.environments.turn import Rules, Turn, table_rules
from klaverjas.kernel.nn.observation import NUMBERS
from klaverjas.plumbing.extras import needs
from klaverjas.rules.scoring import as_written
from klaverjas.rules.trick import POT
from klaverjas.seats import SEATS, Seat

with needs("research"):
    import numpy
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, aec_registry, register
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )

Observation: TypeAlias = dict[str, Any]
Environment: TypeAlias = "AECEnv[str, Observation, int | None]"
AGENTS = tuple(f"player_{int(seat)}" for seat in SEATS)
MOST_HUNDREDS = 100  # of points or roem in a round, under any rules


def env(
    rules: Rules = "rotterdam-bond", *, as_at_the_table: bool = False, render_mode: str | None = None
) -> Environment:
    """The environment with its guards: whoever does what is not possible loses the pot, and the round ends."""
    bare = raw_env(rules, as_at_the_table=as_at_the_table, render_mode=render_mode)
    lost = as_written(POT, bare.rules.rounding == "tens")
    return OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(TerminateIllegalWrapper(bare, illegal_reward=-lost))
    )


class raw_env(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment as it is: what is not possible is refused.

    The rules are a name, a value, or a text such as "amsterdam pit=0". The table is strict and counts roem by itself,
    unless it is to be played *as_at_the_table*.

    ``reset(seed=...)`` gives the first deal of that seed, and each ``reset()`` after it the next one; the deal passes
    clockwise. A deal that all pass is over, with 0 for everybody. At the end everybody is rewarded
    with the score of his team minus the other's, as it is written on the sheet; before that with 0.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "klaverjas_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules = "rotterdam-bond",
        *,
        as_at_the_table: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r} is none of {self.metadata['render_modes']}")
        self.rules = table_rules(rules, as_at_the_table=as_at_the_table)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        features, actions = number_of_features(self.rules), number_of_actions(self.rules)
        most = numpy.ones(features, numpy.float32)
        most[-NUMBERS:] = MOST_HUNDREDS
        self._seen: dict[str, Space[Any]] = {
            agent: Dict(
                {
                    "observation": Box(numpy.zeros_like(most), most, dtype=numpy.float32),
                    "action_mask": Box(0, 1, (actions,), numpy.int8),
                }
            )
            for agent in AGENTS
        }
        self._done: dict[str, Space[Any]] = {agent: Discrete(actions) for agent in AGENTS}
        self.state_space: Space[Any] = Box(
            numpy.zeros((len(AGENTS), features), numpy.float32),
            numpy.stack([most] * len(AGENTS)),
            dtype=numpy.float32,
        )
        self._seed, self._next = secrets.randbits(31), 0

    def observation_space(self, agent: str) -> Space[Any]:
        return self._seen[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._done[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._next = seed, 0
        self.turn: Turn = first_turn(self.rules, self._seed, self._next)
        self._next += 1
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._choose_agent()
        self._show()

    def observe(self, agent: str) -> Observation:
        seat = Seat(AGENTS.index(agent))
        mask = numpy.zeros(number_of_actions(self.rules), numpy.int8)
        if self.turn.seat == seat:
            mask[list(self.turn.numbers)] = 1
        return {"observation": observed(self.turn, seat), "action_mask": mask}

    def state(self) -> Any:
        """What all four see, one below the other: for a teacher who may look into every hand."""
        return numpy.stack([observed(self.turn, seat) for seat in SEATS])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is not done must act")
        self.turn = self.turn.take(index(action))  # 33.5 is no action
        self._cumulative_rewards[agent] = 0
        for seat, other in zip(SEATS, AGENTS, strict=True):
            self.rewards[other] = self.turn.score if seat.team == 0 else -self.turn.score
            self.terminations[other] = self.turn.over
        self._choose_agent()
        self._accumulate_rewards()
        self._show()

    def render(self) -> Any:
        """The whole table, with all hands open: as text (ansi, printed for human) or as pixels (rgb_array)."""
        if self.render_mode == "rgb_array":
            return painted(self.turn)
        if self.render_mode == "ansi":
            return drawn_text(self.turn)
        if self.render_mode == "human":
            print(drawn_text(self.turn), end="\n\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def _choose_agent(self) -> None:
        seat = self.turn.seat
        self.agent_selection = self.agents[0] if seat is None else AGENTS[seat]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __str__(self) -> str:
        return str(self.metadata["name"])


if "klaverjas-v0" not in aec_registry:
    register("aec", "klaverjas-v0", f"{__name__}:env")
