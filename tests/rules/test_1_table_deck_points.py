"""Rules, section 1: table, deck, points."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.cards import DECK, Card, Hand, Rank, Suit, parse_cards
from klaverjas.fair import deal, seeded_deck
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.named import NAMED
from klaverjas.rules.trick import LAST_TRICK, Trick, beats, card_points, pot
from klaverjas.seats import Seat, Team

PLAIN_HIGH_TO_LOW = ["A", "T", "K", "Q", "J", "9", "8", "7"]
TROEF_HIGH_TO_LOW = ["J", "9", "A", "T", "K", "Q", "8", "7"]

seeds = st.integers(min_value=0, max_value=2**64)
dealers = st.sampled_from(Seat)
batches = st.sampled_from([(8,), (3, 2, 3), (4, 4), (2, 3, 3), (1,) * 8])


# --- 1.1 -----------------------------------------------------------------------------------------


def test_seats_run_clockwise_south_west_north_east() -> None:
    # Rules 1.1
    assert [(seat.name, int(seat)) for seat in Seat] == [("SOUTH", 0), ("WEST", 1), ("NORTH", 2), ("EAST", 3)]
    assert [seat.left for seat in Seat] == [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]


def test_the_teams_are_north_south_and_west_east() -> None:
    # Rules 1.1
    assert set(Team.NORTH_SOUTH.seats) == {Seat.NORTH, Seat.SOUTH}
    assert set(Team.WEST_EAST.seats) == {Seat.WEST, Seat.EAST}


# --- 1.2 -----------------------------------------------------------------------------------------


def test_there_are_32_cards() -> None:
    # Rules 1.2
    assert len(DECK) == len(set(DECK)) == len({str(card) for card in DECK}) == 32


def test_all_four_suits_are_in_the_deck_with_eight_cards_each() -> None:
    # Rules 1.2
    assert Counter(card.suit for card in DECK) == dict.fromkeys(Suit, 8)
    assert [suit.letter for suit in Suit] == ["S", "H", "C", "D"]


def test_all_eight_ranks_are_in_the_deck_from_seven_to_ace_four_times_each() -> None:
    # Rules 1.2
    assert Counter(card.rank for card in DECK) == dict.fromkeys(Rank, 4)
    assert [rank.letter for rank in Rank] == ["7", "8", "9", "T", "J", "Q", "K", "A"]


@given(seed=seeds)
def test_shuffling_loses_no_card_and_doubles_none(seed: int) -> None:
    # Rules 1.2
    assert sorted(seeded_deck(seed)) == list(DECK)


def test_shuffling_gives_a_different_order_every_time() -> None:
    # Rules 1.2
    orders = {seeded_deck(seed) for seed in range(1000)}
    assert len(orders) == 1000
    assert DECK not in orders


def test_shuffling_brings_every_card_to_every_place_equally_often() -> None:
    # Rules 1.2. Of 32 x 32 counts with fixed sums 31 x 31 are free: chi-squared is near 961, with
    # a standard deviation of 44; the seeds are fixed, so this never fails by chance.
    shuffles = 3200
    counts = Counter(
        (place, card) for seed in range(shuffles) for place, card in enumerate(seeded_deck(seed))
    )
    expected = shuffles / 32
    chi_squared = sum(
        (counts[place, card] - expected) ** 2 / expected for place in range(32) for card in DECK
    )
    assert 961 - 4 * 44 < chi_squared < 961 + 4 * 44


def test_shuffling_the_same_seed_gives_the_same_order() -> None:
    # Rules 1.2
    assert seeded_deck(7) == seeded_deck(7)


@given(seed=seeds, dealer=dealers, batches=batches)
def test_each_player_gets_eight_cards_and_no_card_is_dealt_twice(
    seed: int, dealer: Seat, batches: tuple[int, ...]
) -> None:
    # Rules 1.2
    hands = deal(seeded_deck(seed), dealer, batches)
    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert all(first & second == 0 for first, second in combinations(hands, 2))
    assert sorted(card for hand in hands for card in hand) == list(DECK)


@pytest.mark.parametrize("dealer", list(Seat))
def test_dealing_starts_left_of_the_dealer(dealer: Seat) -> None:
    # Rules 1.2
    hands = deal(DECK, dealer)
    assert hands[dealer.left] == Hand.of(DECK[:8])
    assert hands[dealer.partner] == Hand.of(DECK[8:16])
    assert hands[dealer.after(3)] == Hand.of(DECK[16:24])
    assert hands[dealer] == Hand.of(DECK[24:])


def test_dealing_in_batches_goes_round_three_times_for_three_two_three() -> None:
    # Rules 1.2
    hands = deal(DECK, Seat.SOUTH, (3, 2, 3))
    assert hands[Seat.WEST] == Hand.of(DECK[0:3] + DECK[12:14] + DECK[20:23])
    assert hands[Seat.NORTH] == Hand.of(DECK[3:6] + DECK[14:16] + DECK[23:26])
    assert hands[Seat.EAST] == Hand.of(DECK[6:9] + DECK[16:18] + DECK[26:29])
    assert hands[Seat.SOUTH] == Hand.of(DECK[9:12] + DECK[18:20] + DECK[29:32])


@pytest.mark.parametrize(
    ("name", "batches"),
    [
        ("rotterdam", (8,)),
        ("lugus", (3, 2, 3)),
        ("valet", (8,)),
        ("amsterdam", (8,)),
        ("rotterdam-bond", (3, 2, 3)),
        ("amsterdam-bond", (3, 2, 3)),
    ],
)
def test_the_batches_are_a_field(name: str, batches: tuple[int, ...]) -> None:
    # Rules 1.2
    assert NAMED[name].deal == batches


# --- 1.3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", list(Suit))
@pytest.mark.parametrize("troef", [*Suit, None])
def test_strength_from_high_to_low(suit: Suit, troef: Suit | None) -> None:
    # Rules 1.3
    ranks = TROEF_HIGH_TO_LOW if suit == troef else PLAIN_HIGH_TO_LOW
    cards = [Card.parse(suit.letter + rank) for rank in ranks]
    number = NO_TROEF if troef is None else troef
    for high, low in combinations(cards, 2):
        assert beats(high, low, number)
        assert not beats(low, high, number)


def test_the_boer_is_the_highest_troef_and_beats_every_card() -> None:
    # Rules 1.3
    boer = Card.parse("CJ")
    assert all(beats(boer, card, Suit.CLUBS) for card in DECK if card != boer)


def test_the_nel_is_the_second_highest_troef_and_beats_all_but_the_boer() -> None:
    # Rules 1.3
    nel, boer = Card.parse("C9"), Card.parse("CJ")
    assert all(beats(nel, card, Suit.CLUBS) for card in DECK if card not in (nel, boer))
    assert not beats(nel, boer, Suit.CLUBS)


# --- 1.4 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "plain", "troef"),
    [
        ("A", 11, 11),
        ("T", 10, 10),
        ("K", 4, 4),
        ("Q", 3, 3),
        ("J", 2, 20),
        ("9", 0, 14),
        ("8", 0, 0),
        ("7", 0, 0),
    ],
)
def test_points_of_a_card(rank: str, plain: int, troef: int) -> None:
    # Rules 1.4
    for suit in Suit:
        card = Card.parse(suit.letter + rank)
        assert card_points(card, suit) == troef
        assert {card_points(card, other) for other in (*Suit, NO_TROEF) if other != suit} == {plain}


def test_the_last_trick_counts_ten_more() -> None:
    # Rules 1.4
    assert LAST_TRICK == 10


@pytest.mark.parametrize("troef", list(Suit))
def test_one_round_holds_162_points_with_troef(troef: Suit) -> None:
    # Rules 1.4
    cards = sum(card_points(card, troef) for card in DECK)
    assert cards == 152
    assert cards + LAST_TRICK == pot(troef) == 162


def test_one_round_holds_130_points_without_troef() -> None:
    # Rules 1.4
    cards = sum(card_points(card, NO_TROEF) for card in DECK)
    assert cards == 120
    assert cards + LAST_TRICK == pot(NO_TROEF) == 130


@pytest.mark.parametrize(
    ("trick", "troef", "points"),
    [
        ("N: CJ C9 CA CT", "C", 55),
        ("N: CJ C9 CA CT", "D", 23),
        ("N: CJ C9 CA CT", None, 23),
        ("N: S7 S8 H7 H8", "C", 0),
        ("N: HA H7 C8", "C", 11),
        ("N:", "C", 0),
    ],
)
def test_points_of_a_trick_are_those_of_its_cards(trick: str, troef: str | None, points: int) -> None:
    # Rules 1.4
    assert Trick.parse(trick, troef=troef).points == points


# --- 1.5 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("troef", [*Suit, None])
def test_a_hand_is_shown_spades_first_then_hearts_clubs_diamonds_whatever_is_troef(
    troef: Suit | None,
) -> None:
    # Rules 1.5
    shown = Hand.parse("D7 C7 H7 S7 DA CA HA SA").ordered(troef)
    assert [card.suit.letter for card in shown] == ["S", "S", "H", "H", "C", "C", "D", "D"]


@pytest.mark.parametrize("suit", list(Suit))
@pytest.mark.parametrize("troef", [*Suit, None])
def test_a_hand_is_shown_high_to_low_within_the_suit_the_troef_suit_in_troef_order(
    suit: Suit, troef: Suit | None
) -> None:
    # Rules 1.5
    whole_suit = Hand.of(card for card in DECK if card.suit == suit)
    ranks = TROEF_HIGH_TO_LOW if suit == troef else PLAIN_HIGH_TO_LOW
    assert [card.rank.letter for card in whole_suit.ordered(troef)] == ranks


@pytest.mark.parametrize(
    ("troef", "shown"),
    [
        (None, "SA S9 HA HJ CA C9 DT DJ"),
        (Suit.SPADES, "S9 SA HA HJ CA C9 DT DJ"),
        (Suit.HEARTS, "SA S9 HJ HA CA C9 DT DJ"),
        (Suit.CLUBS, "SA S9 HA HJ C9 CA DT DJ"),
        (Suit.DIAMONDS, "SA S9 HA HJ CA C9 DJ DT"),
    ],
)
def test_a_hand_as_it_is_shown(troef: Suit | None, shown: str) -> None:
    # Rules 1.5
    assert Hand.parse("DJ DT C9 CA HJ HA S9 SA").ordered(troef) == parse_cards(shown)


@given(mask=st.integers(min_value=0, max_value=2**32 - 1), troef=st.sampled_from([*Suit, None]))
def test_showing_a_hand_shows_each_of_its_cards_once(mask: int, troef: Suit | None) -> None:
    # Rules 1.5
    hand = Hand(mask)
    assert len(hand.ordered(troef)) == len(hand)
    assert Hand.of(hand.ordered(troef)) == hand
