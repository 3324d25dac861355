"""Rounds in tensors: the same as those of the environments, with the suits in a network's order."""

import numpy
import pytest
import torch
from torch import Tensor

from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.sight import words_and_numbers
from klaverjas.cards import Card, Hand, Suit
from klaverjas.environments.many_rounds import first_turn
from klaverjas.environments.turn import Turn
from klaverjas.kernel.nn.features import (
    ACTIONS,
    HIGHEST_HIDDEN,
    INPUT_WORDS,
    INPUTS,
    LEFT_TO_WIN,
    LYING_THERE,
    MAKING_ROEM,
    NEEDED,
    ORDER,
    OTHERS,
    POSSIBLE,
    RULES,
    STILL_HIDDEN,
    TAKING,
    TOLD_NUMBERS,
    UNBEATEN,
    real_action,
    rules_as_numbers,
    suit_order,
    suits_in_order,
    tell_player,
)
from klaverjas.kernel.nn.observation import (
    FACTS,
    HAND,
    IN_PHASE,
    MAKER_IS,
    MAY_HOLD,
    MAY_PLAY,
    ON_TABLE,
    PLAYED,
    TROEF_IS,
    WINNER_IS,
)
from klaverjas.kernel.nn.outputs import TOLD
from klaverjas.kernel.nn.self_play_steps import strangers_at
from klaverjas.kernel.round.steps import PLAYING
from klaverjas.rules.named import NAMED
from klaverjas.rules.scoring import CONTRACTS
from klaverjas.train.choosing import possible_actions
from klaverjas.train.network import bits, points_told, told
from klaverjas.train.table_groups import Rounds, TableGroup


def some_action(rounds: Rounds) -> Tensor:
    possible = possible_actions(rounds.inputs)
    return (possible * torch.rand(possible.shape)).argmax(-1)


def without_choice(turn: Turn) -> Turn:
    """The same, after whatever there is no choice about."""
    while len(turn.numbers) == 1:
        turn = turn.take(turn.numbers[0])
    return turn


@pytest.mark.parametrize("name", NAMED)
def test_what_a_network_is_told_is_what_the_view_tells(name: str) -> None:
    torch.manual_seed(3)
    room = TableGroup.of(name, 4)
    rounds = Rounds([room], "cpu")
    rounds.begin(7)
    turns = [first_turn(room.rules, 7, number) for number in range(4)]
    for _ in range(40):
        actions = some_action(rounds)
        for table, turn in enumerate(turns):
            if turn.over:
                continue
            assert turn.seat is not None
            view = turn.view(turn.seat)
            words, numbers = words_and_numbers(view, turn.seat, turn.seat, remember(view))
            mask = [int(action in turn.numbers) for action in range(ACTIONS)]
            inputs = [0] * INPUTS
            contract = CONTRACTS.index(room.rules.contract)
            roem_counts, four_alike = bool(room.rules.roem_counts), room.rules.four_alike
            order = tell_player(words, numbers, mask, contract, roem_counts, four_alike, inputs)
            here = rounds.inputs[table].numpy().view(numpy.uint32).tolist()
            assert here[:OTHERS] == inputs[:OTHERS]
            assert here[ORDER] == order
            hidden = [suits_in_order(turn.round.hands[turn.seat.after(by)], order) for by in (1, 2, 3)]
            assert here[OTHERS : OTHERS + 3] == hidden
            turns[table] = without_choice(turn.take(real_action(int(actions[table]), order)))
        rounds.step(actions)
    assert all(turn.over for turn in turns)


def test_troef_is_the_first_suit_and_then_come_those_of_which_most_was_dealt() -> None:
    words = [0] * 34
    words[HAND], words[PLAYED] = (
        0b1000_0000_0000_0111_0000_0001,
        0b0110_0000,
    )  # three spades, three lower hearts, a club
    assert [suit_order(words) >> 2 * place & 3 for place in range(4)] == [0, 1, 2, 3]
    words[FACTS] = 1 << TROEF_IS + 3
    assert [suit_order(words) >> 2 * place & 3 for place in range(4)] == [3, 0, 1, 2]


def test_every_action_has_its_own_place_in_any_order() -> None:
    for order in (0b11100100, 0b00011011, 0b01110010):
        assert sorted(real_action(action, order) for action in range(ACTIONS)) == list(range(ACTIONS))
    assert real_action(8 * 0 + 3, 0b11100001) == 8 * 1 + 3  # the first suit is hearts
    assert suits_in_order(0xFF00, 0b11100001) == 0xFF


