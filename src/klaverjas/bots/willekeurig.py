"""A player who knows the rules and nothing else."""

import random
from dataclasses import dataclass

from klaverjas.actions import ChooseTroef, MakeBid, Pass, Play, RoundAction
from klaverjas.bots.advice import Advice
from klaverjas.bots.bot import Bot, correct_choices, roem_call
from klaverjas.cards import Hand, Suit
from klaverjas.phase import Phase
from klaverjas.rules.auction import Bid
from klaverjas.rules.trick import SUIT_CARDS
from klaverjas.seats import Seat
from klaverjas.view import View

OVERLOOKS = 0.5  # the chance that roem is not seen
DARES = 0.3  # to bid, with a long suit
LONG = 4
HIGHEST_BID = 100


@dataclass(frozen=True)
class Willekeurig(Bot):
    """Any correct card, the longest suit as troef, seldom a bid; roem is often overlooked."""

    name: str = "willekeurig"

    def advise(self, view: View, chance: random.Random) -> Advice | None:
        action = _action(view, chance)
        return Advice(action, "guess") if action else None


def _action(view: View, chance: random.Random) -> RoundAction | None:
    seat, hand = view.viewer, view.hand
    if not isinstance(seat, Seat) or hand is None:
        return None
    if view.phase is Phase.TROEF:
        return _troef(view, seat, hand, chance) if view.turn == seat else None
    ours = view.winning is not None and view.winning.team == seat.team
    if view.phase is Phase.TRICK_END and ours and (call := roem_call(view, seat)):
        return None if chance.random() < OVERLOOKS else call
    if view.phase is Phase.PLAY and view.turn == seat:
        return Play(seat, chance.choice(correct_choices(view).ordered()))
    return None


def _troef(view: View, seat: Seat, hand: Hand, chance: random.Random) -> RoundAction:
    lengths = [(hand & SUIT_CARDS[suit]).bit_count() for suit in Suit]
    longest = chance.choice([suit for suit in Suit if lengths[suit] == max(lengths)])
    if view.may.choose_troef:
        return ChooseTroef(seat, longest)
    lowest: Bid | None = next((bid for bid in view.may.bids if bid.suit == longest), None)
    if lowest is None or lowest.points > HIGHEST_BID or max(lengths) < LONG or chance.random() >= DARES:
        return Pass(seat)
    return MakeBid(seat, lowest)
