"""`klaverjas train`: a course from the command line, refused or carried out."""

import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest
import torch

from command_line import answered, started
from klaverjas.commands.train import settings_from
from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.weights import load_weights
from klaverjas.train.capacity import bytes_of, enough_memory
from klaverjas.train.course import TrainingRun, alone_in
from klaverjas.train.learner import Learner
from klaverjas.train.settings import RANGES, TrainingSettings

SMALL = "tables=128,batch=256,width=16,depth=1,judge_width=16,judge_depth=1,steps=6"
PATIENCE = 60.0  # seconds
QUICK = ("--device", "cpu", "--look", "2", "--meetings", "10")


def said(*words: str) -> str:
    done = answered(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*words: str) -> str:
    done = answered(*words)
    assert done.returncode == 2
    return done.stderr


def test_a_course_is_run_told_and_taken_up_again(tmp_path: Path) -> None:
    folder = str(tmp_path / "course")
    told = said("train", folder, "--lessons", "2", "--set", SMALL, *QUICK, "--lang", "en")
    assert "Training on cpu at 128 tables; updates so far: 0." in told
    assert "Updates: 2;" in told
    best = str(tmp_path / "course" / "best.npz")
    told = said("train", folder, "--lessons", "4", *QUICK, "--against", f"before={best}", "--json")
    row = json.loads(told.splitlines()[-1])
    assert row["lessons"] == 4
    assert set(row["against before"]) == set(TrainingSettings().rooms)
    picture = tmp_path / "curve.svg"
    told = said("train", "show", folder, "--plot", str(picture), "--lang", "nl")
    assert "Lessen: 4;" in told
    assert "voor op vreemden die naar gewoonte spelen: " in told
    drawn = picture.read_text()
    assert drawn.count("<polyline") == 3 * len(
        TrainingSettings().rooms
    )  # strangers, the best before it, and 'before'
    assert "vreemden die naar gewoonte spelen" in drawn


def test_where_no_course_is_there_is_nothing_to_show(tmp_path: Path) -> None:
    assert str(tmp_path) in refused("train", "show", str(tmp_path))


def test_other_settings_for_a_course_that_is_there_are_refused(tmp_path: Path) -> None:
    folder = str(tmp_path / "course")
    said("train", folder, "--lessons", "1", "--set", SMALL, *QUICK)
    said("train", folder, "--lessons", "1", "--set", SMALL, *QUICK)  # the same are fine
    assert "other settings" in refused(
        "train", folder, "--lessons", "2", "--set", "width=32", *QUICK, "--lang", "en"
    )


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("wide=3", "bad-training-setting"),
        ("rooms=3", "bad-training-setting"),
        ("=3", "bad-training-setting"),
        ("width", "bad-setting-value"),
        ("width=many", "bad-setting-value"),
        ("tables=64:32", "bad-setting-value"),
        ("rate=x:y", "bad-setting-value"),
        ("rooms.lugus=much", "bad-setting-value"),
        ("rooms.chess=1", "no-such-choice"),
        ("forgets=names", "no-such-choice"),
        *(
            (setting, "option-range")
            for setting in (
                "tables=0", "tables=-1", "batch=0", "width=0", "depth=0", "depth=-1", "judge_depth=0", "steps=0",
                "rate=nan", "rate=-1", "rate=0.1:1e300", "entropy=inf", "trace=5", "clip=-1", "clip=nan",
                "steepest=-1", "value_weight=nan", "chosen_by_chance=7", "bid_by_chance=0:2", "strangers=2",
                "strangers=nan", "guests=nan", "seed=99999999999999999999", "rooms.lugus=0", "rooms.lugus=nan",
                "rooms.lugus=inf", "rooms.lugus=1,rooms.valet=-1",
            )
        ),
    ],
)  # fmt: skip
def test_a_setting_that_is_none_is_refused(setting: str, code: str) -> None:
    with pytest.raises(KlaverjasError) as caught:
        TrainingSettings.from_json(settings_from(setting, TrainingSettings().to_json()))
    assert caught.value.code == code
    assert setting[:4] in caught.value.sentence("nl") or code == "option-range"


