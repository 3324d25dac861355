"""Records: reading and writing are inverse, and nothing is believed that does not follow from the rules."""

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import random_whole_game
from klaverjas.errors import RecordError, TextError
from klaverjas.fair import FairDeals
from klaverjas.game import Game
from klaverjas.record import Comment, Record, read, verify, write
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM, VALET
from soak import SEED
from tables import random_rules

SECRET = "0123456789abcdef" * 4
VERSION_1 = (
    Path(__file__).parent / "data" / "version-1.kj"
)  # written when there was no version 2 of any rule set


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_writing_and_reading_are_inverse(name: str) -> None:
    chance = Random(SEED)
    for number in range(12):
        rules = random_rules(chance) if name == "mix" else NAMED[name]
        game = random_whole_game(rules, chance, stop=0.001 if number % 2 else 0.0)
        record = Record(game, tags=(("South", "Anna"), ("Round-time", 3)))
        text = write([record])
        assert read(text) == (record,)
        assert write(read(text)) == text


@pytest.mark.parametrize("name", NAMED)
def test_a_record_of_any_moment_of_a_game_reads_back(name: str) -> None:
    chance = Random(SEED)
    for _ in range(40):
        game = random_whole_game(NAMED[name], chance, stop=0.02)
        assert read(write([Record(game)])) == (Record(game),)


def test_records_of_version_1_are_read_and_written_byte_for_byte() -> None:
    text = VERSION_1.read_text(encoding="utf-8")
    records = read(text)
    assert len(records) == 74
    assert {record.game.rules.base for record in records} == {f"{name}/1" for name in NAMED}
    assert write(records) == text
    assert all(verify(record).right for record in records)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
free_names = st.from_regex(r"[A-Za-z][A-Za-z0-9.-]{0,12}", fullmatch=True).filter(
    lambda name: (
        name not in ("Klaverjas", "Rules", "Commitment", "Texts", "Secret", "Result")
        and not name.startswith("Rules.")
    )
)
comment_texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="}") | st.just("\n"), max_size=30
).map(str.strip)
GAME = random_whole_game(LUGUS.change(end={"rounds": 2}), Random(5))


@settings(max_examples=60, deadline=None)
@given(
    tags=st.dictionaries(free_names, json_values, max_size=4),
    comments=st.lists(
        st.builds(Comment, st.integers(1, len(GAME.rounds)), st.integers(0, 3), comment_texts), max_size=4
    ),
    head=st.lists(comment_texts, max_size=2),
    texts=st.tuples(*[st.text(st.characters(exclude_categories=["Cs"]), max_size=200)] * 4),
)
def test_tags_comments_and_texts_survive(
    tags: dict[str, Any], comments: list[Comment], head: list[str], texts: tuple[str, ...]
) -> None:
    fair = FairDeals(SECRET, texts)
    heads = tuple(Comment(0, 0, text) for text in head)
    record = Record(GAME, tuple(tags.items()), fair.commitment, texts, SECRET, (*heads, *comments))
    text = write([record, Record(Game(ROTTERDAM))])
    again = read(text)
    assert again == (record, Record(Game(ROTTERDAM)))
    assert write(again) == text


def test_sixteen_rounds_take_about_six_kilobytes() -> None:
    sizes = []
    for seed in range(5):
        fair = FairDeals(SECRET, ("eens", "gegeven", "blijft", "gegeven"))
        game = random_whole_game(ROTTERDAM, Random(seed), fair)
        names = (("South", "Anna"), ("West", "Bram"), ("North", "Chris"), ("East", "Dora"))
        sizes.append(len(write([Record(game, names, fair.commitment, fair.texts, fair.secret)])))
    assert 3_000 < sum(sizes) / len(sizes) < 7_000


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = write([Record(GAME, comments=(Comment(1, 0, "two\nlines"),))])
    assert read("\ufeff" + text.replace("\n", "\r\n")) == read(text)