def test_rules_are_told_as_numbers_that_differ_where_the_play_differs() -> None:
    told_rules = {rules_as_numbers(rules) for rules in NAMED.values()}
    assert {len(numbers) for numbers in told_rules} == {RULES}
    assert len(told_rules) == len(NAMED)


def test_what_is_told_is_bits_points_and_rules() -> None:
    rounds = Rounds([TableGroup.of("lugus", 2), TableGroup.of("valet", 2)], "cpu")
    rounds.begin(1)
    seen = told(rounds.inputs, points_told(rounds.numbers), rounds.rules, torch.float32)
    assert seen.shape == (4, TOLD)
    assert seen[:, :32].sum(-1).tolist() == [8] * 4  # a hand
    assert torch.equal(seen[:, -RULES:], rounds.rules)
    assert bits(torch.tensor([-1], dtype=torch.int32)).tolist() == [1] * 32
    assert TOLD == 32 * INPUT_WORDS + TOLD_NUMBERS + RULES
    assert possible_actions(rounds.inputs).sum(-1).tolist()[2:] == [4, 4]
    assert POSSIBLE < OTHERS


def test_what_the_makers_need_and_what_is_left_go_down_to_nothing() -> None:
    torch.manual_seed(1)
    rounds = Rounds([TableGroup.of("rotterdam-bond", 50)], "cpu")
    rounds.begin(2)
    rounds.step(some_action(rounds))  # troef
    left = bits(rounds.inputs[:, LEFT_TO_WIN : LEFT_TO_WIN + 1]).sum(-1)
    assert left.tolist() == [32] * 50
    assert bits(rounds.inputs[:, NEEDED : NEEDED + 1]).sum(-1).tolist() == [17] * 50  # 82 of 162
    over = torch.zeros(50, dtype=torch.bool)
    while not over.all():
        before = left
        rounds.step(some_action(rounds))
        over |= rounds.dones
        left = bits(rounds.inputs[:, LEFT_TO_WIN : LEFT_TO_WIN + 1]).sum(-1)
        assert (left <= before)[~over].all()


def test_what_is_seen_at_a_glance() -> None:
    """Troef is hearts. ♥9 and ♥Q lie there: ♥J takes the trick, and ♥K makes stuk."""
    words, numbers, inputs = [0] * 34, [0] * 10, [0] * INPUTS
    words[HAND] = words[MAY_PLAY] = int(Hand.parse("HJ HK S8 SA"))
    words[ON_TABLE + 2], words[ON_TABLE + 3] = (1 << card for card in (Card.parse("H9"), Card.parse("HQ")))
    for other in range(3):
        words[MAY_HOLD + other] = int(Hand.parse("HA ST D7 D8"))
    words[FACTS] = 1 << IN_PHASE + PLAYING | 1 << TROEF_IS + Suit.HEARTS | 1 << WINNER_IS + 2 | 1 << MAKER_IS
    order = tell_player(words, numbers, [0] * ACTIONS, 1, True, (100,) * 8, inputs)

    def told_cards(word: int) -> Hand:
        return Hand.of(Card(real_action(card, order)) for card in Hand(inputs[word]))

    assert told_cards(TAKING) == Hand.parse("HJ")
    assert told_cards(MAKING_ROEM) == Hand.parse("HK")
    assert told_cards(UNBEATEN) == Hand.parse("HJ SA")
    assert told_cards(STILL_HIDDEN) == Hand.parse("HA ST D7 D8")
    assert told_cards(HIGHEST_HIDDEN) == Hand.parse("HA ST D8")
    assert inputs[LYING_THERE].bit_count() == 4  # 14 and 3 points


def test_strangers_play_for_themselves_at_the_last_tables() -> None:
    torch.manual_seed(4)
    rounds = Rounds([TableGroup.of("lugus", 40, with_strangers=20)], "cpu")
    rounds.begin(6)
    house_seed, asked_there, sets = 6, 0, set()
    for _ in range(60):
        playing = (rounds.inputs[:, FACTS] >> IN_PHASE + PLAYING & 1).bool()
        for table in range(20, 40):
            strangers = strangers_at(int(rounds._numbers_of[table]), house_seed)
            sets.add(strangers)
            if playing[table]:
                assert strangers >> int(rounds.turns[table]) & 1 == 0
                asked_there += 1
        rounds.step(some_action(rounds))
    assert asked_there > 100
    assert sets <= set(range(1, 15))
    assert len(sets) > 5
