"""Claiming roem, as it goes at the table (Rules 5.1, 5.4-5.6)."""

from itertools import combinations

import pytest

from klaverjas.cards import DECK, Suit
from klaverjas.events import Knocked, RoemClaimed, TrickWon
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import AMSTERDAM, LUGUS, NAMED, ROTTERDAM, VALET, named
from klaverjas.rules.roem import claimable_amounts, roem_points, run_cards, stuk_cards
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome, Result
from klaverjas.seats import SEATS, Seat
from klaverjas.view import view_round
from tables import MIXED, ONE_SUIT_EACH, events_of, finish, play, refused, round_of

KNOCKING = ROTTERDAM.change(claim="knock")
RAISING = [ROTTERDAM.change(claim_lock="raise"), named("rotterdam/1")]
AUTOMATIC = [rules for rules in NAMED.values() if rules.claim == "automatic"]


def _name(rules: RuleSet) -> str:
    return rules.base


def _with_troef(suit: str, rules: RuleSet = ROTTERDAM, deal: str = MIXED) -> Round:
    """A round in which West chose this suit and leads."""
    return play(round_of(rules, deal), suit if rules.troef == "forced" else f"80{suit} pass pass pass")


def _result(round: Round) -> Result:
    assert round.result is not None
    return round.result


def _roem(round: Round) -> int:
    """The roem of the trick on the table, once it is collected."""
    won = events_of(round, "collect")[0]
    assert isinstance(won, TrickWon)
    return won.roem


# --- whose it is ---------------------------------------------------------------------------------


@pytest.mark.parametrize("claimer", SEATS)
@pytest.mark.parametrize(
    ("trick", "winner"),
    [("SQ SK SA SJ", Seat.SOUTH), ("SQ S9 ST SJ", Seat.SOUTH), ("S8 SK SA S7", Seat.EAST)],
)
def test_roem_goes_to_the_team_that_wins_the_trick_whoever_claims_it(
    claimer: Seat, trick: str, winner: Seat
) -> None:
    # Rules 5.1: in the last trick there is none, and a claim of 20 is wrong.
    round = play(_with_troef("S"), trick)
    roem = round.roem_on_table
    round = play(round, f"{claimer.letter}+{roem or 20}")
    assert events_of(round, "collect") == (TrickWon(winner, round.trick.points, roem),)
    taken = play(round, "collect").taken
    assert taken.roem[winner.team] == roem
    assert taken.roem[winner.team.opponents] == 0


@pytest.mark.parametrize("knocker", SEATS)
def test_a_knock_is_for_the_winner_of_the_trick_as_well(knocker: Seat) -> None:
    # Rules 5.1, 5.5
    round = play(_with_troef("S", LUGUS), f"SQ SK SA SJ {knocker.letter}* collect")
    assert round.taken.roem == (70, 0)


def test_roem_is_never_made_by_a_hand() -> None:
    # Rules 5.1: West holds every heart, and leads one.
    round = play(round_of(ROTTERDAM, ONE_SUIT_EACH), "H HA")
    assert round.roem_on_table == 0
    assert events_of(round, "W+50") == (RoemClaimed(Seat.WEST, 50, right=False),)


def test_roem_is_never_made_by_cards_of_two_tricks() -> None:
    # Rules 5.1: stuk, but the queen lay in the trick before.
    round = play(_with_troef("S"), "SQ S9 ST S7 collect N:SK")
    assert events_of(round, "N+20") == (RoemClaimed(Seat.NORTH, 20, right=False),)


