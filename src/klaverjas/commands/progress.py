"""How far long work with deals is."""

import sys

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from klaverjas.commands.words import word
from klaverjas.sentences import Language


class _DealsASecond(ProgressColumn):
    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language

    def render(self, task: Task) -> Text:
        speed = "-" if task.speed is None else f"{task.speed:.1f}"
        return Text(word("deals-a-second", self.language, speed=speed), style="dim")


def progress(language: Language) -> Progress:
    """On standard error, and only where somebody can see it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _DealsASecond(language),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
