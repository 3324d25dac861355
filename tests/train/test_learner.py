"""Training, small: it gets better, can be taken up again, and what it keeps is what it plays with."""

import json
import math
from pathlib import Path

import numpy
import pytest
import torch

from klaverjas.bots.net import NetBot
from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.features import INPUTS, OTHERS
from klaverjas.kernel.nn.inference import Network
from klaverjas.kernel.nn.observation import FACTS, HAND, IN_PHASE, MAKER_IS, PLAYED
from klaverjas.kernel.nn.outputs import TOLD
from klaverjas.kernel.nn.weights import load_weights
from klaverjas.kernel.round.steps import PLAYING
from klaverjas.rules.named import NAMED
from klaverjas.train.choosing import possible_actions
from klaverjas.train.course import BEST, COURSE, JUDGE_FIRST, NOW, TrainingRun, player_of
from klaverjas.train.curve import CURVE
from klaverjas.train.learner import Learner, rooms_of
from klaverjas.train.meeting import meet, meet_strangers
from klaverjas.train.network import PolicyNet, bits, points_told, told
from klaverjas.train.settings import TrainingSettings
from klaverjas.train.table_groups import Rounds, TableGroup
from moments import moments_of, nat_found_likely

SMALL = TrainingSettings(
    tables=256, batch=512, width=48, depth=2, judge_width=48, judge_depth=1, rate=(2e-3, 2e-4), seed=5
)


def test_a_few_lessons_beat_none(tmp_path: Path) -> None:
    settings = TrainingSettings.from_json({**SMALL.to_json(), "rooms": {"rotterdam-bond": 1}})
    course = TrainingRun(tmp_path, settings, "cpu")
    untaught = PolicyNet(settings.width, settings.depth)
    untaught.load_state_dict(course.learner.player.state_dict())
    course.run(lessons=40, look=40, meetings=100)
    [(ahead, error)] = meet(course.learner.player, untaught, [TableGroup.of("rotterdam-bond", 400)], 9, "cpu")
    assert ahead > 3 * error > 0
    pupil = NetBot(weights=str(tmp_path / BEST))
    moments = [moment for seed in range(60) for moment in moments_of(pupil, seed, "rotterdam-bond")]
    in_nat, in_others = nat_found_likely(moments)
    assert in_nat > in_others + 0.1  # and it has learnt something of nat


def test_who_meets_himself_is_not_ahead() -> None:
    player = PolicyNet(16, 1)
    assert meet(player, player, [TableGroup.of("lugus", 20)], 3, "cpu") == [(0.0, 0.0)]


def test_who_plays_by_habit_beats_who_knows_nothing() -> None:
    [(ahead, error)] = meet_strangers(PolicyNet(16, 1), [TableGroup.of("amsterdam-bond", 300)], 3, "cpu")
    assert ahead < -5 * error


def test_tables_are_shared_out_over_all_rule_sets() -> None:
    rooms = rooms_of(TrainingSettings(tables=1000))
    assert sum(room.tables for room in rooms) == 1000
    assert len(rooms) == len(NAMED)
    assert all(room.rules.rounding == "none" and room.rules.strict for room in rooms)


def test_a_decision_counts_for_what_comes_after_it_in_its_own_round() -> None:
    learner = Learner(SMALL, "cpu")
    learner.begin(3)
    for _ in range(2):
        lesson = learner.gather()
    ended = lesson.dones
    assert torch.equal(lesson.returns[ended], lesson.rewards[ended])
    assert torch.equal(lesson.ends[ended], lesson.rewards[ended])
    tables = ended.any(dim=0).nonzero()[:, 0].tolist()
    assert len(tables) > SMALL.tables / 2
    for table in tables[:20]:
        [last, *_] = lesson.dones[:, table].nonzero()[:, 0].tolist()
        assert (lesson.ends[: last + 1, table] == lesson.rewards[last, table]).all()
        assert lesson.known[: last + 1, table].all()
        assert torch.equal(lesson.known[:, table], lesson.dones[:, table].flip(0).cummax(0).values.flip(0))
    assert possible_actions(lesson.inputs).sum(-1).min() > 1  # there was always something to decide
    assert not lesson.own.all()  # some troefs were named by chance


def test_a_decision_is_as_good_as_it_turned_out_better_than_the_judge_expected() -> None:
    learner = Learner(SMALL, "cpu")
    learner.begin(3)
    lesson = learner.gather()
    lesson.returns.copy_(lesson.values[:-1])  # everything turned out as expected
    learner.learn(0.5)
    assert learner._advantages.abs().max() < 1e-3
    lesson = learner.gather()
    lesson.returns.copy_(lesson.values[:-1])
    lesson.returns[2] += lesson.signs[2]  # here it was better for who decided, here worse
    lesson.returns[4] -= lesson.signs[4]
    learner.learn(0.5)
    advantages = learner._advantages.view(SMALL.steps, SMALL.tables)
    assert (advantages[2] > 1).all()
    assert (advantages[4] < -1).all()
    assert advantages[3].abs().max() < 0.1


