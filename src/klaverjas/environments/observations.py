"""What a seat sees of a round, as numbers: the same in every environment, and never more than its view tells.

An observation is words of 32 bits and ten numbers, those of :mod:`klaverjas.kernel.nn.observation`. Laid out as
*features* it is one row of real numbers: every bit of every word, the lowest first, and then the numbers, points in
hundreds and tricks in eighths. :func:`layout` names the parts. Seats come in the order self, left, partner,
right; a card's place among 32 is its number; teams are one's own, then the other.

>>> from klaverjas.rules.named import AMSTERDAM, LUGUS
>>> [(part.name, part.shape) for part in layout(AMSTERDAM)[:4]]
[('hand', (32,)), ('may_play', (32,)), ('played', (4, 32)), ('tricks', (8, 32))]
>>> number_of_features(AMSTERDAM), number_of_features(LUGUS.change(claim="automatic", incorrect_card="refused"))
(778, 1098)
"""

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any, Final

from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.sight import words_and_numbers
from klaverjas.environments.actions import has_talk
from klaverjas.environments.turn import Turn
from klaverjas.events import AccusationFailed, CardPlayed, RoemClaimed, RoundEvent
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.nn.observation import BID_WORDS, CORE_WORDS, NUMBERS, OUR_TRICKS, ROEM_THERE
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import TRICKS
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

TALKING: Final = 3  # a phase that only a table has where something is said about a trick
WORD: Final = 32
HUNDRED: Final = 100


@dataclass(frozen=True)
class Part:
    """Features that belong together: where they begin, and in what shape they are."""

    name: str
    start: int
    shape: tuple[int, ...]
    text: str

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + prod(self.shape))


_CORE: Final = (
    ("hand", (32,), "the cards in one's own hand"),
    ("may_play", (32,), "those that may be played now"),
    ("played", (4, 32), "by seat: the cards that it has played"),
    ("tricks", (8, 32), "by trick: the cards that were played to it"),
    ("table", (4, 32), "by seat: its card in the trick on the table"),
    ("may_hold", (3, 32), "by other seat: the hidden cards that it can have, if it has played correctly"),
    ("leads", (32,), "the cards that were led"),
    ("troef_suit", (32,), "all cards of the troef suit"),
    ("phase", (4,), "troef must be named, or bid for; a card is to be played; a trick is talked about"),
    ("troef", (5,), "spades, hearts, clubs, diamonds, sans; none before it is known"),
    ("maker", (4,), "by seat: who made troef"),
    ("dealer", (4,), "by seat"),
    ("leader", (4,), "by seat: who leads, or led, the trick on the table"),
    ("turn", (4,), "by seat: whose decision it is; nobody's when the round is over"),
    ("winning", (4,), "by seat: whose card is winning the trick on the table"),
    ("unused", (3,), "always 0"),
)
_AUCTION: Final = (
    ("bids", (5, 4, 16), "by suit (or sans) and seat: the amounts that it has bid, 10 to 160"),
)
_TALK: Final = (
    ("accused", (4, 4), "by seat: whom it has accused in vain"),
    ("claimed", (4,), "by seat: who has claimed an amount in this trick, and wrongly"),
    ("unused_talk", (12,), "always 0"),
)
_NUMBERS: Final = (
    ("cards", (2,), "by team: the card points in its tricks, in hundreds"),
    ("roem", (2,), "by team: its roem, in hundreds"),
    ("tricks_taken", (2,), "by team: its tricks, in eighths"),
    ("bid", (1,), "the standing bid, later the one that is played, in hundreds"),
    ("roem_there", (1,), "the roem that is registered for the trick on the table, in hundreds"),
    ("knocks", (2,), "by team: what false knocks of the others gave it, in hundreds"),
)


def number_of_words(rules: RuleSet) -> int:
    return CORE_WORDS + (BID_WORDS if rules.troef == "auction" else 0) + has_talk(rules)


