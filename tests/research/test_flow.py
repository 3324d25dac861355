"""Who saw which card go where, and how that is drawn."""

import re
import xml.etree.ElementTree as ET

import pytest

from klaverjas.recycle.export import export
from klaverjas.recycle.flow import Change, Flow, Sight, change_of, columns, flow_of, sight_of
from klaverjas.recycle.flow_picture import COLOURS, STROKES, dot_of, lanes, svg_of
from klaverjas.recycle.program import Program
from klaverjas.recycle.table import Move, Place
from klaverjas.rules.named import AMSTERDAM
from programs import tiny

HAND, OTHER = Place(1, "iloc", "HAND"), Place(2, "iloc", "HAND")
PILE, STOCK, CLOSED = Place(0, "vloc", "PILE"), Place(0, "iloc", "STOCK"), Place(1, "hloc", "CLOSED")


@pytest.mark.parametrize(
    ("source", "target", "change"),
    [
        (STOCK, HAND, Change.PLAIN),  # dealt
        (HAND, PILE, Change.PLAIN),  # played: all see it now
        (PILE, HAND, Change.TAKEN),
        (PILE, CLOSED, Change.TAKEN),
        (PILE, STOCK, Change.TAKEN),
        (HAND, OTHER, Change.SHARED),
        (HAND, CLOSED, Change.PLAIN),  # it stays his
        (HAND, STOCK, Change.PLAIN),
        (PILE, Place(1, "vloc", "WON"), Change.PLAIN),
    ],
)
def test_what_a_movement_does_to_what_is_known(source: Place, target: Place, change: Change) -> None:
    assert change_of(Move(0, source, target)) is change
    assert change_of(Move(0, source, Place(0, "mem", "SEEN"), copied=True)) is Change.REMEMBERED


def test_who_sees_a_place() -> None:
    assert [sight_of(place) for place in (PILE, STOCK, CLOSED, HAND)] == [
        Sight.PUBLIC,
        Sight.HIDDEN,
        Sight.HIDDEN,
        Sight.PRIVATE,
    ]
    assert sight_of(Place(1, "oloc", "X")) is Sight.BACKWARDS
    assert sight_of(Place(1, "mem", "X")) is Sight.MEMORY


@pytest.fixture(scope="module")
def klaverjas() -> Flow:
    return flow_of(Program.read(export(AMSTERDAM)))


def test_the_flow_of_klaverjas(klaverjas: Flow) -> None:
    hands = {place for place in klaverjas.places if place.name == "HAND"}
    assert len(hands) == 4
    for hand in hands:
        assert klaverjas.edges[Place(0, "iloc", "STOCK"), hand, Change.PLAIN] == 8
        assert klaverjas.edges[hand, Place(hand.owner, "vloc", "TRICK"), Change.PLAIN] == 8
    taken = [cards for (_, target, _), cards in klaverjas.edges.items() if target.name == "TAKEN"]
    assert sum(taken) == 32
    assert set(klaverjas.owners) == {0, 1, 2, 3, 4}
    at = columns(klaverjas)
    order = ("STOCK", "HAND", "TRICK", "PLAYED", "TAKEN")
    assert all(at[place] == order.index(place.name) for place in klaverjas.places)
    assert lanes(klaverjas) == [1, 2, 0, 3, 4]


def test_the_same_seed_flows_the_same() -> None:
    program = Program.read(export(AMSTERDAM))
    assert flow_of(program, 3) == flow_of(program, 3) != flow_of(program, 4)


ROUND_AND_ROUND = tiny(
    "(do ((move (top (game vloc STOCK)) (top ((1 player) iloc HAND)))"
    " (move (top ((1 player) iloc HAND)) (top ((2 player) iloc HAND)))"
    " (move (top ((2 player) iloc HAND)) (top (game vloc STOCK)))"
    " (remember (top (game vloc STOCK)) (top (game mem SEEN)))"
    " (move (top (game vloc STOCK)) (bottom (game vloc STOCK)))"
    " (move (top (game vloc STOCK)) (top ((2 team) oloc SHOWN 3)))))"
)


