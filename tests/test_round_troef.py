"""Choosing troef, as it goes at the table (Rules, section 3)."""

import pytest

from klaverjas.cards import Suit
from klaverjas.events import AuctionWon, BidMade, Passed, RoundScored, TroefChosen
from klaverjas.phase import Phase
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, Seat, Team
from tables import MIXED, ONE_SUIT_EACH, events_of, finish, play, refused, round_of

FORCED = [rules for rules in NAMED.values() if rules.troef == "forced"]
MUST_CHOOSE = LUGUS.change(all_pass="forced")
FOUR_PASSES = "pass pass pass pass"


def _name(rules: RuleSet) -> str:
    return rules.base


# --- forced --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", FORCED, ids=_name)
@pytest.mark.parametrize("dealer", "SWNE")
def test_the_player_left_of_the_dealer_must_name_a_suit(rules: RuleSet, dealer: str) -> None:
    # Rules 3.1
    round = round_of(rules, MIXED, dealer)
    left = Seat.parse(dealer).left
    assert (round.phase, round.turn, round.must_choose) == (Phase.TROEF, left, True)
    assert events_of(round, "C") == (TroefChosen(left, Suit.CLUBS, None),)
    chosen = play(round, "C")
    assert (chosen.phase, chosen.troef, chosen.bid) == (Phase.PLAY, Suit.CLUBS, None)


@pytest.mark.parametrize("dealer", "SWNE")
def test_the_team_of_whoever_names_troef_is_the_playing_team(dealer: str) -> None:
    # Rules 3.1
    round = round_of(ROTTERDAM, MIXED, dealer)
    assert round.makers is None
    assert play(round, "H").makers is Seat.parse(dealer).left.team


@pytest.mark.parametrize("suit", "SHCD")
def test_any_suit_may_be_named_whatever_the_hand_holds(suit: str) -> None:
    # Rules 3.1
    assert play(round_of(ROTTERDAM, ONE_SUIT_EACH), suit).troef is Suit.parse(suit)


def test_nobody_names_troef_out_of_turn() -> None:
    # Rules 3.1
    round = round_of(ROTTERDAM)
    for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH):
        refusal = refused(round, f"{seat.letter}:H")
        assert refusal.code == "not-your-turn"
        assert refusal.facts == {"seat": seat, "turn": Seat.WEST}


@pytest.mark.parametrize("rules", FORCED, ids=_name)
def test_passing_does_not_exist_where_troef_is_forced(rules: RuleSet) -> None:
    # Rules 3.1
    assert refused(round_of(rules), "pass").code == "no-passing"


@pytest.mark.parametrize("rules", FORCED, ids=_name)
@pytest.mark.parametrize("bid", ["80H", "160S", "70sans"])
def test_there_is_no_bidding_where_troef_is_forced(rules: RuleSet, bid: str) -> None:
    # Rules 3.1
    assert refused(round_of(rules), bid).code == "no-auction"


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_nothing_is_played_claimed_collected_or_accused_before_troef_is_known(rules: RuleSet) -> None:
    # Rules 3.1, 3.2
    round = round_of(rules)
    assert refused(round, "SQ").code == "troef-not-chosen"
    assert refused(round, "collect").code == "nothing-to-collect"
    claimed = {"amount": "troef-not-chosen", "knock": "roem-by-knock", "automatic": "roem-automatic"}
    assert refused(round, "W+20").code == claimed[rules.claim]
    knocked = {"amount": "roem-by-amount", "knock": "troef-not-chosen", "automatic": "roem-automatic"}
    assert refused(round, "W*").code == knocked[rules.claim]
    assert refused(round, "W!N").code == ("no-verzaakt" if rules.strict else "accuse-too-early")


@pytest.mark.parametrize("word", ["H", "80H", "pass"])
def test_troef_is_chosen_once(word: str) -> None:
    # Rules 3.1, 3.6
    assert refused(play(round_of(ROTTERDAM), "C"), word).code == "troef-chosen"
    assert refused(play(round_of(LUGUS), "80C pass pass pass"), word).code == "troef-chosen"
    assert refused(play(round_of(ROTTERDAM), "C S8 S9 ST SJ"), word).code == "troef-chosen"


