"""Guests: players that were kept, who sit down at some of the tables, so that a player does not only know itself."""

from collections.abc import Sequence

import torch
from torch import Tensor

from klaverjas.kernel.nn.features import ACTIONS
from klaverjas.train.network import PolicyNet
from klaverjas.train.table_groups import Rounds

# Where they sit: at half of the tables both against the player, else one against and one with it, or one alone.
SEATS = (*(0b0101, 0b1010) * 4, 0b0011, 0b0110, 0b1100, 0b1001, 0b0001, 0b0010, 0b0100, 0b1000)


class Guests:
    """At the first tables of every room one or two guests sit; the guests take turns."""

    def __init__(self, players: Sequence[PolicyNet], rounds: Rounds, part: float) -> None:
        self.players = list(players)
        self._tables: list[Tensor] = []
        self._seats: list[Tensor] = []
        for number in range(len(self.players)):
            tables, seats, first = [], [], 0
            for room in rounds.rooms:
                for at in range(int(part * room.tables)):
                    if at % len(self.players) == number:
                        tables.append(first + at)
                        seats.append(SEATS[at // len(self.players) % len(SEATS)])
                first += room.tables
            self._tables.append(torch.tensor(tables, dtype=torch.int64, device=rounds.device))
            self._seats.append(torch.tensor(seats, dtype=torch.int8, device=rounds.device))

    def instead(self, seen: Tensor, turns: Tensor, likes: Tensor) -> tuple[Tensor, Tensor]:
        """What is liked at each table when guests decide where it is their turn, and where that is."""
        theirs = torch.zeros_like(turns, dtype=torch.bool)
        for guest, tables, seats in zip(self.players, self._tables, self._seats, strict=True):
            decides = (seats >> turns[tables] & 1) != 0
            likes_of_guest = guest(seen[tables])[:, :ACTIONS].to(likes.dtype)
            likes = likes.index_copy(0, tables, torch.where(decides[:, None], likes_of_guest, likes[tables]))
            theirs = theirs.index_copy(0, tables, decides)
        return likes, theirs
