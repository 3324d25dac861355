"""Command lines, as a person types them: in a process of their own, or, where that shows nothing more, in this one."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from klaverjas.commands import run

PLAIN = {"NO_COLOR": "1", "COLUMNS": "100", "KLAVERJAS_LANG": "en", "PYTHONIOENCODING": "utf-8"}


def klaverjas(
    *words: str, stdin: str = "", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """What a command answers: a process with streams, an encoding and an exit code of its own."""
    return subprocess.run(
        [sys.executable, "-m", "klaverjas", *words],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | PLAIN | environment,
        cwd=cwd,
        timeout=60,
        check=False,
    )


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A command that is under way, and does not outlive the test."""
    process = subprocess.Popen(
        [sys.executable, "-m", "klaverjas", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def answered(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, where everything is imported already."""
    into, out, err = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (stdin.encode(), b"", b"")
    )
    with (
        patch.dict(os.environ, PLAIN | environment),
        patch.object(sys, "stdin", into),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(words)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return subprocess.CompletedProcess(words, code, *texts)


def refused(run: subprocess.CompletedProcess[str], part: str, code: int = 2) -> None:
    """One sentence on standard error, nothing else, and never a traceback."""
    assert run.returncode == code
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("klaverjas: ")
    assert part in run.stderr
