"""What a round is played for."""

from dataclasses import dataclass, field

from klaverjas.errors import Refusal
from klaverjas.kernel.solver.position import Position
from klaverjas.rules.scoring import Taken
from klaverjas.rules.trick import LAST_TRICK, TRICKS, card_points, pot, troef_number
from klaverjas.seats import Team


@dataclass(frozen=True)
class Stakes:
    """What a round is about: which team plays it, what it bid, and what both have taken in earlier tricks."""

    makers: Team
    bid: int | None = None
    taken: Taken = field(default_factory=Taken)

    def fits(self, position: Position) -> bool:
        """Whether this can have been taken before the position."""
        return (sum(self.taken.cards), sum(self.taken.tricks)) == gone_before(position)

    def check(self, position: Position) -> None:
        """Refuse what cannot have been taken."""
        if not self.fits(position):
            points, tricks = gone_before(position)
            raise Refusal("not-taken", points=points, tricks=tricks)


def gone_before(position: Position) -> tuple[int, int]:
    """The card points in the tricks before this one, and how many tricks they were."""
    troef = troef_number(position.troef)
    left = sum(card_points(card, troef) for hand in position.hands for card in hand)
    points = pot(troef) - LAST_TRICK - left - position.trick.points
    return points, TRICKS - len(position.hands[position.turn])
