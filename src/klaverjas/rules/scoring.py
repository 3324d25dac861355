"""What a round is worth: nat, pit, tegenpit, verzaakt, rounding (Rules, section 7).

>>> from klaverjas.rules.named import LUGUS, ROTTERDAM
>>> ns, we = Team
>>> taken = Taken(cards=(81, 81), roem=(0, 0), tricks=(4, 4))
>>> score_round(taken, makers=ns, troef=Suit.HEARTS, bid=None, rules=ROTTERDAM).display
('nat', '162')
>>> taken = Taken(cards=(86, 76), roem=(20, 0), tricks=(4, 4))
>>> score_round(taken, makers=ns, troef=Suit.HEARTS, bid=80, rules=LUGUS).display
('9 + 2', '8')
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from klaverjas.cards import Card, Hand, Suit
from klaverjas.rules.integers import over_integers
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import TRICKS, pot, troef_number
from klaverjas.seats import Seat, Team

NOTHING: Final = (0, 0)


class Outcome(IntEnum):
    MADE = 0
    NAT = 1
    PIT = 2
    TEGENPIT = 3
    VERZAAKT = 4
    PASSED_OUT = 5

    @property
    def code(self) -> str:
        return self.name.lower().replace("_", "-")

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


# The same as integers, and the contracts of a rule set likewise.
MADE: Final = 0
NAT: Final = 1
PIT: Final = 2
TEGENPIT: Final = 3
OUTCOMES: Final = tuple(Outcome)
CONTRACTS: Final = ("none", "half", "bid")
HALF: Final = 1
BID: Final = 2


@over_integers
def reaches_contract(
    cards: int, roem: int, all_roem: int, all_cards: int, contract: int, bid: int, roem_counts: bool
) -> bool:
    """Whether the playing team, with these card points and this roem, makes it (Rules 7.1, 7.6, 7.8)."""
    reached = cards
    total = all_cards
    if roem_counts:
        reached += roem
        total += all_roem
    if contract == HALF:
        return 2 * reached > total
    if contract == BID:
        return reached >= bid
    return True


def points_needed(rules: RuleSet, troef: Suit | None, *, roem: int = 0, bid: int | None = None) -> int:
    """The least points with which the playing team makes it (Rules 7.1, 7.6, 7.8).

    *roem* is all that is registered in the round, for both teams. Where it counts towards the contract, the
    points of the playing team are cards and roem; elsewhere they are cards alone. Without a contract it needs none.

    >>> from klaverjas.rules.named import LUGUS, ROTTERDAM, VALET
    >>> points_needed(ROTTERDAM, Suit.HEARTS), points_needed(ROTTERDAM, Suit.HEARTS, roem=40)
    (82, 102)
    >>> points_needed(LUGUS, None, bid=70), points_needed(VALET, Suit.HEARTS)
    (70, 0)
    """
    if rules.contract == "none":
        return 0
    if rules.contract == "bid":
        return bid or 0
    return (pot(troef_number(troef)) + (roem if rules.roem_counts else 0)) // 2 + 1


@over_integers
def outcome_of(
    tricks: int,
    cards: int,
    roem: int,
    all_roem: int,
    all_cards: int,
    contract: int,
    bid: int,
    roem_counts: bool,
) -> int:
    """How a round that was played out ends for the playing team, which took *tricks* of the eight."""
    if tricks == TRICKS:
        return PIT
    if tricks == 0:
        return TEGENPIT
    if reaches_contract(cards, roem, all_roem, all_cards, contract, bid, roem_counts):
        return MADE
    return NAT


@over_integers
def counted_cards(outcome: int, is_makers: bool, cards: int, all_cards: int, pit: int, tegenpit: int) -> int:
    """The card points that count for one team, bonus included (Rules 7.2-7.6, 7.8)."""
    if is_makers:
        if outcome == PIT:
            return cards + pit
        if outcome == NAT:
            return 0
        return cards  # in a tegenpit there are none
    if outcome == NAT:
        return all_cards
    if outcome == TEGENPIT:
        return all_cards + tegenpit
    return cards


@over_integers
def counted_roem(outcome: int, is_makers: bool, roem: int, all_roem: int) -> int:
    """The roem that counts for one team: after nat all of it goes to the defenders (Rules 7.3)."""
    if outcome == NAT:
        if is_makers:
            return 0
        return all_roem
    return roem


@over_integers
def rounded_to_tens(points: int) -> int:
    """A last digit up to 5 goes down, from 6 up: 125 is 12, 126 is 13 (Rules 7.7)."""
    return (points + 4) // 10


@over_integers
def as_written(points: int, in_tens: bool) -> int:
    """Points in the table's unit."""
    if in_tens:
        return rounded_to_tens(points)
    return points


@over_integers
def team_score(
    outcome: int,
    is_makers: bool,
    cards: int,
    roem: int,
    all_cards: int,
    all_roem: int,
    pit: int,
    tegenpit: int,
    in_tens: bool,
) -> int:
    """What a team writes down for a round, false knocks aside: cards and roem are rounded each for itself."""
    counted = counted_cards(outcome, is_makers, cards, all_cards, pit, tegenpit)
    extra = counted_roem(outcome, is_makers, roem, all_roem)
    return as_written(counted, in_tens) + as_written(extra, in_tens)


