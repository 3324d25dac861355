"""The seer: its cards are the best there are with open hands, and it keeps to the rules."""

from functools import cache
from random import Random

import pytest

from klaverjas.actions import Accuse, Play
from klaverjas.arena.duplicate import Pairing, play_deal
from klaverjas.arena.players import Partnership, player_named
from klaverjas.arena.seer import see
from klaverjas.arena.table import ArenaTable, Faults
from klaverjas.cards import Hand, Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.round import Round
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM, ROTTERDAM_BOND
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, Seat, Team

known = cache(player_named)


def begun(rules: RuleSet, seed: int) -> Round:
    return Round.begin(rules, Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH, rules.deal))


def of_seers(rules: RuleSet, seed: int) -> ArenaTable:
    table = ArenaTable(begun(rules, seed), [known("ziener")] * 4, [Random(seat) for seat in SEATS])
    table.play()
    return table


def score_with(troef: Suit, hands: tuple[Hand, ...], rules: RuleSet) -> int:
    """For West, who leads."""
    return solve_score(Position(hands, Trick(Seat.WEST, (), troef)), rules, Stakes(Team.WEST_EAST)).value


@pytest.mark.parametrize(
    "rules", [ROTTERDAM_BOND, ROTTERDAM, NAMED["valet"]], ids=["bond", "challenge", "valet"]
)
def test_four_seers_name_the_best_troef_and_reach_its_score(rules: RuleSet) -> None:
    for seed in (11, 12):
        table = of_seers(rules, seed)
        assert table.faults == [Faults()] * 4
        assert table.round.result is not None
        score = table.round.result.score
        best = max(score_with(suit, table.round.dealt, rules) for suit in Suit)
        assert score[Team.WEST_EAST] - score[Team.NORTH_SOUTH] == best


def test_four_seers_bid_what_is_made_and_no_more() -> None:
    for seed in range(11, 16):
        table = of_seers(LUGUS, seed)
        assert table.faults == [Faults()] * 4
        assert table.round.result is not None
        assert table.round.result.outcome in (Outcome.MADE, Outcome.PIT)


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
def test_the_seer_beats_a_good_player_and_keeps_to_the_rules(rules: RuleSet) -> None:
    pairing = Pairing(rules, Partnership.parse("ziener"), Partnership.parse("regels"))
    rows = [play_deal(pairing, number, known).row for number in range(101, 104)]
    assert sum(row.difference for row in rows) / 3 > 20
    assert {row.first_faults for row in rows} == {"0 0 0 0"}


def test_the_seer_sees_an_incorrect_card_that_nobody_else_can_prove() -> None:
    """Rules 6.2: an accusation is proven by the hand, which the seer sees."""
    chance = Random(4)
    accused = 0
    for seed in range(10):
        round = begun(ROTTERDAM, seed)
        while (seat := round.turn) is not None and len(round.table) < 3:
            wrong = round.hands[seat] - round.correct_cards if round.table else Hand()
            if wrong and seat.team is Team.NORTH_SOUTH:
                round, _ = round.apply(Play(seat, next(iter(wrong))))
                assert see(round, Seat.WEST, chance) == Accuse(Seat.WEST, seat)
                accused += 1
                break
            action = known("regels").act(round, seat, chance)
            assert action is not None
            round, _ = round.apply(action)
            assert see(round, Seat.WEST if round.turn != Seat.WEST else Seat.EAST, chance) is None
    assert accused
