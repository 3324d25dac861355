"""Shuffling and dealing, the same on every machine and in every version (Rules 1.2).

A deck comes from a *seed*, for tests and study, or from a *secret* that is fixed before the first deal and shown
after the game, so that anyone can verify that no deal was chosen. Both lead through SHA-256 to a key,
and the key to an order of the 32 cards; `docs/fair-deals.md` describes every step, with test
vectors.

>>> str(deal(seeded_deck(1), dealer=Seat.SOUTH)[Seat.WEST])
'SK SJ HA H7 C9 C7 D9 D7'
>>> fair = FairDeals(secret="0123456789abcdef" * 4, texts=("", "", "hello", ""))
>>> fair.commitment[:16]
'a8ae6e6ee929abea'
>>> len(fair.deck(1)) == len(set(fair.deck(1))) == 32
True
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from klaverjas.cards import DECK, Card, Hand
from klaverjas.errors import TextError
from klaverjas.seats import Seat

LONGEST_TEXT = 200
NO_TEXTS = ("", "", "", "")
_SECRET = re.compile(r"[!-~]{32,200}")
_WORD_RANGE = 1 << 32


def _words(key: bytes) -> Iterator[int]:
    """Endless 32-bit numbers: the SHA-256 of key and block number, eight big-endian words a block."""
    block = 0
    while True:
        digest = sha256(key + block.to_bytes(4, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def shuffled(key: bytes) -> tuple[Card, ...]:
    """The 32 cards in the order that *key* stands for."""
    return arranged(_words(key))


def arranged(words: Iterator[int]) -> tuple[Card, ...]:
    """The 32 cards in the order that a row of 32-bit numbers gives: Fisher-Yates, without modulo bias."""
    deck = list(DECK)
    for last in range(31, 0, -1):
        choices = last + 1
        word = next(words)
        while word >= _WORD_RANGE - _WORD_RANGE % choices:
            word = next(words)
        chosen = word % choices
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def seeded_deck(seed: int) -> tuple[Card, ...]:
    """A deck that is the same for the same seed, on every machine and in every version."""
    return shuffled(sha256(f"klaverjas seed 1\n{seed}\n".encode()).digest())


def deal(deck: Sequence[Card], dealer: Seat, batches: Sequence[int] = (8,)) -> tuple[Hand, ...]:
    """Four hands, by seat: batch after batch to each player, from the left of the dealer."""
    if sum(batches) != 8 or len(deck) != 32:
        raise TextError("not-a-deal")
    hands = [0, 0, 0, 0]
    top = 0
    for batch in batches:
        for turn in range(1, 5):
            for card in deck[top : top + batch]:
                hands[dealer.after(turn)] |= 1 << card
            top += batch
    return tuple(Hand(hand) for hand in hands)


def commitment_to(secret: str) -> str:
    """What is published before the first deal: the SHA-256 of the secret, in hexadecimal."""
    if not _SECRET.fullmatch(secret):
        raise TextError("bad-secret")
    return sha256(secret.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class FairDeals:
    """The secret of a game and the texts that players added to it, by seat; "" where none was added."""

    secret: str
    texts: tuple[str, ...] = NO_TEXTS

    def __post_init__(self) -> None:
        if not _SECRET.fullmatch(self.secret):
            raise TextError("bad-secret")
        check_texts(self.texts)

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    def deck(self, number: int) -> tuple[Card, ...]:
        """The deck of the *number*-th deal of the game, counted from 1; passed-out deals count too."""
        return shuffled(sha256(self.message(number).encode("ascii")).digest())

    def message(self, number: int) -> str:
        """The text whose SHA-256 is the key of a deal."""
        texts = [sha256(text.encode()).hexdigest() for text in self.texts]
        return "\n".join(["klaverjas deal 1", self.secret, str(number), *texts, ""])


def check_texts(texts: Sequence[str]) -> None:
    """Refuse anything but four texts of a reasonable length that can be written as UTF-8."""
    if len(texts) != 4 or any(len(text) > LONGEST_TEXT or not _is_unicode(text) for text in texts):
        raise TextError("bad-text")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
