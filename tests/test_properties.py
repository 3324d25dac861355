"""What holds for any deal, at any table, whatever the players try."""

from dataclasses import FrozenInstanceError, fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas.actions import Accuse, ChooseTroef, Claim, Close, Deal, Knock, MakeBid, Pass, Play, RoundAction
from klaverjas.cards import ALL_CARDS, DECK, Suit
from klaverjas.errors import Refusal
from klaverjas.events import CardPlayed, RoundScored, TrickWon
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import NAMED
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, TEAMS
from klaverjas.sentences import SENTENCES
from klaverjas.view import Choices, view_round
from tables import (
    EVERY_ACTION,
    Step,
    finish,
    play,
    random_action,
    random_deal,
    random_game,
    random_round,
    random_rules,
    round_of,
)

MIX = "a mix"
tables = pytest.mark.parametrize("table", [*NAMED, MIX])
seeds = given(seed=st.integers(0, 2**32 - 1))
few = settings(max_examples=20, deadline=None)
fewer = settings(max_examples=10, deadline=None)


def _rules(table: str, random: Random) -> RuleSet:
    return random_rules(random) if table == MIX else NAMED[table]


def _steps(table: str, seed: int, careless: float = 0.1) -> list[Step]:
    random = Random(seed)
    return list(random_round(_rules(table, random), random, careless))


# --- rounds --------------------------------------------------------------------------------------


@tables
@few
@seeds
def test_a_seat_to_play_always_has_a_correct_card(table: str, seed: int) -> None:
    # Rules 4.1-4.7
    for step in _steps(table, seed, careless=0.5):
        round = step.after
        if round.turn is None or round.phase is Phase.TROEF:
            assert not round.correct_cards
        else:
            hand = round.hands[round.turn]
            assert round.correct_cards
            assert round.correct_cards & hand == round.correct_cards


@tables
@few
@seeds
def test_a_correct_card_is_never_refused(table: str, seed: int) -> None:
    # Rules 6.1
    for step in _steps(table, seed):
        round = step.after
        if round.turn is not None:
            for card in round.correct_cards:
                after, events = round.apply(Play(round.turn, card))
                assert events[-1] == CardPlayed(round.turn, card)
                assert card not in after.hands[round.turn]


@tables
@few
@seeds
def test_cards_are_never_lost(table: str, seed: int) -> None:
    # Rules 1.2
    for step in _steps(table, seed, careless=0.5):
        round = step.after
        cards = [*round.table, *(card for hand in round.hands for card in hand)]
        cards += [card for trick in round.tricks for card in trick.cards]
        assert sorted(cards) == list(DECK)
        assert sum(round.dealt) == ALL_CARDS


@tables
@few
@seeds
def test_card_points_and_last_trick_sum_to_162_or_130_in_sans(table: str, seed: int) -> None:
    # Rules 1.4: nobody is accused or punished, so every round is played to its end.
    random = Random(seed)
    rules = _rules(table, random)
    dealer = random.choice(SEATS)
    round = Round.begin(rules, dealer, random_deal(random, dealer, rules))
    while round.result is None:
        action = random_action(round, random, careless=0.5)
        if isinstance(action, ChooseTroef | MakeBid | Pass | Play | Claim | Knock) or round.turn is None:
            try:
                round, _ = round.apply(action)
            except Refusal:
                continue
    if round.result.outcome in (Outcome.PASSED_OUT, Outcome.VERZAAKT):
        return
    assert len(round.tricks) == 8
    assert sum(round.taken.cards) == sum(trick.points for trick in round.tricks)
    assert sum(round.taken.cards) == (130 if round.troef is None else 162)
    bonus = {Outcome.PIT: rules.pit, Outcome.TEGENPIT: rules.tegenpit}.get(round.result.outcome, 0)
    assert sum(round.result.cards) == sum(round.taken.cards) + bonus
    assert sum(round.result.roem) == sum(round.taken.roem)


