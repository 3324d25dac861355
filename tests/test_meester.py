"""The trained player: it looks ahead in what may be the real world, and what it expects fits what is known."""

import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest

from bot_rounds import FOUR_REGELS, steps
from klaverjas.actions import Collect, RoundAction
from klaverjas.bots import Budget, bot_from, bot_named
from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.knowledge.holders import holders
from klaverjas.bots.meester import LATE, Meester
from klaverjas.bots.net import actions_of
from klaverjas.bots.sight import row_of
from klaverjas.cards import Hand
from klaverjas.environments.many_rounds import first_turn
from klaverjas.environments.turn import table_rules
from klaverjas.errors import KlaverjasError
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import integers, the_arrays
from klaverjas.kernel.layout import HANDS, LAID, TAKEN, TRICK
from klaverjas.kernel.nn.inference import network_in
from klaverjas.kernel.nn.look_ahead import judged
from klaverjas.kernel.round.rule_params import house_of
from klaverjas.kernel.round.steps import BIDS_IN, NUMBER, PASS, ROUND, STRAINS, begin_round, do_action
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import NAMED, ROTTERDAM_BOND
from klaverjas.seats import SEATS, Seat
from klaverjas.view import view_round

NET, MEESTER = bot_named("net"), Meester(worlds=16)


def a_round(seed: int, rules: str = "rotterdam-bond") -> Round:
    return Round.begin(table_rules(rules), Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH))


def after(round: Round, action: RoundAction) -> Round:
    round, _ = round.apply(action)
    return round.apply(Collect())[0] if round.phase is Phase.TRICK_END else round


@pytest.mark.parametrize("name", NAMED)
def test_a_view_is_the_row_that_was_stepped_through(name: str) -> None:
    rules, chance = table_rules(name), random.Random(8)
    house = house_of(rules, 3)
    for number in range(6):
        turn = first_turn(rules, 3, number)
        row, taken = [0] * 100, [0] * 6
        begin_round(row, taken, number, house, [0] * 32)
        while not turn.over:
            assert turn.seat is not None
            view = turn.view(turn.seat)
            told, told_taken = row_of(view, remember(view))
            for seat in SEATS:
                told[HANDS + seat] = int(turn.round.hands[seat])
            told[NUMBER] = number
            row[TRICK + row[LAID] : TRICK + 4] = [0] * (4 - row[LAID])  # what lay there before does not count
            assert (told, told_taken) == (row[: len(told)], taken)
            action = chance.choice(turn.numbers)
            turn = turn.take(action)
            do_action(row, taken, action, house)


def test_the_highest_bid_of_the_last_seat_fits_into_its_word() -> None:
    rules = table_rules("lugus")
    house, numpy = house_of(rules, 3), the_arrays()
    for number in range(4):
        turn = first_turn(rules, 3, number)
        row, taken = integers(ROUND), integers(TAKEN)
        begin_round(row, taken, number, house, [0] * 32)
        while turn.round.turn != SEATS[-1]:
            do_action(row, taken, PASS, house)
            turn = turn.take(PASS)
        highest = max(set(turn.numbers) - {PASS})
        do_action(row, taken, highest, house)
        turn = turn.take(highest)
        view = turn.view(Seat.WEST)
        told, _ = row_of(view, remember(view))
        assert numpy.array(told).dtype == numpy.int64
        assert told[BIDS_IN : BIDS_IN + STRAINS] == row[BIDS_IN : BIDS_IN + STRAINS].tolist()
        assert any(told[BIDS_IN : BIDS_IN + STRAINS])


def test_when_nothing_is_left_to_decide_the_judge_says_the_score() -> None:
    round = a_round(3)
    while len(round.hands[round.turn or 0]) > 1 or round.trick.cards:
        assert round.turn is not None
        advised = NET.act(view_round(round, round.turn), random.Random(1))
        assert advised is not None
        round = after(round, advised)
    assert round.turn is not None
    view = view_round(round, round.turn)
    numpy = the_arrays()
    row, taken = map(numpy.array, row_of(view, remember(view)))
    worlds = numpy.array([[int(hand) for hand in round.hands]])
    [card] = actions_of(view, round.turn)
    [[ahead]] = judged(network_in("meester"), row, taken, worlds, [card], round.rules)
    while round.turn is not None:
        [play] = actions_of(view_round(round, round.turn), round.turn).values()
        round = after(round, play)
    assert round.result is not None
    assert view.turn is not None
    score, team = round.result.score, view.turn.team
    assert ahead == score[team] - score[team.opponents]


@pytest.mark.parametrize("bot", [NET, MEESTER, replace(MEESTER, budget=Budget(3, time.thread_time))])
@pytest.mark.parametrize("name", ["rotterdam", "lugus", "valet"])
def test_a_trained_player_finishes_rounds_with_correct_cards(bot: Meester, name: str) -> None:
    round = Round.begin(NAMED[name], Seat.SOUTH, deal(seeded_deck(5), Seat.SOUTH))
    for _ in range(200):
        if round.phase is Phase.DONE:
            break
        actions = [(seat, bot.act(view_round(round, seat), random.Random(2))) for seat in SEATS]
        wanted = [action for _, action in actions if action]
        round = round.apply(wanted[0] if wanted else Collect())[0]
    assert round.phase is Phase.DONE


