"""Pictures of figures as SVG: text, lines, and an axis from left to right."""

import importlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final, NamedTuple

from klaverjas.errors import TextError
from klaverjas.plumbing.extras import needs

# The painter of PNG takes 'sans-serif' for Arial, and leaves words out where there is none: so others are named too.
FONTS: Final = (
    "system-ui", "-apple-system", "Segoe UI", "Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans",
    "sans-serif",
)  # fmt: skip
FONT: Final = f'font-family="{", ".join(FONTS)}"'
ENDINGS: Final = (".svg", ".png")
SHARP: Final = 2  # pixels of a PNG for each unit
INK, FAINT, GRID, RATE, WORTH = "#1f2328", "#59636e", "#d8dee4", "#0b6e4f", "#3b5b92"


class Axis:
    """A quantity from left to right; *top* is where what it measures begins."""

    def __init__(
        self, left: float, right: float, ticks: Sequence[float], title: str, unit: str = "", top: float = 92
    ) -> None:
        self.left, self.right, self.ticks, self.title, self.unit = left, right, ticks, title, unit
        self.top = top

    def __call__(self, quantity: float) -> float:
        least, most = self.ticks[0], self.ticks[-1]
        return round(self.left + (self.right - self.left) * (quantity - least) / (most - least), 1)

    def drawn(self, bottom: float) -> Iterator[str]:
        yield text(self.left, self.top - 52, self.title, weight=600)
        for tick in self.ticks:
            yield line(self(tick), self.top - 18, self(tick), bottom, GRID, 1)
            yield text(self(tick), self.top - 26, f"{tick:g}{self.unit}", FAINT, "middle", size=12)


class Scale(NamedTuple):
    """From a quantity to a place on the page."""

    least: float
    most: float
    begin: float
    end: float

    def __call__(self, quantity: float) -> float:
        part = (quantity - self.least) / ((self.most - self.least) or 1)
        return round(self.begin + (self.end - self.begin) * part, 1)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below the lowest to above the highest.

    >>> ticks(3, 262)
    [0, 50, 100, 150, 200, 250, 300]
    """
    wide = (high - low) / about or 1.0
    ten = 10 ** floor(log10(wide))
    step = next(ten * of for of in (1, 2, 5, 10) if ten * of >= wide * 0.9)
    return [step * at for at in range(floor(low / step), ceil(high / step) + 1)]


def text(
    x: float, y: float, said: str, colour: str = INK, anchor: str = "start", size: int = 14, weight: int = 400
) -> str:
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}">{escape(said, quote=False)}</text>'
    )


def line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}" stroke-width="{width}"/>'


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """The whole file, on white."""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {FONT}>',
            '<rect width="100%" height="100%" fill="white"/>',
            *parts,
            "</svg>\n",
        )
    )


def check_picture(file: Path, endings: Sequence[str] = ENDINGS) -> None:
    """Its ending says what to draw, and what that needs is there."""
    if file.suffix.lower() not in endings:
        raise TextError("survey-ending", file=str(file), endings=list(endings))
    if file.suffix.lower() == ".png":
        _painter()


def save_picture(file: Path, drawn: str) -> None:
    """Write a picture as its ending says; PNG needs the extra `pictures`."""
    try:
        if file.suffix.lower() == ".png":
            file.write_bytes(bytes(_painter().svg_to_bytes(svg_string=drawn, zoom=SHARP)))
        else:
            file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise TextError("cannot-write", file=str(file), why=error.strerror or str(error)) from error


def _painter() -> Any:
    with needs("pictures"):
        return importlib.import_module("resvg_py")
