"""One browser and one server for all tests in real browsers; a house with devices for each of them."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.browser import Chromium
from e2e.house import House
from table_server import TableServer

LONGEST_FIRST = ("test_screens", "test_rounds", "test_start")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first: at the end, nobody is left waiting for it."""
    folder = Path(__file__).parent
    here = [item for item in items if item.path.parent == folder]
    here.sort(key=lambda item: (*LONGEST_FIRST, item.path.stem).index(item.path.stem))
    items[:] = [*here, *(item for item in items if item.path.parent != folder)]


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    """The loop of the browser. It runs only while a test of this folder does, so that others can have their own."""
    with asyncio.Runner() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(runner: asyncio.Runner) -> Iterator[Chromium]:
    browser = runner.run(Chromium.start())
    yield browser
    runner.run(browser.stop())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with TableServer(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def house(runner: asyncio.Runner, chromium: Chromium, server: TableServer) -> Iterator[House]:
    made = House(chromium, server)
    yield made
    runner.run(made.close())


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests of this folder are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    runner: asyncio.Runner = pyfuncitem._request.getfixturevalue("runner")
    runner.run(pyfuncitem.obj(**wanted))
    return True
