"""Everything that is not live: what OpenAPI promises is kept, whatever is asked."""

import asyncio
import json
import random
import re
from collections import Counter
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from websockets.asyncio.client import connect

from klaverjas.bots import LEVELS
from soak import SEED
from table_client import QUICK, Client, four_at_a_table, play_on, run
from table_server import TableServer

PROMISES = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    unsupported_method,
]
RANDOM = settings(
    max_examples=8,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
    database=None,
)


@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["asked well", "asked badly"]
)
def test_nothing_that_is_asked_breaks_a_promise(server: TableServer, mode: GenerationMode) -> None:
    api = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    operations = [found.ok() for found in api.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 15
    with requests.Session() as nobody, requests.Session() as somebody:

        def ask(case: "Case[Any]") -> None:
            for session in (nobody, somebody):
                if session is somebody and "klaverjas" not in session.cookies:  # erased, or logged out
                    session.post(f"{server.url}/api/tables", json={"name": "Zus"}, timeout=10)
                case.call_and_validate(session=session, checks=PROMISES)

        for operation in operations:
            if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query):
                continue
            RANDOM(given(case=operation.as_strategy(generation_mode=mode))(ask))()


# --- many at once -------------------------------------------------------------------------------------


async def sits(client: Client, seat: str, others: asyncio.Barrier) -> str:
    """Come to the table, wait for the others, and ask for a seat; the answer."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    where = f"{client.url.replace('http', 'ws', 1)}/ws/{client.code}"
    headers = {"Cookie": cookie}
    async with connect(
        where, additional_headers=headers, compression=None, proxy=None, max_queue=None
    ) as socket:
        await others.wait()
        await socket.send(json.dumps({"do": "sit", "id": "1", "seat": seat}))
        async for message in socket:  # there are many others, and each of them is told of each
            if str(message).startswith(('{"type":"done"', '{"type":"refused"')):
                answer = json.loads(message)
                return str(answer.get("code", answer["type"]))
    raise AssertionError("no answer")


def test_of_two_hundred_who_want_a_seat_four_get_one(server: TableServer) -> None:
    async def rush() -> None:
        host = Client(server.url, "Gastheer")
        await host.open_table()
        crowd = [Client(server.url, f"Speler {number}") for number in range(200)]
        await asyncio.gather(*(client.join(host.code) for client in crowd))
        chance = random.Random(SEED)
        wishes = [*"SWNE", *(chance.choice("SWNE") for _ in crowd[4:])]
        others = asyncio.Barrier(200)
        answers = await asyncio.gather(
            *(sits(client, seat, others) for client, seat in zip(crowd, wishes, strict=True))
        )
        assert Counter(answers) == {"done": 4, "seat-taken": 196}
        await host.connect()
        lucky = {
            seat: client.player
            for client, seat, answer in zip(crowd, wishes, answers, strict=True)
            if answer == "done"
        }
        assert lucky == {seat: chair["player"] for seat, chair in host.snapshot["table"]["seats"].items()}
        assert len(host.snapshot["table"]["people"]) == 201

    run(rush())


def test_one_name_is_given_once_however_many_ask_for_it(server: TableServer) -> None:
    async def rush() -> None:
        host = Client(server.url, "Gastheer")
        await host.open_table()
        crowd = [Client(server.url, "Iedereen") for _ in range(30)]
        answers = await asyncio.gather(*(client.join(host.code) for client in crowd))
        assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 29}

    run(rush())


# --- keeping a server ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_page_that_lists_the_requests_needs_nothing_that_the_server_forbids(
    server: TableServer, language: str
) -> None:
    page = httpx.get(f"{server.url}/schema", params={"lang": language}).text
    assert not re.search(r"<script|<style|<link|<img|style=|src=|https?://", page)
    assert f'<html lang="{language}">' in page
    assert ("Een programma leest" in page) == (language == "nl")
    (where,) = re.findall('href="([^"]*)"', page)
    description = httpx.get(f"{server.url}{where}").json()
    for path, operations in description["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in page
    for other in (
        "swagger",
        "redoc",
        "elements",
        "rapidoc",
    ):  # those of the framework, with scripts from elsewhere
        missing = httpx.get(f"{server.url}/schema/{other}")
        assert (missing.status_code, missing.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/healthz", 200, "application/json"),
        ("/readyz", 200, "application/json"),
        ("/schema/openapi.json", 200, "application/vnd.oai.openapi+json"),
        ("/schema", 200, "text/html"),
        ("/api/rules", 200, "application/json"),
        ("/api/rules/schema", 200, "application/json"),
        ("/api/tables", 200, "application/json"),
        ("/metrics", 401, "application/json"),
        ("/nowhere", 404, "application/json"),
        ("/api/tables/%00", 400, "application/json"),
        ("/api/games/0000000000000000", 404, "application/json"),
    ],
)
def test_every_answer_has_its_type_and_the_headers_that_protect_a_browser(
    server: TableServer, path: str, status: int, kind: str
) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert answer.status_code == status
    assert answer.headers["content-type"].split(";")[0] == kind
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "server" not in answer.headers
    if path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"
    if status >= 400:
        assert set(answer.json()) == {"code", "sentence"}


def test_refusals_are_told_in_the_language_that_is_asked_for(server: TableServer) -> None:
    def sentence(lang: str, accept: str) -> str:
        answer = httpx.get(f"{server.url}/api/me{lang}", headers={"Accept-Language": accept})
        return str(answer.json()["sentence"])

    dutch, english = sentence("?lang=nl", "en"), sentence("?lang=en", "nl")
    assert dutch != english
    assert sentence("", "en-GB,nl;q=0.5") == english
    assert sentence("", "nl-BE") == sentence("", "fr") == sentence("?lang=xx", "") == dutch


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b'{"name": "Zus", "cheat": true}', "application/json", 400),
        (b'{"name": "Zus", "rules": {"base": "rotterdam", "deal": "all to me"}}', "application/json", 400),
        (b'{"name": "Zus", "rules": 7}', "application/json", 400),
        (b'{"name": "Zus", "trick_pause": 1e9}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 30_000, "application/json", 400),
        (b"name=Zus", "application/x-www-form-urlencoded", 400),
        (b'{"name": "' + b"x" * 70_000 + b'"}', "application/json", 413),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_body_that_makes_no_sense_is_refused(
    server: TableServer, content: bytes, kind: str, status: int
) -> None:
    answer = httpx.post(f"{server.url}/api/tables", content=content, headers={"Content-Type": kind})
    assert (answer.status_code, set(answer.json())) == (status, {"code", "sentence"})
    assert "set-cookie" not in answer.headers


def test_a_public_table_is_listed_and_another_is_not(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        public = await zus.open_table(public=True, rules={"base": "lugus", "end": {"rounds": 4}})
        private = await zus.open_table()
        listed = {table["code"]: table for table in (await zus.http.get("/api/tables")).json()}
        assert private not in listed
        shown = listed[public]
        assert (shown["own_rules"], shown["free_seats"], shown["names"]) == (True, 4, ["Zus"])
        assert shown == (await zus.http.get(f"/api/tables/{public}")).json()
        zus.code = public
        await zus.connect()
        await zus.do("configure", public=False)
        assert public not in [table["code"] for table in (await zus.http.get("/api/tables")).json()]

    run(visit())


def test_a_finished_game_is_listed_once_for_each_who_played(server: TableServer) -> None:
    async def visit() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        for _ in range(3):
            await clients[0].do("start")
            await asyncio.gather(*(play_on(one, random.Random(at)) for at, one in enumerate(clients)))
        for client, seat in zip(clients, "SWNE", strict=True):
            games = (await client.http.get("/api/me/games")).json()
            assert [game["seat"] for game in games] == [seat] * 3
            ends = [game["ended_at"] for game in games]
            assert ends == sorted(ends, reverse=True)
            page = (await client.http.get(f"/api/me/games?most=1&before={ends[0]}")).json()
            assert page == games[1:2]
        assert (await clients[0].http.get("/api/me/games?most=0")).status_code == 400

    run(visit())


def test_the_levels_are_offered_from_weak_to_strong_and_a_new_bot_is_one_of_them(server: TableServer) -> None:
    told = httpx.get(f"{server.url}/api/rules").json()
    assert told["levels"] == list(LEVELS)
    assert told["default_level"] in told["levels"]
    assert set(told["levels"]) | {"regels", "montecarlo"} <= set(told["bots"])
