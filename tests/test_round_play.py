"""Playing cards, as it goes at the table (Rules 4.1, 6.1, 6.7)."""

import pytest

from klaverjas.cards import Card, Hand
from klaverjas.events import CardPlayed, RoundScored, TrickWon
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import (
    AMSTERDAM,
    AMSTERDAM_BOND,
    LUGUS,
    NAMED,
    ROTTERDAM,
    ROTTERDAM_BOND,
    VALET,
)
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.view import view_round
from tables import MIXED, ONE_SUIT_EACH, events_of, finish, play, play_out, refused, round_of

STRICT_SANS = LUGUS.change(incorrect_card="refused")
CHALLENGE = [rules for rules in NAMED.values() if rules.challenge]
STRICT = [rules for rules in NAMED.values() if rules.strict]
FIRST_TRICK = "S8 S9 ST S7"  # East wins it with the ten, from the mixed deal


def _name(rules: RuleSet) -> str:
    return rules.base


def _clubs(rules: RuleSet, deal: str = MIXED, dealer: str = "S") -> Round:
    """A round with clubs as troef, in which West leads."""
    return play(round_of(rules, deal, dealer), "C" if rules.troef == "forced" else "80C pass pass pass")


# --- turns and phases ----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_the_players_play_clockwise_and_the_winner_leads_the_next_trick(rules: RuleSet) -> None:
    # Rules 4.1
    round = _clubs(rules)
    turns = []
    for word in f"{FIRST_TRICK} DT DJ".split():
        turns.append(round.turn)
        round = play(round, word)
    assert "".join(turn.letter for turn in turns if turn is not None) == "WNESES"
    assert round.leader is Seat.EAST


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("S8 S9 ST S7", "E"),  # no troef: the highest of the suit led
        ("S8 C9 ST S7", "N"),  # one troef
        ("S8 C9 CT C7", "N"),  # three troefs: the nel is above the ten
        ("S8 C9 CT CJ", "S"),  # the boer beats everything
        ("S8 DK DT DJ", "W"),  # nobody followed
    ],
)
def test_whoever_won_the_trick_leads_the_next(trick: str, winner: str) -> None:
    # Rules 4.1, 4.8
    round = play(_clubs(ROTTERDAM), trick)
    assert round.turn is Seat.parse(winner)
    round = play(round, "collect")
    assert (round.turn, round.leader) == (Seat.parse(winner), Seat.parse(winner))
    assert round.tricks[0].winner is Seat.parse(winner)


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_whoever_leads_may_lead_anything(rules: RuleSet) -> None:
    # Rules 4.1
    round = _clubs(rules)
    assert round.correct_cards == round.hands[Seat.WEST]
    for card in round.hands[Seat.WEST]:
        assert events_of(round, str(card)) == (CardPlayed(Seat.WEST, card),)


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_after_every_fourth_card_the_trick_lies_there_for_a_while(rules: RuleSet) -> None:
    # Rules 5.4, 6.2
    round = play(_clubs(rules), "S8 S9 ST")
    assert round.phase is Phase.PLAY
    round = play(round, "S7")
    assert (round.phase, round.turn) == (Phase.TRICK_END, Seat.EAST)
    assert str(round.trick) == "W: S8 S9 ST S7"
    assert round.tricks == ()


def test_a_card_moves_from_the_hand_to_the_table() -> None:
    # Rules 4.1
    round = play(_clubs(ROTTERDAM), "S8")
    assert Card.parse("S8") not in round.hands[Seat.WEST]
    assert [len(hand) for hand in round.hands] == [8, 7, 8, 8]
    assert round.table == (Card.parse("S8"),)
    assert round.dealt[Seat.WEST] == round.hands[Seat.WEST] | Hand.parse("S8")


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_nobody_plays_out_of_turn(rules: RuleSet) -> None:
    # Rules 4.1
    round = play(_clubs(rules), "S8")
    for seat, card in (("W", "SQ"), ("E", "ST"), ("S", "S7")):
        refusal = refused(round, f"{seat}:{card}")
        assert refusal.code == "not-your-turn"
        assert refusal.facts == {"seat": Seat.parse(seat), "turn": Seat.NORTH}


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_nobody_plays_a_card_that_he_does_not_hold(rules: RuleSet) -> None:
    # Rules 4.1, 6.1
    round = _clubs(rules)
    refusal = refused(round, "SA")
    assert refusal.code == "card-not-held"
    assert refusal.facts == {"seat": Seat.WEST, "card": Card.parse("SA")}
    assert refused(play(round, f"{FIRST_TRICK} collect"), "E:ST").code == "card-not-held"


