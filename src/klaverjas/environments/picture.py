"""A round as a picture: green felt, four open hands, the trick, troef and the score. For who looks on, not for players.

The seat whose decision it is has its name lit; cards that it may play stand out of its hand.
"""

import importlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from klaverjas.cards import Card, Hand, Suit
from klaverjas.environments.letters import lettered, width_of
from klaverjas.environments.turn import Turn
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.plumbing.extras import needs
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import SEATS, TEAMS, Seat

WIDE: Final = 960
HIGH: Final = 720
CARD_WIDE: Final = 72
CARD_HIGH: Final = 102
STEP: Final = 58  # from one card of a hand to the next, in a row
STEP_DOWN: Final = 52  # in a column
LIFT: Final = 14
EDGE: Final = 26
MIDDLE: Final = (WIDE / 2, HIGH / 2)
FROM_MIDDLE: Final = ((0, 66), (-86, 0), (0, -66), (86, 0))  # the cards of a trick, by seat

FELT, FELT_EDGE, RIM, SHADE = "#1f7a4d", "#0f4a2d", "#5b3a1e", "#0b3320"
PAPER, LINE, RED, BLACK = "#fffdf7", "#b9b3a4", "#c1272d", "#1d1d22"
CREAM, DIM, GOLD = "#f4ecd6", "#a9cdb6", "#ffd24a"

# Each suit as one outline in a box of 100 by 100.
_SUITS: Final = (
    "M50 4C57 22 91 41 91 65C91 76 82 84 72 84C64 84 57 80 54 73C55 83 59 91 67 96H33C41 91 45 83 46 73"
    "C43 80 36 84 28 84C18 84 9 76 9 65C9 41 43 22 50 4Z",
    "M50 95C43 78 7 60 7 32C7 17 18 7 30 7C40 7 47 13 50 23C53 13 60 7 70 7C82 7 93 17 93 32C93 60 57 78 50 95Z",
    "M54 68.9C55 82 59 91 67 96H33C41 91 45 82 46 68.9A21 21 0 1 1 33.5 40A21 21 0 1 1 66.5 40A21 21 0 1 1 54 68.9Z",
    "M50 3C58 20 71 38 85 50C71 62 58 80 50 97C42 80 29 62 15 50C29 38 42 20 50 3Z",
)


def suit_mark(x: float, y: float, suit: Suit, size: float, colour: str | None = None) -> str:
    """A suit, with its upper left corner there."""
    paint = colour or (RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK)
    return f'<path transform="translate({x:.1f} {y:.1f}) scale({size / 100:.3f})" d="{_SUITS[suit]}" fill="{paint}"/>'


def drawn_card(x: float, y: float, card: Card, *, faint: bool = False, lit: bool = False) -> str:
    """A card, with its upper left corner there."""
    paint = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK
    rank = lettered(9, 9, card.rank.sign("en"), paint, high=18, weight=2)
    return (
        f'<g transform="translate({x:.1f} {y:.1f})">'
        f'<rect x="1.5" y="2.5" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="7" fill="{SHADE}" fill-opacity="0.45"/>'
        f'<rect width="{CARD_WIDE}" height="{CARD_HIGH}" rx="7" fill="{PAPER}" '
        f'stroke="{GOLD if lit else LINE}" stroke-width="{2.5 if lit else 1}"/>'
        f"{rank}{suit_mark(7, 32, card.suit, 15)}{suit_mark(CARD_WIDE / 2 - 19, 55, card.suit, 38)}"
        + (
            f'<rect width="{CARD_WIDE}" height="{CARD_HIGH}" rx="7" fill="{SHADE}" fill-opacity="0.28"/>'
            if faint
            else ""
        )
        + "</g>"
    )


def drawn(turn: Turn) -> str:
    """The table as SVG."""
    parts = [*_felt(), *_trick(turn)]
    for seat in SEATS:
        parts += _hand(turn, seat)
    parts += [*_names(turn), *_contract(turn), *_scores(turn), *_end(turn)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f"{''.join(parts)}</svg>"
    )


def painted(turn: Turn) -> Any:
    """The table as pixels: rows of red, green and blue."""
    with needs("research"):
        painter: Any = importlib.import_module("resvg_py")
        images: Any = importlib.import_module("PIL.Image")
    png = bytes(painter.svg_to_bytes(svg_string=drawn(turn), skip_system_fonts=True))
    return the_arrays().asarray(images.open(BytesIO(png)).convert("RGB"))


def _felt() -> Iterator[str]:
    yield (
        f'<defs><radialGradient id="felt" cx="50%" cy="48%" r="70%"><stop offset="0" stop-color="{FELT}"/>'
        f'<stop offset="1" stop-color="{FELT_EDGE}"/></radialGradient></defs>'
        f'<rect width="{WIDE}" height="{HIGH}" fill="{RIM}"/>'
        f'<rect x="8" y="8" width="{WIDE - 16}" height="{HIGH - 16}" rx="22" fill="url(#felt)"/>'
        f'<ellipse cx="{MIDDLE[0]}" cy="{MIDDLE[1]}" rx="196" ry="168" fill="none" stroke="{DIM}" '
        f'stroke-opacity="0.18" stroke-width="2"/>'
    )


