"""A lesson: what happened at many tables in some decisions of each, and what every one of them led to."""

from dataclasses import dataclass

import torch
from torch import Tensor

from klaverjas.kernel.nn.features import INPUTS, TOLD_NUMBERS


@dataclass
class Lesson:
    """What happened at all tables in so many steps; steps are rows, tables columns."""

    inputs: Tensor
    points: Tensor
    actions: Tensor
    chances: Tensor  # the logarithm of the chance with which the player did that
    values: Tensor  # what the judge said, for North and South; one more than there are steps
    rewards: Tensor
    dones: Tensor
    signs: Tensor  # 1 where North or South decided
    own: Tensor  # and the player decided it
    returns: Tensor  # how it ended, or will end as far as the judge can see
    ends: Tensor  # how it really ended, where that is known
    known: Tensor

    @classmethod
    def empty(cls, steps: int, tables: int, device: str) -> "Lesson":
        def room(rows: int, *shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((rows, tables, *shape), dtype=kind, device=device)

        return cls(
            inputs=room(steps, INPUTS, kind=torch.int32),
            points=room(steps, TOLD_NUMBERS, kind=torch.int16),
            actions=room(steps, kind=torch.int64),
            chances=room(steps),
            values=room(steps + 1),
            rewards=room(steps),
            dones=room(steps, kind=torch.bool),
            signs=room(steps + 1),
            own=room(steps, kind=torch.bool),
            returns=room(steps),
            ends=room(steps),
            known=room(steps, kind=torch.bool),
        )

    def look_back(self, trace: float) -> None:
        """What every decision led to, from the last one back; *trace* is how far what came later counts."""
        ahead, end = self.values[-1], torch.zeros_like(self.values[-1])
        known = torch.zeros_like(self.dones[0])
        for step in reversed(range(len(self.dones))):
            done = self.dones[step]
            came = torch.where(done, self.rewards[step], ahead)
            end = torch.where(done, self.rewards[step], end)
            known = known | done
            self.returns[step], self.ends[step], self.known[step] = came, end, known
            ahead = (1 - trace) * self.values[step] + trace * came