# --- collecting ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_collecting_ends_the_pause(rules: RuleSet) -> None:
    # Rules 5.4, 6.2
    round = play(_clubs(rules), FIRST_TRICK)
    roem = 50 if rules.claim == "automatic" else 0
    assert events_of(round, "collect") == (TrickWon(Seat.EAST, points=10, roem=roem),)
    round = play(round, "collect")
    assert (round.phase, round.turn, round.table) == (Phase.PLAY, Seat.EAST, ())
    assert len(round.tricks) == 1


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_the_next_play_ends_the_pause_as_well(rules: RuleSet) -> None:
    # Rules 5.4, 6.2
    round = play(_clubs(rules), FIRST_TRICK)
    won, played = events_of(round, "DT")
    assert isinstance(won, TrickWon)
    assert played == CardPlayed(Seat.EAST, Card.parse("DT"))
    assert play(round, "DT") == play(round, "collect DT")


def test_only_the_winner_of_the_trick_can_end_the_pause_with_a_card() -> None:
    # Rules 4.1
    round = play(_clubs(ROTTERDAM), FIRST_TRICK)
    for seat, card in (("W", "SQ"), ("N", "SK"), ("S", "SJ")):
        assert refused(round, f"{seat}:{card}").code == "not-your-turn"
    assert refused(round, "E:ST").code == "card-not-held"


@pytest.mark.parametrize("words", ["", "S8", "S8 S9", "S8 S9 ST", f"{FIRST_TRICK} collect"])
def test_only_a_complete_trick_is_collected(words: str) -> None:
    # Rules 4.1
    assert refused(play(_clubs(ROTTERDAM), words), "collect").code == "nothing-to-collect"


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_the_eighth_trick_is_collected_only_by_collecting(rules: RuleSet) -> None:
    # Rules 6.2
    round = play_out(_clubs(rules))
    assert (round.phase, round.turn, round.result) == (Phase.TRICK_END, None, None)
    assert len(round.tricks) == 7
    assert len(round.table) == 4
    assert all(not hand for hand in round.hands)
    for seat in SEATS:
        assert refused(round, f"{seat.letter}:SA").code == "eighth-trick"
    won, scored = events_of(round, "collect")
    assert isinstance(won, TrickWon)
    assert isinstance(scored, RoundScored)
    round = play(round, "collect")
    assert (round.phase, round.turn, round.table) == (Phase.DONE, None, ())
    assert len(round.tricks) == 8
    assert round.result == scored.result


def test_the_last_trick_counts_ten_more() -> None:
    # Rules 1.4: with one suit each and a troef that West holds, West takes everything.
    round = play(round_of(ROTTERDAM, ONE_SUIT_EACH), "H")
    for card in "A79TJQK8":
        round = play(round, f"H{card} C{card} D{card} S{card}")
    won = events_of(round, "collect")[0]
    assert won == TrickWon(Seat.WEST, points=10, roem=0)
    assert round.tricks[0].points == 44


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_nothing_is_played_after_the_round(rules: RuleSet) -> None:
    # Rules 6.2
    round = finish(_clubs(rules))
    for seat in SEATS:
        assert refused(round, f"{seat.letter}:SA").code == "round-done"
        assert refused(round, f"{seat.letter}:H").code == "round-done"
        assert refused(round, f"{seat.letter}:80H").code == "round-done"
        assert refused(round, f"{seat.letter}:pass").code == "round-done"
    assert refused(round, "collect").code == "nothing-to-collect"


def test_all_eight_tricks_are_a_pit_only_for_the_playing_team() -> None:
    # Rules 7.4, 7.5: West holds every heart, so whoever chose hearts decides what it is.
    pit = finish(play(round_of(ROTTERDAM, ONE_SUIT_EACH), "H")).result
    assert pit is not None
    assert (pit.outcome, pit.score, pit.display) == (Outcome.PIT, (0, 262), ("pit", "262"))
    chosen_by_north = play(round_of(ROTTERDAM, ONE_SUIT_EACH, dealer="W"), "H")
    tegenpit = finish(chosen_by_north).result
    assert tegenpit is not None
    assert tegenpit.makers is Team.NORTH_SOUTH
    assert (tegenpit.outcome, tegenpit.score) == (Outcome.TEGENPIT, (0, 162))
    assert tegenpit.display == ("nat", "162")


