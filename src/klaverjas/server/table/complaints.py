"""Complaints about passing information: who may complain, who decides, and what follows (Rules 6.6).

Every function looks at a table and returns the events that happen, or refuses, like those of
:mod:`klaverjas.server.table.decide`.
"""

from typing import Any, Final

from klaverjas.actions import LiftPenalty, Penalise
from klaverjas.errors import Refusal
from klaverjas.round import Round
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.server.table import commands as c
from klaverjas.server.table.door import check_host_himself
from klaverjas.server.table.events import ArbiterNamed, Complained, ComplaintEnded, LogEvent
from klaverjas.server.table.progress import DecisionContext, act, talk_may_be_punished
from klaverjas.server.table.state import Table

MOST_COMPLAINTS: Final = 2  # of one seat in a deal


def complain(table: Table, player: str, command: c.Complain, now: DecisionContext) -> list[LogEvent]:
    seat, about = _own_seat(table, player, command), Seat.parse(command.about)
    if seat == about:
        raise Refusal("complain-about-oneself")
    round = _round(table)
    if not round.rules.talk_penalty:
        raise Refusal("no-talk-penalty")
    if about not in may_complain_about(table, seat, ignoring_bounds=True):
        late = round.result is not None
        raise Refusal("penalise-too-late" if late else "bots-do-not-talk")
    if table.complaint is not None:
        raise Refusal("complaint-open")
    if table.complaints.count(seat) >= MOST_COMPLAINTS:
        raise Refusal("complaints-used-up", most=MOST_COMPLAINTS)
    return [Complained(seat, about)]


def may_complain_about(table: Table, seat: Seat, *, ignoring_bounds: bool = False) -> tuple[Seat, ...]:
    """The players whom a seat may complain about now."""
    if not table.playing or table.game is None or not table.game.rounds:
        return ()
    round = table.game.rounds[-1]
    if not talk_may_be_punished(round):
        return ()
    bounded = table.complaint is not None or table.complaints.count(seat) >= MOST_COMPLAINTS
    if bounded and not ignoring_bounds:
        return ()
    return tuple(other for other in SEATS if other != seat and table.chairs[other].bot is None)


def may_admit(table: Table, seat: Seat) -> bool:
    """Whether the seat may admit what a complaint says: its own team is meant, and no arbiter decides."""
    complaint = table.complaint
    return complaint is not None and complaint.about.team == seat.team and table.arbiter is None


def admit(table: Table, player: str, command: c.Admit, now: DecisionContext) -> list[LogEvent]:
    seat = _own_seat(table, player, command)
    complaint = _open_complaint(table)
    if not may_admit(table, seat):
        raise Refusal("arbiter-decides" if table.arbiter else "not-for-you-to-admit")
    return [ComplaintEnded("admitted"), *act(table, Penalise(complaint.about.team), now)]


def dismiss(table: Table, player: str, command: c.Dismiss, now: DecisionContext) -> list[LogEvent]:
    _check_arbiter(table, player)
    _open_complaint(table)
    return [ComplaintEnded("dismissed")]


def penalise(table: Table, player: str, command: c.PenaliseCommand, now: DecisionContext) -> list[LogEvent]:
    """The arbiter upholds the complaint that is open. Tables of the first edition need none (Rules 8)."""
    team, round = Team.parse(command.team), _round(table)
    _check_arbiter(table, player)
    penalty = act(table, Penalise(team), now)
    if table.complaint is not None and table.complaint.about.team == team:
        return [ComplaintEnded("upheld"), *penalty]
    if round.rules.edition > 1:
        raise Refusal("no-complaint")
    return penalty


def lift(table: Table, player: str, command: c.Lift, now: DecisionContext) -> list[LogEvent]:
    _round(table)
    _check_arbiter(table, player)
    return act(table, LiftPenalty(), now)


def name_arbiter(table: Table, player: str, command: c.NameArbiter, now: DecisionContext) -> list[LogEvent]:
    """Only the host himself names one: whoever acts in his place must not choose the judge."""
    check_host_himself(table, player)
    named = command.player
    if named is not None:
        person = table.people.get(named)
        if person is None:
            raise Refusal("nobody-like-that")
        if person.display or table.seat_of(named) is not None:
            raise Refusal("arbiter-seated")
        if table.playing and named in table.held:
            raise Refusal("arbiter-has-seen")
    return [] if named == table.named_arbiter else [ArbiterNamed(named)]


def _round(table: Table) -> Round:
    if not table.playing or table.game is None or not table.game.rounds:
        raise Refusal("no-game")
    return table.game.rounds[-1]


def _own_seat(table: Table, player: str, command: Any) -> Seat:
    _round(table)
    seat = table.seat_of(player)
    if seat is None:
        raise Refusal("not-seated")
    if command.seat is not None and command.seat != seat.letter:
        raise Refusal("not-your-seat", seat=seat)
    return seat


def _open_complaint(table: Table) -> Complained:
    if table.complaint is None:
        raise Refusal("no-complaint")
    return table.complaint


def _check_arbiter(table: Table, player: str) -> None:
    if player != table.arbiter:
        raise Refusal("arbiter-only")
