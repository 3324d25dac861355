"""What an expression can be, in words."""

from enum import Enum

from klaverjas.recycle.forms import Atom, Form
from klaverjas.sentences import Language, Phrase


class Kind(Enum):
    """What an expression gives; the value is how it is called when something else was written."""

    NUMBER = Phrase(
        "a number, such as 3, (size ...), (sum ... using ...) or (game sto SCORE)",
        "een getal, zoals 3, (size ...), (sum ... using ...) of (game sto SCORE)",
    )
    TEXT = Phrase(
        "a text, such as HEARTS, (game str TRUMP) or (cardatt SUIT ...)",
        "een tekst, zoals HEARTS, (game str TRUMP) of (cardatt SUIT ...)",
    )
    CARD = Phrase(
        "a card, such as (top ...), (max ... using ...) or a variable",
        "een kaart, zoals (top ...), (max ... using ...) of een variabele",
    )
    CARDS = Phrase(
        "cards, such as (game vloc DISCARD), (filter ...) or (union ...)",
        "kaarten, zoals (game vloc DISCARD), (filter ...) of (union ...)",
    )
    PILES = Phrase(
        "piles of cards, such as (partition SUIT ...) or (runs largest 3 ... using ...)",
        "een aantal stapels kaarten, zoals (partition SUIT ...) of (runs largest 3 ... using ...)",
    )
    PLAYER = Phrase(
        "a player, such as (current player) or (owner ...)",
        "een speler, zoals (current player) of (owner ...)",
    )
    TEAM = Phrase(
        "a team, such as (current team) or (team (current player))",
        "een team, zoals (current team) of (team (current player))",
    )
    BOOLEAN = Phrase(
        "a condition, such as (== ... ...), (and ... ...) or (all ... 'V (...))",
        "een voorwaarde, zoals (== ... ...), (and ... ...) of (all ... 'V (...))",
    )
    NUMBERS = Phrase("numbers, such as (range 1 .. 4)", "getallen, zoals (range 1 .. 4)")
    TEXTS = Phrase("texts, such as (HEARTS, CLUBS)", "teksten, zoals (HEARTS, CLUBS)")
    PLAYERS = Phrase("players, such as the word player", "spelers, zoals het woord player")
    TEAMS = Phrase("teams, such as the word team", "teams, zoals het woord team")


# What is in a collection.
ELEMENT = {
    Kind.CARDS: Kind.CARD,
    Kind.PILES: Kind.CARDS,
    Kind.NUMBERS: Kind.NUMBER,
    Kind.TEXTS: Kind.TEXT,
    Kind.PLAYERS: Kind.PLAYER,
    Kind.TEAMS: Kind.TEAM,
}

COLLECTION = Phrase(
    "a collection: cards, player, team, (range ...), (HEARTS, CLUBS), (partition ...)",
    "iets om langs te gaan: kaarten, player, team, (range ...), (HEARTS, CLUBS), (partition ...)",
)
VARIABLE = Phrase("a variable, such as 'C", "een variabele, zoals 'C")
NAME = Phrase("a NAME, in capitals", "een NAAM, in hoofdletters")
ACTION = Phrase(
    "an action, such as (move ...), (set ...) or (do (...)), or a conditional one: ((...) (move ...))",
    "een actie, zoals (move ...), (set ...) of (do (...)), of een voorwaarde ervoor: ((...) (move ...))",
)
LOCATION = Phrase(
    "a place to put a card, such as (top (game vloc DISCARD))",
    "een plek voor een kaart, zoals (top (game vloc DISCARD))",
)
POINTS = Phrase("points, such as (game points VALUE)", "punten, zoals (game points VALUE)")


def shortened(written: str) -> str:
    """The beginning of a form, for a sentence."""
    return written if len(written) <= 40 else f"{written[:37]}..."


class Found:
    """A form in a sentence."""

    def __init__(self, form: Form, kind: Kind | None = None) -> None:
        self.form, self.kind = form, kind

    def said(self, language: Language) -> str:
        written = shortened(repr(self.form))
        if self.kind is None:
            return written
        what = self.kind.value.said(language).partition(",")[0]
        return f"{written}: {what}"

    def __repr__(self) -> str:
        return f"Found({self.form!r})"


def word_of(form: Form | None) -> str:
    """The word that a form is; empty where it is something else."""
    return form.text if isinstance(form, Atom) and form.kind == "word" else ""
