"""`klaverjas train`: a course from the command line, refused or carried out."""

import json
from pathlib import Path

import pytest
import torch

from command_line import answered
from klaverjas.commands.train import settings_from
from klaverjas.errors import KlaverjasError
from klaverjas.train.settings import Settings

SMALL = "tables=128,batch=256,width=16,depth=1,judge_width=16,judge_depth=1,steps=6"
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
    assert "Training on cpu at 128 tables, after 0 lessons." in told
    assert "2 lessons" in told
    best = str(tmp_path / "course" / "best.npz")
    told = said("train", folder, "--lessons", "4", *QUICK, "--against", f"before={best}", "--json")
    row = json.loads(told.splitlines()[-1])
    assert row["lessons"] == 4
    assert set(row["against before"]) == set(Settings().rooms)
    picture = tmp_path / "curve.svg"
    told = said("train", "show", folder, "--plot", str(picture), "--lang", "nl")
    assert "4 lessen" in told
    drawn = picture.read_text()
    assert drawn.count("<polyline") == 3 * len(
        Settings().rooms
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
    "setting", ["wide=3", "width", "width=many", "rate=x:y", "rooms=3", "rooms.lugus=much"]
)
def test_a_setting_that_is_none_is_refused(setting: str) -> None:
    with pytest.raises(KlaverjasError) as caught:
        settings_from(setting, Settings().to_json())
    assert caught.value.code == "bad-training-setting"
    assert setting[:4] in caught.value.sentence("nl")


def test_settings_are_numbers_pairs_and_rooms() -> None:
    changed = settings_from(
        "width=96,rate=0.01:0.001,entropy=0.02,rooms.lugus=2,rooms.valet=1", Settings().to_json()
    )
    settings = Settings.from_json(changed)
    assert (settings.width, settings.rate, settings.entropy) == (96, (0.01, 0.001), (0.02, 0.02))
    assert settings.rooms == {"lugus": 2.0, "valet": 1.0}
    assert Settings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "--lessons" in refused("train", str(tmp_path), "--lessons", "0")
    if not torch.cuda.is_available():
        assert "GPU" in refused("train", str(tmp_path), "--device", "cuda")
    assert "forgets=names" in refused("train", str(tmp_path), "--set", "forgets=names", "--device", "cpu")
    begin = ("train", str(tmp_path), "--lessons", "1", "--set", SMALL, *QUICK, "--begin-with")
    assert "none.npz" in refused(*begin, "none.npz")
