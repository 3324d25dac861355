"""Tiny RECYCLE programs for tests, and rounds that a program and the engine play together."""

import random
from collections.abc import Sequence

from klaverjas.actions import ChooseTroef, Collect, Play
from klaverjas.cards import Card, Hand, Suit
from klaverjas.recycle.export import RANKS, SUITS
from klaverjas.recycle.play import ProgramGame as ProgramPlay
from klaverjas.recycle.program import Program
from klaverjas.recycle.table import Place, RecycleTable
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat

NINE_CARDS = "(RANK (ACE, TWO, THREE)) (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (SPADES))))"
VALUE = "(set (game points VALUE) (((RANK : ACE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))"
SHORT_RANKS = {"J": "JACK", "Q": "QUEEN", "K": "KING", "A": "ACE"}


def tiny(
    *steps: str,
    score: str = "0",
    best: str = "max",
    players: str = "(create players 2)",
    deck: str = NINE_CARDS,
    declared: str = "",
) -> str:
    """A program that has little but these steps."""
    middle = "\n".join(steps) or "(do ((turn pass)))"
    return (
        f"(game {declared} (setup {players} (create deck (game vloc STOCK) (deck {deck})))\n"
        f"{middle}\n(scoring {best} {score}))"
    )


def begun(*steps: str, seed: int = 1, **parts: str) -> ProgramPlay:
    return Program.read(tiny(*steps, **parts)).begin(random.Random(seed))


def value_of(expression: str, *steps: str, seed: int = 1) -> int:
    """What an expression is worth for player 1 after these steps, with points and nine cards."""
    play = begun(f"(do ({VALUE}))", *steps, score=expression, seed=seed)
    assert play.over
    return play.scores[0]


def holds(condition: str, *steps: str) -> bool:
    """Whether a condition holds after these steps."""
    return bool(value_of("(game sto HELD)", *steps, f"(do (({condition} (set (game sto HELD) 1))))"))


def names(table: RecycleTable, owner: int, seen: str, name: str, number: int = 0) -> list[str]:
    """What lies in a place, from the bottom to the top."""
    return [table.card_name(card) for card in table.pile(Place(owner, seen, name, number))]


# --- a program and the engine ---------------------------------------------------------------------


def card_of(table: RecycleTable, card: int) -> Card:
    """A card of a klaverjas program as the engine has it."""
    has = table.pack.attributes[table.original[card]]
    rank = SHORT_RANKS.get(has["RANK"], has["RANK"])
    return Card(SUITS.index(has["SUIT"]) * 8 + RANKS.index(rank))


def play_together(program: Program, rules: RuleSet, seed: int) -> list[int]:
    """One random round of both: the same choices at every decision, the same score; how many options there were.

    South deals, so player 1 is West.
    """
    chance = random.Random(seed)
    play = program.begin(chance)
    seats = [Seat.SOUTH.after(player) for player in range(1, 5)]
    hands: list[Hand] = [Hand()] * 4
    for player, seat in enumerate(seats, 1):
        hands[seat] = Hand.of(
            card_of(play.table, card) for card in play.table.pile(Place(player, "iloc", "HAND"))
        )
    round = Round.begin(rules, Seat.SOUTH, tuple(hands))
    many = []
    while not play.over:
        many.append(len(play.options))
        at = chance.randrange(len(play.options))
        seat = seats[play.player - 1]
        assert seat == round.turn
        if round.must_choose:
            suits = [told.split()[-1] for told in play.told()]
            assert sorted(suits) == sorted(SUITS)
            round, _ = round.apply(ChooseTroef(seat, Suit(SUITS.index(suits[at]))))
        else:
            cards = _cards(play)
            assert sorted(cards) == sorted(round.correct_cards), (seed, round)
            round, _ = round.apply(Play(seat, cards[at]))
        play.choose(at)
    round, _ = round.apply(Collect())
    assert round.result is not None
    score = round.result.score
    assert play.scores == tuple(score[seat.team] for seat in seats), (seed, round)
    return many


def _cards(play: ProgramPlay) -> Sequence[Card]:
    cards = play.cards()
    assert None not in cards
    return [card_of(play.table, card) for card in cards if card is not None]
