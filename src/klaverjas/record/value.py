"""What a record holds: a game, and what people add to it."""

import json
import re
from dataclasses import dataclass
from typing import Final

from klaverjas.errors import TextError
from klaverjas.fair import NO_TEXTS, FairDeals, check_texts, commitment_to, deal
from klaverjas.game import Game
from klaverjas.sentences import Phrase

FORMAT: Final = 1
FIELD_PREFIX: Final = "Rules."
# Written from the game and its deals; all other tags are free.
RESERVED: Final = ("Klaverjas", "Rules", "Commitment", "Texts", "Secret", "Result")
COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
A_COMMITMENT: Final = Phrase("64 hexadecimal digits", "64 hexadecimale cijfers")
# What is longer is neither written nor read.
MOST_ITEMS: Final = 5_000  # of a deal; a real one has fewer than a hundred
MOST_DEALS: Final = 2_000  # of a game
TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Comment:
    """A remark after the *item*-th item of the *deal*-th deal. Item 0 is the hands, deal 0 the tags.

    An item is one thing that somebody did (a bid, a card, a claim, ...) or a score.
    """

    deal: int
    item: int
    text: str


@dataclass(frozen=True)
class Record:
    """A game with its free tags, its comments, and what makes its deals verifiable."""

    game: Game
    tags: tuple[tuple[str, object], ...] = ()
    commitment: str | None = None
    texts: tuple[str, ...] = NO_TEXTS
    secret: str | None = None
    comments: tuple[Comment, ...] = ()

    def __post_init__(self) -> None:
        for name, value in self.tags:
            if not TAG_NAME.fullmatch(name):
                raise TextError("record-tag-name", name=name)
            if name in RESERVED or name.startswith(FIELD_PREFIX):
                raise TextError("record-reserved-tag", name=name)
            if not _is_json(value):
                raise TextError(
                    "record-tag-value", name=name, takes=Phrase("a JSON value", "een JSON-waarde")
                )
        if len(dict(self.tags)) < len(self.tags):
            names = [name for name, _ in self.tags]
            twice = next(name for name in names if names.count(name) > 1)
            raise TextError("record-tag-twice", name=twice)
        if self.commitment is not None and not COMMITMENT.fullmatch(self.commitment):
            raise TextError("record-tag-value", name="Commitment", takes=A_COMMITMENT)
        check_texts(self.texts)
        if self.secret is not None:
            commitment_to(self.secret)
        if not all(may_be_comment(comment.text) for comment in self.comments):
            raise TextError("record-comment-text")
        in_order = sorted(self.comments, key=lambda comment: (comment.deal, comment.item))
        object.__setattr__(self, "comments", tuple(in_order))

    def tag(self, name: str) -> object:
        """The value of a free tag, None when it is not there."""
        return dict(self.tags).get(name)


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def may_be_comment(text: str) -> bool:
    """Whether a comment can be this text: no '}', no control characters, no space around it."""
    return "}" not in text and text == text.strip() and all(sign >= " " or sign == "\n" for sign in text)


@dataclass(frozen=True)
class Verification:
    """Whether the secret fits the commitment, and for each deal whether it follows from the secret."""

    commitment: bool
    deals: tuple[bool, ...]

    @property
    def right(self) -> bool:
        return self.commitment and all(self.deals)


def verify(record: Record) -> Verification:
    """Recompute every deal of a record from its secret and texts."""
    if record.commitment is None:
        raise TextError("not-verifiable", missing=Phrase("commitment", "vastlegging"))
    if record.secret is None:
        raise TextError("not-verifiable", missing=Phrase("secret", "geheim"))
    fair = FairDeals(record.secret, record.texts)
    return Verification(
        fair.commitment == record.commitment,
        tuple(
            deal(fair.deck(number), round.dealer, round.rules.deal) == round.dealt
            for number, round in enumerate(record.game.rounds, start=1)
        ),
    )
