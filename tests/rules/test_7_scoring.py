"""Rules, section 7: what a round is worth. Also what verzaakt (6.4) and false knocks (5.5) do to the score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.cards import Card, Hand, Suit
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.named import (
    AMSTERDAM,
    AMSTERDAM_BOND,
    LUGUS,
    NAMED,
    ROTTERDAM,
    ROTTERDAM_BOND,
    VALET,
    named,
)
from klaverjas.rules.roem import roem_parts
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import (
    Offence,
    Outcome,
    Result,
    Taken,
    points_needed,
    rounded_to_tens,
    score_passed_out,
    score_round,
    score_verzaakt,
)
from klaverjas.rules.trick import LAST_TRICK, Trick
from klaverjas.seats import Seat, Team

NS, WE = Team.NORTH_SOUTH, Team.WEST_EAST
HALF = [ROTTERDAM, AMSTERDAM, ROTTERDAM_BOND, AMSTERDAM_BOND]
ROEM = (0, 20, 40, 50, 70, 100, 200)

more_than_half = pytest.mark.parametrize("rules", HALF, ids=lambda rules: rules.base)
either_team = pytest.mark.parametrize("makers", list(Team))


def scored(
    rules: RuleSet,
    cards: tuple[int, int],
    roem: tuple[int, int] = (0, 0),
    *,
    tricks: tuple[int, int] = (4, 4),
    knocks: tuple[int, int] = (0, 0),
    makers: Team = NS,
    bid: int | None = None,
    sans: bool = False,
) -> Result:
    """The result of a round; all pairs are playing team first, whichever team that is."""
    taken = Taken(*(pair if makers == NS else pair[::-1] for pair in (cards, roem, tricks, knocks)))
    troef = None if sans else Suit.HEARTS
    result = score_round(taken, makers, troef, bid, rules)
    assert result.makers is makers
    return result


def makers_first(result: Result) -> tuple[str, tuple[int, int], tuple[str, str]]:
    """Outcome, score and display, the playing team first."""
    if result.makers == WE:
        return result.outcome.code, result.score[::-1], result.display[::-1]
    return result.outcome.code, result.score, result.display


# --- 7.1 -----------------------------------------------------------------------------------------


@more_than_half
@either_team
@pytest.mark.parametrize(
    ("cards", "roem", "outcome"),
    [
        ((82, 80), (0, 0), "made"),  # 82 without roem
        ((81, 81), (0, 0), "nat"),
        ((80, 82), (0, 0), "nat"),
        ((161, 1), (0, 0), "made"),
        ((1, 161), (0, 0), "nat"),
        ((62, 100), (40, 0), "made"),  # 102 of 202
        ((61, 101), (40, 0), "nat"),  # 101 of 202
        ((102, 60), (0, 40), "made"),
        ((101, 61), (0, 40), "nat"),
        ((82, 80), (20, 20), "made"),
        ((81, 81), (20, 20), "nat"),
        ((91, 71), (0, 20), "nat"),  # 91 of 182
        ((92, 70), (0, 20), "made"),
    ],
)
def test_the_playing_team_makes_it_with_more_than_half_of_162_plus_all_roem(
    rules: RuleSet, makers: Team, cards: tuple[int, int], roem: tuple[int, int], outcome: str
) -> None:
    # Rules 7.1
    assert scored(rules, cards, roem, makers=makers).outcome.code == outcome


@more_than_half
@pytest.mark.parametrize(
    ("roem", "needed"), [(0, 82), (20, 92), (40, 102), (50, 107), (70, 117), (100, 132), (120, 142)]
)
def test_the_points_needed_are_half_of_the_total_and_one(rules: RuleSet, roem: int, needed: int) -> None:
    # Rules 7.1
    makes_it = [
        points + roem
        for points in range(163)
        if scored(rules, (points, 162 - points), (roem, 0)).outcome is Outcome.MADE
    ]
    assert min(makes_it) == needed
    assert all(points > 162 + roem - points for points in makes_it)


@more_than_half
@either_team
def test_exactly_half_the_points_is_nat(rules: RuleSet, makers: Team) -> None:
    # Rules 7.1
    assert makers_first(scored(rules, (81, 81), makers=makers)) == ("nat", (0, 162), ("nat", "162"))
    assert makers_first(scored(rules, (61, 101), (40, 0), makers=makers)) == (
        "nat",
        (0, 202),
        ("nat", "162 + 40"),
    )


def test_a_round_can_end_in_81_against_81_and_that_is_nat() -> None:
    # Rules 7.1: a round of correct cards with diamonds as troef and no roem in any trick.
    tricks = [
        Trick.parse(text, troef="D")
        for text in (
            "W: SQ S9 SK S7",
            "E: C8 CK DT C7",
            "W: SJ DA ST DK",
            "N: CQ CA CT DJ",
            "W: HJ H9 D9 H8",
            "E: C9 DQ SA CJ",
            "S: D8 HA HK D7",
            "S: H7 HQ HT S8",
        )
    ]
    hands = {seat: Hand() for seat in Seat}
    points = [LAST_TRICK if tricks[-1].winner in team.seats else 0 for team in Team]
    leader = None
    for trick in reversed(tricks):
        assert leader in (None, trick.winner)
        leader = trick.leader
        for turn, card in reversed(list(enumerate(trick.cards))):
            seat = trick.leader.after(turn)
            hands[seat] |= 1 << card
            before = Trick(trick.leader, trick.cards[:turn], trick.troef)
            assert card in legal_cards(hands[seat], before, ROTTERDAM)
        assert roem_parts(Hand.of(trick.cards), Suit.DIAMONDS, ROTTERDAM) == ()
        assert trick.winner is not None
        points[trick.winner.team] += trick.points
    assert [len(hand) for hand in hands.values()] == [8, 8, 8, 8]
    assert points == [81, 81]
    result = score_round(Taken((81, 81), (0, 0), (4, 4)), WE, Suit.DIAMONDS, None, ROTTERDAM)
    assert result.outcome is Outcome.NAT
    assert result.score == (162, 0)


def test_whether_roem_counts_towards_the_contract_is_a_field() -> None:
    # Rules 7.1, 8
    without = ROTTERDAM.change(roem_counts=False)
    assert scored(ROTTERDAM, (62, 100), (40, 0)).outcome is Outcome.MADE
    assert scored(without, (62, 100), (40, 0)).outcome is Outcome.NAT
    assert scored(ROTTERDAM, (82, 80), (0, 20)).outcome is Outcome.NAT
    assert scored(without, (82, 80), (0, 20)).outcome is Outcome.MADE


# --- 7.2 -----------------------------------------------------------------------------------------


@more_than_half
@either_team
def test_made_both_teams_score_their_own_card_points_and_roem(rules: RuleSet, makers: Team) -> None:
    # Rules 7.2
    result = scored(rules, (100, 62), (20, 50), makers=makers)
    assert makers_first(result) == ("made", (120, 112), ("100 + 20", "62 + 50"))
    assert (result.cards[makers], result.roem[makers]) == (100, 20)
    assert (result.cards[makers.opponents], result.roem[makers.opponents]) == (62, 50)


# --- 7.3 -----------------------------------------------------------------------------------------


@more_than_half
@either_team
def test_nat_the_playing_team_gets_0_the_others_162_plus_the_roem_of_both_teams(
    rules: RuleSet, makers: Team
) -> None:
    # Rules 7.3
    result = scored(rules, (60, 102), (20, 50), makers=makers)
    assert makers_first(result) == ("nat", (0, 232), ("nat", "162 + 70"))
    assert (result.cards[makers], result.roem[makers]) == (0, 0)
    assert (result.cards[makers.opponents], result.roem[makers.opponents]) == (162, 70)


# --- 7.4 -----------------------------------------------------------------------------------------


@more_than_half
@either_team
@pytest.mark.parametrize(
    ("roem", "score", "shown"), [(0, 262, "262"), (20, 282, "262 + 20"), (100, 362, "262 + 100")]
)
def test_pit_the_playing_team_takes_all_eight_tricks_162_and_100_plus_its_roem(
    rules: RuleSet, makers: Team, roem: int, score: int, shown: str
) -> None:
    # Rules 7.4
    result = scored(rules, (162, 0), (roem, 0), tricks=(8, 0), makers=makers)
    assert makers_first(result) == ("pit", (score, 0), (shown, "pit"))
    assert result.cards[makers] == 262


@more_than_half
def test_all_the_points_without_all_the_tricks_are_no_pit(rules: RuleSet) -> None:
    # Rules 7.4: a trick of nothing but sevens and eights is worth nothing, but is a trick.
    assert makers_first(scored(rules, (162, 0), tricks=(7, 1))) == ("made", (162, 0), ("162", "0"))


def test_the_bonus_for_pit_is_a_field() -> None:
    # Rules 7.4, 8
    assert scored(ROTTERDAM.change(pit=50), (162, 0), tricks=(8, 0)).score == (212, 0)


# --- 7.5 -----------------------------------------------------------------------------------------


@more_than_half
@either_team
def test_tegenpit_the_playing_team_is_nat_162_plus_all_roem_and_no_bonus(
    rules: RuleSet, makers: Team
) -> None:
    # Rules 7.5
    result = scored(rules, (0, 162), tricks=(0, 8), makers=makers)
    assert makers_first(result) == ("tegenpit", (0, 162), ("nat", "162"))
    with_roem = scored(rules, (0, 162), (0, 70), tricks=(0, 8), makers=makers)
    assert makers_first(with_roem) == ("tegenpit", (0, 232), ("nat", "162 + 70"))


@pytest.mark.parametrize("rules", [*HALF, LUGUS], ids=lambda rules: rules.base)
def test_only_the_playing_team_can_make_a_pit(rules: RuleSet) -> None:
    # Rules 7.5
    result = scored(rules, (0, 162), tricks=(0, 8), bid=80)
    assert result.outcome is not Outcome.PIT
    assert "pit" not in result.display


@either_team
def test_valet_gives_100_for_all_eight_tricks_to_either_team(makers: Team) -> None:
    # Rules 7.5, 7.8
    assert makers_first(scored(VALET, (162, 0), tricks=(8, 0), makers=makers))[:2] == ("pit", (262, 0))
    assert makers_first(scored(VALET, (0, 162), tricks=(0, 8), makers=makers))[:2] == ("tegenpit", (0, 262))


def test_the_bonus_for_tegenpit_is_a_field() -> None:
    # Rules 7.5, 8
    assert scored(ROTTERDAM.change(tegenpit=100), (0, 162), tricks=(0, 8)).score == (0, 262)


# --- 7.6 -----------------------------------------------------------------------------------------


@either_team
@pytest.mark.parametrize(
    ("cards", "bid", "outcome"),
    [
        ((80, 82), 80, "made"),  # no majority is needed
        ((79, 83), 80, "nat"),
        ((81, 81), 80, "made"),
        ((82, 80), 90, "nat"),
        ((100, 62), 100, "made"),
        ((99, 63), 100, "nat"),
        ((160, 2), 160, "made"),
        ((159, 3), 160, "nat"),
    ],
)
def test_a_bid_is_made_when_the_card_points_reach_it(
    makers: Team, cards: tuple[int, int], bid: int, outcome: str
) -> None:
    # Rules 7.6
    assert scored(LUGUS, cards, bid=bid, makers=makers).outcome.code == outcome


@pytest.mark.parametrize(
    ("cards", "bid", "outcome"),
    [((70, 60), 70, "made"), ((69, 61), 70, "nat"), ((65, 65), 70, "nat"), ((130, 0), 130, "made")],
)
def test_a_bid_in_sans_is_made_when_the_card_points_reach_it(
    cards: tuple[int, int], bid: int, outcome: str
) -> None:
    # Rules 7.6
    assert scored(LUGUS, cards, bid=bid, sans=True, tricks=(7, 1)).outcome.code == outcome


@pytest.mark.parametrize("roem", [20, 50, 100, 200])
def test_roem_does_not_help_to_reach_the_bid_and_does_not_hinder(roem: int) -> None:
    # Rules 7.6
    assert scored(LUGUS, (79, 83), (roem, 0), bid=80).outcome is Outcome.NAT
    assert scored(LUGUS, (80, 82), (0, roem), bid=80).outcome is Outcome.MADE


@pytest.mark.parametrize(
    ("sans", "cards", "roem", "score", "shown"),
    [
        (False, (79, 83), (0, 0), 16, "16"),
        (False, (79, 83), (20, 50), 23, "16 + 7"),
        (True, (65, 65), (0, 0), 13, "13"),
        (True, (65, 65), (20, 20), 17, "13 + 4"),
    ],
)
def test_nat_at_a_bid_gives_all_card_points_and_all_roem_to_the_others(
    sans: bool, cards: tuple[int, int], roem: tuple[int, int], score: int, shown: str
) -> None:
    # Rules 7.6
    result = scored(LUGUS, cards, roem, bid=80, sans=sans)
    assert makers_first(result) == ("nat", (0, score), ("nat", shown))
    assert result.cards == ((0, 130) if sans else (0, 162))


def test_pit_at_a_bid_is_100_extra_for_the_playing_team() -> None:
    # Rules 7.6
    result = scored(LUGUS, (162, 0), (20, 0), tricks=(8, 0), bid=120)
    assert makers_first(result) == ("pit", (28, 0), ("26 + 2", "pit"))
    assert result.cards == (262, 0)


def test_tegenpit_at_a_bid_scores_as_nat() -> None:
    # Rules 7.5, 7.6
    assert makers_first(scored(LUGUS, (0, 162), (0, 20), tricks=(0, 8), bid=80)) == (
        "tegenpit",
        (0, 18),
        ("nat", "16 + 2"),
    )
    assert scored(LUGUS, (0, 130), tricks=(0, 8), bid=70, sans=True).score == (0, 13)


# --- 7.7 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "sheet"),
    [
        (125, 12),
        (126, 13),
        (86, 9),
        (76, 8),
        (65, 6),
        (0, 0),
        (5, 0),
        (6, 1),
        (9, 1),
        (10, 1),
        (80, 8),
        (162, 16),
        (130, 13),
        (262, 26),
        (230, 23),
    ],
)
def test_a_last_digit_up_to_5_goes_down_and_from_6_up(points: int, sheet: int) -> None:
    # Rules 7.7
    assert rounded_to_tens(points) == sheet


def test_rounding_takes_at_most_5_away_and_adds_at_most_4() -> None:
    # Rules 7.7
    lost = [points - 10 * rounded_to_tens(points) for points in range(1000)]
    assert lost == [0, 1, 2, 3, 4, 5, -4, -3, -2, -1] * 100


def test_86_against_76_is_9_against_8_17_together() -> None:
    # Rules 7.7
    assert scored(LUGUS, (86, 76), bid=80).score == (9, 8)


def test_a_sheet_holds_16_together_or_17_when_both_numbers_end_in_6() -> None:
    # Rules 7.7
    for points in range(80, 163):
        score = scored(LUGUS, (points, 162 - points), bid=80).score
        assert sum(score) == (17 if points % 10 == 6 else 16)


def test_a_sheet_in_sans_holds_13_together_or_12_when_both_numbers_end_in_5() -> None:
    # Rules 7.7
    for points in range(70, 131):
        score = scored(LUGUS, (points, 130 - points), bid=70, sans=True).score
        assert sum(score) == (12 if points % 10 == 5 else 13)


def test_65_against_65_in_sans_is_6_against_6() -> None:
    # Rules 7.7
    rules = LUGUS.change(min_bid_sans=60)
    assert scored(rules, (65, 65), bid=60, sans=True).score == (6, 6)


@pytest.mark.parametrize(("sans", "cards", "sheet"), [(False, (162, 0), 26), (True, (130, 0), 23)])
def test_a_pit_without_roem_is_26_and_in_sans_23(sans: bool, cards: tuple[int, int], sheet: int) -> None:
    # Rules 7.7
    assert scored(LUGUS, cards, tricks=(8, 0), bid=80, sans=sans).score == (sheet, 0)


@pytest.mark.parametrize(("roem", "sheet"), [(20, 2), (40, 4), (50, 5), (70, 7), (100, 10), (200, 20)])
def test_roem_counts_a_tenth_on_the_sheet(roem: int, sheet: int) -> None:
    # Rules 7.7
    result = scored(LUGUS, (86, 76), (roem, 0), bid=80)
    assert result.score == (9 + sheet, 8)
    assert result.display == (f"9 + {sheet}", "8")
    assert result.roem == (roem, 0)


@pytest.mark.parametrize(
    ("cards", "bid", "outcome"), [(76, 80, "nat"), (79, 80, "nat"), (85, 90, "nat"), (90, 90, "made")]
)
def test_the_comparison_with_the_bid_comes_before_the_rounding(cards: int, bid: int, outcome: str) -> None:
    # Rules 7.7
    assert scored(LUGUS, (cards, 162 - cards), bid=bid).outcome.code == outcome


def test_rounding_is_a_field_and_other_tables_keep_every_point() -> None:
    # Rules 7.7, 8
    assert scored(LUGUS.change(rounding="none"), (86, 76), (20, 0), bid=80).score == (106, 76)
    assert scored(ROTTERDAM.change(rounding="tens"), (86, 76)).score == (9, 8)
    assert scored(ROTTERDAM, (86, 76)).score == (86, 76)


# --- 7.8 -----------------------------------------------------------------------------------------


@either_team
@pytest.mark.parametrize(
    ("cards", "roem", "score", "shown"),
    [
        ((10, 152), (0, 0), (10, 152), ("10", "152")),
        ((81, 81), (0, 0), (81, 81), ("81", "81")),
        ((60, 102), (20, 50), (80, 152), ("60 + 20", "102 + 50")),
        ((0, 162), (0, 0), (0, 162), ("0", "162")),  # with a worthless trick: not even then
    ],
)
def test_valet_knows_no_nat_each_team_keeps_its_card_points_and_roem(
    makers: Team,
    cards: tuple[int, int],
    roem: tuple[int, int],
    score: tuple[int, int],
    shown: tuple[str, str],
) -> None:
    # Rules 7.8
    assert makers_first(scored(VALET, cards, roem, makers=makers)) == ("made", score, shown)


@either_team
def test_valet_gives_100_for_all_eight_tricks_on_top_of_roem(makers: Team) -> None:
    # Rules 7.8
    assert makers_first(scored(VALET, (162, 0), (70, 0), tricks=(8, 0), makers=makers))[1] == (332, 0)
    assert makers_first(scored(VALET, (0, 162), (0, 70), tricks=(0, 8), makers=makers))[1] == (0, 332)


# --- 7.9 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "display"),
    [
        (scored(ROTTERDAM, (82, 80), (20, 0)), ("82 + 20", "80")),
        (scored(ROTTERDAM, (82, 80)), ("82", "80")),
        (scored(LUGUS, (86, 76), (20, 0), bid=80), ("9 + 2", "8")),
        (scored(ROTTERDAM, (80, 82), (0, 20)), ("nat", "162 + 20")),
        (scored(ROTTERDAM, (0, 162), tricks=(0, 8)), ("nat", "162")),  # tegenpit too
        (scored(VALET, (0, 162), tricks=(0, 8)), ("0", "262")),  # no contract, so nobody is nat
        (scored(named("valet/1"), (0, 162), tricks=(0, 8)), ("nat", "262")),
        (scored(ROTTERDAM, (162, 0), tricks=(8, 0)), ("262", "pit")),
        (scored(LUGUS, (162, 0), tricks=(8, 0), bid=80), ("26", "pit")),
        (score_verzaakt(NS, NS, 40, ROTTERDAM), ("verzaakt", "162")),
        (score_verzaakt(WE, NS, 40, LUGUS), ("26", "verzaakt")),
        (score_passed_out(LUGUS), ("0", "0")),
    ],
)
def test_a_score_is_shown_as_cards_plus_roem_or_as_nat_pit_or_verzaakt(
    result: Result, display: tuple[str, str]
) -> None:
    # Rules 7.9
    assert result.display == display


# --- verzaakt ------------------------------------------------------------------------------------


@pytest.mark.parametrize("offender", list(Team))
@pytest.mark.parametrize("makers", list(Team))
@pytest.mark.parametrize(
    ("rules", "raw", "score"), [(ROTTERDAM, 162, 162), (LUGUS, 262, 26)], ids=["rotterdam", "lugus"]
)
def test_verzaakt_the_offending_team_gets_0_the_other_the_penalty_and_all_roem_is_void(
    rules: RuleSet, raw: int, score: int, makers: Team, offender: Team
) -> None:
    # Rules 6.4: whichever team was playing.
    result = score_verzaakt(offender, makers, 120, rules)
    other = offender.opponents
    assert result.outcome is Outcome.VERZAAKT
    assert result.offender is offender
    assert (result.cards[offender], result.roem[offender], result.score[offender]) == (0, 0, 0)
    assert (result.cards[other], result.roem[other], result.score[other]) == (raw, 0, score)
    assert (result.display[offender], result.display[other]) == ("verzaakt", str(score))


def test_after_verzaakt_roem_goes_to_the_other_team_where_the_table_has_it_so() -> None:
    # Rules 6.4, 8
    keeps = ROTTERDAM.change(verzaakt_keeps_roem=True)
    result = score_verzaakt(NS, WE, 70, keeps)
    assert result.score == (0, 232)
    assert result.display == ("verzaakt", "162 + 70")
    assert score_verzaakt(NS, WE, 70, LUGUS.change(verzaakt_keeps_roem=True)).score == (0, 33)


def test_the_penalty_for_verzaken_is_a_field() -> None:
    # Rules 6.4, 8
    assert score_verzaakt(WE, NS, 0, ROTTERDAM.change(verzaakt=262)).score == (262, 0)


def test_false_knocks_are_void_after_verzaakt() -> None:
    # Rules 5.5
    assert score_verzaakt(NS, WE, 0, LUGUS).knocks == (0, 0)


def test_a_result_of_verzaakt_tells_who_was_accused_and_every_offence() -> None:
    # Rules 6.3, 6.4
    proof = (Offence(1, Card.parse("D7"), "4.4", Hand.parse("C8")),)
    result = score_verzaakt(NS, WE, 0, ROTTERDAM, accused=Seat.SOUTH, offences=proof)
    assert (result.accused, result.offences) == (Seat.SOUTH, proof)


# --- false knocks, and deals that were passed out ------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "knocks", "bid", "outcome", "score"),
    [
        ((86, 76), (0, 20), 80, "made", (9, 10)),
        ((86, 76), (20, 0), 80, "made", (11, 8)),
        ((86, 76), (40, 20), 80, "made", (13, 10)),
        ((79, 83), (20, 0), 80, "nat", (2, 16)),  # apart from the bid, and untouched by nat
        ((79, 83), (0, 20), 80, "nat", (0, 18)),
        ((84, 78), (20, 20), 80, "made", (10, 10)),  # added after rounding
    ],
)
def test_a_false_knock_gives_the_opponents_2_on_the_sheet_after_rounding_apart_from_the_bid(
    cards: tuple[int, int], knocks: tuple[int, int], bid: int, outcome: str, score: tuple[int, int]
) -> None:
    # Rules 5.5
    result = scored(LUGUS, cards, knocks=knocks, bid=bid)
    assert (result.outcome.code, result.score) == (outcome, score)
    assert result.knocks == knocks


def test_false_knocks_are_not_part_of_cards_or_roem() -> None:
    # Rules 5.5, 7.9
    result = scored(LUGUS, (86, 76), (20, 0), knocks=(0, 20), bid=80)
    assert (result.cards, result.roem, result.display) == ((86, 76), (20, 0), ("9 + 2", "8"))


def test_without_rounding_a_false_knock_is_20_points() -> None:
    # Rules 5.5
    rules = ROTTERDAM.change(claim="knock")
    assert scored(rules, (90, 72), knocks=(0, 20)).score == (90, 92)


def test_a_deal_that_was_passed_out_scores_nothing() -> None:
    # Rules 2.2, 3.5
    result = score_passed_out(LUGUS)
    assert (result.outcome.code, result.makers) == ("passed-out", None)
    assert result.cards == result.roem == result.knocks == result.score == (0, 0)


def test_what_a_team_takes_adds_up_trick_by_trick() -> None:
    # Rules 5.1, 7.2
    taken = (
        Taken(knocks=(0, 20))
        .plus(NS, cards=25, roem=20)
        .plus(WE, cards=11, roem=0)
        .plus(NS, cards=4, roem=50)
    )
    assert taken == Taken(cards=(29, 11), roem=(70, 0), tricks=(2, 1), knocks=(0, 20))


# --- whatever the round --------------------------------------------------------------------------


@given(
    rules=st.sampled_from(list(NAMED.values())),
    makers=st.sampled_from(Team),
    mine=st.integers(min_value=0, max_value=162),
    roem=st.tuples(st.sampled_from(ROEM), st.sampled_from(ROEM)),
    tricks=st.integers(min_value=0, max_value=8),
    bid=st.sampled_from(range(80, 170, 10)),
    sans=st.booleans(),
)
def test_no_points_are_lost_and_none_are_made_but_the_bonus_for_all_tricks(
    rules: RuleSet, makers: Team, mine: int, roem: tuple[int, int], tricks: int, bid: int, sans: bool
) -> None:
    # Rules 7.2-7.8
    all_cards = 130 if sans else 162
    mine = {0: 0, 8: all_cards}.get(tricks, min(mine, all_cards))
    roem = (0 if tricks == 0 else roem[0], 0 if tricks == 8 else roem[1])
    result = scored(
        rules, (mine, all_cards - mine), roem, tricks=(tricks, 8 - tricks), makers=makers, bid=bid, sans=sans
    )
    bonus = {8: rules.pit, 0: rules.tegenpit}.get(tricks, 0)
    assert sum(result.cards) == all_cards + bonus
    assert sum(result.roem) == sum(roem)
    assert min(result.score) >= 0
    if rules.rounding == "none":
        assert sum(result.score) == all_cards + bonus + sum(roem)


@given(
    rules=st.sampled_from(list(NAMED.values())),
    mine=st.integers(min_value=0, max_value=162),
    roem=st.tuples(st.sampled_from(ROEM), st.sampled_from(ROEM)),
    bid=st.sampled_from(range(80, 170, 10)),
)
def test_the_score_does_not_depend_on_which_side_of_the_table_plays(
    rules: RuleSet, mine: int, roem: tuple[int, int], bid: int
) -> None:
    # Rules 7.1-7.8
    results = [scored(rules, (mine, 162 - mine), roem, makers=makers, bid=bid) for makers in Team]
    assert makers_first(results[0]) == makers_first(results[1])


@pytest.mark.parametrize("rules", NAMED.values(), ids=lambda rules: rules.base)
def test_the_points_needed_are_the_least_with_which_it_is_made(rules: RuleSet) -> None:
    # Rules 7.1, 7.6, 7.8: as the playing team, with as much roem on either side.
    bid = 90 if rules.contract == "bid" else None
    for ours, theirs in ((0, 0), (20, 0), (0, 50), (40, 20)):
        needed = points_needed(rules, Suit.HEARTS, roem=ours + theirs, bid=bid)
        for cards in range(1, 162):
            taken = Taken((cards, 162 - cards), (ours, theirs), (4, 4))
            reached = cards + ours if rules.roem_counts else cards
            made = score_round(taken, Team.NORTH_SOUTH, Suit.HEARTS, bid, rules).outcome is Outcome.MADE
            assert made is (reached >= needed)
