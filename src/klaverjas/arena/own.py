"""Bots of one's own: a Python file, and what it calls the bot."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from klaverjas.bots import Bot
from klaverjas.errors import TextError

PREFIX: Final = "python:"


def own_bot(text: str) -> Bot:
    """The bot that 'python:FILE:NAME' says: an object of the file, or what a function or class of that name gives."""
    file, colon, name = text.removeprefix(PREFIX).rpartition(":")
    if not colon or not file:
        raise TextError("own-bot", text=text[:200])
    found = getattr(_loaded(file), name, None)
    if callable(found):
        found = found()
    if not isinstance(found, Bot):
        raise TextError("no-own-bot", file=file, name=name)
    return found


@cache
def _loaded(file: str) -> ModuleType:
    """The file as a module; once in a process."""
    path = Path(file).resolve()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise TextError("cannot-read", file=file, why="no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)  # where classes of it look for their module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise TextError("own-bot-fault", file=file, why=f"{type(error).__name__}: {error}") from error
    return module
