"""Actions as numbers: each means one thing, under every rule set, and the referee takes what is offered."""

from random import Random

import pytest

from klaverjas.actions import Accuse, Claim, Knock
from klaverjas.cards import CARD_TEXTS
from klaverjas.environments.actions import (
    ALL_ACTIONS,
    KNOCK,
    SILENT,
    action_named,
    as_action,
    name_of_action,
    number_of_actions,
)
from klaverjas.environments.turn import Turn, table_rules
from klaverjas.errors import RulesError, TextError
from klaverjas.phase import Phase
from klaverjas.rules.auction import possible_bids
from klaverjas.rules.named import NAMED, ROTTERDAM
from klaverjas.rules.roem import claimable_amounts
from klaverjas.seats import SEATS, Seat
from soak import SEED
from tables import random_deal, random_rules


def test_every_number_has_a_name_of_its_own_and_is_found_by_it() -> None:
    names = [name_of_action(number) for number in range(ALL_ACTIONS)]
    assert len(set(names)) == ALL_ACTIONS
    assert [action_named(name) for name in names] == list(range(ALL_ACTIONS))
    assert names[:32] == list(CARD_TEXTS)


@pytest.mark.parametrize("number", [-1, ALL_ACTIONS])
def test_other_numbers_and_names_are_refused(number: int) -> None:
    with pytest.raises(TextError):
        as_action(number, Seat.SOUTH)
    with pytest.raises(TextError):
        action_named("85H")


def test_what_is_offered_is_what_the_referee_takes() -> None:
    """Under rules of all kinds: every number leads somewhere, none is beyond what the table needs, and it ends."""
    chance = Random(SEED)
    kinds = set()
    for _ in range(120):
        rules = table_rules(random_rules(chance), as_at_the_table=chance.random() < 0.7)
        turn = Turn.begin(rules, chance.choice(SEATS), random_deal(chance, rules.first_dealer, rules))
        while not turn.over:
            assert turn.numbers == tuple(sorted(set(turn.numbers)))
            assert turn.numbers[-1] < number_of_actions(rules)
            assert turn.seat is not None
            kinds |= {type(as_action(number, turn.seat)) for number in turn.numbers}
            first = turn.numbers[0]
            number = first if chance.random() < 0.5 else chance.choice(turn.numbers)
            turn = turn.take(number)
        assert turn.seat is None
        assert turn.numbers == ()
        assert turn.round.result is not None
    assert len(kinds) == 8  # seven kinds of action, and silence


def test_every_bid_that_may_be_made_is_offered() -> None:
    rules = table_rules("lugus bid_step=20 max_bid=140")
    turn = Turn.begin(rules, Seat.SOUTH, random_deal(Random(1), Seat.SOUTH, rules))
    while turn.round.phase is Phase.TROEF and not turn.over:
        standing = turn.round.standing
        bids = {str(bid) for bid in possible_bids(standing[1] if standing else None, rules)}
        assert {name_of_action(number) for number in turn.numbers} == bids | {"pass"}
        turn = turn.take(turn.numbers[min(3, len(turn.numbers) - 1)])
    assert turn.round.bid is not None


def play_a_trick(turn: Turn) -> Turn:
    while not turn.talking:
        turn = turn.take(turn.numbers[-1])
    return turn


def test_when_the_fourth_card_lies_there_everybody_is_asked_once_from_the_winner_on() -> None:
    turn = Turn.begin(ROTTERDAM, Seat.SOUTH, random_deal(Random(2), Seat.SOUTH, ROTTERDAM))
    turn = play_a_trick(turn)
    winner = turn.round.leader.after(turn.round.winning)
    for asked in range(4):
        assert turn.seat == winner.after(asked)
        said = [as_action(number, winner.after(asked)) for number in turn.numbers]
        assert said[0] is None
        assert [one.accused for one in said if isinstance(one, Accuse)] == [
            winner.after(asked + at) for at in (1, 2, 3)
        ]
        claims = tuple(one.points for one in said if isinstance(one, Claim))
        assert claims == claimable_amounts(ROTTERDAM)
        turn = turn.take(SILENT)
    assert turn.seat == winner
    assert len(turn.round.tricks) == 1


def test_after_a_knock_nobody_is_asked_to_knock() -> None:
    rules = table_rules("lugus", as_at_the_table=True).change(incorrect_card="refused", troef="forced")
    turn = play_a_trick(Turn.begin(rules, Seat.SOUTH, random_deal(Random(2), Seat.SOUTH, rules)))
    assert turn.numbers == (SILENT, KNOCK)
    lying = turn.round.roem_on_table
    turn = turn.take(KNOCK)
    assert any(isinstance(as_action(number, Seat.SOUTH), Knock) for number in turn.numbers) == (lying == 0)


def test_an_incorrect_card_is_possible_only_as_at_the_table() -> None:
    chance, offered = Random(SEED), 0
    for _ in range(10):
        hands = random_deal(chance, Seat.SOUTH, ROTTERDAM)
        strict = Turn.begin(table_rules("rotterdam"), Seat.SOUTH, hands)
        real = Turn.begin(table_rules("rotterdam", as_at_the_table=True), Seat.SOUTH, hands)
        for _ in range(4):  # troef, and three cards
            strict, real = strict.take(strict.numbers[0]), real.take(strict.numbers[0])
            assert set(strict.numbers) == {int(card) for card in strict.round.correct_cards}
            assert set(strict.numbers) <= set(real.numbers)
            offered += len(real.numbers) - len(strict.numbers)
    assert offered > 20


@pytest.mark.parametrize("name", NAMED)
def test_rules_come_by_name_as_a_value_as_an_object_and_as_a_text(name: str) -> None:
    wanted = NAMED[name].change(incorrect_card="refused", claim="automatic")
    assert table_rules(name) == table_rules(NAMED[name]) == table_rules(wanted.base) == wanted
    changed = wanted.change(pit=50, undertrump="required")
    assert table_rules(f"{name} pit=50 undertrump=required") == changed
    assert table_rules({"base": name, "pit": 50, "undertrump": "required"}) == changed
    assert table_rules(f'{{"base": "{name}", "pit": 50, "undertrump": "required"}}') == changed
    assert table_rules(name, as_at_the_table=True) == NAMED[name]


@pytest.mark.parametrize(
    "text", ["", "utrecht", "amsterdam pit", "amsterdam colour=red", "amsterdam pit=5", "amsterdam sans=true"]
)
def test_rules_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(RulesError):
        table_rules(text)


@pytest.mark.parametrize("text", ['{"base"', '{"pit": 50}', "{} {}"])
def test_an_object_that_is_none_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises((TextError, RulesError)):
        table_rules(text)
