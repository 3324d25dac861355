"""Branches: every choice goes its own way, and the rounds stay where they are."""

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
    seed=3,
)


def test_a_branch_goes_where_the_rounds_go_that_do_the_same() -> None:
    rounds = Rounds(ROOMS, "cpu")
    branches = Branches(rounds, 3)
    rounds.begin(7)
    branches.begin(7)
    chance = torch.Generator().manual_seed(1)
    over = 0
    for _ in range(40):
        likes = torch.rand((rounds.tables, ACTIONS), generator=chance) * possible_actions(rounds.inputs)
        chosen = likes.argmax(-1)
        other = likes.scatter(1, chosen[:, None], 0).argmax(
            -1
        )  # 0 where there is no other, but there always is
        before = {name: getattr(rounds, name).clone() for name in TOLD}
        ways = branches.grow(torch.stack([chosen, other, chosen], -1))
        for name, was in before.items():
            assert torch.equal(getattr(rounds, name), was), name
        rounds.step(chosen)
        over += int(rounds.dones.sum())
        going_on = ~rounds.dones
        for name in TOLD:
            went = getattr(ways, name).unflatten(0, (rounds.tables, 3))
            # After the last card another round begins, and not the same one.
            assert torch.equal(went[going_on][:, 0], getattr(rounds, name)[going_on]), name
            assert torch.equal(went[:, 0][going_on], went[:, 2][going_on]), name
            if name in ("rewards", "dones"):
                assert torch.equal(went[:, 0], getattr(rounds, name)), name
        assert not torch.equal(ways.inputs[0::3], ways.inputs[1::3])
    assert over > rounds.tables / 2


def test_choices_are_compared_by_how_the_judge_sees_them_or_how_they_end() -> None:
    learner = Learner(SMALL, "cpu")
    learner.begin(3)
    lesson = learner.gather()
    chances = lesson.liked.exp()
    assert ((chances * lesson.gains).sum(-1).abs() < 1e-5).all()  # better than their mean, or worse
    real = lesson.liked > -100
    assert not real.all()  # where there are fewer, one of them stands there again
    same = (lesson.choices[..., None] == lesson.choices[..., None, :]) & real[..., None, :]
    few = ~real.all(-1)
    assert (same[few].sum(-1) == 1).all()
    assert torch.equal((same * lesson.gains[..., None, :]).sum(-1)[few], lesson.gains[few])
    # Of what was done it is known what came of it; so it is known how much better than the mean that is.
    done = (lesson.choices == lesson.actions[..., None]) & real
    two = (done.sum(-1) == 1) & ~real[..., 2]
    after = torch.where(lesson.dones, lesson.rewards, lesson.values[1:]) * lesson.signs[:-1]
    mean = after[two] - lesson.gains[two][done[two]]
    other = (
        lesson.gains[two][..., :2][~done[two][..., :2]] + mean
    )  # what the other one of two would have led to
    ended = lesson.dones[two]
    whole = other[ended] * 100
    assert ended.any()
    assert ((whole - whole.round()).abs() < 1e-3).float().mean() > 0.9  # mostly the end of the round, as well


def test_what_the_judge_likes_better_is_learnt_without_being_done() -> None:
    settings = Settings.from_json({**SMALL.to_json(), "compared": (1.0, 1.0), "entropy": (0.0, 0.0)})
    learner = Learner(settings, "cpu")
    learner.begin(3)
    lesson = learner.gather()
    cards = lesson.choices[..., 1] < 32
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
    assert more[cards & lesson.asked].mean() > 0.001
