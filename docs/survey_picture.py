"""Draw the picture of docs/survey.md from a survey: `.venv/bin/python docs/survey_picture.py survey.parquet`."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

from klaverjas.plumbing.svg import FAINT, RATE, WORTH, Axis, line, picture, text
from klaverjas.survey.files import read
from klaverjas.survey.shares import Share, best_troefs, shares

PICTURE = Path(__file__).parent / "img" / "survey.svg"
WIDTH, TOP, LINE = 880, 92, 38
NAMES = 152  # where the names of the rule sets end
LEFT = (
    "All hands are open, and the player left of the dealer plays and leads. Left: 95 % confidence (Wilson)."
)
RIGHT = "Right: his team's points minus the other's. Nine of ten deals on the line, half in the box, the median white."


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
    rates = Axis(170, 440, (93, 94, 95, 96, 97, 98), "Made with the best trump suit", " %", TOP)
    values = Axis(546, 852, (-50, 0, 50, 100, 150, 200, 250), "Value of the best trump suit", top=TOP)
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
    return picture(WIDTH, bottom + 62, parts)


def main() -> None:
    rows = list(best_troefs(read(Path(sys.argv[1]))))
    found = shares(rows)
    PICTURE.write_text(
        drawn(found, {rules: [row.value for row in rows if row.rules == rules] for rules in found})
    )


if __name__ == "__main__":
    main()