# --- the auction ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", "SWNE")
def test_left_of_the_dealer_speaks_first_and_then_the_others_clockwise(dealer: str) -> None:
    # Rules 3.2
    round = round_of(LUGUS, MIXED, dealer)
    spoke = []
    for word in ["pass", "80H", "90S", "pass", "100H", "pass", "110S"]:
        spoke.append(round.turn)
        round = play(round, word)
    assert spoke == [Seat.parse(dealer).after(turn) for turn in range(1, 8)]


def test_nobody_bids_or_passes_out_of_turn() -> None:
    # Rules 3.2
    round = play(round_of(LUGUS), "80H")
    for seat in "SWE":
        assert refused(round, f"{seat}:90H").code == "not-your-turn"
        assert refused(round, f"{seat}:pass").code == "not-your-turn"


def test_nobody_names_a_suit_without_a_bid_in_an_auction() -> None:
    # Rules 3.2
    assert refused(round_of(LUGUS), "H").code == "auction"
    assert refused(play(round_of(LUGUS), "80H pass"), "S").code == "auction"


@pytest.mark.parametrize("bid", ["80S", "80H", "80C", "80D", "160D", "70sans", "130sans"])
def test_a_bid_is_an_amount_in_tens_and_a_suit_or_sans(bid: str) -> None:
    # Rules 3.2
    round = round_of(LUGUS)
    assert events_of(round, bid) == (BidMade(Seat.WEST, Bid.parse(bid)),)
    after = play(round, bid)
    assert (after.standing, after.turn) == ((Seat.WEST, Bid.parse(bid)), Seat.NORTH)
    assert (after.phase, after.troef, after.makers, after.bid) == (Phase.TROEF, None, None, None)


@pytest.mark.parametrize(
    ("bid", "code"),
    [
        ("70H", "bid-too-low"),  # 80 in a suit
        ("60sans", "bid-too-low"),  # 70 in sans
        ("170H", "bid-too-high"),  # 160 in a suit
        ("140sans", "bid-too-high"),  # 130 in sans
        ("85H", "bid-not-tens"),
        ("75sans", "bid-not-tens"),
    ],
)
def test_a_bid_has_a_minimum_a_maximum_and_goes_by_tens(bid: str, code: str) -> None:
    # Rules 3.2
    assert refused(round_of(LUGUS), bid).code == code


def test_sans_is_not_bid_where_it_is_not_played() -> None:
    # Rules 3.2
    assert refused(round_of(LUGUS.change(sans=False)), "80sans").code == "no-sans"


def test_the_limits_of_a_bid_are_fields() -> None:
    # Rules 3.2, section 8
    rules = LUGUS.change(min_bid=100, max_bid=120, min_bid_sans=90, max_bid_sans=110, bid_step=20)
    round = round_of(rules)
    assert refused(round, "90H").facts["least"] == 100
    assert refused(round, "130H").facts["most"] == 120
    assert refused(round, "80sans").facts["least"] == 90
    assert refused(round, "120sans").facts["most"] == 110
    assert refused(play(round, "100H"), "110S").facts["least"] == 120
    assert play(round, "100H 120S").standing == (Seat.NORTH, Bid(120, Suit.SPADES))


@pytest.mark.parametrize(
    ("standing", "bid", "allowed"),
    [
        ("80H", "80H", False),
        ("80H", "80S", False),
        ("80H", "90H", True),
        ("80H", "90S", True),
        ("80H", "160S", True),  # at least ten: more is fine
        ("80H", "80sans", True),  # the same amount as a suit
        ("80H", "70sans", False),
        ("80H", "90sans", True),
        ("80sans", "80sans", False),
        ("80sans", "80H", False),
        ("80sans", "90H", True),
        ("80sans", "90sans", True),
        ("70sans", "80H", True),
        ("130H", "130sans", True),
        ("140H", "150H", True),
    ],
)
def test_a_bid_raises_by_at_least_ten_and_sans_may_equal_a_suit(
    standing: str, bid: str, allowed: bool
) -> None:
    # Rules 3.3
    round = play(round_of(LUGUS), standing)
    if allowed:
        assert play(round, bid).standing == (Seat.NORTH, Bid.parse(bid))
    else:
        assert refused(round, bid).code == "bid-too-low"