# --- by amount -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "troef", "trick", "roem"),
    [
        (MIXED, "C", "S8 S9 ST HJ", 20),  # run of three
        (MIXED, "S", "S8 S9 ST HJ", 20),  # the same in troef
        (MIXED, "S", "SQ SK HT DJ", 20),  # stuk
        (MIXED, "S", "SQ SK HT SJ", 40),  # jack, queen and king of troef
        (MIXED, "S", "SQ SK SA S7", 40),
        (MIXED, "C", "SQ SK SA S7", 20),  # of a plain suit
        (MIXED, "C", "S8 S9 ST S7", 50),  # run of four, not also 20
        (MIXED, "S", "S8 S9 ST S7", 50),
        (MIXED, "C", "SQ SK SA SJ", 50),
        (MIXED, "S", "SQ SK SA SJ", 70),  # run of four, and stuk
        (MIXED, "S", "SQ SK ST SJ", 70),
        (ONE_SUIT_EACH, "H", "HK CK DK SK", 100),  # four alike, the king of troef among them
        (ONE_SUIT_EACH, "H", "HJ CJ DJ SJ", 100),
        (ONE_SUIT_EACH, "H", "H7 C7 D7 S7", 100),
    ],
)
def test_right_means_equal_to_the_whole_roem_lying_there(
    deal: str, troef: str, trick: str, roem: int
) -> None:
    # Rules 5.4
    round = play(_with_troef(troef, deal=deal), trick)
    for points in (20, 40, 50, 70, 100):
        right = points == roem
        assert events_of(round, f"W+{points}") == (RoemClaimed(Seat.WEST, points, right=right),)
        assert _roem(play(round, f"W+{points}")) == (roem if right else 0)


def test_no_trick_holds_roem_that_cannot_be_claimed_and_no_plain_run_meets_stuk() -> None:
    # Rules 5.2-5.4, over all tricks that there are.
    amounts = {0, *claimable_amounts(ROTTERDAM)}
    found = set()
    for trick in combinations(DECK, 4):
        cards = sum(1 << card for card in trick)
        roem = roem_points(cards, Suit.SPADES, ROTTERDAM.four_alike)
        found.add(roem)
        if run_cards(cards) and stuk_cards(cards, Suit.SPADES):
            assert run_cards(cards) < 1 << 8
            assert roem in (40, 70)
    assert found == amounts == {0, 20, 40, 50, 70, 100}


def test_a_wrong_amount_is_rejected_and_the_player_may_try_again() -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK SA SJ W+50")
    assert round.claimed is None
    assert play(round, "W+20 W+100 W+70").claimed == 70


def test_a_wrong_amount_changes_nothing_else() -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK")
    wrong = play(round, "W+50 N+50 N+100")
    assert (wrong.turn, wrong.hands, wrong.table) == (round.turn, round.hands, round.table)
    assert _result(finish(wrong)) == _result(finish(round))


@pytest.mark.parametrize("points", [10, 30, 60, 90, 110, 120, 150, 200])
def test_an_amount_that_roem_can_never_be_is_wrong_like_any_other(points: int) -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK")
    assert events_of(round, f"W+{points}") == (RoemClaimed(Seat.WEST, points, right=False),)
    assert play(round, f"W+{points} W+20").registered == 20


@pytest.mark.parametrize("points", [0, 1001])
def test_no_amount_at_all_is_refused(points: int) -> None:
    # Rules 5.4
    assert refused(play(_with_troef("S"), "SQ SK"), f"W+{points}").code == "claim-amount"


def test_what_four_alike_count_at_this_table_can_be_claimed() -> None:
    # Rules 5.4, 5.7
    rules = ROTTERDAM.change(four_alike={"J": 200, "A": 150})
    round = play(_with_troef("H", rules, ONE_SUIT_EACH), "HJ CJ DJ SJ")
    assert play(round, "E+200").registered == 200
    assert events_of(round, "E+100") == (RoemClaimed(Seat.EAST, 100, right=False),)
    nothing = play(round, "HK CK DK SK")
    assert events_of(nothing, "E+150") == (RoemClaimed(Seat.EAST, 150, right=False),)


