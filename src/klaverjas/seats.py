"""Who sits where (Rules 1.1).

Seats run clockwise: South, West, North, East. Partners sit across.

>>> Seat.WEST.left, Seat.WEST.partner, Seat.WEST.team
(Seat.NORTH, Seat.EAST, Team.WEST_EAST)
>>> Seat.parse("Zuid")
Seat.SOUTH
"""

from enum import IntEnum
from typing import Self

from klaverjas.errors import TextError
from klaverjas.sentences import LANGUAGES, Language


class Team(IntEnum):
    NORTH_SOUTH = 0
    WEST_EAST = 1

    @property
    def letters(self) -> str:
        return _TEAM_LETTERS[self]

    @property
    def opponents(self) -> "Team":
        return Team(1 - self)

    @property
    def seats(self) -> tuple["Seat", "Seat"]:
        return (Seat(self), Seat(self + 2))

    def letters_in(self, language: Language) -> str:
        """NS and WE, in Dutch NZ and OW."""
        return "".join(part[0] for part in self.said(language).split("-"))

    def said(self, language: Language) -> str:
        return _TEAM_NAMES[self][LANGUAGES.index(language)]

    def __bool__(self) -> bool:
        return True  # the first of them is not nobody

    def __repr__(self) -> str:
        return f"Team.{self.name}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """A team from its letters or its name, in Dutch or English, the two seats in either order.

        >>> Team.parse("WO"), Team.parse("oost-west"), Team.parse("West-East")
        (Team.WEST_EAST, Team.WEST_EAST, Team.WEST_EAST)
        """
        wanted = text.strip().lower()
        for team in cls:
            for language in LANGUAGES:
                one, other = team.said(language).lower().split("-")
                if wanted in (one[0] + other[0], other[0] + one[0], f"{one}-{other}", f"{other}-{one}"):
                    return team
        raise TextError("unknown-team", text=text)


class Seat(IntEnum):
    SOUTH = 0
    WEST = 1
    NORTH = 2
    EAST = 3

    @property
    def letter(self) -> str:
        return _SEAT_LETTERS[self]

    @property
    def left(self) -> "Seat":
        """The next player, clockwise."""
        return LEFT[self]

    @property
    def partner(self) -> "Seat":
        return SEATS[(self + 2) & 3]

    @property
    def team(self) -> Team:
        return _TEAM_OF[self]

    def after(self, turns: int) -> "Seat":
        """The seat that many turns further, clockwise."""
        return SEATS[(self + turns) & 3]

    def letter_in(self, language: Language) -> str:
        """The first letter of its name: S W N E, in Dutch Z W N O."""
        return self.said(language)[0]

    def said(self, language: Language) -> str:
        return _SEAT_NAMES[self][LANGUAGES.index(language)]

    def __bool__(self) -> bool:
        return True  # South is not nobody

    def __repr__(self) -> str:
        return f"Seat.{self.name}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """A seat from its letter, or its name in Dutch or English."""
        wanted = text.strip().lower()
        for seat in cls:
            if wanted in _SEAT_SPELLINGS[seat]:
                return seat
        raise TextError("unknown-seat", text=text)


SEATS = tuple(Seat)
TEAMS = tuple(Team)
LEFT = (*SEATS[1:], SEATS[0])
_TEAM_OF = tuple(Team(seat & 1) for seat in Seat)
_SEAT_LETTERS = ("S", "W", "N", "E")
_SEAT_NAMES = (("South", "Zuid"), ("West", "West"), ("North", "Noord"), ("East", "Oost"))
_SEAT_SPELLINGS = tuple(
    {letter.lower(), *(name.lower() for name in names), names[1][0].lower()}
    for letter, names in zip(_SEAT_LETTERS, _SEAT_NAMES, strict=True)
)
_TEAM_LETTERS = ("NS", "WE")
_TEAM_NAMES = (("North-South", "Noord-Zuid"), ("West-East", "Oost-West"))
