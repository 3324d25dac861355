"""`klaverjas play`: a game against bots, in the terminal, with nothing else to start."""

import sys
from typing import Annotated

from cyclopts import App, Parameter

from klaverjas.commands.terminal import Lang, check_range, console, interrupts_held, rules_named, spoken
from klaverjas.commands.words import word
from klaverjas.errors import TextError
from klaverjas.plumbing.extras import missing, needs
from klaverjas.rules.named import rules_to_json
from klaverjas.sentences import Language
from klaverjas.server.settings import data_folder

SLOWEST_PACE = 60
NAME_LENGTHS = range(3, 51)  # as a server takes them

app = App(
    name="play",
    help="Play against bots in the terminal, or resume an unfinished game.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas play                                  start, or resume your last game\n\n"
        "  klaverjas play --level sterk --rules amsterdam\n\n"
        "  klaverjas play --level sterk --partner beginner a weaker bot as your partner\n\n"
        "  klaverjas play --new --pace 0.3                 a new game, with fast bots\n\n"
        "Levels, from weak to strong: beginner, club, sterk, meester. The last two need the solver "
        "(pip install 'klaverjas[solver]') and compile it once; 'klaverjas warmup' does that in advance.\n\n"
        "You play with the keyboard: ? shows all keys, q quits. Games are saved in your data folder. With --level, "
        "--partner, --rules or --pace, only a game with the same options is resumed; otherwise a new one starts."
    ),
    help_format="plaintext",
)


@app.default
def play(
    *,
    level: Annotated[
        str | None, Parameter(help="Level of the bots; default: club.", show_default=False)
    ] = None,
    partner: Annotated[
        str | None,
        Parameter(help="Level of your partner; default: the same as the others.", show_default=False),
    ] = None,
    rules: Annotated[
        str | None,
        Parameter(
            help="The name of a rule set, or a JSON file or object with a base and changes; "
            "default: rotterdam-bond."
        ),
    ] = None,
    new: Annotated[bool, Parameter(negative="", help="Start a new game.")] = False,
    name: Annotated[str | None, Parameter(help="Your name at the table.")] = None,
    pace: Annotated[
        float | None, Parameter(help="Seconds a bot waits before playing a card; default: 1.")
    ] = None,
    lang: Lang = None,
) -> int:
    """Play against bots in the terminal, or resume an unfinished game."""
    language = spoken(lang)
    for wanted in (level, partner):
        _check_level(wanted)
    check_range("--pace", pace, 0, SLOWEST_PACE)
    table_rules = None if rules is None else rules_to_json(rules_named(rules), whole=True)
    from klaverjas.terminal_table.words import complaint  # has no need of the extra

    if not _is_terminal():
        raise complaint("no-terminal")
    from klaverjas.server.embedded import EXTRAS, own_server

    folder = data_folder() / "play"
    with own_server(folder) as server:
        with interrupts_held() as check, console().status(word("laying-table", language)), needs(EXTRAS):
            from klaverjas.terminal_table.alone import Wishes, unfinished
            from klaverjas.terminal_table.connection import SavedIdentity, ServerDoor, TableConnection
            from klaverjas.terminal_table.screen import TableApp

            wishes = Wishes(level, partner, table_rules, pace)
            door = ServerDoor(server.wait(check), SavedIdentity(folder, "own"), language)
            name = name or door.identity.name or _login_name(language)
            code = None if new else unfinished(door, wishes)
            if code is None:
                code = door.open_table(name, **wishes.table)
            else:
                door.join(code, name, display=False)
            cookie = door.identity.cookie
            assert cookie is not None  # whoever came in has one
        table = TableApp(
            TableConnection(door.server, code, cookie, language), language, bots=wishes.bots, own=True
        )
        left = table.run() or 0
    if table.state.playing:
        console().print(word("game-kept", language), style="dim", markup=False)
    return left


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _check_level(level: str | None) -> None:
    from klaverjas.bots import LEVELS, levels_here

    if level is None:
        return
    if level not in LEVELS:
        raise TextError("unknown-level", text=level[:40], names=list(LEVELS))
    if level not in levels_here():
        raise missing("numba", "solver")


def _login_name(language: Language) -> str:
    """Who is at this computer, if that will do as a name."""
    import getpass

    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    return name.capitalize() if len(name) in NAME_LENGTHS else word("player", language)
