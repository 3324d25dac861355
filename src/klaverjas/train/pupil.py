"""A pupil: a player that learns to do what somebody else does."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.weights import save_weights
from klaverjas.train.course import part_over
from klaverjas.train.learner import between
from klaverjas.train.network import PolicyNet, as_arrays
from klaverjas.train.settings import TrainingSettings

SAY_EVERY = 10.0  # seconds
Say = Callable[[Mapping[str, float]], None]


class Pupil(ABC):
    """A player, and how it learns; what a lesson is, those say who teach in one way or another."""

    def __init__(self, settings: TrainingSettings, device: str, decay: float = 0.0) -> None:
        torch.manual_seed(settings.seed)
        self.settings, self.device = settings, device
        self.kind = torch.bfloat16 if device != "cpu" else torch.float32
        self.player = PolicyNet(settings.width, settings.depth, settings.forgets).to(device)
        self.adam = torch.optim.AdamW(self.player.parameters(), lr=settings.rate[0], weight_decay=decay)
        self.lessons = 0

    @abstractmethod
    def lesson(self, progress: float) -> dict[str, float]:
        """Learn once; *progress* is the part of the lessons that is over. Gives how often both do the ``same``."""

    def run(self, say: Say, *, seconds: float | None = None, lessons: int | None = None) -> None:
        """Learn for so long or so often, and say now and then how often the pupil does what the teacher does."""
        begun = said = time.monotonic()
        gone = 0.0
        while (progress := part_over(self.lessons, lessons, gone, seconds)) < 1:
            agreed = self.lesson(progress)
            gone = time.monotonic() - begun
            if time.monotonic() - said > SAY_EVERY:
                said = time.monotonic()
                say({"lessons": self.lessons, "seconds": round(gone, 1)} | agreed)

    def learn_from(self, wrong: Tensor, progress: float) -> None:
        """Become a little better in what is wrong."""
        if not isfinite(wrong.item()):
            raise KlaverjasError("training-broke", lessons=self.lessons)
        self.adam.param_groups[0]["lr"] = between(self.settings.rate, progress)
        self.adam.zero_grad(set_to_none=True)
        wrong.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.player.parameters(), self.settings.steepest)
        self.adam.step()
        self.lessons += 1

    def save(self, file: Path) -> None:
        """Write the pupil; it has no judge."""
        self.player.forget()
        about: dict[str, Any] = {"settings": self.settings.to_json(), "lessons": self.lessons}
        save_weights(file, {"player": as_arrays(self.player)}, about)
