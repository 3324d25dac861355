"""What the trained player says of hidden cards, of nat and of how a round will end, beside what is so."""

import random
from statistics import correlation, fmean

import pytest

from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.bots.meester import Meester
from klaverjas.bots.sight import row_of
from klaverjas.cards import Hand
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.nn.inference import network_in
from klaverjas.kernel.nn.look_ahead import judged
from klaverjas.rules.scoring import Outcome
from klaverjas.view import view_round
from moments import NO_IDEA, Moment, believed, moments_of, nat_found_likely

MEESTER = Meester()
ROUNDS = 40


@pytest.fixture(scope="module", params=["rotterdam-bond", "lugus"])
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    return [moment for seed in range(ROUNDS) for moment in moments_of(MEESTER, seed, request.param)]


def test_what_it_finds_likely_to_go_nat_goes_nat(moments: list[Moment]) -> None:
    nat = [(moment.answer.nat, moment.result.outcome is Outcome.NAT) for moment in moments]
    sure, surely_not = (
        [came for says, came in nat if low < says < high] for low, high in ((0.8, 1), (0, 0.2))
    )
    assert len(sure) > 50
    assert len(surely_not) > 50
    assert fmean(sure) > 0.75
    assert fmean(surely_not) < 0.25
    in_nat, in_others = nat_found_likely(moments)
    assert in_nat > in_others + 0.3


def test_who_has_a_card_is_believed_to_have_it(moments: list[Moment]) -> None:
    right, exchanged = believed(moments)
    assert right > NO_IDEA + 0.05
    assert exchanged < NO_IDEA


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
