"""A QR code in the terminal: an address that a phone reads from the screen."""

import segno
from rich.console import Console
from rich.text import Text

QUIET = 2  # modules around it
BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
STYLE = "#000000 on #ffffff"  # whatever the colours of the terminal are


def qr_lines(text: str) -> list[str]:
    """The code in half blocks, two rows a line.

    >>> lines = qr_lines("http://192.168.1.20:8080")
    >>> len(lines), {len(line) for line in lines}
    (15, {29})
    """
    rows = [
        [bool(module) for module in row] for row in segno.make_qr(text, error="l").matrix_iter(border=QUIET)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        "".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def show_qr(screen: Console, text: str) -> None:
    """The code, where it can be drawn: on a terminal that is wide enough and has colours and blocks."""
    lines = qr_lines(text)
    can_draw = screen.is_terminal and not screen.no_color and screen.encoding.startswith("utf")
    if can_draw and len(lines[0]) <= screen.width:
        for line in lines:
            screen.print(Text(line, STYLE))
