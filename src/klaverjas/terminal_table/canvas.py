"""Signs in a grid, each with a style: what tables and hands are drawn on."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from klaverjas.cards import Card, Suit
from klaverjas.sentences import Language

FELT: Final = "#0f3d2e"
ON_FELT: Final = f"on {FELT}"
QUIET: Final = f"#9fc5b4 {ON_FELT}"
TEAM_COLOURS: Final = ("#7fd7ff", "#ffd75f")  # North-South, West-East
PAPER: Final = "#f4f1e6"
PAPER_WINNING: Final = "#ffe08a"
PAPER_DULL: Final = "#8f9a92"
RED_INK: Final = "#c0182b"
BLACK_INK: Final = "#1a1a1a"
RED_ON_DARK: Final = "#ff6b75"
WINNING_SIGN: Final = "★"
RED_SUITS: Final = (Suit.HEARTS, Suit.DIAMONDS)


@dataclass(frozen=True)
class CardSize:
    width: int
    height: int


SMALL: Final = CardSize(5, 3)
LARGE: Final = CardSize(7, 5)


class Canvas:
    """A grid of signs, each with a style."""

    def __init__(self, width: int, height: int, style: str = ON_FELT) -> None:
        self.width, self.height = width, height
        self._style = style
        self._cells = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write, as far as there is room; a wide sign takes two cells."""
        if not 0 <= y < self.height:
            return
        for sign in text:
            size = cell_len(sign)
            if size == 0:
                continue
            if x >= 0 and x + size <= self.width:
                self._cells[y][x] = (sign, style)
                for covered in range(x + 1, x + size):
                    self._cells[y][covered] = ("", style)
            x += size

    def centred(self, middle: int, y: int, text: str, style: str) -> None:
        self.put(middle - cell_len(text) // 2, y, text, style)

    def card(
        self, x: int, y: int, card: Card, size: CardSize, language: Language, paper: str, mark: str = ""
    ) -> None:
        """A card with its rank in two corners and the suit between."""
        ink = RED_INK if card.suit in RED_SUITS else BLACK_INK
        style = f"bold {ink} on {paper}"
        rank, blank = card.rank.sign(language), " " * size.width
        for row in range(size.height):
            self.put(x, y + row, blank, style)
        inset = 1 if size is LARGE else 0
        self.put(x + inset, y, rank, style)
        self.put(x + size.width - 1 - inset, y, mark, style)
        self.put(x + size.width // 2, y + size.height // 2, card.suit.symbol, style)
        self.put(x + size.width - len(rank) - inset, y + size.height - 1, rank, style)

    def text(self) -> Text:
        lines = []
        for row in self._cells:
            line = Text(end="")
            run, style = "", row[0][1] if row else self._style
            for sign, its_style in row:
                if its_style != style:
                    line.append(run, style)
                    run, style = "", its_style
                run += sign
            line.append(run, style)
            lines.append(line)
        return Text("\n", end="").join(lines)


def painted(line: str, style: str = "") -> Text:
    """A line with red hearts and diamonds, on a dark ground."""
    text = Text(line, style)
    text.highlight_regex("[♥♦]", f"bold {RED_ON_DARK}")
    text.highlight_regex("[♠♣]", "bold")
    return text


def fitting(text: str, most: int) -> str:
    return text if cell_len(text) <= most else f"{set_cell_size(text, max(most - 1, 0)).rstrip()}…"