def test_what_goes_round_is_drawn_too() -> None:
    flow = flow_of(Program.read(ROUND_AND_ROUND))
    assert {change for _, _, change in flow.edges} == set(Change)
    for language in ("en", "nl"):
        drawn = svg_of(flow, "round <and> round", language)
        root = ET.fromstring(drawn)
        assert root.tag.endswith("svg")
        for change, (colour, dashes) in STROKES.items():
            path = next(line for line in drawn.splitlines() if f"url(#{change.value})" in line)
            assert colour in path
            assert (f'stroke-dasharray="{dashes}"' in path) is bool(dashes)


def test_what_all_players_have_stands_in_one_column_and_every_arrow_within_the_picture() -> None:
    play = "(move (top ('P iloc HAND)) (top ('P vloc LAID)))"
    flow = flow_of(
        Program.read(
            tiny(
                "(do ((all player 'P (move (top (game vloc STOCK)) (top ('P iloc HAND))))"
                " (move (top ((1 player) iloc HAND)) (top ((9 player) iloc HAND)))"
                " (move (top ((9 player) iloc HAND)) (top ((1 player) iloc HAND)))"
                f" (all player 'P (do ({play} (move (top ('P vloc LAID)) (top ((1 player) iloc HAND))))))))",
                players="(create players 9)",
            )
        )
    )
    order = ("STOCK", "HAND", "LAID")
    assert all(column == order.index(place.name) for place, column in columns(flow).items())
    drawn = svg_of(flow, "Nine players")
    width, height = (float(found) for found in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)[0])
    arrows = re.findall(r'<path d="M([^"]*)" fill="none"', drawn)
    assert len(arrows) == len(flow.edges)
    for arrow in arrows:
        numbers = [float(number) for number in arrow.replace("C", "").split()]
        assert all(0 <= x <= width for x in numbers[::2])
        assert all(0 <= y <= height for y in numbers[1::2])


def test_places_are_coloured_by_who_sees_them_and_stand_in_the_box_of_their_owner(klaverjas: Flow) -> None:
    drawn = svg_of(klaverjas, "Klaverjas")
    for sight, many in ((Sight.PUBLIC, 9), (Sight.HIDDEN, 1), (Sight.PRIVATE, 4)):
        fill, _ = COLOURS[sight]
        assert drawn.count(f'fill="{fill}"') == many + 1  # and one in the legend
    boxes = [
        [float(number) for number in found]
        for found in re.findall(
            r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="10"', drawn
        )
    ]
    places = [
        [float(number) for number in found]
        for found in re.findall(
            r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="18"', drawn
        )
    ]
    assert (len(boxes), len(places)) == (5, 14)
    for x, y, width, height in places:
        assert (
            sum(
                left < x and top < y and x + width < left + wide and y + height < top + high
                for left, top, wide, high in boxes
            )
            == 1
        )
    for first in places:
        for second in places:
            if first is not second:  # they do not lie on each other
                assert (
                    first[0] + first[2] <= second[0]
                    or second[0] + second[2] <= first[0]
                    or first[1] + first[3] <= second[1]
                    or second[1] + second[3] <= first[1]
                )


def test_graphviz_gets_the_same(klaverjas: Flow) -> None:
    dot = dot_of(klaverjas, 'Klaverjas "with" quotes')
    assert dot.count("subgraph cluster_") == 5
    assert dot.count(" -> ") == len(klaverjas.edges)
    assert 'label="Klaverjas \\"with\\" quotes"' in dot
    assert "style=dotted" not in dot
    taken = dot_of(flow_of(Program.read(ROUND_AND_ROUND)), "")
    assert 'color="#d1242f", style=dotted' in taken
    assert 'color="#0969da", style=dashed' in taken
