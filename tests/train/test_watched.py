"""What a bot is seen to do is told as at the tables of a training; a pupil learns it and sits down as a guest."""

import base64
import json
import signal
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
import torch

from command_line import answered, started
from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.features import ACTIONS, INPUTS
from klaverjas.plumbing.journal import Journal
from klaverjas.train.choosing import possible_actions
from klaverjas.train.course import player_of
from klaverjas.train.learner import Learner
from klaverjas.train.settings import ROOMS, TrainingSettings
from klaverjas.train.watched import (
    SETTINGS,
    SURER,
    Copy,
    Notes,
    as_text,
    journal_for,
    same_in,
    seen_in,
    watch,
    watch_for,
)

PATIENCE = 60.0
SMALL = TrainingSettings(width=64, depth=1, batch=256, rate=(3e-3, 1e-4), seed=3)


@pytest.fixture(scope="module")
def seen_of_regels() -> Notes:
    parts = [watch("regels", ROOMS, 0.5, part) for part in range(24)]
    return Notes(*(numpy.concatenate(columns) for columns in zip(*parts, strict=True)))


def test_whatever_a_bot_was_seen_to_do_was_possible(seen_of_regels: Notes) -> None:
    assert seen_of_regels.inputs.shape == (len(seen_of_regels.actions), INPUTS)
    possible = possible_actions(torch.from_numpy(seen_of_regels.inputs))
    assert possible.gather(1, torch.from_numpy(seen_of_regels.actions)[:, None]).all()
    assert (possible.sum(-1) > 1).all()  # and there was a choice
    assert set(seen_of_regels.rooms.tolist()) == set(range(len(ROOMS)))
    assert (seen_of_regels.actions >= 32).any()  # troefs and bids
    assert seen_of_regels.points.any()


def test_the_same_rounds_are_seen_again(seen_of_regels: Notes) -> None:
    again = watch("regels", ROOMS, 0.5, 0)
    assert all(
        (first[: len(column)] == column).all() for first, column in zip(seen_of_regels, again, strict=True)
    )


def test_a_copy_learns_what_it_was_not_shown(seen_of_regels: Notes) -> None:
    copy = Copy(seen_of_regels, SMALL, "cpu")
    before = copy.same()
    for lesson in range(100):
        copy.lesson(lesson / 100)
    assert copy.lessons == 100
    assert copy.same() > before + 0.15


