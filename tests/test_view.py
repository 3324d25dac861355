"""What a seat, a spectator and the table display may know."""

from dataclasses import fields, is_dataclass
from random import Random

import pytest

from klaverjas.actions import RoundAction
from klaverjas.cards import Card, Hand, Suit
from klaverjas.errors import Refusal
from klaverjas.events import AccusationProven
from klaverjas.game import Game
from klaverjas.round import Round
from klaverjas.rules.legal import Duty
from klaverjas.rules.named import AMSTERDAM, LUGUS, NAMED, ROTTERDAM, VALET
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.view import GameView, View, Viewer, Watcher, view_game, view_round
from soak import SEED
from tables import MIXED, play, random_round, random_rules, round_of

VIEWERS: tuple[Viewer, ...] = (*SEATS, *Watcher)


def other_world(round: Round, viewer: Viewer, chance: Random) -> tuple[Hand, ...]:
    """Another deal with the same cards played: what *viewer* has not seen lies differently."""
    unseen = [card for seat in SEATS if seat != viewer for card in round.hands[seat]]
    chance.shuffle(unseen)
    dealt = []
    for seat in SEATS:
        left = round.hands[seat]
        if seat != viewer:
            left = Hand.of(unseen[: len(left)])
            del unseen[: len(left)]
        played = Hand(round.dealt[seat] & ~round.hands[seat])
        dealt.append(played | left)
    return tuple(dealt)


def replayed(round: Round, hands: tuple[Hand, ...], actions: list[RoundAction]) -> Round | None:
    """The same actions in another deal, if they are possible there and lead to the same events."""
    again = Round.begin(round.rules, round.dealer, hands)
    try:
        for action in actions:
            again, _ = again.apply(action)
    except Refusal:
        return None
    return again if again.log[1:] == round.log[1:] else None


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_views_are_the_same_however_the_unseen_cards_lie(name: str) -> None:
    chance = Random(SEED)
    compared = 0
    for _ in range(25):
        rules = random_rules(chance) if name == "mix" else NAMED[name]
        actions: list[RoundAction] = []
        for step in random_round(rules, chance, careless=0.02):
            if step.refusal is None:
                actions.append(step.action)
            if chance.random() < 0.8 or any(isinstance(event, AccusationProven) for event in step.after.log):
                continue
            for viewer in VIEWERS:
                other = replayed(step.after, other_world(step.after, viewer, chance), actions)
                if other is not None and other != step.after:
                    there, here = view_round(other, viewer), view_round(step.after, viewer)
                    assert there == here
                    assert (there.combination, there.duty) == (here.combination, here.duty)
                    compared += 1
    assert compared > 100


def cards_in(value: object) -> Hand:
    """Every card that is anywhere inside a value."""
    if isinstance(value, Card):
        return Hand.of([value])
    if isinstance(value, Hand):
        return value
    inside: list[object] = []
    if is_dataclass(value):
        inside = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, (tuple, list)):
        inside = list(value)
    found = Hand()
    for part in inside:
        found |= cards_in(part)
    return found


def test_a_view_holds_no_hidden_card() -> None:
    """Looked at from outside: no value anywhere inside a view is, or contains, an unplayed card of another seat."""
    chance = Random(SEED)
    looked = 0
    for name in NAMED:
        for step in random_round(NAMED[name], chance, careless=0.0):
            if any(isinstance(event, AccusationProven) for event in step.after.log):
                continue  # a verdict names the correct cards of the accused
            for viewer in VIEWERS:
                seen = view_round(step.after, viewer)
                hidden = Hand()
                for seat in SEATS:
                    if seat != viewer:
                        hidden |= step.after.hands[seat]
                assert not cards_in(seen) & hidden
                looked += 1
    assert looked > 1_000


def test_every_part_of_a_view_is_compared() -> None:
    assert {field.name for field in fields(View)} >= {
        "hand",
        "correct",
        "may",
        "events",
        "trick",
        "counts",
        "result",
    }
    assert all(field.compare for field in (*fields(View), *fields(GameView)))


def test_the_strict_table_shows_the_correct_cards_to_the_player_to_move_only() -> None:
    round = play(round_of(AMSTERDAM, MIXED), "C S8")
    assert view_round(round, Seat.NORTH).correct == Hand.parse("SK S9")
    assert view_round(round, Seat.NORTH).may.play == Hand.parse("SK S9")
    for viewer in (Seat.SOUTH, Seat.WEST, Seat.EAST, *Watcher):
        assert view_round(round, viewer).correct is None
        assert not view_round(round, viewer).may.play


def test_the_challenge_table_gives_nothing_away() -> None:
    round = play(round_of(ROTTERDAM, MIXED), "C S8")
    north = view_round(round, Seat.NORTH)
    assert north.correct is None
    assert north.may.play == round.hands[Seat.NORTH]


