"""The flow of a game as a picture: SVG, or DOT for Graphviz."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from klaverjas.plumbing.svg import FAINT, INK, line, picture, text
from klaverjas.recycle.flow import Change, Flow, Sight, columns, sight_of
from klaverjas.recycle.table import GAME, Place
from klaverjas.sentences import Language, Phrase

# Fill and border, by who sees it.
COLOURS: Final = {
    Sight.PUBLIC: ("#cdeac0", "#4d8b31"),
    Sight.HIDDEN: ("#fbe9a0", "#b8860b"),
    Sight.PRIVATE: ("#cfe3fa", "#2f6db5"),
    Sight.MEMORY: ("#e5e7eb", "#6b7280"),
    Sight.BACKWARDS: ("#e6d9f5", "#7a4fb0"),
}
# Colour and dashes, by what changes.
STROKES: Final = {
    Change.PLAIN: ("#57606a", ""),
    Change.TAKEN: ("#d1242f", "1.5 4"),
    Change.SHARED: ("#0969da", "7 4"),
    Change.REMEMBERED: ("#8c959f", "3 3"),
}
SIGHTS: Final = {
    Sight.PUBLIC: Phrase("everyone sees it", "allen zien het"),
    Sight.HIDDEN: Phrase("nobody sees it", "niemand ziet het"),
    Sight.PRIVATE: Phrase("only its owner sees it", "de eigenaar ziet het"),
    Sight.MEMORY: Phrase("memory", "geheugen"),
    Sight.BACKWARDS: Phrase("everyone but its owner sees it", "allen behalve de eigenaar zien het"),
}
CHANGES: Final = {
    Change.PLAIN: Phrase("cards move", "kaarten gaan"),
    Change.TAKEN: Phrase("taken: no longer public", "weg: niet meer door allen gezien"),
    Change.SHARED: Phrase("shared: now another player's", "gedeeld: nu van een ander"),
    Change.REMEMBERED: Phrase("remembered", "onthouden"),
}
TABLE, PLAYER, TEAM = Phrase("Table", "Tafel"), Phrase("Player", "Speler"), Phrase("Team", "Team")

MARGIN, TITLE, LANE_GAP, COLUMN_GAP, PADDING = 28, 56, 22, 84, 16
HEIGHT, ROW_GAP, LANE_TITLE, LEGEND = 36, 14, 24, 78
WIDEST_BEND: Final = 56  # so much to a side, the margin
BESIDE: Final = 8  # what comes back runs so far below what goes on
LETTER, NARROWEST = 9.4, 84  # how wide a letter is, and a place at least


class DrawnPlace(NamedTuple):
    """Where a place is drawn: its middle, and how wide it is."""

    x: float
    y: float
    width: float

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    def side(self, which: int) -> float:
        """The right one for 1, the left one for -1."""
        return self.x + which * self.width / 2


def _called(place: Place) -> str:
    return f"{place.name} {place.number}" if place.number else place.name


def _lane_name(flow: Flow, owner: int, language: Language) -> str:
    if owner == GAME:
        return TABLE.said(language)
    number, kind = flow.owners[owner].split()
    return f"{(PLAYER if kind == 'player' else TEAM).said(language)} {number}"


def lanes(flow: Flow) -> list[int]:
    """Owners from top to bottom, with the table between the players."""
    players = sorted(owner for owner, name in flow.owners.items() if name.endswith("player"))
    teams = sorted(owner for owner, name in flow.owners.items() if name.endswith("team"))
    half = (len(players) + 1) // 2
    table = [GAME] if GAME in flow.owners else []
    return [*players[:half], *table, *players[half:], *teams]


class _Layout:
    """Where everything stands: a lane for each owner, a column for each step that cards take."""

    def __init__(self, flow: Flow) -> None:
        self.spots: dict[Place, DrawnPlace] = {}
        self.boxes: dict[int, tuple[float, float, float, float]] = {}  # left, top, right, bottom
        column = columns(flow)
        widths = {
            at: max(
                max(NARROWEST, LETTER * len(_called(place)) + 28) for place in column if column[place] == at
            )
            for at in sorted(set(column.values()))
        }
        middle: dict[int, float] = {}
        x = float(MARGIN + PADDING)
        for at, width in widths.items():
            middle[at] = x + width / 2
            x += width + COLUMN_GAP
        self.width = x - COLUMN_GAP + PADDING + MARGIN
        top = float(TITLE)
        for owner in lanes(flow):
            own = [place for place in flow.places if place.owner == owner]
            stacks: dict[int, list[Place]] = {}
            for place in own:
                stacks.setdefault(column[place], []).append(place)
            rows = max(map(len, stacks.values()))
            bottom = top + LANE_TITLE + rows * HEIGHT + (rows - 1) * ROW_GAP + PADDING
            for at, stack in stacks.items():
                between = (bottom - PADDING - top - LANE_TITLE) / len(stack)
                for row, place in enumerate(stack):
                    y = top + LANE_TITLE + between * (row + 0.5)
                    self.spots[place] = DrawnPlace(
                        middle[at], y, max(NARROWEST, LETTER * len(_called(place)) + 28)
                    )
            left = min(self.spots[place].left for place in own) - PADDING
            right = max(self.spots[place].right for place in own) + PADDING
            self.boxes[owner] = left, top, right, bottom
            top = bottom + LANE_GAP
        self.bottom = top - LANE_GAP


def svg_of(flow: Flow, title: str, language: Language = "en") -> str:
    """The whole picture."""
    layout = _Layout(flow)
    sights = [sight for sight in Sight if any(sight_of(place) is sight for place in flow.places)]
    changes = [change for change in Change if any(edge[2] is change for edge in flow.edges)]
    legend = list(_legend(sights, changes, layout.bottom + 34, language))
    width = max(layout.width, 640.0)
    return picture(
        width,
        layout.bottom + LEGEND,
        (
            *_markers(),
            text(MARGIN, 34, title, size=17, weight=600),
            *_boxes(flow, layout, language),
            *_edges(flow, layout),
            *_places(flow, layout),
            *_counts(flow, layout),
            *legend,
        ),
    )


def _markers() -> Iterator[str]:
    yield "<defs>"
    for change, (colour, _) in STROKES.items():
        yield (
            f'<marker id="{change.value}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.8 10 5 0 9.2z" fill="{colour}"/></marker>'
        )
    yield "</defs>"


def _boxes(flow: Flow, layout: _Layout, language: Language) -> Iterator[str]:
    for owner, (left, top, right, bottom) in layout.boxes.items():
        yield (
            f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" rx="10" '
            'fill="#f6f8fa" stroke="#d0d7de"/>'
        )
        yield text(left + 12, top + 17, _lane_name(flow, owner, language), FAINT, size=12, weight=600)


def _places(flow: Flow, layout: _Layout) -> Iterator[str]:
    for place, spot in layout.spots.items():
        fill, border = COLOURS[sight_of(place)]
        stroke = 3 if flow.places[place] else 1.5
        yield (
            f'<rect x="{spot.left:g}" y="{spot.y - HEIGHT / 2:g}" width="{spot.width:g}" height="{HEIGHT}" '
            f'rx="{HEIGHT / 2:g}" fill="{fill}" stroke="{border}" stroke-width="{stroke}"/>'
        )
        yield text(round(spot.x, 1), round(spot.y + 4.5, 1), _called(place), INK, "middle", size=13)


class _Curve(NamedTuple):
    """A Bezier curve."""

    points: tuple[tuple[float, float], ...]

    @property
    def path(self) -> str:
        (x, y), *rest = self.points
        return f"M{x:g} {y:g} C" + " ".join(f"{to_x:g} {to_y:g}" for to_x, to_y in rest)

    def at(self, part: float) -> tuple[float, float]:
        weights = (1 - part) ** 3, 3 * (1 - part) ** 2 * part, 3 * (1 - part) * part**2, part**3
        return (
            sum(weight * x for weight, (x, _) in zip(weights, self.points, strict=True)),
            sum(weight * y for weight, (_, y) in zip(weights, self.points, strict=True)),
        )


def _curve(source: DrawnPlace, target: DrawnPlace) -> _Curve:
    if source.right < target.left:  # on to the right
        bend = max(30.0, (target.left - source.right) / 2)
        ends = (source.right, source.y), (target.left, target.y)
        return _Curve((ends[0], (ends[0][0] + bend, source.y), (ends[1][0] - bend, target.y), ends[1]))
    if source == target:
        x, y = source.right - 4, source.y  # on the right: another may stand above
        return _Curve(((x, y - 8), (x + 40, y - 20), (x + 40, y + 20), (x, y + 8)))
    if source.x == target.x:  # in one column: down on the right, up on the left
        side = 1 if target.y > source.y else -1
        bend = side * min(WIDEST_BEND, 24 + abs(source.y - target.y) / 12)
        ends = (source.side(side), source.y), (target.side(side), target.y)
        return _Curve((ends[0], (ends[0][0] + bend, source.y), (ends[1][0] + bend, target.y), ends[1]))
    if source.y == target.y:  # back to the left, below
        ends = (source.x, source.y + HEIGHT / 2), (target.x, target.y + HEIGHT / 2)
        return _Curve((ends[0], (source.x, ends[0][1] + 46), (target.x, ends[1][1] + 46), ends[1]))
    bend = max(30.0, (source.left - target.right) / 2)  # back, up or down, between the columns
    ends = (source.left, source.y + BESIDE), (target.right, target.y + BESIDE)
    return _Curve((ends[0], (ends[0][0] - bend, ends[0][1]), (ends[1][0] + bend, ends[1][1]), ends[1]))


def _edges(flow: Flow, layout: _Layout) -> Iterator[str]:
    for source, target, change in flow.edges:
        colour, dashes = STROKES[change]
        curve = _curve(layout.spots[source], layout.spots[target])
        style = f' stroke-dasharray="{dashes}"' if dashes else ""
        width = 2.2 if change is Change.TAKEN else 1.6
        yield (
            f'<path d="{curve.path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
            f'{style} marker-end="url(#{change.value})"/>'
        )


def _counts(flow: Flow, layout: _Layout) -> Iterator[str]:
    """How many cards went each way, beside the curve's end or beginning: where there is more room."""
    came: dict[Place, int] = {}
    for _, target, _ in flow.edges:
        came[target] = came.get(target, 0) + 1
    for (source, target, change), cards in flow.edges.items():
        x, y = _curve(layout.spots[source], layout.spots[target]).at(0.72 if came[target] == 1 else 0.28)
        said = str(cards)
        half = 4 + 3.6 * len(said)
        yield (
            f'<rect x="{x - half:.1f}" y="{y - 8:.1f}" width="{2 * half:.1f}" height="16" rx="8" fill="white" '
            'fill-opacity="0.92"/>'
        )
        yield text(round(x, 1), round(y + 4, 1), said, STROKES[change][0], "middle", size=11, weight=600)


