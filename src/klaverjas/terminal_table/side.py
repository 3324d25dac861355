"""What stands beside the table, and the papers that can be laid over it."""

from typing import Final

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from klaverjas.seats import TEAMS, Team
from klaverjas.sentences import Language
from klaverjas.terminal_table.canvas import TEAM_COLOURS, WINNING_SIGN, painted
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.offers import seat_name
from klaverjas.terminal_table.state import ShownRound, TableState
from klaverjas.terminal_table.telling import bid_text, rules_name
from klaverjas.terminal_table.words import word

LABEL_WIDTH: Final = 8


def title_bar(state: TableState, language: Language, width: int, *, code: bool = True) -> Text:
    """Code, round and points, in one line."""
    left = Text(f" klaverjas {state.code if code else ''}".rstrip(), "bold")
    game = state.game
    if game is not None and game.round is not None:
        most = (game.rules.get("end") or {}).get("rounds")
        key = "round-of" if most else "round"
        left.append(f"  {word(key, language, number=game.round_number, most=most)}")
    if cell_len(left.plain) + 40 < width:
        left.append(f"  {rules_name((game or state).rules)}", "dim")
    right = Text()
    for team in TEAMS if state.now.totals is not None and game is not None else ():
        right.append(f"{team.letters_in(language)} ", TEAM_COLOURS[team])
        right.append(f"{state.now.totals[team] if state.now.totals else 0}  ", f"bold {TEAM_COLOURS[team]}")
    gap = max(width - cell_len(left.plain) - cell_len(right.plain), 1)
    return Text.assemble(left, " " * gap, right)


def facts(state: TableState, language: Language, seconds: int | None) -> Table:
    """Troef, who plays it, tricks, points, clock; before a game the rules and who is here."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True, width=LABEL_WIDTH)
    grid.add_column(no_wrap=True, overflow="ellipsis")
    if state.playing and state.round is not None:
        _facts_of_round(grid, state, state.round, language)
    else:
        grid.add_row(word("Rules", language), rules_name(state.rules))
        for player in state.people:
            grid.add_row(
                "" if grid.row_count > 1 else word("Here", language), _person(state, player, language)
            )
    if seconds is not None:
        grid.add_row(word("Clock", language), Text(word("seconds", language, count=seconds), "bold"))
    return grid


def _facts_of_round(grid: Table, state: TableState, round: ShownRound, language: Language) -> None:
    if round.makers is not None:
        troef = Text(word("sans", language), "bold")
        if round.troef is not None:
            troef = painted(f"{round.troef.symbol} {round.troef.said(language)}")
        grid.add_row(word("troef", language), troef)
        makers = Text(round.makers.said(language), TEAM_COLOURS[round.makers])
        if round.bid is not None:
            makers.append(f" {round.bid.points}")
        grid.add_row(word("Playing", language), makers)
    elif round.standing is not None:
        seat, bid = round.standing
        grid.add_row(
            word("Bid", language), painted(f"{bid_text(bid, language)} {seat_name(state, seat, language)}")
        )
    grid.add_row(word("Dealer", language), seat_name(state, round.dealer, language))
    grid.add_row(word("Tricks", language), _points(tuple(round.tricks_won), language))
    if state.now.registered:
        grid.add_row(word("Roem", language), Text(str(state.now.registered), "bold"))


def _points(points: tuple[int, ...], language: Language) -> Text:
    text = Text()
    for team in TEAMS:
        text.append(f"{team.letters_in(language)} {points[team]}  ", TEAM_COLOURS[team])
    return text


def _person(state: TableState, player: str, language: Language) -> Text:
    person = state.people[player]
    seat = state.seat_of(player)
    text = Text(person.name, "bold" if player == state.you.player else "")
    remarks = []
    if player == state.host:
        remarks.append(word("host", language))
    if person.display:
        remarks.append(word("display", language))
    elif seat is None:
        remarks.append(word("watches", language))
    if player in state.swaps:
        remarks.append(word("wants-seat", language, seat=state.swaps[player].said(language)))
    if not person.present:
        remarks.append(word("away", language))
    if remarks:
        text.append(f" {', '.join(remarks)}", "dim")
    return text


def draw_sheet(state: TableState, language: Language) -> Table | Text:
    """Every round with its score, and the running totals."""
    game = state.game
    if game is None or not game.sheet:
        return Text(word("no-sheet", language))
    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column(word("Round", language), justify="right")
    table.add_column(word("Dealer", language), overflow="ellipsis", max_width=12)
    for team in TEAMS:
        table.add_column(team.letters_in(language), justify="right", style=TEAM_COLOURS[team])
    for team in TEAMS:
        table.add_column(f"{word('Total', language)} {team.letters_in(language)}", justify="right")
    table.add_column(word("Outcome", language))
    number, totals = 0, [0, 0]
    for dealer, result in game.sheet:
        counts = result["outcome"] != "passed-out"
        number += counts
        totals = [total + more for total, more in zip(totals, result["score"], strict=True)]
        table.add_row(
            str(number) if counts else "",
            seat_name(state, dealer, language),
            *(_written(result, team, language) if counts else "" for team in TEAMS),
            *map(str, totals),
            _outcome(result, language),
        )
    return table


def _written(result: Json, team: Team, language: Language) -> str:
    """What stands on the sheet, with the points that false knocks of the others brought: '9 + 2 (+2 knock)'."""
    shown = str(result["display"][team])
    if not result["knocks"][team]:
        return shown
    rest = sum(int(part) for part in shown.split(" + ") if part.isdecimal())  # a word stands for 0
    return f"{shown} (+{result['score'][team] - rest} {word('by-knock', language)})"


def _outcome(result: Json, language: Language) -> Text:
    text = Text(word(result["outcome"], language))
    if result["makers"] is not None:
        makers = Team.parse(result["makers"])
        text.append(f" {makers.letters_in(language)}", TEAM_COLOURS[makers])
    return text


def draw_last_trick(state: TableState, language: Language) -> Text:
    """The trick that may still be looked at: who played what, the winner marked."""
    previous = state.round.previous if state.round is not None else None
    if previous is None:
        return Text(word("no-last", language))
    lines = []
    for at, card in enumerate(previous.cards):
        seat = previous.leader.after(at)
        mark = WINNING_SIGN if seat == previous.winner else " "
        lines.append(painted(f"{mark} {card.said(language):<4} {seat_name(state, seat, language)}"))
    points = f"{previous.points} + {previous.roem}" if previous.roem else str(previous.points)
    return Text("\n").join([*lines, Text(f"\n{points}", "bold")])
