"""The servers that other tests rely on."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped,unused-ignore]
import pytest
import redis

import services
from services import Postgres, Redis, Service, ServiceError, children, is_free, reserve_port

TESTS = Path(__file__).parent


def query(url: str, *statements: str) -> Any:
    """The value that the last of the statements gives."""

    async def ask() -> Any:
        connection = await asyncpg.connect(url)
        try:
            for statement in statements:
                value = await connection.fetchval(statement)
            return value
        finally:
            await connection.close()

    return asyncio.run(ask())


def is_gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def are_gone(processes: list[int], folders: list[Path], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if all(map(is_gone, processes)) and not any(folder.exists() for folder in folders):
            return True
        time.sleep(0.02)
    return False


def processes(server: Service) -> list[int]:
    assert server._process is not None
    return [server._process.pid, *children(server._process.pid), server._guard.pid]


# --- one server ----------------------------------------------------------------------------------


def test_postgres_answers(postgres_server: Postgres, postgres_url: str) -> None:
    assert postgres_url.startswith("postgresql://")
    assert postgres_server.port < 32_768
    assert query(postgres_url, "SHOW max_connections") == "200"
    assert query(postgres_url, "SHOW fsync") == "off"


@pytest.mark.parametrize("turn", [1, 2])
def test_every_postgres_url_is_a_fresh_database(postgres_url: str, turn: int) -> None:
    assert query(postgres_url, "CREATE TABLE t (n int)", "SELECT count(*) FROM t") == 0


def test_a_name_is_a_database_once(postgres_server: Postgres) -> None:
    postgres_server.create_database("twice")
    with pytest.raises(ServiceError, match="already exists"):
        postgres_server.create_database("twice")
    postgres_server.drop_database("twice")
    postgres_server.create_database("twice")
    postgres_server.drop_database("twice")


@pytest.mark.parametrize("turn", [1, 2])
def test_every_redis_url_is_an_empty_redis(redis_url: str, turn: int) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0
        client.set("table", "1")
        assert client.get("table") == b"1"


@pytest.mark.parametrize("hard", [False, True])
def test_postgres_comes_back_with_its_data_on_the_same_port(hard: bool) -> None:
    with Postgres(durable=True) as server:
        url = server.create_database("kept")
        assert query(url, "SHOW fsync") == "on"
        for count in (1, 2):
            query(url, "CREATE TABLE IF NOT EXISTS t (n int)", "INSERT INTO t VALUES (1)")
            server.stop(hard=hard)
            server.stop(hard=hard)
            assert not server.running
            with pytest.raises(OSError, match=r"refused|Connect call failed"):
                query(url, "SELECT 1")
            server.start()
            server.start()
            assert query(url, "SELECT count(*) FROM t") == count


@pytest.mark.parametrize("hard", [False, True])
def test_redis_comes_back_with_its_data_on_the_same_port(hard: bool) -> None:
    with Redis() as server, redis.Redis.from_url(server.url) as client:
        for count in (1, 2):
            assert client.incr("count") == count
            server.stop(hard=hard)
            with pytest.raises(redis.ConnectionError):
                client.ping()
            server.start()


def test_a_hard_stop_says_nothing_to_those_connected(postgres_server: Postgres, postgres_url: str) -> None:
    async def wait_for_the_crash() -> None:
        connection = await asyncpg.connect(postgres_url)
        asleep = asyncio.ensure_future(connection.execute("SELECT pg_sleep(60)"))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(postgres_server.stop, hard=True)
        with pytest.raises((ConnectionError, asyncpg.ConnectionDoesNotExistError)):
            await asleep
        connection.terminate()

    asyncio.run(wait_for_the_crash())


def test_a_server_that_was_left_down_is_up_for_the_next_test(
    postgres_server: Postgres, redis_server: Redis, request: pytest.FixtureRequest
) -> None:
    postgres_server.stop(hard=True)
    redis_server.stop(hard=True)
    assert query(request.getfixturevalue("postgres_url"), "SELECT 1") == 1
    with redis.Redis.from_url(request.getfixturevalue("redis_url")) as client:
        assert client.ping()


# --- several of them, and none -------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Postgres, Redis])
def test_two_servers_do_not_collide(kind: type[Service]) -> None:
    with kind() as one, kind() as other:
        assert one.port != other.port
        assert one.folder != other.folder
        one.stop()
        assert other.running


@pytest.mark.parametrize("kind", [Postgres, Redis])
def test_a_server_whose_port_was_snatched_takes_another(
    kind: type[Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server((services.HOST, 0)) as thief:
        snatched = thief.getsockname()[1]
        ports = iter([(snatched, socket.socket())])
        monkeypatch.setattr(services, "reserve_port", lambda: next(ports, None) or reserve_port())
        with kind() as server:
            assert server.running
            assert server.port != snatched


def test_a_reserved_port_is_given_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    port, hold = reserve_port()
    free, other = reserve_port()
    other.close()
    choices = iter([port, port, free])
    monkeypatch.setattr(secrets, "choice", lambda _: next(choices))
    again, other = reserve_port()
    other.close()
    hold.close()
    assert again == free
    assert is_free(port)


@pytest.mark.parametrize("kind", [Postgres, Redis])
@pytest.mark.parametrize("stopped", [False, True])
def test_nothing_is_left_of_a_server(kind: type[Service], stopped: bool) -> None:
    with kind() as server:
        started = processes(server)
        if stopped:
            server.stop()
    assert are_gone(started, [server.folder], seconds=1)
    assert is_free(server.port)


SCRIPT = """
import os, signal, time
from services import Postgres, Redis
from test_services import processes
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what it starts with &
with Postgres() as postgres, Redis() as redis:
    print(*processes(postgres), *processes(redis))
    print(postgres.folder, redis.folder, flush=True)
    if os.fork() == 0:
        time.sleep(60)  # a child that outlives the tests
    print("forked", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_when_the_tests_are_ended(end: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-B", "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS / "support")))},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as run:
        assert run.stdout is not None
        started = [int(word) for word in run.stdout.readline().split()]
        folders = [Path(word) for word in run.stdout.readline().split()]
        assert run.stdout.readline() == "forked\n"
        assert len(started) > 4
        assert not any(map(is_gone, started))
        run.send_signal(end)
        gone = are_gone(started, folders)
        os.killpg(run.pid, signal.SIGKILL)
    assert gone


@pytest.mark.parametrize(("kind", "package"), [(Postgres, "postgresql"), (Redis, "redis-server")])
def test_a_server_that_is_not_installed_is_one_sentence(
    kind: type[Service], package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))
    with pytest.raises(ServiceError, match=f"install the Debian package {package},") as caught, kind():
        pass
    assert "\n" not in str(caught.value)


def test_a_server_that_cannot_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    command = Redis._command
    monkeypatch.setattr(Redis, "_command", lambda self: [*command(self), "--no-such-setting", "1"])
    with pytest.raises(ServiceError, match="no-such-setting"), Redis():
        pass
