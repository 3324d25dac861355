"""The 32 cards, and sets of them (Rules 1.2, 1.5).

A card is a number from 0 to 31, eight to a suit in the order 7 8 9 10 J Q K A; a hand is a 32-bit mask
with a bit per card. ``Card`` and ``Hand`` are integers with pleasant manners: the rules work on the
numbers, people on the text.

>>> Card.parse("HJ") == Card.parse("♥B") == Card.parse("harten boer") == 12
True
>>> Hand.parse("C8 SA DT S7")
Hand.parse('SA S7 C8 DT')
>>> print(Hand.parse("C8 SA DT S7").said("nl"))
♠A ♠7 ♣8 ♦10
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, Self

from klaverjas.errors import TextError
from klaverjas.sentences import LANGUAGES, Language


class Suit(IntEnum):
    SPADES = 0
    HEARTS = 1
    CLUBS = 2
    DIAMONDS = 3

    @property
    def letter(self) -> str:
        return "SHCD"[self]

    @property
    def symbol(self) -> str:
        return "♠♥♣♦"[self]

    def said(self, language: Language) -> str:
        return _SUIT_NAMES[self][LANGUAGES.index(language)]

    def __bool__(self) -> bool:
        return True  # spades are not nothing

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """A suit from its letter (Dutch too), symbol or name."""
        number = _SUIT_SPELLINGS.get(text.strip().lower())
        if number is None:
            raise TextError("unknown-suit", text=text)
        return cls(number)


class Rank(IntEnum):
    """In the order of runs (Rules 5.2); strength is another matter (Rules 1.3)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7

    @property
    def letter(self) -> str:
        return "789TJQKA"[self]

    def sign(self, language: Language) -> str:
        """What stands in a card's corner: B V H A in Dutch, J Q K A in English."""
        return _RANK_SIGNS[LANGUAGES.index(language)][self]

    def said(self, language: Language) -> str:
        return _RANK_NAMES[self][LANGUAGES.index(language)]

    def __bool__(self) -> bool:
        return True  # a seven is not nothing

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Card(int):
    """One of the 32 cards."""

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        if not 0 <= number < 32:
            raise TextError("unknown-card", text=str(number))
        return super().__new__(cls, number)

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> "Card":
        return DECK[suit << 3 | rank]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """A card from suit and rank, in Dutch or English: SA, ♠A, KB, 'ace of spades', 'hartenboer'."""
        number = CARD_NUMBERS.get(text)
        if number is None:
            number = _spelled_card(text)
        return DECK[number]

    @property
    def suit(self) -> Suit:
        return _SUIT_OF[self]

    @property
    def rank(self) -> Rank:
        return _RANK_OF[self]

    def name(self, language: Language = "en") -> str:
        """The full name: 'jack of hearts', 'hartenboer'."""
        rank = self.rank.said(language)
        if language == "nl":
            return f"{_DUTCH_PREFIXES[self.suit]}{rank}"
        return f"{rank} of {self.suit.said(language)}"

    def said(self, language: Language) -> str:
        """With symbol and corner sign: '♥J', in Dutch '♥B'."""
        return f"{self.suit.symbol}{self.rank.sign(language)}"

    def __bool__(self) -> bool:
        return True  # the first card is not nothing

    def __str__(self) -> str:
        return CARD_TEXTS[self]

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"


