"""The measurement itself: it sees nothing where nothing happens, and sees a server that stands still."""

import asyncio
import os
import signal
import time

import pytest

from siege import withstand
from table_server import TableServer


async def nothing(end: float) -> None:
    await asyncio.sleep(max(0.0, end - time.monotonic()))


def test_a_server_that_nobody_attacks_stays_as_it_is(fortress: TableServer) -> None:
    withstand(fortress, nothing)


def test_a_server_that_stands_still_is_noticed(fortress: TableServer) -> None:
    async def freeze(end: float) -> None:
        while time.monotonic() < end:
            os.kill(fortress.pid, signal.SIGSTOP)
            await asyncio.sleep(0.2)
            os.kill(fortress.pid, signal.SIGCONT)
            await asyncio.sleep(0.1)

    with pytest.raises(AssertionError, match="with the attack"):
        withstand(fortress, freeze, 1.0)