@pytest.mark.parametrize(
    ("words", "may", "may_not"),
    [("SQ", "W", "NES"), ("SQ SK", "WN", "ES"), ("SQ SK SA", "WNE", "S"), ("SQ SK SA SJ", "WNES", "")],
)
def test_only_whoever_has_played_to_the_trick_may_claim(words: str, may: str, may_not: str) -> None:
    # Rules 5.4
    round = play(_with_troef("S"), words)
    for seat in may:
        assert events_of(round, f"{seat}+20")
        assert view_round(round, Seat.parse(seat)).may.claims == (20, 40, 50, 70, 100)
    for seat in may_not:
        refusal = refused(round, f"{seat}+20")
        assert (refusal.code, refusal.facts) == ("claim-before-playing", {"seat": Seat.parse(seat)})
        assert view_round(round, Seat.parse(seat)).may.claims == ()


def test_nobody_claims_between_two_tricks() -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK SA SJ collect")
    for seat in "SWNE":
        assert refused(round, f"{seat}+70").code == "claim-before-playing"


def test_a_claim_may_come_until_the_trick_is_collected() -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK SA SJ")
    assert round.phase is Phase.TRICK_END
    assert play(round, "N+70 collect").taken.roem == (70, 0)
    late = play(round, "S:H7")  # the next play collects too
    assert late.taken.roem == (0, 0)
    assert refused(late, "N+70").code == "claim-before-playing"
    assert events_of(late, "S+70") == (RoemClaimed(Seat.SOUTH, 70, right=False),)


@pytest.mark.parametrize("claimer", "WNES")
@pytest.mark.parametrize("points", [20, 40, 70])
def test_after_a_right_claim_nobody_claims_again(claimer: str, points: int) -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK SA SJ E+70")
    assert refused(round, f"{claimer}+{points}").code == "claim-again"
    assert view_round(round, Seat.parse(claimer)).may.claims == ()


@pytest.mark.parametrize("claimer", SEATS)
@pytest.mark.parametrize("words", ["SQ SK W+20", "SQ SK W+20 SA", "SQ SK W+20 SA SJ"])
def test_a_right_claim_locks_the_trick_whatever_is_added_later(words: str, claimer: Seat) -> None:
    # Rules 5.4: `claim_lock` is "trick".
    round = play(_with_troef("S"), words)
    assert view_round(round, claimer).may.claims == ()
    if round.trick.has_played(claimer):
        for points in (20, 40, 70):
            assert refused(round, f"{claimer.letter}+{points}").code == "claim-again"
    round = play(round, "SA SJ"[3 * (len(round.table) - 2) :])
    assert _roem(round) == 20


def test_a_wrong_claim_locks_nothing() -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK W+40 N+70 W+20")
    assert round.registered == 20


def test_the_lock_ends_with_its_trick() -> None:
    # Rules 5.4
    round = play(_with_troef("S"), "SQ SK W+20 SA SJ collect H7")
    assert view_round(round, Seat.SOUTH).may.claims != ()


@pytest.mark.parametrize("rules", RAISING, ids=_name)
def test_a_later_card_that_adds_nothing_does_not_open_the_claiming_again(rules: RuleSet) -> None:
    # Rules 5.4
    round = play(_with_troef("S", rules), "SQ SK W+20 HT")
    assert refused(round, "E+20").code == "claim-again"
    assert refused(play(round, "HJ"), "S+40").code == "claim-again"
    assert all(view_round(round, seat).may.claims == () for seat in SEATS)


@pytest.mark.parametrize("rules", RAISING, ids=_name)
def test_when_a_later_card_makes_it_more_the_higher_amount_replaces_the_earlier(rules: RuleSet) -> None:
    # Rules 5.4: `claim_lock` is "raise".
    round = play(_with_troef("S", rules), "SQ SK W+20")
    assert round.registered == 20
    round = play(round, "SA")
    assert (round.registered, play(round, "W+40").registered) == (20, 40)
    round = play(round, "W+40 SJ N+70")
    assert round.registered == 70
    assert play(round, "collect").taken.roem == (70, 0)


