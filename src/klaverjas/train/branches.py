"""Branches: what would come of each of a few choices, at all tables at once.

Every table is copied as often as there are choices, and each copy goes another way. So what a player hardly ever does
is compared with what it does at every decision, with the same cards, and not only when it happens to do it.
"""

from dataclasses import replace

from torch import Tensor

from klaverjas.train.rounds import Rounds


class Branches:
    """Copies of many rounds, so many of each, one below the other."""

    def __init__(self, rounds: Rounds, choices: int) -> None:
        self.rounds, self.choices = rounds, choices
        self.ways = Rounds(
            [
                replace(room, tables=choices * room.tables, with_strangers=choices * room.with_strangers)
                for room in rounds.rooms
            ],
            rounds.device,
        )

    def begin(self, seed: int) -> None:
        """With the seed of the rounds: by that strangers do the same in every copy."""
        self.ways.begin(seed)

    def grow(self, actions: Tensor) -> Rounds:
        """Where the rounds stand now, each of these *actions* of a table (columns) is done in a copy of it."""
        self.ways.stand_as(self.rounds, self.choices)
        self.ways.step(actions.flatten())
        return self.ways
