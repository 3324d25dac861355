"""A course of training in a folder: it can be stopped and taken up again, and writes down how far it has come.

It is kept every minute and at every look. The folder holds ``course.pt``, all that is needed to go on; ``curve.jsonl``,
a line for each look at how strong the player is; ``player.npz``, the player as it is now; and ``best.npz``, the
strongest so far.
"""

import json
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.nn.weights import Weights, load_weights, save_weights
from klaverjas.train.curve import AGAINST, CURVE
from klaverjas.train.learner import Learner
from klaverjas.train.meeting import Figures, figures_of
from klaverjas.train.network import PolicyNet, as_arrays, fits_into, take_over
from klaverjas.train.settings import TrainingSettings

fcntl: Any
try:
    import fcntl
except ImportError:  # where there are no such locks
    fcntl = None

COURSE, NOW, BEST = "course.pt", "player.npz", "best.npz"
BEST_SO_FAR, STRANGERS = "best", "strangers"
JUDGE_FIRST = (
    60  # so many lessons only the judge learns, when it begins beside a player that can play already
)
KEEP_SECONDS = 60.0
SEEDS = 1_000  # so far apart are the deals of a course that was taken up again
Say = Callable[[Mapping[str, Any]], None]


class TrainingRun:
    """A learner, how long it has learnt, and where that is kept."""

    def __init__(
        self,
        folder: Path,
        settings: TrainingSettings,
        device: str,
        *,
        fuse: bool = False,
        guests: Sequence[Path] = (),
    ) -> None:
        self.folder, self.settings, self.device = folder, settings, device
        players = [player_of(file, device) for file in guests]
        self.learner = Learner(settings, device, fuse=fuse, guests=players)
        self.guests = len(guests)
        self.seconds = 0.0
        self.rounds = 0
        self.judge_first = 0
        self._kept = kept_at(folder)

    @property
    def lessons(self) -> int:
        return self.learner.lessons

    def take_over(self, file: Path) -> None:
        """Begin with a player that was kept, of whatever course; and with its judge, if that is not too large."""
        weights = load_weights(file)
        if not fits_into(self.learner.player, weights.network("player")):
            raise KlaverjasError("weights-do-not-fit", file=file.name)
        take_over(self.learner.player, weights.network("player"))
        if fits_into(self.learner.judge, weights.network("judge")):
            take_over(self.learner.judge, weights.network("judge"))
        else:
            self.judge_first = JUDGE_FIRST

    def keep(self, *, best: bool = False) -> None:
        """Write down where the course stands."""
        learner = self.learner
        state = {
            "settings": self.settings.to_json(),
            "player": learner.player.state_dict(),
            "judge": learner.judge.state_dict(),
            "adam": learner.adam.state_dict(),
            "lessons": learner.lessons,
            "seconds": self.seconds,
            "rounds": self.rounds,
            "judge_first": self.judge_first,
            "guests": self.guests,
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = self.folder / (COURSE + ".part")
        torch.save(state, beside)
        beside.replace(self.folder / COURSE)
        self._kept = kept_at(self.folder)
        self.save(self.folder / NOW)
        if best:
            self.save(self.folder / BEST)

    def save(self, file: Path) -> None:
        """Write the networks alone."""
        learner = self.learner
        learner.player.forget()
        about = {
            "settings": self.settings.to_json(),
            "lessons": self.lessons,
            "rounds": self.rounds,
            "seconds": round(self.seconds),
        }
        networks = {"player": as_arrays(learner.player), "judge": as_arrays(learner.judge)}
        save_weights(file, networks, about)

    @classmethod
    def taken_up(
        cls, folder: Path, device: str, *, fuse: bool = False, guests: Sequence[Path] = ()
    ) -> "TrainingRun":
        """The course that is kept in a folder; its guests, if it has any, have to be called again."""
        kept = kept_at(folder)
        try:
            state = torch.load(folder / COURSE, map_location=device, weights_only=True)
            settings = TrainingSettings.from_json(state["settings"])
        except FileNotFoundError as error:
            raise KlaverjasError("no-course", folder=str(folder)) from error
        except Exception as error:  # whatever torch makes of a broken file, or of an older one
            raise KlaverjasError("bad-course", folder=str(folder)) from error
        if state.get("guests") and not guests:
            raise KlaverjasError("guests-are-missing", folder=str(folder))
        course = cls(folder, settings, device, fuse=fuse, guests=guests)
        course._kept = kept
        try:
            course._take_up(state)
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise KlaverjasError("bad-course", folder=str(folder)) from error
        return course

    def _take_up(self, state: Mapping[str, Any]) -> None:
        learner = self.learner
        learner.player.load_state_dict(state["player"])
        learner.judge.load_state_dict(state["judge"])
        learner.adam.load_state_dict(state["adam"])
        learner.lessons = state["lessons"]
        self.seconds, self.rounds = state["seconds"], state["rounds"]
        self.judge_first = state["judge_first"]

    def run(
        self,
        *,
        lessons: int | None = None,
        seconds: float | None = None,
        look: int = 150,
        meetings: int = 8_192,
        against: Mapping[str, Path] | None = None,
        say: Say | None = None,
    ) -> None:
        """Learn until so many lessons or seconds in all are over; look every so many lessons how strong it is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with alone_in(self.folder):
            if kept_at(self.folder) != self._kept:  # somebody else went on with it since it was read
                raise KlaverjasError("course-in-use", folder=str(self.folder))
            try:
                self._run(lessons, seconds, look, meetings, against or {}, say)
            except KeyboardInterrupt:
                self.keep()
                raise

    def _run(
        self,
        lessons: int | None,
        seconds: float | None,
        look: int,
        meetings: int,
        against: Mapping[str, Path],
        say: Say | None,
    ) -> None:
        learner = self.learner
        learner.begin(self.settings.seed + SEEDS * self.lessons)
        opponents = {name: player_of(file, self.device) for name, file in against.items()}
        best = player_of(self.folder / BEST, self.device) if (self.folder / BEST).exists() else None
        kept = time.monotonic()
        since = kept - self.seconds
        while (progress := self.progress(lessons, seconds)) < 1:
            lesson = learner.gather()
            figures = learner.learn(progress, judge_alone=self.lessons < self.judge_first)
            if not all(map(math.isfinite, figures.values())):
                raise KlaverjasError("training-broke", lessons=self.lessons)
            self.rounds += int(lesson.dones.sum())
            self.seconds = time.monotonic() - since
            if self.lessons % look and self.progress(lessons, seconds) < 1:
                if time.monotonic() - kept > KEEP_SECONDS:
                    self.keep()
                    kept = time.monotonic()
                continue
            looked = {AGAINST + STRANGERS: self.meeting(None, meetings)} | {
                AGAINST + name: self.meeting(opponent, meetings)
                for name, opponent in (({BEST_SO_FAR: best} if best else {}) | opponents).items()
            }
            better = best is None or mean(looked[AGAINST + BEST_SO_FAR]) > 0
            if better:
                best = self._copy()
            row = self._row(figures) | looked
            with (self.folder / CURVE).open("a") as curve:
                curve.write(json.dumps(row) + "\n")
            self.keep(best=better)
            kept = time.monotonic()
            if say:
                say(row)

    def progress(self, lessons: int | None, seconds: float | None) -> float:
        """Which part of the course is over."""
        return part_over(self.lessons, lessons, self.seconds, seconds)

    def _row(self, figures: Mapping[str, float]) -> dict[str, Any]:
        return {
            "lessons": self.lessons,
            "rounds": self.rounds,
            "seconds": round(self.seconds, 1),
            **{name: round(value, 4) for name, value in figures.items()},
        }

    def _copy(self) -> PolicyNet:
        copy = PolicyNet(self.settings.width, self.settings.depth, self.settings.forgets).to(self.device)
        copy.load_state_dict(self.learner.player.state_dict())
        return copy

    def meeting(self, opponent: PolicyNet | None, deals: int) -> Figures:
        """How far the player is ahead of another, or of strangers."""
        return figures_of(self.learner.player, opponent, list(self.settings.rooms), deals)


def kept_at(folder: Path) -> int | None:
    """When a course was last kept there, in nanoseconds; None where there is none."""
    try:
        return (folder / COURSE).stat().st_mtime_ns
    except OSError:
        return None


def part_over(done: int, lessons: int | None, gone: float, seconds: float | None) -> float:
    """Which part is over of so many lessons, or of so many seconds, whatever ends first."""
    by_lessons = done / max(lessons, 1) if lessons is not None else 0.0
    return max(by_lessons, gone / seconds if seconds else 0.0)


def mean(figures: Mapping[str, tuple[float, float]]) -> float:
    return sum(ahead for ahead, _ in figures.values()) / len(figures)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else may go on with the same course meanwhile."""
    if fcntl is None:
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(opened)
        raise KlaverjasError("course-in-use", folder=str(folder)) from error
    try:
        yield
    finally:
        os.close(opened)


def player_of(file: Path, device: str) -> PolicyNet:
    """The player that was kept in a file."""
    return player_with(load_weights(file), device)


def player_with(weights: Weights, device: str) -> PolicyNet:
    """The player with these weights."""
    layers = weights.network("player")
    player = PolicyNet(layers[0].weight.shape[1], len(layers) - 2)
    take_over(player, layers)
    return player.to(device)