@tables
@few
@seeds
def test_a_round_is_rebuilt_from_its_events_after_every_action(table: str, seed: int) -> None:
    # Rules 2.3
    for step in _steps(table, seed):
        assert Round.rebuild(step.after.log) == step.after
        assert step.after.log == (*step.before.log, *step.events)


@tables
@few
@seeds
def test_a_refused_action_changes_nothing(table: str, seed: int) -> None:
    # Rules 6.1
    random = Random(seed)
    for step in _steps(table, seed):
        round = step.before
        before = Round.rebuild(round.log)
        for action in random.sample(EVERY_ACTION, 10):
            try:
                round.apply(action)
            except Refusal:
                assert hash(round) == hash(before)
                assert round == before


def test_a_round_and_a_game_cannot_be_changed() -> None:
    # Rules 2.3
    rules = NAMED["amsterdam"]
    round = finish(play(round_of(rules), "C"))
    states: list[Any] = [round, Game(rules), round.result, round.tricks[0], rules, Play(SEATS[0], DECK[0])]
    states += round.log
    for state in states:
        assert isinstance(hash(state), int)  # so nothing inside can change either
        for field in fields(state):
            with pytest.raises((FrozenInstanceError, AttributeError)):
                setattr(state, field.name, None)


@tables
@fewer
@seeds
def test_every_action_in_every_phase_has_a_result_or_a_refusal(table: str, seed: int) -> None:
    # Rules, sections 3 to 6
    random = Random(seed)
    moments: dict[tuple[Phase, bool], list[Round]] = {}
    for step in _steps(table, seed):
        round = step.before
        moments.setdefault((round.phase, round.turn is None), []).append(round)
    assert {phase for phase, _ in moments} >= {Phase.TROEF, Phase.DONE}
    for rounds in moments.values():
        round = random.choice(rounds)
        for action in EVERY_ACTION:
            code = _refusal_code(round, action)
            assert code is None or code in SENTENCES


@tables
@few
@seeds
def test_every_trick_goes_to_who_won_it_and_only_eight_end_a_round(table: str, seed: int) -> None:
    # Rules 4.1, 4.8
    for step in _steps(table, seed):
        for event in step.events:
            if isinstance(event, TrickWon):
                assert event.winner == step.before.trick.winner
                assert step.after.leader is event.winner
        scored = [event for event in step.events if isinstance(event, RoundScored)]
        assert (step.after.phase is Phase.DONE) == (step.after.result is not None)
        if scored and scored[0].result.outcome not in (Outcome.VERZAAKT, Outcome.PASSED_OUT):
            assert len(step.after.tricks) == 8


@tables
@fewer
@seeds
def test_what_a_view_offers_is_what_the_table_accepts(table: str, seed: int) -> None:
    # Rules 3.1-3.5, 5.4, 5.5, 6.1, 6.2. Whether a card has added roem, a player has to see himself.
    random = Random(seed)
    steps = _steps(table, seed)
    for step in random.sample(steps, min(12, len(steps))):
        round = step.after
        for seat in SEATS:
            may = view_round(round, seat).may
            for action in EVERY_ACTION:
                if getattr(action, "seat", None) == seat:
                    offered = _offered(may, action)
                    code = _refusal_code(round, action)
                    if offered is not None and code != "claim-again":
                        assert offered == (code is None), (action, code)


def _offered(may: Choices, action: RoundAction) -> bool | None:
    match action:
        case ChooseTroef():
            return may.choose_troef
        case MakeBid(_, bid):
            return bid in may.bids
        case Pass():
            return may.make_pass
        case Play(_, card):
            return card in may.play
        case Claim(_, points):
            return (
                bool(may.claims) and 0 < points <= 1000
            )  # impossible amounts are not offered, and are wrong
        case Knock():
            return may.knock
        case Accuse(_, accused):
            return accused in may.accuse
    return None


