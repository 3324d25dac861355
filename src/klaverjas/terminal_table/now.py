"""What the server says with every message: who one is, and how things stand."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from klaverjas.cards import Hand
from klaverjas.rules.auction import Bid
from klaverjas.seats import Seat

Json: TypeAlias = dict[str, Any]
PAUSES = ("collect", "deal", "close")


def _seat(letter: str | None) -> Seat | None:
    return None if letter is None else Seat.parse(letter)


def _seats(letters: Iterable[str]) -> tuple[Seat, ...]:
    return tuple(Seat.parse(letter) for letter in letters)


@dataclass
class ShownYou:
    """Who this client is, and as what it looks at the table."""

    player: str = ""
    role: str = "spectator"
    seat: Seat | None = None
    host: bool = False

    @classmethod
    def read(cls, told: Json) -> "ShownYou":
        return cls(told["player"], told["role"], _seat(told["seat"]), told["host"])


@dataclass
class ShownChoices:
    """What the client may do now."""

    play: Hand = field(default_factory=Hand)
    troef: bool = False
    bids: tuple[Bid, ...] = ()
    make_pass: bool = False
    claims: tuple[int, ...] = ()
    knock: bool = False
    accuse: tuple[Seat, ...] = ()
    complain: tuple[Seat, ...] = ()
    admit: bool = False
    judge: bool = False
    lift: bool = False

    @classmethod
    def read(cls, told: Json) -> "ShownChoices":
        return cls(
            Hand.parse(told.get("play", "")),
            told.get("troef", False),
            tuple(map(Bid.parse, told.get("bids", ()))),
            told.get("pass", False),
            tuple(told.get("claims", ())),
            told.get("knock", False),
            _seats(told.get("accuse", ())),
            _seats(told.get("complain", ())),
            told.get("admit", False),
            told.get("judge", False),
            told.get("lift", False),
        )


@dataclass
class ShownNow:
    """How things stand, as the server says it with every message."""

    phase: str | None = None
    turn: Seat | None = None
    winning: Seat | None = None
    registered: int = 0
    may: ShownChoices = field(default_factory=ShownChoices)
    waiting_for: tuple[Seat, ...] = ()
    deadline: tuple[str, int] | None = None
    tapped: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    totals: tuple[int, int] | None = None
    decided: bool = False
    arbiter: str | None = None
    complaint: tuple[Seat, Seat] | None = None  # who complains about whom

    @classmethod
    def read(cls, told: Json) -> "ShownNow":
        deadline, totals, complaint = told["deadline"], told["totals"], told.get("complaint")
        return cls(
            told["phase"],
            _seat(told["turn"]),
            _seat(told["winning"]),
            told["registered"],
            ShownChoices.read(told["may"]),
            _seats(told["waiting_for"]),
            (deadline["what"], deadline["until"]) if deadline else None,
            tuple(told["tapped"]),
            tuple(told["agreed"]),
            (totals["NS"], totals["WE"]) if totals else None,
            told["decided"],
            told.get("arbiter"),
            (Seat.parse(complaint["seat"]), Seat.parse(complaint["about"])) if complaint else None,
        )

    @property
    def in_pause(self) -> bool:
        return self.deadline is not None and self.deadline[0] in PAUSES
