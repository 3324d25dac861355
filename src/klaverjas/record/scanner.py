"""Cutting the text of a record into tags, comments and words, with the place of each."""

import re
from dataclasses import dataclass
from typing import Final, NoReturn

from klaverjas.errors import KlaverjasError, RecordError, TextError
from klaverjas.plumbing.strict_json import TOO_DEEP, json_fault, strict_json_decoder
from klaverjas.record.value import TAG_NAME, may_be_comment
from klaverjas.sentences import Phrase

_WORD: Final = re.compile(r"[^\s{}\[\]]+")
_SPACE: Final = re.compile(r"\s*")
_BLANKS: Final = re.compile(r"[ \t]*")
THE_END: Final = Phrase("the end", "het einde")
_JSON: Final = strict_json_decoder()


@dataclass(frozen=True)
class Word:
    text: str
    at: int


@dataclass(frozen=True)
class Tag:
    name: str
    at: int
    value: object
    value_at: int


class Scanner:
    """The text and how far it has been read; ``comments`` are those passed over and not yet taken."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.comments: list[str] = []

    def fail(self, at: int, cause: KlaverjasError) -> NoReturn:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        raise RecordError(line, column, cause) from cause

    def fail_expecting(self, expected: str | Phrase, at: int | None = None) -> NoReturn:
        place = self.at if at is None else at
        found = _WORD.match(self.text, place)
        shown = found[0][:40] if found else self.text[place : place + 1]
        error = TextError("record-expected", expected=expected, found=f"'{shown}'" if shown else THE_END)
        self.fail(place, error)

    def skip(self) -> None:
        """Go on to the next tag or word, keeping the comments on the way."""
        while True:
            self.at = _end(_SPACE, self.text, self.at)
            if self.text[self.at : self.at + 1] != "{":
                return
            end = self.text.find("}", self.at)
            if end < 0:
                self.fail(self.at, TextError("record-unclosed-comment"))
            comment = self.text[self.at + 1 : end].replace("\r\n", "\n").strip()
            if not may_be_comment(comment):
                self.fail(self.at, TextError("record-comment-text"))
            self.comments.append(comment)
            self.at = end + 1

    def at_end(self) -> bool:
        self.skip()
        return self.at >= len(self.text)

    def at_tag(self) -> bool:
        self.skip()
        return self.text[self.at : self.at + 1] == "["

    def at_next_game(self) -> bool:
        """Whether a tag begins another game."""
        match = TAG_NAME.match(self.text, self.at + 1) if self.at_tag() else None
        return match is not None and match[0] == "Klaverjas"

    def peek(self) -> str:
        """The next word, "" when there is none."""
        self.skip()
        match = _WORD.match(self.text, self.at)
        return match[0] if match else ""

    def word(self, expected: str | Phrase) -> Word:
        """Take the next word, or complain that *expected* is missing."""
        self.skip()
        match = _WORD.match(self.text, self.at)
        if match is None:
            self.fail_expecting(expected)
        self.at = match.end()
        return Word(match[0], match.start())

    def tag(self) -> Tag:
        """Take a tag: '[Name value]', the value in JSON."""
        name = TAG_NAME.match(self.text, self.at + 1)
        if name is None:
            self.fail(
                self.at, TextError("record-bad-tag", why=Phrase("a name is missing", "er is geen naam"))
            )
        value_at = _end(_BLANKS, self.text, name.end())
        try:
            value, end = _JSON.raw_decode(self.text, value_at)
        except RecursionError:
            self.fail(value_at, TextError("record-bad-tag", why=TOO_DEEP))
        except ValueError as error:
            self.fail(value_at, TextError("record-bad-tag", why=json_fault(error)))
        end = _end(_BLANKS, self.text, end)
        if self.text[end : end + 1] != "]":
            self.fail(end, TextError("record-bad-tag", why=Phrase("']' is missing", "']' ontbreekt")))
        self.at = end + 1
        return Tag(name[0], name.start(), value, value_at)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
