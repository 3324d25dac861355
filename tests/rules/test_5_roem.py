"""Rules, section 5: what roem lies in the cards of a trick (5.1-5.3)."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from klaverjas.cards import DECK, Hand, Rank, Suit, parse_cards
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.named import AMSTERDAM, LUGUS, NAMED, ROTTERDAM, VALET
from klaverjas.rules.roem import (
    claimable_amounts,
    four_alike_rank,
    registered_cards,
    roem_cards,
    roem_parts,
    roem_points,
    run_cards,
    stuk_cards,
)
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import troef_number

EVERY_TRICK = [1 << a | 1 << b | 1 << c | 1 << d for a, b, c, d in combinations(range(32), 4)]
TROEFS = [*Suit, None]


def roem(cards: str, troef: str | None, rules: RuleSet = ROTTERDAM) -> int:
    """The roem in a trick, as the sum that is scored; the parts must agree with it."""
    trick = Hand.of(parse_cards(cards))
    suit = None if troef is None else Suit.parse(troef)
    points = roem_points(trick, troef_number(suit), rules.four_alike)
    assert points == sum(part.points for part in roem_parts(trick, suit, rules))
    return points


def kinds(cards: int, troef: Suit | None, rules: RuleSet = ROTTERDAM) -> list[str]:
    return [part.kind for part in roem_parts(Hand(cards), troef, rules)]


def test_there_are_35960_possible_tricks() -> None:
    # Rules 5.3
    assert len(EVERY_TRICK) == len(set(EVERY_TRICK)) == 35_960


# --- 5.1 -----------------------------------------------------------------------------------------


def test_roem_is_made_by_the_cards_of_one_trick_in_whatever_order_they_were_played() -> None:
    # Rules 5.1
    assert {roem(" ".join(cards), "C") for cards in permutations(["CJ", "CQ", "CK", "H7"])} == {40}


@pytest.mark.parametrize(
    ("cards", "points"),
    [("CQ", 0), ("CQ CK", 20), ("CQ CK CJ", 40), ("CQ CK CJ CA", 70), ("SJ HJ CJ", 0), ("SJ HJ CJ DJ", 100)],
)
def test_roem_grows_with_the_cards_that_lie_there(cards: str, points: int) -> None:
    # Rules 5.1
    assert roem(cards, "C") == points


# --- 5.2 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "SHCD")
@pytest.mark.parametrize("run", ["789", "89T", "9TJ", "TJQ", "JQK", "QKA"])
def test_three_consecutive_cards_of_a_suit_are_20(suit: str, run: str) -> None:
    # Rules 5.2
    other = "S7" if suit != "S" else "H7"
    cards = " ".join(suit + rank for rank in run)
    assert roem(f"{cards} {other}", troef=None) == 20


@pytest.mark.parametrize("suit", "SHCD")
@pytest.mark.parametrize("run", ["789T", "89TJ", "9TJQ", "TJQK", "JQKA"])
def test_four_consecutive_cards_of_a_suit_are_50_and_not_also_20(suit: str, run: str) -> None:
    # Rules 5.2
    assert roem(" ".join(suit + rank for rank in run), troef=None) == 50


def test_seven_eight_nine_ten_is_one_run_of_four_and_not_two_of_three() -> None:
    # Rules 5.2
    assert kinds(Hand.parse("H7 H8 H9 HT"), Suit.CLUBS) == ["run4"]
    assert roem("H7 H8 H9 HT", "C") == 50


@pytest.mark.parametrize(
    "cards",
    [
        "S7 H8 C9 DT",  # four suits
        "H7 H8 C9 HT",  # a gap filled by another suit
        "HQ HK CA H7",
        "S8 S9 HT HJ",
        "SK SA H7 H8",  # no run goes on in the next suit
        "CA D7 D8 C7",
    ],
)
def test_a_run_must_be_of_one_suit(cards: str) -> None:
    # Rules 5.2
    assert roem(cards, troef=None) == 0


@pytest.mark.parametrize("suit", "SHCD")
@pytest.mark.parametrize(
    ("ranks", "points"), [("7KA", 0), ("78A", 0), ("78KA", 0), ("7QKA", 20), ("789A", 20)]
)
def test_a_run_does_not_go_round_from_the_ace_to_the_seven(suit: str, ranks: str, points: int) -> None:
    # Rules 5.2
    assert roem(" ".join(suit + rank for rank in ranks), troef=None) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("H9 HT HJ H7", 20),  # the ten stands between nine and jack,
        ("HT HK HA H7", 0),  # not between king and ace, as its strength would have it,
        ("H9 HJ HA H7", 0),  # nor are nine, jack and ace of troef neighbours
        ("H8 H9 HT H7", 50),
        ("H8 H9 HJ HQ", 0),
    ],
)
@pytest.mark.parametrize("troef", ["H", "C", None])
def test_the_order_of_runs_is_7_8_9_10_jack_queen_king_ace_in_troef_too(
    cards: str, points: int, troef: str | None
) -> None:
    # Rules 5.2
    assert roem(cards, troef) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("CQ CK H7 H8", 20),  # stuk
        ("CJ CQ CK H7", 40),  # run of three, and stuk
        ("CQ CK CA H7", 40),
        ("CJ CQ CK CA", 70),  # run of four, and stuk
        ("CT CJ CQ CK", 70),
        ("C9 CT CJ CQ", 50),  # no king
        ("CT CJ CQ H7", 20),
        ("C9 CQ CK H7", 20),  # a third troef that is no neighbour
        ("CQ CK HQ HK", 20),  # only the troef pair
        ("CQ HK S7 D7", 0),
    ],
)
def test_roem_with_clubs_as_troef(cards: str, points: int) -> None:
    # Rules 5.2
    assert roem(cards, "C") == points


@pytest.mark.parametrize("troef", list(Suit))
def test_stuk_is_king_and_queen_of_troef(troef: Suit) -> None:
    # Rules 5.2
    for suit in Suit:
        pair = f"{suit.letter}K {suit.letter}Q"
        assert roem(pair, troef.letter) == (20 if suit == troef else 0)


@pytest.mark.parametrize("name", NAMED)
def test_only_the_troef_pair_counts_under_every_rule_set(name: str) -> None:
    # Rules 5.2
    assert roem("HK HQ S7 D8", "C", NAMED[name]) == 0
    assert roem("CK CQ S7 D8", "C", NAMED[name]) == 20


@pytest.mark.parametrize(
    ("cards", "points"),
    [("CQ CK H7 H8", 0), ("CJ CQ CK H7", 20), ("CJ CQ CK CA", 50), ("SK HK CK DK", 100)],
)
def test_in_sans_there_is_no_stuk_but_runs_and_four_alike_count(cards: str, points: int) -> None:
    # Rules 5.2
    assert roem(cards, None, LUGUS) == points


def test_a_plain_run_never_meets_stuk() -> None:
    # Rules 5.2: it would need five cards.
    for cards in EVERY_TRICK:
        run = run_cards(cards)
        for troef in Suit:
            if run and stuk_cards(cards, troef):
                assert {card.suit for card in Hand(run)} == {troef}


# --- 5.3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "by_rank"),
    [
        (ROTTERDAM, {"7": 100, "8": 100, "9": 100, "T": 100, "J": 100, "Q": 100, "K": 100, "A": 100}),
        (LUGUS, {"7": 100, "8": 100, "9": 100, "T": 100, "J": 200, "Q": 100, "K": 100, "A": 100}),
        (VALET, {"7": 0, "8": 0, "9": 0, "T": 100, "J": 200, "Q": 100, "K": 100, "A": 100}),
        (AMSTERDAM, {"7": 0, "8": 0, "9": 100, "T": 100, "J": 200, "Q": 100, "K": 100, "A": 100}),
    ],
    ids=["rotterdam", "lugus", "valet", "amsterdam"],
)
@pytest.mark.parametrize("troef", ["S", "H", "C", "D", None])
def test_four_alike(rules: RuleSet, by_rank: dict[str, int], troef: str | None) -> None:
    # Rules 5.3
    for rank, points in by_rank.items():
        assert roem(f"S{rank} H{rank} C{rank} D{rank}", troef, rules) == points


@pytest.mark.parametrize("rank", list(Rank))
def test_four_alike_is_all_four_cards_of_one_rank_and_three_are_nothing(rank: Rank) -> None:
    # Rules 5.3
    alike = [card for card in DECK if card.rank == rank]
    assert roem(" ".join(map(str, alike)), troef=None) == 100
    for three in combinations(alike, 3):
        for fourth in DECK:
            if fourth.rank != rank:
                assert roem(" ".join(map(str, (*three, fourth))), troef=None) == 0


@pytest.mark.parametrize("rank", ["K", "Q"])
def test_four_kings_or_queens_are_just_100_with_that_of_troef_among_them(rank: str) -> None:
    # Rules 5.3
    for troef in "SHCD":
        assert roem(f"S{rank} H{rank} C{rank} D{rank}", troef) == 100


def test_four_alike_never_meets_stuk_nor_a_run() -> None:
    # Rules 5.3
    alike = [cards for cards in EVERY_TRICK if four_alike_rank(cards) >= 0]
    assert len(alike) == 8
    for cards in alike:
        assert run_cards(cards) == 0
        assert [stuk_cards(cards, troef) for troef in Suit] == [0, 0, 0, 0]


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("troef", TROEFS)
def test_over_all_possible_tricks_roem_is_0_20_40_50_70_100_or_200(name: str, troef: Suit | None) -> None:
    # Rules 5.3
    rules = NAMED[name]
    number = troef_number(troef)
    amounts = {roem_points(cards, number, rules.four_alike) for cards in EVERY_TRICK}
    expected = {0, 20, 50, 100} if troef is None else {0, 20, 40, 50, 70, 100}
    assert amounts == expected | set(rules.four_alike)


@pytest.mark.parametrize("troef", list(Suit))
def test_how_many_tricks_hold_how_much_roem_with_troef(troef: Suit) -> None:
    # Rules 5.2, 5.3. Per suit: five runs of four; six runs of three with a fourth card that does not
    # lengthen it, 2 x 28 + 4 x 27 = 164. Stuk lies in 435 tricks: in 2 runs of four, with 27 + 28 runs of three.
    assert Counter(roem_points(cards, troef, (100,) * 8) for cards in EVERY_TRICK) == {
        20: (4 * 164 - 55) + (435 - 55 - 2),
        40: 55,
        50: 4 * 5 - 2,
        70: 2,
        100: 8,
        0: 34_898,
    }


def test_how_many_tricks_hold_how_much_roem_in_sans() -> None:
    # Rules 5.2, 5.3
    assert Counter(roem_points(cards, NO_TROEF, (100,) * 8) for cards in EVERY_TRICK) == {
        20: 4 * 164,
        50: 4 * 5,
        100: 8,
        0: 35_276,
    }


@pytest.mark.parametrize(
    ("points", "makings"),
    [
        (20, {("run3",), ("stuk",)}),  # a run of three or stuk
        (40, {("run3", "stuk")}),
        (50, {("run4",)}),
        (70, {("run4", "stuk")}),
        (100, {("four",)}),
    ],
)
def test_what_an_amount_of_roem_can_consist_of(points: int, makings: set[tuple[str, ...]]) -> None:
    # Rules 5.2, 5.3
    four_alike = ROTTERDAM.four_alike
    tricks = [cards for cards in EVERY_TRICK if roem_points(cards, Suit.CLUBS, four_alike) == points]
    assert {tuple(kinds(cards, Suit.CLUBS)) for cards in tricks} == makings


@pytest.mark.parametrize("troef", TROEFS)
def test_the_parts_of_roem_sum_to_the_whole_over_all_possible_tricks(troef: Suit | None) -> None:
    # Rules 5.2, 5.3
    number = troef_number(troef)
    for cards in EVERY_TRICK:
        parts = roem_parts(Hand(cards), troef, VALET)
        assert sum(part.points for part in parts) == roem_points(cards, number, VALET.four_alike)
        assert all(part.points and part.cards & cards == part.cards for part in parts)


@pytest.mark.parametrize(
    ("cards", "parts"),
    [
        ("CJ CQ CK CA", [("run4", 50, "CA CK CQ CJ"), ("stuk", 20, "CK CQ")]),
        ("CJ CQ CK H7", [("run3", 20, "CK CQ CJ"), ("stuk", 20, "CK CQ")]),
        ("S7 S8 S9 H7", [("run3", 20, "S9 S8 S7")]),
        ("SJ HJ CJ DJ", [("four", 200, "SJ HJ CJ DJ")]),
        ("S7 H7 C7 D7", []),
        ("S7 H8 C9 DT", []),
    ],
)
def test_each_part_of_roem_names_its_cards(cards: str, parts: list[tuple[str, int, str]]) -> None:
    # Rules 5.2, 5.3
    found = roem_parts(Hand.parse(cards), Suit.CLUBS, VALET)
    assert [(part.kind, part.points, str(part.cards)) for part in found] == parts


@pytest.mark.parametrize(
    ("rules", "amounts"),
    [
        (ROTTERDAM, (20, 40, 50, 70, 100)),
        (LUGUS, (20, 40, 50, 70, 100, 200)),
        (ROTTERDAM.change(four_alike={}), (20, 40, 50, 70)),
        (ROTTERDAM.change(four_alike={"J": 150}), (20, 40, 50, 70, 150)),
    ],
    ids=["rotterdam", "jacks-200", "no-four-alike", "only-jacks"],
)
def test_the_amounts_that_can_be_claimed_are_those_that_roem_can_be(
    rules: RuleSet, amounts: tuple[int, ...]
) -> None:
    # Rules 5.3, 5.4, 5.7
    assert claimable_amounts(rules) == amounts
    possible = {roem_points(cards, Suit.CLUBS, rules.four_alike) for cards in EVERY_TRICK}
    assert possible == {0, *amounts}


@pytest.mark.parametrize("troef", TROEFS)
def test_the_cards_that_make_roem_are_those_of_its_parts(troef: Suit | None) -> None:
    # Rules 5.2, 5.3
    for cards in EVERY_TRICK:
        making = Hand()
        for part in roem_parts(Hand(cards), troef, VALET):
            making |= part.cards
        assert roem_cards(cards, troef_number(troef), VALET.four_alike) == making


@pytest.mark.parametrize(
    ("table", "registered", "cards"),
    [
        ("HT HJ HQ", 0, ""),  # nobody has claimed it
        ("HT HJ HQ", 20, "HQ HJ HT"),
        ("HT HJ HQ HK", 20, "HQ HJ HT"),  # the fourth card is not claimed yet
        ("HT HJ HQ HK", 50, "HK HQ HJ HT"),
        ("CK D7 CQ", 20, "CK CQ"),
        ("CK CQ D7 CJ", 20, "CK CQ"),
        ("CK CQ D7 CJ", 40, "CK CQ CJ"),
        ("SJ HJ CJ DJ", 100, "SJ HJ CJ DJ"),
    ],
)
def test_the_cards_of_registered_roem_tell_nothing_of_what_is_not_claimed(
    table: str, registered: int, cards: str
) -> None:
    # Rules 5.4
    found = registered_cards(parse_cards(table), Suit.CLUBS, registered, ROTTERDAM)
    assert found == Hand.parse(cards)