def mended(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert str(caught.value).startswith(f"Line {caught.value.line}, column {caught.value.column}: ")
    assert caught.value.sentence("nl").startswith(f"Regel {caught.value.line}, kolom {caught.value.column}: ")
    return caught.value


EXAMPLE = """\
[Klaverjas 1]
[Rules "rotterdam/1"]
[Rules.end {"rounds": 1}]
[Result "NS 132, WE 250"]

deal 1 S
S:J7.J7.J7.J7 W:Q8.Q8.Q8.Q8 N:K9.K9.K9.K9 E:AT.AT.AT.AT
troef W:H
1 W: SQ SK N+50? ST SJ S+50
2 E: SA S7 S8 S9
3 E: CA C7 C8 C9
4 E: CT CJ CQ CK W+50 N!E?
5 E: HA HJ HQ HK S+50? S+70
6 S: H7 H8 H9 HT
7 N: DK DA D7 D8
8 E: DT DJ DQ D9 N+50
score made, NS 62 + 70 = 132, WE 100 + 150 = 250; total NS 132, WE 250
"""


def test_the_example_reads_and_writes_back() -> None:
    (record,) = read(EXAMPLE)
    assert record.game.closed
    assert record.game.totals == (132, 250)
    assert write([record]) == EXAMPLE


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "code"),
    [
        ("[Klaverjas 1]", "[Klaverjas 2]", 1, 12, "record-version"),
        ("[Klaverjas 1]", '[Event "x"]', 1, 1, "record-expected"),
        ("[Klaverjas 1]", "[Klaverjas 1", 1, 13, "record-bad-tag"),
        ("[Klaverjas 1]", "[Klaverjas NaN]", 1, 12, "record-bad-tag"),
        ("troef W:H", "troef W:H {never closed", 8, 11, "record-unclosed-comment"),
        ("rotterdam/1", "rotterdam", 2, 8, "rules-without-version"),
        ("rotterdam/1", "utrecht/1", 2, 8, "unknown-rules"),
        ('{"rounds": 1}', '{"rounds": 0}', 3, 12, "field-value"),
        ("[Rules.end", "[Rules.einde", 3, 14, "unknown-field"),
        ("[Rules.end", "[Rules", 3, 2, "record-tag-twice"),
        ("deal 1 S", "deal 2 S", 6, 6, "record-expected"),
        ("deal 1 S", "deal 1 W", 6, 8, "record-expected"),
        ("S:J7.J7.J7.J7", "S:J7.J7.J7.J", 7, 1, "not-a-deal"),
        ("S:J7.J7.J7.J7", "S:J7.J7.J7.JJ", 7, 1, "card-twice"),
        ("S:J7.J7.J7.J7", "S:J7.J7.J7", 7, 1, "record-expected"),
        ("troef W:H", "troef S:H", 8, 7, "not-your-turn"),
        ("troef W:H", "auction 80H", 8, 1, "record-expected"),
        ("troef W:H", "troef 80X", 8, 7, "record-expected"),
        ("1 W: SQ", "1 N: SQ", 9, 3, "record-expected"),
        ("1 W: SQ", "1 SQ", 9, 3, "record-expected"),
        ("1 W: SQ", "2 W: SQ", 9, 1, "record-expected"),
        ("1 W: SQ", "1 W: SA", 9, 6, "card-not-held"),
        ("N+50?", "N+50", 9, 12, "record-mark"),
        ("N+50?", "E+50?", 9, 12, "claim-before-playing"),
        ("SJ S+50", "SJ S+50?", 9, 24, "record-mark"),
        ("SJ S+50", "SJ S*", 9, 24, "roem-by-amount"),
        ("S8 S9\n3", "S8 S9 CA\n3", 10, 18, "record-expected"),
        ("N!E?", "N!E", 12, 23, "record-mark"),
        ("N!E?", "N!N?", 12, 23, "accuse-oneself"),
        ("4 E: CT", "5 E: CT", 12, 1, "record-expected"),
        ("DT DJ DQ D9 N+50", "DT DJ DQ", 17, 1, "record-expected"),
    ],
)
def test_what_does_not_follow_is_refused_with_its_place(
    old: str, new: str, line: int, column: int, code: str
) -> None:
    error = refused(mended(EXAMPLE, old, new))
    assert (error.line, error.column, error.cause.code) == (line, column, code)


