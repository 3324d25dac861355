"""`klaverjas recycle`: card games whose rules are RECYCLE programs."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final

from cyclopts import App, Parameter
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from klaverjas.commands.figures import Games, Plot, SearchGames, Seed, Workers, check_games, gather, tell
from klaverjas.commands.terminal import (
    AsJson,
    Lang,
    check_range,
    check_writable,
    console,
    is_no_option,
    print_json,
    read_text,
    rules_named,
    spoken,
    visible,
    write_text,
)
from klaverjas.commands.words import word
from klaverjas.plumbing.svg import check_picture, save_picture
from klaverjas.recycle import flow_picture
from klaverjas.recycle.export import export as exported
from klaverjas.recycle.flow import flow_of
from klaverjas.recycle.play import ProgramGame
from klaverjas.recycle.players import RecyclePlayer, player_named
from klaverjas.recycle.program import Program
from klaverjas.recycle.table import GAME, Move, Place
from klaverjas.recycle.table import RecycleTable as CardTable
from klaverjas.sentences import Language
from klaverjas.statistics.figures import standard_error
from klaverjas.statistics.sampling import program_games

MOST_GAMES: Final = 1_000_000
FLOW_ENDINGS: Final = (".svg", ".png", ".dot")
OWN: Final = "klaverjas.gdl"
MOST_SHOWN: Final = 12  # cards of a pile that is not one's own, for who plays

ProgramFile = Annotated[
    str | None,
    Parameter(
        name="FILE",
        allow_leading_hyphen=True,
        validator=is_no_option,
        help="A program; '-' reads standard input. Default: the built-in klaverjas.",
        show_default=False,
    ),
]
PlayerName = Annotated[
    str, Parameter(help="Player in seat 1: random, search, or search:100 for 100 playouts.")
]
Others = Annotated[str, Parameter(help="Player in the other seats.")]

app = App(
    name="recycle",
    help="Card games whose rules are RECYCLE programs: check, run, play, draw and measure them.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas recycle export amsterdam --out amsterdam.gdl\n\n"
        "  klaverjas recycle check amsterdam.gdl\n\n"
        "  klaverjas recycle run amsterdam.gdl --seed 7\n\n"
        "  klaverjas recycle run --games 1000 --json          the built-in program, many games\n\n"
        "  klaverjas recycle play amsterdam.gdl --others search\n\n"
        "  klaverjas recycle flow amsterdam.gdl --out flow.svg\n\n"
        "  klaverjas recycle stats amsterdam.gdl --plot stats.svg\n\n"
        "RECYCLE is a language for the rules of card games; docs/research/recycle.md describes it."
    ),
    help_format="plaintext",
)


def _read(file: str | None) -> tuple[str, str, Program]:
    """The name of a program, its text, and the program."""
    if file is None:
        text = (files("klaverjas.recycle") / "programs" / OWN).read_text(encoding="utf-8")
        return OWN, text, Program.read(text)
    text = read_text(file)
    return ("-" if file == "-" else Path(file).name), text, Program.read(text)


@app.command(help_epilogue="Example:\n\n  klaverjas recycle check game.gdl")
def check(file: ProgramFile = None, /, *, json: AsJson = False, lang: Lang = None) -> int:
    """Check a program. An error is reported with its line and column, and what was expected there."""
    language = spoken(lang)
    name, _, program = _read(file)
    play = program.begin(random.Random(1))
    cards = len(play.table.pack.attributes)
    if json:
        print_json({"players": program.players, "teams": program.teams, "cards": cards})
        return 0
    teams = " ".join(f"({', '.join(map(str, team))})" for team in program.teams)
    facts = {"file": visible(name), "players": program.players, "cards": cards, "teams": teams}
    console().print(word("program-fine", language, **facts), markup=False)
    return 0


@app.command(
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas recycle run game.gdl --seed 7 --player search\n\n"
        "  klaverjas recycle run game.gdl --games 1000 --json"
    )
)
def run(
    file: ProgramFile = None,
    /,
    *,
    games: Annotated[int, Parameter(help="Number of games; with one game, its choices are shown.")] = 1,
    seed: Seed = 1,
    player: PlayerName = "random",
    others: Others = "random",
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Run games of a program, with random or searching players. The same seed gives the same games."""
    language = spoken(lang)
    check_range("--games", games, 1, MOST_GAMES)
    _, _, program = _read(file)
    seats = player_named(player), player_named(others)
    if games == 1:
        _run_one(program, seats, seed, json, language)
        return 0
    scores = []
    for number in range(games):
        play = _played(program, seats, random.Random(f"{seed}:{number}"))
        scores.append(play.scores)
        if json:
            print_json({"game": number, "choices": play.choices, "scores": play.scores}, compact=True)
    if not json:
        _tell_scores(scores, program, language)
    return 0


