"""A round as text for a terminal: all four hands, the trick between them, and what was taken. For who looks on."""

from klaverjas.cards import Card, Suit
from klaverjas.environments.turn import Turn
from klaverjas.seats import SEATS, TEAMS, Seat

RED, BOLD, PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"


def drawn_text(turn: Turn) -> str:
    """The table, South below; a star before the seat whose decision it is."""
    round = turn.round
    lines = [_heading(turn), ""]
    for seat in (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH):
        mark = "*" if turn.seat == seat else " "
        hand = " ".join(_card(card) for card in round.hands[seat].ordered(round.troef))
        lines.append(f"{mark} {seat.said('en'):<6} {hand}")
    lying = {round.leader.after(place): card for place, card in enumerate(round.table)}
    if lying:
        trick = [
            f"{seat.letter} {_card(lying[seat])}" for seat in map(round.leader.after, SEATS) if seat in lying
        ]
        lines.append(f"  trick  {'  '.join(trick)}")
    taken = round.taken
    for team in TEAMS:
        points = f"{taken.cards[team]} + {taken.roem[team]} roem, tricks {taken.tricks[team]}"
        result = "" if round.result is None else f"   scores {round.result.display[team]}"
        lines.append(f"  {team.letters:<6} {points}{result}")
    return "\n".join(lines)


def _heading(turn: Turn) -> str:
    round = turn.round
    told = f"dealer {round.dealer.said('en')}"
    if round.makers is not None:
        suit = "sans" if round.troef is None else _suit(round.troef)
        told += f"   troef {suit}   {round.makers.said('en')}"
    elif round.standing is not None:
        told += f"   {round.standing[0].said('en')} bids {round.standing[1].said('en')}"
    if round.bid is not None:
        told += f" {round.bid.points}"
    return f"{told}   {round.result.outcome.code}" if round.result is not None else told


def _suit(suit: Suit) -> str:
    colour = RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else BOLD
    return f"{colour}{suit.symbol}{PLAIN}"


def _card(card: Card) -> str:
    colour = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else BOLD
    return f"{colour}{card.said('en')}{PLAIN}"
