"""The id of a message that is refused unread, so that its sender knows which one it was."""

import contextlib
import re
from typing import Final

import msgspec

LONGEST_ID: Final = 64


class _Message(msgspec.Struct):
    """Of everything in a message the id alone: what else is there is skipped, and makes no objects."""

    id: str


_READ: Final = msgspec.json.Decoder(_Message).decode
_WRITTEN: Final = re.compile(r'"id"\s{0,9}:\s{0,9}"([ !#-\[\]-~]{1,64})"')


def id_in(data: str | bytes) -> str | None:
    """The id of a message, also of one that is cut off or no JSON; None where none can be found.

    >>> id_in('{"do": "dance", "id": "a1"}'), id_in('{"id": "a2", "do": '), id_in("hello")
    ('a1', 'a2', None)
    """
    with contextlib.suppress(Exception):  # also RecursionError, for [[[[…
        return _READ(data).id[:LONGEST_ID]
    text = data if isinstance(data, str) else data.decode("ascii", "replace")
    found = _WRITTEN.search(text)
    return None if found is None else found[1]
