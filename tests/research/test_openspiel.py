"""The game for OpenSpiel passes OpenSpiel's own tests under every rule set, and its ISMCTS plays it."""

import json
from collections.abc import Iterator
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from klaverjas.environments.actions import action_named
from klaverjas.environments.observations import observed
from klaverjas.environments.openspiel import NAME, Klaverjas, KlaverjasState, longest
from klaverjas.environments.turn import Turn, table_rules
from klaverjas.kernel.round.steps import PASS
from klaverjas.rules.named import NAMED, rules_to_json
from klaverjas.seats import SEATS, Seat
from soak import SEED
from tables import random_deal, random_rules

BY_RULES = pytest.mark.parametrize("rules", NAMED)
BOTH_WAYS = pytest.mark.parametrize("as_at_the_table", [False, True])


def game_of(rules: str, *, as_at_the_table: bool = False) -> Klaverjas:
    game: Klaverjas = pyspiel.load_game(NAME, {"rules": rules, "as_at_the_table": as_at_the_table})
    return game


def dealt(game: Klaverjas, chance: Random) -> KlaverjasState:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice([card for card, _ in state.chance_outcomes()]))
    return state


def random_states(game: Klaverjas, chance: Random) -> Iterator[KlaverjasState]:
    """A round at random, where few bid and few accuse."""
    state = dealt(game, chance)
    while not state.is_terminal():
        yield state
        actions = state.legal_actions()
        calm = len(actions) > 8 and chance.random() < 0.8
        state.apply_action(actions[0] if calm else chance.choice(actions))
    yield state


@BY_RULES
@BOTH_WAYS
def test_it_is_what_openspiel_calls_a_game(rules: str, as_at_the_table: bool) -> None:
    game = game_of(rules, as_at_the_table=as_at_the_table)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_it_is_a_game_under_rules_of_ones_own_that_its_name_tells() -> None:
    game = pyspiel.load_game("klaverjas(rules=lugus pit:50 all_pass:forced max_bid:120)")
    assert game.rules == table_rules("lugus pit=50 all_pass=forced max_bid=120")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).rules == game.rules


@BY_RULES
def test_everybody_returns_the_score_of_his_team_minus_the_others(rules: str) -> None:
    chance, scores = Random(SEED), []
    game = game_of(rules)
    for _ in range(4):
        *earlier, state = random_states(game, chance)
        assert isinstance(state.now, Turn)
        assert state.now.round.result is not None
        ns, we = state.now.round.result.score
        assert state.returns() == [ns - we, we - ns, ns - we, we - ns]
        assert len(earlier) <= game.max_game_length()
        assert abs(ns - we) <= game.max_utility()
        scores.append(ns - we)
    assert len(set(scores)) > 1


def test_no_auction_is_longer_than_the_game_says() -> None:
    """Every amount in a suit and then in sans, with two passes between: the longest that there can be."""
    rules = table_rules("lugus min_bid=10 max_bid=160 min_bid_sans=10 max_bid_sans=130")
    turn = Turn.begin(rules, Seat.SOUTH, random_deal(Random(1), Seat.SOUTH, rules))
    spoken = 0
    for _ in range(3):
        turn, spoken = turn.take(PASS), spoken + 1
    while turn.round.makers is None:
        bids = turn.numbers[1:]
        passed = turn.round.passes
        number = PASS if turn.round.standing and (passed < 2 or not bids) else bids[0]
        turn, spoken = turn.take(number), spoken + 1
    assert spoken + 32 <= longest(rules)
    assert spoken > 80


@BY_RULES
@BOTH_WAYS
def test_hidden_cards_are_imagined_so_that_the_player_knows_the_same(
    rules: str, as_at_the_table: bool
) -> None:
    chance, others = Random(SEED), 0
    game = game_of(rules, as_at_the_table=as_at_the_table)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    states = (state for _ in range(8) for state in random_states(game, chance))
    for state in states:
        if state.is_terminal() or chance.random() < 0.8:
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history()[32:] == state.history()[32:]
        others += str(other) != str(state)
    assert others > 3


def test_what_a_player_knows_in_words_is_the_hand_and_what_was_done() -> None:
    game = game_of("rotterdam")
    state = game.new_initial_state()
    for card in range(32):  # in order, so West has spades
        assert state.information_state_string(1) == "W before the deal"
        assert not any(state.information_state_tensor(1))
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, card).startswith("deal ")
        state.apply_action(card)
    state.apply_action(action_named("troef S"))
    state.apply_action(action_named("SA"))
    assert state.information_state_string(1) == "W SA ST SK SQ SJ S9 S8 S7; W:troef S W:SA"
    assert state.observation_string(0).startswith("S DA DT")
    assert "SK" not in state.information_state_string(2)


@BY_RULES
def test_the_tensors_are_the_features_of_the_other_environments(rules: str) -> None:
    for state in random_states(game_of(rules), Random(SEED)):
        assert isinstance(state.now, Turn)
        for seat in SEATS:
            assert state.observation_tensor(seat) == observed(state.now, seat).tolist()
            assert state.information_state_tensor(seat) == state.observation_tensor(seat)


@pytest.mark.parametrize("rules", ["rotterdam", "lugus"])
def test_the_search_of_openspiel_plays_a_round(rules: str) -> None:
    """Four worlds a move, so as not to take long; every move is one of those that are possible."""
    game, chance = game_of(rules), np.random.RandomState(SEED)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=100.0, max_simulations=4, random_state=chance)
    state = dealt(game, Random(SEED))
    while not state.is_terminal():
        action = int(bot.step(state))
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0


def test_a_clone_goes_its_own_way() -> None:
    state = dealt(game_of("amsterdam"), Random(SEED))
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_bounds_hold_under_rules_of_ones_own() -> None:
    chance = Random(SEED)
    for _ in range(20):
        rules = json.dumps(rules_to_json(random_rules(chance)))
        game = Klaverjas({"rules": rules, "as_at_the_table": chance.random() < 0.5})
        *_, state = random_states(game, chance)
        assert abs(state.returns()[0]) <= game.max_utility()
        assert len(state.history()) - 32 <= game.max_game_length()
