"""Cards and hands as text, in both languages (Rules 1.2, 1.5)."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.cards import ALL_CARDS, DECK, Card, Hand, Rank, Suit, parse_cards
from klaverjas.errors import TextError
from klaverjas.sentences import LANGUAGES, Language

hands = st.integers(min_value=0, max_value=ALL_CARDS).map(Hand)


def refusal_of_card(text: str) -> TextError:
    with pytest.raises(TextError) as refused:
        Card.parse(text)
    return refused.value


# --- suits and ranks -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suit", "letter", "symbol", "english", "dutch"),
    [
        (Suit.SPADES, "S", "♠", "spades", "schoppen"),
        (Suit.HEARTS, "H", "♥", "hearts", "harten"),
        (Suit.CLUBS, "C", "♣", "clubs", "klaveren"),
        (Suit.DIAMONDS, "D", "♦", "diamonds", "ruiten"),
    ],
)
def test_a_suit_has_a_letter_a_symbol_and_a_name_in_both_languages(
    suit: Suit, letter: str, symbol: str, english: str, dutch: str
) -> None:
    assert (suit.letter, suit.symbol, suit.said("en"), suit.said("nl")) == (letter, symbol, english, dutch)
    assert {Suit.parse(text) for text in (letter, letter.lower(), symbol, english, dutch)} == {suit}


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("K", Suit.CLUBS),
        ("R", Suit.DIAMONDS),
        ("klaver", Suit.CLUBS),
        ("Harten", Suit.HEARTS),
        ("♡", Suit.HEARTS),
        (" spades ", Suit.SPADES),
    ],
)
def test_a_suit_is_read_from_its_dutch_letter_or_any_of_its_names_too(text: str, suit: Suit) -> None:
    assert Suit.parse(text) is suit


@pytest.mark.parametrize("text", ["", "X", "SA", "sans", "troef", "7"])
def test_a_text_that_is_not_a_suit_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(TextError) as refused:
        Suit.parse(text)
    assert refused.value.code == "unknown-suit"
    english = f"'{text}' is not a suit: write S, H, C or D, a symbol, or the name."
    dutch = f"'{text}' is geen kleur: schrijf S, H, C of D, een symbool, of de naam."
    assert [refused.value.sentence(language) for language in LANGUAGES] == [english, dutch]


@pytest.mark.parametrize(
    ("rank", "letter", "english_sign", "dutch_sign", "english", "dutch"),
    [
        (Rank.SEVEN, "7", "7", "7", "seven", "zeven"),
        (Rank.EIGHT, "8", "8", "8", "eight", "acht"),
        (Rank.NINE, "9", "9", "9", "nine", "negen"),
        (Rank.TEN, "T", "10", "10", "ten", "tien"),
        (Rank.JACK, "J", "J", "B", "jack", "boer"),
        (Rank.QUEEN, "Q", "Q", "V", "queen", "vrouw"),
        (Rank.KING, "K", "K", "H", "king", "heer"),
        (Rank.ACE, "A", "A", "A", "ace", "aas"),
    ],
)
def test_a_rank_has_a_letter_a_corner_sign_and_a_name_in_both_languages(
    rank: Rank, letter: str, english_sign: str, dutch_sign: str, english: str, dutch: str
) -> None:
    assert rank.letter == letter
    assert (rank.sign("en"), rank.sign("nl")) == (english_sign, dutch_sign)
    assert (rank.said("en"), rank.said("nl")) == (english, dutch)


# --- a card as text ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "card"),
    [
        (["SA", "sa", "♠A", "♠a", "S A", "spades ace", "ace of spades", "schoppenaas", "schoppen aas"], "SA"),
        (
            ["HT", "H10", "♥10", "♥T", "♥️10", "hearts ten", "ten of hearts", "10 of hearts", "hartentien"],
            "HT",
        ),
        (["HJ", "♥B", "HB", "harten boer", "hartenboer", "Harten Boer", "jack of hearts"], "HJ"),
        (["CJ", "KB", "♣B", "♣J", "klaverboer", "klaveren boer", "jack of clubs", "kj"], "CJ"),
        (["CK", "KH", "♣H", "klaverheer", "klaver koning", "king of clubs"], "CK"),
        (["HK", "HH", "♥H", "hartenheer", "king of hearts"], "HK"),
        (["DQ", "RV", "♦V", "ruitenvrouw", "ruiten dame", "queen of diamonds"], "DQ"),
        (["C9", "K9", "♣9", "klavernel", "klavernegen", "nine of clubs"], "C9"),
        (["D7", "R7", "♢7", "ruitenzeven", "  D7  ", "seven of diamonds"], "D7"),
    ],
)
def test_a_card_is_read_from_suit_and_rank_in_dutch_or_english(texts: list[str], card: str) -> None:
    assert [str(Card.parse(text)) for text in texts] == [card] * len(texts)


@pytest.mark.parametrize("card", DECK)
def test_every_text_of_a_card_can_be_read_again(card: Card) -> None:
    texts = [str(card), *(say(language) for say in (card.said, card.name) for language in LANGUAGES)]
    assert [Card.parse(text) for text in texts] == [card] * len(texts)
    assert [Card.parse(text.upper()) for text in texts] == [card] * len(texts)


def test_the_texts_of_the_cards_are_suit_letter_and_rank_letter() -> None:
    assert " ".join(map(str, DECK)) == (
        "S7 S8 S9 ST SJ SQ SK SA H7 H8 H9 HT HJ HQ HK HA C7 C8 C9 CT CJ CQ CK CA D7 D8 D9 DT DJ DQ DK DA"
    )


@pytest.mark.parametrize(
    ("card", "english", "dutch", "english_name", "dutch_name"),
    [
        ("SA", "♠A", "♠A", "ace of spades", "schoppenaas"),
        ("HT", "♥10", "♥10", "ten of hearts", "hartentien"),
        ("HJ", "♥J", "♥B", "jack of hearts", "hartenboer"),
        ("CK", "♣K", "♣H", "king of clubs", "klaverheer"),
        ("DQ", "♦Q", "♦V", "queen of diamonds", "ruitenvrouw"),
        ("C7", "♣7", "♣7", "seven of clubs", "klaverzeven"),
    ],
)
def test_a_card_is_said_with_symbol_and_sign_and_by_name_in_both_languages(
    card: str, english: str, dutch: str, english_name: str, dutch_name: str
) -> None:
    it = Card.parse(card)
    assert (it.said("en"), it.said("nl")) == (english, dutch)
    assert (it.name("en"), it.name("nl"), it.name()) == (english_name, dutch_name, english_name)


@pytest.mark.parametrize("suit", list(Suit))
@pytest.mark.parametrize("rank", list(Rank))
def test_a_card_is_made_of_a_suit_and_a_rank(suit: Suit, rank: Rank) -> None:
    card = Card.of(suit, rank)
    assert (card.suit, card.rank) == (suit, rank)
    assert str(card) == suit.letter + rank.letter


@pytest.mark.parametrize("value", [*DECK, *Suit, *Rank])
def test_no_card_suit_or_rank_is_nothing_though_each_has_a_first_that_is_zero(
    value: Card | Suit | Rank,
) -> None:
    assert value


# --- texts that are not cards --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "7",
        "S6",
        "S1",
        "S11",
        "XA",
        "SAA",
        "SA HT",
        "joker",
        "ace",
        "ace of troef",
        "♠",
        "ｓA",
        "S٧",
    ],
)
def test_a_text_that_is_not_a_card_is_refused_with_examples(text: str) -> None:
    refused = refusal_of_card(text)
    assert refused.code == "unknown-card"
    english, dutch = (refused.sentence(language) for language in LANGUAGES)
    assert english.startswith(
        f"'{text}' is not a card: write suit and rank, such as SA for the ace of spades"
    )
    assert dutch.startswith(f"'{text}' is geen kaart: schrijf kleur en rang, zoals SA voor schoppenaas")


@pytest.mark.parametrize(
    ("text", "meant"), [("AS", "SA"), ("10♥", "HT"), ("Td", "DT"), ("7c", "C7"), ("J♣", "CJ"), ("Q♦", "DQ")]
)
def test_a_card_with_the_rank_first_is_refused_and_the_right_text_is_offered(text: str, meant: str) -> None:
    refused = refusal_of_card(text)
    assert refused.code == "reversed-card"
    assert refused.sentence("en") == f"'{text}' is not a card: the suit comes first, so did you mean {meant}?"
    assert refused.sentence("nl") == f"'{text}' is geen kaart: de kleur komt eerst, bedoel je {meant}?"
    assert str(Card.parse(meant)) == meant


@pytest.mark.parametrize(
    ("example", "english", "dutch"),
    [("SA", "ace of spades", "schoppenaas"), ("HT", "ten of hearts", "hartentien")],
)
def test_the_examples_in_the_refusal_are_those_cards(example: str, english: str, dutch: str) -> None:
    refused = refusal_of_card("joker")
    assert f"{example} for the {english}" in refused.sentence("en")
    assert f"{example} voor {dutch}" in refused.sentence("nl")
    assert Card.parse(example) == Card.parse(english) == Card.parse(dutch)


@pytest.mark.parametrize("number", [-1, 32, 1000])
def test_a_number_outside_the_deck_is_not_a_card(number: int) -> None:
    with pytest.raises(TextError) as refused:
        Card(number)
    assert refused.value.code == "unknown-card"
    assert str(number) in refused.value.sentence("en")


@given(text=st.text(max_size=12))
def test_any_text_is_a_card_or_is_refused_with_a_sentence_in_both_languages(text: str) -> None:
    refused = None
    try:
        assert Card.parse(text) in DECK
    except TextError as error:
        refused = error
    if refused is not None:
        assert refused.code in ("unknown-card", "reversed-card")
        assert all(text in refused.sentence(language) for language in LANGUAGES)


# --- hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "C8 SA DT S7",
        "C8,SA,DT,S7",
        "C8, SA, DT, S7,",
        "♣8 ♠A ♦10 ♠7",
        "K8 SA R10 S7",
        "klaver acht, schoppenaas, ten of diamonds, spades 7",
        "  C8\tSA\nDT   S7 ",
    ],
)
def test_a_hand_is_read_from_cards_between_spaces_or_commas(text: str) -> None:
    assert str(Hand.parse(text)) == "SA S7 C8 DT"


def test_cards_are_read_in_the_order_written() -> None:
    assert [str(card) for card in parse_cards("C8 SA DT S7")] == ["C8", "SA", "DT", "S7"]
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["SA SA", "SA HT ♠A", "KB, CJ", "ace of spades, schoppenaas"])
def test_a_card_that_is_there_twice_is_refused_by_name(text: str) -> None:
    with pytest.raises(TextError) as refused:
        Hand.parse(text)
    twice = refused.value.facts["card"]
    assert isinstance(twice, Card)
    assert refused.value.code == "card-twice"
    assert refused.value.sentence("en") == f"{twice.said('en')} appears twice."
    assert refused.value.sentence("nl") == f"{twice.said('nl')} komt twee keer voor."


def test_a_hand_with_something_that_is_not_a_card_names_that_part() -> None:
    with pytest.raises(TextError, match=r"^'S6' is not a card"):
        Hand.parse("SA S6 HT")


@pytest.mark.parametrize(("language", "said"), [("en", "♠K ♥10 ♥J ♣Q ♦A"), ("nl", "♠H ♥10 ♥B ♣V ♦A")])
def test_a_hand_is_said_with_symbols_in_both_languages(language: Language, said: str) -> None:
    assert Hand.parse("DA CQ HJ HT SK").said(language) == said


def test_a_hand_is_written_in_the_order_in_which_it_is_shown() -> None:
    # Rules 1.5
    assert str(Hand(ALL_CARDS)) == (
        "SA ST SK SQ SJ S9 S8 S7 HA HT HK HQ HJ H9 H8 H7 CA CT CK CQ CJ C9 C8 C7 DA DT DK DQ DJ D9 D8 D7"
    )
    assert " ".join(map(str, Hand(ALL_CARDS).ordered(Suit.CLUBS)[16:24])) == "CJ C9 CA CT CK CQ C8 C7"


def test_a_hand_is_a_set_of_cards() -> None:
    hand, more = Hand.parse("SA HT C7"), Hand.parse("C7 D7")
    assert len(hand) == 3
    assert Card.parse("HT") in hand
    assert Card.parse("HJ") not in hand
    assert str(hand | more) == "SA HT C7 D7"
    assert str(hand & more) == "C7"
    assert str(hand - more) == "SA HT"
    assert not Hand()
    assert list(Hand()) == []


@given(hand=hands, other=hands)
def test_hands_join_meet_and_part_as_sets_do(hand: Hand, other: Hand) -> None:
    assert set(hand | other) == set(hand) | set(other)
    assert set(hand & other) == set(hand) & set(other)
    assert set(hand - other) == set(hand) - set(other)
    assert {card for card in DECK if card in hand} == set(hand)


@given(hand=hands)
def test_every_text_of_a_hand_can_be_read_again(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert [Hand.parse(hand.said(language)) for language in LANGUAGES] == [hand, hand]
    names = ["".join(f"{card.name(language)}, " for card in hand) for language in LANGUAGES]
    assert [Hand.parse(text) for text in names] == [hand, hand]


# --- pasting back --------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [*DECK, *Suit, *Rank, Hand(), Hand(ALL_CARDS), Hand.parse("C8 SA DT S7")])
def test_every_repr_can_be_pasted_back(value: Card | Suit | Rank | Hand) -> None:
    again = eval(repr(value))
    assert again == value
    assert type(again) is type(value)


def test_the_repr_of_a_card_and_of_a_hand_says_what_they_are() -> None:
    assert repr(Card.parse("♥B")) == "Card.parse('HJ')"
    assert repr(Hand.parse("C8 SA")) == "Hand.parse('SA C8')"


@pytest.mark.parametrize("value", [Card.parse("HJ"), Hand.parse("SA C8")])
def test_a_card_and_a_hand_survive_copying_and_pickling(value: Card | Hand) -> None:
    for again in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert repr(again) == repr(value)


def test_the_repr_of_a_refusal_says_its_code_and_facts() -> None:
    refused = refusal_of_card("AS")
    assert repr(refused) == "TextError('reversed-card', text='AS', meant='SA')"
    assert str(refused) == refused.sentence("en")
    assert isinstance(refused, ValueError)


@pytest.mark.parametrize(
    "text",
    ["SA HT C7", "ace of spades, ten of hearts, ♣7", "SA HT, C7", "schoppenaas, harten tien, klaver 7"],
)
def test_a_hand_may_be_written_with_spaces_commas_and_names(text: str) -> None:
    assert Hand.parse(text) == Hand.of([Card.parse("SA"), Card.parse("HT"), Card.parse("C7")])


def test_one_full_name_is_a_hand_of_one_card() -> None:
    assert Hand.parse("ace of spades") == Hand.parse("SA")


@pytest.mark.parametrize("number", [-1, 32])
def test_a_number_that_is_no_card_makes_no_hand(number: int) -> None:
    with pytest.raises(TextError):
        Hand.of([number])
