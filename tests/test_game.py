"""Rounds in order, until somebody has won (Rules, section 2)."""

import pytest

from klaverjas.actions import Close, Collect, Deal
from klaverjas.cards import Hand
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.events import Dealt, GameClosed, GameStarted, Passed, RoundScored
from klaverjas.fair import deal, seeded_deck
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import AMSTERDAM, AMSTERDAM_BOND, LUGUS, NAMED, ROTTERDAM, VALET, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.view import view_game
from tables import MIXED, ONE_SUIT_EACH, deal_of, finish, play, refused

PASSED_OUT = "pass pass pass pass"
# To 1501 like Amsterdam, but a round can end with a penalty, so that totals are easy to bring about.
TO_1501 = AMSTERDAM.change(
    incorrect_card="challenge", verzaakt=750, talk_penalty=True, claim="amount", contract="none"
)
FRIENDS = ROTTERDAM.change(talk_penalty=True)


def _name(rules: RuleSet) -> str:
    return rules.base


def _dealt(game: Game, hands: tuple[Hand, ...] | None = None) -> Game:
    game, _ = game.apply(Deal(hands or deal_of(MIXED)))
    return game


def _round(game: Game, words: str) -> Game:
    """The game after another deal and these actions."""
    return play(_dealt(game), words)


def _played(game: Game, troef: str = "H", hands: tuple[Hand, ...] | None = None) -> Game:
    """The game after another round, played out."""
    words = troef if game.rules.troef == "forced" else f"80{troef} pass pass pass"
    return finish(play(_dealt(game, hands), words))


def _closed(game: Game) -> Game:
    return game.apply(Close())[0]


# --- the deal passes -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", NAMED.values(), ids=_name)
def test_the_first_dealer_is_south_and_west_speaks_and_leads_first(rules: RuleSet) -> None:
    # Rules 2.1, 3.1
    game = Game(rules)
    assert game.next_dealer is Seat.SOUTH
    round = _dealt(game).round
    assert (round.dealer, round.turn) == (Seat.SOUTH, Seat.WEST)


@pytest.mark.parametrize("seat", "SWNE")
def test_the_first_dealer_is_a_field(seat: str) -> None:
    # Rules 2.1
    game = Game(FRIENDS.change(first_dealer=seat))
    assert _dealt(game).round.dealer is Seat.parse(seat)
    assert _dealt(game).round.turn is Seat.parse(seat).left


def test_the_dealer_passes_clockwise_after_every_round() -> None:
    # Rules 2.1
    game = Game(FRIENDS)
    for _ in range(9):
        game = _round(game, "!WE")
    assert [round.dealer for round in game.rounds] == [*SEATS, *SEATS, Seat.SOUTH]
    assert [round.leader for round in game.rounds] == [round.dealer.left for round in game.rounds]
    assert game.next_dealer is Seat.WEST


def test_in_valet_player_one_sits_left_of_the_dealer() -> None:
    # Rules 2.2
    assert _dealt(Game(VALET)).round.leader is Seat.WEST


def test_a_round_begins_with_eight_cards_for_everybody() -> None:
    # Rules 1.2
    game, events = Game(FRIENDS).apply(Deal(deal_of(MIXED)))
    assert events == (Dealt(FRIENDS, Seat.SOUTH, deal_of(MIXED)),)
    assert [len(hand) for hand in game.round.hands] == [8, 8, 8, 8]
    assert game.round.phase is Phase.TROEF


def test_nothing_happens_before_the_first_deal() -> None:
    # Rules 2.1
    game = Game(FRIENDS)
    assert refused(game, Collect()).code == "no-round"
    assert refused(game, Close()).code == "game-undecided"
    assert (game.number, game.totals, game.decided, game.winner) == (0, (0, 0), False, None)
    with pytest.raises(Refusal) as caught:
        _ = game.round
    assert caught.value.code == "no-round"


@pytest.mark.parametrize("words", ["", "C", "C S8", "C S8 S9 ST S7", "C S8 S9 ST S7 collect"])
def test_the_next_deal_comes_after_the_round(words: str) -> None:
    # Rules 2.1
    game = _round(Game(FRIENDS), words)
    assert refused(game, Deal(deal_of(MIXED))).code == "round-not-done"
    assert refused(game, Close()).code == "game-undecided"


# --- so many rounds ------------------------------------------------------------------------------


