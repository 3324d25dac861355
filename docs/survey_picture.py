"""Draw the picture of docs/survey.md from a survey: `.venv/bin/python docs/survey_picture.py survey.parquet`."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

from klaverjas.survey.files import read
from klaverjas.survey.shares import Share, best_troefs, shares

PICTURE = Path(__file__).parent / "img" / "survey.svg"
WIDTH, TOP, LINE = 880, 92, 38
NAMES = 152  # where the names of the rule sets end
LEFT = (
    "All hands are open, and the player left of the dealer plays and leads. Left: 95 % confidence (Wilson)."
)
RIGHT = "Right: his team's points minus the other's. Nine of ten deals on the line, half in the box, the median white."
INK, FAINT, GRID, RATE, WORTH = "#1f2328", "#59636e", "#d8dee4", "#0b6e4f", "#3b5b92"


class Axis:
    """A quantity from left to right."""

    def __init__(self, left: int, right: int, ticks: Sequence[float], title: str, unit: str = "") -> None:
        self.left, self.right, self.ticks, self.title, self.unit = left, right, ticks, title, unit

    def __call__(self, quantity: float) -> float:
        least, most = self.ticks[0], self.ticks[-1]
        return round(self.left + (self.right - self.left) * (quantity - least) / (most - least), 1)

    def drawn(self, bottom: int) -> Iterator[str]:
        yield text(self.left, TOP - 52, self.title, weight=600)
        for tick in self.ticks:
            yield line(self(tick), TOP - 18, self(tick), bottom, GRID, 1)
            yield text(self(tick), TOP - 26, f"{tick:g}{self.unit}", FAINT, "middle", size=12)


def text(
    x: float, y: float, said: str, colour: str = INK, anchor: str = "start", size: int = 14, weight: int = 400
) -> str:
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}">{said}</text>'
    )


def line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}" stroke-width="{width}"/>'


def rate_drawn(share: Share, axis: Axis, y: float) -> Iterator[str]:
    """A dot, and how sure it is."""
    low, high = (axis(100 * edge) for edge in share.interval)
    yield line(low, y, high, y, RATE, 2)
    for edge in (low, high):
        yield line(edge, y - 5, edge, y + 5, RATE, 2)
    yield f'<circle cx="{axis(100 * share.rate)}" cy="{y}" r="4.5" fill="{RATE}"/>'
    yield text(axis.right + 12, y + 5, f"{share.rate:.1%}", RATE, weight=600)


def worths_drawn(worths: Sequence[int], axis: Axis, y: float) -> Iterator[str]:
    """A line from 5 to 95 % of the deals, a box from 25 to 75 %, a stroke in the middle."""
    twentieths = quantiles(worths, n=20, method="inclusive")
    low, first, middle, last, high = (axis(twentieths[at]) for at in (0, 4, 9, 14, 18))
    yield line(low, y, high, y, WORTH, 2)
    yield f'<rect x="{first}" y="{y - 7}" width="{round(last - first, 1)}" height="14" rx="2" fill="{WORTH}"/>'
    yield line(middle, y - 7, middle, y + 7, "white", 3)


def drawn(found: dict[str, Share], worths: dict[str, list[int]]) -> str:
    deals = next(iter(found.values())).deals
    rates = Axis(170, 440, (93, 94, 95, 96, 97, 98), "Makes it with the best troef", " %")
    values = Axis(546, 852, (-50, 0, 50, 100, 150, 200, 250), "What the best troef is worth")
    bottom = TOP + LINE * len(found)
    parts = [
        *rates.drawn(bottom),
        *values.drawn(bottom),
        line(values(0), TOP - 18, values(0), bottom, FAINT, 1),
    ]
    for at, rules in enumerate(sorted(found, key=lambda name: -found[name].rate)):
        y = TOP + LINE * at + LINE / 2 - 6
        parts.append(text(NAMES, y + 5, rules.partition("/")[0], anchor="end", weight=600))
        parts += [*rate_drawn(found[rules], rates, y), *worths_drawn(worths[rules], values, y)]
    for at, said in enumerate((f"{deals:,} deals under each rule set. {LEFT}", RIGHT)):
        parts.append(text(24, bottom + 26 + 18 * at, said, FAINT, size=12))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 62}" '
            'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif">',
            '<rect width="100%" height="100%" fill="white"/>',
            *parts,
            "</svg>\n",
        )
    )


def main() -> None:
    rows = list(best_troefs(read(Path(sys.argv[1]))))
    found = shares(rows)
    PICTURE.write_text(
        drawn(found, {rules: [row.value for row in rows if row.rules == rules] for rules in found})
    )


if __name__ == "__main__":
    main()
