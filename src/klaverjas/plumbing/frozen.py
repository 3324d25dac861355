"""Frozen values that are quick to make.

A round makes some hundred actions and events. A frozen dataclass sets its fields by a detour around its own lock, which
takes longer than everything else about a card; here the slots are set directly. All else is as in a dataclass.

>>> @value
... class Point:
...     x: int
...     y: int
>>> Point(1, y=2)
Point(x=1, y=2)
>>> Point(1, 2).x = 3
Traceback (most recent call last):
    ...
dataclasses.FrozenInstanceError: cannot assign to field 'x'
"""

from dataclasses import dataclass, fields
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots, whose fields have no defaults."""
    made = dataclass(frozen=True, slots=True)(cls)
    names = [field.name for field in fields(made)]  # type: ignore[arg-type]
    lines = [
        f"def __init__({', '.join(['self', *names])}) -> None:",
        *(f"    set_{name}(self, {name})" for name in names),
        "    return",
    ]
    scope: dict[str, object] = {f"set_{name}": getattr(made, name).__set__ for name in names}
    exec("\n".join(lines), scope)  # as dataclasses itself writes its methods
    made.__init__ = scope["__init__"]  # type: ignore[assignment, method-assign]
    return made