@pytest.mark.parametrize("rules", RAISING, ids=_name)
def test_a_claim_that_was_right_stays_when_nobody_claims_the_higher_amount(rules: RuleSet) -> None:
    # Rules 5.4
    round = play(_with_troef("S", rules), "SQ SK W+20 SA SJ")
    assert _roem(round) == 20
    assert _roem(play(round, "W+50")) == 20  # wrong: 70 lies there


def test_a_claim_is_judged_against_the_cards_that_lie_there() -> None:
    # Rules 5.4: 70 will lie there, but not yet.
    round = play(_with_troef("S"), "SQ SK SA")
    assert events_of(round, "W+70") == (RoemClaimed(Seat.WEST, 70, right=False),)
    assert events_of(round, "W+40") == (RoemClaimed(Seat.WEST, 40, right=True),)
    assert events_of(play(round, "SJ"), "W+40") == (RoemClaimed(Seat.WEST, 40, right=False),)


def test_the_next_trick_has_its_own_claim() -> None:
    # Rules 5.4
    round = play(_with_troef("C"), "S8 S9 ST S7 W+50 collect HT HJ HQ H9 S+50 collect")
    assert [trick.roem for trick in round.tricks] == [50, 50]
    assert round.claimed is None


def test_the_eighth_tricks_roem_is_claimed_before_it_is_collected() -> None:
    # Rules 5.4: whatever is played, the last cards are the four aces.
    round = play(round_of(ROTTERDAM, ONE_SUIT_EACH), "H")
    for rank in "789TJQKA":
        round = play(round, f"H{rank} C{rank} D{rank} S{rank}")
    assert round.phase is Phase.TRICK_END
    assert _result(play(round, "N+100 collect")).roem == (0, 100)
    assert refused(play(round, "collect"), "N+100").code == "round-done"


@pytest.mark.parametrize("claimed", ["", "W+20"])
def test_roem_that_is_not_claimed_is_lost(claimed: str) -> None:
    # Rules 5.6
    round = play(_with_troef("S"), f"SQ SK SA SJ {claimed}")
    assert _roem(round) == 0
    assert _result(finish(round)).roem == (0, 0)


def test_roem_is_called_by_amount_here_and_not_knocked_for() -> None:
    # Rules 5.4, 5.7
    assert refused(play(_with_troef("S"), "SQ SK"), "W*").code == "roem-by-amount"


# --- with a knock --------------------------------------------------------------------------------


def test_roem_is_knocked_for_here_and_not_called_by_amount() -> None:
    # Rules 5.5, 5.7
    assert refused(play(_with_troef("S", LUGUS), "SQ SK"), "W+20").code == "roem-by-knock"


@pytest.mark.parametrize("knocker", SEATS)
@pytest.mark.parametrize("words", ["SQ", "SQ SK", "SQ SK SA", "SQ SK SA SJ"])
def test_any_seat_may_knock_before_playing_too(knocker: Seat, words: str) -> None:
    # Rules 5.5
    round = play(_with_troef("S", LUGUS), words)
    right = len(words.split()) > 1
    assert view_round(round, knocker).may.knock
    assert events_of(round, f"{knocker.letter}*") == (Knocked(knocker, right=right),)


def test_nobody_knocks_before_the_first_card_of_a_trick() -> None:
    # Rules 5.5
    round = _with_troef("S", LUGUS)
    assert refused(round, "W*").code == "knock-without-cards"
    assert refused(play(round, "SQ SK SA SJ collect"), "W*").code == "knock-without-cards"
    assert not view_round(round, Seat.WEST).may.knock


