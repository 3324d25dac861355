"""Wrong passwords: by name and address, longer each time, and never at the cost of the owner."""

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from accounts import PASSWORD, account, log_in, unique
from klaverjas.server.limits import TooMany
from klaverjas.server.passwords import (
    FORGIVEN_AFTER,
    FREE_TRIES,
    LONGEST_DELAY,
    LONGEST_DELAY_AT_HOME,
    LONGEST_DELAY_OF_STRANGERS,
    MOST_REMEMBERED,
    MOST_WAITING_PER_ADDRESS,
    Attempts,
    HashingQueue,
)
from klaverjas.server.people import MOST_ADDRESSES, People
from klaverjas.server.store.database import Database
from klaverjas.server.store.migrate import migrate
from klaverjas.server.store.schema import known_addresses
from table_client import Client, run
from table_server import TableServer

WRONG = "een verkeerd wachtwoord"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def waits(
    attempts: Attempts, clock: Clock, tries: int, name: str, address: str, *, known: bool
) -> list[float]:
    """How long each of some wrong passwords had to wait, by somebody who tries again as soon as he may."""
    waited = []
    for _ in range(tries):
        before = clock.now
        while True:
            try:
                attempts.take(name, address, known=known)
                break
            except TooMany as refused:
                clock.now += refused.wait
        waited.append(clock.now - before)
    return waited


def test_after_some_wrong_passwords_each_takes_twice_as_long() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    waited = waits(attempts, clock, 20, "anna", "10.0.0.1", known=False)
    assert waited[: FREE_TRIES + 1] == [0] * (FREE_TRIES + 1)
    growing = waited[FREE_TRIES + 1 :]
    assert growing == sorted(growing)
    assert growing[:4] == pytest.approx([1, 2, 4, 8], abs=1)
    assert max(growing) <= LONGEST_DELAY + 1
    clock.now += FORGIVEN_AFTER + LONGEST_DELAY
    assert waits(attempts, clock, 2, "anna", "10.0.0.1", known=False)[0] == 0


def test_the_right_password_forgives_the_wrong_ones() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    waits(attempts, clock, 8, "anna", "10.0.0.1", known=False)
    attempts.was_right("anna", "10.0.0.1")
    assert waits(attempts, clock, FREE_TRIES, "anna", "10.0.0.1", known=False) == [0] * FREE_TRIES


def test_strangers_at_a_hundred_addresses_do_not_delay_the_owner_at_his_own() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for stranger in range(100):
        waits(attempts, clock, 4, "anna", f"10.1.0.{stranger}", known=False)
    attempts.check("anna", "10.0.0.1", known=True)
    waited = waits(attempts, clock, 20, "anna", "10.0.0.1", known=True)
    assert waited[0] == 0
    assert max(waited) <= LONGEST_DELAY_AT_HOME + 1


def test_an_owner_at_a_new_address_waits_for_strangers_once_and_then_has_his_turn() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for stranger in range(200):
        attempts_left = 3
        while attempts_left:
            try:
                attempts.take("anna", f"10.1.0.{stranger}", known=False)
            except TooMany:
                break
            attempts_left -= 1
    with pytest.raises(TooMany) as refused:
        attempts.check("anna", "10.0.0.1", known=False)
    assert refused.value.wait <= LONGEST_DELAY_OF_STRANGERS + 1
    # While he waits the strangers go on; that makes nothing longer for him.
    for stranger in range(200, 300):
        with pytest.raises(TooMany):
            attempts.take("anna", f"10.1.0.{stranger}", known=False)
    clock.now += refused.value.wait
    attempts.take("anna", "10.0.0.1", known=False)
    # Other names are not concerned.
    attempts.take("bert", "10.0.0.1", known=False)


def test_what_is_remembered_of_wrong_passwords_is_bounded() -> None:
    attempts = Attempts(Clock())
    for number in range(MOST_REMEMBERED + 100):
        attempts.take(f"name {number}", "10.0.0.1", known=False)
    assert len(attempts._pairs) == len(attempts._strangers) == MOST_REMEMBERED


