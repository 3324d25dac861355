"""The example client of the documentation plays a whole game against a real server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_server import TableServer

FILE = Path(__file__).parent.parent / "docs" / "example_client.py"
QUICK = '{"rules": "valet", "trick_pause": 0, "round_pause": 0, "bot_pace": 0}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with TableServer(tmp_path_factory.mktemp("server")) as running:
        yield running


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(FILE), *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_it_opens_a_table_and_plays_a_game_to_its_end(server: TableServer) -> None:
    game = run("--server", server.url, "--name", "Anna", "--options", QUICK)
    assert game.returncode == 0, game.stderr
    assert "! " not in game.stdout  # nothing was refused
    kinds = [line.split()[1] for line in game.stdout.splitlines()[1:]]
    assert kinds.count("card-played") == 32
    assert kinds.count("trick-won") == 8
    assert "game-ended" in kinds


def test_a_wrong_code_is_one_sentence(server: TableServer) -> None:
    refused = run("--server", server.url, "--name", "Anna", "000000")
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1


def test_it_is_short_enough_to_read() -> None:
    assert len(FILE.read_text().splitlines()) < 120