def test_a_knock_may_come_until_the_trick_is_collected() -> None:
    # Rules 5.5
    round = play(_with_troef("S", LUGUS), "SQ SK SA SJ")
    assert round.phase is Phase.TRICK_END
    assert play(round, "N* collect").taken.roem == (70, 0)
    late = play(round, "S:H7")
    assert late.taken.roem == (0, 0)
    assert events_of(late, "N*") == (Knocked(Seat.NORTH, right=False),)
    assert refused(finish(round), "N*").code == "round-done"


def test_a_true_knock_takes_the_roem_of_the_complete_trick() -> None:
    # Rules 5.5: stuk lay there; the run came after the knock.
    round = play(_with_troef("S", LUGUS), "SQ SK E*")
    assert round.registered == 20
    round = play(round, "SA")
    assert round.registered == 40
    round = play(round, "SJ")
    assert _roem(round) == 70


@pytest.mark.parametrize("again", "SWNE")
def test_further_knocks_after_a_true_one_are_refused(again: str) -> None:
    # Rules 5.5
    round = play(_with_troef("S", LUGUS), "SQ SK E*")
    assert refused(round, f"{again}*").code == "knock-again"
    assert refused(play(round, "SA"), f"{again}*").code == "knock-again"
    assert refused(play(round, "SA SJ"), f"{again}*").code == "knock-again"
    assert not view_round(round, Seat.parse(again)).may.knock


def test_a_false_knock_claims_nothing_and_may_be_repeated() -> None:
    # Rules 5.5
    round = play(_with_troef("S", LUGUS), "SQ N* N* W*")
    assert (round.claimed, round.registered) == (None, 0)
    assert _roem(play(round, "SK SA SJ")) == 0
    assert _roem(play(round, "SK N* SA SJ")) == 70


@pytest.mark.parametrize(("knocker", "knocks"), [("S", (0, 20)), ("N", (0, 20)), ("W", (20, 0))])
def test_a_false_knock_gives_the_knockers_opponents_twenty(knocker: str, knocks: tuple[int, int]) -> None:
    # Rules 5.5
    round = play(_with_troef("S", LUGUS), f"SQ {knocker}*")
    assert round.knocks == knocks
    twice = play(round, f"{knocker}*")
    assert twice.knocks == (2 * knocks[0], 2 * knocks[1])


def test_a_false_knock_counts_two_on_the_sheet_after_rounding() -> None:
    # Rules 5.5, 7.7
    round = play(_with_troef("S", LUGUS), "SQ")
    without = _result(finish(round))
    with_knocks = _result(finish(play(round, "N* W* W*")))
    assert with_knocks.knocks == (40, 20)
    assert with_knocks.score == (without.score[0] + 4, without.score[1] + 2)
    assert (with_knocks.cards, with_knocks.roem) == (without.cards, without.roem)
    assert (with_knocks.outcome, with_knocks.display) == (without.outcome, without.display)


def test_what_a_false_knock_costs_is_a_field() -> None:
    # Rules 5.7
    round = play(_with_troef("S", KNOCKING.change(false_knock=50)), "SQ N*")
    without = _result(finish(play(_with_troef("S", KNOCKING), "SQ")))
    assert _result(finish(round)).score == (without.score[0], without.score[1] + 50)


def test_false_knocks_are_untouched_by_nat() -> None:
    # Rules 5.5, 7.6: nobody reaches 160 with these hands.
    bid = play(round_of(LUGUS), "160S pass pass pass SQ")
    for knocker, score in (("S", (16, 2)), ("W", (18, 0))):
        result = _result(finish(play(bid, f"{knocker}*")))
        assert result.outcome is Outcome.NAT
        assert result.score == score
        assert result.cards == (162, 0)


def test_false_knocks_do_not_help_to_reach_the_bid() -> None:
    # Rules 5.5: apart from the bid.
    bid = play(round_of(LUGUS), "160S pass pass pass SQ")
    assert _result(finish(play(bid, "N* " * 8))).outcome is Outcome.NAT


