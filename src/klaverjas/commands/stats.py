"""`klaverjas stats`: what a round is like under a rule set."""

from typing import Annotated

from cyclopts import App, Parameter

from klaverjas.bots import NEED_THE_SOLVER, bot_named
from klaverjas.commands.figures import Games, Plot, SearchGames, Seed, Workers, check_games, gather, tell
from klaverjas.commands.terminal import AsJson, Lang, check_writable, full_name, rules_named, spoken
from klaverjas.commands.warmup import GUESSES, compile_with_progress
from klaverjas.environments.turn import table_rules
from klaverjas.plumbing.svg import check_picture
from klaverjas.statistics.sampling import round_games

app = App(
    name="stats",
    help="Measure a rule set: options per decision, decisions per round, and the spread of scores.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas stats amsterdam\n\n"
        "  klaverjas stats lugus --games 10000 --plot lugus.svg\n\n"
        "  klaverjas stats valet --player regels --json\n\n"
        "To make rule sets comparable, incorrect cards are refused and roem counts automatically; --as-at-the-table "
        "keeps the rules as they are. Seat 1 is left of the dealer. For RECYCLE programs, use "
        "'klaverjas recycle stats'."
    ),
    help_format="plaintext",
)


@app.default
def stats(
    rules: str,
    /,
    *,
    games: Games = 1000,
    search_games: SearchGames = 200,
    player: Annotated[str, Parameter(help="Bot in seat 1, such as regels or montecarlo.")] = "montecarlo",
    seed: Seed = 1,
    as_at_the_table: Annotated[
        bool,
        Parameter(
            negative="", help="Keep incorrect cards, claims and accusations where the rules have them."
        ),
    ] = False,
    workers: Workers = None,
    plot: Plot = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Measure a rule set: options per decision, decisions per round, and the spread of scores.

    Parameters
    ----------
    rules
        The name of a rule set, or a JSON file or object with a base and changes.
    """
    language = spoken(lang)
    check_games(games, search_games, workers)
    bot_named(player.partition(":")[0])
    if plot is not None:
        check_picture(plot)
        check_writable(str(plot))
    table = table_rules(rules_named(rules), as_at_the_table=as_at_the_table)
    if search_games and player.partition(":")[0] in NEED_THE_SOLVER:
        compile_with_progress(language, GUESSES)
    by_chance, searched = gather(
        lambda count, many: round_games(table, None, seed, count, many),
        lambda count, many: round_games(table, player, seed, count, many),
        (games, search_games, workers),
        language,
    )
    tell(full_name(rules_named(rules)), by_chance, searched, player, plot, json, language)
    return 0