@pytest.mark.parametrize("rules", ["lugus", "amsterdam-bond"])
def test_the_tip_is_always_the_best_of_what_is_told(rules: str) -> None:
    for seed in range(3):
        round = a_round(seed, rules)
        for _ in range(14):
            if round.turn is None:
                break
            advised = MEESTER.explain(view_round(round, round.turn), random.Random(1))
            assert advised is not None
            assert advised.outlook is not None
            (best, points), *others = advised.outlook.choices
            assert best == advised.action
            assert all(less <= points for _, less in others)
            round = after(round, advised.action)


def test_the_best_is_what_judge_and_network_think_most_of() -> None:
    ahead = the_arrays().array([[4.0, 6.0], [8.0, 6.0], [30.0, 50.0], [1.0, -7.0]])
    likes = {1: 0.5, 2: 0.4, 3: 0.0, 4: 0.1}
    ranked = MEESTER.ranked([1, 2, 3, 4], [1, 2], likes, ahead)
    assert [action for action, _ in ranked] == [2, 1, 3, 4]
    points = dict(ranked)
    assert (points[2], points[1], points[4]) == (7, 5, -3)  # what the judge says
    assert 2 < points[3] < 4  # though the judge says 40: it is not liked at all


def test_what_is_liked_more_is_better_where_the_judge_sees_no_difference() -> None:
    ahead = the_arrays().array([[5.0], [5.2], [9.0]])
    likes = {1: 0.9, 2: 0.0999, 3: 0.0001}
    (best, points), (second, less), (third, least) = MEESTER.ranked([1, 2, 3], [1, 2], likes, ahead)
    assert (best, points) == (1, 5)
    assert second == 2
    assert 4 < less < 5
    assert third == 3  # though the judge says that it is best
    assert 2 < least < less


def test_what_is_expected_is_told_for_each_card_and_fits_what_is_known() -> None:
    round = a_round(4)
    for _ in range(7):
        assert round.turn is not None
        advised = MEESTER.explain(view_round(round, round.turn), random.Random(1))
        assert advised is not None
        assert advised.outlook is not None
        round = after(round, advised.action)
    assert round.turn is not None
    view = view_round(round, round.turn)
    advised = MEESTER.explain(view, random.Random(1))
    assert advised is not None
    assert advised.outlook is not None
    outlook, memory = advised.outlook, remember(view)
    assert outlook.choices[0][0] == advised.action
    assert [points for _, points in outlook.choices] == sorted(
        (points for _, points in outlook.choices), reverse=True
    )
    assert outlook.nat is not None
    assert 0 < outlook.nat < 1
    assert Hand.of(card for card, _ in outlook.holders) == Hand(memory.unseen)
    for card, chances in outlook.holders:
        assert sum(chances) == pytest.approx(1)
        for seat in SEATS:
            possible = seat != view.viewer and memory.may_hold(seat) >> card & 1
            assert possible or chances[seat] == 0
    for seat in SEATS:
        if seat != view.viewer:
            held = sum(chances[seat] for _, chances in outlook.holders)
            assert held == pytest.approx(view.counts[seat], abs=0.05)


def test_while_a_trick_lies_there_nothing_is_expected_of_a_card_on_top_of_it() -> None:
    chance, called = random.Random(3), 0
    rounds = (steps(rules, FOUR_REGELS, chance) for rules in NAMED.values() for _ in range(3))
    for _, _, _, round in chain.from_iterable(rounds):
        if round.phase is Phase.TRICK_END and round.turn is not None:
            advised = MEESTER.explain(view_round(round, round.turn), chance)
            assert advised is None or advised.outlook is None
            called += advised is not None
    assert called


def test_a_card_that_only_one_can_have_is_with_him() -> None:
    view = view_round(a_round(1), Seat.WEST)
    memory = remember(view)
    only = memory.unseen & -memory.unseen
    lacks = tuple(only if seat in (Seat.NORTH, Seat.EAST) else 0 for seat in SEATS)
    told = dict(holders(view, Seat.WEST, replace(memory, lacks=lacks), [[1.0, 1.0, 1.0]] * 32))
    [card] = Hand(only)
    assert told[card] == pytest.approx((1, 0, 0, 0))


def test_who_has_a_card_in_no_deal_that_is_left_does_not_have_it() -> None:
    """North may have anything, but as many cards as he has only he may have: so he has no other."""
    view = view_round(a_round(1), Seat.WEST)
    memory = remember(view)
    cards = list(Hand(memory.unseen))
    norths, rest = Hand.of(cards[:8]), Hand.of(cards[8:])
    lacks = tuple(int(norths) if seat in (Seat.SOUTH, Seat.EAST) else 0 for seat in SEATS)
    told = dict(holders(view, Seat.WEST, replace(memory, lacks=lacks), [[1.0, 1.0, 1.0]] * 32))
    assert all(told[card] == (0, 0, 1, 0) for card in norths)
    assert all(told[card] == pytest.approx((0.5, 0, 0, 0.5)) for card in rest)


