"""`klaverjas solve`: what every card is worth when all hands are open."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from klaverjas.cards import CARD_TEXTS, Suit
from klaverjas.commands.drawing import card_text, draw_deal, suit_text
from klaverjas.commands.terminal import (
    AsJson,
    Lang,
    RulesName,
    console,
    print_json,
    read_records,
    rules_named,
    spoken,
)
from klaverjas.commands.warmup import SCORES, SOLVER, compile_with_progress
from klaverjas.commands.words import word
from klaverjas.engine.positions import by_seat
from klaverjas.errors import TextError
from klaverjas.events import CardPlayed
from klaverjas.fair import deal, seeded_deck
from klaverjas.hands import parse_hands
from klaverjas.kernel.solver.contract import makes
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import Solution, solve
from klaverjas.kernel.solver.solve_score import solve_score
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat
from klaverjas.sentences import Language, numeral

BAR = 24  # as wide as the best card's bar

app = App(
    name="solve",
    help="Compute the value of every card, with all hands open and perfect play.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas solve --seed 42 --troef H                    a deal; the player left of the dealer leads\n\n"
        "  klaverjas solve game.kj --round 3 --after 9            a recorded round, after nine cards\n\n"
        '  klaverjas solve --hands "S:HA,HT W:HK,H7 N:S7,S8 E:D7,D8" --troef C --trick "S:"\n\n'
        '  klaverjas solve --hands "S:HA,HT W:H7 N:S8 E:D8" --troef C --trick "W: HK S7 D7"\n\n'
        "The value of a card is how much more its team will still take than the other team: points, roem and the last "
        "trick. With --score, earlier tricks, nat, pit and the contract count too. A record says who plays and what "
        "was bid; otherwise the leader's team plays, and --bid gives its bid."
    ),
    help_format="plaintext",
)


@app.default
def solve_position(
    file: Annotated[str | None, Parameter(name="FILE", help="A record; '-' reads standard input.")] = None,
    /,
    *,
    round: Annotated[int, Parameter(help="Round of the record, counted from 1.")] = 1,
    after: Annotated[int, Parameter(help="Number of cards already played in it.")] = 0,
    seed: Annotated[int | None, Parameter(help="Solve the deal with this seed.")] = None,
    dealer: Annotated[str, Parameter(help="Who deals: S, W, N or E.")] = "S",
    hands: Annotated[str | None, Parameter(help="The remaining cards: 'S:HA,HT W:...'.")] = None,
    trick: Annotated[str | None, Parameter(help="The leader and the cards played: 'W: HK S7'.")] = None,
    troef: Annotated[str | None, Parameter(help="Trump suit: S, H, C or D; default: sans.")] = None,
    bid: Annotated[int | None, Parameter(help="The bid, if the rules require one to be made.")] = None,
    score: Annotated[bool, Parameter(help="Optimise the score of the round instead.", negative="")] = False,
    rules: RulesName = "rotterdam-bond",
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Compute the value of every card, with all hands open and perfect play."""
    language = spoken(lang)
    if sum(given is not None for given in (file, seed, hands)) != 1:
        raise TextError("solve-what")
    table = rules_named(rules)
    suit = None if troef is None else Suit.parse(troef)
    stakes: Stakes | None = None
    if file is not None:
        position, table, stakes = _recorded(file, round, after)
    elif hands is not None:
        position = Position(parse_hands(hands), Trick.parse(trick or "S:", troef=troef))
    else:
        assert seed is not None
        seat = Seat.parse(dealer)
        position = Position(deal(seeded_deck(seed), seat, table.deal), Trick(seat.after(1), (), suit))
    if stakes is None:
        stakes = Stakes(position.trick.leader.team, bid)
    if score:
        compile_with_progress(language, SCORES)
        solution = solve_score(position, table, stakes)
    else:
        compile_with_progress(language, SOLVER)
        solution = solve(position, table)
    made = _makes(position, table, stakes)
    if json:
        print_json(_as_json(position, solution) | ({} if made is None else {"makes": made}))
        return 0
    screen = console()
    screen.print(draw_deal(tuple(position.hands), None, language, screen.width))
    screen.print(_heading(position, language))
    screen.print(_values(solution, language))
    if made is not None:
        screen.print(word("makes" if made else "makes-not", language, team=stakes.makers.said(language)))
    screen.print(Text(word("looked-at", language, count=numeral(solution.positions, language)), style="dim"))
    return 0


def _makes(position: Position, rules: RuleSet, stakes: Stakes) -> bool | None:
    """Whether the playing team makes it; None where nothing must be made, or it is not known what."""
    known = rules.contract == "half" or (rules.contract == "bid" and stakes.bid is not None)
    if not known or not stakes.fits(position):
        return None
    return makes(position, rules, stakes)


def _recorded(file: str, number: int, after: int) -> tuple[Position, RuleSet, Stakes]:
    """A round of the first game in a record, after so many cards."""
    game = read_records(file)[0].game
    rounds = [round for round in game.rounds if round.makers is not None]
    if not 1 <= number <= len(rounds):
        raise TextError("no-such-round", number=number, count=len(rounds))
    log = rounds[number - 1].log
    cards = [at for at, event in enumerate(log) if isinstance(event, CardPlayed)]
    if not 0 <= after < len(cards):
        raise TextError("no-such-card", number=after, count=len(cards) - 1)
    # Just before the next card, but after whatever ends the trick before it.
    round = Round.rebuild(log[: cards[after]])
    assert round.turn is not None
    laid = () if len(round.table) == 4 else round.table
    leader = round.turn.after(-len(laid))
    assert round.makers is not None
    stakes = Stakes(round.makers, None if round.bid is None else round.bid.points, round.taken)
    return Position(round.hands, Trick(leader, laid, round.troef)), game.rules, stakes


def _heading(position: Position, language: Language) -> Text:
    text = Text(f"{word('troef', language)} ", style="dim")
    text.append_text(suit_text(position.troef, language))
    if position.trick.cards:
        text.append(f"   {position.trick.leader.said(language)}: ", style="dim")
        for card in position.trick.cards:
            text.append_text(card_text(card, language))
    text.append(f"   {word('to-play', language, seat=position.turn.said(language))}")
    return text


def _values(solution: Solution, language: Language) -> Table:
    """The cards, best first, with what each gives away."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(word("card", language))
    table.add_column(word("worth", language), justify="right")
    table.add_column(word("loses", language), justify="right")
    table.add_column("")
    worst = max(1, solution.value - min(solution.cards.values()))
    for card, worth in sorted(solution.cards.items(), key=lambda pair: -pair[1]):
        lost = solution.value - worth
        style = "bold green" if lost == 0 else ""
        table.add_row(
            card_text(card, language),
            Text(f"{worth:+d}", style=style),
            Text(f"{lost}" if lost else "·", style=style),
            Text("█" * round_up(BAR * lost, worst), style="red"),
        )
    return table


def round_up(part: int, whole: int) -> int:
    return -(-part // whole)


def _as_json(position: Position, solution: Solution) -> dict[str, object]:
    return {
        "hands": by_seat(tuple(position.hands)),
        "troef": None if position.troef is None else position.troef.letter,
        "trick": str(position.trick),
        "turn": position.turn.letter,
        "value": solution.value,
        "moves": {CARD_TEXTS[card]: worth for card, worth in solution.cards.items()},
    }