def test_a_training_that_cannot_fit_into_the_memory_is_refused(tmp_path: Path) -> None:
    large = ("--device", "cpu", "--lang", "en", "--set")
    told = refused("train", str(tmp_path), *large, "tables=4000000,steps=1000")
    assert re.search(r"needs about \d{3,} GB of memory, and \d+ GB is available: use fewer tables", told)
    told = refused("train", "imitate", str(tmp_path / "p.npz"), *large, "tables=4194304,width=4096")
    assert "needs about" in told
    told = refused("train", "watch", "regels", str(tmp_path / "p.npz"), *large, "batch=16777216,width=4096")
    assert "needs about" in told
    assert not list(tmp_path.iterdir())


def test_the_usual_training_is_not_refused_where_there_are_24_gigabytes() -> None:
    settings = TrainingSettings()
    kept = settings.tables * settings.steps
    on_gpu = bytes_of(settings, "cuda", kept=kept, at_once=settings.tables)
    assert 1e9 < on_gpu < bytes_of(settings, "cpu", kept=kept, at_once=settings.tables) < 24e9


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError(
            "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"
        ),
        torch.OutOfMemoryError("CUDA out of memory"),
    ],
)
def test_where_the_memory_ends_after_all_a_sentence_says_so(error: Exception) -> None:
    with pytest.raises(KlaverjasError) as caught, enough_memory():
        raise error
    assert caught.value.code == "training-no-memory"
    with pytest.raises(RuntimeError, match="shapes"), enough_memory():
        raise RuntimeError("shapes do not fit")


def test_every_number_of_a_training_has_its_limits() -> None:
    assert set(RANGES) == set(TrainingSettings().to_json()) - {"rooms", "forgets"}


def test_settings_are_numbers_pairs_and_rooms() -> None:
    changed = settings_from(
        "width=96,rate=0.01:0.001,entropy=0.02,rooms.lugus=2,rooms.valet=1", TrainingSettings().to_json()
    )
    settings = TrainingSettings.from_json(changed)
    assert (settings.width, settings.rate, settings.entropy) == (96, (0.01, 0.001), (0.02, 0.02))
    assert settings.rooms == {"lugus": 2.0, "valet": 1.0}
    assert TrainingSettings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "--lessons" in refused("train", str(tmp_path), "--lessons", "0")
    if not torch.cuda.is_available():
        assert "GPU" in refused("train", str(tmp_path), "--device", "cuda")
    assert "forgets=names" in refused("train", str(tmp_path), "--set", "forgets=names", "--device", "cpu")
    begin = ("train", str(tmp_path), "--lessons", "1", "--set", SMALL, *QUICK, "--begin-with")
    assert "none.npz" in refused(*begin, "none.npz")
    assert not list(tmp_path.iterdir())
    assert "--meetings" in refused("train", str(tmp_path), "--meetings", "1")
    assert ".npz" in refused("train", "imitate", str(tmp_path / "pupil"))
    (tmp_path / "folder.npz").mkdir()
    pupil = (
        "train",
        "imitate",
        str(tmp_path / "folder.npz"),
        "--device",
        "cpu",
        "--set",
        "width=8,tables=16",
    )
    assert "folder.npz" in refused(*pupil, "--lang", "en")
    course = tmp_path / "course"
    wrong = refused("train", str(course), "--set", SMALL, *QUICK, "--against", "somebody=none.npz")
    assert "none.npz" in wrong
    assert not course.exists()
    for name in ("best.npz", "strangers=x.npz", "a=x.npz"):
        against = ("--against", "a=y.npz", name)
        assert name.partition("=")[0].removesuffix(".npz") in refused("train", str(tmp_path), *against)


def test_lessons_that_are_shorter_than_a_batch_are_learnt_from() -> None:
    settings = TrainingSettings.from_json(
        settings_from(SMALL + ",batch=100000", TrainingSettings().to_json())
    )
    learner = Learner(settings, "cpu")
    before = learner.player.first.weight.clone()
    learner.begin(1)
    learner.gather()
    learner.learn(0.0)
    assert not torch.equal(learner.player.first.weight, before)


