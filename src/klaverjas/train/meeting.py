"""Who is stronger: two players, or one and strangers, at many tables, the same cards both ways."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from klaverjas.kernel.nn.features import ACTIONS
from klaverjas.kernel.round.steps import TROEFS
from klaverjas.train.choosing import NEVER, possible_actions
from klaverjas.train.network import PolicyNet, points_told, told
from klaverjas.train.table_groups import Rounds, TableGroup

NORTH_SOUTH, WEST_EAST = 0b0101, 0b1010
SEED = 77
Figures = dict[str, tuple[float, float]]


def figures_of(player: PolicyNet, opponent: PolicyNet | None, names: Sequence[str], deals: int) -> Figures:
    """How far a player is ahead of another, or of strangers, by rule set: points a round, each with its error."""
    device = player.first.weight.device.type
    where = ([TableGroup.of(name, deals) for name in names], SEED, device)
    figures = meet(player, opponent, *where) if opponent else meet_strangers(player, *where)
    return {
        name: (round(ahead, 2), round(error, 2)) for name, (ahead, error) in zip(names, figures, strict=True)
    }


def meet(
    one: PolicyNet, other: PolicyNet, rooms: list[TableGroup], seed: int, device: str
) -> list[tuple[float, float]]:
    """Two players against each other, the same cards both ways: points a round ahead in each room, and how sure.

    Troef is named by chance, the same both ways, where it is not bid for; both do what they like best.
    """
    return _ahead([play_through(teams, rooms, seed, device) for teams in ((one, other), (other, one))], rooms)


def meet_strangers(
    player: PolicyNet, rooms: list[TableGroup], seed: int, device: str
) -> list[tuple[float, float]]:
    """The same against strangers who play by habit; where troef is bid for, the player bids for them too."""
    both_ways = []
    for strangers in (WEST_EAST, NORTH_SOUTH):
        among = [replace(room, with_strangers=room.tables, strangers=strangers) for room in rooms]
        both_ways.append(play_through((player, player), among, seed, device))
    return _ahead(both_ways, rooms)


@torch.no_grad()
def play_through(
    teams: tuple[PolicyNet, PolicyNet], rooms: list[TableGroup], seed: int, device: str
) -> Tensor:
    """The first rounds of a seed, to their end: what North and South won more, at each table."""
    kind = torch.bfloat16 if device != "cpu" else torch.float32
    rounds = Rounds(rooms, device)
    rounds.begin(seed)
    result = torch.zeros(rounds.tables, device=device)
    over = torch.zeros(rounds.tables, dtype=torch.bool, device=device)
    chance = torch.Generator(device=device).manual_seed(seed)
    by_luck = TROEFS + torch.rand((rounds.tables, 4), device=device, generator=chance).argmax(-1)
    while not over.all():
        possible = possible_actions(rounds.inputs)
        seen = told(rounds.inputs, points_told(rounds.numbers), rounds.rules, kind)
        ours, theirs = (
            team(seen)[:, :ACTIONS].float().masked_fill(~possible, NEVER).argmax(-1) for team in teams
        )
        chosen = torch.where((rounds.turns & 1) == 0, ours, theirs)
        rounds.step(torch.where(possible[:, TROEFS], by_luck, chosen))
        result = torch.where(rounds.dones & ~over, rounds.rewards.float(), result)
        over |= rounds.dones
    return result


def _ahead(both_ways: list[Tensor], rooms: list[TableGroup]) -> list[tuple[float, float]]:
    """The mean of each room, and its standard error."""
    pairs = (both_ways[0] - both_ways[1]) / 2
    parts = torch.split(pairs, [room.tables for room in rooms])
    return [(part.mean().item(), (part.std() / len(part) ** 0.5).item()) for part in parts]
