"""Four hands as one line of text.

>>> hands = parse_hands("S:HA,HT W:HK,H7 N:S7,S8 E:D7,D8")
>>> hands[Seat.WEST]
Hand.parse('HK H7')
>>> written(hands)
'S:HA,HT W:HK,H7 N:S8,S7 E:D8,D7'
"""

import re
from collections.abc import Sequence

from klaverjas.cards import Hand
from klaverjas.errors import TextError
from klaverjas.seats import SEATS, Seat


def parse_hands(text: str) -> tuple[Hand, ...]:
    """The hands by seat; a seat that is not named has no cards."""
    found: dict[Seat, Hand] = {}
    for part in text.split():
        seat, colon, cards = part.partition(":")
        if not colon or not re.fullmatch(r"[A-Za-z]+", seat):
            raise TextError("no-hands", text=part[:40])
        found[Seat.parse(seat)] = Hand.parse(cards.replace(",", " "))
    return tuple(found.get(seat, Hand()) for seat in SEATS)


def written(hands: Sequence[Hand]) -> str:
    return " ".join(f"{seat.letter}:{','.join(map(str, hands[seat]))}" for seat in SEATS)