def test_a_card_that_nobody_seems_to_have_is_with_somebody() -> None:
    """On a challenge table somebody may have played an incorrect card."""
    view = view_round(a_round(1), Seat.WEST)
    memory = remember(view)
    lacks = tuple(memory.unseen & 0xFF if seat != Seat.WEST else 0 for seat in SEATS)
    told = dict(holders(view, Seat.WEST, replace(memory, lacks=lacks), [[1.0, 1.0, 1.0]] * 32))
    for chances in told.values():
        assert sum(chances) == pytest.approx(1)
        assert chances[Seat.WEST] == 0


def test_who_has_what_always_fits_how_many_cards_everybody_has() -> None:
    chance, told = random.Random(8), 0
    rounds = (steps(rules, FOUR_REGELS, chance) for rules in NAMED.values() for _ in range(2))
    for _, _, _, round in chain.from_iterable(rounds):
        if round.turn is None or round.phase is not Phase.PLAY:
            continue
        view = view_round(round, round.turn)
        belief = [[chance.random() ** 4 for _ in range(3)] for _ in range(32)]
        found = holders(view, round.turn, remember(view), belief)
        for seat in SEATS:
            if seat != round.turn:
                held = sum(chances[seat] for _, chances in found)
                assert held == pytest.approx(view.counts[seat], abs=0.02)
        assert all(sum(chances) == pytest.approx(1) for _, chances in found)
        told += len(found)
    assert told > 1_000


def test_it_looks_ahead_with_few_cards_in_hand_and_does_what_it_likes_before() -> None:
    early: list[tuple[bool, str]] = []
    late: list[tuple[bool, str]] = []
    for seed in range(40):
        round = a_round(seed, "lugus" if seed % 4 == 0 else "rotterdam-bond")
        while round.turn is not None:
            view = view_round(round, round.turn)
            liked, done = (bot.advise(view, random.Random(seed)) for bot in (NET, MEESTER))
            assert liked
            assert done
            few = round.phase is Phase.PLAY and len(view.hand or ()) <= LATE
            (late if few else early).append((done.action == liked.action, done.why))
            round = after(round, done.action)
    assert all(same for same, _ in early)
    assert not {why for _, why in early} & {"better-card", "as-good-card"}
    assert not all(same for same, _ in late)
    assert {why for _, why in late} >= {"better-card", "as-good-card"}


def test_who_is_ready_compiles_nothing_when_it_is_asked(tmp_path: Path) -> None:
    """Else its first thought would come too late at a table."""
    script = """
from pathlib import Path
from random import Random
from klaverjas import ROTTERDAM, Round, Seat, deal, seeded_deck, view_round
from klaverjas.bots import bot_named
from klaverjas.kernel.compile.compiler import cache_folder
meester = bot_named("meester")
meester.get_ready()
compiled = set(Path(cache_folder()).rglob("*.nbi"))
view = view_round(Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(2), Seat.SOUTH)), Seat.WEST)
assert meester.explain(view, Random(1)).outlook.holders
assert compiled and set(Path(cache_folder()).rglob("*.nbi")) == compiled
"""
    subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
        check=True,
        timeout=120,
    )


def test_the_same_view_and_chance_give_the_same_action() -> None:
    view = view_round(a_round(4), Seat.WEST)
    assert MEESTER.advise(view, random.Random(3)) == MEESTER.advise(view, random.Random(3))


def test_another_network_plays_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "other.npz"
    file.write_bytes((files("klaverjas.kernel.nn") / "models" / "club.npz").read_bytes())
    other, club = bot_from(f"net:{file}", time.thread_time), bot_named("club")
    done: list[tuple[RoundAction | None, ...]] = []
    for seed in range(4):
        round = a_round(seed)
        while round.turn is not None:
            view = view_round(round, round.turn)
            done.append(tuple(bot.act(view, random.Random(1)) for bot in (other, club, NET)))
            assert done[-1][0] is not None
            round = after(round, done[-1][0])
    assert all(one == same for one, same, _ in done)
    assert any(one != master for one, _, master in done)


def test_a_network_that_is_not_there_is_refused() -> None:
    with pytest.raises(KlaverjasError) as caught:
        bot_from("net:none.npz", time.thread_time).get_ready()
    assert caught.value.code == "no-weights"


def test_the_network_knows_which_suit_should_be_troef() -> None:
    """Jack and nine of one suit, and little else."""
    deck = Hand.parse("HJ H9 HA H7 S7 S8 C7 C8")
    hands = [Hand.parse("")] * 4
    rest = [card for card in Hand((1 << 32) - 1) if card not in deck]
    hands[Seat.WEST] = deck
    for place, seat in enumerate((Seat.SOUTH, Seat.NORTH, Seat.EAST)):
        hands[seat] = Hand.of(rest[8 * place : 8 * place + 8])
    round = Round.begin(ROTTERDAM_BOND, Seat.SOUTH, tuple(hands))
    assert str(NET.act(view_round(round, Seat.WEST), random.Random(1))).endswith("suit=Suit.HEARTS)")