def _refusal_code(round: Round, action: RoundAction) -> str | None:
    try:
        round.apply(action)
    except Refusal as refusal:
        return refusal.code
    return None


@tables
@few
@seeds
def test_registered_roem_is_never_more_than_lies_there(table: str, seed: int) -> None:
    # Rules 5.1, 5.4, 5.5
    for step in _steps(table, seed):
        assert 0 <= step.after.registered <= step.after.roem_on_table
        if step.after.rules.claim != "knock":
            assert step.after.knocks == (0, 0)


@tables
@few
@seeds
def test_whoever_has_verzaakt_gets_nothing(table: str, seed: int) -> None:
    # Rules 6.4
    result = _steps(table, seed, careless=0.5)[-1].after.result
    assert result is not None
    if result.outcome is Outcome.VERZAAKT:
        assert result.offender is not None
        assert result.score[result.offender] == 0
        assert result.display[result.offender] == "verzaakt"
        assert result.knocks == (0, 0)
    else:
        assert (result.offender, result.accused, result.offences) == (None, None, ())


# --- bids that no table knows --------------------------------------------------------------------


@few
@given(points=st.integers(-1000, 1000), suit=st.sampled_from([*Suit, None]), seed=st.integers(0, 2**32 - 1))
def test_a_bid_of_any_amount_has_a_result_or_a_refusal(points: int, suit: Suit | None, seed: int) -> None:
    # Rules 3.2, 3.3
    round = round_of(random_rules(Random(seed)).change(troef="auction"))
    code = _refusal_code(round, MakeBid(SEATS[1], Bid(points, suit)))
    assert code is None or code in SENTENCES


@few
@given(points=st.integers(-(10**6), 10**6), seed=st.integers(0, 2**32 - 1))
def test_a_claim_of_any_amount_has_a_result_or_a_refusal(points: int, seed: int) -> None:
    # Rules 5.4
    for step in _steps(MIX, seed)[::7]:
        for seat in SEATS:
            code = _refusal_code(step.after, Claim(seat, points))
            assert code is None or code in SENTENCES


# --- games ---------------------------------------------------------------------------------------


@tables
@fewer
@seeds
def test_a_game_is_rebuilt_from_its_events_after_every_action(table: str, seed: int) -> None:
    # Rules 2.3
    random = Random(seed)
    log_before = None
    for step in random_game(_rules(table, random), random, actions=60):
        assert Game.rebuild(step.after.log) == step.after
        if step.refusal is None:
            assert step.after.log == (*step.before.log, *step.events)
        elif log_before is not None:
            assert step.after.log == log_before
        log_before = step.after.log


@tables
@fewer
@seeds
def test_totals_are_the_sum_of_the_rounds_that_count(table: str, seed: int) -> None:
    # Rules 2.1, 2.2
    random = Random(seed)
    rules = _rules(table, random)
    for step in random_game(rules, random, actions=150):
        game = step.after
        results = [round.result for round in game.rounds if round.result is not None]
        assert game.totals == tuple(sum(result.score[team] for result in results) for team in TEAMS)
        dealers = [round.dealer for round in game.rounds]
        assert dealers == [rules.first_dealer.after(turns) for turns in range(len(dealers))]
        if rules.end.rounds is not None:
            assert len(game.counted) <= rules.end.rounds
        assert not game.closed or game.decided


@tables
@fewer
@seeds
def test_every_action_on_a_game_has_a_result_or_a_refusal(table: str, seed: int) -> None:
    # Rules, section 2
    random = Random(seed)
    rules = _rules(table, random)
    steps = list(random_game(rules, random, actions=80))
    codes = set()
    for step in steps[::8]:
        game = step.after
        deal = Deal(random_deal(random, game.next_dealer, rules))
        for action in (deal, Close(), *random.sample(EVERY_ACTION, 40)):
            try:
                game.apply(action)
            except Refusal as refusal:
                codes.add(refusal.code)
    assert codes <= set(SENTENCES)
