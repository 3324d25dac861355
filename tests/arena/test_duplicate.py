"""A deal both ways: nobody gains by the cards, by the order of names, or by another's chance."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas.arena.duplicate import ArenaRow, Pairing, Played, drawn_troef, play_deal, raw_points
from klaverjas.arena.players import Partnership, player_named
from klaverjas.cards import Suit
from klaverjas.record import read
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM, ROTTERDAM_BOND
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import Seat

PAIRS = ("regels", "willekeurig", "regels+willekeurig", "willekeurig+regels")


def played(
    first: str, second: str, number: int, rules: RuleSet = ROTTERDAM_BOND, *, random_troef: bool = False
) -> Played:
    pairing = Pairing(rules, Partnership.parse(first), Partnership.parse(second))
    return play_deal(pairing, number, player_named, random_troef=random_troef, recorded=True)


def points(row: ArenaRow) -> tuple[int, int, int, int]:
    return row.first_ns, row.second_we, row.first_we, row.second_ns


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("name", PAIRS)
def test_who_plays_against_himself_wins_nothing(rules: RuleSet, name: str) -> None:
    for number in range(4):
        row = played(name, name, number, rules).row
        assert (row.first_ns, row.second_we) == (row.second_ns, row.first_we)
        assert row.difference == 0


@settings(max_examples=40)
@given(
    first=st.sampled_from(PAIRS),
    second=st.sampled_from(PAIRS),
    number=st.integers(-(10**9), 10**9),
    rules=st.sampled_from(list(NAMED.values())),
)
def test_the_other_way_round_it_is_the_other_way_round(
    first: str, second: str, number: int, rules: RuleSet
) -> None:
    here, there = played(first, second, number, rules).row, played(second, first, number, rules).row
    assert here.difference == -there.difference
    assert points(here) == (there.second_ns, there.first_we, there.second_we, there.first_ns)
    assert (here.first_faults, here.round_ns) == (there.second_faults, there.round_we)


def test_the_chance_of_a_player_is_his_own() -> None:
    """With chance naming the troef, a willekeurig who leads leads the same card whoever else sits there."""

    def first_card(other: str, number: int) -> str:
        record = played("willekeurig", other, number, random_troef=True).record
        assert record is not None
        _, willekeurig_left_of_the_dealer = read(record)
        return str(willekeurig_left_of_the_dealer.game.rounds[0].tricks[0].cards[0])

    for number in range(10):
        assert len({first_card(other, number) for other in PAIRS}) == 1


def test_the_players_of_a_mixed_pair_change_places_with_every_deal() -> None:
    for number in range(4):
        record = played("regels+willekeurig", "willekeurig", number).record
        assert record is not None
        here, there = read(record)
        names = ("willekeurig", "regels") if number % 2 else ("regels", "willekeurig")
        assert (here.tag("South"), here.tag("North")) == names
        assert (there.tag("West"), there.tag("East")) == names
        assert {here.tag("West"), here.tag("East"), there.tag("South"), there.tag("North")} == {"willekeurig"}


def test_both_hold_the_same_cards_at_the_same_dealer() -> None:
    for number in range(4):
        record = played("regels", "willekeurig", number, LUGUS).record
        assert record is not None
        (here,), (there,) = (each.game.rounds for each in read(record))
        assert here.dealt == there.dealt
        assert here.dealer == there.dealer == Seat.SOUTH


def test_points_are_those_of_the_rounds_before_they_are_rounded() -> None:
    passed_out = 0
    for number in range(1, 25):
        row, record = played("willekeurig", "willekeurig+regels", number, LUGUS)
        assert record is not None
        here, there = (each.game.rounds[0].result for each in read(record))
        assert here is not None
        assert there is not None
        assert (row.first_ns, row.second_we) == raw_points(here)
        assert (row.second_ns, row.first_we) == raw_points(there)
        assert row.difference == (row.first_ns - row.second_we + row.first_we - row.second_ns) / 2
        assert row.passed_out == sum(result.outcome is Outcome.PASSED_OUT for result in (here, there))
        passed_out += row.passed_out
        for result, ours, theirs in (
            (here, row.first_ns, row.second_we),
            (there, row.second_ns, row.first_we),
        ):
            if result.outcome is Outcome.MADE:  # 162 or 130, and tens of roem and knocks
                assert (ours + theirs) % 10 in (0, 2)
                assert result.score[0] + result.score[1] < ours + theirs
    assert passed_out > 0


def test_chance_names_every_suit_and_both_rounds_have_it() -> None:
    assert {drawn_troef(number) for number in range(40)} == set(Suit)
    for number in range(6):
        row = played("regels", "willekeurig", number, ROTTERDAM, random_troef=True).row
        letter = drawn_troef(number).letter
        assert [told.split()[:2] for told in (row.round_ns, row.round_we)] == [["WE", letter]] * 2