def test_nat_is_when_who_made_troef_ends_far_behind() -> None:
    learner = Learner(SMALL, "cpu")
    inputs = torch.zeros((4, INPUTS), dtype=torch.int32)
    for maker in range(4):  # oneself, left, partner, right
        inputs[maker, FACTS] = 1 << IN_PHASE + PLAYING | 1 << MAKER_IS + maker
    sure, known = torch.full((4,), 6.0), torch.ones(4, dtype=torch.bool)
    behind = torch.full((4,), -1.62)  # how far one's own team ends ahead
    right = torch.tensor([True, False, True, False])
    assert torch.equal(learner._nat_loss(sure, inputs, behind, known) < 0.1, right)
    assert torch.equal(learner._nat_loss(-sure, inputs, behind, known) < 0.1, ~right)
    assert torch.equal(learner._nat_loss(sure, inputs, -behind, known) < 0.1, ~right)
    assert (
        learner._nat_loss(sure, inputs, behind, ~known) == 0
    ).all()  # a round that goes on teaches nothing of it


def test_who_knows_the_hands_of_the_others_is_not_wrong_about_them() -> None:
    learner = Learner(SMALL, "cpu")
    learner.begin(3)
    inputs = learner.gather().inputs.flatten(0, 1)
    holds = bits(inputs[:, OTHERS : OTHERS + 3]).view(-1, 3, 32)
    hidden = holds.sum((1, 2)) / 32  # which part of the cards that is
    nothing = learner._belief_loss(torch.zeros(len(inputs), 96), inputs)
    assert torch.allclose(nothing, hidden * math.log(3))
    assert learner._belief_loss(20 * holds.flatten(1), inputs).max() < 1e-4
    assert (learner._belief_loss(20 * holds.flip(1).flatten(1), inputs) > nothing).all()


def sure_lesson(learner: Learner) -> None:
    """A lesson in which most decisions were hardly in doubt, as those of a player that has learnt are."""
    learner.begin(3)
    lesson = learner.gather()
    chances = 1 - torch.rand(lesson.chances.shape).pow(8)
    lesson.chances.copy_(chances.log())


def test_it_learns_from_what_was_in_doubt_and_from_some_of_the_rest() -> None:
    settings = TrainingSettings.from_json({**SMALL.to_json(), "attends": 0.1, "batch": 64})
    learner = Learner(settings, "cpu")
    sure_lesson(learner)
    lesson = learner.lesson
    doubtful = (lesson.own & (lesson.chances.exp() < 0.75)).flatten()
    rows = learner.attend()
    taken = torch.zeros_like(doubtful)
    taken[rows] = True
    assert len(rows) == int(taken.sum())  # none of them twice
    assert taken[doubtful].all()
    assert len(rows) < 0.45 * len(taken)
    not_own = ~lesson.own.flatten()
    assert 0.02 < taken[not_own].float().mean() < 0.25


def test_what_is_learnt_from_stands_for_all() -> None:
    """On average over what happens to be taken, the sum over it is the sum over all decisions."""
    settings = TrainingSettings.from_json({**SMALL.to_json(), "attends": 0.1, "batch": 64})
    learner = Learner(settings, "cpu")
    sure_lesson(learner)
    something = torch.randn(learner._weights.shape) + 2 * learner.lesson.chances.exp().flatten()
    sums = []
    for _ in range(300):
        rows = learner.attend()
        sums.append(float((learner._weights[rows] * something[rows]).mean()) * len(something))
    whole, found = float(something.sum()), torch.tensor(sums)
    assert abs(found.mean() - whole) < 4 * found.std() / len(sums) ** 0.5
    assert found.std() < 0.2 * abs(whole)


def test_who_attends_to_all_learns_from_all() -> None:
    learner = Learner(TrainingSettings.from_json({**SMALL.to_json(), "attends": 1.0}), "cpu")
    sure_lesson(learner)
    assert torch.equal(learner.attend().sort().values, torch.arange(SMALL.tables * SMALL.steps))
    assert (learner._weights == 1).all()
    few = Learner(
        TrainingSettings.from_json({**SMALL.to_json(), "attends": 0.001, "tables": 8, "batch": 160}), "cpu"
    )
    sure_lesson(few)
    assert len(few.attend()) == 160  # as many as a batch takes, or it could not be filled


@pytest.mark.parametrize("odd", [{"tables": 1, "steps": 1}, {"steps": 1, "chosen_by_chance": 1.0}])
def test_a_lesson_with_hardly_anything_to_learn_is_none(odd: dict[str, float]) -> None:
    learner = Learner(
        TrainingSettings.from_json({**SMALL.to_json(), **odd, "bid_by_chance": (1.0, 1.0)}), "cpu"
    )
    learner.begin(1)
    for _ in range(3):
        learner.gather()
        assert all(map(math.isfinite, learner.learn(0.5).values()))


