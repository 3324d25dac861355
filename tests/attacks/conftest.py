"""Servers with the limits of a new installation: one that is reached directly, and one behind a proxy."""

from collections.abc import Iterator

import pytest

from siege import default_limits
from stranger import Stranger
from table_server import TableServer


@pytest.fixture(scope="session")
def fortress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server that strangers reach directly."""
    with TableServer(tmp_path_factory.mktemp("direct"), **default_limits()) as running:
        yield running


@pytest.fixture(scope="session")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server whose only caller is the proxy at 127.0.0.1, which names the real one in X-Forwarded-For."""
    options = default_limits(trusted_proxies="127.0.0.1")
    with TableServer(tmp_path_factory.mktemp("proxied"), **options) as running:
        yield running


@pytest.fixture(params=["direct", "behind a proxy"])
def stranger(request: pytest.FixtureRequest) -> Stranger:
    """Somebody who attacks: directly, or through the proxy."""
    if request.param == "direct":
        return Stranger(request.getfixturevalue("fortress"))
    return Stranger(request.getfixturevalue("behind_proxy"), proxied=True)
