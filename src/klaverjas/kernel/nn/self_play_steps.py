"""Many rounds for networks: a decision of each at a time, and what the next one is told.

Where there is only one thing to do it is done, so a network is asked only where it can choose. At the last of the
tables strangers sit as well, one to three of them in each round: they play by the habits of people, and nobody else is
asked for their cards. So a network learns to play with and against somebody who is not like itself.
"""

from functools import cache
from typing import Any

from klaverjas.kernel.chance import after, stream
from klaverjas.kernel.compile.compiler import Row, Rows, compiled, integers, kernel, the_arrays
from klaverjas.kernel.layout import LAID, TAKEN_TRICKS, TURN
from klaverjas.kernel.nn.features import ORDER, real_action, tell_judge
from klaverjas.kernel.nn.observation import NEXT_ROUND, Seen, begin_or_go_on
from klaverjas.kernel.round.habits import Habits, by_habit, new_habits
from klaverjas.kernel.round.rule_params import any_house
from klaverjas.kernel.round.steps import (
    MAKER,
    NO_ACTION,
    NUMBER,
    PHASE,
    PLAYING,
    STRAIN,
    House,
    do_action,
    list_actions,
    only_action,
)

ALL_SEATS = 15
ANYBODY = 0
OTHER_CHANCE = 0x5EED  # so that who sits there has nothing to do with what is dealt


@kernel
def strangers_at(number: int, seed: int) -> int:
    """The seats of strangers in a round, as a set: any but none and all."""
    chance = after(stream(seed ^ OTHER_CHANCE, number))
    return 1 + ((chance ^ chance >> 32) & 0xFFFF_FFFF) % (ALL_SEATS - 1)


@kernel
def strangers_card(row: Row, taken: Row, cards: int, house: House, habits: Habits) -> int:
    """What a stranger plays."""
    tricks = taken[TAKEN_TRICKS] + taken[TAKEN_TRICKS + 1]
    chance = stream(house.seed ^ OTHER_CHANCE, row[NUMBER] * 64 + 32 + 4 * tricks + row[LAID])
    return by_habit(row, cards, row[MAKER] & 1, row[STRAIN], chance, habits)


@kernel
def go_on_among(
    row: Row, taken: Row, mask: Row, action: int, strangers: int, house: House, habits: Habits
) -> bool:
    """Do an action, and then whatever nobody of ours decides; gives whether the round is over."""
    over = do_action(row, taken, action, house)
    while not over:
        cards = list_actions(row, house, mask)
        only = only_action(mask)
        if only == NO_ACTION and row[PHASE] == PLAYING and strangers >> row[TURN] & 1 != 0:
            only = strangers_card(row, taken, cards, house, habits)
        if only == NO_ACTION:
            return False
        over = do_action(row, taken, only, house)
    return True


@kernel
def step_as_told(
    at: int,
    action: int,
    rounds: Rows,
    taken: Rows,
    house: House,
    fresh: bool,
    together: int,
    among_ourselves: int,
    who: int,
    deck: Row,
    habits: Habits,
    seen: Seen,
    rewards: Rows,
    dones: Row,
    inputs: Rows,
) -> None:
    """One decision of a network in one of many rounds, and what the next one is told.

    After so many (*among_ourselves*) come the tables with strangers: at the seats of *who*, or at any.
    """
    done = False
    if not fresh:
        real = real_action(action, inputs[at][ORDER])
        strangers = 0
        if at >= among_ourselves:
            strangers = strangers_at(rounds[at][NUMBER], house.seed) if who == ANYBODY else who
        done = go_on_among(rounds[at], taken[at], seen.masks[at], real, strangers, house, habits)
    begin_or_go_on(
        at, action if fresh else NEXT_ROUND, done, rounds, taken, house, together, deck, seen, rewards, dones
    )
    tell_judge(rounds[at], seen.words[at], seen.numbers[at], seen.masks[at], house, inputs[at])


def step_all_as_told(
    actions: Row,
    rounds: Rows,
    taken: Rows,
    house: House,
    fresh: bool,
    together: int,
    among_ourselves: int,
    who: int,
    deck: Row,
    habits: Habits,
    seen: Seen,
    rewards: Rows,
    dones: Row,
    inputs: Rows,
) -> None:
    """The same in each of them."""
    for at in range(len(actions)):
        step_as_told(
            at,
            actions[at],
            rounds,
            taken,
            house,
            fresh,
            together,
            among_ourselves,
            who,
            deck,
            habits,
            seen,
            rewards,
            dones,
            inputs,
        )


@cache
def stepping_as_told() -> Any:
    """The same, compiled."""
    numpy = the_arrays()
    words, numbers, masks, inputs = (
        numpy.zeros((1, 1), kind) for kind in (numpy.uint32, numpy.int16, numpy.uint8, numpy.int32)
    )
    seen = Seen(words, numbers, masks, numpy.zeros(1, numpy.int8), integers(1))
    row, rows, dones = integers(1), integers(1, 1), numpy.zeros(1, numpy.bool_)
    house, habits = any_house(), new_habits()
    return compiled(
        step_all_as_told, row, rows, rows, house, False, 0, 0, 0, row, habits, seen, numbers, dones, inputs
    )


def warm_up_lessons() -> None:
    """Compile now what would be compiled at the first lesson."""
    stepping_as_told()
