"""`klaverjas survey`: many deals solved, into a file."""

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

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
from klaverjas.commands.warmup import SOLVER, compile_with_progress
from klaverjas.commands.words import word
from klaverjas.errors import TextError
from klaverjas.kernel.solver.batches import cores
from klaverjas.seats import Seat
from klaverjas.sentences import Language
from klaverjas.survey.conduct import SurveyPlan, begin, finish, solve_rest
from klaverjas.survey.crews import SurveyWorkers, cluster, threads
from klaverjas.survey.deals import Deals, Lines, Seeds
from klaverjas.survey.files import read
from klaverjas.survey.shares import Share, shares

MOST_DEALS = 1_000_000_000
MOST_SEED = 1 << 62  # a column of the file has 64 bits
MOST_WORKERS = 1024

app = App(
    name="survey",
    help="Solve many deals: the value of each trump suit to the player left of the dealer, and whether it is made.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas survey --deals 1000 --out deals.parquet\n\n"
        "  klaverjas survey --deals 1000 --rules rotterdam,amsterdam --out deals.csv\n\n"
        "  klaverjas survey --from deals.txt --rules lugus --out deals.csv\n\n"
        "  klaverjas survey --deals 1000000 --dask tcp://10.0.0.1:8786 --out d.csv\n\n"
        "  klaverjas survey show deals.parquet     show a finished survey\n\n"
        "A file of deals has one deal per line, such as 'S:SA,SK,... W:... N:... E:...'; empty lines "
        "and lines that begin with # are ignored.\n\n"
        "Running the same command again resumes an interrupted survey, even after kill -9."
    ),
    help_format="plaintext",
)


@app.default
def survey(
    *,
    out: Annotated[Path, Parameter(help="Output file: .csv or .parquet.")],
    deals: Annotated[int | None, Parameter(help="Number of random deals.")] = None,
    seed: Annotated[int, Parameter(help="Seed of the first deal; later deals use consecutive seeds.")] = 1,
    from_file: Annotated[
        Path | None, Parameter(name="--from", help="Read the deals from this file instead.")
    ] = None,
    rules: SeveralRules = ("rotterdam-bond",),
    dealer: Annotated[str, Parameter(help="Who deals: S, W, N or E.")] = "S",
    workers: Annotated[
        int | None,
        Parameter(help="Number of deals solved at once; default: one per core.", show_default=False),
    ] = None,
    dask: Annotated[str | None, Parameter(help="Solve on this Dask cluster: tcp://host:port.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Solve many deals: the value of each trump suit to the player left of the dealer, and whether it is made."""
    language = spoken(lang)
    if (deals is None) == (from_file is None):
        raise TextError("survey-what")
    if workers is not None and dask is not None:
        raise TextError("workers-or-dask")
    check_range("--deals", deals, 1, MOST_DEALS)
    check_range("--seed", seed, -MOST_SEED, MOST_SEED)
    check_range("--workers", workers, 1, MOST_WORKERS)
    source: Deals = Seeds(seed, deals or 0) if from_file is None else Lines.of(from_file)
    plan = SurveyPlan(source, tables_named(rules), Seat.parse(dealer))
    with begin(plan, out) as journal:
        with _crew(workers, dask, language) as crew, progress(language) as shown:
            task = shown.add_task(word("surveying", language), total=source.count, completed=len(journal))
            try:
                solve_rest(plan, journal, crew, lambda solved: shown.advance(task, solved))
            except KeyboardInterrupt:
                told = word("survey-stopped", language, solved=len(journal), count=source.count)
                print(f"klaverjas: {told}", file=sys.stderr)
                raise
        finish(journal, out)
    _tell(out, json, language)
    return 0


@app.command(help_epilogue="Example:\n\n  klaverjas survey show deals.parquet")
def show(file: Path, /, *, json: AsJson = False, lang: Lang = None) -> int:
    """Show the table of a finished survey.

    Parameters
    ----------
    file
        The survey file: .csv or .parquet.
    """
    _tell(file, json, spoken(lang))
    return 0


def _crew(workers: int | None, dask: str | None, language: Language) -> AbstractContextManager[SurveyWorkers]:
    if dask is not None:
        return cluster(dask)
    compile_with_progress(language, SOLVER)
    return threads(workers or cores())


def _tell(file: Path, json: bool, language: Language) -> None:
    """How often the player left of the dealer makes it with his best troef."""
    found = shares(read(file))
    if json:
        print_json({rules: _as_json(share) for rules, share in found.items()})
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(word("Rules", language))
    for title in ("deals", "makes-it", "interval", "mean-value"):
        table.add_column(word(title, language), justify="right")
    for rules, share in found.items():
        low, high = share.interval
        table.add_row(
            Text(visible(rules)),
            f"{share.deals:,}",
            f"{share.rate:.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{share.mean:+.1f}",
        )
    screen = console()
    screen.print(table)
    screen.print(Text(word("survey-means", language), style="dim"))


def _as_json(share: Share) -> dict[str, object]:
    low, high = share.interval
    return {
        "deals": share.deals,
        "made": share.made,
        "rate": share.rate,
        "low": low,
        "high": high,
        "value": share.mean,
    }
