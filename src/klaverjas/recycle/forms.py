"""A program's text as forms: brackets within brackets, and the words between them, each with its place.

>>> read("(move 'C (top (game vloc DISCARD))) ;; a comment")
(move 'C (top (game vloc DISCARD)))
"""

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from klaverjas.recycle.faults import fail

LONGEST: Final = 1_000_000  # signs of a program
DEEPEST: Final = 100  # brackets within brackets
CHANCE: Final = "random"  # what begins with it is another number each time

_SIGNS: Final = re.compile(
    r"""(?P<space>\s+|;[^\n]*)
      | (?P<open>\() | (?P<close>\))
      | (?P<number>[0-9]+) | (?P<name>[A-Z]+) | (?P<word>[a-z]+) | (?P<variable>'[A-Z]+)
      | (?P<sign>,|:|\.\.|==|!=|<=|>=|<|>|\+|-|\*|//|%|\^)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Atom:
    """A word of the language, a NAME, a 'VARIABLE, a number or a sign: *kind* says which."""

    kind: str
    text: str
    line: int
    column: int

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Nest:
    """What is between two brackets; its place is that of the first."""

    items: tuple["Form", ...]
    line: int
    column: int
    written: str = field(
        init=False
    )  # on one line; known from the beginning, as it is asked for at each bracket
    asks: frozenset[str] = field(init=False)  # which variables it names, and whether it asks for chance

    def __post_init__(self) -> None:
        object.__setattr__(self, "written", f"({' '.join(map(repr, self.items))})")
        asks = {item.text for item in self.items if isinstance(item, Atom) and item.kind == "variable"}
        asks |= {CHANCE} if self.head == CHANCE else set()
        within = (item.asks for item in self.items if isinstance(item, Nest))
        object.__setattr__(self, "asks", frozenset(asks).union(*within))

    def __repr__(self) -> str:
        return self.written

    @property
    def head(self) -> str:
        """The word or sign that it begins with; empty where that is something else."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Atom) and first.kind in ("word", "sign") else ""


Form: TypeAlias = Atom | Nest


def read(text: str) -> Nest:
    """The one form that a program is."""
    if len(text) > LONGEST:
        fail(Atom("", "", 1, 1), "recycle-too-long", most=LONGEST)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    open_nests: list[tuple[Atom, list[Form]]] = []
    whole: Nest | None = None
    line, begin, at = 1, 0, 0
    while at < len(text):
        found = _SIGNS.match(text, at)
        here = Atom("", text[at], line, at - begin + 1)
        if found is None:
            fail(here, "recycle-sign", text=text[at])
        kind, said = str(found.lastgroup), found.group()
        at = found.end()
        if kind == "space":
            if ends := said.count("\n"):
                line += ends
                begin = at - (len(said) - said.rindex("\n") - 1)
            continue
        here = Atom(kind, said, here.line, here.column)
        if whole is not None:
            fail(here, "recycle-after-the-end")
        if kind == "open":
            if len(open_nests) == DEEPEST:
                fail(here, "recycle-too-deep", most=DEEPEST)
            open_nests.append((here, []))
        elif not open_nests:
            fail(here, "recycle-begin", found=said)
        elif kind == "close":
            opened, items = open_nests.pop()
            nest = Nest(tuple(items), opened.line, opened.column)
            if open_nests:
                open_nests[-1][1].append(nest)
            else:
                whole = nest
        else:
            open_nests[-1][1].append(here)
    if open_nests:
        fail(open_nests[-1][0], "recycle-open")
    if whole is None:
        fail(Atom("", "", 1, 1), "recycle-begin", found="")
    return whole
