"""A pupil learns to play like a teacher: with a smaller head, and perhaps a worse memory.

Both look at the same positions, and the pupil learns to like what the teacher likes. At half of the tables the pupil
plays itself, so that it knows what to do where its own mistakes lead.
"""

from pathlib import Path

import torch
from torch import Tensor

from klaverjas.kernel.nn.features import ACTIONS
from klaverjas.kernel.nn.outputs import VALUE
from klaverjas.kernel.nn.weights import load_weights, own_weights
from klaverjas.train.choosing import NEVER, Choosing, possible_actions
from klaverjas.train.course import player_with
from klaverjas.train.learner import between, rooms_of
from klaverjas.train.meeting import Figures, figures_of
from klaverjas.train.network import PolicyNet, points_told, told
from klaverjas.train.pupil import Pupil
from klaverjas.train.settings import TrainingSettings
from klaverjas.train.table_groups import Rounds

SETTINGS = TrainingSettings(tables=2_048, width=96, depth=2, rate=(2e-3, 1e-4), strangers=0.0)


def the_master(file: Path | None, device: str) -> PolicyNet:
    """The player in a file; without one, the master of this package."""
    return player_with(load_weights(file) if file else own_weights(), device)


class Imitation(Pupil):
    """A teacher, a pupil, and the tables that they look at; a step of all of them is a lesson."""

    def __init__(self, teacher: PolicyNet, settings: TrainingSettings, device: str) -> None:
        super().__init__(settings, device)
        self.teacher = teacher
        self.rounds = Rounds(rooms_of(settings), device)
        self.rounds.begin(settings.seed)
        self._choose = Choosing(self.rounds, settings.chosen_by_chance)
        self._bids = torch.tensor(settings.bid_by_chance[0], device=device)
        self._pupil_plays = torch.arange(self.rounds.tables, device=device) % 2 == 1

    def lesson(self, progress: float) -> dict[str, float]:
        """One decision at each table; gives too how far ``apart`` is what both like, in nats."""
        self._bids.fill_(between(self.settings.bid_by_chance, progress))
        rounds = self.rounds
        seen = told(rounds.inputs, points_told(rounds.numbers), rounds.rules, self.kind)
        possible = possible_actions(rounds.inputs)
        with torch.no_grad():
            right = self.teacher(seen).float()
        said = self.player(seen).float()
        teacher, pupil = (
            answers[:, :ACTIONS].masked_fill(~possible, NEVER).log_softmax(-1) for answers in (right, said)
        )
        apart = (teacher.exp() * (teacher - pupil).masked_fill(~possible, 0)).sum(-1).mean()
        value = (right[:, VALUE] - said[:, VALUE]).square().mean()
        self.learn_from(apart + self.settings.value_weight * value, progress)
        same = (teacher.argmax(-1) == pupil.argmax(-1)).float().mean()
        with torch.no_grad():
            self._play(torch.where(self._pupil_plays[:, None], pupil.detach(), teacher), possible)
        return {"same": round(same.item(), 4), "apart": round(apart.item(), 4)}

    def _play(self, likes: Tensor, possible: Tensor) -> None:
        noise = torch.rand(likes.shape, device=self.device)
        luck = torch.rand(len(likes), device=self.device)
        likes = likes.masked_fill(~possible, NEVER)
        chosen, _ = self._choose(self.rounds.inputs, likes, self._bids, noise, luck)
        self.rounds.step(chosen)

    def meeting(self, deals: int) -> Figures:
        """How far the pupil is ahead of the teacher."""
        return figures_of(self.player, self.teacher, list(self.settings.rooms), deals)
