"""Every public value can be copied, sent to another process, used in a set, and pasted back from its repr."""

import copy
import pickle
from random import Random

import pytest

import klaverjas
from games import random_whole_game
from klaverjas.cards import Hand
from klaverjas.fair import FairDeals
from klaverjas.record import Comment, Record
from klaverjas.rules.named import LUGUS, NAMED, ROTTERDAM, VALET
from klaverjas.seats import SEATS, Team
from klaverjas.view import Watcher, view_game, view_round
from tables import play, random_round, round_of

VERZAAKT = play(round_of(ROTTERDAM), "C S8 H9 N+20 W!N")
GAME = random_whole_game(LUGUS.change(end={"rounds": 1}), Random(4))
VALUES = [
    *NAMED.values(),
    VERZAAKT,
    VERZAAKT.result,
    GAME,
    *GAME.log,
    *(step.action for step in random_round(LUGUS, Random(2))),
    *(view_round(VERZAAKT, viewer) for viewer in (*SEATS, *Watcher)),
    view_game(GAME, Watcher.TABLE),
    Record(GAME, (("Event", "x"),), comments=(Comment(1, 0, "y"),)),
    FairDeals("0123456789abcdef" * 4),
    VERZAAKT.trick,
    VERZAAKT.hands,
    klaverjas.roem_parts(Hand.parse("CJ CQ CK"), klaverjas.Suit.CLUBS, VALET),
    Team.WEST_EAST,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_survives_copying_sending_and_pasting(value: object) -> None:
    assert copy.deepcopy(value) == value
    assert copy.copy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert hash(value) == hash(copy.deepcopy(value))
    assert eval(repr(value), vars(klaverjas).copy()) == value


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed(value: object) -> None:
    for name in getattr(value, "__dataclass_fields__", ()):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
