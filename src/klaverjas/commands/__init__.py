"""The commands: what a person types, and how it is answered."""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from klaverjas.commands import (
    arena,
    database,
    deal,
    demo,
    engine,
    join,
    play,
    recycle,
    replay,
    rules,
    serve,
    solve,
    stats,
    survey,
    train,
    verify,
    warmup,
)
from klaverjas.commands.terminal import language_in, ready_streams, visible
from klaverjas.errors import KlaverjasError
from klaverjas.version import __version__

FINE = 0
BAD_INPUT = 2
INTERRUPTED = 130

app = App(
    name="klaverjas",
    version=__version__,
    help="Klaverjas, the Dutch card game: play it, replay it, solve it and study it.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas play                      a game against bots, in the terminal\n\n"
        "  klaverjas demo --save game.kj       watch a game and save it\n\n"
        "  klaverjas replay game.kj            show it again\n\n"
        "  klaverjas verify game.kj            check that its deals were fair\n\n"
        "  klaverjas rules diff rotterdam lugus\n\n"
        "  klaverjas solve --seed 42 --troef H the value of each card, with all hands open\n\n"
        "  klaverjas survey --deals 1000 --out deals.csv\n\n"
        "  klaverjas arena regels willekeurig  compare two players, with error bars\n\n"
        "Choose a language with --lang nl, --lang en, or KLAVERJAS_LANG.\n\n"
        "Exit codes: 0 success; 1 a check failed (a deal does not follow from its secret); "
        "2 invalid input; 130 interrupted."
    ),
    help_format="plaintext",
)
for command in (
    play,
    serve,
    join,
    demo,
    replay,
    verify,
    deal,
    rules,
    solve,
    stats,
    survey,
    arena,
    train,
    recycle,
    warmup,
    engine,
):
    app.command(command.app)
for keeping in (database.app, database.export_app, database.import_app):
    app.command(keeping)


def run(tokens: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit code."""
    words = list(sys.argv[1:] if tokens is None else tokens)
    try:
        ready_streams()
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except KlaverjasError as error:
        return _complain(error.sentence(language_in(words)))
    except CycloptsError as error:
        return _complain(f"{_one_line(str(error))} Try 'klaverjas --help'.")
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read us has gone, as `head` does
        _give_up_output()
        return FINE
    except OSError as error:
        why = error.strerror or str(error)
        if error.filename is not None:
            failed = KlaverjasError("file-failed", file=str(error.filename), why=why)
            return _complain(failed.sentence(language_in(words)))
        _give_up_output()
        return _complain(KlaverjasError("no-output", why=why).sentence(language_in(words)))
    return code if isinstance(code, int) else FINE


def _give_up_output() -> None:
    """Nothing more can be written: what is left in the buffer must not fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _complain(sentence: str) -> int:
    print(f"klaverjas: {visible(sentence)}", file=sys.stderr)
    return BAD_INPUT
