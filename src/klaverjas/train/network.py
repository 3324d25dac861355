"""The networks: one that plays, and one that sees all hands and judges how a round will end.

Both begin with a wide layer over what is told and go on with layers that add to what is there. The player answers
with a weight for each action, how many points it expects to end ahead (in hundreds), whether the playing team goes
nat, and who holds each hidden card.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import torch
from torch import Tensor, nn

from klaverjas.kernel.nn.features import (
    HIGHEST_HIDDEN,
    INPUT_WORDS,
    OTHERS,
    STILL_HIDDEN,
    UNBEATEN,
)
from klaverjas.kernel.nn.observation import (
    BID_POINTS,
    LEADS,
    MAY_HOLD,
    OUR_CARDS,
    OUR_ROEM,
    PLAYED,
    TRICK_CARDS,
)
from klaverjas.kernel.nn.outputs import ANSWERS, HIDDEN_HANDS, TOLD
from klaverjas.kernel.nn.weights import Layer


def bits(words: Tensor, kind: torch.dtype = torch.float32) -> Tensor:
    """Every bit of every word as a number, the lowest first."""
    places = torch.arange(32, device=words.device, dtype=torch.int32)
    return (words.unsqueeze(-1) >> places & 1).to(kind).flatten(-2)


def points_told(numbers: Tensor) -> Tensor:
    """The card points and the roem of both teams, and the bid."""
    return torch.cat([numbers[..., OUR_CARDS : OUR_ROEM + 2], numbers[..., BID_POINTS : BID_POINTS + 1]], -1)


def told(inputs: Tensor, points: Tensor, rules: Tensor, kind: torch.dtype) -> Tensor:
    """What a player is told, laid out as numbers."""
    return torch.cat([bits(inputs[..., :INPUT_WORDS], kind), points.to(kind) / 100, rules.to(kind)], -1)


def with_others(seen: Tensor, inputs: Tensor) -> Tensor:
    """The same, and the hands of the others."""
    return torch.cat([seen, bits(inputs[..., OTHERS : OTHERS + 3], seen.dtype)], -1)


# What a player does not remember: nothing; who played what, and so who may hold what; also what is still out; also
# which cards are the highest. The last one looks at its hand and at the table.
WHO: Final = (
    *range(PLAYED, PLAYED + 4),
    *range(TRICK_CARDS, TRICK_CARDS + 8),
    *range(MAY_HOLD, MAY_HOLD + 3),
    LEADS,
)
FORGOTTEN: Final[Mapping[str, tuple[int, ...]]] = {
    "nothing": (),
    "who": WHO,
    "what": (*WHO, STILL_HIDDEN, HIGHEST_HIDDEN),
    "all": (*WHO, STILL_HIDDEN, HIGHEST_HIDDEN, UNBEATEN),
}


def remembered(forgets: str) -> Tensor:
    """For each number that is told: 1 where it is remembered, 0 where not."""
    kept = torch.ones(TOLD)
    for word in FORGOTTEN[forgets]:
        kept[32 * word : 32 * word + 32] = 0
    return kept


def linear(inputs: Tensor, layer: Any) -> Tensor:
    """A layer, in the precision of what goes into it."""
    return nn.functional.linear(inputs, layer.weight.to(inputs.dtype), layer.bias.to(inputs.dtype))


class Layers(nn.Module):
    """A wide layer, some that add to it, and the answers."""

    def __init__(self, inputs: int, width: int, depth: int, answers: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.last = nn.Linear(width, answers)
        nn.init.normal_(self.first.weight, std=0.1)
        for layer in self.layers:
            nn.init.normal_(layer.weight, std=(1 / width) ** 0.5)  # type: ignore[arg-type]
        nn.init.normal_(self.last.weight, std=0.01)
        for layer in self.in_order():
            nn.init.zeros_(layer.bias)

    def in_order(self) -> list[Any]:
        """The layers from first to last."""
        return [self.first, *self.layers, self.last]

    def forward(self, inputs: Tensor) -> Any:
        hidden = torch.relu(linear(inputs, self.first))
        for layer in self.layers:
            hidden = hidden + torch.relu(linear(hidden, layer))
        return linear(hidden, self.last)


def as_arrays(network: Layers) -> list[tuple[Any, Any]]:
    """The layers of a network, as matrix and bias; a row for each input."""
    return [
        (layer.weight.detach().float().cpu().numpy().T, layer.bias.detach().float().cpu().numpy())
        for layer in network.in_order()
    ]


def take_over(network: Layers, layers: Sequence[Layer]) -> None:
    """Give a network the weights that were kept.

    It may be wider than the one that they are of: then it says the same at first, since what is new has no say yet.
    """
    with torch.no_grad():
        for place, (layer, kept) in enumerate(zip(network.in_order(), layers, strict=True)):
            into, out = kept.weight.shape
            if place:
                layer.weight[:out, into:] = 0
            layer.weight[:out, :into] = torch.from_numpy(kept.matrix.T)
            layer.bias[:out] = torch.from_numpy(kept.bias)


def fits_into(network: Layers, layers: Sequence[Layer]) -> bool:
    """Whether a network can take these weights over."""
    own = network.in_order()
    return len(own) == len(layers) and all(
        layer.weight.shape[0] >= kept.weight.shape[1] and layer.weight.shape[1] >= kept.weight.shape[0]
        for layer, kept in zip(own, layers, strict=True)
    )


class PolicyNet(Layers):
    """Sees what a seat sees, as far as it remembers that."""

    kept: Tensor

    def __init__(self, width: int, depth: int, forgets: str = "nothing") -> None:
        super().__init__(TOLD, width, depth, ANSWERS)
        self.register_buffer("kept", remembered(forgets))

    def forward(self, inputs: Tensor) -> Any:
        return super().forward(inputs * self.kept.to(inputs.dtype))

    def forget(self) -> None:
        """Whatever is not remembered weighs nothing: who plays with these weights need not know of it."""
        with torch.no_grad():
            self.first.weight *= self.kept


class ValueNet(Layers):
    """Sees all hands, and says how many points the seat to act ends ahead, in hundreds."""

    def __init__(self, width: int, depth: int) -> None:
        super().__init__(TOLD + HIDDEN_HANDS, width, depth, 1)
