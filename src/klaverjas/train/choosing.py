"""What is done at many tables at once: as a player likes it, or by chance, so that it sees what it would not do."""

import torch
from torch import Tensor

from klaverjas.kernel.nn.features import ACTIONS, POSSIBLE, POSSIBLE_WORDS
from klaverjas.kernel.round.steps import BIDS, STRAINS
from klaverjas.train.network import bits
from klaverjas.train.table_groups import Rounds

NEVER = -1e9


def possible_actions(inputs: Tensor) -> Tensor:
    """Which actions are possible."""
    return bits(inputs[..., POSSIBLE : POSSIBLE + POSSIBLE_WORDS], torch.uint8)[..., :ACTIONS].bool()


def gumbel(noise: Tensor) -> Tensor:
    """What to add to the logarithms of chances, so that the largest is drawn with its chance."""
    return -torch.log(-torch.log(noise.clamp(1e-9, 1 - 1e-7)))


class Choosing:
    """Draws an action at every table; some troefs and bids by chance."""

    def __init__(self, rounds: Rounds, troefs_by_chance: float) -> None:
        self.troefs_by_chance = troefs_by_chance
        bids = [torch.full((room.tables,), room.rules.troef == "auction") for room in rounds.rooms]
        self._auction = torch.cat(bids).to(rounds.device)
        lower_first = torch.zeros(ACTIONS)
        for action in range(BIDS, ACTIONS):
            lower_first[action] = -1.0 * ((action - BIDS) // STRAINS)
        self._by_chance = lower_first.to(rounds.device)

    def __call__(
        self, inputs: Tensor, likes: Tensor, bids_by_chance: Tensor, noise: Tensor, luck: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The action at each table, and whether it was drawn by chance; *likes* is NEVER where it is not possible."""
        before_play = inputs[:, POSSIBLE] == 0
        often = torch.where(self._auction, bids_by_chance, self.troefs_by_chance)
        unseen = before_play & (luck < often)
        wanted = torch.where(unseen[:, None] & (likes > NEVER), self._by_chance, likes)
        return (wanted + gumbel(noise)).argmax(-1), unseen
