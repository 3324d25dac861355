"""A program that is wrong is refused with line, column and what was expected; one that never ends is stopped."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas.recycle import forms
from klaverjas.recycle.export import export
from klaverjas.recycle.faults import ProgramError
from klaverjas.recycle.play import MOST_CHOICES
from klaverjas.recycle.program import Program
from klaverjas.rules.named import AMSTERDAM
from programs import begun, tiny, value_of
from soak import SEED

STOCK = "(game vloc STOCK)"


def fault_of(text: str) -> ProgramError:
    with pytest.raises(ProgramError) as refused:
        Program.read(text).begin(random.Random(1))
    for language in ("en", "nl"):
        said = refused.value.sentence(language)
        assert f"{refused.value.line}" in said
        assert f"{refused.value.column}" in said
    return refused.value


# --- while it is read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("", 1, 1, "recycle-begin"),
        ("game", 1, 1, "recycle-begin"),
        ("(game\n (setup", 2, 2, "recycle-open"),
        ("(game))", 1, 7, "recycle-after-the-end"),
        ("(game)\n(game)", 2, 1, "recycle-after-the-end"),
        ("(game\n   $)", 2, 4, "recycle-sign"),
        ('(game "x")', 1, 7, "recycle-sign"),
        ("(game ;; x\r\n   $)", 2, 4, "recycle-sign"),
        ("(game ;; x\r   $)", 2, 4, "recycle-sign"),
        ("(game ;; x\n\t$)", 2, 2, "recycle-sign"),
        ("(Game)", 1, 2, "recycle-expected"),
        ("(game)", 1, 1, "recycle-expected"),
        (";; only a comment", 1, 1, "recycle-begin"),
        ("(" * 101, 1, 101, "recycle-too-deep"),
        (" " * (forms.LONGEST + 1), 1, 1, "recycle-too-long"),
    ],
)
def test_brackets_and_signs(text: str, line: int, column: int, code: str) -> None:
    found = fault_of(text)
    assert (found.line, found.column) == (line, column) or code == "recycle-expected"
    assert found.cause.code in (code, "recycle-expected")


def on_line_two(step: str) -> ProgramError:
    """The fault of a program whose second line is this step."""
    return fault_of(tiny(step))


@pytest.mark.parametrize(
    ("step", "column", "expected"),
    [
        ("(do ((move (top (game vloc STOCK)))))", 6, "(move CARD (top PLACE))"),
        ("(do ((move 3 (top (game vloc X)))))", 12, "a card"),
        ("(do ((move (top (game vloc STOCK)) (game vloc X))))", 36, "a place to put a card"),
        ("(do ((move (top (game vloc STOCK)) (top (union (game vloc X))))))", 41, "a place"),
        ("(do ((move (top 3) (top (game vloc X)))))", 17, "(top CARDS)"),
        ("(do ((set (game sto A) HEARTS)))", 24, "a number"),
        ("(do ((set (game str A) 3)))", 24, "a text"),
        ("(do ((set (game stu A) 3)))", 11, "(game sto NAME)"),
        ("(do ((set (game points A) 3)))", 27, "(((NAME : NAME) NUMBER) ...)"),
        ("(do ((set (game points A) (((RANK = A) 3)))))", 35, ""),
        ("(do ((set (game points A) (((RANK A) 3)))))", 29, "(NAME : NAME)"),
        ("(do ((jump (game vloc X))))", 6, "an action"),
        ("(do (3))", 6, "an action"),
        ("(do ())", 5, "(ACTION ...)"),
        ("(do (shuffle (game vloc STOCK)))", 6, "an action"),
        ("(choice)", 1, "(choice (ACTION ...))"),
        ("(stage player (do ((turn pass))))", 1, "(stage player (end CONDITION) ...)"),
        ("(stage dealer (end (== 1 1)) (do ((turn pass))))", 1, "(stage player (end CONDITION) ...)"),
        ("(stage player (end 3) (do ((turn pass))))", 20, "a condition"),
        ("(do (((+ 1 2) (turn pass))))", 7, "a condition"),
        ("(do ((all 3 'N (turn pass))))", 11, "a collection"),
        ("(do ((all player P (turn pass))))", 18, "a variable"),
        ("(do ((all player 'P (move 'P (top (game vloc X))))))", 27, "a card"),
        ("(do ((inc (game sto A) (size 3))))", 30, "a collection"),
        ("(do ((inc (game sto A) (+ 1))))", 24, "(+ NUMBER NUMBER)"),
        ("(do ((inc (game sto A) (sum (game vloc STOCK) using 3))))", 53, "points"),
        ("(do ((inc (game sto A) (sum (game vloc STOCK) with (game points X)))))", 47, "using"),
        ("(do ((inc (game sto A) (nonsense 3))))", 24, "a number"),
        ("(do ((move (topp (game vloc STOCK)) (top (game vloc X)))))", 12, "a card"),
        ("(do ((move (top (game vlco STOCK)) (top (game vloc X)))))", 17, "cards"),
        ("(do ((move (top (gmae vloc STOCK)) (top (game vloc X)))))", 18, "an owner"),
        ("(do ((move (top (game vloc stock)) (top (game vloc X)))))", 28, "a text"),
        ("(do ((move (top (game vloc STOCK)) (top (game vlco X)))))", 41, "a place"),
        ("(do ((all players 'P (turn pass))))", 11, "a collection"),
        ("(do (((nto (== 1 1)) (turn pass))))", 7, "a condition"),
        ("(do (((== two 2) (turn pass))))", 11, "a number, a text, a card, a player or a team"),
        ("(let (nonsense 3) 'N (turn pass))", 6, "an expression"),
        ("(do (((== 3 HEARTS) (turn pass))))", 13, "a number"),
        ("(do (((== (game vloc A) 3) (turn pass))))", 11, "a number, a text, a card, a player or a team"),
        ("(do (((and (== 1 1)) (turn pass))))", 7, "(and CONDITION CONDITION ...)"),
        ("(do ((cycle after (current player))))", 13, "next, current"),
        ("(do ((cycle next 3)))", 18, "a player"),
        ("(do ((turn away)))", 12, "(turn pass)"),
        ("(do ((repeat all (turn pass))))", 18, "(move (top CARDS) PLACE)"),
        ("(do ((set ((current card) sto A) 3)))", 21, "player, team"),
        ("(do ((set (3 sto A) 3)))", 12, "an owner"),
        ("(do ((all (RED BLACK) 'K (turn pass))))", 16, ","),
        ("(do ((all (RED,) 'K (turn pass))))", 15, "a NAME"),
        ("(do ((all (range 1 4) 'N (turn pass))))", 11, "(range NUMBER .. NUMBER)"),
        (
            "(do ((all (runs longest 3 (game vloc STOCK) using (game points X)) 'R (turn pass))))",
            17,
            "largest, all",
        ),
    ],
)
def test_what_was_expected_is_said_with_its_place(step: str, column: int, expected: str) -> None:
    found = on_line_two(step)
    if found.cause.code == "recycle-sign":
        assert expected == ""
        return
    assert found.cause.code == "recycle-expected"
    assert (found.line, found.column) == (2, column)
    assert f"expected {expected}" in found.sentence("en")


def test_a_variable_that_is_not_known_is_said_with_those_that_are() -> None:
    found = on_line_two("(do ((all player 'P (inc ('Q sto A) 1))))")
    assert (found.cause.code, found.line, found.column) == ("recycle-variable", 2, 27)
    assert "'P" in found.sentence("en")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ("(create players 0)", "recycle-no-member"),
        ("(create players 21)", "recycle-no-member"),
        ("(create players HEARTS)", "recycle-expected"),
        ("(create player 4)", "recycle-expected"),
        ("(create players 4) (create teams (1, 5))", "recycle-no-member"),
        ("(create players 4) (create teams (1, 2) (2, 3))", "recycle-expected"),
        ("(create players 4) (create teams)", "recycle-expected"),
        ("(create players 4) (create teams 1)", "recycle-expected"),
        ("(create players 4) (create teams (1 3))", "recycle-expected"),
        (
            "(create players 4) (repeat 1000 (create deck (game vloc X) (deck (N (A, B, C)))))",
            "recycle-too-many-cards",
        ),
        ("(create players 4) (create deck (game vloc X) (deck (N)))", "recycle-expected"),
        ("(create players 4) (create deck (game vloc X) (deck))", "recycle-expected"),
        ("(create players 4) (create deck (game vloc X) (deck (N ())))", "recycle-expected"),
        ("(create players 4) (create deck (top (game vloc X)) (deck (N (A))))", "recycle-expected"),
    ],
)
def test_a_setup_that_cannot_be(setup: str, code: str) -> None:
    assert fault_of(tiny(players=setup)).cause.code == code


def test_a_deck_that_would_be_too_large_is_refused_before_it_is_made() -> None:
    ten = ", ".join("ABCDEFGHIJ")
    deck = " ".join(f"({key} ({ten}))" for key in "PQRSTUVWXYZ")
    assert fault_of(tiny(deck=deck)).cause.code == "recycle-too-many-cards"


@pytest.mark.parametrize(
    "scoring", ["(scoring most 3)", "(scoring max)", "(score max 3)", "(do ((turn pass)))"]
)
def test_a_program_ends_with_its_scoring(scoring: str) -> None:
    text = tiny().replace("(scoring max 0)", scoring)
    assert fault_of(text).cause.code == "recycle-expected"


def test_reading_takes_no_longer_for_each_bracket_more() -> None:
    nested = "(union " * 60 + "(game vloc STOCK)" + ")" * 60
    assert value_of(f"(size {nested})") == 9
    assert value_of(f"(size (partition SUIT {nested}))") == 3


# --- while it is played ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("(do ((move (top (game vloc EMPTY)) (top (game vloc X)))))", "recycle-no-cards"),
        ("(do ((move (9 (game vloc STOCK)) (top (game vloc X)))))", "recycle-no-cards"),
        ("(do ((move (top (game vloc STOCK)) (2 (game vloc X)))))", "recycle-no-cards"),
        (
            "(do ((inc (game sto A) (score (top (game vloc STOCK)) using (game points X)))))",
            "recycle-no-points",
        ),
        (
            "(do ((set (game points X) (((A : B) 1)))"
            " (inc (game sto A) (scoremax (game vloc E) using (game points X)))))",
            "recycle-no-cards",
        ),
        ("(do ((inc ((3 player) sto A) 1)))", "recycle-no-member"),
        ("(do ((inc ((0 team) sto A) 1)))", "recycle-no-member"),
        ("(do ((inc ((owner (top (game vloc STOCK))) sto A) 1)))", "recycle-nobodys"),
        ("(do ((inc (game sto A) (// 1 0))))", "recycle-zero"),
        ("(do ((inc (game sto A) (% 1 (game sto A)))))", "recycle-zero"),
        ("(do ((inc (game sto A) (^ 10 40))))", "recycle-too-large"),
        ("(do ((inc (game sto A) (^ 2 1000000000))))", "recycle-too-large"),
        ("(do ((inc (game sto A) (^ 2 (- 0 1)))))", "recycle-negative"),
        ("(do ((inc (game sto A) (fib 200))))", "recycle-too-large"),
        ("(do ((inc (game sto A) 99999999999999999999)))", "recycle-too-large"),
        (
            "(do ((repeat 60 (inc (game sto A) (+ 1 (game sto A)))) (repeat 60 (inc (game sto A) (game sto A)))))",
            "recycle-too-large",
        ),
        ("(do ((inc (game sto A) (random 0))))", "recycle-no-range"),
        ("(do ((move (top (game vloc STOCK)) (top (game mem X)))))", "recycle-memory-moved"),
        ("(do ((remember (top (game vloc STOCK)) (top (game vloc X)))))", "recycle-not-memory"),
        ("(do ((forget (top (game vloc STOCK)))))", "recycle-not-memory"),
        (
            "(do ((remember (top (game vloc STOCK)) (top (game mem X)))"
            " (move (top (game mem X)) (top (game vloc Y)))))",
            "recycle-memory-moved",
        ),
        ("(let (top 2 (game vloc STOCK)) 'S (move (top (game vloc STOCK)) (top 'S)))", "recycle-no-place"),
        (
            "(do ((all (partition SUIT (game vloc STOCK)) 'S (move (top (game vloc STOCK)) (top 'S)))))",
            "recycle-no-place",
        ),
        ("(choice (((== 1 2) (turn pass))))", "recycle-no-option"),
        ("(any (game vloc EMPTY) 'C (move 'C (top (game vloc X))))", "recycle-no-option"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_place(step: str, code: str) -> None:
    found = on_line_two(step)
    assert found.cause.code == code
    assert found.line == 2


@pytest.mark.parametrize(
    "step",
    [
        "(stage player (end (== 1 2)) (do ((turn pass))))",
        "(do ((repeat 999999999999 (turn pass))))",
        "(do ((repeat all (move (top (game vloc STOCK)) (bottom (game vloc STOCK))))))",
        "(do ((inc (game sto A) (size (subsets (union (all (range 1 .. 40) 'N (game vloc STOCK))))))"
        " (all (range 1 .. 999999999) 'N (turn pass))))",
        "(do ((inc (game sto A) (all (range 1 .. 2000) 'A (all (range 1 .. 2000) 'B 'A)))))",
        "(do ((all (range 1 .. 99999999) 'N (turn pass))))",
        "(do ((set (game sto A) (size (union (all (range 1 .. 200000) 'N (game vloc STOCK)))))))",
        "(do ((set (game points X) (((A : B) 1))) (all (range 1 .. 90000) 'N"
        " (set (game sto A) (sum (game vloc STOCK) using (game points X))))))",
    ],
)
def test_a_program_that_never_ends_is_stopped(step: str) -> None:
    found = on_line_two(step)
    assert found.cause.code == "recycle-endless"
    assert found.line == 2


MANY = "(size (filter (range 1 .. 900000) 'N (== 1 1)))"


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"declared": f"(declare {MANY} 'MANY)"}, (1, 7)),
        ({"players": f"(create players {MANY})"}, (1, 31)),
        (
            {"players": f"(create players 2) (repeat {MANY} (create deck (game vloc STOCK) (deck (N (A)))))"},
            (1, 42),
        ),
        ({"score": MANY}, (3, 1)),
        (
            {"score": "(size (subsets (game vloc STOCK)))", "deck": "(N (A, B, C, D, E)) (M (A, B, C, D))"},
            (3, 1),
        ),
    ],
)
def test_scores_and_a_setup_without_end_are_refused_too(
    parts: dict[str, str], place: tuple[int, int]
) -> None:
    with pytest.raises(ProgramError) as stopped:
        assert Program.read(tiny(**parts)).begin(random.Random(1)).scores
    found = stopped.value
    assert (found.cause.code, (found.line, found.column)) == ("recycle-endless", place)


def test_a_game_in_which_is_chosen_without_end_is_stopped_and_its_stage_is_named() -> None:
    play = begun("(do ((turn pass)))", "\n (stage player (end (== 1 2)) (choice ((turn pass))))")
    for _ in range(MOST_CHOICES):
        play.choose(0)
    with pytest.raises(ProgramError) as stopped:
        play.choose(0)
    assert (stopped.value.cause.code, stopped.value.line, stopped.value.column) == (
        "recycle-endless-choices",
        4,
        2,
    )


# --- anything at all ------------------------------------------------------------------------------

_WORDS = (
    "( ) ( ) ( ) game setup create players teams deck do choice stage player team end all any let repeat move set inc "
    "cycle next current top bottom max min score sum size filter union partition runs largest using range .. vloc iloc "
    "hloc mem sto str points scoring and or not == != < > + - * // ^ , : 1 2 3 4 HAND STOCK SUIT 'P 'C owner remember"
)
WORDS = _WORDS.split()


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_are_read_or_refused_with_a_place(words: list[str]) -> None:
    check(" ".join(words))
    check(tiny(f"(do ({' '.join(words)}))"))


def check(text: str) -> None:
    try:
        program = Program.read(text)
    except ProgramError as error:
        assert 1 <= error.line <= text.count("\n") + text.count("\r") + 1
        assert error.column >= 1
        assert error.sentence("nl")
        return
    play_a_little(program)


def play_a_little(program: Program) -> None:
    chance = random.Random(1)
    try:
        play = program.begin(chance)
        for _ in range(60):
            if play.over:
                assert len(play.scores) == program.players
                break
            assert len(play.told()) == len(play.options) == len(play.cards())
            play.choose(chance.randrange(len(play.options)))
    except ProgramError as error:
        assert error.line >= 1


@pytest.mark.parametrize("number", range(60))
def test_a_program_with_words_exchanged_is_read_or_refused_and_never_breaks(number: int) -> None:
    chance = random.Random(SEED * 1000 + number)
    words = repr(forms.read(export(AMSTERDAM))).replace("(", " ( ").replace(")", " ) ").split()
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(words))
        match chance.randrange(4):
            case 0:
                words[at] = chance.choice(WORDS)
            case 1:
                del words[at]
            case 2:
                words.insert(at, chance.choice(WORDS))
            case _:
                other = chance.randrange(len(words))
                words[at], words[other] = words[other], words[at]
    check(" ".join(words))


Nested = st.recursive(
    st.sampled_from(["HAND", "'C", "move", "12", "==", ":", ".."]),
    lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda items: f"({' '.join(items)})"),
    max_leaves=30,
)


@settings(deadline=None, max_examples=100)
@given(Nested.filter(lambda text: text.startswith("(")))
def test_forms_are_written_as_they_were_read(text: str) -> None:
    assert repr(forms.read(text)) == text
    spaced = text.replace("(", "\n ( ;; a comment )\n").replace(")", " ) ")
    assert repr(forms.read(spaced)) == text
