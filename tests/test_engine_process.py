"""The engine as a process whose pipes are not as they should be."""

import os
import subprocess
import sys

ENGINE = f"{sys.executable} -m klaverjas engine"
HELLO = b'{"id": 1, "op": "hello"}\n'


def shell(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)


def test_a_closed_input_is_one_sentence() -> None:
    run = shell(f"{ENGINE} <&-")
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_other_commands_without_streams_are_one_sentence() -> None:
    klaverjas = f"{sys.executable} -m klaverjas"
    for script in (
        f"{klaverjas} replay - <&-",
        f"{klaverjas} deal --seed 1 >/dev/full",
        f"{klaverjas} deal --seed 1 --json >/dev/full",
        f"{klaverjas} rules --json >&-",
    ):
        run = shell(script)
        assert run.returncode == 2, script
        assert run.stderr.count("\n") == 1, run.stderr
        assert run.stderr.startswith("klaverjas: ")


def test_an_output_that_takes_nothing_is_one_sentence() -> None:
    run = shell(f"""echo '{{"op": "hello"}}' | {ENGINE} > /dev/full""")
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert run.stderr.startswith("klaverjas: ")


def test_a_reader_that_goes_away_ends_the_engine_quietly() -> None:
    run = shell(f"""yes '{{"op": "hello"}}' | head -50000 | {ENGINE} | head -1""")
    assert run.stderr == ""
    assert run.stdout.count("\n") == 1


def test_an_input_that_does_not_wait_is_waited_for() -> None:
    here, there = os.pipe()
    os.set_blocking(here, False)
    with subprocess.Popen(
        [sys.executable, "-m", "klaverjas", "engine"], stdin=here, stdout=subprocess.PIPE
    ) as engine:
        os.close(here)
        assert engine.stdout is not None
        for _ in range(2):
            os.write(there, HELLO)
            assert b'"protocol": 1' in engine.stdout.readline()
        os.close(there)
        assert engine.wait(timeout=30) == 0
