"""Branches: what would come of each of a few choices, at the tables where a player is most in doubt.

Such a table is copied as often as there are choices, and each copy goes another way. So what a player seldom does is
compared with what it does with the same cards, and not only when it happens to do it.
"""

from dataclasses import replace

import torch
from torch import Tensor

from klaverjas.train.rounds import Rounds


class Branches:
    """Copies of some tables of every room, so many of each, one below the other.

    Tables with strangers are left alone: what those do is drawn by the place of their table.
    """

    def __init__(self, rounds: Rounds, choices: int, part: float) -> None:
        self.rounds, self.choices = rounds, choices
        self._where: list[tuple[slice, int]] = []
        rooms, first = [], 0
        for room in rounds.rooms:
            own = room.tables - room.with_strangers
            many = min(own, max(1, int(part * own)))
            if many:
                self._where.append((slice(first, first + own), many))
                rooms.append(replace(room, tables=choices * many, with_strangers=0))
            first += room.tables
        self.ways = Rounds(rooms, rounds.device)

    def begin(self, seed: int) -> None:
        """Deal, so that there is something to copy over."""
        self.ways.begin(seed)

    def most_in_doubt(self, doubt: Tensor) -> Tensor:
        """The tables with most doubt: as many of each room as there are copies for."""
        return torch.cat([room.start + doubt[room].topk(many).indices for room, many in self._where])

    def grow(self, tables: Tensor, choices: Tensor) -> Rounds:
        """At each of these *tables* each of its *choices*, a row of them, is made in a copy of it."""
        self.ways.stand_as(self.rounds, tables[:, None].expand(-1, self.choices).flatten())
        self.ways.step(choices.flatten())
        return self.ways
