"""The table and the hand, drawn."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from klaverjas.cards import Card
from klaverjas.seats import TEAMS, Seat, Team
from klaverjas.sentences import Language
from klaverjas.terminal_table.canvas import (
    LARGE,
    ON_FELT,
    PAPER,
    PAPER_DULL,
    PAPER_WINNING,
    QUIET,
    SMALL,
    TEAM_COLOURS,
    WINNING_SIGN,
    Canvas,
    fitting,
)
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.offers import SEAT_KEYS, seat_name
from klaverjas.terminal_table.state import FULL_HAND, TableState, visible
from klaverjas.terminal_table.telling import bid_text, end_of_game, is_over, rules_name
from klaverjas.terminal_table.words import level_name, word

TURN_SIGN: Final = "▶"


# --- the table --------------------------------------------------------------------------------------


def draw_table(state: TableState, language: Language, width: int, height: int) -> Text:
    """Four players around what lies on the table; one's own seat is below."""
    canvas = Canvas(width, height)
    size = LARGE if height >= 3 * LARGE.height + 6 and width >= 66 else SMALL
    middle_x, middle_y = width // 2, height // 2
    below = state.below
    block = size.width * 3 + 4
    side = max((width - block) // 2 - 2, 4)
    _seat_beside(canvas, state, below.after(1), language, x=1, y=middle_y, most=side, right=False)
    _seat_beside(canvas, state, below.after(3), language, x=width - 1, y=middle_y, most=side, right=True)
    top = max(middle_y - (3 * size.height) // 2 - 1, 0)
    bottom = min(top + 3 * size.height + 1, height - 1)
    gap = 1 if size is LARGE and top > 0 else 0
    _seat_across(canvas, state, below.after(2), language, y=top - gap)
    _seat_across(canvas, state, below, language, y=bottom + gap)
    round = state.round
    if _is_inviting(state):
        _draw_invitation(canvas, state, language, middle_y)
    elif is_over(state) or state.now.phase == "done":
        _draw_result(canvas, state, language, middle_y)
    elif round is not None:
        left, right = middle_x - size.width // 2 - size.width - 2, middle_x + size.width // 2 + 3
        centre = middle_x - size.width // 2
        places = ((centre, top + 1 + 2 * size.height), (left, middle_y - size.height // 2),
                  (centre, top + 1), (right, middle_y - size.height // 2))  # fmt: skip
        for seat, card in round.cards.items():
            x, y = places[(seat - below) % 4]
            wins = seat == state.now.winning
            canvas.card(
                x, y, card, size, language, PAPER_WINNING if wins else PAPER, WINNING_SIGN if wins else ""
            )
    return canvas.text()


def _name_line(state: TableState, seat: Seat, language: Language, most: int) -> tuple[str, str]:
    """Who sits there, in the colour of the team; whose turn it is stands out."""
    turn = state.playing and state.now.turn == seat and state.now.phase in ("troef", "play")
    name = seat_name(state, seat, language)
    if _is_inviting(state):
        name = f"{SEAT_KEYS[seat]} {seat.said(language)}"
    name = fitting(name, most - (2 if turn else 0))
    colour = TEAM_COLOURS[seat.team]
    return (f"{TURN_SIGN} {name}" if turn else name), f"bold {colour} {ON_FELT}"


def _is_inviting(state: TableState) -> bool:
    """Before the first game: the seats matter more than who played there."""
    return not state.playing and not is_over(state)


def _remarks(state: TableState, seat: Seat, language: Language) -> list[str]:
    """What there is to say about a player: dealer, bot, away; the seat, before the game."""
    chair, round = state.chairs[seat], state.round
    remarks = []
    if not chair.taken:
        remarks.append(word("empty", language))
    elif chair.player is not None and _is_inviting(state):
        remarks.append(state.name_of(chair.player))
    if chair.bot is not None:
        remarks.append(f"{word('bot', language)} {level_name(visible(chair.bot), language)}")
    elif chair.stand_in is not None:
        remarks.append(word("bot", language))
    elif chair.player is not None and chair.player != state.you.player:  # who looks at it is there
        person = state.people.get(chair.player)
        if person is None or not person.present:
            remarks.append(word("away", language))
    if state.playing and round is not None and round.dealer == seat:
        remarks.append(word("dealer", language))
    return remarks


def _said(state: TableState, seat: Seat, language: Language) -> str:
    """What somebody said in the auction, while it lasts."""
    round = state.round
    if round is None or state.now.phase != "troef" or seat not in round.said:
        return ""
    bid = round.said[seat]
    return word("pass", language) if bid is None else bid_text(bid, language)


def _backs(state: TableState, seat: Seat) -> str:
    round = state.round
    return "▮" * round.counts[seat] if state.playing and round is not None else ""


def _seat_beside(
    canvas: Canvas,
    state: TableState,
    seat: Seat,
    language: Language,
    *,
    x: int,
    y: int,
    most: int,
    right: bool,
) -> None:
    name, style = _name_line(state, seat, language, most)
    lines = [(name, style)]
    if backs := _backs(state, seat):
        lines.append((backs, QUIET))
    if remarks := _remarks(state, seat, language):
        lines += [(fitting(remark, most), QUIET) for remark in remarks]
    if said := _said(state, seat, language):
        lines.append((said, f"bold white {ON_FELT}"))
    for at, (text, its_style) in enumerate(lines, start=y - 1):
        canvas.put(x - cell_len(text) if right else x, at, text, its_style)


def _seat_across(canvas: Canvas, state: TableState, seat: Seat, language: Language, *, y: int) -> None:
    name, style = _name_line(state, seat, language, canvas.width // 2 - 4)
    parts = [(name, style)]
    if seat != state.you.seat and (backs := _backs(state, seat)):
        parts.append((backs, QUIET))
    parts += [(remark, QUIET) for remark in _remarks(state, seat, language)]
    if said := _said(state, seat, language):
        parts.append((said, f"bold white {ON_FELT}"))
    x = (canvas.width - sum(cell_len(text) + 2 for text, _ in parts) + 2) // 2
    for text, its_style in parts:
        canvas.put(x, y, text, its_style)
        x += cell_len(text) + 2


def _draw_invitation(canvas: Canvas, state: TableState, language: Language, y: int) -> None:
    middle = canvas.width // 2
    canvas.centred(middle, y - 1, word("table", language), QUIET)
    canvas.centred(middle, y, " ".join(state.code), f"bold white {ON_FELT}")
    canvas.centred(middle, y + 1, rules_name(state.rules), QUIET)


def _draw_result(canvas: Canvas, state: TableState, language: Language, y: int) -> None:
    """The score of the round that is over with the totals after it, or the end of the game."""
    game, totals = state.game, state.now.totals or (0, 0)
    rows: list[tuple[str, Sequence[object]]] = []
    title = end_of_game(state, language)
    if not is_over(state) and game is not None and game.sheet:
        result = game.sheet[-1][1]
        title = _outcome(state, result, language)
        if result["outcome"] != "passed-out":
            rows.append((word("Round", language), result["display"]))
    rows.append((word("Total", language), totals))
    top = y - (len(rows) + 3) // 2
    canvas.centred(canvas.width // 2, top, title, f"bold white {ON_FELT}")
    _draw_by_team(canvas, rows, language, top + 2)


def _outcome(state: TableState, result: Json, language: Language) -> str:
    """Whose round it was, and what became of it."""
    outcome, team = word(result["outcome"], language), result["offender"] or result["makers"]
    if team is None:
        return outcome
    troef = state.round.troef if state.round is not None else None
    named = result["offender"] is None and troef is not None
    return word(
        "outcome-with" if named else "outcome-of",
        language,
        team=Team.parse(team).said(language),
        outcome=outcome,
        troef=troef.symbol if troef is not None else "",
    )


def _draw_by_team(
    canvas: Canvas, rows: list[tuple[str, Sequence[object]]], language: Language, top: int
) -> None:
    """Lines with a number for each team, one under the other."""
    heads = [team.letters_in(language) for team in TEAMS]
    widths = [
        max(cell_len(str(text)) for text in (heads[team], *(row[team] for _, row in rows))) for team in TEAMS
    ]
    label_width = max(cell_len(label) for label, _ in rows)
    left = (canvas.width - label_width - sum(widths) - 3 * len(TEAMS)) // 2
    for at, (label, numbers) in enumerate([("", heads), *rows], start=top):
        canvas.put(left, at, label, QUIET)
        x = left + label_width
        for team in TEAMS:
            x += 3 + widths[team]
            text = str(numbers[team])
            canvas.put(x - cell_len(text), at, text, f"bold {TEAM_COLOURS[team]} {ON_FELT}")


# --- the hand ---------------------------------------------------------------------------------------


def draw_hand(state: TableState, chosen: Card | None, language: Language, width: int, height: int) -> Text:
    """One's own cards with their keys below; the chosen one is raised, those that may not be played are dull."""
    canvas = Canvas(width, height)
    cards = state.hand
    size = LARGE if height >= LARGE.height + 2 and width >= FULL_HAND * (LARGE.width + 1) else SMALL
    step = size.width + 1
    x = (width - len(cards) * step + 1) // 2
    my_turn = bool(state.now.may.play)
    for number, card in enumerate(cards, start=1):
        raised = card == chosen and my_turn
        dull = my_turn and card not in state.now.may.play
        canvas.card(x, 0 if raised else 1, card, size, language, PAPER_DULL if dull else PAPER)
        style = f"bold white {ON_FELT}" if raised else QUIET
        if my_turn:
            canvas.centred(x + size.width // 2, size.height + 1, str(number), style)
        x += step
    return canvas.text()