def test_rotterdam_ends_after_16_rounds_and_most_points_wins() -> None:
    # Rules 2.2
    game = Game(FRIENDS)
    for number in range(1, 17):
        assert not game.decided
        game = _dealt(game)
        assert (game.number, game.decided) == (number, False)
        game = play(game, "!WE" if number % 2 or number == 8 else "!NS")
        assert game.number == number
    assert game.decided
    assert game.totals == (9 * 162, 7 * 162)
    assert (game.leader, game.winner) == (Team.NORTH_SOUTH, Team.NORTH_SOUTH)
    assert refused(game, Deal(deal_of(MIXED))).code == "game-decided"
    closed, events = game.apply(Close())
    assert events == (GameClosed((9 * 162, 7 * 162), Team.NORTH_SOUTH),)
    assert closed.closed


def test_a_draw_is_allowed_after_so_many_rounds() -> None:
    # Rules 2.2
    game = Game(FRIENDS)
    for _ in range(8):
        game = _round(_round(game, "!WE"), "!NS")
    assert (game.decided, game.totals) == (True, (8 * 162, 8 * 162))
    assert (game.leader, game.winner) == (None, None)
    assert game.apply(Close())[1] == (GameClosed((8 * 162, 8 * 162), None),)


def test_valet_is_one_round() -> None:
    # Rules 2.2
    game = _played(Game(VALET))
    assert game.decided
    score = game.round.result
    assert score is not None
    assert game.totals == score.score
    assert game.winner is (Team.NORTH_SOUTH if score.score[0] > score.score[1] else Team.WEST_EAST)


def test_a_draw_is_possible_in_valet() -> None:
    # Rules 2.2: this deal is played 81-81; without roem that is a draw.
    game = _played(Game(VALET.change(claim="amount")), hands=deal(seeded_deck(142), Seat.SOUTH))
    assert game.totals == (81, 81)
    assert (game.decided, game.winner) == (True, None)


def test_the_number_of_rounds_is_a_field() -> None:
    # Rules 2.2, section 8
    game = _round(Game(FRIENDS.change(end={"rounds": 2})), "!WE")
    assert not game.decided
    assert _round(game, "!WE").decided


# --- so many points ------------------------------------------------------------------------------


def test_amsterdam_ends_after_the_round_in_which_a_team_has_1501_or_more() -> None:
    # Rules 2.2
    game = Game(AMSTERDAM)
    while not game.decided:
        assert max(game.totals) < 1501
        game = _played(game)
    assert max(game.totals) >= 1501
    assert game.winner is game.leader is not None
    assert refused(game, Deal(deal_of(MIXED))).code == "game-decided"


@pytest.mark.parametrize(("points", "decided"), [(1500, True), (1501, False)])
def test_the_points_must_be_reached(points: int, decided: bool) -> None:
    # Rules 2.2
    game = Game(TO_1501.change(end={"points": points}))
    game = _round(_round(game, "!WE"), "!WE")
    assert game.totals == (1500, 0)
    assert game.decided is decided
    assert game.winner is (Team.NORTH_SOUTH if decided else None)


def _both_at_1500(rules: RuleSet = TO_1501) -> Game:
    game = Game(rules)
    for words in ("!WE", "!NS", "!WE", "!NS"):
        game = _round(game, words)
    assert (game.totals, game.decided) == ((1500, 1500), False)
    return game


def test_when_both_are_above_the_higher_wins() -> None:
    # Rules 2.2
    game = _played(_both_at_1500())
    assert min(game.totals) > 1501
    assert game.totals[0] != game.totals[1]
    assert game.decided
    assert game.winner is (Team.NORTH_SOUTH if game.totals[0] > game.totals[1] else Team.WEST_EAST)


def test_when_both_are_above_and_equal_the_game_is_a_draw() -> None:
    # Rules 2.2: 81-81 in the fifth round, in which South deals again.
    game = _played(_both_at_1500(), hands=deal(seeded_deck(142), Seat.SOUTH))
    assert (game.totals, game.decided, game.winner) == ((1581, 1581), True, None)
    assert refused(game, Deal(deal_of(MIXED))).code == "game-decided"
    closed = _closed(game)
    assert closed.log[-1] == GameClosed((1581, 1581), None)
    assert view_game(closed, Seat.SOUTH).leader is None