def _hand(turn: Turn, seat: Seat) -> Iterator[str]:
    cards = turn.round.hands[seat].ordered(turn.round.troef)
    acts = turn.seat == seat
    may = Hand.of(number for number in turn.numbers if acts and number < 32)
    upright = seat in (Seat.SOUTH, Seat.NORTH)
    step = STEP if upright else STEP_DOWN
    across = CARD_WIDE if upright else CARD_HIGH
    start = (WIDE if upright else HIGH) / 2 - (step * (len(cards) - 1) + across) / 2
    for at, card in enumerate(cards):
        out = LIFT if card in may else 0
        along = start + step * at
        x, y = {
            Seat.SOUTH: (along, HIGH - EDGE - CARD_HIGH - out),
            Seat.NORTH: (along, EDGE + out),
            Seat.WEST: (EDGE + out, along),
            Seat.EAST: (WIDE - EDGE - CARD_WIDE - out, along),
        }[seat]
        yield drawn_card(x, y, card, faint=bool(may) and card not in may)


def _trick(turn: Turn) -> Iterator[str]:
    round = turn.round
    for place, card in enumerate(round.table):
        right, down = FROM_MIDDLE[round.leader.after(place)]
        x, y = MIDDLE[0] + right - CARD_WIDE / 2, MIDDLE[1] + down - CARD_HIGH / 2
        yield drawn_card(x, y, card, lit=place == round.winning)


def _names(turn: Turn) -> Iterator[str]:
    """A plate for each seat; lit where it is its turn, with a D for the dealer."""
    places = ((WIDE / 2, HIGH - 172), (176, HIGH / 2), (WIDE / 2, 172), (WIDE - 176, HIGH / 2))
    for seat, (x, y) in zip(SEATS, places, strict=True):
        acts = turn.seat == seat
        name = seat.said("en").upper()
        wide = width_of(name, 12) + 24
        yield (
            f'<rect x="{x - wide / 2:.1f}" y="{y - 13}" width="{wide:.1f}" height="26" rx="13" '
            f'fill="{GOLD if acts else SHADE}" fill-opacity="{1 if acts else 0.55}"/>'
        )
        yield lettered(x, y - 6, name, BLACK if acts else CREAM, anchor="middle")
        if seat == turn.round.dealer:
            side = x + wide / 2 + 16
            yield f'<circle cx="{side:.1f}" cy="{y}" r="11" fill="{CREAM}"/>'
            yield lettered(side, y - 5, "D", BLACK, high=10, anchor="middle")


def _contract(turn: Turn) -> Iterator[str]:
    """Upper left: troef, who made it, and what was bid."""
    round = turn.round
    yield _plate(EDGE, EDGE, 190)
    yield lettered(EDGE + 16, EDGE + 14, "TROEF", DIM, high=10)
    if round.makers is None:
        standing = round.standing
        told = "ALL PASSED" if turn.over else "TO BE NAMED" if round.must_choose else "BIDDING"
        if standing is not None:
            seat, bid = standing
            suit = "SANS" if bid.suit is None else bid.suit.said("en").upper()
            told = f"{bid.points} {suit} {seat.letter}"
        yield lettered(EDGE + 16, EDGE + 40, told, CREAM, high=13)
        return
    if round.troef is None:
        yield lettered(EDGE + 16, EDGE + 38, "SANS", CREAM, high=18)
    else:
        yield f'<circle cx="{EDGE + 38}" cy="{EDGE + 54}" r="21" fill="{PAPER}"/>'
        yield suit_mark(EDGE + 24, EDGE + 40, round.troef, 28)
    yield lettered(EDGE + 174, EDGE + 34, round.makers.said("en").upper(), CREAM, high=10, anchor="end")
    if round.bid is not None:
        yield lettered(EDGE + 174, EDGE + 54, str(round.bid.points), GOLD, high=14, anchor="end", weight=1.8)


def _scores(turn: Turn) -> Iterator[str]:
    """Upper right: what each team has taken."""
    left, taken = WIDE - EDGE - 190, turn.round.taken
    yield _plate(left, EDGE, 190)
    for column, title in ((78, "CARDS"), (128, "ROEM"), (176, "TRICKS")):
        yield lettered(left + column, EDGE + 12, title, DIM, high=8, anchor="end", weight=1.3)
    for team in TEAMS:
        y = EDGE + 32 + 26 * team
        yield lettered(left + 14, y, team.letters, CREAM, high=13)
        for column, points in ((78, taken.cards), (128, taken.roem), (176, taken.tricks)):
            yield lettered(left + column, y, str(points[team]), CREAM, high=13, anchor="end")


def _plate(x: float, y: float, wide: float) -> str:
    return f'<rect x="{x}" y="{y}" width="{wide}" height="84" rx="12" fill="{SHADE}" fill-opacity="0.55"/>'


def _end(turn: Turn) -> Iterator[str]:
    """In the middle, when the round is over: how it ended, and the score."""
    result = turn.round.result
    if result is None:
        return
    x, y = MIDDLE
    yield f'<rect x="{x - 150}" y="{y - 62}" width="300" height="124" rx="16" fill="{SHADE}" fill-opacity="0.8"/>'
    yield lettered(x, y - 42, result.outcome.code.upper().replace("-", " "), GOLD, 20, "middle", 1.9)
    if result.outcome is Outcome.PASSED_OUT:
        return
    for team in TEAMS:
        yield lettered(x - 104, y + 2 + 26 * team, team.said("en").upper(), CREAM, 14)
        yield lettered(x + 104, y + 2 + 26 * team, str(result.score[team]), CREAM, 14, "end")