# --- challenge tables and strict tables ----------------------------------------------------------


@pytest.mark.parametrize("rules", CHALLENGE, ids=_name)
@pytest.mark.parametrize("words", ["S8", "S8 S9", "S8 S9 ST", "C8", "C8 S9 C7"])
def test_challenge_tables_accept_every_card_of_the_player_whose_turn_it_is(
    rules: RuleSet, words: str
) -> None:
    # Rules 6.1
    round = play(_clubs(rules, "N:K9.K9.K9.K9 E:AT.AT.AT7.A S:J7.J7.J.JT7"), words)
    assert round.turn is not None
    hand = round.hands[round.turn]
    assert round.correct_cards != hand
    for card in hand:
        assert events_of(round, str(card)) == (CardPlayed(round.turn, card),)


# Clubs are troef and West leads. Whoever is to be judged has a whole hand; the others hold what they play.
FOLLOWS = "W:.A.. N:.7.98.AKQJT"  # North has a heart
TRUMPS = "W:.A.. N:..98.AKQJT9"  # North has no heart, but clubs
PARTNER = "W:.A.. N:.7.. E:..98.AKQJT9"  # East has no heart; West, partner, is winning
OVERTRUMPS = "W:.A.. N:AKQJT98..8. E:..97.AKQJT9"  # North trumps; East can go over it or under it
UNDERTRUMPS = "W:.A.. N:AKQJT98..8. E:..7.AKQJT98"  # North trumps; East has only a lower troef
OVER_PARTNER = "W:.A.. N:AKQJT98..T. E:.8.. S:..J8.AKQJT9"  # North trumps; South has a higher and a lower
UNDER_PARTNER = "W:.A.. N:AKQJT98..T. E:.8.. S:..87.AKQJT9"  # North trumps; South has lower ones
BEATS = "W:..T. N:..J7.AKQJT9"  # a troef is led; North can go over it
BEATS_PARTNER = "W:..AKQ9. N:AKQJT98..T. E:..7. S:..J8.AKQJT9"  # South can go over North's troef


@pytest.mark.parametrize(
    ("rules", "deal", "words", "card", "rule", "correct"),
    [
        *((rules, FOLLOWS, "HA", "C9", "4.2", "H7") for rules in STRICT),
        *((rules, FOLLOWS, "HA", "DA", "4.2", "H7") for rules in STRICT),
        *((rules, BEATS, "CT", "DA", "4.2", "CJ") for rules in STRICT),
        *((rules, BEATS, "CT", "C7", "4.3", "CJ") for rules in STRICT),
        *((rules, BEATS_PARTNER, "CQ CT C7", "C8", "4.3", "CJ") for rules in STRICT),
        (ROTTERDAM_BOND, TRUMPS, "HA", "D9", "4.4", "C9 C8"),
        (ROTTERDAM_BOND, PARTNER, "HA H7", "D9", "4.4", "C9 C8"),
        (ROTTERDAM_BOND, OVERTRUMPS, "HA C8", "C7", "4.4", "C9"),
        (ROTTERDAM_BOND, OVERTRUMPS, "HA C8", "DA", "4.4", "C9"),
        (ROTTERDAM_BOND, UNDERTRUMPS, "HA C8", "DA", "4.4", "C7"),
        (ROTTERDAM_BOND, OVER_PARTNER, "HA CT H8", "C8", "4.4", "CJ"),
        (ROTTERDAM_BOND, UNDER_PARTNER, "HA CT H8", "DA", "4.4", "C8 C7"),
        *((rules, TRUMPS, "HA", "D9", "4.5", "C9 C8") for rules in (VALET, AMSTERDAM, AMSTERDAM_BOND)),
        *((rules, OVERTRUMPS, "HA C8", "C7", "4.5", "C9") for rules in (VALET, AMSTERDAM, AMSTERDAM_BOND)),
        *(
            (rules, UNDERTRUMPS, "HA C8", "C7", "4.5", "DA DK DQ DJ DT D9 D8")
            for rules in (VALET, AMSTERDAM, AMSTERDAM_BOND)
        ),
        *(
            (rules, OVER_PARTNER, "HA CT H8", "C8", "4.6", "CJ DA DK DQ DJ DT D9")
            for rules in (AMSTERDAM, AMSTERDAM_BOND)
        ),
        *(
            (rules, UNDER_PARTNER, "HA CT H8", "C7", "4.6", "DA DK DQ DJ DT D9")
            for rules in (AMSTERDAM, AMSTERDAM_BOND)
        ),
        (VALET, OVER_PARTNER, "HA CT H8", "CJ", "4.6", "DA DK DQ DJ DT D9"),
        (VALET, OVER_PARTNER, "HA CT H8", "C8", "4.6", "DA DK DQ DJ DT D9"),
    ],
)
def test_strict_tables_refuse_an_incorrect_card_with_the_rule_and_the_correct_cards(
    rules: RuleSet, deal: str, words: str, card: str, rule: str, correct: str
) -> None:
    # Rules 6.1
    round = play(_clubs(rules, deal), words)
    refusal = refused(round, card)
    assert refusal.code == "incorrect-card"
    assert refusal.facts == {"card": Card.parse(card), "rule": rule, "cards": Hand.parse(correct)}
    assert round.correct_cards == Hand.parse(correct)
    for right in Hand.parse(correct):
        assert events_of(round, str(right))


