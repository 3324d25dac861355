"""`klaverjas join`: a seat at a table, in the terminal."""

import sys
from typing import Annotated

from cyclopts import App, Parameter

from klaverjas.commands.terminal import Lang, rules_named, spoken
from klaverjas.plumbing.extras import needs
from klaverjas.rules.named import rules_to_json
from klaverjas.server.settings import data_folder

app = App(
    name="join",
    help="Join a table in the terminal.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas join 854765 --name Anna\n\n"
        "  klaverjas join http://127.0.0.1:8080/t/854765#9f2c… --name Anna     with a link\n\n"
        "  klaverjas join --new --name Anna --rules amsterdam\n\n"
        "  klaverjas join --new --bots --name Anna     play against bots right away\n\n"
        "  klaverjas join                              return to your last table\n\n"
        "The server recognises you by a file in your data folder, so you get your seat back when you return."
    ),
    help_format="plaintext",
)


@app.default
def join(
    code: Annotated[str | None, Parameter(name="CODE", help="The six-digit table code, or the link.")] = None,
    /,
    *,
    name: Annotated[str | None, Parameter(help="Your name at the table; required the first time.")] = None,
    server: Annotated[str, Parameter(help="URL of the server.")] = "http://127.0.0.1:8080",
    new: Annotated[bool, Parameter(negative="", help="Open a new table.")] = False,
    rules: Annotated[
        str | None,
        Parameter(
            help="With --new: the name of a rule set, or a JSON file or object with a base and changes."
        ),
    ] = None,
    bots: Annotated[
        bool, Parameter(negative="", help="Take a seat, fill the others with bots and start.")
    ] = False,
    display: Annotated[
        bool, Parameter(negative="", help="Show the table without taking a seat, for a shared screen.")
    ] = False,
    lang: Lang = None,
) -> int:
    """Join a table in the terminal."""
    language = spoken(lang)
    with needs("join"):
        from klaverjas.terminal_table.connection import SavedIdentity, ServerDoor, TableConnection, server_of
        from klaverjas.terminal_table.screen import TableApp
        from klaverjas.terminal_table.words import complaint, word
    if new and code is not None:
        raise complaint("code-or-new")
    if rules is not None and not new:
        raise complaint("rules-with-new")
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise complaint("no-terminal")
    server = server_of(code) or server if code else server
    door = ServerDoor(server, SavedIdentity(data_folder(), server), language)
    if new:
        chosen = {"rules": rules_to_json(rules_named(rules))} if rules is not None else {}
        code = door.open_table(name, display=display, tips=bots, **chosen)  # against bots nobody minds one
    else:
        code = code or door.last_table()
        if code is None:
            raise complaint("which-table")
        code = door.join(code, name, display=display, waits=lambda: print(word("waits-for-host", language)))
    cookie = door.identity.cookie
    assert cookie is not None  # whoever came in has one
    connection = TableConnection(door.server, code, cookie, language, as_table=display)
    return TableApp(connection, language, bots=({"do": "bot"},) if bots else ()).run() or 0
