"""A pupil learns to play like a teacher: with a smaller head, and perhaps a worse memory.

Both look at the same positions, and the pupil learns to like what the teacher likes. At half of the tables the pupil
plays itself, so that it knows what to do where its own mistakes lead.
"""

import time
from collections.abc import Callable, Mapping
from importlib.resources import as_file, files
from math import isfinite
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.inputs import ACTIONS
from klaverjas.kernel.outputs import VALUE
from klaverjas.kernel.weights import save_weights
from klaverjas.train.choosing import NEVER, Choosing, possible_actions
from klaverjas.train.course import player_of
from klaverjas.train.learner import between, rooms_of
from klaverjas.train.meeting import Figures, figures_of
from klaverjas.train.network import Player, as_arrays, points_told, told
from klaverjas.train.rounds import Rounds
from klaverjas.train.settings import Settings

SETTINGS = Settings(tables=2_048, width=96, depth=2, rate=(2e-3, 1e-4), strangers=0.0)
SAY_EVERY = 10.0  # seconds
Say = Callable[[Mapping[str, float]], None]


def the_master(file: Path | None, device: str) -> Player:
    """The player in a file; without one, the master of this package."""
    if file is not None:
        return player_of(file, device)
    with as_file(files("klaverjas.kernel") / "meester.npz") as own:
        return player_of(own, device)


class Imitation:
    """A teacher, a pupil, and the tables that they look at; a step of all of them is a lesson."""

    def __init__(self, teacher: Player, settings: Settings, device: str) -> None:
        torch.manual_seed(settings.seed)
        self.teacher, self.settings, self.device = teacher, settings, device
        self.kind = torch.bfloat16 if device != "cpu" else torch.float32
        self.pupil = Player(settings.width, settings.depth, settings.forgets).to(device)
        self.adam = torch.optim.Adam(self.pupil.parameters(), lr=settings.rate[0])
        self.rounds = Rounds(rooms_of(settings), device)
        self.rounds.begin(settings.seed)
        self.lessons = 0
        self._choose = Choosing(self.rounds, settings.chosen_by_chance)
        self._bids = torch.tensor(settings.bid_by_chance[0], device=device)
        self._pupil_plays = torch.arange(self.rounds.tables, device=device) % 2 == 1

    def run(self, seconds: float, say: Say) -> None:
        """Learn for so long, and say now and then how often the pupil does what the teacher does."""
        begun = said = time.monotonic()
        while (gone := time.monotonic() - begun) < seconds:
            agreed = self.lesson(gone / seconds)
            if time.monotonic() - said > SAY_EVERY:
                said = time.monotonic()
                say({"lessons": self.lessons, "seconds": round(gone, 1)} | agreed)

    def lesson(self, progress: float) -> dict[str, float]:
        """One decision at each table; *progress* is the part of the lessons that is over.

        Gives how often both would do the ``same``, and how far ``apart`` is what they like, in nats.
        """
        self.adam.param_groups[0]["lr"] = between(self.settings.rate, progress)
        self._bids.fill_(between(self.settings.bid_by_chance, progress))
        rounds = self.rounds
        seen = told(rounds.inputs, points_told(rounds.numbers), rounds.rules, self.kind)
        possible = possible_actions(rounds.inputs)
        with torch.no_grad():
            right = self.teacher(seen).float()
        said = self.pupil(seen).float()
        teacher, pupil = (
            answers[:, :ACTIONS].masked_fill(~possible, NEVER).log_softmax(-1) for answers in (right, said)
        )
        apart = (teacher.exp() * (teacher - pupil).masked_fill(~possible, 0)).sum(-1).mean()
        value = (right[:, VALUE] - said[:, VALUE]).square().mean()
        self.adam.zero_grad(set_to_none=True)
        (apart + self.settings.value_weight * value).backward()
        self.adam.step()
        if not isfinite(apart.item()):
            raise KlaverjasError("training-broke", lessons=self.lessons)
        same = (teacher.argmax(-1) == pupil.argmax(-1)).float().mean()
        with torch.no_grad():
            self._play(torch.where(self._pupil_plays[:, None], pupil.detach(), teacher), possible)
        self.lessons += 1
        return {"same": round(same.item(), 4), "apart": round(apart.item(), 4)}

    def _play(self, likes: Tensor, possible: Tensor) -> None:
        noise = torch.rand(likes.shape, device=self.device)
        luck = torch.rand(len(likes), device=self.device)
        likes = likes.masked_fill(~possible, NEVER)
        chosen, _ = self._choose(self.rounds.inputs, likes, self._bids, noise, luck)
        self.rounds.step(chosen)

    def meeting(self, deals: int) -> Figures:
        """How far the pupil is ahead of the teacher."""
        return figures_of(self.pupil, self.teacher, list(self.settings.rooms), deals)

    def save(self, file: Path) -> None:
        """Write the pupil; it has no judge."""
        self.pupil.forget()
        about: dict[str, Any] = {"settings": self.settings.to_json(), "lessons": self.lessons}
        save_weights(file, as_arrays("player", self.pupil), about)