@pytest.mark.parametrize(("standing", "bid"), [("160H", "170H"), ("140H", "140sans"), ("130sans", "140sans")])
def test_nothing_above_the_maximum_is_bid_over_a_high_bid(standing: str, bid: str) -> None:
    # Rules 3.2, 3.3
    assert refused(play(round_of(LUGUS), standing), bid).code == "bid-too-high"


def test_a_refused_bid_leaves_the_turn_where_it_was() -> None:
    # Rules 3.3
    round = play(round_of(LUGUS), "90H")
    refused(round, "90S")
    assert play(round, "100S").standing == (Seat.NORTH, Bid(100, Suit.SPADES))


def test_whoever_passed_may_bid_at_a_later_turn() -> None:
    # Rules 3.4
    round = play(round_of(LUGUS), "pass 80H pass pass 90S")
    assert round.standing == (Seat.WEST, Bid(90, Suit.SPADES))
    assert play(round, "pass pass pass").makers is Team.WEST_EAST


def test_three_passes_in_a_row_after_a_bid_end_the_auction() -> None:
    # Rules 3.4
    round = play(round_of(LUGUS), "80H pass pass")
    assert (round.phase, round.turn) == (Phase.TROEF, Seat.SOUTH)
    assert events_of(round, "pass") == (
        Passed(Seat.SOUTH),
        AuctionWon(Seat.WEST, Bid(80, Suit.HEARTS)),
    )
    assert play(round, "pass").phase is Phase.PLAY


def test_passes_with_a_bid_between_them_are_not_in_a_row() -> None:
    # Rules 3.4
    round = play(round_of(LUGUS), "80H pass pass 90S pass pass")
    assert (round.phase, round.turn) == (Phase.TROEF, Seat.EAST)
    assert play(round, "pass").bid == Bid(90, Suit.SPADES)


def test_three_passes_before_any_bid_do_not_end_the_auction() -> None:
    # Rules 3.4
    round = play(round_of(LUGUS), "pass pass pass")
    assert (round.phase, round.turn) == (Phase.TROEF, Seat.SOUTH)
    round = play(round, "80D pass pass")
    assert (round.phase, round.turn) == (Phase.TROEF, Seat.EAST)
    assert play(round, "pass").makers is Team.NORTH_SOUTH


def test_the_highest_bid_still_has_to_be_passed_three_times() -> None:
    # Rules 3.4
    round = play(round_of(LUGUS), "160H pass pass")
    assert round.phase is Phase.TROEF
    assert play(round, "pass").bid == Bid(160, Suit.HEARTS)


# --- four passes ---------------------------------------------------------------------------------


def test_four_passes_without_a_bid_pass_the_deal_out() -> None:
    # Rules 3.5
    round = play(round_of(LUGUS), "pass pass pass")
    passed, scored = events_of(round, "pass")
    assert passed == Passed(Seat.SOUTH)
    assert isinstance(scored, RoundScored)
    round = play(round, "pass")
    assert (round.phase, round.turn, round.makers, round.bid) == (Phase.DONE, None, None, None)
    assert round.result is not None
    assert round.result.outcome is Outcome.PASSED_OUT
    assert round.result.score == round.result.cards == round.result.roem == (0, 0)


def test_nobody_acts_after_a_deal_that_was_passed_out() -> None:
    # Rules 3.5
    round = play(round_of(LUGUS), FOUR_PASSES)
    codes = {
        "W:80H": "round-done",
        "W:pass": "round-done",
        "W:H": "round-done",
        "W:SQ": "round-done",
        "W*": "round-done",
        "collect": "nothing-to-collect",
        "W!N": "accuse-too-early",
    }
    assert {word: refused(round, word).code for word in codes} == codes


def test_what_was_told_in_an_auction_that_all_passed_can_be_punished_until_the_next_deal() -> None:
    # Rules 6.2, 6.6
    round = play(round_of(LUGUS), f"{FOUR_PASSES} !WE")
    assert round.result is not None
    assert (round.result.outcome, round.result.score) == (Outcome.VERZAAKT, (26, 0))


