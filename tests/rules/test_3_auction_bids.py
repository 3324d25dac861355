"""Rules, section 3: which bids may be made, and when the bidding ends (3.2-3.5)."""

import pytest

from klaverjas.cards import Suit
from klaverjas.errors import Refusal, TextError
from klaverjas.rules.auction import NO_BID, Bid, auction_over, check_bid, possible_bids
from klaverjas.rules.named import LUGUS, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.sentences import LANGUAGES

EVERY_BID = [Bid(points, suit) for points in range(10, 210, 5) for suit in (*Suit, None)]
STANDING_BIDS = [None, *possible_bids(None, LUGUS)]


def bid_or_none(text: str | None) -> Bid | None:
    return None if text is None else Bid.parse(text)


def refusal_of(bid: Bid, standing: Bid | None, rules: RuleSet = LUGUS) -> Refusal | None:
    try:
        check_bid(bid, standing, rules)
    except Refusal as refused:
        return refused
    return None


def code_of(bid: str, standing: str | None, rules: RuleSet = LUGUS) -> str | None:
    refused = refusal_of(Bid.parse(bid), bid_or_none(standing), rules)
    return None if refused is None else refused.code


# --- 3.2 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "points", "suit", "english", "dutch"),
    [
        ("80S", 80, Suit.SPADES, "80 spades", "80 schoppen"),
        ("90H", 90, Suit.HEARTS, "90 hearts", "90 harten"),
        ("160C", 160, Suit.CLUBS, "160 clubs", "160 klaveren"),
        ("100D", 100, Suit.DIAMONDS, "100 diamonds", "100 ruiten"),
        ("70sans", 70, None, "70 sans", "70 sans"),
    ],
)
def test_a_bid_is_an_amount_and_a_suit_or_sans(
    text: str, points: int, suit: Suit | None, english: str, dutch: str
) -> None:
    # Rules 3.2
    bid = Bid.parse(text)
    assert bid == Bid(points, suit)
    assert str(bid) == text
    assert (bid.said("en"), bid.said("nl")) == (english, dutch)
    assert eval(repr(bid)) == bid


@pytest.mark.parametrize(
    "text", ["", "80", "H", "sans", "H80", "80X", "80 H", "080H", "0H", "1000H", "-80H", "80Sans"]
)
def test_a_text_that_is_not_a_bid_is_refused_with_examples(text: str) -> None:
    # Rules 3.2
    with pytest.raises(TextError) as refused:
        Bid.parse(text)
    assert refused.value.code == "unknown-bid"
    assert all(f"'{text}'" in refused.value.sentence(language) for language in LANGUAGES)
    assert all("90H" in refused.value.sentence(language) for language in LANGUAGES)


@pytest.mark.parametrize("bid", ["85H", "81S", "75sans", "155C"])
def test_a_bid_is_an_amount_in_tens(bid: str) -> None:
    # Rules 3.2
    assert code_of(bid, standing=None) == "bid-not-tens"


@pytest.mark.parametrize(
    ("bid", "code"),
    [
        ("70H", "bid-too-low"),
        ("80H", None),
        ("160H", None),
        ("170H", "bid-too-high"),
        ("60sans", "bid-too-low"),
        ("70sans", None),
        ("130sans", None),
        ("140sans", "bid-too-high"),
    ],
)
def test_the_minimum_is_80_in_a_suit_and_70_in_sans_the_maximum_160_and_130(
    bid: str, code: str | None
) -> None:
    # Rules 3.2
    assert code_of(bid, standing=None) == code


@pytest.mark.parametrize("suit", list(Suit))
def test_the_limits_are_the_same_in_every_suit(suit: Suit) -> None:
    # Rules 3.2
    allowed = [bid.points for bid in possible_bids(None, LUGUS) if bid.suit is suit]
    assert allowed == [80, 90, 100, 110, 120, 130, 140, 150, 160]


def test_sans_may_be_bid_from_70_to_130() -> None:
    # Rules 3.2
    allowed = [bid.points for bid in possible_bids(None, LUGUS) if bid.suit is None]
    assert allowed == [70, 80, 90, 100, 110, 120, 130]


@pytest.mark.parametrize(
    ("bid", "english", "dutch"),
    [
        (
            "85H",
            "85 hearts is not a valid bid: bids go up in tens.",
            "85 harten is geen bod: bieden gaat met tientallen.",
        ),
        ("70H", "70 hearts is too low: bid at least 80.", "70 harten is te laag: minstens 80."),
        ("140sans", "140 sans is too high: bid at most 130.", "140 sans is te hoog: hooguit 130."),
    ],
)
def test_a_refused_bid_is_told_what_would_do(bid: str, english: str, dutch: str) -> None:
    # Rules 3.2
    refused = refusal_of(Bid.parse(bid), standing=None)
    assert refused is not None
    assert [refused.sentence(language) for language in LANGUAGES] == [english, dutch]


def test_sans_is_bid_only_where_it_is_played() -> None:
    # Rules 3.2
    without_sans = LUGUS.change(sans=False)
    assert code_of("80sans", standing=None, rules=without_sans) == "no-sans"
    assert None not in {bid.suit for bid in possible_bids(None, without_sans)}


def test_nothing_can_be_bid_where_the_choice_is_forced() -> None:
    # Rules 3.1
    assert possible_bids(None, ROTTERDAM) == ()


def test_the_limits_are_fields() -> None:
    # Rules 3.2, 8
    rules = LUGUS.change(min_bid=100, max_bid=120, min_bid_sans=90, max_bid_sans=90)
    assert [str(bid) for bid in possible_bids(None, rules) if bid.suit in (Suit.HEARTS, None)] == [
        "90sans",
        "100H",
        "110H",
        "120H",
    ]
    assert code_of("90H", standing=None, rules=rules) == "bid-too-low"
    assert code_of("130H", standing=None, rules=rules) == "bid-too-high"


