"""Letters as strokes, so that a picture looks the same on every machine, whatever fonts it has."""

from typing import Final

TALL: Final = 10.0
GAP: Final = 2.4
SPACE: Final = 3.0

# In a box that is ten high; each with how wide it is.
_ROUND = "C1.2 0 0 1.8 0 5S1.2 10 3 10"
_STROKES: Final[dict[str, tuple[float, str]]] = {
    "A": (6, "M0 10L3 0L6 10M1.1 6.6H4.9"),
    "B": (6, "M0 0V10H3.2C5 10 6 9 6 7.3S5 4.7 3.2 4.7H0M0 0H3C4.7 0 5.5 1 5.5 2.4S4.7 4.7 3 4.7"),
    "C": (5.8, f"M5.8 2.2C5.2 .8 4.2 0 3 0{_ROUND}C4.2 10 5.2 9.2 5.8 7.8"),
    "D": (6, "M0 0V10H2.4C4.8 10 6 8.2 6 5S4.8 0 2.4 0Z"),
    "E": (5.2, "M5.2 0H0V10H5.2M0 4.8H4.4"),
    "F": (5.2, "M5.2 0H0V10M0 4.8H4.4"),
    "G": (6, f"M5.8 2.2C5.2 .8 4.2 0 3 0{_ROUND}C4.8 10 6 8.6 6 6V5.4H3.4"),
    "H": (6, "M0 0V10M6 0V10M0 4.8H6"),
    "I": (1, "M.5 0V10"),
    "J": (5, "M5 0V7C5 9 4 10 2.5 10S0 9 0 7.4"),
    "K": (6, "M0 0V10M5.8 0L0 5.8M2 4L6 10"),
    "L": (5, "M0 0V10H5"),
    "M": (7, "M0 10V0L3.5 6L7 0V10"),
    "N": (6, "M0 10V0L6 10V0"),
    "O": (6, f"M3 0{_ROUND}S6 8.2 6 5S4.8 0 3 0Z"),
    "P": (6, "M0 10V0H3.2C5 0 6 1 6 2.8S5 5.6 3.2 5.6H0"),
    "Q": (6.2, f"M3 0{_ROUND}S6 8.2 6 5S4.8 0 3 0ZM3.6 7.2L6.3 10.4"),
    "R": (6, "M0 10V0H3.2C5 0 6 1 6 2.8S5 5.6 3.2 5.6H0M3 5.6L6 10"),
    "S": (
        6,
        "M5.6 1.8C5 .6 4.2 0 3 0C1.2 0 .2 1 .2 2.5C.2 4.2 1.6 4.6 3 5S6 5.8 6 7.5C6 9 4.8 10 3 10C1.6 10 .6 9.2 0 8",
    ),
    "T": (6, "M0 0H6M3 0V10"),
    "U": (6, "M0 0V6.6C0 8.8 1.2 10 3 10S6 8.8 6 6.6V0"),
    "V": (6, "M0 0L3 10L6 0"),
    "W": (8, "M0 0L2 10L4 2L6 10L8 0"),
    "X": (6, "M0 0L6 10M6 0L0 10"),
    "Y": (6, "M0 0L3 5L6 0M3 5V10"),
    "Z": (6, "M0 0H6L0 10H6"),
    "0": (6, f"M3 0{_ROUND}S6 8.2 6 5S4.8 0 3 0Z"),
    "1": (3, "M0 2.2L2.4 0V10"),
    "2": (6, "M.2 2.6C.4 1 1.4 0 3 0S5.8 1.1 5.8 2.8C5.8 5 0 7 0 10H6"),
    "3": (
        6,
        "M.2 1.8C.8 .6 1.8 0 3 0C4.7 0 5.6 1 5.6 2.4S4.6 4.8 3 4.8C4.8 4.8 6 5.8 6 7.4S4.8 10 3 10C1.6 10 .6 9.4 0 8",
    ),
    "4": (6, "M4.6 10V0L0 7H6"),
    "5": (6, "M5.4 0H.9L.4 4.6C1.2 4.1 2 3.8 3 3.8C4.8 3.8 6 5 6 6.9S4.8 10 3 10C1.6 10 .6 9.3 0 8.1"),
    "6": (
        6,
        "M5.4 1.4C4.8 .5 4 0 3.1 0C1.2 0 0 2 0 5.6C0 8.6 1.2 10 3 10S6 8.7 6 6.8S4.8 3.7 3 3.7S.3 4.8 .1 6.2",
    ),
    "7": (6, "M0 0H6L2.2 10"),
    "8": (
        6,
        "M3 4.7C1.4 4.7 .5 3.8 .5 2.4S1.5 0 3 0S5.5 1 5.5 2.4S4.6 4.7 3 4.7C1.2 4.7 0 5.8 0 7.3S1.2 10 3 10"
        "S6 8.9 6 7.3S4.8 4.7 3 4.7Z",
    ),
    "9": (
        6,
        "M.6 8.6C1.2 9.5 2 10 2.9 10C4.8 10 6 8 6 4.4C6 1.4 4.8 0 3 0S0 1.3 0 3.2S1.2 6.3 3 6.3S5.7 5.2 5.9 3.8",
    ),
    "+": (5, "M0 5.5H5M2.5 3V8"),
    "-": (4, "M0 5.5H4"),
    ":": (1, "M.5 3.4V3.5M.5 8.4V8.5"),
    "/": (4, "M0 10L4 0"),
}


def width_of(text: str, high: float) -> float:
    """How wide a text is when its letters are so high."""
    letters = sum(_STROKES[sign][0] if sign != " " else SPACE for sign in text)
    return (letters + GAP * max(0, len(text) - 1)) * high / TALL


def lettered(
    x: float, y: float, text: str, colour: str, high: float = 12, anchor: str = "start", weight: float = 1.5
) -> str:
    """A text in capitals, with its upper left corner there, its middle, or its end."""
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    at = x - width_of(text, high) * shift
    parts = []
    for sign in text:
        if sign == " ":
            at += (SPACE + GAP) * high / TALL
            continue
        wide, strokes = _STROKES[sign]
        parts.append(
            f'<path transform="translate({at:.2f} {y:.2f}) scale({high / TALL:.3f})" d="{strokes}"/>'
        )
        at += (wide + GAP) * high / TALL
    return (
        f'<g fill="none" stroke="{colour}" stroke-width="{weight}" stroke-linecap="round" stroke-linejoin="round">'
        f"{''.join(parts)}</g>"
    )
