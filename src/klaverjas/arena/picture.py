"""An arena as a picture: the ratings with their intervals, and the cross table beside them."""

from collections.abc import Iterator, Mapping
from math import ceil, floor, log10

from klaverjas.arena.estimates import Z
from klaverjas.arena.report import Report
from klaverjas.plumbing.svg import FAINT, INK, RATE, WORTH, Axis, line, picture, text
from klaverjas.sentences import Language, Phrase, numeral

MARGIN, NAMES, AXIS = 24, 176, 300  # from left to right
CELL, LINE, TOP, FOOT = 120, 38, 100, 54
LONGEST = 24  # letters of a name
RATING = Phrase("Points per round above {player}", "Punten per ronde boven {player}")
AGAINST = Phrase("Row minus column, with standard error", "Rij min kolom, en de standaardfout")
BELOW = Phrase(
    "At most {deals} deals per pairing, each played both ways; lines are 95 % intervals.",
    "Hooguit {deals} giften per ontmoeting, elk heen en terug gespeeld; lijnen zijn 95%-intervallen.",
)


def drawn_all(found: Mapping[str, Report], language: Language) -> str:
    """Each rule set below the other."""
    parts: list[str] = []
    top = 0.0
    widest = max(len(report.partnerships) for report in found.values())
    for rules, report in found.items():
        parts += _drawn(rules, report, top, language)
        top += TOP + LINE * len(report.partnerships) + FOOT
    width = MARGIN + NAMES + AXIS + 2 * MARGIN + CELL * widest + MARGIN
    return picture(width, top, parts)


def _drawn(rules: str, report: Report, top: float, language: Language) -> Iterator[str]:
    ratings = report.ratings
    order = sorted(ratings, key=lambda name: -ratings[name].points)
    begin = top + TOP
    bottom = begin + LINE * len(order)
    left = MARGIN + NAMES
    title = RATING.said(language).format(player=_short(report.partnerships[0]))
    axis = Axis(left, left + AXIS, ticks(report), title, top=begin)
    yield text(MARGIN, top + 28, rules, weight=600, size=16)
    yield from axis.drawn(bottom)
    across = axis.right + 2 * MARGIN
    yield text(across, begin - 52, AGAINST.said(language), weight=600)
    for at, name in enumerate(order):
        yield text(across + CELL * at + CELL / 2, begin - 26, _short(name, 17), FAINT, "middle", size=12)
        y = begin + LINE * at + LINE / 2 - 6
        yield text(left - 14, y + 5, _short(name), anchor="end", weight=600)
        yield from _interval(ratings[name].points, Z * ratings[name].error, axis, y)
        for column, other in enumerate(order):
            yield from _cell(report, name, other, across + CELL * column, y)
    deals = max(match.tally.deals for match in report.matches.values())
    yield text(
        MARGIN, bottom + 26, BELOW.said(language).format(deals=numeral(deals, language)), FAINT, size=12
    )


def _interval(points: float, reach: float, axis: Axis, y: float) -> Iterator[str]:
    """A dot, and how sure it is."""
    low, high = axis(points - reach), axis(points + reach)
    yield line(low, y, high, y, RATE, 2)
    for edge in (low, high):
        yield line(edge, y - 5, edge, y + 5, RATE, 2)
    yield f'<circle cx="{axis(points)}" cy="{y}" r="4.5" fill="{RATE}"/>'


def _cell(report: Report, one: str, other: str, x: float, y: float) -> Iterator[str]:
    """Green where the row is better, blue where the column is; the stronger the colour, the surer."""
    tally = report.between(one, other)
    if tally is None or one == other:
        yield text(x + CELL / 2, y + 5, "·", FAINT, "middle", weight=600)
        return
    sure = min(1.0, abs(tally.mean) / tally.half_width) if tally.half_width else float(tally.mean != 0)
    colour = RATE if tally.mean > 0 else WORTH
    yield (
        f'<rect x="{x + 2}" y="{y - LINE / 2 + 2}" width="{CELL - 4}" height="{LINE - 4}" rx="4" '
        f'fill="{colour}" fill-opacity="{0.22 * sure:.2f}"/>'
    )
    yield text(x + CELL / 2, y - 1, f"{tally.mean:+.1f}", INK, "middle", weight=600)
    yield text(x + CELL / 2, y + 12, f"± {tally.error:.1f}", FAINT, "middle", size=11)


def ticks(report: Report) -> list[float]:
    """Round numbers, four to eight of them, that hold every interval."""
    edges = [
        rating.points + sign * Z * rating.error for rating in report.ratings.values() for sign in (-1, 1)
    ]
    least, most = min(edges), max(edges)
    step = 10 ** floor(log10(max(most - least, 1.0)))
    while (most - least) / step < 3:
        step /= 2
    while (most - least) / step > 6:
        step *= 2
    first, last = floor(least / step), ceil(most / step)
    return [step * at for at in range(first, max(last, first + 1) + 1)]


def _short(name: str, longest: int = LONGEST) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