@dataclass(frozen=True)
class Taken:
    """What each team took in the tricks of a round; *knocks* is what false knocks of the others gave it."""

    cards: tuple[int, int] = NOTHING
    roem: tuple[int, int] = NOTHING
    tricks: tuple[int, int] = NOTHING
    knocks: tuple[int, int] = NOTHING

    def plus(self, team: Team, cards: int, roem: int) -> "Taken":
        """The same with one more trick."""
        return Taken(
            raised(self.cards, team, cards),
            raised(self.roem, team, roem),
            raised(self.tricks, team, 1),
            self.knocks,
        )


def raised(points: tuple[int, int], team: Team, by: int) -> tuple[int, int]:
    """Points by team, with more for one of them."""
    north_south, west_east = points
    return (north_south + by, west_east) if team == Team.NORTH_SOUTH else (north_south, west_east + by)


def added(points: tuple[int, int], more: tuple[int, int]) -> tuple[int, int]:
    """Points by team, added up."""
    return points[0] + more[0], points[1] + more[1]


@dataclass(frozen=True, slots=True)
class Offence:
    """An incorrect card: where, which rule it broke, and what would have been correct (Rules 6.3)."""

    trick: int
    card: Card
    rule: str
    correct: Hand


@dataclass(frozen=True, slots=True)
class Result:
    """A scored round. By team: raw *cards* and *roem* as counted, *knocks*, and *score* in the table's unit."""

    outcome: Outcome
    makers: Team | None
    cards: tuple[int, int]
    roem: tuple[int, int]
    knocks: tuple[int, int]
    score: tuple[int, int]
    display: tuple[str, str]
    offender: Team | None = None
    accused: Seat | None = None
    offences: tuple[Offence, ...] = ()


def _result(
    outcome: Outcome,
    makers: Team | None,
    cards: tuple[int, int],
    roem: tuple[int, int],
    knocks: tuple[int, int],
    rules: RuleSet,
    offender: Team | None = None,
    accused: Seat | None = None,
    offences: tuple[Offence, ...] = (),
) -> Result:
    score, display = [0, 0], ["", ""]
    for team in (0, 1):
        shown, extra, knocked = (
            as_written(points[team], rules.rounding == "tens") for points in (cards, roem, knocks)
        )
        score[team] = shown + extra + knocked
        display[team] = f"{shown} + {extra}" if extra else str(shown)
    if makers is not None:  # Rules 7.9: a word instead of a 0
        if outcome == NAT or (outcome == TEGENPIT and _tegenpit_is_nat(rules)):
            display[makers] = "nat"
        elif outcome == PIT:
            display[1 - makers] = "pit"
    if offender is not None:
        display[offender] = "verzaakt"
    return Result(
        outcome,
        makers,
        cards,
        roem,
        knocks,
        (score[0], score[1]),
        (display[0], display[1]),
        offender,
        accused,
        offences,
    )


def _tegenpit_is_nat(rules: RuleSet) -> bool:
    """Whether a tegenpit is written as nat: not where there is no contract, except in the first edition."""
    return rules.contract != "none" or rules.edition == 1


def score_round(taken: Taken, makers: Team, troef: Suit | None, bid: int | None, rules: RuleSet) -> Result:
    """The score of a round that was played to the last trick."""
    all_cards = pot(troef_number(troef))
    all_roem = sum(taken.roem)
    outcome = outcome_of(
        taken.tricks[makers],
        taken.cards[makers],
        taken.roem[makers],
        all_roem,
        all_cards,
        CONTRACTS.index(rules.contract),
        bid or 0,
        bool(rules.roem_counts),
    )
    cards, roem = [0, 0], [0, 0]
    for team in (0, 1):
        is_makers = team == makers
        cards[team] = counted_cards(
            outcome, is_makers, taken.cards[team], all_cards, rules.pit, rules.tegenpit
        )
        roem[team] = counted_roem(outcome, is_makers, taken.roem[team], all_roem)
    return _result(OUTCOMES[outcome], makers, (cards[0], cards[1]), (roem[0], roem[1]), taken.knocks, rules)


def score_verzaakt(
    offender: Team,
    makers: Team | None,
    all_roem: int,
    rules: RuleSet,
    accused: Seat | None = None,
    offences: tuple[Offence, ...] = (),
) -> Result:
    """The score after a proven accusation or an imposed penalty (Rules 6.4, 6.6).

    False knocks are void (Rules 5.5); the roem is too, or goes to the other team.
    """
    penalty = rules.verzaakt or 0
    roem = all_roem if rules.verzaakt_keeps_roem else 0
    return _result(
        Outcome.VERZAAKT,
        makers,
        raised(NOTHING, offender.opponents, penalty),
        raised(NOTHING, offender.opponents, roem),
        NOTHING,
        rules,
        offender,
        accused,
        offences,
    )


def score_passed_out(rules: RuleSet) -> Result:
    """Nobody bid: the deal does not count as a round (Rules 2.2, 3.5)."""
    return _result(Outcome.PASSED_OUT, None, NOTHING, NOTHING, NOTHING, rules)
