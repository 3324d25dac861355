"""Cards, tricks and score sheets, drawn for a terminal."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.box import HEAVY_HEAD, SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from klaverjas.cards import Card, Hand, Suit
from klaverjas.commands.words import word
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    BidMade,
    Knocked,
    Passed,
    PenaltyImposed,
    PenaltyLifted,
    RoemClaimed,
    RoundEvent,
    TrickWon,
)
from klaverjas.game import Game
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Outcome, Result, added, as_written
from klaverjas.seats import SEATS, TEAMS, Seat, Team
from klaverjas.sentences import Language

RED = "bold red"
BLACK = "bold default"
TEAM_STYLES = ("cyan", "yellow")
PANEL_WIDTH = 48
LONGEST_NAME = 6

Names: TypeAlias = tuple[str, ...]  # by seat


def seat_names(language: Language) -> Names:
    return tuple(seat.said(language) for seat in SEATS)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def card_text(card: Card, language: Language, *, style: str = "") -> Text:
    colour = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK
    return Text(f"{card.said(language):<3}", style=f"{colour} {style}")


def suit_text(suit: Suit | None, language: Language) -> Text:
    if suit is None:
        return Text(word("sans", language), style="bold")
    return Text(suit.symbol, style=RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK)


def hand_text(hand: Hand, troef: Suit | None, language: Language) -> Text:
    """A hand in one line, in the order of Rules 1.5."""
    text = Text()
    for card in hand.ordered(troef):
        text.append_text(card_text(card, language))
        text.append(" ")
    text.rstrip()
    return text


def draw_deal(hands: tuple[Hand, ...], dealer: Seat | None, language: Language, width: int) -> RenderableType:
    """Four hands around a table, South below; one under the other where it is narrow."""
    cells = {}
    for seat in SEATS:
        name = Text(seat.said(language), style=TEAM_STYLES[seat.team])
        if seat == dealer:
            name.append(f" ({word('dealer', language)})", style="dim")
        by_suit = [
            hand_text(Hand(hands[seat] & 0xFF << suit * 8), None, language) or Text("—", style="dim")
            for suit in Suit
        ]
        cells[seat] = Group(name, *by_suit)
    if width < 66:
        return Group(*(cells[seat] for seat in SEATS))
    grid = Table.grid(padding=(0, 3))
    for _ in range(3):
        grid.add_column(min_width=18)
    grid.add_row("", cells[Seat.NORTH], "")
    grid.add_row(cells[Seat.WEST], "", cells[Seat.EAST])
    grid.add_row("", cells[Seat.SOUTH], "")
    return grid


# --- a round -------------------------------------------------------------------------------------


def draw_round(
    round: Round,
    title: str,
    language: Language,
    names: Names | None = None,
    comments: Sequence[str] = (),
) -> RenderableType:
    """One deal in a panel: who made troef, the tricks, what was said, the score, and comments on it."""
    parts: list[RenderableType] = [_heading(round, language)]
    if bidding := _bidding(round, language):
        parts.append(bidding)
    if round.tricks or round.table:
        parts.append(_tricks(round, language, names or seat_names(language)))
    parts += _remarks(round, language)
    if round.result is not None:
        parts.append(_score_line(round, language))
    parts += [Text(comment, style="dim italic") for comment in comments]
    return Panel(Group(*parts), title=title, title_align="left", width=PANEL_WIDTH, border_style="dim")


def _heading(round: Round, language: Language) -> Text:
    text = Text()
    text.append(f"{word('dealer', language)} {round.dealer.said(language)}", style="dim")
    if round.makers is not None:
        text.append(f"   {word('troef', language)} ", style="dim")
        text.append_text(suit_text(round.troef, language))
        if round.bid is not None:
            text.append(f" {round.bid.points}")
        text.append(f" {round.makers.said(language)}", style=TEAM_STYLES[round.makers])
    return text


def _bidding(round: Round, language: Language) -> Text | None:
    said = []
    for event in round.log:
        if isinstance(event, BidMade):
            said.append(f"{event.seat.letter_in(language)} {event.bid.said(language)}")
        elif isinstance(event, Passed):
            said.append(f"{event.seat.letter_in(language)} {word('passes', language)}")
    return Text(", ".join(said), style="italic") if said else None


def _tricks(round: Round, language: Language, names: Names) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(style="dim", justify="right")
    for seat in SEATS:
        table.add_column(Text(_short(names[seat])), style="default", min_width=5)
    table.add_column("", min_width=1)
    table.add_column(word("points", language), justify="right")
    table.add_column(word("roem", language), justify="right")
    for number, trick in enumerate(round.tricks, start=1):
        table.add_row(
            str(number),
            *_cells(trick.leader, trick.cards, trick.winner, language),
            Text(trick.winner.letter_in(language), style=TEAM_STYLES[trick.winner.team]),
            str(trick.points),
            str(trick.roem) if trick.roem else "",
        )
    if round.table:
        cells = _cells(round.leader, round.table, None, language)
        table.add_row(str(len(round.tricks) + 1), *cells, "", "", "")
    return table


def _cells(leader: Seat, cards: tuple[Card, ...], winner: Seat | None, language: Language) -> list[Text]:
    """The cards of a trick by seat: a mark before the card that was led, the winning one in reverse."""
    cells = []
    for seat in SEATS:
        turn = (seat - leader) & 3
        if turn >= len(cards):
            cells.append(Text(""))
            continue
        cell = Text()
        cell.append("▸" if turn == 0 else " ", style="dim")
        cell.append_text(card_text(cards[turn], language, style="reverse" if seat == winner else ""))
        cells.append(cell)
    return cells


def _remarks(round: Round, language: Language) -> list[Text]:
    """What was claimed, knocked and accused, with its trick."""
    remarks = []
    trick = 1
    for event in round.log:
        if isinstance(event, TrickWon):
            trick += 1
        if (said := remark(event, language)) is not None:
            remarks.append(Text(f"{min(trick, 8)}  {said}", style="italic"))
        if isinstance(event, AccusationProven):
            for offence in event.offences:
                broke = word("broke", language, rule=offence.rule, cards=offence.correct.said(language))
                remarks.append(
                    Text(f"   {offence.trick}: {offence.card.said(language)} {broke}", style="red")
                )
    return remarks


def remark(event: RoundEvent, language: Language) -> str | None:
    """A claim, a knock, an accusation or a penalty as a few words."""
    match event:
        case RoemClaimed(seat, points, right):
            said = word("claims", language, seat=seat.said(language), points=points)
            return said if right else f"{said}: {word('wrong-claim', language)}"
        case Knocked(seat, right):
            said = word("knocks", language, seat=seat.said(language))
            return said if right else f"{said}: {word('false-knock', language)}"
        case AccusationFailed(seat, accused) | AccusationProven(seat, accused):
            said = word("accuses", language, seat=seat.said(language), accused=accused.said(language))
            proven = isinstance(event, AccusationProven)
            return f"{said}: {word('proven' if proven else 'in-vain', language)}"
        case PenaltyImposed(team):
            return word("penalty", language, team=team.said(language))
        case PenaltyLifted(team):
            return word("penalty-lifted", language, team=team.said(language))
    return None


def _score_line(round: Round, language: Language) -> Text:
    result = round.result
    text = Text()
    if result is None:
        return text
    text.append(word(result.outcome.code, language), style="bold")
    if result.outcome is not Outcome.PASSED_OUT:
        for team in TEAMS:
            text.append(f"   {team.letters_in(language)} ", style="dim")
            text.append(result.display[team], style=f"bold {TEAM_STYLES[team]}")
    if any(result.knocks):
        knocks = "-".join(str(points) for points in result.knocks)
        text.append(f"   {word('false-knocks', language)} {knocks}", style="dim")
    return text


# --- the score sheet -----------------------------------------------------------------------------


def draw_sheet(game: Game, language: Language, width: int) -> RenderableType:
    """Every round with its score, the running totals, and who won; with less beside it where it is narrow."""
    wide, narrow = width >= 100, width < 64
    table = Table(
        title=word("score-sheet", language),
        title_justify="left",
        header_style="bold",
        box=SIMPLE_HEAD if narrow else HEAVY_HEAD,
        padding=(0, 0) if narrow else (0, 1),
    )
    table.add_column(word("round", language) if wide else "", justify="right")
    if wide:
        table.add_column(word("Dealer", language))
    table.add_column(word("Troef", language))
    for team in TEAMS:
        name = team.said(language) if wide else team.letters_in(language)
        table.add_column(name, justify="right", style=TEAM_STYLES[team])
    for team in TEAMS:
        table.add_column(f"{word('Total', language)} {team.letters_in(language)}", justify="right")
    if not narrow:
        table.add_column(word("Outcome", language))
    if wide:
        table.add_column("")
    number = 0
    totals = (0, 0)
    most = max(*game.totals, 1)
    for round in game.rounds:
        result = round.result
        if result is None:
            continue
        passed_out = result.outcome is Outcome.PASSED_OUT
        number += 0 if passed_out else 1
        totals = added(totals, result.score)
        outcome = word(result.outcome.code, language)
        table.add_row(
            "" if passed_out else str(number),
            *([round.dealer.said(language)] if wide else []),
            _contract(round, language) if round.makers is not None else Text(outcome if narrow else ""),
            *("" if passed_out else _written(result, team, round.rules, language) for team in TEAMS),
            *(str(points) for points in totals),
            *([] if narrow else [outcome]),
            *([_bars(totals, most, length=12 if width >= 108 else 6)] if wide else []),
        )
    return Group(table, verdict(game, language))


def _written(result: Result, team: Team, rules: RuleSet, language: Language) -> str:
    """What stands on the sheet, with the points that false knocks of the others brought: '9 + 2 (+2 knock)'."""
    knocks = as_written(result.knocks[team], rules.rounding == "tens")
    shown = result.display[team]
    return f"{shown} (+{knocks} {word('by-knock', language)})" if knocks else shown


def _contract(round: Round, language: Language) -> Text:
    """What was played, and by whom: '♥ 90 WE'."""
    text = suit_text(round.troef, language)
    if round.makers is not None:
        text.append(f" {round.bid.points}" if round.bid else "", style="default")
        text.append(f" {round.makers.letters_in(language)}", style=TEAM_STYLES[round.makers])
    return text


def _bars(totals: tuple[int, int], most: int, length: int) -> Text:
    """Both totals as bars, one above the other in the height of half a line each."""
    wide = [round(length * points / most) for points in totals]
    text = Text()
    for column in range(max(wide)):
        above, below = column < wide[0], column < wide[1]
        if above and below:
            text.append("▀", style=f"{TEAM_STYLES[0]} on {TEAM_STYLES[1]}")
        else:
            text.append("▀" if above else "▄", style=TEAM_STYLES[0 if above else 1])
    return text


def verdict(game: Game, language: Language) -> Text:
    """Who won, or that it is a draw, or not over."""
    if not game.decided:
        return Text(word("unfinished", language), style="italic")
    winner: Team | None = game.winner
    if winner is None:
        return Text(word("draw", language), style="bold")
    return Text(word("won", language, team=winner.said(language)), style=f"bold {TEAM_STYLES[winner]}")


def is_passed_out(round: Round) -> bool:
    return round.result is not None and round.result.outcome is Outcome.PASSED_OUT


def chosen_rounds(game: Game, only: int | None) -> tuple[Round, ...]:
    """All deals, or the one that is the *only*-th round; passed-out deals are none."""
    if only is None:
        return game.rounds
    return tuple(round for round in game.rounds if not is_passed_out(round))[only - 1 : only]


def draw_game(
    game: Game,
    language: Language,
    only: int | None = None,
    names: Names | None = None,
    comments: Mapping[int, Sequence[str]] | None = None,
) -> RenderableType:
    """The tricks of all deals, or of one round, beside each other as the terminal is wide.

    *comments* are those on each deal, by its number from 1.
    """
    chosen = chosen_rounds(game, only)
    return Columns(
        [
            draw_round(
                round, deal_title(game, deal, language), language, names, (comments or {}).get(deal, ())
            )
            for deal, round in enumerate(game.rounds, start=1)
            if round in chosen
        ]
    )


def deal_title(game: Game, deal: int, language: Language) -> str:
    """'Round 3 of 16'; for a deal that was passed out, which is no round, 'Deal 4'."""
    if is_passed_out(game.rounds[deal - 1]):
        return f"{word('deal', language)} {deal}"
    number = sum(not is_passed_out(round) for round in game.rounds[:deal])
    title = f"{word('round', language)} {number}"
    if game.rules.end.rounds:
        title += f" {word('of', language)} {game.rules.end.rounds}"
    return title
