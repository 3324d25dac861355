"""Every house choice of a table, described: values, paragraph, when it applies, words in Dutch and English.

``RuleSet`` holds the choices; this table says what each may be. Checks, JSON Schema, the forms that
people fill in and ``klaverjas rules show`` are all made from it.

The rule sets have editions. A field that the second edition added has a value in the first edition too (``first``):
what tables did before they could choose.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from klaverjas.sentences import Phrase

Kind = Literal["choice", "flag", "points", "batches", "seat", "ranks", "end"]


@dataclass(frozen=True)
class When:
    """A field applies only while another has one of these values."""

    field: str
    values: tuple[object, ...]

    def holds(self, values: Mapping[str, object]) -> bool:
        value = values[self.field]
        return value in self.values or getattr(value, "unit", None) in self.values

    def phrase(self) -> Phrase:
        shown = [f"'{value}'" if isinstance(value, str) else str(value).lower() for value in self.values]
        return Phrase(f"'{self.field}' is {' or '.join(shown)}", f"'{self.field}' {' of '.join(shown)} is")


@dataclass(frozen=True)
class Field:
    name: str
    kind: Kind
    paragraphs: tuple[str, ...]
    title: Phrase
    text: Phrase
    choices: Mapping[str, Phrase] = field(default_factory=dict)
    least: int = 0
    most: int = 1000
    tens: bool = True
    when: When | None = None
    default: object = None  # taken when a changed field makes this one apply
    off: object = None  # taken when it does not apply
    optional: bool = False  # may be null where it applies, which means no
    edition: int = 1  # of the rule sets, that brought the field
    first: object = None  # taken in the first edition where the field applies, if a later one brought it

    def default_in(self, edition: int) -> object:
        """The value that a rule set of an edition has, unless a table sets another one."""
        return self.first if edition < self.edition else self.default


AUCTION: Final = When("troef", ("auction",))
SANS: Final = When("sans", (True,))
KNOCK: Final = When("claim", ("knock",))
CHALLENGE: Final = When("incorrect_card", ("challenge",))
CONTRACT: Final = When("contract", ("half", "bid"))
AMOUNT: Final = When("claim", ("amount",))
POINTS: Final = When("end", ("points",))
SECOND: Final = 2  # edition

FIELDS: Final[Mapping[str, Field]] = {
    item.name: item
    for item in (
        Field(
            "deal",
            "batches",
            ("1.2",),
            Phrase("Dealing", "Delen"),
            Phrase(
                "How many cards each player gets at a time; eight in total.",
                "Hoeveel kaarten elke speler per keer krijgt; samen acht.",
            ),
        ),
        Field(
            "first_dealer",
            "seat",
            ("2.1",),
            Phrase("First dealer", "Eerste deler"),
            Phrase(
                "Who deals the first round; after that the deal passes clockwise.",
                "Wie de eerste ronde deelt; daarna gaat het delen met de klok mee.",
            ),
        ),
        Field(
            "troef",
            "choice",
            ("3.1", "3.2", "3.3", "3.4"),
            Phrase("Choosing trump", "Troef maken"),
            Phrase(
                "Whether one player must name a suit, or everyone bids for it.",
                "Of één speler een kleur moet noemen, of dat er geboden wordt.",
            ),
            choices={
                "forced": Phrase(
                    "the player left of the dealer must name a suit",
                    "links van de deler moet een kleur noemen",
                ),
                "auction": Phrase("players bid for it", "er wordt geboden"),
            },
        ),
        Field(
            "sans",
            "flag",
            ("3.2", "4.7"),
            Phrase("Sans", "Sans"),
            Phrase(
                "Whether players may bid to play without trump.",
                "Of er zonder troef geboden mag worden.",
            ),
            when=AUCTION,
            default=False,
            off=False,
        ),
        Field(
            "all_pass",
            "choice",
            ("3.5",),
            Phrase("All pass", "Iedereen past"),
            Phrase("What happens when nobody bids.", "Wat er gebeurt als niemand biedt."),
            choices={
                "redeal": Phrase("the next dealer deals again", "de volgende deler deelt opnieuw"),
                "forced": Phrase(
                    "the player left of the dealer must choose a suit at the lowest bid",
                    "links van de deler moet een kleur kiezen voor het laagste bod",
                ),
            },
            when=AUCTION,
            default="redeal",
        ),
        Field(
            "min_bid",
            "points",
            ("3.2",),
            Phrase("Lowest bid", "Laagste bod"),
            Phrase("The lowest bid in a suit.", "Het laagste bod op een kleur."),
            least=10,
            most=160,
            when=AUCTION,
            default=80,
        ),
        Field(
            "max_bid",
            "points",
            ("3.2",),
            Phrase("Highest bid", "Hoogste bod"),
            Phrase(
                "The highest bid in a suit; 160 is the most that can be made.",
                "Het hoogste bod op een kleur; meer dan 160 is niet te halen.",
            ),
            least=10,
            most=160,
            when=AUCTION,
            default=160,
        ),
        Field(
            "min_bid_sans",
            "points",
            ("3.2",),
            Phrase("Lowest bid in sans", "Laagste bod sans"),
            Phrase("The lowest bid without trump.", "Het laagste bod zonder troef."),
            least=10,
            most=130,
            when=SANS,
            default=70,
        ),
        Field(
            "max_bid_sans",
            "points",
            ("3.2",),
            Phrase("Highest bid in sans", "Hoogste bod sans"),
            Phrase(
                "The highest bid without trump; 130 is the most that can be made.",
                "Het hoogste bod zonder troef; meer dan 130 is niet te halen.",
            ),
            least=10,
            most=130,
            when=SANS,
            default=130,
        ),
        Field(
            "bid_step",
            "points",
            ("3.3",),
            Phrase("Smallest raise", "Kleinste verhoging"),
            Phrase(
                "The smallest step from one bid to the next.",
                "Met hoeveel een bod het vorige minstens moet verhogen.",
            ),
            least=10,
            most=100,
            when=AUCTION,
            default=10,
        ),
        Field(
            "beat_led_troef",
            "flag",
            ("4.3",),
            Phrase("Beat a led trump", "Uitgekomen troef overtroeven"),
            Phrase(
                "Whether players must beat a led trump if they can.",
                "Of op een uitgekomen troef overgetroefd moet worden door wie dat kan.",
            ),
        ),
        Field(
            "partner_winning",
            "choice",
            ("4.4", "4.6"),
            Phrase("Partner is winning", "Slag aan de maat"),
            Phrase(
                "What a player who cannot follow suit must do while partner is winning.",
                "Wat wie niet kan bekennen moet doen als de slag aan de maat ligt.",
            ),
            choices={
                "must_trump": Phrase("trump anyway", "toch introeven"),
                "free": Phrase("play anything except a lower trump", "alles mag, behalve ondertroeven"),
                "discard": Phrase(
                    "no trump while partner is winning with a trump",
                    "geen troef als de maat met een troef ligt",
                ),
            },
        ),
        Field(
            "undertrump",
            "choice",
            ("4.4", "4.5"),
            Phrase("Undertrumping", "Ondertroeven"),
            Phrase(
                "What a player who must trump but cannot beat the trick must do.",
                "Wat wie moet troeven maar er niet overheen kan moet doen.",
            ),
            choices={
                "required": Phrase("play a lower trump", "een lagere troef spelen"),
                "last_resort": Phrase(
                    "play another suit; a lower trump only with nothing else left",
                    "een andere kleur; een lagere troef alleen als er niets anders is",
                ),
            },
        ),
        Field(
            "four_alike",
            "ranks",
            ("5.3",),
            Phrase("Four alike", "Vier gelijke"),
            Phrase(
                "Roem for four cards of one rank in a trick, for each rank that counts.",
                "De roem voor vier gelijke kaarten in een slag, per rang die telt.",
            ),
        ),
        Field(
            "claim",
            "choice",
            ("5.4", "5.5", "5.6"),
            Phrase("Claiming roem", "Roem melden"),
            Phrase("How roem is claimed.", "Hoe roem meetelt."),
            choices={
                "amount": Phrase("by calling the amount", "door het bedrag te roepen"),
                "knock": Phrase("by knocking", "door te kloppen"),
                "automatic": Phrase("automatically", "vanzelf"),
            },
        ),
        Field(
            "claim_lock",
            "choice",
            ("5.4",),
            Phrase("After a correct claim", "Na een goede melding"),
            Phrase(
                "Whether roem can be claimed again in the same trick.",
                "Of gemelde roem in dezelfde slag nog een keer gemeld kan worden.",
            ),
            choices={
                "trick": Phrase("nobody can claim again in that trick", "niemand meldt nog in die slag"),
                "raise": Phrase(
                    "a later card that adds roem allows a new claim",
                    "een latere kaart met meer roem opent het weer",
                ),
            },
            when=AMOUNT,
            default="trick",
            edition=SECOND,
            first="raise",
        ),
        Field(
            "false_knock",
            "points",
            ("5.5",),
            Phrase("False knock", "Valse klop"),
            Phrase(
                "Points for the opponents after a knock without roem.",
                "Wat de tegenpartij krijgt voor een klop zonder roem.",
            ),
            when=KNOCK,
            default=20,
        ),
        Field(
            "incorrect_card",
            "choice",
            ("6.1",),
            Phrase("Incorrect cards", "Foute kaarten"),
            Phrase(
                "Whether the table refuses an incorrect card, or the players must spot it.",
                "Of de tafel een foute kaart weigert, of dat de spelers het moeten zien.",
            ),
            choices={
                "challenge": Phrase("allowed until someone objects", "toegestaan tot iemand het ziet"),
                "refused": Phrase("refused", "geweigerd"),
            },
        ),
        Field(
            "challenge_until",
            "choice",
            ("6.2",),
            Phrase("Accuse until", "Beschuldigen tot"),
            Phrase(
                "How long a player can be accused of verzaakt.",
                "Tot wanneer een speler van verzaken beschuldigd kan worden.",
            ),
            choices={
                "last_trick": Phrase("the eighth trick is collected", "de achtste slag is opgehaald"),
                "next_deal": Phrase("the next deal", "de volgende gift"),
            },
            when=CHALLENGE,
            default="last_trick",
        ),
        Field(
            "verzaakt",
            "points",
            ("6.4",),
            Phrase("Penalty for verzaakt", "Straf voor verzaken"),
            Phrase(
                "Points for the other team when someone has verzaakt.",
                "Wat het andere team krijgt als iemand verzaakt heeft.",
            ),
            tens=False,
            when=CHALLENGE,
            default=162,
        ),
        Field(
            "verzaakt_keeps_roem",
            "flag",
            ("6.4",),
            Phrase("Roem after verzaakt", "Roem na verzaken"),
            Phrase(
                "Whether the other team gets all roem of the round; otherwise it is lost.",
                "Of alle roem van de ronde naar het andere team gaat; anders vervalt die.",
            ),
            when=CHALLENGE,
            default=False,
        ),
        Field(
            "talk_penalty",
            "flag",
            ("6.6",),
            Phrase("Talking about cards", "Praten over kaarten"),
            Phrase(
                "Whether giving away information about your cards is punished like verzaakt.",
                "Of iets verraden over je kaarten bestraft wordt als verzaken.",
            ),
            when=CHALLENGE,
            optional=True,
            edition=SECOND,
            first=True,
        ),
        Field(
            "look_back",
            "choice",
            ("6.7",),
            Phrase("Looking back", "Terugkijken"),
            Phrase(
                "Which earlier tricks of the round players may look at.",
                "Welke slagen van de ronde je terug mag zien.",
            ),
            choices={
                "previous": Phrase("only the last trick", "alleen de vorige"),
                "all": Phrase("all", "allemaal"),
            },
            default="all",
            edition=SECOND,
            first="all",
        ),
        Field(
            "contract",
            "choice",
            ("7.1", "7.6", "7.8"),
            Phrase("Making it", "Halen"),
            Phrase(
                "What the playing team needs to avoid nat.",
                "Wat de spelende partij moet halen om niet nat te gaan.",
            ),
            choices={
                "half": Phrase("more than half", "meer dan de helft"),
                "bid": Phrase("its bid", "het bod"),
                "none": Phrase("nothing: there is no nat", "niets: nat bestaat niet"),
            },
        ),
        Field(
            "roem_counts",
            "flag",
            ("7.1", "7.6"),
            Phrase("Roem counts for making it", "Roem telt voor het halen"),
            Phrase(
                "Whether roem counts towards what the team needs.",
                "Of roem meetelt voor wat gehaald moet worden.",
            ),
            when=CONTRACT,
            default=True,
        ),
        Field(
            "pit",
            "points",
            ("7.4",),
            Phrase("Pit", "Pit"),
            Phrase(
                "Bonus for the playing team when it wins all eight tricks.",
                "De premie voor de spelende partij als die alle slagen haalt.",
            ),
        ),
        Field(
            "tegenpit",
            "points",
            ("7.5",),
            Phrase("Tegenpit", "Tegenpit"),
            Phrase(
                "Bonus for the defenders when they win all eight tricks.",
                "De premie voor de tegenpartij als die alle slagen haalt.",
            ),
        ),
        Field(
            "rounding",
            "choice",
            ("7.7",),
            Phrase("Rounding", "Afronden"),
            Phrase(
                "Whether scores are written in points or in tens.",
                "Of er in punten of in tientallen wordt opgeschreven.",
            ),
            choices={
                "none": Phrase("points", "punten"),
                "tens": Phrase("tens: 125 is 12, 126 is 13", "tientallen: 125 is 12, 126 is 13"),
            },
        ),
        Field(
            "end",
            "end",
            ("2.2",),
            Phrase("End of the game", "Einde van de partij"),
            Phrase(
                "A number of rounds, or the points a team must reach.",
                "Een aantal rondes, of de punten die een team moet halen.",
            ),
        ),
        Field(
            "target_tie",
            "choice",
            ("2.2",),
            Phrase("Tie at the end", "Gelijk aan het eind"),
            Phrase(
                "What happens when both teams reach the target with the same score.",
                "Wat er gebeurt als beide teams de punten hebben, en evenveel.",
            ),
            choices={
                "draw": Phrase("a draw", "gelijkspel"),
                "play_on": Phrase("play continues", "er wordt doorgespeeld"),
            },
            when=POINTS,
            default="draw",
            edition=SECOND,
            first="play_on",
        ),
    )
}