def test_one_address_that_floods_does_not_make_another_wait_long() -> None:
    async def go() -> None:
        turns = HashingQueue(at_once=2)
        order: list[str] = []

        async def work(address: str, *, first: bool = False) -> None:
            def done() -> None:
                time.sleep(0.02)
                order.append(address)

            await turns.run(address, done, first=first)

        flood = [asyncio.create_task(work("flood")) for _ in range(2 + MOST_WAITING_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await work("flood")
        others = [asyncio.create_task(work(f"other {number}")) for number in range(20)]
        await asyncio.sleep(0)
        owner = asyncio.create_task(work("owner", first=True))
        await asyncio.gather(owner, *flood, *others)
        assert order.index("owner") <= 4  # behind what was running already
        assert max(order.index(f"other {number}") for number in range(20)) <= 24
        again = asyncio.create_task(work("flood"))  # everything is free again
        await again
        cancelled = [asyncio.create_task(work("flood")) for _ in range(4)]
        await asyncio.sleep(0)
        for task in cancelled:
            task.cancel()
        await asyncio.gather(*cancelled, return_exceptions=True)
        await asyncio.wait_for(work("owner"), 1)

    asyncio.run(go())


def at(client: Client, address: str) -> Client:
    client.http.headers["x-forwarded-for"] = address
    return client


def test_a_stranger_who_guesses_locks_nobody_out(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        home, name = at(Client(url, "Thuis"), "10.0.0.1"), unique("Wim")
        assert (await account(home, name)).status_code == 201
        for number in range(30):  # of several addresses, as many as they may
            stranger = at(Client(url, "Vreemde"), f"10.1.0.{number % 3}")
            answer = await log_in(stranger, name, WRONG)
            assert answer.json()["code"] in ("wrong-password", "too-many")
            await stranger.close()
        last = await log_in(at(Client(url, "Vreemde"), "10.1.0.1"), name, PASSWORD)
        assert (last.status_code, last.json()["code"]) == (429, "too-many")  # even with the right one
        assert int(last.headers["retry-after"]) >= 1
        again = at(Client(url, "Thuis"), "10.0.0.1")
        assert (await log_in(again, name)).status_code == 200
        other = unique("Noor")
        assert (await account(at(Client(url, "Noor"), "10.0.0.2"), other)).status_code == 201

    with TableServer(tmp_path, trusted_proxies="127.0.0.1", account_attempts_per_address=60) as server:
        run(visit(server.url))


def test_a_flood_of_wrong_passwords_does_not_starve_the_owner(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        home, name = at(Client(url, "Thuis"), "10.0.0.1"), unique("Wim")
        assert (await account(home, name)).status_code == 201
        going_on = True

        async def guess(number: int) -> None:
            async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
                http.headers["x-forwarded-for"] = f"10.2.0.{number % 20}"
                while going_on:
                    await http.put("/api/me/session", json={"name": unique("Wie"), "password": WRONG})

        flood = [asyncio.create_task(guess(number)) for number in range(40)]
        await asyncio.sleep(1)
        begun = time.monotonic()
        assert (await log_in(at(Client(url, "Thuis"), "10.0.0.1"), name)).status_code == 200
        took = time.monotonic() - begun
        going_on = False
        await asyncio.gather(*flood)
        assert took < 3, took

    with TableServer(tmp_path, trusted_proxies="127.0.0.1") as server:
        run(visit(server.url))


def test_wrong_passwords_for_a_change_or_an_erasure_count_as_well(server: TableServer) -> None:
    async def visit() -> None:
        home, name = Client(server.url, "Thuis"), unique("Wim")
        await account(home, name)
        codes = []
        for _ in range(5):
            change = await home.http.put("/api/me/password", json={"old": WRONG, "new": PASSWORD})
            erase = await home.http.post("/api/me/erasure", json={"password": WRONG})
            codes += [change.json()["code"], erase.json()["code"]]
        assert set(codes) == {"wrong-password", "too-many"}

    run(visit())


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


def test_an_account_remembers_where_it_is_at_home_without_writing_down_where_that_is(
    database_url: str,
) -> None:
    async def visit() -> None:
        database = Database(database_url)
        await migrate(database)
        people = People(database, "key")
        await people.register(None, "Anna Bas", PASSWORD, "10.0.0.0")
        for number in range(1, MOST_ADDRESSES + 2):
            await people.log_in(None, "Anna Bas", PASSWORD, f"10.0.0.{number}")
        identity, _ = await people.log_in(None, "Anna Bas", PASSWORD, f"10.0.0.{MOST_ADDRESSES}")
        async with database.read() as connection:
            rows = (await connection.execute(known_addresses.select())).all()
        assert len(rows) == MOST_ADDRESSES
        assert not any("10.0.0" in row.address for row in rows)
        await people.erase(identity)
        async with database.read() as connection:
            assert (await connection.execute(known_addresses.select())).all() == []
        await database.close()

    asyncio.run(visit())
