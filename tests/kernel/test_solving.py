"""The solver: equal to plain minimax, whatever it leaves out."""

from random import Random

import pytest

from klaverjas.cards import Hand, Suit
from klaverjas.errors import Refusal
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve, value
from klaverjas.rules.named import NAMED
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, Seat
from minimax import Ending, ending_with_fours, some_ending, with_card
from soak import SEED


@pytest.mark.parametrize(("cards", "number"), [(1, 50), (2, 60), (3, 12)])
def test_minimax_compiled_is_minimax_interpreted(cards: int, number: int) -> None:
    chance = Random(f"interpreted {cards} {SEED}")
    for _ in range(number):
        ending = some_ending(chance, cards)
        assert ending.by_minimax() == ending.by_minimax(interpreted=True), ending


@pytest.mark.parametrize(("cards", "number"), [(1, 100), (2, 400), (3, 2000), (4, 1900), (5, 40)])
def test_the_solver_is_minimax(cards: int, number: int) -> None:
    chance = Random(f"endings {cards} {SEED}")
    for at in range(number):
        ending = some_ending(chance, cards)
        wanted = ending.by_minimax()
        assert value(ending.position, ending.rules, roem=ending.roem) == wanted, ending
        if at % 8 == 0:
            assert solve(ending.position, ending.rules, roem=ending.roem).value == wanted, ending


@pytest.mark.parametrize(("cards", "number"), [(2, 200), (3, 1500), (4, 300)])
def test_the_solver_is_minimax_where_four_alike_can_be_made(cards: int, number: int) -> None:
    """Positions that look alike, but of which only one can still have four alike, are seldom dealt by chance."""
    chance = Random(f"fours {cards} {SEED}")
    for _ in range(number):
        ending = ending_with_fours(chance, cards)
        assert value(ending.position, ending.rules) == ending.by_minimax(), ending


TRAPS = [
    # Four alike is lost with the first jack, ace or nine; the positions after it look the same.
    ("amsterdam", "HA HJ H9", "C9 DA DJ", "SA SJ D9", "S9 CA CJ", "W:", "S", 6),
    ("rotterdam", "SK D9 D8", "S9 H8 DK", "S8 HK H9", "CK C9 C8", "W:", "S", 16),
    ("amsterdam", "SJ CA DT", "SA ST DJ", "HT HJ DA", "HA CT CJ", "E:", None, -30),
    # A card on the table lies between two cards of a hand: they do not touch.
    ("amsterdam", "H7 H9", "S7 S8", "D7 D8", "C7", "E: H8", None, 10),
    ("amsterdam", "HJ HK", "S7 S8", "D7 D8", "C7", "E: HQ", None, 7 + 2 + 10),
    # Of two touching cards one was tried, and its rank mattered: then that of the other one did, too.
    ("valet", "DK DQ D9", "S9 DJ", "SQ SJ", "S8 DA D7", "W: SA SK", "H", 16),
    ("lugus", "HT H8 DQ D7", "HK HQ HJ H9", "H7 DK DJ D8", "HA DA DT D9", "N:", None, -38),
    ("rotterdam-bond", "S8 HK HQ H7", "HA H9 C8 C7", "SQ CA CK CQ", "SA ST S7 C9", "W:", None, 0),
]


@pytest.mark.parametrize(("rules", "south", "west", "north", "east", "trick", "troef", "wanted"), TRAPS)
def test_traps(
    rules: str, south: str, west: str, north: str, east: str, trick: str, troef: str | None, wanted: int
) -> None:
    hands = [Hand.parse(cards) for cards in (south, west, north, east)]
    ending = Ending(Position(hands, Trick.parse(trick, troef=troef)), NAMED[rules], roem=True)
    assert ending.by_minimax() == value(ending.position, ending.rules) == wanted


def test_the_value_of_every_card_is_that_of_the_position_after_it() -> None:
    chance = Random(f"cards {SEED}")
    for _ in range(60):
        ending = some_ending(chance, 3)
        if len(ending.position.trick.cards) == 3:
            continue
        solution = solve(ending.position, ending.rules, roem=ending.roem)
        assert list(solution.cards) == list(ending.position.correct_cards(ending.rules))
        for card, worth in solution.cards.items():
            after = ending._replace(position=with_card(ending.position, card))
            assert worth == -after.by_minimax()


def whole_deal(seed: int, leader: Seat = Seat.WEST) -> Position:
    hands = deal(seeded_deck(seed), Seat.SOUTH, (8,))
    return Position(hands, Trick(leader, (), Suit(seed % 4)))


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
def test_a_whole_deal_is_worth_what_its_best_card_is_worth(rules: RuleSet) -> None:
    for seed in range(4):
        position = whole_deal(seed)
        solution = solve(position, rules)
        assert solution.value == max(solution.cards.values()) == value(position, rules)
        assert solution.cards[solution.best] == solution.value
        assert solution.positions > 100


def test_who_sees_the_table_from_the_other_side_gets_the_opposite() -> None:
    """Turned by one seat, every hand belongs to the other team."""
    chance = Random(7)
    for _ in range(40):
        ending = some_ending(chance, 4)
        position = ending.position
        hands = [position.hands[seat.after(-1)] for seat in SEATS]
        trick = Trick(position.trick.leader.after(1), position.trick.cards, position.troef)
        turned = Position(hands, trick)
        assert value(turned, ending.rules) == value(position, ending.rules)


@pytest.mark.parametrize(
    ("hands", "trick"),
    [
        (("S7", "S8", "S9"), "S:"),  # three hands
        (("S7", "S8", "S9", "ST SJ"), "S:"),
        (("S7 H7", "S8", "S9", "ST"), "S: D7"),  # South has played
        (("S7", "S8", "S9", "ST"), "S: S7 S8 S9 ST"),
        (("", "", "", ""), "S:"),
    ],
)
def test_hands_that_do_not_fit_the_trick_are_refused(hands: tuple[str, ...], trick: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Position([Hand.parse(cards) for cards in hands], Trick.parse(trick, troef="C"))
    assert refusal.value.code == "no-position"


def test_a_card_that_is_there_twice_is_refused() -> None:
    hands = [Hand.parse(cards) for cards in ("S7", "S8", "S7", "ST")]
    with pytest.raises(Refusal) as refusal:
        Position(hands, Trick.parse("S:", troef="C"))
    assert refusal.value.code == "card-twice"