def test_the_processor_plays_as_torch_does(tmp_path: Path) -> None:
    course = TrainingRun(tmp_path, SMALL, "cpu")
    course.keep(best=True)
    network, player = Network(load_weights(tmp_path / BEST)), player_of(tmp_path / BEST, "cpu")
    torch.manual_seed(2)
    for name in ("rotterdam", "lugus"):
        rounds = Rounds([TableGroup.of(name, 6)], "cpu")
        rounds.begin(4)
        for _ in range(36):
            seen = told(rounds.inputs, points_told(rounds.numbers), rounds.rules, torch.float32)
            with torch.no_grad():
                wanted = player(seen).numpy()
            for table in range(6):
                words = rounds._words[table].numpy().view(numpy.uint32).tolist()
                possible = numpy.flatnonzero(rounds._masks[table].numpy()).tolist()
                numbers = rounds.numbers[table].tolist()
                answer = network.ask_all(words, numbers, possible, rounds.rooms[0].rules)
                assert abs(answer.answers - wanted[table]).max() < 1e-4
            possible_ones = possible_actions(rounds.inputs)
            rounds.step((possible_ones * torch.rand(possible_ones.shape)).argmax(-1))


def test_what_is_forgotten_weighs_nothing(tmp_path: Path) -> None:
    forgetful = TrainingSettings.from_json({**SMALL.to_json(), "forgets": "who"})
    course = TrainingRun(tmp_path, forgetful, "cpu")
    course.run(lessons=1, meetings=10)
    matrix = load_weights(tmp_path / BEST).network("player")[0].matrix
    word = matrix[32 * PLAYED : 32 * PLAYED + 32]
    assert not word.any()
    assert matrix[32 * HAND : 32 * HAND + 32].all(axis=1).any()
    seen = torch.randint(0, 2, (5, TOLD)).float()
    again = player_of(tmp_path / BEST, "cpu")  # which knows nothing of forgetting
    assert torch.allclose(again(seen), course.learner.player(seen), atol=2e-2)
    changed = seen.clone()
    changed[:, 32 * PLAYED : 32 * PLAYED + 32] = 1
    assert torch.equal(again(changed), again(seen))


def test_a_wider_player_begins_as_the_one_before(tmp_path: Path) -> None:
    small = TrainingRun(tmp_path / "small", SMALL, "cpu")
    small.keep(best=True)
    file = tmp_path / "small" / BEST
    wider = TrainingSettings.from_json({**SMALL.to_json(), "width": 64, "judge_width": 16})
    course = TrainingRun(tmp_path / "wider", wider, "cpu")
    course.take_over(file)
    seen = torch.randint(0, 2, (5, TOLD)).float()
    with torch.no_grad():
        assert torch.allclose(course.learner.player(seen), player_of(file, "cpu")(seen), atol=1e-4)
    judge = course.learner.judge.first.weight.clone()
    course.run(lessons=1, meetings=10)  # its judge is new, and learns alone at first
    with torch.no_grad():
        assert torch.allclose(course.learner.player(seen), player_of(file, "cpu")(seen), atol=1e-4)
    assert not torch.equal(course.learner.judge.first.weight, judge)
    assert TrainingRun.taken_up(tmp_path / "wider", "cpu").judge_first == JUDGE_FIRST
    course.learner.learn(0.0)
    with torch.no_grad():
        assert not torch.allclose(course.learner.player(seen), player_of(file, "cpu")(seen), atol=1e-4)
    with pytest.raises(KlaverjasError) as caught:
        TrainingRun(
            tmp_path / "flat", TrainingSettings.from_json({**SMALL.to_json(), "depth": 1}), "cpu"
        ).take_over(file)
    assert caught.value.code == "weights-do-not-fit"


def test_a_course_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = TrainingRun(tmp_path / "whole", SMALL, "cpu")
    whole.run(lessons=4, look=2, meetings=20)
    part = TrainingRun(tmp_path / "part", SMALL, "cpu")
    part.run(lessons=2, look=2, meetings=20)
    again = TrainingRun.taken_up(tmp_path / "part", "cpu")
    assert (again.lessons, again.rounds) == (part.lessons, part.rounds)
    for mine, kept in zip(again.learner.player.parameters(), part.learner.player.parameters(), strict=True):
        assert torch.equal(mine, kept)
    assert again.learner.adam.state_dict()["state"][0]["step"] > 0
    again.run(lessons=4, look=2, meetings=20)
    rows = [json.loads(line) for line in (tmp_path / "part" / CURVE).read_text().splitlines()]
    assert [row["lessons"] for row in rows] == [2, 4]
    assert "against best" in rows[-1]
    assert {path.name for path in (tmp_path / "part").iterdir()} == {BEST, COURSE, CURVE, NOW}


def test_a_folder_without_a_course_says_so(tmp_path: Path) -> None:
    with pytest.raises(KlaverjasError) as caught:
        TrainingRun.taken_up(tmp_path, "cpu")
    assert caught.value.code == "no-course"


def test_numbers_that_are_not_finite_end_the_course(tmp_path: Path) -> None:
    course = TrainingRun(tmp_path, SMALL, "cpu")
    with torch.no_grad():
        course.learner.player.first.weight.fill_(torch.nan)
    with pytest.raises(KlaverjasError) as caught:
        course.run(lessons=1)
    assert caught.value.code == "training-broke"
    assert not (tmp_path / COURSE).exists()
