"""How a round could go: played in thought from the cards that the four pages show, until it has what a test is about.

The server deals as it likes. So a test looks at the deal, thinks of a way in which these cards lead to roem, to nat or
to verzaakt, and then has the four players do exactly that.
"""

from collections.abc import Callable
from random import Random

from klaverjas.actions import (
    Accuse,
    ChooseTroef,
    Claim,
    Collect,
    Knock,
    MakeBid,
    Pass,
    Play,
    RoundAction,
)
from klaverjas.cards import Suit
from klaverjas.phase import TRICK_END, TROEF
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.trick import TRICKS
from klaverjas.seats import SEATS, Seat

TRIES = 20_000
Improvise = Callable[[Round, Random], RoundAction]


def plot(begin: Round, improvise: Improvise, wanted: Callable[[Round], bool]) -> list[RoundAction]:
    """Actions that lead from here to a round as it is wanted."""
    for attempt in range(TRIES):
        chance = Random(attempt)
        round, actions = begin, []
        while round.result is None:
            actions.append(improvise(round, chance))
            round, _ = round.apply(actions[-1])
        if wanted(round):
            return actions
    raise AssertionError(f"these cards do not lead there: {begin.dealt}")


def kinds(round: Round) -> set[str]:
    """The names of all events so far; a claim or a knock with whether it was right."""
    found = set()
    for event in round.log:
        right = getattr(event, "right", None)
        found.add(type(event).__name__ + ("" if right is None else "Right" if right else "Wrong"))
    return found


def needs_taps(round: Round, action: RoundAction) -> bool:
    """Whether a trick lies there for claims, which this ends once everybody has tapped."""
    ends = round.phase is TRICK_END and isinstance(action, Play | Collect)
    return ends and round.rules.claim != "automatic"


def turn_of(round: Round) -> Seat:
    assert round.turn is not None
    return round.turn


def move(round: Round, chance: Random) -> RoundAction:
    """What must be done: any suit, any correct card."""
    if round.must_choose:
        return ChooseTroef(turn_of(round), chance.choice(list(Suit)))
    if round.phase is TRICK_END and len(round.tricks) == TRICKS - 1:
        return Collect()
    return Play(turn_of(round), chance.choice(list(round.correct_cards)))


def claiming(round: Round, chance: Random) -> RoundAction:
    """Roem is claimed where it lies; once somebody claims without any."""
    if round.phase is TRICK_END:
        lying = round.roem_on_table
        if lying > round.registered:
            return Claim(chance.choice(SEATS), lying)
        if not lying and "RoemClaimedWrong" not in kinds(round):
            return Claim(chance.choice(SEATS), 20)
    return move(round, chance)


def sans_over_suit(round: Round) -> RoundAction:
    """The auction: a pass, a suit, sans at the same amount, and three passes."""
    spoken = len(round.log) - 1
    said = {1: Bid(80, Suit.HEARTS), 2: Bid(80, None)}.get(spoken)
    return Pass(turn_of(round)) if said is None else MakeBid(turn_of(round), said)


def knocking(round: Round, chance: Random) -> RoundAction:
    """Who sees roem knocks; once somebody knocks without any."""
    if round.phase is TROEF:
        return sans_over_suit(round)
    if round.phase is TRICK_END:
        if round.roem_on_table and not round.registered:
            return Knock(chance.choice(SEATS))
        if not round.roem_on_table and "KnockedWrong" not in kinds(round):
            return Knock(chance.choice(SEATS))
    return move(round, chance)


def wrong_card(round: Round, chance: Random) -> RoundAction | None:
    """A card that the seat to play holds and may not play."""
    if round.turn is None or round.makers is None or round.phase is TRICK_END:
        return None
    wrong = [card for card in round.hands[round.turn] if card not in round.correct_cards]
    return Play(round.turn, chance.choice(wrong)) if wrong else None


def verzaakt(begin: Round, chance: Random, *, late: bool) -> list[RoundAction]:
    """As soon as somebody can, he plays a card that is not correct; his partner is accused of it, and then he.

    At once, or *late*: when the round is over.
    """
    round, actions = begin, list[RoundAction]()
    offender: Seat | None = None
    while round.result is None and not (offender is not None and not late):
        wrong = wrong_card(round, chance) if offender is None else None
        if wrong is not None:
            offender = turn_of(round)
        if round.phase is TROEF and not round.must_choose:
            action: RoundAction = one_bid(round)
        else:
            action = wrong or move(round, chance)
        actions.append(action)
        round, _ = round.apply(action)
    assert offender is not None
    return [*actions, Accuse(offender.left, offender.partner), Accuse(offender.left, offender)]


def one_bid(round: Round) -> RoundAction:
    """The shortest auction: a bid and three passes."""
    first = len(round.log) == 1
    return MakeBid(turn_of(round), Bid(90, Suit.CLUBS)) if first else Pass(turn_of(round))
