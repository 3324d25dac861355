"""Exact solutions of likely worlds: the tree with solved ends against minimax, interpreted and compiled."""

from random import Random

import pytest

from klaverjas.kernel.compile.compiler import integers
from klaverjas.kernel.ismcts.api import SearchResult, tried_so_far
from klaverjas.kernel.ismcts.exact import SolvedTree, score_from
from klaverjas.kernel.ismcts.solved_tree import SolvingRoom, solved_score, tried_in
from klaverjas.kernel.ismcts.tree import SearchState, add_first_cards, new_tree_room, put_down
from klaverjas.kernel.layout import POSITION, TAKEN, TAKEN_CARDS, TAKEN_ROEM, TAKEN_TRICKS
from klaverjas.kernel.round.habits import new_habits
from klaverjas.kernel.round.payoff import final_score
from klaverjas.kernel.round.rule_params import four_alike_of
from klaverjas.kernel.round.turns import playable
from klaverjas.kernel.solver.points import new_room
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.score import new_score_room
from klaverjas.kernel.solver.solve import what_counts
from klaverjas.kernel.solver.solve_score import APART, payoff_of, taken_row
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.legal import duties_of
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import pot, troef_number
from klaverjas.seats import Team
from minimax import SCORE, some_ending, some_stakes
from soak import SEED

pytestmark = pytest.mark.filterwarnings(
    "ignore:overflow"
)  # machine code wraps around in silence, as is meant
SETS = pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)


def moment_from(position: Position, rules: RuleSet, stakes: Stakes) -> SearchState:
    row, taken = integers(POSITION), taken_row(stakes.taken)
    position.fill(row)
    in_tens = rules.rounding == "tens"
    payoff = payoff_of(rules, stakes.makers, stakes.bid, position.troef, in_tens=in_tens)
    return SearchState(
        row, taken, troef_number(position.troef), duties_of(rules), four_alike_of(rules), payoff
    )


def solving_room() -> SolvingRoom:
    return SolvingRoom(what_counts(APART), new_room(), new_score_room())


@SETS
@pytest.mark.parametrize(("cards", "number"), [(1, 10), (2, 15), (3, 5)])
def test_what_comes_after_the_tree_is_worth_what_minimax_says(
    rules: RuleSet, cards: int, number: int
) -> None:
    chance, room = Random(f"ends {rules.base} {cards} {SEED}"), solving_room()
    for _ in range(number):
        ending = some_ending(chance, cards)._replace(rules=rules, roem=True)
        stakes = some_stakes(chance, ending)
        moment = moment_from(ending.position, rules, stakes)
        assert solved_score(moment.position, moment.taken, moment, room) == ending.with_stakes(stakes, SCORE)


@SETS
def test_the_solved_tree_is_the_same_interpreted_and_compiled(rules: RuleSet) -> None:
    chance = Random(f"solved tree {rules.base} {SEED}")
    for _ in range(3):
        ending = some_ending(chance, 3)._replace(rules=rules, roem=True)
        moment = moment_from(ending.position, rules, some_stakes(chance, ending))
        world = integers(4)
        world[:] = [int(hand) for hand in ending.position.hands]
        tree, by_hand = SolvedTree(moment, 20, explore=100, seed=7), new_tree_room(20)
        put_down(world, moment, by_hand)
        number = add_first_cards(playable(by_hand.row, moment.troef, moment.duties), by_hand)
        size = number + 1
        for _ in range(4):
            tree.try_all(world)
            size = tried_in(world, number, size, moment, 100, 7, new_habits(), by_hand, solving_room())
        for side in (1, -1):
            assert tree.search(side) == SearchResult.of(tried_so_far(by_hand), side)


@pytest.mark.parametrize("rules", [LUGUS, LUGUS.change(roem_counts=True), ROTTERDAM], ids=str)
def test_points_make_the_score_when_no_more_roem_comes(rules: RuleSet) -> None:
    chance = Random(SEED)
    ending = some_ending(chance, 1)._replace(rules=rules)
    stakes = some_stakes(chance, ending)
    moment = moment_from(ending.position, rules, stakes)
    all_cards = pot(moment.troef)
    for _ in range(200):
        taken = integers(TAKEN)
        cards = chance.choice((0, all_cards, chance.randrange(1, all_cards)))
        roem = [chance.randrange(0, 8) * 20, chance.randrange(0, 8) * 20]
        taken[TAKEN_CARDS : TAKEN_CARDS + 2] = cards, all_cards - cards
        taken[TAKEN_ROEM : TAKEN_ROEM + 2] = roem
        for field in range(TAKEN):
            moment.taken[field] = taken[field]
        taken[TAKEN_TRICKS : TAKEN_TRICKS + 2] = cards > 0, cards < all_cards
        points = cards + roem[0] - (all_cards - cards) - roem[1]
        assert score_from(points, moment) == final_score(taken, moment.payoff)
    assert score_from(all_cards + 300, moment) >= score_from(all_cards + 200, moment)
    assert stakes.makers in tuple(Team)
