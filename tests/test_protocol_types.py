"""The page's types are those of the server."""

import re

from protocol_types import FILE, whole_file


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert FILE.read_text() == whole_file(), "run: python tools/protocol_types.py"


def test_every_type_is_there_once_and_every_type_that_is_named_is_there() -> None:
    text = re.sub(r"/\*\*.*?\*/", "", whole_file(), flags=re.DOTALL)
    text = re.sub(r"//.*|'[^']*'", "", text)
    made = re.findall(r"^export (?:interface|type) (\w+)", text, flags=re.MULTILINE)
    assert sorted(made) == sorted(set(made))
    named = set(re.findall(r"\b[A-Z][A-Za-z]+\b", text))
    assert named - set(made) - {"Record", "Partial"} == set()
