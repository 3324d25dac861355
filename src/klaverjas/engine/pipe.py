"""Lines in, lines out: the engine on a pipe."""

import json
import os
import select
from collections.abc import Iterator
from typing import IO, Final

from klaverjas.cards import Card, Hand, Suit
from klaverjas.engine.ops import OPS
from klaverjas.engine.positions import Answer
from klaverjas.engine.requests import RequestError
from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.strict_json import TOO_DEEP, json_fault, strict_json_decoder
from klaverjas.rules.auction import Bid
from klaverjas.seats import Seat, Team

LONGEST_LINE: Final = 1 << 20
_JSON: Final = strict_json_decoder()
_CHUNK: Final = 1 << 16


def serve(source: int, sink: IO[bytes]) -> None:
    """Answer every line that comes from the file descriptor *source*, until its end.

    The lines that have come in are answered together, and flushed before more are waited for.
    """
    for lines in _batches(source):
        for line in lines:
            sink.write(answer(line).encode("ascii") + b"\n")
        sink.flush()


def _batches(source: int) -> Iterator[list[bytes | None]]:
    """The lines of the input, as many at a time as have come; None stands for one that is too long."""
    rest = b""
    too_long = False
    while chunk := _read(source):
        lines: list[bytes | None] = list((rest + chunk).split(b"\n"))
        rest = lines.pop() or b""
        if too_long and lines:
            lines[0], too_long = None, False
        if len(rest) > LONGEST_LINE or too_long:
            rest, too_long = b"", True
        yield lines
    if rest.strip() or too_long:
        yield [None if too_long else rest]


def _read(source: int) -> bytes:
    """What has come in, at least one byte; nothing at the end of the input."""
    while True:
        try:
            return os.read(source, _CHUNK)
        except BlockingIOError:  # whoever started us shares a pipe that does not wait
            select.select([source], [], [])


def answer(line: bytes | None) -> str:
    """The answer to one line, as JSON in ASCII without a line end."""
    identity: object = None
    try:
        request = _request(line)
        identity = request.get("id")
        return json.dumps(_answered(request, identity))
    except KlaverjasError as error:
        return _refused(identity, error)
    except RecursionError:
        return _refused(identity, RequestError("bad-json", why=TOO_DEEP))
    except Exception:
        return _refused(identity, RequestError("internal"))


def _request(line: bytes | None) -> dict[str, object]:
    if line is None or len(line) > LONGEST_LINE:
        raise RequestError("line-too-long", most=LONGEST_LINE)
    try:
        request = _JSON.decode(line.decode())
    except UnicodeDecodeError:
        raise RequestError("bad-json", why="it is not UTF-8") from None
    except RecursionError:
        raise RequestError("bad-json", why=TOO_DEEP) from None
    except ValueError as error:
        raise RequestError("bad-json", why=json_fault(error)) from None
    if not isinstance(request, dict):
        raise RequestError("not-an-object")
    return request


def _answered(request: dict[str, object], identity: object) -> Answer:
    op = request.get("op")
    if op is None:
        raise RequestError("missing-field", field="op")
    if not isinstance(op, str) or op not in OPS:
        raise RequestError("unknown-op", op=json.dumps(op)[:40].strip('"'), ops=list(OPS))
    return {"id": identity, "ok": True, **OPS[op](request)}


def _refused(identity: object, error: KlaverjasError) -> str:
    facts = {name: fact for name, value in error.facts.items() if (fact := _fact(value)) is not None}
    told = {"code": error.code, "message": error.sentence("en"), **facts}
    try:
        return json.dumps({"id": identity, "ok": False, "error": told})
    except RecursionError:  # an id too deep to be written
        return json.dumps({"id": None, "ok": False, "error": told})


def _fact(value: object) -> object:
    """A fact of an error as JSON, None where only the sentence tells it."""
    match value:
        case Card() | Hand() | Bid():
            return str(value)
        case Suit() | Seat():
            return value.letter
        case Team():
            return value.letters
        case int() | str():
            return value
        case list() | tuple():
            return list(value)
    return None
