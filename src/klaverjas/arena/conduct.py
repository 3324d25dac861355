"""An arena from its first deal to its file; interrupted at any moment, it goes on where it was.

Each pairing ends by itself. Whether its deals are enough is asked deal by deal in their order, whatever the order in
which they were played, so it ends at the same deal with any number of workers.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from klaverjas.arena.crews import ArenaWorkers, Task, carry_out
from klaverjas.arena.duplicate import ArenaRow, Pairing, Played
from klaverjas.arena.estimates import Enough, Tally
from klaverjas.arena.files import check
from klaverjas.arena.outside import EngineLimits
from klaverjas.arena.players import Partnership, checksum_of
from klaverjas.errors import KlaverjasError, TextError
from klaverjas.plumbing.journal import Complaints, Journal, journal_of
from klaverjas.rules.named import rules_to_json
from klaverjas.rules.ruleset import RuleSet

FORMAT = 1  # of the rows in a journal
ALL_PLAYED = "deals"  # why a pairing ended that was not stopped
COMPLAINTS = Complaints(other="arena-other", running="arena-running", unreadable="arena-no-journal")


@dataclass(frozen=True)
class ArenaPlan:
    """Who meets whom, under which rule sets, with which deals, and until when."""

    partnerships: tuple[Partnership, ...]
    tables: tuple[RuleSet, ...]
    first_seed: int
    deals: int
    enough: Enough = field(default_factory=Enough)
    random_troef: bool = False
    recorded: bool = False
    limits: EngineLimits = field(default_factory=EngineLimits)

    def __post_init__(self) -> None:
        if len(self.partnerships) < 2:
            raise TextError("arena-two")
        texts = [partnership.text for partnership in self.partnerships]
        if len(texts) > 2 and len(set(texts)) < len(texts):
            raise TextError("arena-twice", text=next(text for text in texts if texts.count(text) > 1))
        if self.random_troef and any(rules.troef != "forced" for rules in self.tables):
            raise TextError("arena-troef")

    @property
    def pairings(self) -> list[Pairing]:
        """Everybody against everybody, under each rule set."""
        return [
            Pairing(rules, first, second)
            for rules in self.tables
            for first, second in combinations(self.partnerships, 2)
        ]

    def __str__(self) -> str:
        """What must be the same for an arena to go on; players that come from files with what is in these."""
        members = dict.fromkeys(name for partnership in self.partnerships for name in partnership.members)
        files = {name: sum_ for name in members if (sum_ := checksum_of(name))}
        return json.dumps(
            {
                "format": FORMAT,
                "players": [partnership.text for partnership in self.partnerships],
                "rules": [rules_to_json(rules, whole=True) for rules in self.tables],
                "seed": self.first_seed,
                "deals": self.deals,
                "half-width": self.enough.half_width,
                "sprt": self.enough.sprt,
                "troef": "random" if self.random_troef else "chosen",
                "records": self.recorded,
                "limits": self.limits,
                **({"files": files} if files else {}),
            }
        )


class PairingProgress:
    """How one pairing stands: its deals in order, and why it ended."""

    def __init__(self, deals: int, enough: Enough) -> None:
        self.deals, self.enough = deals, enough
        self.tally = Tally()
        self.stopped = ""
        self._waiting: dict[int, float] = {}  # played before the one that comes before it

    def add(self, index: int, difference: float) -> None:
        """The deal with this index is played; what comes after the last one does not count."""
        self._waiting[index] = difference
        while not self.stopped and self.tally.deals in self._waiting:
            self.tally.add(self._waiting.pop(self.tally.deals))
            self.stopped = self.enough.reached(self.tally)
            if not self.stopped and self.tally.deals == self.deals:
                self.stopped = ALL_PLAYED
        if self.stopped:
            self._waiting.clear()


class Arena:
    """A plan that is being carried out; what it has played is in the journal."""

    def __init__(self, plan: ArenaPlan, journal: Journal) -> None:
        self.plan, self.journal = plan, journal
        self.pairings = plan.pairings
        self.courses = [PairingProgress(plan.deals, plan.enough) for _ in self.pairings]
        for key, (row, _) in journal.pieces():
            self._count(key, ArenaRow(*row))

    @property
    def played(self) -> int:
        """How many deals count so far, of all pairings."""
        return sum(course.tally.deals for course in self.courses)

    @property
    def total(self) -> int:
        """How many it will be, unless more pairings end early."""
        return sum(course.tally.deals if course.stopped else self.plan.deals for course in self.courses)

    def play_rest(self, crew: ArenaWorkers, told: Callable[[], object]) -> None:
        """Play every deal that is not in the journal yet, and keep it there; *told* is called after some were."""
        pending: dict[Future[Played], int] = {}

        def keep_some() -> None:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            pieces = [(pending[future], future.result()) for future in done]
            self.journal.keep(pieces)
            for key, piece in pieces:
                self._count(key, piece.row)
            for future in done:
                del pending[future]
            told()

        try:
            for key, task in self._tasks():
                pending[crew.executor.submit(carry_out, task)] = key
                while len(pending) >= crew.ahead:
                    keep_some()
            while pending:
                keep_some()
        finally:
            for future in pending:
                future.cancel()

    def _tasks(self) -> Iterator[tuple[int, Task]]:
        """The deals in order, each for all pairings that have not ended by then."""
        plan = self.plan
        for index in range(plan.deals):
            number = plan.first_seed + index
            for at, pairing in enumerate(self.pairings):
                key = at * plan.deals + index
                if not self.courses[at].stopped and key not in self.journal:
                    yield key, Task(pairing, number, plan.random_troef, plan.recorded, plan.limits)

    def _count(self, key: int, row: ArenaRow) -> None:
        at, index = divmod(key, self.plan.deals)
        self.courses[at].add(index, row.difference)

    def rows(self) -> Iterator[ArenaRow]:
        """Every deal that counts, pairing by pairing; the last one of each says why it was."""
        for _, last, row, _ in self._pieces():
            yield row._replace(stopped=last)

    def records(self) -> Iterator[tuple[int, str]]:
        """The pairing, and the record of a deal."""
        for at, _, _, record in self._pieces():
            if record is not None:
                yield at, record

    def _pieces(self) -> Iterator[tuple[int, str, ArenaRow, str | None]]:
        for key, (row, record) in self.journal.pieces():
            at, index = divmod(key, self.plan.deals)
            course = self.courses[at]
            if index < course.tally.deals:
                last = course.stopped if index == course.tally.deals - 1 else ""
                yield at, last, ArenaRow(*row), record


def begin(plan: ArenaPlan, out: Path | None) -> Journal:
    """The journal of this arena, new or with what was played before; what is finished is left alone."""
    if out is not None:
        check(out)
        if out.exists() and not journal_of(out).exists():
            raise KlaverjasError("arena-finished", file=str(out))
    return Journal(out, str(plan), COMPLAINTS)