class Hand(int):
    """A set of cards. Iterates in suit order, high to low as in a plain suit."""

    __slots__ = ()

    def __new__(cls, mask: int = 0) -> Self:
        return super().__new__(cls, mask & ALL_CARDS)

    @classmethod
    def of(cls, cards: Iterable[int]) -> Self:
        """The set of these cards; a card that is there twice is refused."""
        mask = 0
        for card in cards:
            if not 0 <= card < 32:
                raise TextError("unknown-card", text=str(card))
            if mask >> card & 1:
                raise TextError("card-twice", card=DECK[card])
            mask |= 1 << card
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Cards separated by spaces or commas: 'SA HT', '♠A, ace of hearts'."""
        return cls.of(parse_cards(text))

    def ordered(self, troef: Suit | None = None) -> tuple[Card, ...]:
        """The cards as a hand is shown (Rules 1.5): the troef suit in troef order."""
        spades, hearts, clubs, diamonds = _PLAIN_SHOWN
        if troef is not None:
            shown = list(_PLAIN_SHOWN)
            shown[troef] = _TROEF_SHOWN[troef]
            spades, hearts, clubs, diamonds = shown
        mask = int(self)
        return spades[mask & 255] + hearts[mask >> 8 & 255] + clubs[mask >> 16 & 255] + diamonds[mask >> 24]

    def said(self, language: Language) -> str:
        return " ".join(card.said(language) for card in self)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.ordered())

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, card: int) -> bool:
        return 0 <= card < 32 and bool(self >> card & 1)

    # With another set, or with a single card.

    def __or__(self, other: int) -> "Hand":
        return Hand(int(self) | _mask(other))

    def __and__(self, other: int) -> "Hand":
        return Hand(int(self) & _mask(other))

    def __xor__(self, other: int) -> "Hand":
        return Hand(int(self) ^ _mask(other))

    def __sub__(self, other: int) -> "Hand":
        return Hand(int(self) & ~_mask(other))

    def __invert__(self) -> "Hand":
        return Hand(ALL_CARDS ^ int(self))

    def __str__(self) -> str:
        return " ".join([CARD_TEXTS[card] for card in self.ordered()])

    def __repr__(self) -> str:
        return f"Hand.parse('{self}')"


def _mask(cards: int) -> int:
    return 1 << cards if isinstance(cards, Card) else int(cards)


ALL_CARDS: Final = 0xFFFF_FFFF
CARD_TEXTS: Final = tuple(f"{suit}{rank}" for suit in "SHCD" for rank in "789TJQKA")
CARD_NUMBERS: Final = {text: number for number, text in enumerate(CARD_TEXTS)}
DECK: Final = tuple(Card(number) for number in range(32))

_SUIT_OF = tuple(Suit(card >> 3) for card in DECK)
_RANK_OF = tuple(Rank(card & 7) for card in DECK)


def _shown(order: str) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """By suit and by the eight bits of its ranks: those cards in this order."""
    ranks = ["789TJQKA".index(letter) for letter in order]
    return tuple(
        tuple(tuple(DECK[suit * 8 + rank] for rank in ranks if bits >> rank & 1) for bits in range(256))
        for suit in Suit
    )


_PLAIN_SHOWN = _shown("ATKQJ987")
_TROEF_SHOWN = _shown("J9ATKQ87")

_SUIT_NAMES = (
    ("spades", "schoppen"),
    ("hearts", "harten"),
    ("clubs", "klaveren"),
    ("diamonds", "ruiten"),
)
_DUTCH_PREFIXES = ("schoppen", "harten", "klaver", "ruiten")
_RANK_NAMES = (
    ("seven", "zeven"),
    ("eight", "acht"),
    ("nine", "negen"),
    ("ten", "tien"),
    ("jack", "boer"),
    ("queen", "vrouw"),
    ("king", "heer"),
    ("ace", "aas"),
)
_RANK_SIGNS = (
    ("7", "8", "9", "10", "J", "Q", "K", "A"),
    ("7", "8", "9", "10", "B", "V", "H", "A"),
)

# Suit first, rank second: so the Dutch H can be harten before the rank and heer after the suit.
_SUIT_SPELLINGS = {
    spelling: suit
    for suit, spellings in enumerate(
        (
            "s ♠ ♤ spade spades schoppen schop",
            "h ♥ ♡ heart hearts harten hart",
            "c k ♣ ♧ club clubs klaveren klaver",
            "d r ♦ ♢ diamond diamonds ruiten ruit",
        )
    )
    for spelling in spellings.split()
}
_RANK_SPELLINGS = {
    spelling: rank
    for rank, spellings in enumerate(
        (
            "7 seven zeven",
            "8 eight acht",
            "9 nine negen nel",
            "10 t ten tien",
            "j b jack boer",
            "q v queen vrouw dame",
            "k h king heer koning",
            "a ace aas",
        )
    )
    for spelling in spellings.split()
}


def _either(spellings: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, spellings), key=len, reverse=True))


_SUIT_THEN_RANK = re.compile(f"({_either(_SUIT_SPELLINGS)})[ ]*({_either(_RANK_SPELLINGS)})")
_RANK_THEN_SUIT = re.compile(f"({_either(_RANK_SPELLINGS)})([ ]+of[ ]+|[ ]*)({_either(_SUIT_SPELLINGS)})")


def _spelled_card(text: str) -> int:
    spelled = " ".join(text.replace("\ufe0f", "").split()).lower()
    if match := _SUIT_THEN_RANK.fullmatch(spelled):
        return _SUIT_SPELLINGS[match[1]] * 8 + _RANK_SPELLINGS[match[2]]
    if match := _RANK_THEN_SUIT.fullmatch(spelled):
        number = _SUIT_SPELLINGS[match[3]] * 8 + _RANK_SPELLINGS[match[1]]
        if "of" in match[2]:
            return number
        raise TextError("reversed-card", text=text, meant=CARD_TEXTS[number])
    raise TextError("unknown-card", text=text)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards in the order written, separated by spaces or commas; what stands between commas may be a full name."""
    cards: list[Card] = []
    for part in text.split(","):
        words = part.split()
        if len(words) > 1:
            try:
                cards.append(Card.parse(part))
            except TextError:
                cards += map(Card.parse, words)
        else:
            cards += map(Card.parse, words)
    return tuple(cards)