@pytest.mark.parametrize(
    "rules",
    [
        TO_1501.change(target_tie="play_on"),
        named("amsterdam/1").change(
            incorrect_card="challenge", verzaakt=750, claim="amount", contract="none"
        ),
    ],
)
def test_where_equal_totals_play_on_the_next_round_decides(rules: RuleSet) -> None:
    # Rules 2.2, 8
    game = _played(_both_at_1500(rules), hands=deal(seeded_deck(142), Seat.SOUTH))
    assert (game.totals, game.decided, game.winner) == ((1581, 1581), False, None)
    assert refused(game, Close()).code == "game-undecided"
    game = _round(game, "!WE")
    assert (game.totals, game.decided, game.winner) == ((2331, 1581), True, Team.NORTH_SOUTH)


def test_nobody_has_won_while_a_round_is_being_played() -> None:
    # Rules 2.2: there is a leader, who may still lose.
    game = _dealt(_round(Game(FRIENDS), "!WE"))
    assert (game.leader, game.winner, game.decided) == (Team.NORTH_SOUTH, None, False)


# --- passed out ----------------------------------------------------------------------------------


def test_a_deal_that_is_passed_out_passes_the_deal_and_does_not_count_as_a_round() -> None:
    # Rules 2.2, 3.5
    game = _round(Game(LUGUS), PASSED_OUT)
    assert (game.counted, game.totals) == ((), (0, 0))
    assert game.next_dealer is Seat.WEST
    game = _dealt(game)
    assert (game.number, game.round.dealer, game.round.turn) == (1, Seat.WEST, Seat.NORTH)
    game = _dealt(play(game, PASSED_OUT))
    assert (game.number, game.round.dealer) == (1, Seat.NORTH)
    game = play(game, "!WE")
    assert (game.number, game.totals) == (1, (26, 0))


def test_16_rounds_are_16_that_count() -> None:
    # Rules 2.2
    game = Game(LUGUS)
    for number in range(16):
        for _ in range(number % 3):
            game = _round(game, PASSED_OUT)
            assert not game.decided
        game = _round(game, "!WE")
    assert (len(game.counted), len(game.rounds)) == (16, 31)
    assert game.decided
    assert game.next_dealer is Seat.SOUTH.after(31)


def test_all_may_pass_deal_after_deal() -> None:
    # Rules 3.5
    game = Game(LUGUS)
    for _ in range(20):
        game = _round(game, PASSED_OUT)
    assert (game.decided, game.number) == (False, 1)


# --- the sheet -----------------------------------------------------------------------------------


def test_after_every_round_its_points_and_the_totals_are_shown() -> None:
    # Rules 2.2
    game = Game(AMSTERDAM_BOND)
    north_south, west_east = 0, 0
    for number in range(1, 6):
        game = _played(game)
        result = game.round.result
        assert result is not None
        north_south += result.score[Team.NORTH_SOUTH]
        west_east += result.score[Team.WEST_EAST]
        for seat in SEATS:
            shown = view_game(game, seat)
            assert shown.totals == game.totals == (north_south, west_east)
            assert shown.sheet[-1] == (game.round.dealer, result)
            assert len(shown.sheet) == number


def test_the_round_that_is_being_played_is_not_in_the_totals() -> None:
    # Rules 2.2
    game = _round(_round(Game(FRIENDS), "!NS"), "C S9 ST S7 S8 N+50 collect")
    assert game.totals == (0, 162)


def test_verzaakt_ends_the_round_and_the_next_is_dealt() -> None:
    # Rules 6.4
    game = _round(Game(FRIENDS), "C S8 H9 W!N")
    assert game.totals == (0, 162)
    assert _dealt(game).number == 2


def test_a_pit_and_a_tegenpit_on_the_sheet() -> None:
    # Rules 7.4, 7.5: West holds every heart and takes everything, whoever chose hearts.
    game = _played(Game(FRIENDS), hands=deal_of(ONE_SUIT_EACH))
    assert game.totals == (0, 262)
    game = _played(game, hands=deal_of(ONE_SUIT_EACH))
    assert game.totals == (0, 262 + 162)
    outcomes = [round.result.outcome for round in game.rounds if round.result]
    assert outcomes == [Outcome.PIT, Outcome.TEGENPIT]


# --- until when one may accuse -------------------------------------------------------------------


