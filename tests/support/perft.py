"""Perft: the number of sequences of correct cards of a given length, from a position in a file.

Each named rule set has a file `perft/NAME.perft`. A position is a few lines:

    id     partner-wins-and-south-is-void
    deal   N:HA,S7 E:H7,S8 S:C8,D7 W:HK,S9
    troef  C                                   (or sans)
    lead   N
    perft  4 2                                 (length, number of sequences)
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from klaverjas.cards import ALL_CARDS, Card
from klaverjas.rules.integers import NO_TROEF, NOTHING_LED
from klaverjas.rules.legal import correct_cards
from klaverjas.rules.trick import beats

FOLDER = Path(__file__).parent.parent / "perft"


@dataclass
class Position:
    rules: str
    name: str = ""
    hands: dict[str, list[str]] = field(default_factory=dict)
    troef: str | None = None
    lead: str = ""
    counts: list[tuple[int, int]] = field(default_factory=list)


def read_positions(rules: str) -> list[Position]:
    positions: list[Position] = []
    for line in (FOLDER / f"{rules}.perft").read_text().splitlines():
        keyword, _, rest = line.partition("#")[0].strip().partition(" ")
        words = rest.split()
        match keyword:
            case "id":
                positions.append(Position(rules, words[0]))
            case "deal":
                for word in words:
                    seat, _, cards = word.partition(":")
                    positions[-1].hands[seat] = cards.split(",")
            case "troef":
                positions[-1].troef = None if words[0] == "sans" else words[0]
            case "lead":
                positions[-1].lead = words[0]
            case "perft":
                positions[-1].counts.append((int(words[0]), int(words[1])))
            case "":
                pass
            case _:
                raise ValueError(f"{rules}.perft: what is '{keyword}'?")
    return positions


def as_integers(position: Position) -> tuple[list[int], int, int]:
    """Hands by seat as masks, the leader, and troef."""
    hands = [0, 0, 0, 0]
    for seat, cards in position.hands.items():
        for card in cards:
            hands["SWNE".index(seat)] |= 1 << "SHCD".index(card[0]) * 8 + "789TJQKA".index(card[1])
    troef = NO_TROEF if position.troef is None else "SHCD".index(position.troef)
    return hands, "SWNE".index(position.lead), troef


def count_sequences(
    hands: Sequence[int],
    leader: int,
    troef: int,
    duties: int,
    depth: int,
    first: int,
    work: Sequence[MutableSequence[int]],
) -> int:
    """Walk through every sequence of *depth* correct cards. Over integers, without recursion.

    Only sequences that begin with a card of *first* are counted. *work* has a row for each card on the way: the hands,
    the trick, and the cards that are still to be tried.
    """
    count = 0
    level = 0
    for seat in range(4):
        work[0][seat] = hands[seat]
    work[0][4] = leader  # who is to play
    work[0][5] = NOTHING_LED
    work[0][6] = 0  # the winning card
    work[0][7] = 0  # who played it, counted from the leader
    work[0][8] = 0  # cards in the trick
    work[0][9] = first & correct_cards(hands[leader], NOTHING_LED, 0, False, troef, duties)
    while level >= 0:
        now = work[level]
        if now[9] == 0:
            level -= 1
            continue
        card = 0
        while now[9] >> card & 1 == 0:
            card += 1
        now[9] ^= 1 << card
        if level == depth - 1:
            count += 1
            continue
        seat, led, winning, winner, played = now[4], now[5], now[6], now[7], now[8]
        later = work[level + 1]
        for other in range(4):
            later[other] = now[other]
        later[seat] ^= 1 << card
        if played == 0:
            led, winning, winner = card >> 3, card, 0
        elif beats(card, winning, troef):
            winning, winner = card, played
        played += 1
        to_play = (seat + 1) & 3
        if played == 4:
            to_play = (to_play + winner) & 3
            led, winning, winner, played = NOTHING_LED, 0, 0, 0
        later[4] = to_play
        later[5] = led
        later[6] = winning
        later[7] = winner
        later[8] = played
        partner_winning = played - winner == 2
        later[9] = correct_cards(later[to_play], led, winning, partner_winning, troef, duties)
        level += 1
    return count


def work_space(depth: int) -> list[list[int]]:
    return [[0] * 10 for _ in range(depth)]


def perft(position: Position, duties: int, depth: int, first: int = ALL_CARDS) -> int:
    hands, leader, troef = as_integers(position)
    return count_sequences(hands, leader, troef, duties, depth, first, work_space(depth))


def below_each_first_card(position: Position, duties: int, depth: int) -> dict[str, int]:
    """What to look at when a count is wrong."""
    return {
        card: perft(position, duties, depth, 1 << Card.parse(card)) for card in position.hands[position.lead]
    }
