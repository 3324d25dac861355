"""What the trained player says of hidden cards, of nat and of how a round will end, beside what is so."""

import random
from collections.abc import Iterator
from math import log
from statistics import correlation, fmean
from typing import NamedTuple

import pytest

from klaverjas.actions import Collect
from klaverjas.bots.meester import Meester
from klaverjas.bots.memory import remember
from klaverjas.bots.net import actions_of
from klaverjas.bots.sight import row_of
from klaverjas.bots.worlds import Hidden
from klaverjas.cards import Hand
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.lookahead import judged
from klaverjas.kernel.machine import the_arrays
from klaverjas.kernel.network import Answer, network_in
from klaverjas.phase import Phase
from klaverjas.research.turn import table_rules
from klaverjas.round import Round
from klaverjas.rules.scoring import Outcome, Result
from klaverjas.seats import Seat
from klaverjas.view import view_round

MEESTER = Meester()
ROUNDS = 40
NO_IDEA = log(1 / 3)  # the logarithm of the chance that everybody gets from who knows nothing


class Moment(NamedTuple):
    """Where a card was chosen, what the network said, which card that was, and how the round ended."""

    round: Round
    seat: Seat
    answer: Answer
    card: int
    after: Round
    result: Result


def moments_of(seed: int, rules: str) -> Iterator[Moment]:
    """Four of the network play; any suit is troef, so that many go nat."""
    round = Round.begin(table_rules(rules), Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH))
    chosen: list[tuple[Round, Seat, Answer, int, Round]] = []
    while (seat := round.turn) is not None:
        before, view = round, view_round(round, seat)
        choices = actions_of(view, seat)
        answer, likes = MEESTER.ask(view, seat, remember(view), list(choices), all=True)
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


@pytest.fixture(scope="module", params=["rotterdam-bond", "lugus"])
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    return [moment for seed in range(ROUNDS) for moment in moments_of(seed, request.param)]


def test_what_it_finds_likely_to_go_nat_goes_nat(moments: list[Moment]) -> None:
    nat = [moment.result.outcome is Outcome.NAT for moment in moments]
    sure = [came for moment, came in zip(moments, nat, strict=True) if moment.answer.nat > 0.8]
    surely_not = [came for moment, came in zip(moments, nat, strict=True) if moment.answer.nat < 0.2]
    assert len(sure) > 50
    assert len(surely_not) > 50
    assert fmean(sure) > 0.75
    assert fmean(surely_not) < 0.25


def test_who_has_a_card_is_believed_to_have_it(moments: list[Moment]) -> None:
    right, exchanged = [], []
    for moment in moments:
        belief = moment.answer.belief
        for card in Hand(remember(view_round(moment.round, moment.seat)).unseen):
            [turn] = [turn for turn in range(3) if card in moment.round.hands[moment.seat.after(turn + 1)]]
            right.append(log(belief[card][turn]))
            exchanged.append(log(belief[card][2 - turn]))
    assert fmean(right) > NO_IDEA + 0.05
    assert fmean(exchanged) < NO_IDEA


def test_the_judge_knows_how_a_round_ends_whoever_decides_next(moments: list[Moment]) -> None:
    numpy, network = the_arrays(), network_in(MEESTER.weights)
    said: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for round, seat, _, card, after, result in moments:
        if after.turn is None:
            continue
        view = view_round(round, seat)
        row, taken = (numpy.array(numbers, numpy.int64) for numbers in row_of(view, remember(view)))
        hands = numpy.array([[int(hand) for hand in round.hands]], numpy.int64)
        [[ahead]] = judged(network, row, taken, hands, [card], round.rules)
        came = result.score[seat.team] - result.score[seat.team.opponents]
        said[after.turn.team == seat.team].append((float(ahead), came))
    for pairs in said.values():
        assert len(pairs) > 50
        assert correlation(*zip(*pairs, strict=True)) > 0.6


def test_worlds_are_drawn_as_they_are_believed(moments: list[Moment]) -> None:
    round, seat, *_ = moments[0]
    view = view_round(round, seat)
    memory = remember(view)
    hidden = Hidden(view, seat, memory)
    cards = [
        card
        for card in Hand(memory.unseen)
        if all(memory.may_hold(seat.after(n)) >> card & 1 for n in (1, 2, 3))
    ]
    assert len(cards) > 3
    for turn, card in enumerate(cards[:3]):
        belief = [[1 / 3, 1 / 3, 1 / 3] for _ in range(32)]
        belief[card] = [0.96 if other == turn else 0.02 for other in range(3)]
        worlds = hidden.believed(belief, 400, 4_000, random.Random(1))
        held = fmean((worlds[:, seat.after(turn + 1)] >> card & 1).tolist())
        assert held > 0.85
