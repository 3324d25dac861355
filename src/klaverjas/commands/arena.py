"""`klaverjas arena`: players against each other, with honest error bars."""

import sys
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from klaverjas.arena.conduct import Arena, ArenaPlan, begin
from klaverjas.arena.crews import workers as crew_of
from klaverjas.arena.duplicate import ArenaRow
from klaverjas.arena.estimates import Enough, Tally
from klaverjas.arena.files import read, write, write_records
from klaverjas.arena.outside import EngineLimits
from klaverjas.arena.picture import drawn_all
from klaverjas.arena.players import SEER, Partnership, player_named
from klaverjas.arena.report import Report, Times, reports
from klaverjas.arena.table import Faults
from klaverjas.commands.progress import progress
from klaverjas.commands.terminal import (
    AsJson,
    Lang,
    SeveralRules,
    check_range,
    console,
    print_json,
    spoken,
    tables_named,
    visible,
)
from klaverjas.commands.warmup import SCORES, SOLVER, compile_with_progress
from klaverjas.commands.words import word
from klaverjas.errors import TextError
from klaverjas.kernel.solver.batches import cores
from klaverjas.plumbing.svg import check_picture, save_picture
from klaverjas.sentences import Language

MOST_DEALS = 1_000_000_000
MOST_SEED = 1 << 62
MOST_WORKERS = 1024
MOST_POINTS = 1000.0
MOST_MS = 600_000
MOST_PATIENCE = 3600.0
SPEEDS = ((1_000_000, "s"), (1000, "ms"), (1, "µs"))

app = App(
    name="arena",
    help="Compare players on the same deals, with error bars.",
    help_epilogue=(
        "A player is the name of a bot, ziener (which sees all hands), or an external engine: 'exec:COMMAND' or "
        "'exec:COMMAND#BOT'. Two names joined by a plus are partners. Each deal is played both ways.\n\n"
        "Examples:\n\n"
        "  klaverjas arena regels willekeurig\n\n"
        "  klaverjas arena regels regels+willekeurig ziener --deals 500 --out arena.csv\n\n"
        "  klaverjas arena regels 'exec:klaverjas engine#willekeurig' --half-width 5\n\n"
        "  klaverjas arena regels willekeurig --sprt 0,5 --deals 100000\n\n"
        "  klaverjas arena show arena.csv --plot arena.svg\n\n"
        "With --out, running the same command again resumes it, even after kill -9."
    ),
    help_format="plaintext",
)


def _file(help: str) -> Parameter:
    return Parameter(help=help, show_default=False)


Plot = Annotated[Path | None, _file("Draw the result to a file: .svg or .png.")]


