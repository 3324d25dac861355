"""What the commands for statistics share: options, games with progress, a table and a picture."""

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final

from cyclopts import Parameter
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from klaverjas.commands.progress import progress
from klaverjas.commands.terminal import check_range, console, print_json
from klaverjas.commands.words import word
from klaverjas.kernel.solver.batches import cores
from klaverjas.plumbing.svg import save_picture
from klaverjas.sentences import Language
from klaverjas.statistics.figures import Sample, Statistics, standard_error
from klaverjas.statistics.pictures import Searched, svg_of

MOST_GAMES: Final = 1_000_000
MOST_WORKERS: Final = 1024

Games = Annotated[int, Parameter(help="Number of random games.")]
SearchGames = Annotated[int, Parameter(help="Number of games with a searching player in seat 1; 0 for none.")]
Seed = Annotated[int, Parameter(help="The same seed gives the same games.")]
Workers = Annotated[
    int | None, Parameter(help="Number of games played at once; default: one per core.", show_default=False)
]
Plot = Annotated[Path | None, Parameter(help="Draw the result to a file: .svg or .png.")]

Gather = Callable[[int, int], Iterator[Sample]]  # so many games on so many cores


def check_games(games: int, search_games: int, workers: int | None) -> None:
    check_range("--games", games, 1, MOST_GAMES)
    check_range("--search-games", search_games, 0, MOST_GAMES)
    check_range("--workers", workers, 1, MOST_WORKERS)


def gather(
    by_chance: Gather, searched: Gather, counts: tuple[int, int, int | None], language: Language
) -> tuple[Statistics, Statistics | None]:
    """The games, with progress."""
    games, search_games, workers = counts
    many = workers or cores()
    with progress(language) as shown:
        task = shown.add_task(word("playing", language), total=games + search_games)

        def counted(source: Iterator[Sample]) -> Iterator[Sample]:
            for sample in source:
                shown.advance(task)
                yield sample

        first = Statistics(list(counted(by_chance(games, many if games >= 200 else 1))))
        second = Statistics(list(counted(searched(search_games, many)))) if search_games else None
    return first, second


def tell(
    title: str,
    by_chance: Statistics,
    searched: Statistics | None,
    player: str,
    plot: Path | None,
    json: bool,
    language: Language,
) -> None:
    """As a table or as JSON, and as a picture."""
    if plot is not None:
        both = None if searched is None else Searched(player, searched)
        save_picture(plot, svg_of(title, by_chance, both, language))
    if json:
        print_json(_as_json(by_chance, searched, player))
        return
    screen = console()
    decisions = by_chance.decisions
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_header=False, title=title, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    table.add_row(word("games-by-chance", language), f"{len(decisions):,}")
    span = f"{min(decisions)}" if min(decisions) == max(decisions) else f"{min(decisions)} - {max(decisions)}"
    table.add_row(word("decisions", language), f"{fmean(decisions):.1f}  ({span})")
    table.add_row(word("branching", language), f"{by_chance.branching:.2f}")
    line = by_chance.line
    table.add_row(word("fitted-line", language), f"{line.start:.2f} {line.slope:+.3f} n")
    screen.print(table)
    scores = Table(box=SIMPLE_HEAD, pad_edge=False)
    scores.add_column(word("score", language))
    shown = [(word("by-chance", language), by_chance)]
    if searched is not None:
        shown.append((word("in-seat-one", language, player=player, games=len(searched.samples)), searched))
    for name, _ in shown:
        scores.add_column(name, justify="right")
    for seat in range(1, by_chance.players + 1):  # a row each: there can be many
        own = [games.scores(seat) for _, games in shown]
        cells = [f"{fmean(score):.1f} ± {standard_error(score):.1f}" for score in own]
        scores.add_row(word("seat-number", language, number=seat), *cells)
    screen.print(scores)
    screen.print(Text(word("stats-means", language), style="dim"))


def _as_json(by_chance: Statistics, searched: Statistics | None, player: str) -> dict[str, object]:
    found: dict[str, object] = {
        "games": len(by_chance.samples),
        "decisions": fmean(by_chance.decisions),
        "branching": by_chance.branching,
        "line": {"start": by_chance.line.start, "slope": by_chance.line.slope},
        "by_decision": [
            {"mean": one.mean, "low": one.low, "high": one.high, "games": one.games}
            for one in by_chance.by_decision()
        ],
        "scores": _scores(by_chance),
    }
    if searched is not None:
        found["search"] = {"player": player, "games": len(searched.samples), "scores": _scores(searched)}
    return found


def _scores(games: Statistics) -> list[dict[str, float]]:
    return [
        {"mean": fmean(own), "error": standard_error(own), "least": min(own), "most": max(own)}
        for own in (games.scores(seat) for seat in range(1, games.players + 1))
    ]
