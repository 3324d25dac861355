"""A deal between two partnerships, played twice: each holds each side's cards once, at the same dealer."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from klaverjas.arena.players import ArenaPlayer, Partnership
from klaverjas.arena.table import ArenaTable, Faults
from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.game import Game
from klaverjas.record import Record, write
from klaverjas.round import Round
from klaverjas.rules.named import name_of
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome, Result
from klaverjas.seats import SEATS, Seat, Team

BETWEEN = " | "  # the two players of a mixed partnership


class ArenaRow(NamedTuple):
    """A deal between the first partnership and the second, in raw points."""

    rules: str
    first: str
    second: str
    deal: int  # its seed
    dealer: str
    first_ns: int  # the round in which the first sits North-South
    second_we: int
    round_ns: str  # its playing team, troef and outcome
    first_we: int  # the round in which it sits West-East
    second_ns: int
    round_we: str
    difference: float  # first minus second, the mean of both rounds
    passed_out: int  # how many of the two
    first_faults: str  # refused, incorrect cards, false calls, failed accusations; of each player
    second_faults: str
    first_times: str  # of each move, in microseconds; of each player
    second_times: str
    stopped: str  # in the last row of a pairing: why it was the last


@dataclass(frozen=True)
class Pairing:
    """Two partnerships at a table."""

    rules: RuleSet
    first: Partnership
    second: Partnership


class Played(NamedTuple):
    """A row, and both rounds as a record if that was asked for."""

    row: ArenaRow
    record: str | None


class _Sitting:
    """Where the players of two partnerships sit, and what they did there."""

    def __init__(self, north_south: Partnership, west_east: Partnership, number: int) -> None:
        self.teams = north_south, west_east
        # With every other deal the players of a mixed pair change places: nobody always sits left of the dealer.
        self.names = [self.teams[seat & 1].members[(seat >> 1) ^ (number & 1)] for seat in SEATS]

    def play(
        self, rules: RuleSet, number: int, troef: Suit | None, player: Callable[[str], ArenaPlayer]
    ) -> tuple[ArenaTable, Result]:
        dealer = rules.first_dealer
        round = Round.begin(rules, dealer, deal(seeded_deck(number), dealer, rules.deal))
        chances = [_chance(number, self.teams[seat & 1], seat) for seat in SEATS]
        table = ArenaTable(round, [player(name) for name in self.names], chances)
        return table, table.play(troef)


def _chance(number: int, partnership: Partnership, seat: Seat) -> Random:
    """A seat's own: it does not depend on who else sits there, nor on what they do."""
    return Random(f"klaverjas arena 1\n{number}\n{seat.letter}\n{partnership.text}")


def drawn_troef(number: int) -> Suit:
    """The suit that chance gives a deal."""
    return Random(f"klaverjas arena 1 troef\n{number}").choice(tuple(Suit))


def play_deal(
    pairing: Pairing,
    number: int,
    player: Callable[[str], ArenaPlayer],
    *,
    random_troef: bool = False,
    recorded: bool = False,
) -> Played:
    """The deal of a seed, both ways; *player* gives a player by name."""
    rules, first, second = pairing.rules, pairing.first, pairing.second
    troef = drawn_troef(number) if random_troef else None
    here, there = _Sitting(first, second, number), _Sitting(second, first, number)
    (one, result_one), (two, result_two) = (
        sitting.play(rules, number, troef, player) for sitting in (here, there)
    )
    first_ns, second_we = raw_points(result_one)
    second_ns, first_we = raw_points(result_two)
    did = [(here, one), (there, two)]
    row = ArenaRow(
        rules=name_of(rules),
        first=first.text,
        second=second.text,
        deal=number,
        dealer=rules.first_dealer.letter,
        first_ns=first_ns,
        second_we=second_we,
        round_ns=_told(one.round),
        first_we=first_we,
        second_ns=second_ns,
        round_we=_told(two.round),
        difference=(first_ns - second_we + first_we - second_ns) / 2,
        passed_out=sum(result.outcome is Outcome.PASSED_OUT for result in (result_one, result_two)),
        first_faults=_faults(first, did, Team.NORTH_SOUTH),
        second_faults=_faults(second, did, Team.WEST_EAST),
        first_times=_times(first, did, Team.NORTH_SOUTH),
        second_times=_times(second, did, Team.WEST_EAST),
        stopped="",
    )
    return Played(row, _record(row, did) if recorded else None)


def raw_points(result: Result) -> tuple[int, int]:
    """What each team scored, before anything is rounded to tens."""
    north_south, west_east = (result.cards[team] + result.roem[team] + result.knocks[team] for team in (0, 1))
    return north_south, west_east


def _told(round: Round) -> str:
    assert round.result is not None
    if round.makers is None:
        return round.result.outcome.code
    troef = "sans" if round.troef is None else round.troef.letter
    return f"{round.makers.letters} {troef} {round.result.outcome.code}"


def _seats_of(player: str, sitting: _Sitting, team: Team) -> list[Seat]:
    return [seat for seat in team.seats if sitting.names[seat] == player]


def _faults(partnership: Partnership, did: list[tuple[_Sitting, ArenaTable]], team: Team) -> str:
    """Of each player in both rounds; the partnership is *team* in the first of them, and the other in the second."""
    told = []
    for player in partnership.players:
        faults = Faults()
        for (sitting, table), side in zip(did, (team, team.opponents), strict=True):
            for seat in _seats_of(player, sitting, side):
                faults = faults.plus(table.faults[seat])
        told.append(" ".join(map(str, faults)))
    return BETWEEN.join(told)


def _times(partnership: Partnership, did: list[tuple[_Sitting, ArenaTable]], team: Team) -> str:
    told = []
    for player in partnership.players:
        seconds = [
            second
            for (sitting, table), side in zip(did, (team, team.opponents), strict=True)
            for seat in _seats_of(player, sitting, side)
            for second in table.seconds[seat]
        ]
        told.append(" ".join(str(round(second * 1e6)) for second in seconds))
    return BETWEEN.join(told)


def _record(row: ArenaRow, did: list[tuple[_Sitting, ArenaTable]]) -> str:
    records = []
    for sitting, table in did:
        names = [(seat.name.capitalize(), sitting.names[seat]) for seat in SEATS]
        tags = (("Event", "klaverjas arena"), ("Seed", row.deal), *names)
        records.append(Record(Game(table.round.rules, (table.round,)), tags))
    return write(records)
