"""Ids end where their pattern ends, and every refusal carries the id of what it refuses."""

import json
from pathlib import Path

import msgspec
import pytest

from klaverjas.server.table.commands import AnyCommand
from klaverjas.server.web.command_ids import id_in
from table_client import Client, run
from table_server import TableServer


@pytest.mark.parametrize(
    "command",
    [
        {"do": "tap", "id": "a1"},
        {"do": "play", "id": "a1", "card": "SA"},
        {"do": "bid", "id": "a1", "bid": "90H"},
    ],
)
def test_a_line_break_behind_an_id_a_card_or_a_bid_is_refused(command: dict[str, str]) -> None:
    decode = msgspec.json.Decoder(AnyCommand).decode
    decode(json.dumps(command))
    for name in set(command) - {"do"}:
        with pytest.raises(msgspec.ValidationError):
            decode(json.dumps(command | {name: command[name] + "\n"}))


def test_a_line_break_behind_a_code_or_a_game_is_refused(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        code = await zus.open_table()
        assert (await zus.http.get(f"/api/tables/{code}")).status_code == 200
        for path in (
            f"/api/tables/{code}%0A",
            f"/api/games/{'0' * 16}%0A",
            f"/api/games/{'0' * 16}%0A/record",
        ):
            answer = await zus.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), path
        answer = await zus.http.post(f"/api/tables/{code}%0A/join", json={"name": "Wim"})
        assert answer.status_code == 400
        schema = (await zus.http.get("/schema/openapi.json")).text
        assert "\\\\Z" not in schema  # what other languages would not understand

    run(visit())


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ('{"do": "dance", "id": "a1"}', "a1"),
        ('{"id": "a1", "do": "text", "text": "\\"id\\": \\"b2\\""}', "a1"),
        ('{"do": "text", "text": "\\"id\\": \\"b2\\"", "id": "a1"', "a1"),
        ('{"do": "configure", "rules": {"id": "b2"}, "id": "a1"}', "a1"),
        ('{"do": "tap", "id": "a1"', "a1"),
        ("[" * 5000, None),
        ('{"id": 5}', None),
        ("hello", None),
        ("", None),
        (b'{"id": "a1", "do": "\xff"}', "a1"),
        ('{"id": "' + "x" * 100 + '", "do": "tap"}', "x" * 64),
    ],
)
def test_the_id_of_a_message_that_is_refused(message: str | bytes, found: str | None) -> None:
    assert id_in(message) == found


def test_every_refusal_over_the_socket_carries_the_id_it_answers(tmp_path: Path) -> None:
    async def visit(url: str) -> None:
        zus = Client(url, "Zus")
        await zus.open_table()
        await zus.connect()
        assert (await zus.ask(do="dance", id="bad"))["code"] == "bad-message"
        assert (await zus.ask(do="tap", id="field", more=1))["code"] == "bad-message"
        assert (await zus.ask(do="tap", id="none"))["code"] == "no-pause"
        assert (await zus.ask(do="text", id="long", text="x" * 9000))["code"] == "message-too-long"
        for number in range(60):
            await zus.send(json.dumps({"do": "tap", "id": f"many {number}"}))
        answers = {}
        for _ in range(60):
            answer = await zus.stray()
            answers[answer["id"]] = answer["code"]
        assert set(answers) == {f"many {number}" for number in range(60)}
        assert set(answers.values()) == {"no-pause", "too-many-messages"}

    with TableServer(tmp_path, messages_per_second=10) as server:
        run(visit(server.url))