def test_a_score_that_does_not_follow_is_refused() -> None:
    text = EXAMPLE
    score = next(line for line in text.splitlines() if line.startswith("score"))
    for word in score.split()[1:]:
        assert refused(mended(text, score, score.replace(word, word + "1", 1))).cause.code == "record-score"
    assert refused(text.replace(score + "\n", "")).cause.code == "game-undecided"
    assert refused(mended(text, "NS 132, WE 250", "NS 133, WE 250")).cause.code == "record-result"


AUCTION = """\
[Klaverjas 1]
[Rules "lugus/1"]
[Rules.all_pass "forced"]
[Result "*"]

deal 1 S
S:J7.J7.J7.J7 W:Q8.Q8.Q8.Q8 N:K9.K9.K9.K9 E:AT.AT.AT.AT
auction pass pass pass pass
troef W:H
1 W: SQ HK HA SJ W!N
score verzaakt, NS verzaakt, WE 26; total NS 0, WE 26
after S!W?
"""


def test_the_auction_and_what_comes_after_the_count_read_and_write_back() -> None:
    assert write(read(AUCTION)) == AUCTION


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("auction pass", "auction auction pass", 8, 9),
        ("auction pass", "troef W:H", 8, 1),
        ("auction pass", "after pass", 8, 1),
        ("troef W:H", "troef troef W:H", 9, 7),
        ("troef W:H", "auction W:H", 9, 1),
        ("1 W: SQ", "1 1 W: SQ", 10, 3),
        ("1 W: SQ", "1 W: 1 SQ", 10, 6),
        ("HA SJ W!N", "HA 1 SJ W!N", 10, 15),
        ("score verzaakt, NS verzaakt, WE 26; total NS 0, WE 26\n", "", 11, 1),
        ("after S!W?", "after", 13, 1),
        ("after S!W?", "S!W? after", 12, 1),
        ("after S!W?", "troef", 12, 1),
        ("after S!W?", "2", 12, 1),
    ],
)
def test_words_without_meaning_are_refused(old: str, new: str, line: int, column: int) -> None:
    error = refused(mended(AUCTION, old, new))
    assert (error.line, error.column, error.cause.code) == (line, column, "record-expected")


def test_the_eighth_trick_is_collected_by_its_score_only() -> None:
    for number in ("8", "9"):
        assert refused(mended(EXAMPLE, "score", f"{number}\nscore")).cause.code == "record-expected"


def test_a_game_without_deals_may_stand_before_another() -> None:
    records = (Record(Game(ROTTERDAM)), Record(GAME), Record(Game(LUGUS)), Record(Game(VALET)))
    assert read(write(records)) == records


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("[Klaverjas true]", "record-version"),
        ("[Klaverjas 1.0]", "record-version"),
        ('[Klaverjas 1]\n[Texts {"X": "a"}]', "record-tag-value"),
        ('[Klaverjas 1]\n[Texts {"S": 1}]', "record-tag-value"),
        (f'[Klaverjas 1]\n[Texts {{"S": "{"x" * 201}"}}]', "bad-text"),
        ('[Klaverjas 1]\n[Commitment "abc"]', "record-tag-value"),
        ('[Klaverjas 1]\n[Secret "abc"]', "bad-secret"),
        ("[Klaverjas 1]\n[Secret 5]", "record-tag-value"),
        ("[Klaverjas 1]\n{a bell \a}", "record-comment-text"),
        ("[Klaverjas 1]\n[Rules.sans true]", "sans-without-auction"),
    ],
)
def test_a_tag_that_cannot_be_is_refused_at_its_place(tag: str, code: str) -> None:
    error = refused(mended(EXAMPLE, "[Klaverjas 1]", tag))
    assert error.cause.code == code
    assert error.line == tag.count("\n") + 1


