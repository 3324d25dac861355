"""Verzaakt: accusing, proving, punishing (Rules, section 6)."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas.actions import Accuse, ChooseTroef, Collect, MakeBid, Pass, Play
from klaverjas.cards import Card, Hand, Suit
from klaverjas.events import AccusationFailed, AccusationProven, PenaltyImposed, PenaltyLifted, RoundScored
from klaverjas.phase import Phase
from klaverjas.referee import all_offences
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Offence, Outcome, Result
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.view import view_round
from tables import events_of, finish, play, play_out, random_deal, refused, round_of

CHALLENGE = [rules for rules in NAMED.values() if rules.challenge]
TALKING = ROTTERDAM.change(talk_penalty=True)
STRICT = [rules for rules in NAMED.values() if rules.strict]
# From the mixed deal with clubs as troef: North holds the king and nine of spades, and plays a heart.
NORTH_ERRS = "S8 H9 ST S7"


def _name(rules: RuleSet) -> str:
    return rules.base


def _clubs(rules: RuleSet, deal: str | None = None) -> Round:
    """A round with clubs as troef, in which West leads."""
    words = "C" if rules.troef == "forced" else "80C pass pass pass"
    return play(round_of(rules) if deal is None else round_of(rules, deal), words)


def _result(round: Round) -> Result:
    assert round.result is not None
    return round.result


def _offence(trick: int, card: str, rule: str, correct: str) -> Offence:
    return Offence(trick, Card.parse(card), rule, Hand.parse(correct))


def _proven(round: Round, word: str) -> tuple[Offence, ...]:
    verdict = events_of(round, word)[0]
    assert isinstance(verdict, AccusationProven)
    return verdict.offences


def test_all_incorrect_cards_of_a_round_are_found_for_all_seats() -> None:
    # Rules 6.3: North discards a heart and East a diamond, while both hold spades.
    assert all_offences(play(_clubs(ROTTERDAM), "S8 S9")) == {}
    round = play(_clubs(ROTTERDAM), "S8 H9")
    assert all_offences(round) == {Seat.NORTH: _proven(round, "S!N")}
    both = play(round, next(str(card) for card in round.hands[Seat.EAST] if card.suit is not Suit.SPADES))
    found = all_offences(both)
    assert list(found) == [Seat.NORTH, Seat.EAST]
    assert found[Seat.EAST] == _proven(both, "S!E")


# --- who may accuse, and when --------------------------------------------------------------------


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
@pytest.mark.parametrize(("accuser", "accused"), list(permutations(SEATS, 2)))
def test_any_player_may_accuse_any_other_partner_included(
    rules: RuleSet, accuser: Seat, accused: Seat
) -> None:
    # Rules 6.2
    round = play(_clubs(rules), "S8 H9")
    word = f"{accuser.letter}!{accused.letter}"
    if accused is Seat.NORTH:
        assert isinstance(events_of(round, word)[0], AccusationProven)
    else:
        assert events_of(round, word) == (AccusationFailed(accuser, accused),)


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
@pytest.mark.parametrize("seat", SEATS)
def test_nobody_accuses_himself(rules: RuleSet, seat: Seat) -> None:
    # Rules 6.2
    for words in ("", "S8 H9", f"{NORTH_ERRS} collect"):
        round = play(_clubs(rules), words)
        assert refused(round, f"{seat.letter}!{seat.letter}").code == "accuse-oneself"
        assert seat not in view_round(round, seat).may.accuse


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
def test_nobody_is_accused_before_the_first_card_of_the_round(rules: RuleSet) -> None:
    # Rules 6.2
    round = _clubs(rules)
    assert refused(round, "S!W").code == "accuse-too-early"
    assert view_round(round, Seat.SOUTH).may.accuse == ()
    assert events_of(play(round, "S8"), "S!W") == (AccusationFailed(Seat.SOUTH, Seat.WEST),)


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
@pytest.mark.parametrize(
    "words",
    [
        "S8 H9",
        "S8 H9 ST",
        NORTH_ERRS,
        f"{NORTH_ERRS} collect",
        f"{NORTH_ERRS} DT",
        f"{NORTH_ERRS} DT D7 D8 D9",
    ],
)
def test_an_accusation_may_come_at_any_moment_of_the_play(rules: RuleSet, words: str) -> None:
    # Rules 6.2
    round = play(_clubs(rules), words)
    assert view_round(round, Seat.SOUTH).may.accuse == (Seat.WEST, Seat.NORTH, Seat.EAST)
    assert _proven(round, "S!N") == (_offence(1, "H9", "4.2", "SK S9"),)


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
def test_an_accusation_may_come_while_the_eighth_trick_lies_there(rules: RuleSet) -> None:
    # Rules 6.2
    round = play_out(play(_clubs(rules), NORTH_ERRS))
    assert len(round.tricks) == 7
    assert _result(play(round, "E!N")).outcome is Outcome.VERZAAKT
    assert play(round, "E!S").result is None


def test_rotterdam_hears_no_accusation_after_the_eighth_trick_is_collected() -> None:
    # Rules 6.2
    round = finish(play(_clubs(ROTTERDAM), NORTH_ERRS))
    for accuser, accused in permutations(SEATS, 2):
        assert refused(round, f"{accuser.letter}!{accused.letter}").code == "accuse-too-late"
        assert view_round(round, accuser).may.accuse == ()


def test_rotterdam_hears_no_accusation_after_a_verdict() -> None:
    # Rules 6.2, 6.4
    round = play(_clubs(ROTTERDAM), "S8 H9 HT S!N")
    assert refused(round, "S!E").code == "accuse-too-late"
    assert refused(round, "S!N").code == "accuse-too-late"


def test_lugus_hears_an_accusation_after_the_round_and_proven_it_replaces_the_result() -> None:
    # Rules 6.2, 6.4
    round = finish(play(_clubs(LUGUS), NORTH_ERRS))
    assert round.phase is Phase.DONE
    played = _result(round)
    assert played.outcome is not Outcome.VERZAAKT
    assert view_round(round, Seat.EAST).may.accuse == (Seat.SOUTH, Seat.WEST, Seat.NORTH)
    verdict = play(round, "E!N")
    assert _result(verdict).score == (0, 26)
    assert [event.result for event in verdict.log if isinstance(event, RoundScored)] == [
        played,
        _result(verdict),
    ]
    assert Round.rebuild(verdict.log) == verdict


def test_lugus_keeps_the_result_when_an_accusation_after_the_round_fails() -> None:
    # Rules 6.2, 6.5
    round = finish(play(_clubs(LUGUS), NORTH_ERRS))
    assert events_of(round, "E!S") == (AccusationFailed(Seat.EAST, Seat.SOUTH),)
    failed = play(round, "E!S")
    assert (failed.result, failed.phase) == (round.result, Phase.DONE)


def test_until_when_one_may_accuse_is_a_field() -> None:
    # Rules 6.2, section 8
    rules = ROTTERDAM.change(challenge_until="next_deal")
    assert _result(play(finish(play(_clubs(rules), NORTH_ERRS)), "E!N")).score == (0, 162)
    rules = LUGUS.change(challenge_until="last_trick")
    assert refused(finish(play(_clubs(rules), NORTH_ERRS)), "E!N").code == "accuse-too-late"


@pytest.mark.parametrize("rules", STRICT, ids=_name)
def test_nobody_is_accused_where_incorrect_cards_are_refused(rules: RuleSet) -> None:
    # Rules 6.1
    for round in (_clubs(rules), play(_clubs(rules), "S8 S9"), finish(_clubs(rules))):
        assert refused(round, "S!N").code == "no-verzaakt"
        assert view_round(round, Seat.SOUTH).may.accuse == ()


# --- what is proven ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "deal", "words", "accused", "offence"),
    [
        # North has a heart
        *((rules, "W:.A.. N:.7.98.AKQJT", "HA C9", "N", ("C9", "4.2", "H7")) for rules in (ROTTERDAM, LUGUS)),
        # a troef is led, and North can go over it
        (LUGUS, "W:..T. N:..J7.AKQJT9", "CT C7", "N", ("C7", "4.3", "CJ")),
        # North has no heart
        (ROTTERDAM, "W:.A.. N:..98.AKQJT9", "HA D9", "N", ("D9", "4.4", "C9 C8")),
        (LUGUS, "W:.A.. N:..98.AKQJT9", "HA D9", "N", ("D9", "4.5", "C9 C8")),
        # East has no heart, but partner is winning
        (ROTTERDAM, "W:.A.. N:.7.. E:..98.AKQJT9", "HA H7 D9", "E", ("D9", "4.4", "C9 C8")),
        # North trumps, East could go over it
        (ROTTERDAM, "W:.A.. N:..8. E:..97.AKQJT9", "HA C8 C7", "E", ("C7", "4.4", "C9")),
        (LUGUS, "W:.A.. N:..8. E:..97.AKQJT9", "HA C8 C7", "E", ("C7", "4.5", "C9")),
        # North trumps, East can only go under it
        (ROTTERDAM, "W:.A.. N:..8. E:..7.AKQJT98", "HA C8 DA", "E", ("DA", "4.4", "C7")),
        (LUGUS, "W:.A.. N:..8. E:..7.AKQJT98", "HA C8 C7", "E", ("C7", "4.5", "DA DK DQ DJ DT D9 D8")),
        # North trumps, and partner South goes under it
        (
            LUGUS,
            "W:.A.. N:..T. E:.8.. S:..J8.AKQJT9",
            "HA CT H8 C8",
            "S",
            ("C8", "4.6", "CJ DA DK DQ DJ DT D9"),
        ),
    ],
)
def test_an_offence_is_told_with_trick_card_rule_and_the_cards_that_were_correct(
    rules: RuleSet, deal: str, words: str, accused: str, offence: tuple[str, str, str]
) -> None:
    # Rules 6.3
    round = play(_clubs(rules, deal), words)
    assert _proven(round, f"W!{accused}") == (_offence(1, *offence),)


@pytest.mark.parametrize(
    ("rules", "deal", "words", "accused"),
    [
        # every troef is correct on a led troef in Rotterdam
        (ROTTERDAM, "W:..T. N:..J7.AKQJT9", "CT C7", "N"),
        # partner is winning: a discard is correct in Lugus
        (LUGUS, "W:.A.. N:.7.. E:..98.AKQJT9", "HA H7 D9", "E"),
        # going under is a duty in Rotterdam
        (ROTTERDAM, "W:.A.. N:..8. E:..7.AKQJT98", "HA C8 C7", "E"),
        # and correct in Lugus when nothing else is held
        (LUGUS, "W:A.A.. N:KQJT987..J. E:..AKQT987.A", "SA S7 DA H7 HA CJ C7", "E"),
    ],
)
def test_a_correct_card_is_never_an_offence(rules: RuleSet, deal: str, words: str, accused: str) -> None:
    # Rules 6.3
    word = f"S!{accused}"
    assert events_of(play(_clubs(rules, deal), words), word) == (
        AccusationFailed(Seat.SOUTH, Seat.parse(accused)),
    )


def test_leading_is_never_an_offence() -> None:
    # Rules 4.1, 6.3
    for card in round_of(ROTTERDAM).hands[Seat.WEST]:
        assert events_of(play(_clubs(ROTTERDAM), str(card)), "N!W") == (
            AccusationFailed(Seat.NORTH, Seat.WEST),
        )


def test_every_offence_of_the_round_is_reported() -> None:
    # Rules 6.3
    round = play(
        _clubs(ROTTERDAM),
        "S8 H9 ST S7 HT HJ H8 C9 D9 DT D7 D8 SA SJ SQ SK HA H7 HQ S9",
    )
    expected = (
        _offence(1, "H9", "4.2", "SK S9"),
        _offence(2, "C9", "4.2", "HK"),
        _offence(5, "S9", "4.2", "HK"),
    )
    assert _proven(round, "E!N") == expected
    result = _result(play(round, "E!N"))
    assert (result.offender, result.accused, result.offences) == (Team.NORTH_SOUTH, Seat.NORTH, expected)


def test_an_offence_in_the_first_trick_is_found_at_the_end_of_the_round() -> None:
    # Rules 6.3
    round = play_out(play(_clubs(ROTTERDAM), NORTH_ERRS))
    assert _proven(round, "W!N")[0] == _offence(1, "H9", "4.2", "SK S9")


def test_a_round_without_incorrect_cards_proves_nothing() -> None:
    # Rules 6.3, 6.5
    round = play_out(_clubs(ROTTERDAM))
    for accuser, accused in permutations(SEATS, 2):
        word = f"{accuser.letter}!{accused.letter}"
        assert events_of(round, word) == (AccusationFailed(accuser, accused),)


def test_cards_are_checked_against_the_hand_held_at_that_moment() -> None:
    # Rules 6.3: North held a heart, but not any more when West leads a second one.
    deal = "W:.AK.. N:.7.98.AKQJT E:.QJ.. S:.T9.."
    round = play(_clubs(ROTTERDAM, deal), "HA H7 HQ H9 HK")
    assert events_of(play(round, "C8"), "E!N") == (AccusationFailed(Seat.EAST, Seat.NORTH),)
    assert _proven(play(round, "DT"), "E!N") == (_offence(2, "DT", "4.4", "C9 C8"),)


def test_only_the_cards_of_the_accused_are_checked() -> None:
    # Rules 6.3: North erred, not South.
    round = play(_clubs(ROTTERDAM), NORTH_ERRS)
    assert events_of(round, "W!S") == (AccusationFailed(Seat.WEST, Seat.SOUTH),)


def test_a_card_is_judged_by_what_lay_there_when_it_was_played() -> None:
    # Rules 6.3: East went over North's troef; that South has gone over both since does not matter.
    deal = "W:.A.. N:..8. E:..97.AKQJT9 S:..J."
    round = play(_clubs(ROTTERDAM, deal), "HA C8 C9 CJ")
    assert events_of(round, "W!E") == (AccusationFailed(Seat.WEST, Seat.EAST),)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from(CHALLENGE))
def test_the_eighth_card_cannot_be_an_offence_and_all_others_are_found(seed: int, rules: RuleSet) -> None:
    # Rules 6.3: everybody plays any card; what was incorrect at that moment is noted.
    random = Random(seed)
    dealer = random.choice(SEATS)
    round = Round.begin(rules, dealer, random_deal(random, dealer, rules))
    left = dealer.left
    suit = random.choice(list(Suit))
    if rules.troef == "forced":
        round, _ = round.apply(ChooseTroef(left, suit))
    else:
        round, _ = round.apply(MakeBid(left, Bid(80, random.choice([suit, None]))))
        for turns in (1, 2, 3):
            round, _ = round.apply(Pass(left.after(turns)))
    incorrect: dict[Seat, list[tuple[int, Card, Hand]]] = {seat: [] for seat in SEATS}
    while (turn := round.turn) is not None:
        if round.phase is Phase.TRICK_END:
            round, _ = round.apply(Collect())
        number, correct = len(round.tricks) + 1, round.correct_cards
        card = random.choice(list(round.hands[turn]))
        if card not in correct:
            incorrect[turn].append((number, card, correct))
        if number == 8:
            assert correct == round.hands[turn] == Hand.of([card])
        round, _ = round.apply(Play(turn, card))
    for accused in SEATS:
        events = round.apply(Accuse(accused.left, accused))[1]
        found = events[0].offences if isinstance(events[0], AccusationProven) else ()
        assert [(offence.trick, offence.card, offence.correct) for offence in found] == incorrect[accused]
        assert all(offence.trick < 8 for offence in found)


# --- proven --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
@pytest.mark.parametrize("words", ["S8 H9", "S8 H9 ST", NORTH_ERRS, f"{NORTH_ERRS} collect"])
def test_proven_the_round_ends_at_once(rules: RuleSet, words: str) -> None:
    # Rules 6.4
    before = play(_clubs(rules), words)
    proven, scored = events_of(before, "E!N")
    assert proven == AccusationProven(Seat.EAST, Seat.NORTH, (_offence(1, "H9", "4.2", "SK S9"),))
    assert isinstance(scored, RoundScored)
    round = play(before, "E!N")
    assert (round.phase, round.turn, round.result) == (Phase.DONE, None, scored.result)
    assert round.tricks == before.tricks
    for seat in SEATS:
        assert refused(round, f"{seat.letter}:DQ").code == "round-done"
    assert refused(round, "collect").code == "nothing-to-collect"
    assert refused(round, "W+20" if rules.claim == "amount" else "W*").code == "round-done"


@pytest.mark.parametrize(
    ("words", "verdict", "score", "display"),
    [
        ("S8 H9", "W!N", (0, 162), ("verzaakt", "162")),
        ("S8 S9 HT", "N!E", (162, 0), ("162", "verzaakt")),
    ],
)
def test_in_rotterdam_the_offending_team_gets_nothing_and_the_other_162(
    words: str, verdict: str, score: tuple[int, int], display: tuple[str, str]
) -> None:
    # Rules 6.4, 7.9: whether the offenders were the playing team makes no difference.
    result = _result(play(_clubs(ROTTERDAM), f"{words} {verdict}"))
    assert (result.outcome, result.makers) == (Outcome.VERZAAKT, Team.WEST_EAST)
    assert (result.score, result.cards, result.roem) == (score, score, (0, 0))
    assert result.display == display


@pytest.mark.parametrize("bid", ["80C", "160C", "70sans", "130sans"])
def test_in_lugus_the_other_team_gets_26_on_the_sheet_in_sans_too(bid: str) -> None:
    # Rules 6.4
    result = _result(play(round_of(LUGUS), f"{bid} pass pass pass S8 H9 W!N"))
    assert (result.score, result.cards, result.roem) == ((0, 26), (0, 262), (0, 0))
    assert result.display == ("verzaakt", "26")


@pytest.mark.parametrize(
    ("words", "score"), [("H7 H8 D9 W!N", (0, 162)), ("H7 D8 N!W", (162, 0))], ids=["North", "West"]
)
def test_all_roem_is_void_after_verzaakt(words: str, score: tuple[int, int]) -> None:
    # Rules 6.4: both teams have roem when North, or West, does not follow hearts.
    round = play(_clubs(ROTTERDAM), "S8 S9 ST S7 E+50 CT CJ CQ CK E+70 collect")
    assert round.taken.roem == (70, 50)
    result = _result(play(round, words))
    assert (result.roem, result.score) == ((0, 0), score)


def test_the_amount_and_the_fate_of_roem_are_two_fields() -> None:
    # Rules 6.4: West-East have collected 50 twice when West does not follow diamonds.
    words = "S8 S9 ST S7 E+50 HT HJ HQ HK S+50"
    for points in (162, 300, 0):
        for keeps in (False, True):
            rules = ROTTERDAM.change(verzaakt=points, verzaakt_keeps_roem=keeps)
            round = play(_clubs(rules), words)
            roem = 100 if keeps else 0
            result = _result(play(round, "DT D7 C8 N!W"))
            assert (result.cards, result.roem) == ((points, 0), (roem, 0))
            assert result.score == (points + roem, 0)
            assert result.display == (f"{points} + {roem}" if roem else str(points), "verzaakt")


def test_roem_that_is_kept_includes_what_was_claimed_in_the_trick_on_the_table() -> None:
    # Rules 6.4
    rules = ROTTERDAM.change(verzaakt_keeps_roem=True)
    round = play(_clubs(rules), "CQ CK W+20 HT")
    assert _result(play(round, "S!E")).roem == (20, 0)
    assert _result(play(round, "S!E")).score == (182, 0)
    unclaimed = play(_clubs(rules), "CQ CK HT")
    assert _result(play(unclaimed, "S!E")).roem == (0, 0)


def test_roem_that_is_kept_counts_a_tenth_on_the_sheet() -> None:
    # Rules 6.4, 7.7
    round = play(_clubs(LUGUS.change(verzaakt_keeps_roem=True)), "S8 S9 ST S7 W* DT H7 S!E")
    assert round.result is None
    result = _result(play(round, "E!S"))
    assert (result.score, result.roem, result.display) == ((0, 31), (0, 50), ("verzaakt", "26 + 5"))


def test_roem_that_is_kept_counts_after_the_round_as_well() -> None:
    # Rules 6.2, 6.4
    round = finish(play(_clubs(LUGUS.change(verzaakt_keeps_roem=True)), "S8 S9 ST S7 W* DT H7"))
    assert _result(round).roem == (0, 50)
    assert _result(play(round, "E!S")).score == (0, 31)


# --- not proven ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
@pytest.mark.parametrize("words", ["S8", "S8 S9 ST S7", "S8 S9 ST S7 collect", "S8 S9 ST S7 DT"])
def test_an_accusation_that_is_not_proven_changes_nothing_but_everyone_sees_it(
    rules: RuleSet, words: str
) -> None:
    # Rules 6.5
    round = play(_clubs(rules), words)
    failed = AccusationFailed(Seat.SOUTH, Seat.WEST)
    assert events_of(round, "S!W") == (failed,)
    after = play(round, "S!W")
    assert replace(after, log=round.log) == round
    assert after.log == (*round.log, failed)
    assert all(view_round(after, seat).events[-1] == failed for seat in SEATS)


def test_a_failed_accusation_may_be_repeated_and_another_may_follow() -> None:
    # Rules 6.2, 6.5
    round = play(_clubs(ROTTERDAM), "S8 S!W S!W E!W H9 E!W E!N")
    assert _result(round).outcome is Outcome.VERZAAKT


# --- penalties -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [TALKING, LUGUS, named("rotterdam/1"), named("lugus/1")], ids=_name)
@pytest.mark.parametrize("words", ["", "S8", "S8 S9 ST S7", "S8 S9 ST S7 collect"])
@pytest.mark.parametrize("team", Team)
def test_talking_is_punished_like_verzaken_and_recorded_as_such(
    rules: RuleSet, words: str, team: Team
) -> None:
    # Rules 6.6
    round = play(_clubs(rules), words)
    penalty, scored = events_of(round, f"!{team.letters}")
    assert penalty == PenaltyImposed(team)
    assert isinstance(scored, RoundScored)
    result = scored.result
    assert (result.outcome, result.offender) == (Outcome.VERZAAKT, team)
    assert (result.accused, result.offences) == (None, ())
    assert result.score[team] == 0
    assert result.score[team.opponents] == (26 if rules.rounding == "tens" else 162)
    assert result.display[team] == "verzaakt"
    assert play(round, f"!{team.letters}").phase is Phase.DONE


@pytest.mark.parametrize("words", ["", "80H", "80H pass 90H"])
def test_the_penalty_can_be_imposed_while_troef_is_chosen(words: str) -> None:
    # Rules 6.6: information is passed most easily then.
    result = _result(play(round_of(LUGUS), f"{words} !NS"))
    assert (result.score, result.makers) == ((0, 26), None)


def test_the_penalty_voids_roem_as_verzaken_does() -> None:
    # Rules 6.4, 6.6
    words = "S8 S9 ST S7 W+50 collect !WE"
    assert _result(play(_clubs(TALKING), words)).score == (162, 0)
    keeps = TALKING.change(verzaakt_keeps_roem=True)
    assert _result(play(_clubs(keeps), words)).score == (212, 0)


def test_the_penalty_can_be_imposed_as_long_as_one_may_accuse() -> None:
    # Rules 6.2, 6.6
    eighth = play_out(_clubs(TALKING))
    assert _result(play(eighth, "!WE")).score == (162, 0)
    assert refused(play(eighth, "collect"), "!WE").code == "penalise-too-late"
    assert refused(play(eighth, "!WE"), "!NS").code == "penalise-too-late"
    assert _result(play(finish(_clubs(LUGUS)), "!WE")).score == (26, 0)


@pytest.mark.parametrize("rules", STRICT, ids=_name)
def test_no_penalty_is_imposed_where_verzaken_does_not_exist(rules: RuleSet) -> None:
    # Rules 6.1, 6.6
    for round in (round_of(rules), _clubs(rules), play(_clubs(rules), "S8"), finish(_clubs(rules))):
        assert refused(round, "!WE").code == "no-verzaakt"


def test_no_penalty_is_imposed_where_the_rules_know_none() -> None:
    # Rules 6.6: Rotterdam's source knows no such thing, version 1 had it on every challenge table.
    for words in ("", "C", "C S8"):
        assert refused(play(round_of(ROTTERDAM), words), "!WE").code == "no-talk-penalty"
        assert _result(play(round_of(named("rotterdam/1")), f"{words} !WE")).score == (162, 0)
    mix = named("amsterdam-bond/1").change(incorrect_card="challenge", claim="amount")
    assert _result(play(round_of(mix), "!WE")).score == (162, 0)


# --- taking a penalty back -----------------------------------------------------------------------


def _but_for_the_log(round: Round) -> Round:
    return replace(round, log=())


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (LUGUS, ""),
        (LUGUS, "pass 80H"),
        (TALKING, ""),
        (TALKING, "C"),
        (TALKING, "C S8 S9"),
        (TALKING, "C S8 S9 ST S7"),
        (TALKING, "C S8 S9 ST S7 W+50"),
        (TALKING, "C S8 S9 ST S7 W+50 collect"),
        (LUGUS, "80C pass pass pass S8 N* S9 ST S7 W* collect SA"),
    ],
)
def test_a_penalty_that_is_taken_back_restores_the_position_before_it(rules: RuleSet, words: str) -> None:
    # Rules 6.6
    before = play(round_of(rules), words)
    (lifted,) = events_of(play(before, "!WE"), "lift")
    assert lifted == PenaltyLifted(Team.WEST_EAST)
    after = play(before, "!WE lift")
    assert _but_for_the_log(after) == _but_for_the_log(before)
    assert Round.rebuild(after.log) == after
    assert refused(after, "lift").code == "nothing-to-lift"


def test_a_round_goes_on_to_its_end_after_a_penalty_was_taken_back() -> None:
    # Rules 6.6
    undisturbed = finish(play(_clubs(LUGUS), "S8 S9"))
    lifted = finish(play(_clubs(LUGUS), "S8 S9 !NS lift !WE lift"))
    assert lifted.result == undisturbed.result


def test_a_penalty_after_the_last_trick_is_taken_back_to_the_score_before_it() -> None:
    # Rules 6.2, 6.6
    scored = finish(_clubs(LUGUS))
    assert play(scored, "!WE lift").result == scored.result
    twice = play(scored, "!WE !NS")
    assert _result(play(twice, "lift")).offender is Team.WEST_EAST
    assert play(twice, "lift lift").result == scored.result


def test_only_a_penalty_for_talking_is_taken_back() -> None:
    # Rules 6.6
    for words in ("", "S8", f"{NORTH_ERRS} S!N"):
        assert refused(play(_clubs(LUGUS), words), "lift").code == "nothing-to-lift"
    assert refused(finish(_clubs(LUGUS)), "lift").code == "nothing-to-lift"
    proven_since = play(_clubs(LUGUS), f"{NORTH_ERRS} !WE S!N")
    assert refused(proven_since, "lift").code == "nothing-to-lift"


def test_a_round_that_a_penalty_ended_is_not_over_for_good() -> None:
    # Rules 6.6: until the next deal nothing of it may be shown.
    round = play(_clubs(LUGUS), "S8 !WE")
    assert (round.penalised, round.over, round.phase) == (True, False, Phase.DONE)
    assert finish(_clubs(LUGUS)).over
    assert play(_clubs(LUGUS), f"{NORTH_ERRS} S!N").over
