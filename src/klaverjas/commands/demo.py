"""`klaverjas demo`: a game that plays itself in the terminal."""

import random
import secrets
import sys
import time
from hashlib import sha256
from typing import Annotated

from cyclopts import App, Parameter

from klaverjas.actions import (
    ChooseTroef,
    Claim,
    Close,
    Collect,
    Deal,
    Knock,
    MakeBid,
    Pass,
    Play,
    RoundAction,
)
from klaverjas.cards import Suit
from klaverjas.commands.drawing import deal_title, draw_round, draw_sheet
from klaverjas.commands.terminal import (
    Lang,
    RulesName,
    check_writable,
    console,
    rules_named,
    spoken,
    write_text,
)
from klaverjas.commands.words import word
from klaverjas.fair import FairDeals, deal
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.record import Record, write
from klaverjas.round import Round
from klaverjas.rules.auction import possible_bids
from klaverjas.seats import SEATS, Seat

app = App(
    name="demo",
    help="Watch a game between four players who know only the rules.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas demo\n\n"
        "  klaverjas demo --rules lugus --seed 7 --pace 0\n\n"
        "  klaverjas demo --save game.kj && klaverjas replay game.kj && klaverjas verify game.kj"
    ),
    help_format="plaintext",
)


@app.default
def demo(
    *,
    rules: RulesName = "rotterdam-bond",
    seed: Annotated[
        int | None, Parameter(help="Any whole number; the same seed gives the same game.")
    ] = None,
    pace: Annotated[
        float | None, Parameter(help="Seconds per round; default: 1 on a terminal, otherwise 0.")
    ] = None,
    save: Annotated[str | None, Parameter(help="Save the record to this file.")] = None,
    lang: Lang = None,
) -> int:
    """Watch a game between four players who know only the rules."""
    language = spoken(lang)
    used = secrets.randbelow(1 << 32) if seed is None else seed
    rest = pace if pace is not None else (1.0 if sys.stdout.isatty() else 0.0)
    chance = random.Random(used)
    fair = FairDeals(sha256(f"demo {used}".encode()).hexdigest())
    if save is not None:
        check_writable(save)
    screen = console()
    screen.print(f"[dim]{word('demo', language)} {word('Seed', language)} {used}[/dim]")
    game = Game(rules_named(rules))
    while not game.decided:
        hands = deal(fair.deck(len(game.rounds) + 1), game.next_dealer, game.rules.deal)
        game, _ = game.apply(Deal(hands))
        while game.round.result is None:
            game, _ = game.apply(_next_action(game.round, chance))
        title = deal_title(game, len(game.rounds), language)
        screen.print(draw_round(game.round, title, language))
        time.sleep(max(0.0, min(rest, 60.0)))
    game, _ = game.apply(Close())
    screen.print(draw_sheet(game, language, screen.width))
    if save is not None:
        tags = (("Event", "klaverjas demo"), ("Seed", used))
        record = Record(game, tags, commitment=fair.commitment, secret=fair.secret)
        write_text(save, write([record]))
        screen.print(word("saved", language, file=save), style="dim", markup=False)
    return 0


def _next_action(round: Round, chance: random.Random) -> RoundAction:
    """What somebody does next: a correct card, now and then a claim; sometimes roem is overlooked."""
    if claim := _claim(round, chance):
        return claim
    seat = round.turn
    if round.phase is Phase.TRICK_END or seat is None:
        return Collect()
    if round.phase is Phase.TROEF:
        return _troef(round, seat, chance)
    return Play(seat, chance.choice(round.correct_cards.ordered()))


def _troef(round: Round, seat: Seat, chance: random.Random) -> RoundAction:
    """The longest suit; in an auction a bid at the minimum now and then."""
    longest = max(Suit, key=lambda suit: (round.hands[seat] & 0xFF << suit * 8).bit_count())
    if round.must_choose:
        return ChooseTroef(seat, longest)
    standing = round.standing[1] if round.standing else None
    bids = [bid for bid in possible_bids(standing, round.rules) if bid.suit == longest]
    if bids and (standing is None or standing.points < 100) and chance.random() < 0.4:
        return MakeBid(seat, bids[0])
    return Pass(seat)


def _claim(round: Round, chance: random.Random) -> RoundAction | None:
    if round.phase is not Phase.TRICK_END or round.roem_on_table == (round.claimed or 0):
        return None
    if chance.random() < 0.2:
        return None
    seat = chance.choice(SEATS)
    if round.rules.claim == "amount":
        return Claim(seat, round.roem_on_table)
    if round.rules.claim == "knock" and round.claimed is None:
        return Knock(seat)
    return None
