"""`klaverjas serve`: the table server."""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter
from cyclopts.config import Dict, Env

from klaverjas.commands.terminal import Lang, console, read_text, spoken
from klaverjas.commands.words import word
from klaverjas.errors import TextError
from klaverjas.plumbing.extras import needs
from klaverjas.server.settings import Settings, hidden_password

PREFIX = "KLAVERJAS_"
CONFIG = "KLAVERJAS_CONFIG"


def _from_file(app: App, commands: tuple[str, ...], arguments: Any) -> None:
    """Options from the file that --config or the environment names."""
    named = arguments.get("--config")
    file = named.tokens[0].value if named is not None and named.tokens else os.environ.get(CONFIG)
    if file:
        try:
            options = tomllib.loads(read_text(file))
        except tomllib.TOMLDecodeError as error:
            raise TextError("cannot-read", file=file, why=str(error)) from None
        Dict(options, source=file, use_commands_as_keys=False)(app, commands, arguments)


app = App(
    name="serve",
    help="Run the table server and its web page.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas serve\n\n"
        "  klaverjas serve --host 0.0.0.0 --port 80 --public-url https://klaverjas.example\n\n"
        "  klaverjas serve --database postgresql://klaverjas@db/klaverjas --bus redis://cache\n\n"
        "Options can also be set in the environment (KLAVERJAS_PORT=8080) or in a TOML file (port = 8080), named with "
        "--config or KLAVERJAS_CONFIG. Flags override the environment, which overrides the file."
    ),
    help_format="plaintext",
    config=(Env(PREFIX, command=False), _from_file),
)


@app.default
def serve(
    *,
    settings: Annotated[Settings | None, Parameter(name="*")] = None,
    config: Annotated[Path | None, Parameter(help="A TOML file with any of these options.")] = None,
    lang: Lang = None,
) -> int:
    """Run the table server and its web page."""
    language = spoken(lang)
    with needs("server"):
        from klaverjas.commands.qr import show_qr
        from klaverjas.server.run import serve as run_server
    screen = console()

    def ready(running: Settings) -> None:
        screen.print(word("serving", language, page=running.page), markup=False)
        nearby = [] if running.public_url else running.pages_nearby
        for page in nearby:
            screen.print(word("nearby", language, page=page), markup=False)
        if nearby:
            show_qr(screen, nearby[0])
        database = hidden_password(running.database)
        screen.print(word("kept-in", language, database=database), style="dim", markup=False)

    run_server(settings or Settings(), ready)
    return 0
