"""What a seat sees as numbers: everything that its view tells, and nothing that it does not."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from klaverjas.cards import ALL_CARDS, Hand, Suit
from klaverjas.environments.actions import action_named, has_talk
from klaverjas.environments.observations import (
    explained,
    layout,
    number_of_features,
    number_of_words,
    observed,
    seen_by,
)
from klaverjas.environments.turn import Turn, table_rules
from klaverjas.errors import Refusal
from klaverjas.events import AccusationProven
from klaverjas.fair import deal, seeded_deck
from klaverjas.rules.named import NAMED
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from soak import SEED
from tables import random_deal, random_rules

TABLES = [(name, as_at_the_table) for name in NAMED for as_at_the_table in (False, True)]
BY_TABLE = pytest.mark.parametrize(
    "rules",
    [table_rules(name, as_at_the_table=real) for name, real in TABLES],
    ids=[f"{name}, {'as at the table' if real else 'strict'}" for name, real in TABLES],
)


def random_turns(rules: RuleSet, chance: Random) -> Iterator[tuple[Turn, list[int]]]:
    """A round at random, with what was done so far; few are accused, or it would be over at once."""
    dealer = chance.choice(SEATS)
    turn = Turn.begin(rules, dealer, random_deal(chance, dealer, rules))
    done: list[int] = []
    while not turn.over:
        yield turn, done
        first = turn.numbers[0]  # to pass, or to be silent
        done.append(first if len(turn.numbers) > 8 and chance.random() < 0.7 else chance.choice(turn.numbers))
        turn = turn.take(done[-1])
    yield turn, done


def elsewhere(turn: Turn, done: list[int], me: Seat, chance: Random) -> Turn | None:
    """The same round where the cards that *me* has not seen lie otherwise, if all that can have happened there too."""
    round = turn.round
    unseen = [card for seat in SEATS if seat != me for card in round.hands[seat]]
    chance.shuffle(unseen)
    dealt = []
    for seat in SEATS:
        left = round.hands[seat]
        if seat != me:
            left = Hand.of(unseen[: len(left)])
            del unseen[: len(left)]
        dealt.append(Hand(round.dealt[seat] & ~round.hands[seat]) | left)
    again = Turn.begin(round.rules, round.dealer, tuple(dealt))
    try:
        for number in done:
            again = again.take(number)
    except Refusal:
        return None
    return again if again.round.log[1:] == round.log[1:] else None


@BY_TABLE
def test_a_seat_sees_the_same_however_the_unseen_cards_lie(rules: RuleSet) -> None:
    chance, compared = Random(SEED), 0
    for _ in range(6):
        for turn, done in random_turns(rules, chance):
            if chance.random() < 0.5 or any(isinstance(event, AccusationProven) for event in turn.round.log):
                continue
            me = chance.choice(SEATS)
            other = elsewhere(turn, done, me, chance)
            if other is not None and other.round.hands != turn.round.hands:
                assert seen_by(other, me) == seen_by(turn, me)
                assert turn.seat != me or other.numbers == turn.numbers
                compared += 1
    assert compared > 15


def test_a_seat_sees_the_same_under_rules_of_ones_own() -> None:
    chance, compared = Random(SEED), 0
    for _ in range(40):
        rules = table_rules(random_rules(chance), as_at_the_table=chance.random() < 0.5)
        for turn, done in random_turns(rules, chance):
            me = chance.choice(SEATS)
            if chance.random() < 0.1 and (other := elsewhere(turn, done, me, chance)) is not None:
                assert seen_by(other, me) == seen_by(turn, me)
                compared += 1
    assert compared > 15


@BY_TABLE
def test_every_feature_belongs_to_a_part_and_is_a_bit_or_a_quantity(rules: RuleSet) -> None:
    parts = layout(rules)
    assert [part.start for part in parts[1:]] == [part.slice.stop for part in parts[:-1]]
    assert parts[-1].slice.stop == number_of_features(rules)
    assert len({part.name for part in parts}) == len(parts)
    for turn, _ in random_turns(rules, Random(SEED)):
        for seat in SEATS:
            words, _ = seen_by(turn, seat)
            assert len(words) == number_of_words(rules)
            assert all(0 <= word <= ALL_CARDS for word in words)
            named = explained(observed(turn, seat), rules)
            assert not named["unused"].any()
            assert named["phase"].sum() == named["dealer"].sum() == named["leader"].sum() == 1
            assert named["maker"].sum() == named["troef"].sum() == (turn.round.makers is not None)
            assert named["turn"].sum() == (not turn.over)


def test_everything_is_told_from_where_one_sits() -> None:
    """Seed 1, dealt by South: West has SK SJ HA H7 C9 C7 D9 D7, names hearts and leads the ace."""
    rules = table_rules("rotterdam-bond")
    turn = Turn.begin(rules, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
    turn = turn.take(action_named("troef H")).take(action_named("HA"))
    north = explained(observed(turn, Seat.NORTH), rules)
    ace = action_named("HA")
    assert Hand.of(np.flatnonzero(north["hand"]).tolist()) == turn.round.hands[Seat.NORTH]
    assert np.flatnonzero(north["may_play"]).tolist() == [action_named("HJ")]
    assert np.argwhere(north["played"]).tolist() == [[3, ace]]
    assert np.argwhere(north["table"]).tolist() == [[3, ace]]
    assert np.argwhere(north["tricks"]).tolist() == [[0, ace]]
    assert north["troef"].tolist() == [0, 1, 0, 0, 0]
    assert north["troef_suit"].nonzero()[0].tolist() == list(range(8, 16))
    assert [int(north[name].argmax()) for name in ("maker", "dealer", "leader", "turn", "winning")] == [
        3,
        2,
        3,
        0,
        3,
    ]
    south = explained(observed(turn, Seat.SOUTH), rules)
    assert not south["may_play"].any()
    assert [int(south[name].argmax()) for name in ("maker", "dealer", "leader", "turn", "winning")] == [
        1,
        0,
        1,
        2,
        1,
    ]


def test_who_does_not_follow_is_seen_to_have_none() -> None:
    rules = table_rules("amsterdam")
    chance, shown = Random(SEED), 0
    for turn, _ in random_turns(rules, chance):
        table = turn.round.table
        for place, card in enumerate(table[1:], start=1):
            who = turn.round.leader.after(place)
            me = who.left
            if card.suit != table[0].suit:
                may_hold = explained(observed(turn, me), rules)["may_hold"][2]  # of who sits to the right
                assert not may_hold[8 * table[0].suit : 8 * table[0].suit + 8].any()
                shown += 1
    assert shown > 5


def test_points_and_roem_are_in_hundreds_and_tricks_in_eighths() -> None:
    rules = table_rules("rotterdam")
    for turn, _ in random_turns(rules, Random(3)):
        taken = turn.round.taken
        for seat in SEATS:
            named, ours, theirs = explained(observed(turn, seat), rules), seat.team, seat.team.opponents
            assert named["cards"].tolist() == pytest.approx(
                [taken.cards[ours] / 100, taken.cards[theirs] / 100]
            )
            assert named["roem"].tolist() == pytest.approx([taken.roem[ours] / 100, taken.roem[theirs] / 100])
            assert named["tricks_taken"].tolist() == [taken.tricks[ours] / 8, taken.tricks[theirs] / 8]
    assert sum(taken.tricks) == 8


def test_the_auction_is_seen_bid_by_bid() -> None:
    rules = table_rules("lugus")
    turn = Turn.begin(rules, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
    for word in ("80H", "pass", "80sans", "100S"):
        turn = turn.take(action_named(word))
    west = explained(observed(turn, Seat.WEST), rules)
    assert np.argwhere(west["bids"]).tolist() == [[0, 3, 9], [1, 0, 7], [4, 2, 7]]
    assert west["bid"].tolist() == [1.0]
    assert west["phase"].tolist() == [0, 1, 0, 0]
    assert not west["maker"].any()
    for _ in range(3):
        turn = turn.take(action_named("pass"))
    west = explained(observed(turn, Seat.WEST), rules)
    assert west["troef"].argmax() == Suit.SPADES
    assert west["maker"].argmax() == 3


def test_what_is_said_about_a_trick_is_seen() -> None:
    rules = table_rules("rotterdam", as_at_the_table=True)
    assert has_talk(rules)
    turn = Turn.begin(rules, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
    turn = turn.take(action_named("troef H"))
    for _ in range(4):
        turn = turn.take(int(next(iter(turn.round.correct_cards))))
    assert turn.talking
    first = turn.seat
    assert first is not None
    assert turn.round.roem_on_table != 100
    turn = turn.take(action_named("claim 100")).take(action_named("accuse partner"))
    seen = explained(observed(turn, first), rules)
    assert seen["phase"].tolist() == [0, 0, 0, 1]
    assert seen["claimed"].tolist() == [1, 0, 0, 0]
    assert np.argwhere(seen["accused"]).tolist() == [[1, 3]]


def test_the_document_names_every_part() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research" / "environments.md").read_text()
    for rules in NAMED.values():
        assert all(f"`{part.name}`" in text for part in layout(rules))
