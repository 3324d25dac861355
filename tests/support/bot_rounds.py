"""Rounds that bots play, and a player for them who does not keep to the rules."""

from collections.abc import Iterator, Mapping
from random import Random

from klaverjas.actions import Collect, Play, RoundAction
from klaverjas.bots import BOTS, Advice, Bot
from klaverjas.events import RoundEvent
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View, view_round
from tables import random_deal

WILLEKEURIG, REGELS, MONTECARLO = BOTS["willekeurig"], BOTS["regels"], BOTS["montecarlo"]
FOUR_REGELS = dict.fromkeys(SEATS, REGELS)


class Offender(Bot):
    """Plays any card that it holds, and says nothing."""

    name = "offender"

    def advise(self, view: View, chance: Random) -> Advice | None:
        if view.phase is Phase.PLAY and view.turn == view.viewer:
            return Advice(Play(view.turn, chance.choice(view.may.play.ordered())), "guess")
        return REGELS.advise(view, chance) if view.phase is Phase.TROEF else None


def next_action(round: Round, bots: Mapping[Seat, Bot], chance: Random) -> RoundAction | None:
    """What happens next at a table of bots: who has something to say says it, then who is to move moves."""
    moves = round.turn if round.phase in (Phase.TROEF, Phase.PLAY) else None
    for seat in SEATS:
        if seat != moves and (said := bots[seat].act(view_round(round, seat), chance)):
            return said
    if moves is not None:
        return bots[moves].act(view_round(round, moves), chance)
    return Collect() if round.phase is Phase.TRICK_END else None


def steps(
    rules: RuleSet, bots: Mapping[Seat, Bot], chance: Random
) -> Iterator[tuple[Round, RoundAction, tuple[RoundEvent, ...], Round]]:
    """A round of bots until nobody has anything more to do. Whatever they do must be accepted."""
    dealer = chance.choice(SEATS)
    round = Round.begin(rules, dealer, random_deal(chance, dealer, rules))
    while action := next_action(round, bots, chance):
        after, events = round.apply(action)
        yield round, action, events, after
        round = after
    assert round.result is not None
