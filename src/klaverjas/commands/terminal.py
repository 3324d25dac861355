"""What the commands share: language, files, and the console they draw on."""

import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console

from klaverjas.errors import KlaverjasError, TextError
from klaverjas.plumbing.strict_json import TOO_DEEP, json_fault, strict_json_decoder
from klaverjas.record import Record, read
from klaverjas.rules.named import NAMED, VERSIONED, changes_from_base, named, rules_from_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.sentences import LANGUAGES, Language, Phrase

CLOSED = Phrase("it is closed", "hij is gesloten")
NOT_UTF8 = Phrase("it is not UTF-8 text", "het is geen UTF-8-tekst")


def ready_streams() -> None:
    """Make sure that there is an output, and that a sign which its encoding lacks becomes a question mark."""
    if sys.stdout is None:
        raise TextError("no-output", why=CLOSED)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextmanager
def interrupts_held() -> Iterator[Callable[[], None]]:
    """Hold Ctrl-C back until the block calls the yielded function, or ends; pressing it twice interrupts at once.

    An interrupt in the middle of an import can be lost, or be reported as another error.
    """
    held = False

    def hold(*_: object) -> None:
        nonlocal held
        if held:
            raise KeyboardInterrupt
        held = True

    def check() -> None:
        if held:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    check()


def default_language() -> Language:
    """KLAVERJAS_LANG, else the language of the environment where that is Dutch, else English."""
    wanted = os.environ.get("KLAVERJAS_LANG")
    if wanted:
        for language in LANGUAGES:
            if wanted == language:
                return language
        raise TextError("unknown-language", text=wanted)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "nl" if value.startswith("nl") else "en"
    return "en"


def language_in(words: Sequence[str]) -> Language:
    """The language that a command line asks for, even when the rest of it cannot be read."""
    if "nl" in _values_of("--lang", words):
        return "nl"
    if "en" in _values_of("--lang", words):
        return "en"
    try:
        return default_language()
    except KlaverjasError:
        return "en"


def _values_of(option: str, words: Sequence[str]) -> set[str]:
    behind = {word for before, word in pairwise(words) if before == option}
    return behind | {word.removeprefix(f"{option}=") for word in words if word.startswith(f"{option}=")}


def is_no_option(_: object, file: str | None) -> None:
    """A file may be '-', but what else begins like an option was meant to be one."""
    if file is not None and file.startswith("-") and file != "-":
        raise ValueError(f"Unknown option {file}.")


RecordFile = Annotated[
    str,
    Parameter(
        name="FILE",
        allow_leading_hyphen=True,  # '-' is a file
        validator=is_no_option,
        help="The record; '-' reads standard input.",
    ),
]
Lang = Annotated[
    Literal["en", "nl"] | None,
    Parameter(name="--lang", help="Language: Dutch (nl) or English (en).", show_choices=False),
]
AsJson = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON, for programs.")]
RulesName = Annotated[
    str,
    Parameter(
        name="--rules", help="The name of a rule set, or a JSON file or object with a base and changes."
    ),
]

SeveralRules = Annotated[
    tuple[str, ...],
    Parameter(
        name="--rules",
        help="Comma-separated names, or a JSON file or object; can be repeated. Default: rotterdam-bond.",
        negative="",
        show_default=False,
    ),
]


def spoken(lang: Language | None) -> Language:
    return lang or default_language()


class _Screen(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # as everywhere else; rich would exit by itself, with 1


def console() -> Console:
    """Standard output; wide enough for tables when it is not a terminal."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 100
    return _Screen(width=width, highlight=False)


def visible(text: str) -> str:
    """Text from outside as it may be shown: a file must not steer the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def print_json(value: object, *, compact: bool = False) -> None:
    """JSON on standard output; in ASCII where that does not speak Unicode."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    text = json.dumps(value, ensure_ascii=not unicode, indent=None if compact else 2)
    print("".join(sign if sign.isprintable() or sign == "\n" else _escaped(sign) for sign in text))


def _escaped(sign: str) -> str:
    """A sign that would steer the terminal, as JSON may write it instead. It stands inside a string."""
    return json.dumps(sign)[1:-1]


def read_text(file: str) -> str:
    """A file as text, or standard input for '-'; whatever goes wrong is one sentence."""
    if file == "-" and sys.stdin is None:
        raise TextError("no-input", why=CLOSED)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise TextError("cannot-read", file=file, why=NOT_UTF8) from None
    except OSError as error:
        raise TextError("cannot-read", file=file, why=error.strerror or str(error)) from error


def write_text(file: str, text: str, mode: Literal["w", "a"] = "w") -> None:
    try:
        with Path(file).open(mode, encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise TextError("cannot-write", file=file, why=error.strerror or str(error)) from error


def check_writable(file: str) -> None:
    """Complain now, rather than after all the work, when a file cannot be written."""
    write_text(file, "", mode="a")


def read_records(file: str) -> tuple[Record, ...]:
    return read(read_text(file))


def rules_named(text: str) -> RuleSet:
    """A rule set by name, or a table's own as a JSON object or a file with one."""
    if text in NAMED or text in VERSIONED:
        return named(text)
    if text.lstrip().startswith("{") or text.endswith(".json"):
        source = text if text.lstrip().startswith("{") else read_text(text)
        try:
            return rules_from_json(strict_json_decoder().decode(source))
        except RecursionError:
            raise TextError("bad-json", why=TOO_DEEP) from None
        except KlaverjasError:
            raise
        except ValueError as error:
            raise TextError("bad-json", why=json_fault(error)) from error
    return named(text)


def tables_named(texts: tuple[str, ...]) -> tuple[RuleSet, ...]:
    """Every rule set that is named, once."""
    names = [
        name.strip()
        for text in texts
        for name in ([text] if text.lstrip().startswith("{") else text.split(","))
    ]
    return tuple(dict.fromkeys(rules_named(name) for name in names))


def check_range(option: str, number: float | None, least: float, most: float) -> None:
    """Refuse a number that an option does not take."""
    if number is not None and not least <= number <= most:
        raise TextError("option-range", option=option, least=least, most=most)


def full_name(rules: RuleSet) -> str:
    """The base of a rule set, and the fields in which it differs."""
    changed = ", ".join(changes_from_base(rules))
    return f"{rules.base} ({changed})" if changed else rules.base
