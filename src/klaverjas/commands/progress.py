"""How far long work with deals is: a bar that moves, or lines where nobody would see it move."""

import sys
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from klaverjas.commands.words import word
from klaverjas.sentences import Language, numeral

SECONDS_BETWEEN_LINES = 60.0


class _DealsASecond(ProgressColumn):
    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language

    def render(self, task: Task) -> Text:
        return Text(_speed(task, self.language), style="dim")


class _InLines(Progress):
    """Shows nothing, and says each minute how far it is: for a log, or a screen that cannot move."""

    def __init__(self, language: Language) -> None:
        super().__init__(disable=True)
        self.language = language
        self.said = monotonic()

    def update(self, task_id: TaskID, *args: Any, **changes: Any) -> None:
        super().update(task_id, *args, **changes)
        self.say(self.tasks[task_id])

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        super().advance(task_id, advance)
        self.say(self.tasks[task_id])

    def say(self, task: Task) -> None:
        if monotonic() - self.said < SECONDS_BETWEEN_LINES:
            return
        self.said = monotonic()
        done, total = (numeral(deals or 0, self.language) for deals in (task.completed, task.total))
        told = word("how-far", self.language, what=task.description, done=done, total=total)
        print(f"klaverjas: {told}, {_speed(task, self.language)}", file=sys.stderr, flush=True)


def progress(language: Language) -> Progress:
    """On standard error: a bar on a terminal, and otherwise a line each minute."""
    if not sys.stderr.isatty():
        return _InLines(language)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _DealsASecond(language),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _speed(task: Task, language: Language) -> str:
    speed = "-" if task.speed is None else numeral(task.speed, language, places=1)
    return word("deals-a-second", language, speed=speed)
