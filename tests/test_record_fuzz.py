"""The reader of records takes anything, and answers with records or with a place."""

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games import random_whole_game
from klaverjas.errors import RecordError
from klaverjas.record import Comment, Record, read, write
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM

TEXTS = [
    write(
        [
            Record(
                random_whole_game(rules.change(end={"rounds": 2}), Random(seed)),
                tags=(("Event", 'a "quoted" name'),),
                comments=(Comment(1, 1, "well"),),
            )
        ]
    )
    for seed, rules in enumerate((*NAMED.values(), LUGUS, ROTTERDAM))
]
WORDS = sorted({word for text in TEXTS for word in re.findall(r"\S+", text)})


def answer_to(text: str) -> None:
    """Records that write back to something that reads the same, or a place inside the text."""
    try:
        records = read(text)
    except RecordError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 2
        assert error.sentence("en")
        assert error.sentence("nl")
    else:
        assert read(write(records)) == records


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_any_text_gets_an_answer(text: str) -> None:
    answer_to(text)
    answer_to("[Klaverjas 1]" + text)
    answer_to('[Klaverjas 1][Rules "lugus/1"]' + text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=60))
def test_the_words_of_records_in_any_order_get_an_answer(words: list[str]) -> None:
    answer_to(" ".join(words))
    answer_to('[Klaverjas 1]\n[Rules "rotterdam/1"]\n' + " ".join(words))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_gets_an_answer(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.text(max_size=4) | st.sampled_from(WORDS)) + text[end:]
    answer_to(text)


def test_deep_nesting_and_huge_numbers_get_an_answer() -> None:
    for value in ("[" * 100_000, '{"a":' * 50_000, "9" * 10_000, "1e999", "-Infinity", '"' + "\\" * 99):
        answer_to(f"[Klaverjas 1]\n[Event {value}")
        answer_to(f"[Klaverjas {value}")
