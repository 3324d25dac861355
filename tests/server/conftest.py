"""One server for all tests that need nothing special of it."""

from collections.abc import Iterator

import pytest

from table_server import TableServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with TableServer(tmp_path_factory.mktemp("server")) as running:
        yield running
