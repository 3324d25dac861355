"""Finished games: out as records, in again, and whether they still replay to the same score."""

from klaverjas.record import read, write
from klaverjas.record.value import Record
from klaverjas.seats import SEATS

NAME_TAGS = tuple(seat.said("en") for seat in SEATS)


def record_with_names(text: str, names: list[str | None]) -> str:
    """A stored record with the players' names, as far as they are known, in its tags."""
    (record,) = read(text)
    tags = [(tag, name) for tag, name in zip(NAME_TAGS, names, strict=True) if name]
    others = [(tag, value) for tag, value in record.tags if tag not in NAME_TAGS]
    return write(
        [
            Record(
                record.game, (*others, *tags), record.commitment, record.texts, record.secret, record.comments
            )
        ]
    )
