"""`klaverjas serve`: where its options come from, and what it says when it cannot start."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from klaverjas.commands import run
from klaverjas.commands import serve as command
from klaverjas.server import run as process
from klaverjas.server.settings import Limits, Settings, hidden_password
from services import reserve_port
from table_server import TableServer


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which a server would have been run."""
    seen: list[Settings] = []
    monkeypatch.setattr(process, "serve", lambda settings, ready: seen.append(settings))
    for name in list(os.environ):
        if name.startswith("KLAVERJAS_"):
            monkeypatch.delenv(name)
    return seen


def test_flags_come_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: list[Settings]
) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1111\nhost = "0.0.0.0"\nbus = "redis://there"\njoins_per_address = 7\n')
    monkeypatch.setenv("KLAVERJAS_PORT", "2222")
    monkeypatch.setenv("KLAVERJAS_HOST", "127.0.0.2")
    assert run(["serve", "--config", str(file), "--port", "3333"]) == 0
    (settings,) = chosen
    assert (settings.port, settings.host, settings.bus) == (3333, "127.0.0.2", "redis://there")
    assert settings.limits == Limits(joins_per_address=7)


def test_the_environment_may_name_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: list[Settings]
) -> None:
    file = tmp_path / "server.toml"
    file.write_text('trusted_proxies = ["10.0.0.0/8", "::1"]\n')
    monkeypatch.setenv(command.CONFIG, str(file))
    assert run(["serve"]) == 0
    assert chosen[0].trusted_proxies == ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "many"], "many"),
        (["--database", "mysql://x"], "is not a valid database URL"),
        (["--database", "mysql://anna:geheim@x"], "anna:***@x"),
        (["--bus", "kafka://x"], "is not a valid bus URL"),
        (["--trusted-proxies", "not-an-address"], "trusted proxy"),
        (["--public-url", "klaverjas.example"], "not a valid public URL"),
        (["--public-url", "https://klaverjas.example/tables"], "not a valid public URL"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
        (["--config", __file__], "Cannot read"),
        (["--colour", "blue"], "--colour"),
        (["--thinking-ms", "1001"], "1000"),
        (["--thinking-processes", "0"], "1"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["serve", "--lang", "en", *words]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
    assert "geheim" not in errors


def test_every_setting_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    shown = capsys.readouterr().out.replace("\n", " ")
    for field in (*fields(Settings), *fields(Limits)):
        if field.name != "limits":
            assert f"--{field.name.replace('_', '-')[:24]}" in shown, field.name


def test_a_password_is_not_shown() -> None:
    assert hidden_password("redis://:geheim@cache") == "redis://:***@cache"


def _serve(*words: str, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "klaverjas", "serve", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KLAVERJAS_LANG": "en", **environment},
    )


def test_it_prints_the_address_keeps_games_in_the_data_folder_and_stops_cleanly(tmp_path: Path) -> None:
    with _serve("--port", "0", XDG_DATA_HOME=str(tmp_path)) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        address = first.split()[3]
        with urllib.request.urlopen(f"{address}/healthz") as answer:
            assert json.load(answer)["status"] == "ok"
        assert (tmp_path / "klaverjas" / "klaverjas.db").exists()
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with _serve("--port", port, "--database", f"sqlite:///{tmp_path / 'a.db'}") as server:
            _, errors = server.communicate(timeout=30)
    assert server.returncode == 2
    assert f":{port}: Address already in use" in errors
    assert errors.count("\n") == 1


def test_a_database_that_does_not_answer_is_one_sentence() -> None:
    port, hold = reserve_port()
    with hold, _serve("--port", "0", "--database", f"postgresql://nobody@127.0.0.1:{port}/x") as server:
        _, errors = server.communicate(timeout=30)
    assert server.returncode == 2
    assert "database is not responding" in errors
    assert errors.count("\n") == 1


def test_an_sqlite_file_has_one_server(tmp_path: Path) -> None:
    with TableServer(tmp_path) as first, _serve("--port", "0", "--database", first.database) as second:
        _, errors = second.communicate(timeout=30)
    assert second.returncode == 2
    assert "is in use by another server" in errors


def _get(url: str, headers: Mapping[str, str] = {}) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=dict(headers))) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_metrics_are_only_for_who_has_the_token_or_the_port(tmp_path: Path) -> None:
    port, hold = reserve_port()
    with hold, TableServer(tmp_path, metrics_token="open sesame", metrics_port=port) as server:
        assert _get(f"{server.url}/metrics")[0] == 401
        assert _get(f"{server.url}/metrics", {"Authorization": "Bearer wrong"})[0] == 401
        status, text = _get(f"{server.url}/metrics", {"Authorization": "Bearer open sesame"})
        assert status == 200
        assert "klaverjas_append_seconds" in text
        assert "klaverjas_tables" in _get(f"http://127.0.0.1:{port}/metrics")[1]


def test_logs_are_json_lines(tmp_path: Path) -> None:
    with TableServer(tmp_path, log_level="debug") as server:
        _get(f"{server.url}/api/rules")
    logged: list[Any] = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
    assert all({"event", "level", "timestamp"} <= line.keys() for line in logged)
