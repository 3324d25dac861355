"""The deals of a survey: those of seeds in a row, or the lines of a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from typing import NamedTuple, TypeAlias

from klaverjas.cards import Hand
from klaverjas.errors import Cause, KlaverjasError, TextError
from klaverjas.fair import deal, seeded_deck
from klaverjas.hands import parse_hands, written
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat

LONGEST_LINE = 1000
COMMENT = "#"


class SurveyDeal(NamedTuple):
    """The deal of a seed, or of a line of a file, which then has the hands."""

    number: int
    hands: tuple[Hand, ...] | None = None

    def at(self, rules: RuleSet, dealer: Seat) -> tuple[Hand, ...]:
        """The hands at a table; the same cards are dealt there in its own batches."""
        return self.hands or deal(seeded_deck(self.number), dealer, rules.deal)


@dataclass(frozen=True)
class Seeds:
    """The deals of so many seeds in a row."""

    first: int
    count: int

    def __iter__(self) -> Iterator[SurveyDeal]:
        return map(SurveyDeal, range(self.first, self.first + self.count))

    def to_json(self) -> dict[str, object]:
        return {"seed": self.first, "deals": self.count}


@dataclass(frozen=True)
class Lines:
    """The deals of a file, one a line; empty lines and those that begin with # are none."""

    file: Path
    count: int
    fingerprint: str

    @classmethod
    def of(cls, file: Path) -> "Lines":
        """Read it once from begin to end: a line that is no deal is refused before anything is solved."""
        count = 0
        hashed = sha256()
        for number, hands in _deals_in(file):
            count += 1
            hashed.update(f"{number} {written(hands)}\n".encode())
        if not count:
            raise TextError("no-deals", file=str(file))
        return cls(file, count, hashed.hexdigest())

    def __iter__(self) -> Iterator[SurveyDeal]:
        return starmap(SurveyDeal, _deals_in(self.file))

    def to_json(self) -> dict[str, object]:
        return {"lines": self.fingerprint, "deals": self.count}


Deals: TypeAlias = Seeds | Lines


def _deals_in(file: Path) -> Iterator[tuple[int, tuple[Hand, ...]]]:
    try:
        with file.open("rb") as lines:
            number = 0
            while line := lines.readline(LONGEST_LINE + 1):
                number += 1
                try:
                    text = _text(line).removeprefix("\ufeff" if number == 1 else "")
                    if text.strip() and not text.lstrip().startswith(COMMENT):
                        yield number, parse_deal(text)
                except KlaverjasError as error:
                    raise TextError("deal-line", file=str(file), line=number, what=Cause(error)) from None
    except OSError as error:
        raise TextError("cannot-read", file=str(file), why=error.strerror or str(error)) from error


def _text(line: bytes) -> str:
    if len(line) > LONGEST_LINE:
        raise TextError("deal-too-long", most=LONGEST_LINE)
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise TextError("deal-not-text") from None


def parse_deal(text: str) -> tuple[Hand, ...]:
    """Four hands of eight different cards.

    >>> parse_deal("S:HA,HT W:HK,H7 N:S7,S8 E:D7,D8")
    Traceback (most recent call last):
        ...
    klaverjas.errors.TextError: A deal is four hands of eight different cards.
    """
    hands = parse_hands(text)
    Hand.of(card for hand in hands for card in hand)  # none of them twice
    if any(len(hand) != 8 for hand in hands):
        raise TextError("not-a-deal")
    return hands