def _played(
    program: Program, seats: tuple[RecyclePlayer, RecyclePlayer], chance: random.Random
) -> ProgramGame:
    play = program.begin(chance)
    while not play.over:
        play.choose(seats[play.player != 1].choose(play, chance))
    return play


def _run_one(
    program: Program, seats: tuple[RecyclePlayer, RecyclePlayer], seed: int, json: bool, language: Language
) -> None:
    chance = random.Random(f"{seed}:0")
    play = program.begin(chance)
    told = []
    screen = console()
    while not play.over:
        player, options = play.player, play.told(GAME)
        at = seats[player != 1].choose(play, chance)
        if json:
            told.append({"player": player, "options": options, "chosen": at})
        else:
            line = Text(f"{play.choices + 1:>4} ", style="dim")
            line.append(f"{player} ", style="bold")
            line.append(options[at])
            line.append(f"  ({len(options)})", style="dim")
            screen.print(line)
        play.choose(at)
    if json:
        print_json({"seed": seed, "choices": told, "scores": play.scores})
        return
    _tell_scores([play.scores], program, language)


def _tell_scores(scores: list[tuple[int, ...]], program: Program, language: Language) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(word("player", language))
    table.add_column(word("score", language), justify="right")
    if len(scores) > 1:
        table.add_column(word("standard-error", language), justify="right")
    table.add_column(word("Won", language), justify="right")
    best = max if program.most_wins else min
    won = Counter(
        player for row in scores for player, score in enumerate(row, 1) if score == best(row)
    )  # those who are equal have won together
    for player in range(1, program.players + 1):
        own = [row[player - 1] for row in scores]
        error = [f"{standard_error(own):.1f}"] if len(scores) > 1 else []
        share = f"{won[player] / len(scores):.0%}" if len(scores) > 1 else "★" * won[player]
        table.add_row(
            str(player), f"{fmean(own):g}" if len(scores) == 1 else f"{fmean(own):.1f}", *error, share
        )
    console().print(table)


@app.command(help_epilogue="Example:\n\n  klaverjas recycle export rotterdam-bond --out rotterdam.gdl")
def export(
    rules: str,
    /,
    *,
    out: Annotated[str | None, Parameter(help="Output file; default: standard output.")] = None,
) -> int:
    """Export a rule set as a RECYCLE program of one round, with the same choices and scores.

    Parameters
    ----------
    rules
        A rule set with forced trump, refused incorrect cards and automatic roem: a name, or a JSON file or object.
    """
    text = exported(rules_named(rules))
    if out is None:
        print(text, end="")
    else:
        write_text(out, text)
    return 0


@app.command(
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas recycle flow game.gdl --out flow.svg\n\n"
        "  klaverjas recycle flow game.gdl --out flow.dot      for Graphviz\n\n"
        "Green places are public, yellow ones hidden, blue ones visible to their owner, grey ones memory. Red dotted "
        "lines: public cards are taken away. Blue dashed lines: a player's cards become another's."
    )
)
def flow(
    file: ProgramFile = None,
    /,
    *,
    out: Annotated[Path, Parameter(help="Output file: .svg, .png or .dot.")],
    seed: Seed = 1,
    lang: Lang = None,
) -> int:
    """Draw how information flows in a game: where cards move, and who sees them."""
    language = spoken(lang)
    check_picture(out, FLOW_ENDINGS)
    name, _, program = _read(file)
    found = flow_of(program, seed)
    draw = flow_picture.dot_of if out.suffix.lower() == ".dot" else flow_picture.svg_of
    save_picture(out, draw(found, word("flow-title", language, file=visible(name)), language))
    return 0


