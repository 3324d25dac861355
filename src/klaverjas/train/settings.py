"""How a player is trained: everything that can be chosen, as values that are kept with what came of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from klaverjas.errors import TextError
from klaverjas.rules.named import NAMED

# Which part of the tables plays by which rules. What is nearly alike shares what is learnt.
ROOMS: Mapping[str, float] = {
    "rotterdam-bond": 5,
    "amsterdam-bond": 4,
    "lugus": 4,
    "rotterdam": 1,
    "amsterdam": 1,
    "valet": 1,
}

FORGETS = ("nothing", "who", "what", "all")

# From the least to the most that each number may be; of two, both.
PART = (0, 1)
RANGES: Mapping[str, tuple[float, float]] = {
    "tables": (1, 1 << 22),
    "steps": (1, 1_000),
    "width": (1, 8_192),
    "depth": (1, 64),
    "judge_width": (1, 8_192),
    "judge_depth": (1, 64),
    "batch": (1, 1 << 24),
    "rate": PART,
    "entropy": PART,
    "trace": PART,
    "clip": (0.001, 10),
    "value_weight": (0, 100),
    "nat_weight": (0, 100),
    "belief_weight": (0, 100),
    "attends": (0.001, 1),
    "steepest": (0.001, 1_000),
    "chosen_by_chance": PART,
    "bid_by_chance": PART,
    "strangers": PART,
    "guests": PART,
    "seed": (0, 2**31 - 1),
}
ROOM = (0.001, 1_000)


@dataclass(frozen=True)
class TrainingSettings:
    """The numbers of a training; rates and the like go in a straight line from the first to the last."""

    rooms: Mapping[str, float] = field(default_factory=lambda: dict(ROOMS))
    tables: int = 65_536
    steps: int = 20  # decisions of each table in a lesson
    width: int = 896
    depth: int = 4
    forgets: str = "nothing"  # or "who", "what", "all": see klaverjas.train.network
    judge_width: int = 768
    judge_depth: int = 2
    batch: int = 16_384
    rate: tuple[float, float] = (7e-4, 1e-5)
    entropy: tuple[float, float] = (0.03, 0.001)
    trace: float = 0.95  # how far what happens later counts beyond what the judge expects
    clip: float = 0.2
    value_weight: float = 0.25
    nat_weight: float = 0.05
    belief_weight: float = 0.05
    attends: float = 0.1  # to so many of the decisions that were not in doubt
    steepest: float = 1.0  # the length to which a gradient is cut
    chosen_by_chance: float = 0.5  # of the troefs
    bid_by_chance: tuple[float, float] = (0.3, 0.05)  # of the bids
    strangers: float = 0.125  # at so many of the tables one to three play who are not like itself
    guests: float = 0.25  # at so many of the tables guests sit, if there are any
    seed: int = 1

    def __post_init__(self) -> None:
        if self.forgets not in FORGETS:
            raise TextError("no-such-choice", text=f"forgets={self.forgets}"[:40], names=list(FORGETS))
        for name in self.rooms:
            if name not in NAMED:
                raise TextError("no-such-choice", text=f"rooms.{name}"[:40], names=list(NAMED))
        numbers = [(name, getattr(self, name), *range_) for name, range_ in RANGES.items()]
        rooms = [(f"rooms.{name}", part, *ROOM) for name, part in self.rooms.items()]
        for name, number, least, most in numbers + rooms:
            for one in number if isinstance(number, tuple) else (number,):
                if not least <= one <= most:
                    raise TextError("option-range", option=name, least=least, most=most)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "TrainingSettings":
        pairs: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
        }
        return cls(**pairs)
