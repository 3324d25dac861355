"""Moments of rounds in which a trained player chose a card: what it said, and what was so."""

import random
from collections.abc import Iterator, Sequence
from math import log
from statistics import fmean
from typing import NamedTuple

from klaverjas.actions import Collect
from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.net import NetBot, actions_of
from klaverjas.cards import Hand
from klaverjas.environments.turn import table_rules
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.nn.inference import Prediction
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.scoring import Outcome, Result
from klaverjas.seats import Seat
from klaverjas.view import view_round

NO_IDEA = log(1 / 3)  # the logarithm of the chance that everybody gets from who knows nothing


class Moment(NamedTuple):
    """Where a card was chosen, what the network said, which card that was, and how the round ended."""

    round: Round
    seat: Seat
    answer: Prediction
    card: int
    after: Round
    result: Result


def moments_of(bot: NetBot, seed: int, rules: str) -> Iterator[Moment]:
    """Four of a trained player play; any suit is troef, so that many go nat."""
    round = Round.begin(table_rules(rules), Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH))
    chosen: list[tuple[Round, Seat, Prediction, int, Round]] = []
    while (seat := round.turn) is not None:
        before, view = round, view_round(round, seat)
        choices = actions_of(view, seat)
        answer, likes = bot.ask(view, seat, remember(view), list(choices), all=True)
        forced_troef = round.phase is Phase.TROEF and view.may.choose_troef
        best = random.Random(seed).choice([*choices]) if forced_troef else max(choices, key=likes.__getitem__)
        round, _ = round.apply(choices[best])
        if round.phase is Phase.TRICK_END:
            round, _ = round.apply(Collect())
        if before.phase is Phase.PLAY and len(choices) > 1:
            chosen.append((before, seat, answer, best, round))
    assert round.result is not None
    for moment in chosen:
        yield Moment(*moment, round.result)


def nat_found_likely(moments: Sequence[Moment]) -> tuple[float, float]:
    """How likely nat was found on average, in rounds that went nat and in others."""
    found: dict[bool, list[float]] = {True: [], False: []}
    for moment in moments:
        found[moment.result.outcome is Outcome.NAT].append(moment.answer.nat)
    return fmean(found[True]), fmean(found[False])


def believed(moments: Sequence[Moment]) -> tuple[float, float]:
    """The logarithm of the chance that the true holder of a hidden card got, on average; with left and right exchanged,
    that of the wrong one.
    """
    right, exchanged = [], []
    for moment in moments:
        belief = moment.answer.belief
        for card in Hand(remember(view_round(moment.round, moment.seat)).unseen):
            [turn] = [turn for turn in range(3) if card in moment.round.hands[moment.seat.after(turn + 1)]]
            right.append(log(belief[card][turn]))
            exchanged.append(log(belief[card][2 - turn]))
    return fmean(right), fmean(exchanged)
