"""Who plays the deals: processes, or for one worker this process itself."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from klaverjas.arena.duplicate import Pairing, Played, play_deal
from klaverjas.arena.outside import Limits
from klaverjas.arena.players import Player, player_named
from klaverjas.errors import KlaverjasError
from klaverjas.processes import end_with

AHEAD: Final = 4  # deals that are handed out for each worker


class Task(NamedTuple):
    """A deal to be played."""

    pairing: Pairing
    number: int
    random_troef: bool
    recorded: bool
    limits: Limits


class Players:
    """Those that this process has met; an engine is started once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Limits], Player] = {}

    def named(self, name: str, limits: Limits) -> Player:
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


class Crew(NamedTuple):
    """Workers, and how many deals are handed out to them at a time."""

    executor: Executor
    ahead: int


@contextmanager
def workers(count: int) -> Iterator[Crew]:
    """Processes that end with this one, however it ends."""
    if count == 1:
        try:
            yield Crew(_AtOnce(), ahead=1)
        finally:
            _here.close()
        return
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_settle, initargs=(os.getpid(),)
    )
    try:
        yield Crew(pool, AHEAD * count)
    except BaseException as error:
        for process in list((pool._processes or {}).values()):
            process.kill()  # nobody waits for the deals that they are at
        if isinstance(error, BrokenProcessPool):
            raise KlaverjasError("arena-worker") from error
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _settle(parent: int) -> None:
    end_with(parent, before=_here.close)


class _AtOnce(Executor):
    """Does what it is given before it answers."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
