"""Statistics as a picture: options at each decision, how many decisions there are, and scores as violins."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from statistics import fmean, median
from typing import Final, NamedTuple

from klaverjas.plumbing.svg import FAINT, GRID, INK, RATE, WORTH, Scale, line, picture, text, ticks
from klaverjas.sentences import Language, Phrase
from klaverjas.statistics.figures import Statistics, density

BRANCHING = Phrase("Options per decision", "Keuzes bij elke beslissing")
BAND = Phrase(
    "dots: mean; bars: 80 % of games; line: {start:.2f} {slope:+.3f} per decision",
    "stippen: gemiddelde; balken: 80 % van de partijen; lijn: {start:.2f} {slope:+.3f} per beslissing",
)
DECISIONS = Phrase("Decisions per game", "Beslissingen in een partij")
ALWAYS = Phrase("always {number}", "altijd {number}")
RANDOM = Phrase("Scores, all players random", "Scores, allen kiezen willekeurig")
SEARCH = Phrase(
    "Scores, {player} in seat 1, the others random", "Scores, {player} op plaats 1 tussen willekeurige"
)
SEAT = Phrase("seat {number}", "plaats {number}")
BELOW = Phrase(
    "{games} random games{more}; white: median; number: mean.",
    "{games} partijen willekeurig{more}; wit: mediaan; getal: gemiddelde.",
)
AND_SEARCH = Phrase(", {games} with {player}", ", {games} met {player}")
MANY_DECISIONS: Final = 80  # more have smaller dots
MANY_SEATS: Final = 12  # more are only numbered

LEFT, WIDTH, HEIGHT, GAP, TITLE = 64, 780, 190, 92, 92
BAR, SEARCHER = "#cfe4dc", "#b35900"


class Searched(NamedTuple):
    """Games in which the player in seat 1 looked ahead, and who that was."""

    player: str
    statistics: Statistics


def svg_of(
    title: str, by_chance: Statistics, searched: Searched | None = None, language: Language = "en"
) -> str:
    """The whole picture."""
    parts = [text(LEFT - 24, 38, title, size=18, weight=600)]
    top = float(TITLE)
    parts += _branching(by_chance, top, language)
    top += HEIGHT + GAP
    parts += _decisions(by_chance, top, language)
    top += GAP - 36 if len(set(by_chance.decisions)) == 1 else HEIGHT / 2 + GAP
    shown = [by_chance] + ([searched.statistics] if searched else [])
    scores = [score for one in shown for sample in one.samples for score in sample.scores]
    marks = ticks(min(scores), max(scores))
    parts += _violins(by_chance, marks, top, RANDOM.said(language), language, first=RATE)
    if searched is not None:
        top += HEIGHT + GAP
        said = SEARCH.said(language).format(player=searched.player)
        parts += _violins(searched.statistics, marks, top, said, language, first=SEARCHER)
    top += HEIGHT + 58
    more = ""
    if searched is not None:
        more = AND_SEARCH.said(language).format(
            games=len(searched.statistics.samples), player=searched.player
        )
    games = len(by_chance.samples)
    parts.append(text(LEFT - 24, top, BELOW.said(language).format(games=games, more=more), FAINT, size=12))
    return picture(LEFT + WIDTH + 40, top + 24, parts)


def _frame(title: str, top: float, bottom: float, marks: Sequence[float]) -> tuple[Scale, list[str]]:
    """A title and lines from left to right at round numbers."""
    scale = Scale(marks[0], marks[-1], bottom, top)
    drawn = [text(LEFT - 24, top - 18, title, weight=600)]
    for mark in marks:
        drawn.append(line(LEFT, scale(mark), LEFT + WIDTH, scale(mark), GRID, 1))
        drawn.append(text(LEFT - 8, scale(mark) + 4, f"{mark:g}", FAINT, "end", size=12))
    return scale, drawn


def _branching(games: Statistics, top: float, language: Language) -> Iterator[str]:
    spreads = games.by_decision()
    fitted = games.line
    up, drawn = _frame(
        BRANCHING.said(language),
        top,
        top + HEIGHT,
        ticks(0, max([max(one.high, one.mean) for one in spreads] or [1]), 4),
    )
    across = Scale(1, max(2, len(spreads)), LEFT + 12, LEFT + WIDTH - 12)
    yield from drawn
    if not spreads:
        return
    wide = min(18.0, 0.6 * WIDTH / len(spreads))
    for at, one in enumerate(spreads, 1):
        yield line(across(at), up(one.low), across(at), up(one.high), BAR, wide)
    dot = 3.2 if len(spreads) <= MANY_DECISIONS else 1.6
    for at, one in enumerate(spreads, 1):
        yield f'<circle cx="{across(at):g}" cy="{up(one.mean):g}" r="{dot}" fill="{RATE}"/>'
    ends = [(across(at), up(max(0.0, fitted.at(at - 1)))) for at in (1, len(spreads))]
    yield line(*ends[0], *ends[1], WORTH, 2)
    every = ceil(len(spreads) / 12)
    for at in range(1, len(spreads) + 1, every):
        yield text(across(at), top + HEIGHT + 18, str(at), FAINT, "middle", size=12)
    said = BAND.said(language).format(start=fitted.start, slope=fitted.slope)
    yield text(LEFT + WIDTH, top - 18, said, FAINT, "end", size=12)


def _decisions(games: Statistics, top: float, language: Language) -> Iterator[str]:
    counted = Counter(games.decisions)
    title = DECISIONS.said(language)
    if len(counted) == 1:
        always = ALWAYS.said(language).format(number=games.decisions[0])
        yield text(LEFT - 24, top - 18, f"{title}: {always}", weight=600)
        return
    low, high = min(counted), max(counted)
    bars = min(60, high - low + 1)
    width = (high - low + 1) / bars
    heights = [0] * bars
    for decisions, many in counted.items():
        heights[int((decisions - low) / width)] += many
    bottom = top + HEIGHT / 2
    up, drawn = _frame(title, top, bottom, ticks(0, max(heights), 2))
    across = Scale(low, high + 1, LEFT + 12, LEFT + WIDTH - 12)
    yield from drawn
    for at, many in enumerate(heights):
        x, to = across(low + at * width), across(low + (at + 1) * width)
        if many:
            yield (
                f'<rect x="{x + 1:g}" y="{up(many):g}" width="{max(1.0, to - x - 2):g}" '
                f'height="{bottom - up(many):g}" fill="{RATE}"/>'
            )
    for mark in ticks(low, high, 8):
        if low <= mark <= high:
            yield text(across(mark + 0.5), bottom + 18, f"{mark:g}", FAINT, "middle", size=12)
    yield text(LEFT + WIDTH, top - 18, f"⌀ {fmean(games.decisions):.1f}", FAINT, "end", size=12)


def _violins(
    games: Statistics, marks: Sequence[float], top: float, title: str, language: Language, first: str
) -> Iterator[str]:
    up, drawn = _frame(title, top, top + HEIGHT, marks)
    yield from drawn
    room = WIDTH / games.players
    shapes = [density(games.scores(player)) for player in range(1, games.players + 1)]
    thickest = max(thick for shape in shapes for _, thick in shape)
    for player, shape in enumerate(shapes, 1):
        scores = games.scores(player)
        middle = LEFT + room * (player - 0.5)
        wide = Scale(0, thickest, 0, min(room * 0.42, 84))
        right = [(middle + wide(thick), up(score)) for score, thick in shape]
        left = [(middle - wide(thick), up(score)) for score, thick in reversed(shape)]
        fill = first if player == 1 else RATE
        points = " ".join(f"{x:.1f},{y:g}" for x, y in (*right, *left))
        yield f'<polygon points="{points}" fill="{fill}" fill-opacity="0.8"/>'
        yield f'<circle cx="{middle:g}" cy="{up(median(scores)):g}" r="4" fill="white" stroke="{INK}"/>'
        said = SEAT.said(language).format(number=player) if games.players <= MANY_SEATS else str(player)
        yield text(middle, top + HEIGHT + 20, said, INK, "middle", size=13)
        yield text(middle, top + HEIGHT + 36, f"{fmean(scores):.1f}", FAINT, "middle", size=12)
