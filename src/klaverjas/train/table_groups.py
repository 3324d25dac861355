"""Many rounds of several rule sets at once, a decision of each at a time, in tensors where the networks are.

On a GPU a thread steps each round, on a processor a loop does: the same functions, the same bits. The suits are in
the order in which a network is told them (:mod:`klaverjas.kernel.nn.features`), and so are the actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import torch
from torch import Tensor

from klaverjas.environments.turn import table_rules
from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.cuda.rounds import on_gpu, step_as_told_on_gpu
from klaverjas.kernel.layout import TAKEN
from klaverjas.kernel.nn.features import ACTIONS, INPUTS, rules_as_numbers
from klaverjas.kernel.nn.observation import BID_WORDS, CORE_WORDS, NUMBERS, Seen
from klaverjas.kernel.nn.self_play_steps import ANYBODY, stepping_as_told
from klaverjas.kernel.round.habits import new_habits
from klaverjas.kernel.round.rule_params import house_of
from klaverjas.kernel.round.steps import ROUND, House
from klaverjas.rules.ruleset import RuleSet

WORDS = CORE_WORDS + BID_WORDS


@dataclass(frozen=True)
class TableGroup:
    """So many tables that play by the same rules; scores are not rounded, since that only hides what is gained."""

    rules: RuleSet
    tables: int
    with_strangers: int = 0  # so many of them, the last
    strangers: int = ANYBODY  # the seats at which they sit, as a set; or another one in every round

    @classmethod
    def of(
        cls, rules: RuleSet | str, tables: int, with_strangers: int = 0, strangers: int = ANYBODY
    ) -> "TableGroup":
        return cls(table_rules(rules).change(rounding="none"), tables, with_strangers, strangers)


class Rounds:
    """The tables of all rooms, one below the other.

    After :meth:`begin` and each :meth:`step` these tensors tell where every round stands: ``inputs`` and ``numbers``,
    what the seat to act is told; ``turns``, who that is; ``rewards``, what North and South won more than the others
    with the last step; ``dones``, whether a round has ended with it. ``rules`` are each table's rules as numbers.
    """

    def __init__(self, rooms: Sequence[TableGroup], device: str) -> None:
        self.rooms, self.device = list(rooms), device
        self.tables = sum(room.tables for room in rooms)
        kinds: dict[str, tuple[tuple[int, ...], Any]] = {
            "_rounds": ((ROUND,), torch.int64),
            "_taken": ((TAKEN,), torch.int64),
            "_words": ((WORDS,), torch.int32),
            "_masks": ((ACTIONS,), torch.uint8),
            "_numbers_of": ((), torch.int64),
            "_rewards": ((4,), torch.int16),
            "numbers": ((NUMBERS,), torch.int16),
            "turns": ((), torch.int8),
            "dones": ((), torch.bool),
            "inputs": ((INPUTS,), torch.int32),
            "actions": ((), torch.int64),
        }
        for name, (shape, kind) in kinds.items():
            setattr(self, name, torch.zeros((self.tables, *shape), dtype=kind, device=device))
        self.rules = torch.cat(
            [torch.tensor([rules_as_numbers(room.rules)] * room.tables, device=device) for room in rooms]
        )
        self._parts: list[tuple[Any, ...]] = []
        self._sides: list[Any] = [] if device == "cpu" else [_stream() for _ in rooms]

    _rounds: Tensor
    _taken: Tensor
    _words: Tensor
    _masks: Tensor
    _numbers_of: Tensor
    _rewards: Tensor
    numbers: Tensor
    turns: Tensor
    dones: Tensor
    inputs: Tensor
    actions: Tensor

    @property
    def rewards(self) -> Tensor:
        return self._rewards[:, 0]

    def begin(self, seed: int) -> None:
        """Rounds 0, 1, 2 and so on of a seed, in each room."""
        self._parts = []
        first = 0
        for room in self.rooms:
            part = slice(first, first + room.tables)
            self.actions[part] = torch.arange(room.tables, device=self.device)
            house = house_of(room.rules, seed)
            tensors = (
                self.actions, self._rounds, self._taken, self._words, self.numbers, self._masks, self.turns,
                self._numbers_of, self._rewards, self.dones, self.inputs,
            )  # fmt: skip
            self._parts.append(self._part(house, room, [tensor[part] for tensor in tensors]))
            first += room.tables
        self._go(fresh=True)

    def step(self, actions: Tensor) -> None:
        """One action in each round, as the networks number them; each must be possible."""
        self.actions.copy_(actions)
        self._go(fresh=False)

    def _part(self, house: House, room: TableGroup, tensors: list[Tensor]) -> tuple[Any, ...]:
        habits = new_habits()
        if self.device == "cpu":
            arrays = [tensor.numpy() for tensor in tensors]
            arrays[3] = arrays[3].view(numpy.uint32)
        else:
            arrays = [on_gpu(tensor) for tensor in tensors]
            house = house._replace(
                four_alike=_on_gpu(house.four_alike, self.device),
                lacking=_on_gpu(house.lacking, self.device),
            )
            habits = habits._replace(
                weights=_on_gpu(habits.weights, self.device), higher=_on_gpu(habits.higher, self.device)
            )
        actions, rounds, taken, words, numbers, masks, turns, numbers_of, rewards, dones, inputs = arrays
        seen = Seen(words, numbers, masks, turns, numbers_of)
        return actions, rounds, taken, house, habits, seen, rewards, dones, inputs, room

    def _go(self, *, fresh: bool) -> None:
        if self.device == "cpu":
            for actions, rounds, taken, house, habits, *rest, room in self._parts:
                tables, own = room.tables, room.tables - room.with_strangers
                deck = integers(32)
                stepping_as_told()(
                    actions, rounds, taken, house, fresh, tables, own, room.strangers, deck, habits, *rest
                )
            return
        # Each room on a stream of its own: a room alone does not fill a GPU.
        main = torch.cuda.current_stream()
        for part, side in zip(self._parts, self._sides, strict=True):
            side.wait_stream(main)
            *arrays, room = part
            step_as_told_on_gpu(
                *arrays,
                fresh=fresh,
                together=room.tables,
                among_ourselves=room.tables - room.with_strangers,
                who=room.strangers,
                stream=side.cuda_stream,
            )
        for side in self._sides:
            main.wait_stream(side)


def _stream() -> Any:
    return torch.cuda.Stream()  # type: ignore[no-untyped-call]


def _on_gpu(array: Any, device: str) -> Any:
    return on_gpu(torch.as_tensor(array, device=device))
