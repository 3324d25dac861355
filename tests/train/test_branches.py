"""Branches: every choice goes its own way, and the rounds stay where they are."""

import math

import torch

from klaverjas.kernel.inputs import ACTIONS
from klaverjas.train.branches import Branches
from klaverjas.train.choosing import NEVER, possible_actions
from klaverjas.train.learner import Learner
from klaverjas.train.network import told
from klaverjas.train.rounds import Room, Rounds
from klaverjas.train.settings import Settings

ROOMS = [Room.of("lugus", 30, with_strangers=15), Room.of("rotterdam-bond", 20), Room.of("valet", 10, 10)]
TOLD = ("inputs", "numbers", "turns", "rewards", "dones")
SMALL = Settings(
    rooms={"rotterdam-bond": 2, "lugus": 1},
    tables=96,
    steps=24,
    batch=256,
    width=16,
    depth=1,
    judge_width=16,
    compared=(0.5, 0.5),
    compared_at=0.5,
    seed=3,
)


def test_a_branch_goes_where_the_rounds_go_that_do_the_same() -> None:
    rounds = Rounds(ROOMS, "cpu")
    branches = Branches(rounds, 3, 0.6)
    rounds.begin(7)
    branches.begin(7)
    chance = torch.Generator().manual_seed(1)
    over = 0
    for _ in range(40):
        likes = torch.rand((rounds.tables, ACTIONS), generator=chance) * possible_actions(rounds.inputs)
        chosen = likes.argmax(-1)
        other = likes.scatter(1, chosen[:, None], 0).argmax(-1)  # and there always is one
        tables = branches.most_in_doubt(torch.rand(rounds.tables, generator=chance))
        assert len(tables) == len(set(tables.tolist())) == 9 + 12
        before = {name: getattr(rounds, name).clone() for name in TOLD}
        ways = branches.grow(tables, torch.stack([chosen, other, chosen], -1)[tables])
        for name, was in before.items():
            assert torch.equal(getattr(rounds, name), was), name
        rounds.step(chosen)
        over += int(rounds.dones[tables].sum())
        going_on = ~rounds.dones[tables]
        for name in TOLD:
            went, there = getattr(ways, name).unflatten(0, (len(tables), 3)), getattr(rounds, name)[tables]
            # After the last card another round begins, and not the same one.
            assert torch.equal(went[going_on][:, 0], there[going_on]), name
            assert torch.equal(went[:, 0][going_on], went[:, 2][going_on]), name
            if name in ("rewards", "dones"):
                assert torch.equal(went[:, 0], there), name
        assert not torch.equal(ways.inputs[0::3], ways.inputs[1::3])
    assert over > 20


def test_branches_grow_where_doubt_is_largest_in_every_room() -> None:
    rounds = Rounds(ROOMS, "cpu")
    doubt = torch.linspace(0, 1, rounds.tables)
    tables = Branches(rounds, 2, 0.2).most_in_doubt(doubt)
    assert sorted(tables.tolist()) == [12, 13, 14, 46, 47, 48, 49]  # nowhere beside strangers


def test_choices_are_compared_by_how_the_judge_sees_them_or_how_they_end() -> None:
    learner = Learner(SMALL, "cpu")
    learner.begin(3)
    lesson = learner.gather()
    weighed = lesson.weighed == 1
    assert 0.3 < weighed.float().mean() < 0.5  # half of the tables, but not those with strangers
    liked, choices, gains = lesson.liked[weighed], lesson.choices[weighed], lesson.gains[weighed]
    assert ((liked.exp() * gains).sum(-1).abs() < 1e-5).all()  # better than their mean, or worse
    real = liked > -100
    assert real[:, :2].all()
    assert not real.all()  # where there are fewer, one of them stands there again
    few = ~real[:, 2]
    first, again = choices[few][:, 0], choices[few][:, 2]
    assert torch.equal(again, choices[few][:, :2].amin(-1))
    of_that = torch.where(again == first, gains[few][:, 0], gains[few][:, 1])
    assert torch.allclose(gains[few][:, 2], of_that, atol=1e-5)
    assert possible_actions(lesson.inputs[weighed]).gather(1, choices).all()
    # Of what was done it is known what came of it; so it is known what the other one of two would have led to.
    done = (choices == lesson.actions[weighed][:, None]) & real
    two = (done.sum(-1) == 1) & few
    after = (torch.where(lesson.dones, lesson.rewards, lesson.values[1:]) * lesson.signs[:-1])[weighed]
    mean = after[two] - gains[two][done[two]]
    other = gains[two][:, :2][~done[two][:, :2]] + mean
    ended = lesson.dones[weighed][two]
    whole = other[ended] * 100
    assert ended.any()
    assert ((whole - whole.round()).abs() < 1e-3).float().mean() > 0.9  # mostly the end of the round, as well


def test_what_the_judge_likes_better_is_learnt_without_being_done() -> None:
    settings = Settings.from_json({**SMALL.to_json(), "compared": (1.0, 1.0), "entropy": (0.0, 0.0)})
    learner = Learner(settings, "cpu")
    learner.begin(3)
    lesson = learner.gather()
    cards = (lesson.choices[..., 1] < 32) & (lesson.weighed == 1)
    lesson.gains[...] = 0.0
    lesson.gains[..., 1] = (lesson.choices[..., 1] % 8 - 3.5) / 10  # the higher the card that it likes second
    learner.learn(0.5)
    seen = told(
        lesson.inputs, lesson.points, learner.rounds.rules.expand(settings.steps, -1, -1), torch.float32
    )
    with torch.no_grad():
        likes = learner.player(seen)[..., :ACTIONS].masked_fill(~possible_actions(lesson.inputs), NEVER)
    now = likes.log_softmax(-1).gather(-1, lesson.choices)[..., 1]
    more = (now - lesson.liked[..., 1]) * lesson.gains[..., 1].sign()
    assert more[cards].mean() > 0.001


def test_beside_strangers_nothing_is_compared() -> None:
    learner = Learner(Settings.from_json({**SMALL.to_json(), "strangers": 1.0}), "cpu")
    learner.begin(3)
    assert not learner.gather().weighed.any()
    assert all(map(math.isfinite, learner.learn(0.0).values()))


def test_who_compares_nothing_learns_from_how_it_went_on() -> None:
    learner = Learner(Settings.from_json({**SMALL.to_json(), "compared": (0.0, 0.0)}), "cpu")
    learner.begin(3)
    assert not learner.gather().weighed.any()
    before = learner.player.first.weight.clone()
    learner.learn(0.0)
    assert not torch.equal(learner.player.first.weight, before)