@app.default
def arena(
    *players: Annotated[str, Parameter(help="At least two partnerships; each plays all others.")],
    rules: SeveralRules = ("rotterdam-bond",),
    deals: Annotated[int, Parameter(help="Maximum number of deals per pairing.")] = 1000,
    seed: Annotated[int, Parameter(help="Seed of the first deal; later deals use consecutive seeds.")] = 1,
    troef: Annotated[
        Literal["chosen", "random"], Parameter(help="random: trump is drawn, not chosen by a player.")
    ] = "chosen",
    half_width: Annotated[
        float | None, Parameter(help="Stop when the 95 % interval is at most this many points either way.")
    ] = None,
    sprt: Annotated[
        str | None,
        Parameter(
            help="LOW,HIGH: stop when a sequential test has decided between these differences.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        Parameter(help="Number of deals played at once; default: one per core.", show_default=False),
    ] = None,
    ms: Annotated[
        int, Parameter(help="Time per move sent to an engine, in milliseconds.")
    ] = EngineLimits().ms,
    patience: Annotated[float, Parameter(help="Engine reply timeout, in seconds.")] = EngineLimits().patience,
    out: Annotated[Path | None, _file("Write one row per deal: .csv, .parquet or .json.")] = None,
    records: Annotated[Path | None, _file("Folder for the records of all rounds.")] = None,
    plot: Plot = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Compare players on the same deals, with error bars."""
    language = spoken(lang)
    check_range("--deals", deals, 1, MOST_DEALS)
    check_range("--seed", seed, -MOST_SEED, MOST_SEED)
    check_range("--workers", workers, 1, MOST_WORKERS)
    check_range("--half-width", half_width, 0.0, MOST_POINTS)
    check_range("--ms", ms, 0, MOST_MS)
    check_range("--patience", patience, 0.01, MOST_PATIENCE)
    if plot is not None:
        check_picture(plot)
    plan = ArenaPlan(
        partnerships=tuple(map(Partnership.parse, players)),
        tables=tables_named(rules),
        first_seed=seed,
        deals=deals,
        enough=Enough(half_width, None if sprt is None else _low_and_high(sprt)),
        random_troef=troef == "random",
        recorded=records is not None,
        limits=EngineLimits(ms, patience),
    )
    _check_players(plan, language)
    with begin(plan, out) as journal:
        played = Arena(plan, journal)
        _play(played, workers or cores(), language)
        if records is not None:
            write_records(records, played.records())
        if out is None:
            _tell(played.rows(), plot, json, language)
            return 0
        write(out, played.rows())
        journal.remove()
    _tell(read(out), plot, json, language)
    return 0


@app.command(help_epilogue="Example:\n\n  klaverjas arena show arena.csv --plot arena.svg")
def show(file: Path, /, *, plot: Plot = None, json: AsJson = False, lang: Lang = None) -> int:
    """Show the tables of a finished arena.

    Parameters
    ----------
    file
        The arena file: .csv, .parquet or .json.
    """
    if plot is not None:
        check_picture(plot)
    _tell(read(file), plot, json, spoken(lang))
    return 0


def _low_and_high(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise TextError("sprt-bounds", text=text[:40]) from None
    if not (isfinite(low) and isfinite(high) and low < high):
        raise TextError("sprt-bounds", text=text[:40])
    return low, high


def _check_players(plan: ArenaPlan, language: Language) -> None:
    """Whoever cannot play is refused before anybody does."""
    names = dict.fromkeys(name for partnership in plan.partnerships for name in partnership.members)
    for name in names:
        player_named(name, plan.limits).close()
    if SEER in names:
        compile_with_progress(language, SOLVER, SCORES)


def _play(arena: Arena, workers: int, language: Language) -> None:
    with crew_of(workers) as crew, progress(language) as shown:
        task = shown.add_task(word("playing", language), total=arena.total, completed=arena.played)
        try:
            arena.play_rest(crew, lambda: shown.update(task, completed=arena.played, total=arena.total))
        except KeyboardInterrupt:
            if arena.journal.file is not None:
                told = word("arena-stopped", language, played=arena.played, total=arena.total)
                print(f"klaverjas: {told}", file=sys.stderr)
            raise


# --- telling -------------------------------------------------------------------------------------


def _tell(rows: Iterable[ArenaRow], plot: Path | None, json: bool, language: Language) -> None:
    found = reports(rows)
    if plot is not None and found:
        save_picture(plot, drawn_all(found, language))
    if json:
        print_json({rules: report.to_json() for rules, report in found.items()})
        return
    screen = console()
    for rules, report in found.items():
        screen.print(Text(visible(rules), style="bold"))
        screen.print(_cross_table(report, language))
        screen.print(_rating_table(report, language))
        screen.print(_time_table(report, language))
        _tell_more(screen, report, language)
    screen.print(Text(word("arena-means", language), style="dim"))


def _new_table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for other in others:
        table.add_column(Text(other), justify="right")
    return table


def _cross_table(report: Report, language: Language) -> Table:
    names = report.partnerships
    table = _new_table(word("row-minus-column", language), *map(visible, names))
    for name in names:
        cells = [_mean(report.between(name, other)) if name != other else "·" for other in names]
        if len(names) == 1:  # against itself
            cells = [_mean(report.between(name, name))]
        table.add_row(Text(visible(name)), *cells)
    return table


def _mean(tally: Tally | None) -> str:
    if tally is None:
        return "·"
    return f"{tally.mean:+.1f} ± {tally.error:.1f}" if tally.deals > 1 else f"{tally.mean:+.1f}"


def _rating_table(report: Report, language: Language) -> Table:
    titles = ("rating", "standard-error", "win-share", "deals")
    table = _new_table(word("partnership", language), *(word(title, language) for title in titles))
    found = report.ratings
    for name in sorted(found, key=lambda name: -found[name].points):
        deals = sum(
            match.tally.deals for match in report.matches.values() if name in (match.first, match.second)
        )
        table.add_row(
            Text(visible(name)),
            f"{found[name].points:+.1f}",
            f"{found[name].error:.1f}",
            f"{report.share(name):.1%}",
            f"{deals:,}",
        )
    return table


def _time_table(report: Report, language: Language) -> Table:
    titles = ("moves", "mean", "p50", "p99", "longest")
    table = _new_table(word("time-a-move", language), *(word(title, language) for title in titles))
    for name, times in report.times.items():
        table.add_row(Text(visible(name)), f"{times.moves:,}", *_speeds(times))
    return table


def _speeds(times: Times) -> list[str]:
    return [_speed(time) for time in (times.mean, times.below(0.5), times.below(0.99), times.longest)]


def _speed(microseconds: float) -> str:
    """Three digits of it.

    >>> _speed(1234567), _speed(890), _speed(12.3)
    ('1.23 s', '890 µs', '12.3 µs')
    """
    unit, name = next((each for each in SPEEDS if microseconds >= each[0]), SPEEDS[-1])
    return f"{microseconds / unit:.3g} {name}"


def _tell_more(screen: Console, report: Report, language: Language) -> None:
    """Passed-out rounds, why pairings ended, and who did what no player should."""
    for match in report.matches.values():
        pair = {"first": visible(match.first), "second": visible(match.second)}
        kind, _, bound = match.stopped.partition(" ")
        if kind in ("sprt", "half-width"):
            told = word(f"stopped-{kind}", language, **pair, bound=bound, deals=match.tally.deals)
            screen.print(Text(told))
        if match.passed_out:
            screen.print(Text(word("passed-out-rounds", language, **pair, count=match.passed_out)))
    for name, faults in report.faults.items():
        if any(faults):
            screen.print(Text(_faults(name, faults, language), style="red"))


def _faults(name: str, faults: Faults, language: Language) -> str:
    told = (word(f"fault-{kind}", language, count=count) for kind, count in faults._asdict().items() if count)
    return f"{visible(name)}: {', '.join(told)}"
