"""The score of the round, with nat, pit and rounding: equal to plain minimax."""

from random import Random

import pytest

from klaverjas.cards import Hand, Suit
from klaverjas.errors import Refusal
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.solver.contract import makes
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Taken
from klaverjas.rules.trick import Trick, troef_number
from klaverjas.seats import Seat, Team
from minimax import SCORE, Ending, some_ending, some_stakes, with_card
from soak import SEED

TABLES = {
    **NAMED,
    "bid-with-roem": LUGUS.change(roem_counts=True, tegenpit=50),
    "half-without-roem": ROTTERDAM.change(roem_counts=False, rounding="tens"),
}


def for_the_team_to_move(ending: Ending, stakes: Stakes, *, interpreted: bool = False) -> int:
    score = ending.with_stakes(stakes, SCORE, interpreted=interpreted)
    return -score if ending.position.turn & 1 else score


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize(("cards", "number"), [(1, 30), (2, 60), (3, 120), (4, 40)])
def test_the_score_is_that_of_minimax(rules: RuleSet, cards: int, number: int) -> None:
    chance = Random(f"score {cards} {SEED}")
    for _ in range(number):
        ending = some_ending(chance, cards)._replace(rules=rules, roem=True)
        stakes = some_stakes(chance, ending)
        solution = solve_score(ending.position, ending.rules, stakes)
        assert solution.value == for_the_team_to_move(ending, stakes), (ending, stakes)


def test_the_score_of_every_card_is_that_of_the_position_after_it() -> None:
    chance = Random(f"score of cards {SEED}")
    for _ in range(60):
        ending = some_ending(chance, 3)._replace(roem=True)
        if len(ending.position.trick.cards) == 3:
            continue
        stakes = some_stakes(chance, ending)
        solution = solve_score(ending.position, ending.rules, stakes)
        assert list(solution.cards) == list(ending.position.correct_cards(ending.rules))
        for card, worth in solution.cards.items():
            after = ending._replace(position=with_card(ending.position, card))
            assert worth == -for_the_team_to_move(after, stakes)


def test_minimax_for_a_score_compiled_is_minimax_interpreted() -> None:
    chance = Random(f"interpreted {SEED}")
    for _ in range(40):
        ending = some_ending(chance, 2)
        stakes = some_stakes(chance, ending)
        assert for_the_team_to_move(ending, stakes) == for_the_team_to_move(ending, stakes, interpreted=True)


SUITS = [Hand.parse(cards) for cards in ("SA ST", "S7 S8", "HA HT", "H7 H8")]


def test_what_cannot_have_been_taken_is_refused() -> None:
    position = Position(SUITS, Trick.parse("S:", troef="C"))
    for taken in (Taken(), Taken((110, 0), (0, 0), (5, 2)), Taken((100, 0), (0, 0), (6, 0))):
        for ask in (solve_score, makes):
            with pytest.raises(Refusal) as refusal:
                ask(position, ROTTERDAM, Stakes(Team.NORTH_SOUTH, taken=taken))
            assert refusal.value.code == "not-taken"
    taken = Taken((110, 0), (0, 0), (6, 0))
    assert solve_score(position, ROTTERDAM, Stakes(Team.NORTH_SOUTH, taken=taken)).value == 262  # pit
    with pytest.raises(Refusal) as refusal:
        solve_score(position, LUGUS, Stakes(Team.NORTH_SOUTH, taken=taken))
    assert refusal.value.code == "no-bid"


@pytest.mark.parametrize("troef", [*Suit, None])
def test_whole_deals_are_worth_the_same_by_either_search(troef: Suit | None) -> None:
    """Without nat, pit and rounding the score is the difference: found by a search that shares no answers."""
    for at, rules in enumerate(NAMED.values()):
        if (at + troef_number(troef) + SEED) % 2 == 0:
            continue  # the other half in a soak
        plain = rules.change(contract="none", pit=0, tegenpit=0, rounding="none")
        hands = deal(seeded_deck(1000 * SEED + 10 * troef_number(troef) + at), Seat.SOUTH, rules.deal)
        position = Position(hands, Trick(Seat.WEST, (), troef))
        assert solve(position, rules).cards == solve_score(position, plain, Stakes(Team.WEST_EAST)).cards
