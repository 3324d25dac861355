"""`klaverjas engine`: the engine protocol on standard input and output."""

import sys

from cyclopts import App

from klaverjas.commands.terminal import CLOSED
from klaverjas.engine import serve
from klaverjas.errors import TextError

app = App(
    name="engine",
    help="Answer requests from other programs: one JSON object per line in, one per line out.",
    help_epilogue=(
        "Example:\n\n"
        '  echo \'{"id":1,"op":"legal","rules":"rotterdam","troef":"C","hand":"C8 D7","trick":"HA H7"}\' '
        "| klaverjas engine\n\n"
        "The protocol is described in docs/engine-protocol.md."
    ),
    help_format="plaintext",
)


@app.default
def engine() -> int:
    """Answer requests from other programs: one JSON object per line in, one per line out."""
    if sys.stdin is None:
        raise TextError("no-input", why=CLOSED)
    serve(sys.stdin.fileno(), sys.stdout.buffer)
    return 0