def _with_an_error(game: Game) -> Game:
    """The game after a round dealt by South in which North erred in the first trick."""
    words = "80C pass pass pass" if game.rules.troef == "auction" else "C"
    return finish(_round(game, f"{words} S8 H9 ST S7"))


def test_in_lugus_one_may_accuse_until_the_next_deal() -> None:
    # Rules 6.2
    game = _with_an_error(Game(LUGUS))
    before = game.totals
    assert play(game, "E!N").totals == (0, 26)
    assert play(game, "E!S").totals == before
    late = _dealt(game)
    assert refused(late, "E!N").code == "accuse-too-early"
    assert late.totals == before


def test_in_rotterdam_one_may_not_accuse_after_the_round() -> None:
    # Rules 6.2
    game = _with_an_error(Game(FRIENDS))
    assert refused(game, "E!N").code == "accuse-too-late"


def test_in_lugus_one_may_accuse_after_the_last_round_until_the_game_is_closed() -> None:
    # Rules 6.2
    game = _with_an_error(Game(LUGUS.change(end={"rounds": 1})))
    assert game.decided
    verdict = play(game, "E!N")
    assert (verdict.decided, verdict.totals, verdict.winner) == (True, (0, 26), Team.WEST_EAST)
    assert _closed(verdict).log[-1] == GameClosed((0, 26), Team.WEST_EAST)
    assert refused(_closed(game), "E!N").code == "game-closed"


def test_the_view_of_a_closed_game_offers_no_accusation() -> None:
    # Rules 6.2: afterwards never.
    game = _with_an_error(Game(LUGUS.change(end={"rounds": 1})))
    for seat in SEATS:
        before = view_game(game, seat).round
        after = view_game(_closed(game), seat).round
        assert before is not None
        assert after is not None
        assert len(before.may.accuse) == 3
        assert after.may.accuse == ()


def test_a_proven_accusation_can_reopen_a_game_that_goes_by_points() -> None:
    # Rules 2.2, 6.2: the points that were needed had been reached, and are void.
    rules = LUGUS.change(rounding="none", end={"points": 1})
    game = _with_an_error(Game(rules.change(verzaakt=0)))
    assert game.decided
    game = play(game, "E!N")
    assert (game.totals, game.decided) == ((0, 0), False)
    assert _dealt(game).number == 2


def test_only_one_result_of_a_round_counts() -> None:
    # Rules 6.2
    game = play(_with_an_error(Game(LUGUS)), "E!N")
    assert sum(isinstance(event, RoundScored) for event in game.log) == 2
    assert game.totals == (0, 26)
    assert Game.rebuild(game.log) == game


# --- closed --------------------------------------------------------------------------------------


def test_nothing_happens_in_a_game_that_is_closed() -> None:
    # Rules 6.2
    game = _closed(_played(Game(VALET)))
    assert refused(game, Deal(deal_of(MIXED))).code == "game-closed"
    assert refused(game, Close()).code == "game-closed"
    for action in ("W:SQ", "W:H", "W:pass", "W!N", "!WE", "W*", "W+20", "collect"):
        assert refused(game, action).code == "game-closed"


def test_a_game_tells_its_events_in_order() -> None:
    # Rules 2.3
    game = _closed(_round(_round(Game(FRIENDS.change(end={"rounds": 2})), "C S8 H9 W!N"), "!NS"))
    kinds = [type(event).__name__ for event in game.log]
    assert kinds == [
        *("GameStarted", "Dealt", "TroefChosen", "CardPlayed", "CardPlayed"),
        *("AccusationProven", "RoundScored", "Dealt", "PenaltyImposed", "RoundScored", "GameClosed"),
    ]
    assert game.log[0] == GameStarted(game.rules)
    assert game.log[-1] == GameClosed((0, 324), Team.WEST_EAST)
    assert Game.rebuild(game.log) == game


def test_events_that_tell_no_game_are_refused_with_a_code() -> None:
    started, *_ = Game(FRIENDS).log
    for events in ([], [started, started], [started, Passed(Seat.SOUTH)], [Passed(Seat.SOUTH)]):
        with pytest.raises(KlaverjasError) as caught:
            Game.rebuild(events)
        assert caught.value.code == "bad-events"
    with pytest.raises(KlaverjasError) as caught:
        Round.rebuild([])
    assert caught.value.code == "bad-events"
