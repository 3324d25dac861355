"""A game that is over: its record, and the rows that statistics are counted from."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from klaverjas.events import (
    AccusationProven,
    AuctionWon,
    Dealt,
    Event,
    Knocked,
    RoemClaimed,
    TrickWon,
    TroefChosen,
)
from klaverjas.fair import commitment_to
from klaverjas.game import Game
from klaverjas.record import Comment, Record, write
from klaverjas.record.writing import is_item
from klaverjas.round import Round, roem_lying
from klaverjas.rules.named import changes_from_base
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table.events import Complained, ComplaintEnded, HowEnded, game_id
from klaverjas.server.table.logged import Logged
from klaverjas.server.table.state import Table

Row = dict[str, Any]


@dataclass
class SeatTally:
    """What one seat did in a game."""

    rounds: int = 0
    rounds_making: int = 0
    nat: int = 0
    pit: int = 0
    roem_claimed: int = 0
    roem_missed: int = 0
    verzaakt: int = 0


def tally(game: Game, seat: Seat) -> SeatTally:
    """Rounds, nat and pit of the seat's team, roem that the seat claimed and its team missed, its own verzaken."""
    total = SeatTally(rounds=len(game.counted))
    for round in game.rounds:
        _add_round(total, round, seat)
    return total


def _add_round(total: SeatTally, round: Round, seat: Seat) -> None:
    result = round.result
    if result is not None and result.makers is not None:
        ours = result.makers == seat.team
        contract = round.rules.contract != "none"
        total.nat += ours and contract and result.outcome in (Outcome.NAT, Outcome.TEGENPIT)
        total.pit += ours and result.outcome is Outcome.PIT
    claimer: Seat | None = None
    tricks = iter(round.tricks)
    for event in round.log:
        match event:
            case TroefChosen(seat=maker) | AuctionWon(seat=maker):
                total.rounds_making += maker == seat
            case RoemClaimed(seat=who, right=True) | Knocked(seat=who, right=True):
                claimer = who
            case AccusationProven(accused=accused):
                total.verzaakt += accused == seat
            case TrickWon(winner=winner, roem=roem):
                trick = next(tricks)
                if round.rules.claim == "automatic":
                    claimer = winner
                total.roem_claimed += roem if claimer == seat else 0
                if winner.team == seat.team:
                    total.roem_missed += roem_lying(trick.cards, round.troef, round.rules) - roem
                claimer = None


def complaints_in(log: Iterable[Logged]) -> tuple[Comment, ...]:
    """The complaints of a game, and what became of them, as comments at their place in its record."""
    deal = item = 0
    comments = []
    for logged in log:
        event = logged.event
        match event:
            case Complained(seat=seat, about=about):
                comments.append(Comment(deal, item, f"complaint: {seat.said('en')} about {about.said('en')}"))
            case ComplaintEnded(how=how):
                comments.append(Comment(deal, item, how))
            case Dealt():
                deal, item = deal + 1, 0
            case _ if isinstance(event, Event):
                item += is_item(event)
    return tuple(comments)


def game_rows(
    table_id: str,
    table: Table,
    game: Game,
    how: HowEnded,
    ended_at: int,
    comments: tuple[Comment, ...] = (),
) -> tuple[Row, list[Row]]:
    """The rows of a game that ends now at a table."""
    record = Record(
        game,
        tags=(("Date", _day(table.began_at)), ("Ended", how)),
        commitment=commitment_to(table.secret),
        texts=table.game_texts,
        secret=table.secret,
        comments=comments,
    )
    row = game_row(game_id(table.secret), record, how, table.began_at, ended_at)
    row |= {"table_id": table_id, "number": table.number}
    seats = seat_rows(row["id"], game)
    for seat in SEATS:
        seats[seat]["player"] = table.plays_for(seat)
        seats[seat]["bot"] = table.chairs[seat].bot
    return row, seats


def game_row(id: str, record: Record, how: str, began_at: int, ended_at: int) -> Row:
    game = record.game
    return {
        "id": id,
        "table_id": None,
        "number": None,
        "rules": game.rules.base,
        "changes": json.dumps(changes_from_base(game.rules)),
        "began_at": began_at,
        "ended_at": ended_at,
        "how": how,
        "north_south": game.totals[0],
        "west_east": game.totals[1],
        "rounds": len(game.counted),
        "record": write([record]),
    }


def seat_rows(game_id: str, game: Game) -> list[Row]:
    """One row a seat, as yet without who sat there."""
    return [
        {
            "game_id": game_id,
            "seat": int(seat),
            "player": None,
            "bot": None,
            "imported_name": None,
            "points": game.totals[seat.team],
            "points_against": game.totals[seat.team.opponents],
            **vars(tally(game, seat)),
        }
        for seat in SEATS
    ]


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
