"""What is found out in many worlds: habits and the tree, interpreted and compiled, and in positions that are clear."""

from random import Random

import pytest

from bot_rounds import FOUR_REGELS, steps
from klaverjas.actions import Play
from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.knowledge.worlds import DOUBT, Hidden
from klaverjas.bots.montecarlo import Contract, Montecarlo, moment_of
from klaverjas.cards import Card, Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import integers, reals
from klaverjas.kernel.ismcts.api import SearchResult, Tried, likelihoods, tree_search
from klaverjas.kernel.ismcts.tree import (
    CARD,
    FIRST,
    NEXT,
    NONE,
    SCORE,
    VISITS,
    SearchState,
    grown,
    new_tree_room,
)
from klaverjas.kernel.layout import POSITION, TAKEN
from klaverjas.kernel.round.habits import LIKES, SITUATIONS, new_habits, weighed
from klaverjas.kernel.round.payoff import Payoff
from klaverjas.kernel.round.rule_params import four_alike_of
from klaverjas.kernel.solver.solve import solve
from klaverjas.round import Round
from klaverjas.rules.legal import duties_of
from klaverjas.rules.named import NAMED, ROTTERDAM_BOND
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import CONTRACTS
from klaverjas.rules.trick import troef_number
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.view import View, view_round
from minimax import some_ending
from soak import SEED

SETS = pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)


def moments(rules: RuleSet, chance: Random) -> list[tuple[View, Seat]]:
    """Some turns of a round, as who is to play sees them."""
    turns = [
        (view_round(round, action.seat), action.seat)
        for round, action, _, _ in steps(rules, FOUR_REGELS, chance)
        if isinstance(action, Play)
    ]
    return chance.sample(turns, 6)


def test_every_situation_has_weights() -> None:
    assert (SITUATIONS, LIKES) == (144, 144 * 16 + 512 + 96)
    weights = new_habits().weights
    assert all(0 < weights[at] <= 10_000 for at in range(LIKES))


@SETS
def test_likelihoods_are_the_same_interpreted_and_compiled(rules: RuleSet) -> None:
    chance = Random(f"likelihoods {rules.base} {SEED}")
    for view, seat in moments(rules, chance):
        hidden = Hidden(view, seat, remember(view))
        worlds, seen = hidden.some(12, chance), hidden.seen()
        asked = (troef_number(view.troef), duties_of(rules), int(view.makers or 0), DOUBT)
        weights = reals(len(worlds))
        weighed(worlds, seen, *asked, integers(POSITION), new_habits(), weights)
        assert list(likelihoods(worlds, seen, *asked)) == pytest.approx(list(weights))
        assert all(0 < weight <= 1 for weight in weights)


@SETS
def test_the_tree_is_the_same_interpreted_and_compiled(rules: RuleSet) -> None:
    chance = Random(f"tree {rules.base} {SEED}")
    for view, seat in moments(rules, chance):
        worlds = Hidden(view, seat, remember(view)).some(10, chance)
        moment = moment_of(view, seat, Contract(view.makers or Team.NORTH_SOUTH, view.troef, view.bid))
        room = new_tree_room(10)
        best = grown(worlds, moment, 100, 5, new_habits(), room)
        by_hand = {}
        at = room.tree[0][FIRST]
        while at != NONE:
            branch = room.tree[at]
            by_hand[Card(int(branch[CARD]))] = Tried(branch[VISITS], branch[SCORE] / branch[VISITS])
            at = branch[NEXT]
        assert tree_search(worlds, moment, explore=100, seed=5) == SearchResult(Card(best), by_hand)
        assert max(tried.visits for tried in by_hand.values()) == by_hand[Card(best)].visits


def test_with_open_hands_the_tree_finds_what_the_solver_finds() -> None:
    """Nearly always: there is one world, the true one, but in the tree the others play by habit."""
    chance = Random(f"open {SEED}")
    agreed, positions = 0, 0
    while positions < 60:
        ending = some_ending(chance, 3)
        position, rules = ending.position, ROTTERDAM_BOND
        if len(position.correct_cards(rules)) < 2:
            continue
        positions += 1
        row = integers(POSITION)
        position.fill(row)
        world = integers(500, 4)
        world[:] = [int(hand) for hand in position.hands]
        plain = Payoff(0, CONTRACTS.index("none"), 0, False, 0, 0, False, 162)
        troef, four_alike = troef_number(position.troef), four_alike_of(rules)
        moment = SearchState(row, integers(TAKEN), troef, duties_of(rules), four_alike, plain)
        search = tree_search(world, moment, explore=30, seed=positions)
        assert set(search.tried) == set(position.correct_cards(rules))
        solution = solve(position, rules)
        agreed += solution.cards[search.best] == solution.value
    assert agreed >= 54


def test_the_same_seed_gives_the_same_card() -> None:
    chance = Random(SEED)
    bot = Montecarlo(simulations=100)
    for view, _ in moments(ROTTERDAM_BOND, chance):
        assert bot.act(view, Random(3)) == bot.act(view, Random(3))


def test_a_hand_is_worth_the_same_at_every_seat() -> None:
    """And a strong suit more than a weak one."""
    found = []
    for dealer in SEATS:
        hands = deal(seeded_deck(1), dealer, ROTTERDAM_BOND.deal)
        round = Round.begin(ROTTERDAM_BOND, dealer, hands)
        assert round.turn is not None
        suits = [Contract(round.turn.team, suit) for suit in Suit]
        bot = Montecarlo(simulations=800)
        found.append(bot.worth_of(view_round(round, round.turn), round.turn, suits, Random(1)))
    assert all(worth == found[0] for worth in found)
    assert str(hands[dealer.after(1)]) == "HA HT H8 H7 CK C8 C7 DA"
    assert min(found[0][Suit.HEARTS], found[0][Suit.CLUBS]) > max(
        found[0][Suit.SPADES], found[0][Suit.DIAMONDS]
    )
