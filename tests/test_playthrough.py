"""Whole games under every named rule set say today what they said before."""

import pytest

from klaverjas.rules.named import NAMED
from playthrough import FOLDER, playthrough


def test_every_named_rule_set_has_a_playthrough() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(NAMED)


@pytest.mark.parametrize("name", NAMED)
def test_playthrough(name: str) -> None:
    assert playthrough(name).splitlines() == (FOLDER / f"{name}.txt").read_text().splitlines()
