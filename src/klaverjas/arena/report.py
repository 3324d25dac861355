"""What the rows of an arena say: who is better than whom, how fast, and with which faults."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from klaverjas.arena.duplicate import BETWEEN, ArenaRow
from klaverjas.arena.estimates import Tally
from klaverjas.arena.players import Partnership
from klaverjas.arena.ratings import Rating, ratings
from klaverjas.arena.table import Faults


@dataclass
class Match:
    """Two partnerships: the differences of their deals, the first minus the second, in the order of the deals."""

    first: str
    second: str
    differences: "array[float]" = field(default_factory=lambda: array("d"))
    tally: Tally = field(default_factory=Tally)
    wins: int = 0
    draws: int = 0
    passed_out: int = 0  # rounds
    stopped: str = ""

    def add(self, row: ArenaRow) -> None:
        self.differences.append(row.difference)
        self.tally.add(row.difference)
        self.wins += row.difference > 0
        self.draws += row.difference == 0
        self.passed_out += row.passed_out
        self.stopped = row.stopped

    @property
    def share(self) -> float:
        """Of the deals that the first won; a draw is half a win."""
        return (self.wins + self.draws / 2) / self.tally.deals


@dataclass
class Times:
    """Of the moves of a player, in microseconds; above a thousand they are sorted by their first three digits."""

    moves: int = 0
    total: int = 0
    longest: int = 0
    sorted: Counter[int] = field(default_factory=Counter)

    def add(self, time: int) -> None:
        self.moves += 1
        self.total += time
        self.longest = max(self.longest, time)
        self.sorted[time if time < 1000 else int(float(f"{time:.3g}"))] += 1

    @property
    def mean(self) -> float:
        return self.total / self.moves if self.moves else 0.0

    def below(self, share: float) -> int:
        """The time that this share of the moves does not exceed.

        >>> times = Times()
        >>> for time in range(1, 101):
        ...     times.add(time)
        >>> times.below(0.5), times.below(0.99), times.longest
        (50, 99, 100)
        """
        left = share * self.moves
        for time in sorted(self.sorted):
            left -= self.sorted[time]
            if left <= 0:
                return time
        return self.longest


@dataclass
class Report:
    """Everything under one rule set."""

    matches: dict[tuple[str, str], Match] = field(default_factory=dict)
    times: dict[str, Times] = field(default_factory=dict)
    faults: dict[str, Faults] = field(default_factory=dict)

    def add(self, row: ArenaRow) -> None:
        self.__dict__.pop("ratings", None)
        pair = row.first, row.second
        if pair not in self.matches:
            self.matches[pair] = Match(*pair)
        self.matches[pair].add(row)
        for text, faults, times in (
            (row.first, row.first_faults, row.first_times),
            (row.second, row.second_faults, row.second_times),
        ):
            players = Partnership.parse(text).players
            for player, counts in zip(players, faults.split(BETWEEN), strict=True):
                known = self.faults.get(player, Faults())
                self.faults[player] = known.plus(Faults(*map(int, counts.split())))
            for player, spent in zip(players, times.split(BETWEEN), strict=True):
                mine = self.times.setdefault(player, Times())
                for time in spent.split():
                    mine.add(int(time))

    @property
    def partnerships(self) -> list[str]:
        """In the order in which they were given."""
        return list(dict.fromkeys(name for pair in self.matches for name in pair))

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        differences: dict[tuple[str, str], Sequence[float]] = {
            pair: match.differences for pair, match in self.matches.items()
        }
        return ratings(self.partnerships, differences)

    def share(self, partnership: str) -> float:
        """Of its deals that it won; a draw is half a win."""
        won = deals = 0.0
        for match in self.matches.values():
            for name, share in ((match.first, match.share), (match.second, 1 - match.share)):
                if name == partnership:
                    won += share * match.tally.deals
                    deals += match.tally.deals
        return won / deals

    def between(self, one: str, other: str) -> Tally | None:
        """The differences of one partnership and another, seen from the one."""
        if match := self.matches.get((one, other)):
            return match.tally
        if match := self.matches.get((other, one)):
            return Tally(match.tally.deals, -match.tally.mean, match.tally.squares)
        return None

    def to_json(self) -> dict[str, object]:
        return {
            "players": [self._player_json(name, rating) for name, rating in self.ratings.items()],
            "pairings": [_match_json(match) for match in self.matches.values()],
            "times": {
                player: {
                    "moves": times.moves,
                    "mean_us": times.mean,
                    "p50_us": times.below(0.5),
                    "p99_us": times.below(0.99),
                    "max_us": times.longest,
                }
                for player, times in self.times.items()
            },
            "faults": {player: faults._asdict() for player, faults in self.faults.items()},
        }

    def _player_json(self, name: str, rating: Rating) -> dict[str, object]:
        return {
            "player": name,
            "rating": rating.points,
            "error": rating.error,
            "win_share": self.share(name),
        }


def _match_json(match: Match) -> dict[str, object]:
    tally = match.tally
    sure = tally.deals > 1
    return {
        "first": match.first,
        "second": match.second,
        "deals": tally.deals,
        "mean": tally.mean,
        "error": tally.error if sure else None,
        "low": tally.mean - tally.half_width if sure else None,
        "high": tally.mean + tally.half_width if sure else None,
        "won": match.wins,
        "drawn": match.draws,
        "lost": tally.deals - match.wins - match.draws,
        "passed_out": match.passed_out,
        "stopped": match.stopped,
    }


def reports(rows: Iterable[ArenaRow]) -> dict[str, Report]:
    """By rule set."""
    found: dict[str, Report] = {}
    for row in rows:
        found.setdefault(row.rules, Report()).add(row)
    return found