def number_of_features(rules: RuleSet) -> int:
    return WORD * number_of_words(rules) + NUMBERS


@cache
def layout(rules: RuleSet) -> tuple[Part, ...]:
    """What the features are, in their order; which parts there are depends on the rules, and on nothing else."""
    auction = _AUCTION if rules.troef == "auction" else ()
    talk = _TALK if has_talk(rules) else ()
    parts: list[Part] = []
    start = 0
    for name, shape, text in (*_CORE, *auction, *talk, *_NUMBERS):
        parts.append(Part(name, start, shape, text))
        start = parts[-1].slice.stop
    return tuple(parts)


def explained(features: Any, rules: RuleSet) -> dict[str, Any]:
    """The features by name, each part in its shape."""
    return {
        part.name: features[..., part.slice].reshape(*features.shape[:-1], *part.shape)
        for part in layout(rules)
    }


def as_features(words: Any, numbers: Any, features: Any = None) -> Any:
    """Words and numbers laid out, for one round or for many; real numbers of 32 bits, into *features* if given."""
    numpy = _numpy()
    shape = (*words.shape[:-1], WORD * words.shape[-1] + NUMBERS)
    laid_out = numpy.empty(shape, numpy.float32) if features is None else features
    eights = numpy.ascontiguousarray(words, dtype="<u4").view(numpy.uint8)
    laid_out[..., :-NUMBERS] = numpy.unpackbits(eights, axis=-1, bitorder="little")
    numpy.multiply(numbers, _scale(), out=laid_out[..., -NUMBERS:])
    return laid_out


@cache
def _numpy() -> Any:
    return the_arrays()  # which looks for it anew each time


@cache
def _scale() -> Any:
    numpy = _numpy()
    scale = numpy.full(NUMBERS, 1 / HUNDRED, numpy.float32)
    scale[OUR_TRICKS : OUR_TRICKS + 2] = 1 / TRICKS
    return scale


def observed(turn: Turn, me: Seat) -> Any:
    """The features of what a seat sees."""
    return _laid_out(*seen_by(turn, me))


def observed_by_bot(view: View) -> Any:
    """The features of what a bot sees that is to name troef, to bid or to play a card."""
    assert view.turn == view.viewer
    return _laid_out(*seen_in(view, view.turn, talking=False))


def _laid_out(words: list[int], numbers: list[int]) -> Any:
    numpy = _numpy()
    return as_features(numpy.array(words, numpy.uint32), numpy.array(numbers, numpy.int16))


def seen_by(turn: Turn, me: Seat) -> tuple[list[int], list[int]]:
    """The words and the numbers of what a seat sees."""
    return seen_in(turn.view(me), turn.seat, talking=turn.talking)


def seen_in(view: View, deciding: Seat | None, *, talking: bool) -> tuple[list[int], list[int]]:
    """The words and the numbers of a view; who decides, and whether that is about what is said of a trick."""
    me = view.viewer
    assert isinstance(me, Seat)
    words, numbers = words_and_numbers(view, me, deciding, remember(view), TALKING if talking else None)
    if view.rules.troef != "auction":
        del words[CORE_WORDS:]
    if has_talk(view.rules):
        words.append(_talk(view.events, me))
        numbers[ROEM_THERE] = view.registered
    return words, numbers


def _talk(events: tuple[RoundEvent, ...], me: Seat) -> int:
    """Who was accused in vain in this round, and who has claimed wrongly in this trick."""
    said, wrong = 0, 0
    for event in events:
        if isinstance(event, AccusationFailed):
            said |= 1 << 4 * (event.seat - me & 3) + (event.accused - me & 3)
        elif isinstance(event, RoemClaimed) and not event.right:
            wrong |= 1 << len(SEATS) ** 2 + (event.seat - me & 3)
        elif isinstance(event, CardPlayed):
            wrong = 0
    return said | wrong
