"""`klaverjas warmup`: compile the fast core now, rather than at the first question."""

import sys
import time
from collections.abc import Callable

from cyclopts import App
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from klaverjas.commands.terminal import Lang, console, spoken
from klaverjas.commands.words import word
from klaverjas.environments.many_rounds import warm_up_many_rounds
from klaverjas.kernel.compile.compiler import cache_folder
from klaverjas.kernel.dispatch import warm_up_rollouts
from klaverjas.kernel.ismcts.api import warm_up_guesses
from klaverjas.kernel.ismcts.exact import warm_up_exact
from klaverjas.kernel.nn.inference import warm_up_network
from klaverjas.kernel.nn.look_ahead import warm_up_lookahead
from klaverjas.kernel.nn.self_play_steps import warm_up_lessons
from klaverjas.kernel.solver.solve import warm_up
from klaverjas.kernel.solver.solve_score import warm_up_scores
from klaverjas.sentences import Language

app = App(
    name="warmup",
    help="Compile the solver, the rollouts and the bots in advance, and cache the result.",
    help_epilogue=(
        "Otherwise the first command that needs it compiles it, in about half a minute. The cache is valid until the "
        "rules, the solver or the compiler change."
    ),
    help_format="plaintext",
)
SOLVER = ("compile-solver", warm_up)
SCORES = ("compile-scores", warm_up_scores)
GUESSES = ("compile-guesses", warm_up_guesses)
EXACT = ("compile-exact", warm_up_exact)
ROLLOUTS = ("compile-rollouts", warm_up_rollouts)
NETWORK = ("compile-network", warm_up_network)
LESSONS = ("compile-lessons", warm_up_lessons)
LOOK_AHEAD = ("compile-look-ahead", warm_up_lookahead)
MANY_ROUNDS = ("compile-many-rounds", warm_up_many_rounds)


@app.default
def warmup(*, lang: Lang = None) -> int:
    """Compile the solver, the rollouts and the bots in advance, and cache the result."""
    language = spoken(lang)
    begin = time.perf_counter()
    compile_with_progress(
        language, SOLVER, SCORES, ROLLOUTS, GUESSES, EXACT, NETWORK, LOOK_AHEAD, MANY_ROUNDS, LESSONS
    )
    seconds = f"{time.perf_counter() - begin:.1f}"
    told = word("compiled", language, folder=cache_folder(), seconds=seconds)
    console().print(told, soft_wrap=True)
    return 0


def compile_with_progress(language: Language, *parts: tuple[str, Callable[[], None]]) -> None:
    """Compile what is not compiled yet, with a sign of life on standard error."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(
        *columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()
    ) as progress:
        for name, compile_part in parts:
            task = progress.add_task(word(name, language), total=None)
            compile_part()
            progress.remove_task(task)
