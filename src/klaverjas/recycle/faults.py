"""What is wrong with a program, and where."""

from typing import NoReturn, Protocol

from klaverjas.errors import Cause, KlaverjasError, PlacedError


class SourceSpot(Protocol):
    """Something with a place in a text; lines and columns count from 1."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class ProgramError(PlacedError):
    """A program that cannot be read or cannot go on."""

    def __init__(self, line: int, column: int, cause: KlaverjasError) -> None:
        super().__init__("program", line=line, column=column, what=Cause(cause))


class Unseen(Exception):
    """Somebody asks for a card that he may not see, or for what chance will bring."""


class Endless(Exception):
    """It goes on and on; whoever runs the program knows where."""


def fault(where: SourceSpot, code: str, **facts: object) -> ProgramError:
    """The error for something at a place in a program."""
    return ProgramError(where.line, where.column, KlaverjasError(code, **facts))


def fail(where: SourceSpot, code: str, **facts: object) -> NoReturn:
    raise fault(where, code, **facts)
