"""The door of a table at a real server: keys, codes, the lock, removals, and one person with several ids."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from accounts import account, log_in, unique
from klaverjas.errors import KlaverjasError
from klaverjas.server.limits import SHARE_OF_REQUESTS, SHARE_OF_TABLES, Gates, Rate
from klaverjas.server.settings import Limits
from table_client import QUICK, Client, four_at_a_table, run
from table_server import TableServer, two_nodes


def key_in(link: str) -> str:
    return link.partition("#")[2]


async def key_of(client: Client) -> str:
    return key_in((await client.http.get(f"/api/tables/{client.code}")).json()["link"])


async def until_let_in(client: Client, code: str, **how: Any) -> httpx.Response:
    async with asyncio.timeout(20):
        while (answer := await client.join(code, **how)).status_code == 202:
            await asyncio.sleep(0.05)
    return answer


# --- removed means removed ------------------------------------------------------------------------------


def test_a_removal_renews_the_link_and_the_removed_player_does_not_learn_the_new_one(
    server: TableServer,
) -> None:
    async def story() -> None:
        zus, wim, noor, otto = await four_at_a_table(server.url)
        old_code, old_key = zus.code, await key_of(zus)
        assert zus.snapshot["table"]["key"] == old_key
        await zus.do("remove", player=wim.player)
        renewed = await noor.until_event("key-renewed")
        await wim.until(lambda: wim.goodbye is not None)
        assert wim.goodbye is not None
        assert wim.goodbye["code"] == "removed-from-table"
        assert renewed["key"] not in "".join(wim.received)
        assert renewed["code"] not in [event.get("code") for event in wim.events]
        assert (renewed["code"], renewed["key"]) != (old_code, old_key)
        for code, key in ((old_code, old_key), (old_code, None), (renewed["code"], renewed["key"])):
            answer = await wim.join(code, key=key)
            assert (answer.status_code, answer.json()["code"]) == (403, "removed-from-table")
        # Whoever is at the table finds it under the old code, too.
        noor.code = old_code
        await noor.connect()
        assert noor.snapshot["table"]["code"] == renewed["code"]
        for client in (zus, wim, noor, otto):
            await client.close()

    run(story())


def test_a_removed_account_does_not_come_back_through_a_guest_that_logs_in(server: TableServer) -> None:
    async def story() -> None:
        zus, wim, noor, otto = await four_at_a_table(server.url)
        name = unique("Wim")
        await account(wim, name)
        await zus.do("remove", player=wim.player)
        renewed = await noor.until_event("key-renewed")
        guest = Client(server.url, "Gast")
        assert (await guest.join(renewed["code"], key=renewed["key"])).status_code == 200
        await guest.connect()
        await log_in(guest, name)
        await zus.until(
            lambda: any(event["kind"] == "left" and event["player"] == guest.player for event in zus.events)
        )
        again = await guest.join(renewed["code"], key=renewed["key"])
        assert (again.status_code, again.json()["code"]) == (403, "removed-from-table")
        for client in (zus, wim, noor, otto, guest):
            await client.close()

    run(story())


@pytest.mark.parametrize("by", ["key", "code"])
def test_by_the_old_link_one_waits_and_sees_nothing_until_the_host_says_yes(
    server: TableServer, by: str
) -> None:
    async def story() -> None:
        zus, wim, noor, otto = await four_at_a_table(server.url)
        code = zus.code
        how = {"key": await key_of(zus)} if by == "key" else {}
        await zus.do("remove", player=wim.player)
        eva = Client(server.url, "Eva")
        answer = await eva.join(code, **how)
        assert (answer.status_code, answer.json()["waits"]) == (202, True)
        new = (
            zus.events[-1]
            if zus.events[-1]["kind"] == "key-renewed"
            else await zus.until_event("key-renewed")
        )
        assert new["key"] not in answer.text
        assert new["code"] not in answer.text
        headers = {"Klaverjas-Key": how["key"]} if how else {}
        shown = await eva.http.get(f"/api/tables/{code}", headers=headers)
        assert (shown.json()["names"], shown.json()["people"], shown.json()["waits"]) == ([], 0, True)
        assert new["code"] not in shown.text
        asked = await zus.until_event("entry-asked")
        assert (asked["name"], asked["how"]) == ("Eva", "old")
        eva.code = code
        await eva.connect()
        assert eva.goodbye is not None
        assert eva.goodbye["code"] == "not-at-table"
        assert await noor.refused("let-in", player=asked["player"]) == "host-only"
        await zus.do("let-in", player=asked["player"])
        answer = await until_let_in(eva, code, **how)
        assert answer.json()["code"] == new["code"]
        assert key_in(answer.json()["link"]) == new["key"]
        await eva.connect()
        await eva.do("sit", seat="W")
        for client in (zus, wim, noor, otto, eva):
            await client.close()

    run(story())


def test_whoever_is_turned_away_is_told_so(server: TableServer) -> None:
    async def story() -> None:
        zus, eva = Client(server.url, "Zus"), Client(server.url, "Eva")
        await zus.open_table()
        await zus.connect()
        await zus.do("lock")
        assert (await eva.join(zus.code)).status_code == 202
        await zus.do("turn-away", player=(await zus.until_event("entry-asked"))["player"])
        answer = await eva.join(zus.code)
        assert (answer.status_code, answer.json()["code"]) == (403, "turned-away")

    run(story())


# --- the lock, at two nodes -----------------------------------------------------------------------------


def test_somebody_waits_at_one_node_for_a_host_at_another(tmp_path: Path, postgres_url: str) -> None:
    async def story(nodes: list[TableServer]) -> None:
        zus, eva = Client(nodes[0].url, "Zus"), Client(nodes[1].url, "Eva")
        await zus.open_table()
        await zus.connect()
        await zus.do("lock")
        key = await key_of(zus)
        assert (await eva.join(zus.code, key=key)).status_code == 202
        asked = await zus.until_event("entry-asked")
        assert asked["name"] == "Eva"
        watching = Client(nodes[1].url, "Zus", zus.http.cookies)
        watching.code = zus.code
        await watching.connect()
        assert [one["name"] for one in watching.snapshot["table"]["waiting"]] == ["Eva"]
        await zus.do("let-in", player=asked["player"])
        assert (await until_let_in(eva, zus.code, key=key)).status_code == 200
        await eva.connect()
        await zus.do("remove", player=eva.player)
        renewed = await watching.until_event("key-renewed")  # the other node has the new link
        shown = (await watching.http.get(f"/api/tables/{renewed['code']}")).json()
        assert key_in(shown["link"]) == renewed["key"]
        fons = Client(nodes[1].url, "Fons")
        await zus.do("lock", locked=False)
        assert (await fons.join(renewed["code"], key=renewed["key"])).status_code == 200

    with two_nodes(tmp_path, postgres_url) as nodes:
        run(story(nodes))


# --- doors that strangers cannot shut -------------------------------------------------------------------


def test_wrong_codes_of_others_do_not_keep_out_whoever_has_the_link(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        zus = Client(url, "Zus")
        await zus.open_table()
        key = await key_of(zus)
        async with httpx.AsyncClient(base_url=url) as stranger:
            guesses = [await stranger.get(f"/api/tables/{number:06}") for number in range(8)]
            assert guesses[-1].status_code == 429
        eva, fons = Client(url, "Eva"), Client(url, "Fons")
        assert (await fons.join(zus.code)).status_code == 429  # without a key one may be a stranger, too
        shown = await eva.http.get(f"/api/tables/{zus.code}", headers={"Klaverjas-Key": key})
        assert shown.json()["names"] == ["Zus"]
        assert (await eva.join(zus.code, key=key)).status_code == 200
        assert (await zus.join(zus.code)).status_code == 200  # whoever is at the table is not limited
        assert (await zus.http.get(f"/api/tables/{zus.code}")).status_code == 200
        assert (await fons.join(zus.code, key="0" * 32)).status_code == 429

    with TableServer(tmp_path, wrong_codes_per_address=4, wrong_codes_per_minute=4) as server:
        run(story(server.url))


def test_a_wrong_key_is_a_wrong_code(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with httpx.AsyncClient(base_url=url) as stranger:
            wrong = {"Klaverjas-Key": "f" * 32}
            statuses = [
                (await stranger.get(f"/api/tables/{number:06}", headers=wrong)).status_code
                for number in range(5)
            ]
            assert statuses == [404, 404, 404, 429, 429]

    with TableServer(tmp_path, wrong_codes_per_address=3) as server:
        run(story(server.url))


def test_many_strangers_do_not_use_up_the_tables_of_others(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with httpx.AsyncClient(base_url=url) as http:

            async def opened(address: str) -> int:
                headers = {"X-Forwarded-For": address}
                answer = await http.post("/api/tables", json={"name": "Zus"}, headers=headers)
                http.cookies.clear()
                return answer.status_code

            statuses = [await opened("10.0.0.1") for _ in range(20)]
            assert statuses == [201] * (SHARE_OF_TABLES + 3) + [429] * (20 - SHARE_OF_TABLES - 3)
            assert [await opened("10.0.0.2") for _ in range(SHARE_OF_TABLES + 1)] == [
                201
            ] * SHARE_OF_TABLES + [429]

    options: dict[str, Any] = {
        "tables_per_address": 10,
        "tables_per_hour": 3,
        "trusted_proxies": "127.0.0.0/8",
    }
    with TableServer(tmp_path, **options) as server:
        run(story(server.url))


def test_many_addresses_do_not_use_up_the_requests_of_another() -> None:
    requests = Gates(Limits()).requests
    requests.clock = lambda: 0.0
    for number in range(10):
        with contextlib.suppress(KlaverjasError):
            for _ in range(requests.per_address):
                requests.take(f"10.0.0.{number}")
    with pytest.raises(KlaverjasError):
        requests.check("10.0.0.9")
    for _ in range(SHARE_OF_REQUESTS):
        requests.take("10.0.1.1")


def test_everyone_has_a_share_that_others_cannot_use_up() -> None:
    now = 0.0
    rate = Rate("tables", 5, 4, 60, clock=lambda: now, share=2)
    for address in "ab":
        for _ in range(4):
            rate.take(address)
    with pytest.raises(KlaverjasError):
        rate.take("a")  # the total is used up
    rate.take("c")
    rate.take("c")
    with pytest.raises(KlaverjasError):
        rate.take("c")
    rate.take("c", alone=True)


def test_the_key_stands_in_no_log_and_not_with_a_private_table_in_the_lobby(tmp_path: Path) -> None:
    async def story(url: str) -> list[str]:
        zus, noor = Client(url, "Zus"), Client(url, "Noor")
        await zus.open_table(public=True)
        await noor.open_table()
        stranger = Client(url, "Wim")
        (listed,) = (await stranger.http.get("/api/tables")).json()
        assert key_in(listed["link"]) == await key_of(zus)  # it is open to everyone
        shown = await stranger.http.get(f"/api/tables/{noor.code}")
        assert "#" not in shown.json()["link"]
        keys = [await key_of(zus), await key_of(noor)]
        await stranger.join(noor.code, key=keys[1])
        await zus.connect()
        await zus.do("lock")
        (listed,) = (await Client(url, "Otto").http.get("/api/tables")).json()
        assert (listed["waits"], listed["link"].partition("#")[2]) == (True, "")
        return keys

    async def collect() -> None:
        keys.extend(await story(server.url))

    keys: list[str] = []
    with TableServer(tmp_path, log_level="debug") as server:
        run(collect())
        assert len(keys) == 2
        assert not [key for key in keys if key in server.said()]


# --- one person, one hand -------------------------------------------------------------------------------


async def leave(client: Client) -> None:
    await client.send('{"do": "leave", "id": "leave"}')
    await client.until(lambda: client.goodbye is not None)
    await client.disconnect()


def test_an_account_that_watches_gets_no_hand_after_its_guest_has_seen_one(server: TableServer) -> None:
    async def story() -> None:
        zus, wim, noor, otto = await four_at_a_table(server.url, **QUICK)
        name = unique("Kees")
        kees = Client(server.url, name)  # an account, at the table in another browser
        await account(kees, name)
        await kees.join(zus.code)
        await kees.connect()
        await zus.do("start")
        await wim.until(lambda: bool(wim.hand))
        for client in (wim, noor):
            await leave(client)
        await log_in(wim, name)  # the guest who has seen West's hand is this account
        assert await kees.refused("sit", seat="N") == "held-other-seat"
        await kees.do("sit", seat="W")
        for client in (zus, wim, noor, otto, kees):
            await client.close()

    run(story())


def test_a_guest_gets_no_hand_after_the_account_that_it_became_has_seen_one(server: TableServer) -> None:
    async def story() -> None:
        zus, wim, noor, otto = await four_at_a_table(server.url, **QUICK)
        name = unique("Kees")
        await account(wim, name)
        await wim.connect()  # registering ends the guest's session
        guest = Client(server.url, "Gast")
        await guest.join(zus.code)
        await guest.connect()
        phone = Client(server.url, "Gast", httpx.Cookies(guest.http.cookies))
        await zus.do("start")
        await wim.until(lambda: bool(wim.hand))
        await leave(noor)
        await log_in(phone, name)
        await guest.until(lambda: guest.goodbye is not None)
        assert (await phone.join(zus.code)).status_code == 200
        await phone.connect()  # as the one who sits
        assert phone.you["seat"] == "W"
        assert await phone.refused("sit", seat="N") == "held-other-seat"
        for client in (zus, wim, noor, otto, guest, phone):
            await client.close()

    run(story())


def test_whoever_becomes_one_person_keeps_one_seat(server: TableServer) -> None:
    async def story() -> None:
        zus, wim, noor, otto = await four_at_a_table(server.url, **QUICK)
        name = unique("Kees")
        await account(wim, name)
        await wim.connect()  # registering ends the guest's session
        await zus.do("start")
        await noor.until(lambda: bool(noor.hand))
        await log_in(noor, name)  # West and North are one person now
        await noor.until(lambda: noor.goodbye is not None)
        assert (await zus.until_event("stand-in-sat"))["seat"] == "N"
        assert wim.goodbye is None
        for client in (zus, wim, noor, otto):
            await client.close()

    run(story())