@pytest.mark.parametrize("dealer", "SWNE")
def test_after_four_passes_left_of_the_dealer_must_choose_where_the_table_says_so(dealer: str) -> None:
    # Rules 3.5
    round = play(round_of(MUST_CHOOSE, MIXED, dealer), FOUR_PASSES)
    left = Seat.parse(dealer).left
    assert (round.phase, round.turn, round.must_choose, round.result) == (Phase.TROEF, left, True, None)
    bid = Bid(80, Suit.DIAMONDS)
    assert events_of(round, "D") == (TroefChosen(left, Suit.DIAMONDS, bid),)
    round = play(round, "D")
    assert (round.phase, round.troef, round.bid) == (Phase.PLAY, Suit.DIAMONDS, bid)
    assert (round.makers, round.turn) == (left.team, left)


def test_who_must_choose_cannot_bid_or_pass_again() -> None:
    # Rules 3.5
    round = play(round_of(MUST_CHOOSE), FOUR_PASSES)
    assert refused(round, "pass").code == "no-passing"
    assert refused(round, "90H").code == "no-auction"
    assert refused(round, "80sans").code == "no-auction"
    assert refused(round, "N:H").code == "not-your-turn"


def test_who_had_to_choose_must_reach_eighty() -> None:
    # Rules 3.5, 7.6: North and South hold no card above a king; West and East take more than 80.
    deal = "W:AT.AT.AT.AT E:KQ.KQ.KQ.KQ N:98.98.98.98 S:J7.J7.J7.J7"
    made = finish(play(round_of(MUST_CHOOSE, deal), f"{FOUR_PASSES} C"))
    assert made.result is not None
    assert made.result.outcome is Outcome.MADE
    nat = finish(play(round_of(MUST_CHOOSE, deal, "W"), f"{FOUR_PASSES} C"))
    assert nat.result is not None
    assert nat.makers is Team.NORTH_SOUTH
    assert nat.result.outcome is Outcome.NAT
    assert nat.result.score == (0, 16)


def test_three_passes_and_a_bid_are_no_reason_to_be_forced() -> None:
    # Rules 3.5
    round = play(round_of(MUST_CHOOSE), "pass pass pass 80H")
    assert not round.must_choose
    assert play(round, "pass pass pass").makers is Team.NORTH_SOUTH


# --- who plays, and who leads --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "bidder", "bid"),
    [
        ("80H pass pass pass", "W", "80H"),
        ("80H 90H pass pass pass", "N", "90H"),
        ("pass 80S 90C pass pass pass", "E", "90C"),
        ("80H 80sans 90D 90sans pass pass pass", "S", "90sans"),
        ("70sans pass 80C pass 80sans pass pass pass", "W", "80sans"),
    ],
)
def test_the_highest_bidders_team_plays_and_its_suit_is_troef(words: str, bidder: str, bid: str) -> None:
    # Rules 3.6
    round = play(round_of(LUGUS), words)
    assert round.makers is Seat.parse(bidder).team
    assert round.bid == Bid.parse(bid)
    assert round.troef == Bid.parse(bid).suit
    assert round.log[-1] == AuctionWon(Seat.parse(bidder), Bid.parse(bid))


def test_with_sans_nothing_is_troef() -> None:
    # Rules 3.6, 4.8: even a seven of the suit that was led wins.
    round = play(round_of(LUGUS, ONE_SUIT_EACH), "70sans pass pass pass H7 CJ DJ SA")
    assert round.troef is None
    assert round.trick.winner is Seat.WEST


@pytest.mark.parametrize("dealer", "SWNE")
@pytest.mark.parametrize("passes", range(4))
def test_whoever_chose_troef_the_player_left_of_the_dealer_leads(dealer: str, passes: int) -> None:
    # Rules 3.7
    words = "pass " * passes + "80H pass pass pass"
    round = play(round_of(LUGUS, MIXED, dealer), words)
    left = Seat.parse(dealer).left
    assert round.makers is left.after(passes).team
    assert (round.turn, round.leader) == (left, left)
    for seat in SEATS:
        if seat != left:
            refusal = refused(round, f"{seat.letter}:{next(iter(round.hands[seat]))}")
            assert refusal.code == "not-your-turn"


@pytest.mark.parametrize("deal", [MIXED, ONE_SUIT_EACH])
@pytest.mark.parametrize("bid", ["70sans", "80sans", "80S", "160D"])
def test_any_bid_may_tell_partner_something_whatever_the_hand_holds(deal: str, bid: str) -> None:
    # Rules 3.8
    assert play(round_of(LUGUS, deal), bid).standing == (Seat.WEST, Bid.parse(bid))