# --- 3.3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "bid", "code"),
    [
        ("80H", "80S", "bid-too-low"),  # another suit is no reason to stay at the amount
        ("80H", "90H", None),
        ("80H", "90S", None),
        ("80H", "120S", None),  # by at least ten: more is allowed
        ("100H", "90S", "bid-too-low"),
        ("150H", "160H", None),
        ("160H", "160S", "bid-impossible"),
        ("160H", "170S", "bid-too-high"),
        ("70sans", "70H", "bid-too-low"),
        ("70sans", "80H", None),
        ("90sans", "90H", "bid-too-low"),
        ("90sans", "100H", None),
        ("130sans", "140H", None),
    ],
)
def test_a_bid_must_raise_the_standing_amount_by_at_least_ten(
    standing: str, bid: str, code: str | None
) -> None:
    # Rules 3.3
    assert code_of(bid, standing) == code


@pytest.mark.parametrize(
    ("standing", "bid", "code"),
    [
        ("80H", "80sans", None),
        ("80H", "70sans", "bid-too-low"),
        ("80H", "90sans", None),
        ("130H", "130sans", None),
        ("140H", "140sans", "bid-too-high"),
        ("140H", "130sans", "bid-impossible"),
        ("80sans", "80sans", "bid-too-low"),  # only over a suit
        ("80sans", "90sans", None),
    ],
)
def test_sans_may_also_be_bid_at_the_same_amount_as_a_standing_suit_bid(
    standing: str, bid: str, code: str | None
) -> None:
    # Rules 3.3
    assert code_of(bid, standing) == code


def test_seventy_sans_can_only_be_the_first_bid() -> None:
    # Rules 3.2, 3.3
    seventy = Bid.parse("70sans")
    assert [standing for standing in STANDING_BIDS if seventy in possible_bids(standing, LUGUS)] == [None]


@pytest.mark.parametrize(
    ("standing", "least_in_a_suit", "least_in_sans"),
    [(None, 80, 70), ("80H", 90, 80), ("70sans", 80, 80), ("100sans", 110, 110), ("130S", 140, 130)],
)
def test_the_least_that_may_be_bid(standing: str | None, least_in_a_suit: int, least_in_sans: int) -> None:
    # Rules 3.3
    possible = possible_bids(bid_or_none(standing), LUGUS)
    assert min(bid.points for bid in possible if bid.suit is not None) == least_in_a_suit
    assert min(bid.points for bid in possible if bid.suit is None) == least_in_sans


@pytest.mark.parametrize("suit", list(Suit))
def test_nothing_can_be_bid_over_160(suit: Suit) -> None:
    # Rules 3.3
    assert possible_bids(Bid(160, suit), LUGUS) == ()


def test_after_130_sans_only_a_suit_can_be_bid() -> None:
    # Rules 3.3
    bids = possible_bids(Bid.parse("130sans"), LUGUS)
    assert {bid.points for bid in bids} == {140, 150, 160}
    assert {bid.suit for bid in bids} == set(Suit)


@pytest.mark.parametrize("standing", STANDING_BIDS, ids=str)
@pytest.mark.parametrize(
    "rules",
    [LUGUS, LUGUS.change(bid_step=20), LUGUS.change(sans=False), LUGUS.change(min_bid=110, max_bid_sans=100)],
    ids=["lugus", "step-20", "no-sans", "other-limits"],
)
def test_the_possible_bids_are_those_that_are_not_refused(rules: RuleSet, standing: Bid | None) -> None:
    # Rules 3.2, 3.3
    possible = possible_bids(standing, rules)
    assert set(possible) == {bid for bid in EVERY_BID if refusal_of(bid, standing, rules) is None}
    assert list(possible) == sorted(
        possible, key=lambda bid: (bid.points, 4 if bid.suit is None else bid.suit)
    )


def test_the_least_raise_is_a_field() -> None:
    # Rules 3.3, 8
    rules = LUGUS.change(bid_step=20)
    assert code_of("90S", "80H", rules) == "bid-too-low"
    assert code_of("100S", "80H", rules) is None
    assert code_of("110S", "80H", rules) is None  # at least the step, and in tens
    assert code_of("80sans", "80H", rules) is None
    assert code_of("90sans", "80H", rules) == "bid-too-low"  # neither the same amount nor a whole step
    assert code_of("100sans", "80H", rules) is None


def test_a_sans_bid_between_the_same_amount_and_a_step_too_high_for_the_table_is_refused() -> None:
    # Rules 3.3, 8: over 120 hearts 120 sans may be bid; 130 is no whole step, and 140 more than can be made.
    rules = LUGUS.change(bid_step=20)
    sans = [bid.points for bid in possible_bids(Bid.parse("120H"), rules) if bid.suit is None]
    assert sans == [120]
    assert code_of("130sans", "120H", rules) in ("bid-too-low", "bid-impossible")


# --- 3.4, 3.5 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("passes", "over"), [(0, False), (1, False), (2, False), (3, True)])
def test_three_passes_in_a_row_after_a_bid_end_the_auction(passes: int, over: bool) -> None:
    # Rules 3.4
    assert auction_over(passes, standing=80) is over


@pytest.mark.parametrize(("passes", "over"), [(0, False), (1, False), (2, False), (3, False), (4, True)])
def test_four_passes_without_a_bid_end_the_auction(passes: int, over: bool) -> None:
    # Rules 3.5
    assert auction_over(passes, NO_BID) is over
