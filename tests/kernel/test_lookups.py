"""Small tables as shifts: what the table says, for every index, in the rules that many rollouts go through at once."""

import pytest

from klaverjas.kernel.compile.shifts import as_shift, without_memory
from klaverjas.rules import legal, roem, trick

TABLES = {
    "SUIT_CARDS": trick.SUIT_CARDS,
    "HIGHER_TROEFS": trick.HIGHER_TROEFS,
    "PLAIN_STRENGTH": trick.PLAIN_STRENGTH,
    "TROEF_STRENGTH": trick.TROEF_STRENGTH,
    "PLAIN_POINTS": trick.PLAIN_POINTS,
    "TROEF_POINTS": trick.TROEF_POINTS,
    "KING_AND_QUEEN": roem.KING_AND_QUEEN,
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_shift_says_what_the_table_says(table: tuple[int, ...]) -> None:
    shift = as_shift(table, "index + 0")
    assert shift is not None
    assert tuple(eval(shift, {"index": index}) for index in range(len(table))) == table


@pytest.mark.parametrize("table", [(1, 500, 3), (-1, 2), ("S", "H"), (255,) * 8, 7, None])
def test_what_no_shift_can_say_stays_a_table(table: object) -> None:
    assert as_shift(table, "index") is None


def test_the_rules_of_play_look_nothing_up() -> None:
    for rule in (legal.correct_cards, trick.beats, trick.card_points, roem.stuk_cards):
        assert not set(without_memory(rule).co_names) & set(TABLES)
        assert set(rule.__code__.co_names) & set(TABLES)
