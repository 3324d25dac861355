"""A finished game to be walked through card by card, by a page that knows no rules."""

from typing import Any

from msgspec import Struct

from klaverjas.event_json import event_to_json, hand_text
from klaverjas.record import read
from klaverjas.round import Round
from klaverjas.rules.named import rules_to_json
from klaverjas.seats import SEATS
from klaverjas.server.table.cut import DELETED_NAME, result_json


class RoundReplayed(Struct):
    """One deal: the hands as they were dealt, and everything that happened from there on."""

    dealer: str
    hands: dict[str, str]
    events: list[dict[str, Any]]
    result: dict[str, Any] | None  # null where the game was ended in the middle of the round


class Replay(Struct):
    """A finished game. From secret, texts, dealers and ``rules.deal`` every deal can be computed again."""

    id: str
    began_at: int
    ended_at: int
    how: str
    seat: str | None  # of who asks
    names: dict[str, str]
    bots: dict[str, str | None]
    points: dict[str, int]
    rules: dict[str, Any]  # every field
    commitment: str | None  # null in a game that was imported without it
    secret: str | None
    texts: list[str]
    rounds: list[RoundReplayed]


def replay_of(row: dict[str, Any], seat: int | None) -> Replay:
    """The game of a row of the database, told to who sat at *seat*."""
    (record,) = read(row["record"])
    return Replay(
        id=row["id"],
        began_at=row["began_at"],
        ended_at=row["ended_at"],
        how=row["how"],
        seat=None if seat is None else SEATS[seat].letter,
        names={each.letter: row["names"][each] or DELETED_NAME for each in SEATS},
        bots={each.letter: row["bots"][each] for each in SEATS},
        points={"NS": row["north_south"], "WE": row["west_east"]},
        rules=rules_to_json(record.game.rules, whole=True),
        commitment=record.commitment,
        secret=record.secret,
        texts=list(record.texts),
        rounds=[_replayed(round) for round in record.game.rounds],
    )


def _replayed(round: Round) -> RoundReplayed:
    return RoundReplayed(
        dealer=round.dealer.letter,
        hands={seat.letter: hand_text(round.dealt[seat]) for seat in SEATS},
        events=[event_to_json(event) for event in round.log[1:]],
        result=None if round.result is None else result_json(round.result),
    )
