"""What a round is played for."""

from dataclasses import dataclass, field

from klaverjas.errors import Refusal
from klaverjas.kernel.position import Position
from klaverjas.rules.scoring import Taken
from klaverjas.rules.trick import LAST_TRICK, TRICKS, card_points, pot, troef_number
from klaverjas.seats import Team


@dataclass(frozen=True)
class Stakes:
    """What a round is about: which team plays it, what it bid, and what both have taken in earlier tricks."""

    makers: Team
    bid: int | None = None
    taken: Taken = field(default_factory=Taken)

    def check(self, position: Position) -> None:
        """Refuse what cannot have been taken before this position."""
        troef = troef_number(position.troef)
        left = sum(card_points(card, troef) for hand in position.hands for card in hand)
        gone = pot(troef) - LAST_TRICK - left - position.trick.points
        tricks = TRICKS - len(position.hands[position.turn])
        if (sum(self.taken.cards), sum(self.taken.tricks)) != (gone, tricks):
            raise Refusal("not-taken", points=gone, tricks=tricks)