def test_a_tag_with_invisible_characters_is_written_in_ascii() -> None:
    record = Record(Game(VALET), tags=(("Site", "line\u2028end \ud800"),))
    assert write([record]).isascii()
    assert read(write([record])) == (record,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"tags": (("A", 1), ("A", 2))},
        {"tags": (("A", float("nan")),)},
        {"tags": (("A", {1, 2}),)},
        {"commitment": "abc"},
        {"secret": "abc"},
        {"texts": ("x" * 201, "", "", "")},
    ],
)
def test_a_record_holds_only_what_can_be_written(wrong: dict[str, Any]) -> None:
    with pytest.raises(TextError):
        Record(Game(VALET), **wrong)


def test_an_endless_deal_and_an_endless_game_are_refused() -> None:
    claims = " ".join(["N+20?"] * 6_000)
    assert refused(mended(EXAMPLE, "N+50?", claims)).cause.code == "record-too-long"
    passed = "\n".join(
        f"deal {number} {'SWNE'[(number - 1) % 4]}\n"
        "S:J7.J7.J7.J7 W:Q8.Q8.Q8.Q8 N:K9.K9.K9.K9 E:AT.AT.AT.AT\n"
        "auction pass pass pass pass\nscore passed-out, NS 0, WE 0; total NS 0, WE 0\n"
        for number in range(1, 2_010)
    )
    assert refused(f'[Klaverjas 1]\n[Rules "lugus/1"]\n{passed}').cause.code == "record-too-long"


def test_an_error_can_be_sent_to_another_process() -> None:
    error = refused(mended(EXAMPLE, "SQ", "SA"))
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, again.cause.code, str(again)) == (
        error.line,
        error.column,
        error.cause.code,
        str(error),
    )


def test_an_empty_file_holds_no_game() -> None:
    for text in ("", "  \n\n", "{only a comment}"):
        assert refused(text).cause.code == "record-empty"


def test_own_tags_may_not_pretend_to_be_the_game() -> None:
    for name, code in (
        ("Result", "record-reserved-tag"),
        ("Rules.claim", "record-reserved-tag"),
        ("ö", "record-tag-name"),
    ):
        with pytest.raises(TextError) as caught:
            Record(GAME, tags=((name, "x"),))
        assert caught.value.code == code


def test_a_comment_must_have_a_place() -> None:
    with pytest.raises(TextError) as caught:
        write([Record(GAME, comments=(Comment(99, 0, "where?"),))])
    assert caught.value.code == "record-comment-place"


# --- deals that can be verified ------------------------------------------------------------------


def fair_record() -> Record:
    fair = FairDeals(SECRET, ("a", "", "c", ""))
    game = random_whole_game(LUGUS.change(end={"rounds": 3}), Random(2), fair)
    return Record(game, (), fair.commitment, fair.texts, fair.secret)


def test_a_fair_record_is_verified_also_after_writing_and_reading() -> None:
    record = fair_record()
    assert verify(record).right
    assert verify(read(write([record]))[0]).right


def test_another_secret_text_or_commitment_is_noticed() -> None:
    record = fair_record()
    other_text = Record(record.game, (), record.commitment, ("b", "", "c", ""), record.secret)
    assert verify(other_text).commitment
    assert not any(verify(other_text).deals)
    other_secret = Record(record.game, (), record.commitment, record.texts, SECRET[::-1])
    assert not verify(other_secret).commitment
    assert not verify(other_secret).right


@pytest.mark.parametrize("missing", ["commitment", "secret"])
def test_a_record_without_commitment_or_secret_cannot_be_verified(missing: str) -> None:
    record = Record(Game(VALET), (), None if missing == "commitment" else "0" * 64)
    with pytest.raises(TextError) as caught:
        verify(record)
    assert f"no {missing}" in caught.value.sentence("en")
