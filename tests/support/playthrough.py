"""Playthroughs: one whole game per named rule set as text, with what every seat sees on the way.

The files in `playthroughs/` are compared with what the program says today. After a change that is meant, write them
anew with `python tests/support/playthrough.py`, and read the difference.
"""

from pathlib import Path
from random import Random

from klaverjas.actions import (
    Accuse,
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
from klaverjas.fair import deal, seeded_deck
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.record.writing import item_text
from klaverjas.rules.named import NAMED
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View, Watcher, view_game, view_round

FOLDER = Path(__file__).parent.parent / "playthroughs"


def pick(chance: Random, number: int) -> int:
    """A number below *number*, by a way that no version of Python has changed."""
    return int(chance.random() * number)


def next_action(game: Game, chance: Random) -> RoundAction:
    """What somebody does next, seen from the own seat; incorrect cards too, where the table accepts them."""
    round = game.round
    if round.phase is Phase.TROEF and round.turn is not None:
        return _choose(view_round(round, round.turn), round.turn, chance)
    seat = SEATS[pick(chance, 4)]
    may = view_round(round, seat).may
    luck = chance.random()
    if may.claims and luck < 0.1:
        return Claim(seat, round.roem_on_table or may.claims[pick(chance, len(may.claims))])
    if may.knock and luck < 0.06:
        return Knock(seat)
    if may.accuse and luck < 0.004:
        return Accuse(seat, may.accuse[pick(chance, 3)])
    if round.turn is None or (round.phase is Phase.TRICK_END and luck < 0.7):
        return Collect()
    held = view_round(round, round.turn).may.play
    cards = held if luck > 0.98 else round.correct_cards
    return Play(round.turn, cards.ordered()[pick(chance, len(cards))])


def _choose(seen: View, seat: Seat, chance: Random) -> RoundAction:
    if seen.may.choose_troef:
        return ChooseTroef(seat, Suit(pick(chance, 4)))
    if seen.may.bids and chance.random() < 0.35:
        return MakeBid(seat, seen.may.bids[pick(chance, min(6, len(seen.may.bids)))])
    return Pass(seat)


def seat_line(seen: View) -> str:
    """What one seat sees of its own, and what it may do."""
    assert isinstance(seen.viewer, Seat)
    assert seen.hand is not None
    parts = [f"  {seen.viewer.letter}  {' '.join(map(str, seen.hand.ordered(seen.troef))):24}"]
    may = seen.may
    if may.play:
        known = "correct" if seen.correct is not None else "may play"
        parts.append(f"{known}: {' '.join(map(str, may.play.ordered(seen.troef)))}")
    if may.choose_troef:
        parts.append("must name a suit")
    if may.bids:
        parts.append(f"may bid {may.bids[0]} .. {may.bids[-1]} ({len(may.bids)})")
    if may.claims:
        parts.append("may claim")
    if may.knock:
        parts.append("may knock")
    if may.accuse:
        parts.append("may accuse")
    return " | ".join(parts)


def public_line(seen: View) -> str:
    turn = seen.turn.letter if seen.turn else "-"
    troef = seen.troef.letter if seen.troef else "-"
    makers = seen.makers.letters if seen.makers else "-"
    counts = "".join(map(str, seen.counts))
    return (
        f"  {seen.phase.value}, turn {turn}, troef {troef}, makers {makers}, bid {seen.bid or '-'}, "
        f"trick {seen.trick}, roem {seen.registered}, left {counts}"
    )


def playthrough(name: str, seed: int = 1) -> str:
    chance = Random(seed)
    game = Game(NAMED[name])
    lines = [f"{NAMED[name].base}, seed {seed}"]
    while not game.decided:
        number = len(game.rounds) + 1
        hands = deal(seeded_deck(seed * 1000 + number), game.next_dealer, game.rules.deal)
        lines += ["", f"deal {number}, dealer {game.next_dealer.letter}, totals {game.totals}"]
        game, _ = game.apply(Deal(hands))
        shown = None
        while game.round.result is None:
            moment = (len(game.round.tricks), game.round.phase)
            if moment != shown and game.round.phase is not Phase.TRICK_END:
                shown = moment  # every seat's view, once a trick
                lines.append(public_line(view_round(game.round, Watcher.SPECTATOR)))
                lines += [seat_line(view_round(game.round, seat)) for seat in SEATS]
            turn = game.round.turn
            if turn is not None and game.round.phase is Phase.PLAY and game.round.table:
                lines.append(seat_line(view_round(game.round, turn)))
            action = next_action(game, chance)
            game, events = game.apply(action)
            told = [item_text(event, (0, 0)) or type(event).__name__ for event in events]
            lines.append(f"{action!r} -> {'; '.join(told)}")
    game, _ = game.apply(Close())
    seen = view_game(game, Watcher.TABLE)
    winner = seen.leader.letters if seen.leader else "draw"
    lines += ["", f"closed: {seen.totals}, {winner}, {len(seen.sheet)} deals"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for rules in NAMED:
        (FOLDER / f"{rules}.txt").write_text(playthrough(rules))
