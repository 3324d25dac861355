"""What will the score of the round be? With all hands open: nat, pit and rounding count, and what was taken before."""

import threading
from functools import cache
from typing import Any, Final

from klaverjas.cards import Suit
from klaverjas.errors import Refusal
from klaverjas.kernel.compile.compiler import compiled, integers
from klaverjas.kernel.layout import ITSELF, POSITION, TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS
from klaverjas.kernel.round.payoff import Payoff
from klaverjas.kernel.solver.points import new_room
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.score import ScoreWorkspace, new_score_room, scored
from klaverjas.kernel.solver.solve import Asked, Solution, as_integers, own_room, solution_of
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS, Taken
from klaverjas.rules.trick import pot, troef_number
from klaverjas.seats import Team

APART: Final = Asked(cards=(1, 0), roem=(0, 1))  # so that the search can tell points from roem


@cache
def _entry() -> Any:
    """Compiled, or taken from the cache of an earlier time, when it is first used."""
    return compiled(
        scored,
        integers(POSITION),
        0,
        0,
        integers(8),
        integers(4),
        Payoff(0, 0, 0, False, 0, 0, False, 0),
        integers(TAKEN),
        integers(ITSELF),
        new_room(),
        new_score_room(),
    )


_compiling = threading.Lock()
_own = threading.local()


def own_score_room() -> ScoreWorkspace:
    """Where this thread works, besides its room."""
    if not hasattr(_own, "room"):
        _own.room = new_score_room()
    room: ScoreWorkspace = _own.room
    return room


def taken_row(taken: Taken) -> Any:
    """What was taken, as integers."""
    row = integers(TAKEN)
    row[TAKEN_CARDS : TAKEN_CARDS + 2] = taken.cards
    row[TAKEN_ROEM : TAKEN_ROEM + 2] = taken.roem
    row[TAKEN_TRICKS : TAKEN_TRICKS + 2] = taken.tricks
    return row


def payoff_of(rules: RuleSet, makers: Team, bid: int | None, troef: Suit | None, *, in_tens: bool) -> Payoff:
    """What a round is played for, as integers."""
    return Payoff(
        makers=int(makers),
        contract=CONTRACTS.index(rules.contract),
        bid=bid or 0,
        roem_counts=bool(rules.roem_counts),
        pit=rules.pit,
        tegenpit=rules.tegenpit,
        in_tens=in_tens,
        all_cards=pot(troef_number(troef)),
    )


def solve_score(position: Position, rules: RuleSet, stakes: Stakes) -> Solution:
    """The score of the team to move minus the other's, when all play for that, and the same after each correct card.

    South takes the last two tricks, 35 points. With the 46 from before that is half and no more: nat.

    >>> from klaverjas.cards import Hand
    >>> from klaverjas.rules.named import AMSTERDAM
    >>> from klaverjas.rules.scoring import Taken
    >>> from klaverjas.rules.trick import Trick
    >>> from klaverjas.seats import Team
    >>> hands = [Hand.parse(cards) for cards in ("HA HT", "HK H7", "S7 S8", "D7 D8")]
    >>> position = Position(hands, Trick.parse("S:", troef="C"))
    >>> before = Taken(cards=(46, 81), roem=(0, 0), tricks=(3, 3))
    >>> solve_score(position, AMSTERDAM, Stakes(Team.NORTH_SOUTH, taken=before)).value
    -162
    """
    stakes.check(position)
    if rules.contract == "bid" and stakes.bid is None:
        raise Refusal("no-bid")
    with _compiling:
        run = _entry()
    values, taken, room = integers(ITSELF), taken_row(stakes.taken), own_room()
    payoff = payoff_of(rules, stakes.makers, stakes.bid, position.troef, in_tens=rules.rounding == "tens")
    before = room.memory.counted[0]
    run(*as_integers(position, rules, APART), payoff, taken, values, room, own_score_room())
    return solution_of(values, position, rules, int(room.memory.counted[0] - before))


def warm_up_scores() -> None:
    """Compile now what would be compiled at the first score."""
    with _compiling:
        _entry()
