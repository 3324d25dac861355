"""Shuffles and deals: the same everywhere and always, and verifiable (Rules 1.2)."""

import json
import math
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from klaverjas.cards import DECK, Card, Hand
from klaverjas.errors import TextError
from klaverjas.fair import NO_TEXTS, FairDeals, arranged, commitment_to, deal, seeded_deck, shuffled
from klaverjas.seats import SEATS, Seat

SECRET = "0123456789abcdef" * 4
VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors" / "fair-deals.json").read_text())


def text_of(deck: tuple[Card, ...]) -> str:
    return " ".join(map(str, deck))


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=lambda vector: str(vector["seed"]))
def test_the_deck_of_a_seed_never_changes(vector: dict[str, Any]) -> None:
    assert text_of(seeded_deck(vector["seed"])) == vector["deck"]
    assert text_of(shuffled(bytes.fromhex(vector["key"]))) == vector["deck"]


@pytest.mark.parametrize("game", VECTORS["games"])
def test_the_deals_of_a_secret_never_change(game: dict[str, Any]) -> None:
    fair = FairDeals(game["secret"], tuple(game["texts"]))
    assert fair.commitment == commitment_to(game["secret"]) == game["commitment"]
    for vector in game["deals"]:
        assert fair.message(vector["number"]) == vector["message"]
        assert sha256(vector["message"].encode()).hexdigest() == vector["key"]
        assert text_of(fair.deck(vector["number"])) == vector["deck"]


def test_the_shuffle_as_the_document_describes_it() -> None:
    """A second reading of docs/fair-deals.md, written with other means."""
    key = sha256(b"anything").digest()
    stream = b"".join(sha256(key + block.to_bytes(4, "big")).digest() for block in range(10))
    deck = [suit + rank for suit in "SHCD" for rank in "789TJQKA"]
    at = 0
    for last in range(31, 0, -1):
        while True:
            number = int(stream[at : at + 4].hex(), 16)
            at += 4
            if number < 2**32 // (last + 1) * (last + 1):
                break
        other = number % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert text_of(shuffled(key)) == " ".join(deck)


def test_a_number_that_would_favour_a_card_is_dropped() -> None:
    # For 31 places the largest multiple below 2**32 leaves a rest; for 32 it leaves none.
    for choices in (31, 30, 7):
        limit = 2**32 - 2**32 % choices
        before = [0] * (32 - choices)
        after = [0] * 32
        assert arranged(iter([*before, limit, 5, *after])) == arranged(iter([*before, 5, *after]))
        assert arranged(iter([*before, limit - 1, 5, *after])) != arranged(iter([*before, 5, *after]))
    assert arranged(iter([2**32 - 1, *[0] * 31])) != arranged(iter([0] * 32))


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    decks = 4_000
    seen = Counter((place, card) for seed in range(decks) for place, card in enumerate(seeded_deck(seed)))
    expected = decks / 32
    chi_square = sum((seen[place, card] - expected) ** 2 / expected for place in range(32) for card in DECK)
    free = 31 * 31
    assert abs(chi_square - free) < 5 * math.sqrt(2 * free)


def test_each_secret_text_and_number_gives_another_deal() -> None:
    decks = {
        FairDeals(SECRET).deck(1),
        FairDeals(SECRET).deck(2),
        FairDeals(SECRET[::-1]).deck(1),
        FairDeals(SECRET, ("a", "", "", "")).deck(1),
        FairDeals(SECRET, ("", "a", "", "")).deck(1),
        seeded_deck(1),
    }
    assert len(decks) == 6


@pytest.mark.parametrize("batches", [(8,), (3, 2, 3), (1,) * 8, (4, 4)])
@pytest.mark.parametrize("dealer", SEATS)
def test_each_player_gets_eight_different_cards(batches: tuple[int, ...], dealer: Seat) -> None:
    hands = deal(seeded_deck(3), dealer, batches)
    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert Hand(hands[0] | hands[1] | hands[2] | hands[3]) == Hand.of(DECK)


def test_dealing_starts_left_of_the_dealer_in_batches_of_three_two_three() -> None:
    hands = deal(DECK, Seat.WEST, (3, 2, 3))
    north = [DECK[place] for place in (0, 1, 2, 12, 13, 20, 21, 22)]
    assert hands[Seat.NORTH] == Hand.of(north)
    west = [DECK[place] for place in (9, 10, 11, 18, 19, 29, 30, 31)]
    assert hands[Seat.WEST] == Hand.of(west)


@pytest.mark.parametrize("secret", ["", "short", "x" * 201, "é" * 40, "a b" * 20, "a" * 31 + "\n"])
def test_a_secret_is_long_and_visible(secret: str) -> None:
    with pytest.raises(TextError) as refused:
        FairDeals(secret)
    assert refused.value.code == "bad-secret"


@pytest.mark.parametrize("texts", [("x" * 201, "", "", ""), ("", "\ud800", "", ""), ("a", "b")])
def test_texts_of_players_are_four_short_texts(texts: tuple[str, ...]) -> None:
    with pytest.raises(TextError) as refused:
        FairDeals(SECRET, texts)
    assert refused.value.code == "bad-text"
    assert FairDeals(SECRET, ("x" * 200, "♥", "", "")).texts != NO_TEXTS


@pytest.mark.parametrize("batches", [(9,), (8, 8), (), (4,)])
def test_batches_that_do_not_sum_to_eight_deal_nothing(batches: tuple[int, ...]) -> None:
    with pytest.raises(TextError) as refused:
        deal(DECK, Seat.SOUTH, batches)
    assert refused.value.code == "not-a-deal"
