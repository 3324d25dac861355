"""A pupil becomes like its teacher, as far as it remembers; guests decide at their turn, and nobody learns that."""

import json
from pathlib import Path

import pytest
import torch

from command_line import answered
from klaverjas.bots.net import NetBot
from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.features import ACTIONS
from klaverjas.kernel.nn.inference import Network, network_in
from klaverjas.kernel.nn.observation import PLAYED
from klaverjas.kernel.nn.outputs import TOLD
from klaverjas.kernel.nn.weights import load_weights
from klaverjas.train.choosing import possible_actions
from klaverjas.train.guests import SEATS, Guests
from klaverjas.train.imitation import Imitation, the_master
from klaverjas.train.learner import Learner
from klaverjas.train.network import PolicyNet
from klaverjas.train.settings import ROOMS, TrainingSettings
from klaverjas.train.table_groups import Rounds, TableGroup

SMALL = TrainingSettings(
    tables=256, width=24, depth=1, rate=(3e-3, 1e-3), strangers=0.0, forgets="who", seed=5
)


def test_a_pupil_learns_to_like_what_its_teacher_likes(tmp_path: Path) -> None:
    imitation = Imitation(the_master(None, "cpu"), SMALL, "cpu")
    agreed = [imitation.lesson(lesson / 60) for lesson in range(60)]
    assert agreed[-1]["apart"] < agreed[0]["apart"]
    assert agreed[-1]["same"] > agreed[0]["same"] + 0.05
    file = tmp_path / "pupil.npz"
    imitation.save(file)
    weights = load_weights(file)
    matrix = weights.network("player")[0].matrix
    assert not matrix[32 * PLAYED : 32 * PLAYED + 32].any()  # which it does not remember
    with pytest.raises(KlaverjasError) as caught:
        _ = Network(weights).judge
    assert caught.value.code == "no-judge"


def test_a_pupil_from_the_command_line_sits_down_at_a_table(tmp_path: Path) -> None:
    file = tmp_path / "pupil.npz"
    words = ("--minutes", "0.02", "--device", "cpu", "--meetings", "4", "--set", "tables=64,width=16,depth=1")
    done = answered("train", "imitate", str(file), *words, "--json")
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout.splitlines()[-1])
    assert set(row["against teacher"]) == set(ROOMS)
    assert NetBot(weights=str(file)).weights == str(file)
    assert len(network_in(str(file)).player.first_bias) == 16
    again = answered(
        "train", "imitate", str(file), "--teacher", str(file), *words, "--lang", "nl"
    )  # of a pupil
    assert "voor op de leraar" in again.stdout


def test_guests_decide_where_they_sit_and_nowhere_else() -> None:
    rounds = Rounds([TableGroup.of("rotterdam-bond", 40), TableGroup.of("lugus", 40)], "cpu")
    rounds.begin(1)
    one, other = PolicyNet(8, 1), PolicyNet(8, 1)
    with torch.no_grad():
        one.last.bias[:] = 1_000
        other.last.bias[:] = 2_000
    guests = Guests([one, other], rounds, 0.5)
    seen = torch.zeros((80, TOLD))
    likes = torch.zeros((80, ACTIONS))
    wanted, theirs = guests.instead(seen, rounds.turns, likes)
    for table in range(80):
        at, turn = table % 40, int(rounds.turns[table])
        sits = at < 20 and SEATS[at // 2 % len(SEATS)] >> turn & 1 != 0
        assert bool(theirs[table]) == sits
        assert wanted[table, 0].round() == ((1_000, 2_000)[at % 2] if sits else 0)
    nobody, none = Guests([], rounds, 0.5).instead(seen, rounds.turns, likes)
    assert torch.equal(nobody, likes)
    assert not none.any()


def test_nobody_learns_what_a_guest_did() -> None:
    guest = PolicyNet(8, 1)
    settings = TrainingSettings(
        tables=64, steps=6, batch=64, width=16, depth=1, judge_width=16, judge_depth=1,
        rooms={"rotterdam-bond": 1}, strangers=0.0, chosen_by_chance=0.0, guests=1.0,
    )  # fmt: skip
    learner = Learner(settings, "cpu", guests=[guest])
    learner.begin(1)
    lesson = learner.gather()
    seats = torch.tensor([SEATS[table % len(SEATS)] for table in range(64)])
    north_south = lesson.signs[:-1] > 0
    for step in range(settings.steps):
        both_of_one_side = (seats == 0b0101) & north_south[step] | (seats == 0b1010) & ~north_south[step]
        assert not lesson.own[step][both_of_one_side].any()
        neither = (seats == 0b1010) & north_south[step] | (seats == 0b0101) & ~north_south[step]
        assert lesson.own[step][neither].all()
    assert learner.learn(0.0)["entropy"] > 0


def test_what_is_not_possible_is_never_drawn_for_a_guest() -> None:
    guest = PolicyNet(8, 1)
    with torch.no_grad():
        guest.last.bias[:ACTIONS] = torch.randn(ACTIONS) * 50  # likes what it likes, whatever it holds
    settings = TrainingSettings(
        tables=64, steps=40, batch=64, width=16, depth=1, judge_width=16, judge_depth=1, guests=1.0
    )
    learner = Learner(settings, "cpu", guests=[guest])
    learner.begin(1)
    lesson = learner.gather()
    possible = possible_actions(lesson.inputs)
    assert possible.gather(-1, lesson.actions[..., None]).all()


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "nowhere").write_text("a file")
    file = tmp_path / "nowhere" / "pupil.npz"
    words = ("--minutes", "0.01", "--device", "cpu", "--meetings", "4", "--set", "tables=64,width=16,depth=1")
    done = answered("train", "imitate", str(file), *words, "--lang", "en")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert "Standard output" not in done.stderr