def test_strict_tables_want_the_suit_followed_in_sans_too() -> None:
    # Rules 4.7, 6.1
    round = play(round_of(STRICT_SANS), "70sans pass pass pass SQ")
    refusal = refused(round, "CK")
    assert (refusal.code, refusal.facts["cards"]) == ("incorrect-card", Hand.parse("SK S9"))
    assert refusal.facts["rule"] in ("4.2", "4.7")


@pytest.mark.parametrize("rules", STRICT, ids=_name)
def test_after_a_refusal_the_player_plays_another_card(rules: RuleSet) -> None:
    # Rules 6.1
    round = play(_clubs(rules), "S8")
    refused(round, "HK")
    refused(round, "CK")
    after = play(round, "SK")
    assert (after.turn, after.log[-1]) == (Seat.EAST, CardPlayed(Seat.NORTH, Card.parse("SK")))


@pytest.mark.parametrize("rules", [ROTTERDAM, ROTTERDAM_BOND], ids=_name)
def test_nothing_higher_is_asked_on_a_led_troef_only_in_rotterdam_among_friends(rules: RuleSet) -> None:
    # Rules 4.3
    round = play(_clubs(rules, BEATS), "CT")
    assert round.correct_cards == Hand.parse("CJ C7" if rules is ROTTERDAM else "CJ")


def test_strict_tables_show_the_correct_cards_and_challenge_tables_do_not() -> None:
    # Rules 6.1
    strict = view_round(play(_clubs(AMSTERDAM), "S8"), Seat.NORTH)
    assert strict.correct == strict.may.play == Hand.parse("SK S9")
    challenge = view_round(play(_clubs(ROTTERDAM), "S8"), Seat.NORTH)
    assert challenge.correct is None
    assert challenge.may.play == challenge.hand


# --- the previous trick --------------------------------------------------------------------------


def _previous(round: Round) -> str | None:
    previous = round.previous_trick
    assert all(view_round(round, seat).previous_trick == previous for seat in SEATS)
    return None if previous is None else " ".join(map(str, previous.cards))


def test_the_previous_trick_may_be_looked_at_until_the_next_is_collected() -> None:
    # Rules 6.7
    round = _clubs(ROTTERDAM)
    assert _previous(round) is None
    round = play(round, FIRST_TRICK)
    assert _previous(round) is None
    round = play(round, "collect")
    assert _previous(round) == FIRST_TRICK
    for card in ["DT", "DJ", "DQ"]:
        round = play(round, card)
        assert _previous(round) == FIRST_TRICK
    round = play(round, "DK")
    assert _previous(round) == FIRST_TRICK
    assert _previous(play(round, "collect")) == "DT DJ DQ DK"


def test_the_eighth_trick_may_be_looked_at_when_the_round_is_over() -> None:
    # Rules 6.7
    round = play_out(_clubs(ROTTERDAM))
    assert _previous(round) == " ".join(map(str, round.tricks[-1].cards))
    assert _previous(play(round, "collect")) == " ".join(map(str, round.table))


def test_the_previous_trick_stays_when_the_round_ends_on_a_complete_trick() -> None:
    # Rules 6.7: the verdict comes while the second trick lies there complete.
    round = play(_clubs(ROTTERDAM), f"{FIRST_TRICK} DT DJ DQ C9")
    assert _previous(round) == FIRST_TRICK
    assert _previous(play(round, "S!N")) == FIRST_TRICK