def _legend(
    sights: Iterable[Sight], changes: Iterable[Change], y: float, language: Language
) -> Iterator[str]:
    x = float(MARGIN)
    for sight in sights:
        fill, border = COLOURS[sight]
        yield (
            f'<rect x="{x:g}" y="{y - 11:g}" width="22" height="14" rx="7" fill="{fill}" stroke="{border}" '
            'stroke-width="1.5"/>'
        )
        said = SIGHTS[sight].said(language)
        yield text(round(x + 30, 1), y, said, FAINT, size=12)
        x += 30 + 6.4 * len(said) + 22
    x, y = float(MARGIN), y + 24
    for change in changes:
        colour, dashes = STROKES[change]
        drawn = line(round(x, 1), y - 4, round(x + 26, 1), y - 4, colour, 2)
        yield drawn.replace("/>", f' stroke-dasharray="{dashes}"/>') if dashes else drawn
        said = CHANGES[change].said(language)
        yield text(round(x + 34, 1), y, said, FAINT, size=12)
        x += 34 + 6.4 * len(said) + 22


# --- for Graphviz ---------------------------------------------------------------------------------

_DOT_STYLES: Final = {
    Change.PLAIN: "solid",
    Change.TAKEN: "dotted",
    Change.SHARED: "dashed",
    Change.REMEMBERED: "dashed",
}


