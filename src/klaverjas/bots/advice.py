"""What a bot does and why: an action, and a reason in its own numbers that can be said in one sentence.

>>> from klaverjas.actions import Play
>>> from klaverjas.cards import Card
>>> from klaverjas.seats import Seat
>>> ace, nine = Card.parse("HA"), Card.parse("H9")
>>> worlds = LargeNumber(3200)
>>> advice = Advice.of(Play(Seat.SOUTH, ace), "better-card", card=ace, points=12, next=nine, worlds=worlds)
>>> print(advice.sentence("en"))
♥A scores about 12 points more than ♥9, on average over 3,200 possible layouts of the hidden cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from klaverjas.actions import RoundAction
from klaverjas.cards import Card
from klaverjas.errors import say
from klaverjas.sentences import Language, Phrase, numeral


@dataclass(frozen=True)
class Outlook:
    """What a player expects, in numbers."""

    choices: tuple[
        tuple[RoundAction, float], ...
    ]  # what can be done, the best first: points ahead at the end
    nat: (
        float | None
    )  # how likely the playing team is to go nat; None where there is no nat, or nobody plays yet
    holders: tuple[
        tuple[Card, tuple[float, ...]], ...
    ]  # the hidden cards: how likely each seat is to have it


@dataclass(frozen=True)
class Advice:
    """An action, the code of the reason for it, and the facts of that reason. Codes never change."""

    action: RoundAction
    why: str
    facts: tuple[tuple[str, object], ...] = ()
    outlook: Outlook | None = None

    @classmethod
    def of(cls, action: RoundAction, why: str, **facts: object) -> "Advice":
        return cls(action, why, tuple(facts.items()))

    def sentence(self, language: Language) -> str:
        """The reason, for a person."""
        facts = {name: say(fact, language) for name, fact in self.facts}
        return REASONS[self.why].said(language).format(**facts)


REASONS: Final[Mapping[str, Phrase]] = {
    "roem-lies-there": Phrase(
        "There is {points} roem in this trick, and your team is certain to win it.",
        "Er ligt roem in een slag die zeker voor jullie is: {points}.",
    ),
    "proven": Phrase(
        "{seat} must have played an incorrect card: the later cards prove it.",
        "{seat} heeft zeker verzaakt: de kaarten die later kwamen laten niets anders over.",
    ),
    "no-choice": Phrase(
        "{card} is the only card you can play.",
        "{card} is de enige kaart die gespeeld mag worden.",
    ),
    "guess": Phrase("This is a guess.", "Het is een gok."),
    # --- by the principles -----------------------------------------------------------------------
    "ours": Phrase(
        "Your team has a {chance} % chance to win this trick, worth {points} points.",
        "De slag is met een kans van {chance} % voor jullie, en er liggen dan {points} punten in.",
    ),
    "theirs": Phrase(
        "The opponents have a {chance} % chance to win this trick, and {card} is the card you need least.",
        "De slag is met een kans van {chance} % voor de anderen, en {card} mis je het minst.",
    ),
    "counted-troef": Phrase(
        "With {suit} as trump your hand is worth {points} points; with {next}, {fewer}.",
        "Met {suit} als troef telt deze hand voor {points} punten, met {next} voor {fewer}.",
    ),
    "counted-bid": Phrase(
        "Your hand is worth {points} points, enough for {bid}.",
        "Deze hand telt voor {points} punten, en dat is genoeg voor {bid}.",
    ),
    "shows-jacks": Phrase(
        "{bid} tells your partner that you have jacks and nines, the highest trumps in any suit.",
        "{bid} vertelt je maat dat je boeren en negens hebt, de hoogste troeven van elke kleur.",
    ),
    "partners-bid": Phrase(
        "Your partner has bid {bid}, and you can leave it there.",
        "Je maat heeft {bid} geboden, en dat kan zo blijven.",
    ),
    "counted-pass": Phrase(
        "You do not have enough points for any bid.",
        "Voor geen bod dat nog kan zijn er genoeg punten.",
    ),
    # --- by rounds in the head -------------------------------------------------------------------
    "better-card": Phrase(
        "{card} scores about {points} points more than {next}, on average over {worlds} possible layouts "
        "of the hidden cards.",
        "{card} levert ongeveer {points} punten meer op dan {next}, gemiddeld over {worlds} manieren waarop de "
        "verborgen kaarten kunnen zitten.",
    ),
    "as-good-card": Phrase(
        "{card} and {next} score about the same, over {worlds} possible layouts of the hidden cards.",
        "{card} en {next} leveren ongeveer evenveel op, over {worlds} manieren waarop de verborgen kaarten kunnen "
        "zitten.",
    ),
    "better-troef": Phrase(
        "With {suit} as trump you finish {ahead} on average; with {next}, {behind}.",
        "Met {suit} als troef komen jullie gemiddeld {ahead} uit, met {next} {behind}.",
    ),
    "better-bid": Phrase(
        "If you bid {bid} you finish {ahead} on average; if you pass, {behind}.",
        "Voor {bid} gespeeld komen jullie gemiddeld {ahead} uit, en {behind} als je past.",
    ),
    "better-pass": Phrase(
        "If you pass you finish {ahead} on average; with {bid}, the best bid left, {behind}.",
        "Als je past komen jullie gemiddeld {ahead} uit, en {behind} met {bid}, het beste bod dat nog kan.",
    ),
    # --- by a trained network --------------------------------------------------------------------
    "trained": Phrase(
        "The network learned this from a great many rounds, and is {chance} % sure.",
        "Het netwerk kent dit van heel veel rondes, en is {chance} % zeker.",
    ),
    "too-late": Phrase("It is too late to bid.", "Er kan niet meer geboden worden."),
}


@dataclass(frozen=True)
class LargeNumber:
    """A number that may be large: 12,000 in English, 12.000 in Dutch."""

    number: int

    def said(self, language: Language) -> str:
        return numeral(self.number, language)


@dataclass(frozen=True)
class LeadInPoints:
    """How many points one side ends ahead of the other, in words: +12, or -30."""

    points: float

    def said(self, language: Language) -> str:
        return f"{self.points:+.0f}".replace("-", "\N{MINUS SIGN}")
