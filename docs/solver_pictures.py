"""Draw the pictures of docs/solver.md: what was gained step by step, and two positions that are the same."""

from collections.abc import Iterator
from math import log10
from pathlib import Path

from klaverjas.plumbing.svg import FAINT, GRID, INK, RATE, WORTH, line, picture, text

FOLDER = Path(__file__).parent / "img"

# The table of docs/solver.md: positions for the exact value of a whole deal, without roem and with it.
STEPS = (
    ("answers for literal positions", 386_000, 850_000),
    ("for positions that play alike", 37_000, 177_000),
    ("no killer cards", 17_200, 94_900),
    ("roem in the order of cards", 16_300, 83_300),
    ("a first guess", 14_800, 69_800),
    ("live cards earlier", 14_800, 58_700),
    ("four alike by its places", 15_000, 54_100),
)
RED = "#b3261e"
SUITS = {"♠": INK, "♥": RED, "♣": INK, "♦": RED}
OWNERS = {"N": "#0b6e4f", "E": "#3b5b92", "S": "#8a5a00", "W": "#7a2e6e"}


def main() -> None:
    save("solver-steps.svg", 880, 96 + 42 * len(STEPS), steps())
    save("solver-alike.svg", 880, 336, alike())


def save(name: str, width: int, height: int, parts: Iterator[str]) -> None:
    (FOLDER / name).write_text(picture(width, height, parts))


def steps() -> Iterator[str]:
    """Bars on a scale of tens: each is ten times the one before it."""

    def at(positions: float) -> float:
        return round(250 + 560 * (log10(positions) - 4) / 2, 1)

    bottom = 62 + 42 * len(STEPS)
    yield text(24, 20, "Positions for the exact value of a whole deal", weight=600)
    for tick in (10_000, 30_000, 100_000, 300_000, 1_000_000):
        yield line(at(tick), 46, at(tick), bottom, GRID, 1)
        yield text(at(tick), 40, f"{tick:,}", FAINT, "middle", size=12)
    for number, (name, without, with_roem) in enumerate(STEPS):
        y = 56 + 42 * number
        yield text(238, y + 19, name, anchor="end", size=13)
        for positions, colour, down in ((without, RATE, 0), (with_roem, WORTH, 15)):
            yield (
                f'<rect x="{at(10_000)}" y="{y + down}" width="{round(at(positions) - at(10_000), 1)}" '
                f'height="13" rx="2" fill="{colour}"/>'
            )
            yield text(at(positions) + 6, y + down + 11, f"{positions:,}", colour, size=12)
    yield text(250, bottom + 22, "without roem", RATE, size=13, weight=600)
    yield text(364, bottom + 22, "with roem", WORTH, size=13, weight=600)


def alike() -> Iterator[str]:
    """The same owners, one below the other, under other ranks: an answer for one is a bound for the other."""
    yield text(24, 30, "Two positions that play alike", weight=600)
    yield text(
        24,
        52,
        "North leads, no troef is left. In each suit the same players follow each other from the strongest card down.",
        FAINT,
        size=13,
    )
    first = (("♠", "A N", "K E", "9 S"), ("♥", "10 W", "Q N"), ("♣", "A E", "J W", "8 S"))
    second = (("♠", "A N", "10 E", "8 S"), ("♥", "A W", "K N"), ("♣", "A E", "Q W", "7 S"))
    for left, cards in ((24, first), (330, second)):
        for row, (suit, *owned) in enumerate(cards):
            y = 84 + 62 * row
            yield text(left, y + 27, suit, SUITS[suit], size=22)
            for column, card in enumerate(owned):
                rank, owner = card.split()
                x = left + 34 + 62 * column
                colour = OWNERS[owner]
                yield (
                    f'<rect x="{x}" y="{y}" width="52" height="40" rx="6" fill="white" '
                    f'stroke="{colour}" stroke-width="2"/>'
                )
                yield text(x + 18, y + 26, rank, SUITS[suit], "middle", size=17, weight=600)
                yield text(x + 41, y + 26, owner, colour, "middle", size=12, weight=600)
    for row, (suit, apart) in enumerate((("♠", "|4-10| + |0-0|"), ("♥", "|10-11| + |3-4|"), ("♣", "|2-3|"))):
        total = (6, 2, 1)[row]
        yield text(640, 110 + 62 * row, f"{suit}  {apart} = {total}", INK, size=14)
    yield text(640, 72, "what their cards count", FAINT, size=13)
    yield line(640, 256, 856, 256, GRID, 1)
    yield text(640, 276, "9 points apart", INK, size=14, weight=600)
    yield text(
        24,
        306,
        "Who knows that North and South get at least 30 more in the one, knows: at least 21 in the other.",
        INK,
        size=14,
    )
    yield text(
        24,
        326,
        "A suit is compared only as far down as a rank mattered: where a card won from another of its suit.",
        FAINT,
        size=13,
    )


if __name__ == "__main__":
    main()
