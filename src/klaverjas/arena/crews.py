"""Who plays the deals: processes, or for one worker this process itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from klaverjas.arena.duplicate import Pairing, Played, play_deal
from klaverjas.arena.outside import EngineLimits
from klaverjas.arena.players import ArenaPlayer, player_named
from klaverjas.plumbing.processes import pool

AHEAD: Final = 4  # deals that are handed out for each worker


class Task(NamedTuple):
    """A deal to be played."""

    pairing: Pairing
    number: int
    random_troef: bool
    recorded: bool
    limits: EngineLimits


class Players:
    """Those that this process has met; an engine is started once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, EngineLimits], ArenaPlayer] = {}

    def named(self, name: str, limits: EngineLimits) -> ArenaPlayer:
        player = self._known.get((name, limits))
        if player is None:
            player = self._known[name, limits] = player_named(name, limits)
        return player

    def close(self) -> None:
        while self._known:
            _, player = self._known.popitem()
            player.close()


_here = Players()


def carry_out(task: Task) -> Played:
    """Play a deal in this process."""
    return play_deal(
        task.pairing,
        task.number,
        lambda name: _here.named(name, task.limits),
        random_troef=task.random_troef,
        recorded=task.recorded,
    )


class ArenaWorkers(NamedTuple):
    """Workers, and how many deals are handed out to them at a time."""

    executor: Executor
    ahead: int


@contextmanager
def workers(count: int) -> Iterator[ArenaWorkers]:
    """Processes that end with this one, however it ends."""
    if count == 1:
        try:
            yield ArenaWorkers(_AtOnce(), ahead=1)
        finally:
            _here.close()
        return
    with pool(count, before=_dismiss) as executor:
        yield ArenaWorkers(executor, AHEAD * count)


def _dismiss() -> None:
    """The players of this process, whichever that is."""
    _here.close()


class _AtOnce(Executor):
    """Does what it is given before it answers."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