def test_false_knocks_stay_with_a_pit_and_a_tegenpit() -> None:
    # Rules 5.5, 7.4, 7.5: West holds every heart.
    pit = play(round_of(LUGUS, ONE_SUIT_EACH), "80H pass pass pass HA W*")
    assert _result(finish(pit)).score == (2, 26)
    tegenpit = play(round_of(LUGUS, ONE_SUIT_EACH), "pass 80H pass pass pass HA N*")
    assert _result(finish(tegenpit)).score == (0, 16 + 2)


@pytest.mark.parametrize("verdict", ["S!N", "!NS"])
def test_false_knocks_are_void_after_verzaakt(verdict: str) -> None:
    # Rules 5.5, 6.4
    result = _result(play(_with_troef("S", LUGUS), f"SQ N* W* W* H9 {verdict}"))
    assert result.outcome is Outcome.VERZAAKT
    assert (result.knocks, result.score) == ((0, 0), (0, 26))


def test_four_jacks_are_knocked_for_at_two_hundred() -> None:
    # Rules 5.3, 5.5
    round = play(_with_troef("H", LUGUS, ONE_SUIT_EACH), "HJ CJ DJ SJ S*")
    assert _roem(round) == 200


def test_runs_are_knocked_for_in_sans_but_stuk_is_not() -> None:
    # Rules 5.2, 5.5
    round = play(round_of(LUGUS), "70sans pass pass pass SQ SK")
    assert events_of(round, "W*") == (Knocked(Seat.WEST, right=False),)
    assert _roem(play(round, "SA S7 W*")) == 20
    assert _roem(play(round, "SA SJ W*")) == 50


def test_roem_that_is_not_knocked_for_is_lost() -> None:
    # Rules 5.6
    assert _roem(play(_with_troef("S", LUGUS), "SQ SK SA SJ")) == 0


# --- automatic -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", AUTOMATIC, ids=_name)
def test_roem_is_counted_without_a_claim(rules: RuleSet) -> None:
    # Rules 5.6
    round = play(_with_troef("S", rules), "SQ SK SA")
    assert round.registered == 0
    round = play(round, "SJ")
    assert round.registered == 70
    assert _roem(round) == 70
    assert play(round, "collect").taken.roem == (70, 0)


@pytest.mark.parametrize("rules", AUTOMATIC, ids=_name)
@pytest.mark.parametrize("words", ["", "SQ SK", "SQ SK SA SJ"])
def test_nobody_claims_or_knocks_where_roem_is_counted_by_itself(rules: RuleSet, words: str) -> None:
    # Rules 5.6
    round = play(_with_troef("S", rules), words)
    for seat in SEATS:
        assert refused(round, f"{seat.letter}+70").code == "roem-automatic"
        assert refused(round, f"{seat.letter}*").code == "roem-automatic"
        may = view_round(round, seat).may
        assert (may.claims, may.knock) == ((), False)


@pytest.mark.parametrize(
    ("rules", "rank", "roem"),
    [(AMSTERDAM, "J", 200), (AMSTERDAM, "9", 100), (AMSTERDAM, "8", 0), (VALET, "J", 200), (VALET, "9", 0)],
)
def test_four_alike_count_by_themselves_what_the_table_says(rules: RuleSet, rank: str, roem: int) -> None:
    # Rules 5.3, 5.6
    round = play(_with_troef("H", rules, ONE_SUIT_EACH), f"H{rank} C{rank} D{rank} S{rank}")
    assert _roem(round) == roem


def test_the_eighth_tricks_roem_counts_by_itself_as_well() -> None:
    # Rules 5.6: the last cards are the four aces.
    round = _with_troef("H", AMSTERDAM, ONE_SUIT_EACH)
    for rank in "789TJQKA":
        round = play(round, f"H{rank} C{rank} D{rank} S{rank}")
    assert round.registered == 100
    assert _result(play(round, "collect")).roem == (0, 700)