def test_the_challenge_table_does_not_tell_whether_there_is_roem() -> None:
    without = play(round_of(ROTTERDAM, MIXED), "H S8 S9")
    with_roem = play(round_of(ROTTERDAM, MIXED), "S SQ SK")
    for round in (without, with_roem):
        west = view_round(round, Seat.WEST)
        assert west.registered == 0
        assert west.may.claims == (20, 40, 50, 70, 100)
        assert view_round(round, Seat.EAST).may.claims == ()


def test_where_claims_are_raised_the_amounts_come_back_with_a_card_that_adds_roem() -> None:
    claimed = play(round_of(ROTTERDAM.change(claim_lock="raise"), MIXED), "S SQ SK W+20")
    assert view_round(claimed, Seat.WEST).registered == 20
    assert view_round(claimed, Seat.WEST).may.claims == ()
    assert view_round(play(claimed, "ST"), Seat.WEST).may.claims == ()
    assert view_round(play(claimed, "SA"), Seat.WEST).may.claims != ()


def test_the_cards_of_roem_are_shown_once_it_is_registered() -> None:
    lying = play(round_of(ROTTERDAM, MIXED), "S SQ SK")
    assert not view_round(lying, Seat.WEST).combination
    claimed = play(lying, "W+20")
    assert view_round(claimed, Watcher.TABLE).combination == Hand.parse("SK SQ")
    assert view_round(play(claimed, "SA"), Watcher.TABLE).combination == Hand.parse("SK SQ")
    by_itself = play(round_of(AMSTERDAM, MIXED), "S SQ SK SA")
    assert not view_round(by_itself, Watcher.TABLE).combination
    complete = view_round(play(by_itself, "SJ"), Watcher.TABLE)
    assert (complete.registered, complete.combination) == (70, Hand.parse("SA SK SQ SJ"))


def test_after_a_knock_the_combination_grows_with_the_trick() -> None:
    knocked = play(round_of(LUGUS, MIXED), "80S pass pass pass SQ SK")
    assert not view_round(knocked, Seat.SOUTH).combination
    knocked = play(knocked, "S*")
    assert view_round(knocked, Seat.SOUTH).combination == Hand.parse("SK SQ")
    assert view_round(play(knocked, "SA"), Seat.SOUTH).combination == Hand.parse("SA SK SQ")


def test_the_strict_table_says_why_to_the_player_to_move_only() -> None:
    round = play(round_of(AMSTERDAM, MIXED), "C S8")
    assert view_round(round, Seat.NORTH).duty == Duty("4.2", "follow", Suit.SPADES)
    for viewer in (Seat.SOUTH, Seat.WEST, Seat.EAST, *Watcher):
        assert view_round(round, viewer).duty is None
    assert view_round(play(round_of(AMSTERDAM, MIXED), "C"), Seat.WEST).duty is None
    assert view_round(play(round_of(ROTTERDAM, MIXED), "C S8"), Seat.NORTH).duty is None


def test_what_may_be_done_in_the_auction() -> None:
    round = play(round_of(LUGUS, MIXED), "80H")
    assert view_round(round, Seat.WEST).may.bids == ()
    north = view_round(round, Seat.NORTH).may
    assert north.make_pass
    assert [str(bid) for bid in north.bids[:3]] == ["80sans", "90S", "90H"]
    assert view_round(round_of(ROTTERDAM, MIXED), Seat.WEST).may.choose_troef


def test_the_previous_trick_may_be_looked_at_until_the_next_is_collected() -> None:
    first = play(round_of(VALET, MIXED), "H S8 S9 ST S7")
    assert view_round(first, Watcher.TABLE).previous_trick is None
    second = play(first, "SA SJ SQ")
    assert second.tricks[-1] == view_round(second, Watcher.TABLE).previous_trick
    third = play(second, "SK")
    assert view_round(third, Watcher.TABLE).previous_trick == second.tricks[-1]
    after = view_round(play(third, "collect"), Watcher.TABLE).previous_trick
    assert after is not None
    assert after.cards == third.table


def test_accusing_is_offered_as_long_as_the_rule_set_allows() -> None:
    start = play(round_of(ROTTERDAM, MIXED), "H")
    assert view_round(start, Seat.SOUTH).may.accuse == ()
    assert view_round(play(start, "S8"), Seat.SOUTH).may.accuse == (Seat.WEST, Seat.NORTH, Seat.EAST)
    assert view_round(play(round_of(AMSTERDAM, MIXED), "H S8"), Seat.SOUTH).may.accuse == ()


@pytest.mark.parametrize("rules", [ROTTERDAM, LUGUS, VALET])
def test_a_game_before_the_first_deal_can_be_viewed(rules: RuleSet) -> None:
    seen = view_game(Game(rules), Watcher.SPECTATOR)
    assert seen.round is None
    assert seen.totals == (0, 0)
    assert seen.sheet == ()
