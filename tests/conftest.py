"""Settings of all tests, and the servers that some of them need."""

import signal
from collections.abc import Iterator
from uuid import uuid4

import pytest
from hypothesis import settings

from services import Postgres, Redis

# A shell ignores Ctrl-C for what it starts with &, and so would every program that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# These machines are shared: how long an example takes says nothing about the program.
settings.register_profile("klaverjas", deadline=None)
settings.load_profile("klaverjas")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this process."""
    with Postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """A fresh database."""
    postgres_server.start()  # an earlier test may have taken it down
    name = f"test_{uuid4().hex}"
    yield postgres_server.create_database(name)
    if postgres_server.running:
        postgres_server.drop_database(name)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server for all tests of this process."""
    with Redis() as server:
        yield server


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    """An empty Redis."""
    redis_server.start()  # an earlier test may have taken it down
    redis_server.flush()
    return redis_server.url
