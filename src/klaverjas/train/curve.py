"""The curve of a course: how strong the player was when, as rows and as a picture. Needs nothing but the file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.svg import FAINT, GRID, Scale, line, picture, text, ticks
from klaverjas.sentences import Language, Phrase

CURVE: Final = "curve.jsonl"
AGAINST: Final = "against "
PANEL: Final = Phrase(
    "Points per round ahead of {name}, by minutes of training",
    "Punten per ronde voor op {name}, per minuut training",
)
NAMES: Final = {
    "best": Phrase("the previous best", "de beste ervoor"),
    "strangers": Phrase("opponents with fixed habits", "vreemden die naar gewoonte spelen"),
}
COLOURS: Final = ("#0b6e4f", "#3b5b92", "#b35900", "#8a3b8f", "#7a7a00", "#a4343a")
LEFT, RIGHT, HEIGHT, GAP, TITLE = 64, 700, 220, 84, 74
LEGEND: Final = 150


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """The looks of a course, the first one first; a line that was cut off or is something else is left out."""
    try:
        lines = (folder / CURVE).read_text("utf-8", errors="replace").splitlines()
    except OSError as error:
        raise KlaverjasError("no-course", folder=str(folder)) from error
    rows = []
    for told in lines:
        try:
            row = json.loads(told)
        except (ValueError, RecursionError):
            continue
        if _is_row(row):
            rows.append(row)
    if not rows:
        raise KlaverjasError("no-course", folder=str(folder))
    return rows


def _is_row(row: Any) -> bool:
    """Whether it tells how far a course was, and how far ahead of whom."""
    return (
        isinstance(row, dict)
        and all(_is_number(row.get(name)) for name in ("lessons", "rounds", "seconds"))
        and all(_is_figures(figures) for name, figures in row.items() if name.startswith(AGAINST))
    )


def _is_figures(figures: Any) -> bool:
    return isinstance(figures, dict) and all(
        isinstance(pair, list) and len(pair) == 2 and all(map(_is_number, pair)) for pair in figures.values()
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and isfinite(value)


def opponents(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Whom the player has met, in the order in which they came."""
    return list(
        dict.fromkeys(name.removeprefix(AGAINST) for row in rows for name in row if name.startswith(AGAINST))
    )


def called(name: str, language: Language) -> str:
    """Who somebody whom the player has met is."""
    return NAMES.get(name, Phrase(name, name)).said(language)


def svg_of(title: str, rows: Sequence[Mapping[str, Any]], language: Language = "en") -> str:
    """A panel for each opponent, a line for each rule set."""
    names = opponents(rows)
    parts = [text(LEFT - 24, 36, title, size=18, weight=600)]
    for place, name in enumerate(names):
        parts += _panel(name, rows, TITLE + place * (HEIGHT + GAP), language)
    return picture(RIGHT + LEGEND, TITLE + len(names) * (HEIGHT + GAP), parts)


def _panel(name: str, rows: Sequence[Mapping[str, Any]], top: float, language: Language) -> Iterator[str]:
    looks = [(row["seconds"] / 60, row[AGAINST + name]) for row in rows if row.get(AGAINST + name)]
    if not looks:
        return
    heights = [ahead for _, figures in looks for ahead, _ in figures.values()]
    up, along = ticks(min(0, *heights), max(0, *heights)), ticks(0, max(minute for minute, _ in looks))
    y = Scale(up[0], up[-1], top + HEIGHT, top + 24)
    x = Scale(0, along[-1], LEFT, RIGHT)
    yield text(LEFT - 24, top, PANEL.said(language).format(name=called(name, language)), weight=600)
    for tick in up:
        yield line(LEFT, y(tick), RIGHT, y(tick), FAINT if tick == 0 else GRID, 1)
        yield text(LEFT - 8, y(tick) + 4, f"{tick:g}", FAINT, "end", size=12)
    for tick in along:
        yield text(x(tick), top + HEIGHT + 18, f"{tick:g}", FAINT, "middle", size=12)
    rules = list(dict.fromkeys(rule for _, figures in looks for rule in figures))
    for place, rule in enumerate(rules):
        colour = COLOURS[place % len(COLOURS)]
        points = [(x(minute), y(figures[rule][0])) for minute, figures in looks if rule in figures]
        path = " ".join(f"{across},{down}" for across, down in points)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield from (f'<circle cx="{across}" cy="{down}" r="2.5" fill="{colour}"/>' for across, down in points)
        yield text(RIGHT + 14, top + 40 + 20 * place, rule, colour, size=13)
