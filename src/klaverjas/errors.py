"""Refusals: a stable code, the facts, and a sentence for a person.

>>> error = KlaverjasError("unknown-suit", text="X")
>>> error.code
'unknown-suit'
>>> print(error)
'X' is not a suit: write S, H, C or D, a symbol, or the name.
>>> print(error.sentence("nl"))
'X' is geen kleur: schrijf S, H, C of D, een symbool, of de naam.
"""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from klaverjas.sentences import LANGUAGES, SENTENCES, Language

LONGEST_QUOTE = 300  # of a text from outside, in a sentence


@runtime_checkable
class Sayable(Protocol):
    """Something that has a name in each language: a card, a seat, a bid."""

    def said(self, language: Language) -> str: ...


def say(value: object, language: Language) -> str:
    """*value* as it stands in a sentence."""
    if isinstance(value, Sayable):
        return value.said(language)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(say(item, language) for item in value)
    text = str(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


class KlaverjasError(Exception):
    """Something was refused. ``code`` never changes; ``facts`` are the parts of the sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def sentence(self, language: Language = "en") -> str:
        template = SENTENCES[self.code][LANGUAGES.index(language)]
        return template.format(**{name: say(fact, language) for name, fact in self.facts.items()})

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        facts = "".join(f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"{type(self).__name__}({self.code!r}{facts})"


class TextError(KlaverjasError, ValueError):
    """A text does not say a card, a seat, a bid."""


class RulesError(KlaverjasError, ValueError):
    """A rule set that does not exist or makes no sense."""


class Refusal(KlaverjasError):
    """An action that the position does not allow."""


class PlacedError(KlaverjasError, ValueError):
    """A text that cannot be read, with the place in it: ``line`` and ``column`` count from 1."""

    def __init__(self, code: str, *, line: int, column: int, what: "Cause") -> None:
        super().__init__(code, line=line, column=column, what=what)
        self.line = line
        self.column = column
        self.cause = what.error

    def __reduce__(self) -> tuple[type["PlacedError"], tuple[object, ...]]:
        return type(self), (self.line, self.column, self.cause)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.line}, {self.column}, {self.cause!r})"


class RecordError(PlacedError):
    """A record that cannot be read."""

    def __init__(self, line: int, column: int, cause: KlaverjasError) -> None:
        super().__init__("record", line=line, column=column, what=Cause(cause))


class Cause:
    """The sentence of an error inside that of another, in the same language."""

    def __init__(self, error: KlaverjasError) -> None:
        self.error = error

    def said(self, language: Language) -> str:
        return self.error.sentence(language)

    def __repr__(self) -> str:
        return repr(self.error)
