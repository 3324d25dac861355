"""What a bot is: a player that sees a :class:`~klaverjas.view.View` and answers with an action."""

import random
from abc import ABC, abstractmethod

from klaverjas.actions import Claim, Knock, RoundAction
from klaverjas.bots.advice import Advice
from klaverjas.bots.budget import Budget
from klaverjas.cards import Hand
from klaverjas.phase import Phase
from klaverjas.round import roem_lying
from klaverjas.rules.legal import legal_cards
from klaverjas.seats import Seat
from klaverjas.view import View


class Bot(ABC):
    """A player. It sees the view and nothing else, so it cannot cheat."""

    name: str

    def get_ready(self) -> None:  # noqa: B027 - most have nothing to do
        """Do now what takes long the first time, such as compiling."""

    def within(self, budget: Budget) -> "Bot":
        """The same player, who thinks for so long about each move; one who does not think takes no time."""
        return self

    @abstractmethod
    def advise(self, view: View, chance: random.Random) -> Advice | None:
        """What the bot does now, and why; None when it has nothing to say.

        When it is the viewer's turn to choose troef, to bid or to play, this is never None, though a claim, a
        knock or an accusation may come before the card. Off turn, after the fourth card of a trick and when the
        round is done it is one of those three, or None. The round accepts whatever it is, and it is never a false
        claim, a false knock or an accusation that fails. The same view and the same state of *chance* give
        the same answer, unless there is a budget.
        """

    def explain(self, view: View, chance: random.Random) -> Advice | None:
        """The same, with all that the bot expects, if it knows that: for who asks why."""
        return self.advise(view, chance)

    def act(self, view: View, chance: random.Random) -> RoundAction | None:
        """What the bot does now, without the reason."""
        advice = self.advise(view, chance)
        return advice.action if advice else None


def correct_choices(view: View) -> Hand:
    """The cards that the viewer, whose turn it is, may correctly play; on a challenge table too."""
    if view.correct is not None:
        return view.correct
    return legal_cards(view.may.play, view.trick, view.rules)


def roem_call(view: View, seat: Seat) -> Claim | Knock | None:
    """The claim or knock that is right for the cards on the table; None when there is nothing to call.

    Where a right claim locks the trick, it waits for the fourth card, which may add to the roem (Rules 5.4).

    >>> from klaverjas.fair import deal, seeded_deck
    >>> from klaverjas.round import Round
    >>> from klaverjas.rules.named import ROTTERDAM
    >>> from klaverjas.view import view_round
    >>> round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
    >>> roem_call(view_round(round, Seat.WEST), Seat.WEST) is None
    True
    """
    if not (view.may.claims or view.may.knock):
        return None
    lying = roem_lying(view.trick.cards, view.troef, view.rules)
    if view.may.knock:
        return Knock(seat) if lying else None
    if view.rules.claim_lock == "trick" and view.phase is not Phase.TRICK_END:
        return None
    return Claim(seat, lying) if lying > view.registered else None