def test_a_copy_as_large_as_the_master_begins_with_what_that_knows(seen_of_regels: Notes) -> None:
    copy = Copy(seen_of_regels, SETTINGS, "cpu")
    assert copy.same() > 0.4  # though it has learnt nothing yet
    assert copy.same() > Copy(seen_of_regels, SMALL, "cpu").same() + 0.1
    before = [copy.lesson(0)["same"] for _ in range(2)]
    assert copy.lessons_to_learn == 2 * -(-len(copy._own) // SETTINGS.batch)
    assert all(0 < same < 1 for same in before)


def test_a_copy_is_kept_surer_than_it_is(seen_of_regels: Notes, tmp_path: Path) -> None:
    copy = Copy(seen_of_regels, SMALL, "cpu")
    before = copy.player.last.weight.clone()
    copy.save(tmp_path / "copy.npz")
    assert torch.allclose(copy.player.last.weight, before)
    kept, own = player_of(tmp_path / "copy.npz", "cpu").last.weight, copy.player.last.weight
    step = own.abs().max().item() / 50
    assert torch.allclose(kept[:ACTIONS], SURER * own[:ACTIONS], atol=step)
    assert torch.allclose(kept[ACTIONS:], own[ACTIONS:], atol=step)


def test_what_is_the_same() -> None:
    likes = torch.tensor([[0.0, 1.0], [2.0, 1.0]])
    assert same_in(likes, torch.tensor([1, 1])) == 0.5


def test_somebody_is_watched_at_least_for_a_while(tmp_path: Path) -> None:
    told: list[int] = []
    with journal_for("willekeurig", SMALL, tmp_path / "guest.npz") as journal:
        notes = watch_for("willekeurig", SMALL, 0.0, 1, journal, told.append)
    assert len(notes.actions) > 50
    with journal_for("willekeurig", SMALL, tmp_path / "guest.npz") as journal:
        assert len(journal) == 1
        seen = watch_for("willekeurig", SMALL, 0.0, 1, journal, told.append)  # enough was seen already
        more = watch_for("willekeurig", SMALL, 0.01, 1, journal, told.append)  # and the next ones
    assert all((one == other).all() for one, other in zip(notes, seen, strict=True))
    assert len(more.actions) > len(seen.actions)
    assert (more.inputs[: len(seen.inputs)] == seen.inputs).all()


def test_what_is_stopped_while_it_watches_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "guest.npz"
    words = ("train", "watch", "willekeurig", str(file), "--workers", "1", "--device", "cpu", "--lang", "en")
    settings = ("--set", "width=16,depth=1,batch=64")
    with started(*words, *settings, "--minutes", "60") as run:
        assert run.stdout is not None
        assert "decisions of willekeurig recorded" in run.stdout.readline()
        second = answered(*words, *settings, "--minutes", "0.02")
        run.send_signal(signal.SIGINT)
        _, complaint = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert "Run the same command to resume" in complaint
    assert second.returncode != 0
    assert "guest.npz.progress" in second.stderr
    other = answered(*words, "--set", "seed=9", "--minutes", "0.02")
    assert other.returncode != 0
    assert "guest.npz.progress" in other.stderr
    assert not file.exists()
    seen = answered(*words, *settings, "--minutes", "0.02")
    assert seen.returncode == 0, seen.stderr
    assert "starting from scratch" in seen.stdout
    assert {path.name for path in tmp_path.iterdir()} == {file.name}


def refused_from(journal: Journal) -> str:
    with pytest.raises(KlaverjasError) as caught:
        seen_in(journal, len(SMALL.rooms))
    return caught.value.code


def flipped(text: str, at: int) -> str:
    data = bytearray(base64.b64decode(text))
    data[at] ^= 0xFF
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("broken", ["", "no text", {}, 5, "UEsDBA=="])
def test_what_was_kept_and_cannot_be_read_is_refused(tmp_path: Path, broken: object) -> None:
    with journal_for("regels", SMALL, tmp_path / "guest.npz") as journal:
        journal.keep([(3, broken)])
        assert refused_from(journal) == "watch-no-journal"


@pytest.mark.parametrize("at", [60, 80, 200])
def test_what_was_kept_and_has_changed_is_refused(tmp_path: Path, seen_of_regels: Notes, at: int) -> None:
    with journal_for("regels", SMALL, tmp_path / "guest.npz") as journal:
        journal.keep([(3, flipped(as_text(seen_of_regels), at))])
        assert refused_from(journal) == "watch-no-journal"


@pytest.mark.parametrize(
    "change",
    [
        lambda notes: notes._replace(actions=notes.actions + 10_000),
        lambda notes: notes._replace(actions=notes.actions * 0 - 1),
        lambda notes: notes._replace(actions=(notes.actions + 1) % 32),  # which were not possible
        lambda notes: notes._replace(actions=notes.actions[:-1]),
        lambda notes: notes._replace(rooms=notes.rooms + 6),
        lambda notes: notes._replace(rooms=notes.rooms - 1),
        lambda notes: notes._replace(inputs=notes.inputs[:, :5]),
        lambda notes: notes._replace(inputs=notes.inputs.astype(float)),
        lambda notes: notes._replace(points=notes.points[:, :2]),
    ],
)
def test_what_no_bot_can_have_done_is_refused(
    tmp_path: Path, seen_of_regels: Notes, change: Callable[[Notes], Notes]
) -> None:
    with journal_for("regels", SMALL, tmp_path / "guest.npz") as journal:
        journal.keep([(3, as_text(seen_of_regels))])
        assert len(seen_in(journal, len(SMALL.rooms)).actions) == len(seen_of_regels.actions)
        journal.keep([(4, as_text(change(seen_of_regels)))])
        assert refused_from(journal) == "watch-no-journal"


NOBODY = """
from klaverjas.bots.bot import Bot

class Nobody(Bot):
    name = "nobody"

    def advise(self, view, chance):
        return None

NOBODY = Nobody()
"""


def test_from_who_does_nothing_nothing_is_learnt(tmp_path: Path) -> None:
    (tmp_path / "nobody.py").write_text(NOBODY)
    name = f"python:{tmp_path / 'nobody.py'}:NOBODY"
    assert watch(name, ROOMS, 0.5, 0).inputs.shape == (0, INPUTS)
    pupil = str(tmp_path / "guest.npz")
    options = ("--minutes", "0.01", "--workers", "1", "--device", "cpu", "--lang", "en")
    done = answered("train", "watch", name, pupil, *options)
    assert done.returncode == 2
    assert "nothing to learn" in done.stderr


def test_another_bot_in_the_same_file_is_another(tmp_path: Path) -> None:
    file = tmp_path / "somebody.npz"
    file.write_bytes(b"one")
    with journal_for(f"net:{file}", SMALL, tmp_path / "guest.npz") as journal:
        journal.keep([(1, "seen")])
    file.write_bytes(b"another")
    with pytest.raises(KlaverjasError) as caught:
        journal_for(f"net:{file}", SMALL, tmp_path / "guest.npz")
    assert caught.value.code == "watch-other"


def test_a_bot_that_was_watched_sits_down_as_a_guest(tmp_path: Path) -> None:
    file = tmp_path / "guest.npz"
    words = ("--minutes", "0.02", "--workers", "1", "--device", "cpu", "--set", "width=16,depth=1,batch=64")
    done = answered("train", "watch", "regels", str(file), *words, "--json")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[0]["seen"] > 50
    assert 0 < rows[-1]["same"] < 1
    settings = TrainingSettings(
        tables=64, steps=4, batch=64, width=16, depth=1, judge_width=16, judge_depth=1, guests=1.0
    )
    learner = Learner(settings, "cpu", guests=[player_of(file, "cpu")])
    learner.begin(1)
    assert not learner.gather().own.all()
    dutch = answered("train", "watch", "regels", str(file), *words, "--lang", "nl")
    assert "van regels gezien" in dutch.stdout


def test_who_is_not_there_is_not_watched(tmp_path: Path) -> None:
    done = answered(
        "train", "watch", "nobody", str(tmp_path / "guest.npz"), "--device", "cpu", "--lang", "en"
    )
    assert done.returncode == 2
    assert "nobody" in done.stderr
    wrong = answered("train", "watch", "regels", str(tmp_path / "guest"), "--device", "cpu", "--lang", "en")
    assert wrong.returncode == 2
    assert ".npz" in wrong.stderr
    assert not list(tmp_path.iterdir())
