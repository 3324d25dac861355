"""Bots of one's own: a Python file, and what it calls the bot."""

import importlib.util
import random
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from klaverjas.actions import RoundAction
from klaverjas.bots import Advice, Bot, Budget
from klaverjas.errors import TextError
from klaverjas.view import View

PREFIX: Final = "python:"


def own_bot(text: str) -> Bot:
    """The bot that 'python:FILE:NAME' says: an object of the file, or what a function or class of that name gives."""
    file, _, name = text.removeprefix(PREFIX).rpartition(":")
    if not name or not file:
        raise TextError("own-bot", text=text[:200])
    found = getattr(_loaded(file), name, None)
    if callable(found):
        with _blamed(file):
            found = found()
    if not isinstance(found, Bot):
        raise TextError("no-own-bot", file=file, name=name)
    return _Own(file, found)


class _Own(Bot):
    """A bot from a file: what goes wrong in it is told with its line."""

    def __init__(self, file: str, bot: Bot) -> None:
        self._file, self._bot = file, bot
        self.name = getattr(bot, "name", type(bot).__name__)

    def get_ready(self) -> None:
        with _blamed(self._file):
            self._bot.get_ready()

    def within(self, budget: Budget) -> Bot:
        with _blamed(self._file):
            return _Own(self._file, self._bot.within(budget))

    def advise(self, view: View, chance: random.Random) -> Advice | None:
        with _blamed(self._file):
            return self._bot.advise(view, chance)

    def act(self, view: View, chance: random.Random) -> RoundAction | None:
        with _blamed(self._file):
            return self._bot.act(view, chance)


@contextmanager
def _blamed(file: str) -> Iterator[None]:
    """Whatever goes wrong here is the file's own fault."""
    try:
        yield
    except (Exception, SystemExit) as error:
        path = str(Path(file).resolve())
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path
        ]
        line = f" (line {lines[-1]})" if lines else ""
        raise TextError("own-bot-fault", file=file, why=f"{type(error).__name__}: {error}{line}") from error


@cache
def _loaded(file: str) -> ModuleType:
    """The file as a module; once in a process."""
    path = Path(file).resolve()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise TextError("no-python-file", file=file)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)  # where classes of it look for their module
    with _blamed(file):
        spec.loader.exec_module(module)
    return module