@app.command(
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas recycle stats game.gdl\n\n"
        "  klaverjas recycle stats game.gdl --games 10000 --search-games 0 --json\n\n"
        "  klaverjas recycle stats game.gdl --plot stats.svg"
    )
)
def stats(
    file: ProgramFile = None,
    /,
    *,
    games: Games = 1000,
    search_games: SearchGames = 50,
    player: Annotated[
        str, Parameter(help="Searching player: search, or search:100 for 100 playouts.")
    ] = "search:10",
    seed: Seed = 1,
    workers: Workers = None,
    plot: Plot = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Measure a game: options per decision, decisions per game, and the spread of scores."""
    language = spoken(lang)
    check_games(games, search_games, workers)
    player_named(player)
    if plot is not None:
        check_picture(plot)
        check_writable(str(plot))
    name, text, _ = _read(file)
    by_chance, searched = gather(
        lambda count, many: program_games(text, "random", seed, count, many),
        lambda count, many: program_games(text, player, seed, count, many),
        (games, search_games, workers),
        language,
    )
    tell(visible(name), by_chance, searched, player, plot, json, language)
    return 0


# --- at the keyboard ------------------------------------------------------------------------------


@app.command(
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas recycle play game.gdl\n\n"
        "  klaverjas recycle play game.gdl --seat 3 --others search --seed 7\n\n"
        "Type the number of an option, or q to quit. You see only what your seat may see."
    )
)
def play(
    file: ProgramFile = None,
    /,
    *,
    seat: Annotated[int, Parameter(help="Your seat, counted from 1.")] = 1,
    others: Others = "random",
    seed: Annotated[int | None, Parameter(help="The same seed deals the same cards.")] = None,
    lang: Lang = None,
) -> int:
    """Play a game of a program yourself."""
    language = spoken(lang)
    _, _, program = _read(file)
    check_range("--seat", seat, 1, program.players)
    bot = player_named(others)
    chance = random.Random() if seed is None else random.Random(f"{seed}:0")
    game = program.begin(chance, watched=True)
    screen = console()
    while not game.over:
        if game.player == seat:
            _show(game, seat, language)
            at = _asked(game, language)
            if at is None:
                return 0
        else:
            at = bot.choose(game, chance)
        who, said = game.player, game.told(seat)[at]
        moves = game.table.moves
        assert moves is not None
        before = len(moves)
        game.choose(at)
        first, *rest = list(_told(moves[before:], game.table, seat)) or [said]
        screen.print(Text(f"{who}: ", style="bold") + Text(first))
        for line in rest:
            screen.print(Text(f"   {line}", style="dim"))
    _tell_scores([game.scores], program, language)
    return 0


def _show(game: ProgramGame, seat: int, language: Language) -> None:
    """What the player may see."""
    table = game.table
    screen = console()
    screen.print()
    for place, pile in sorted(table.piles.items()):
        if not pile:
            continue
        if not table.sees(seat, place):
            names = f"{len(pile)} ×"
        elif len(pile) > MOST_SHOWN and place.owner != seat:
            names = f"{len(pile)} ×, {word('on-top', language, card=table.card_name(pile[-1]))}"
        else:
            names = ", ".join(table.card_name(card) for card in _sorted(pile, table))
        screen.print(Text(f"  {_called(table, place):<24}", style="dim") + Text(names))
    written = {**table.texts, **{key: str(number) for key, number in table.numbers.items() if number}}
    for (owner, name), said in sorted(written.items()):
        whose = "" if owner == GAME else f"({table.owner_name(owner)}) "
        screen.print(Text(f"  {whose + name:<24}", style="dim") + Text(said))
    for at, option in enumerate(game.told(), 1):
        screen.print(Text(f"{at:>4} ", style="bold cyan") + Text(option))


def _sorted(pile: list[int], table: CardTable) -> list[int]:
    """Those that are alike in all but the first attribute together, as a hand is held."""

    def key(card: int) -> tuple[list[str], int]:
        original = table.original[card]
        return list(table.pack.attributes[original].values())[1:], original

    return sorted(pile, key=key)


def _called(table: CardTable, place: Place) -> str:
    whose = "" if place.owner == GAME else f"({table.owner_name(place.owner)}) "
    return f"{whose}{place.name}{f' {place.number}' if place.number else ''}"


def _asked(game: ProgramGame, language: Language) -> int | None:
    """The option that was typed; None for who leaves."""
    many = len(game.options)
    while True:
        sys.stdout.write(f"{word('choose', language, many=many)} ")
        sys.stdout.flush()
        typed = sys.stdin.readline()
        answer = typed.strip()
        if not typed or answer.lower() == "q":
            print()
            return None
        if answer.isascii() and answer.isdigit() and len(answer) <= 9 and 1 <= int(answer) <= many:
            return int(answer) - 1
        print(word("choose-again", language, many=many))


def _told(moves: list[Move], table: CardTable, seat: int) -> Iterator[str]:
    """What a player saw of cards that moved, those that went to the same place together."""
    ways: dict[Place, list[str]] = {}
    for move in moves:
        seen = table.sees(seat, move.source) or table.sees(seat, move.target)
        ways.setdefault(move.target, []).append(table.card_name(move.card) if seen else "?")
    for target, names in ways.items():
        cards = ", ".join(names) if len(names) <= 8 else f"{len(names)} ×"
        yield f"{cards} > {_called(table, target)}"