@pytest.mark.parametrize("broken", [b"", b"no course", "half", {"settings": {"wide": 3}}, {}])
def test_a_course_that_is_broken_is_refused(tmp_path: Path, broken: bytes | str | dict[str, Any]) -> None:
    said("train", str(tmp_path), "--lessons", "1", "--set", SMALL, *QUICK)
    file = tmp_path / "course.pt"
    if broken == "half":
        broken = file.read_bytes()[: file.stat().st_size // 2]
    if isinstance(broken, bytes):
        file.write_bytes(broken)
    else:
        torch.save(broken, file)
    assert str(tmp_path) in refused("train", str(tmp_path), "--lessons", "2", *QUICK)


def in_use(folder: Path) -> bool:
    """Whether a course goes on there."""
    try:
        with alone_in(folder):
            return False
    except KlaverjasError:
        return True
    except FileNotFoundError:
        return False


def test_a_course_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    """Long before the first look at how strong it is."""
    options = ("--lessons", "1000000", "--set", SMALL, "--device", "cpu", "--look", "1000000", "--lang", "en")
    with started("train", str(tmp_path), *options) as run:
        assert run.stdout is not None
        assert "Training" in run.stdout.readline()
        time.sleep(4)  # some lessons
        assert in_use(tmp_path)
        second = answered("train", str(tmp_path), "--lessons", "1", "--set", SMALL, "--device", "cpu")
        run.send_signal(signal.SIGINT)
        _, complaint = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    stopped = re.search(r"Stopped; updates so far: ([\d,]+)\. Run the same command to resume", complaint)
    assert stopped
    lessons = int(stopped[1].replace(",", ""))
    assert lessons > 0
    assert second.returncode == 2
    assert str(tmp_path) in second.stderr
    again = TrainingRun.taken_up(tmp_path, "cpu")
    assert again.lessons in (lessons, lessons + 1)
    assert "already started" in refused(
        "train", str(tmp_path), "--begin-with", str(tmp_path / "player.npz"), *QUICK, "--lang", "en"
    )


def test_a_pupil_that_is_stopped_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "pupil.npz"
    options = ("--device", "cpu", "--set", "width=8,depth=1,tables=16", "--json")
    with started("train", "imitate", str(file), *options) as run:
        assert run.stdout is not None
        assert json.loads(run.stdout.readline())["lessons"] > 0
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert load_weights(file).about["lessons"] > 0


def test_who_read_a_course_that_somebody_else_went_on_with_does_not_undo_that(tmp_path: Path) -> None:
    settings = TrainingSettings.from_json(settings_from(SMALL, TrainingSettings().to_json()))
    TrainingRun(tmp_path, settings, "cpu").run(lessons=1, look=1, meetings=2)
    read = TrainingRun.taken_up(tmp_path, "cpu")
    TrainingRun.taken_up(tmp_path, "cpu").run(lessons=3, look=3, meetings=2)
    with pytest.raises(KlaverjasError) as caught:
        read.run(lessons=2, look=1, meetings=2)
    assert caught.value.code == "course-in-use"
    assert TrainingRun.taken_up(tmp_path, "cpu").lessons == 3


def test_guests_are_not_forgotten_when_a_course_goes_on(tmp_path: Path) -> None:
    settings = TrainingSettings.from_json(settings_from(SMALL, TrainingSettings().to_json()))
    TrainingRun(tmp_path / "first", settings, "cpu").run(lessons=1, look=1, meetings=2)
    guest = tmp_path / "first" / "best.npz"
    folder = str(tmp_path / "second")
    said("train", folder, "--lessons", "1", "--set", SMALL, *QUICK, "--guests", str(guest))
    assert "--guests" in refused("train", folder, "--lessons", "2", *QUICK)
    said("train", folder, "--lessons", "2", *QUICK, "--guests", str(guest))


STRANGE = ("5", "{}", "[1]", '{"lessons": "x"}', "[" * 100_000, '{"lessons": NaN, "rounds": 1, "seconds": 2}')


def test_a_curve_with_strange_lines_shows_the_others(tmp_path: Path) -> None:
    row = {"lessons": 7, "rounds": 50, "seconds": 3.5, "against [/b]\x1b": {"lugus": [1.5, 0.5]}}
    lines = [*STRANGE, json.dumps(row), json.dumps({**row, "against best": {"lugus": 3}})]
    (tmp_path / "curve.jsonl").write_bytes("\n".join(lines).encode() + b"\n\xff\xfe")
    told = said("train", "show", str(tmp_path), "--plot", str(tmp_path / "curve.svg"))
    assert "[/b]" in told
    assert "\x1b" not in told
    assert told.count("+1.5") == 1
    (tmp_path / "curve.jsonl").write_text("\n".join(STRANGE))
    assert str(tmp_path) in refused("train", "show", str(tmp_path))