def dot_of(flow: Flow, title: str, language: Language = "en") -> str:
    """The same for Graphviz."""
    names = {place: f"p{at}" for at, place in enumerate(flow.places)}
    lines = [
        "digraph flow {",
        f'  label="{_quoted(title)}"; labelloc=t; rankdir=LR; fontname="Helvetica";',
        '  node [style=filled, fontname="Helvetica"]; edge [fontname="Helvetica", fontsize=10];',
    ]
    for owner in lanes(flow):
        lines.append(f'  subgraph cluster_{owner} {{ label="{_quoted(_lane_name(flow, owner, language))}";')
        for place, name in names.items():
            if place.owner == owner:
                fill, border = COLOURS[sight_of(place)]
                bold = ", penwidth=3" if flow.places[place] else ""
                lines.append(
                    f'    {name} [label="{_called(place)}", fillcolor="{fill}", color="{border}"{bold}];'
                )
        lines.append("  }")
    for (source, target, change), cards in flow.edges.items():
        style = f'color="{STROKES[change][0]}", style={_DOT_STYLES[change]}'
        lines.append(f'  {names[source]} -> {names[target]} [label="{cards}", {style}];')
    return "\n".join([*lines, "}", ""])


def _quoted(said: str) -> str:
    return said.replace("\\", "\\\\").replace('"', '\\"')
