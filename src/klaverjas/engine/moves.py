"""What a bot would do: a view from one hand and the public actions.

The engine is not told the other hands, and nothing may depend on how they are imagined. So the round is replayed with
no more than what is known: the bot's own eight cards, and for each other seat the cards that it plays in these very
actions. Whatever rule such a hand breaks, the true one breaks too, because no further card makes an incorrect
card correct (Rules, section 4). Thus on a strict table a card is refused only when the cards that its player shows
later prove it wrong, and an accusation is proven only when they prove it; else it failed.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from klaverjas.actions import Play, RoundAction
from klaverjas.bots import Budget, bot_named
from klaverjas.cards import ALL_CARDS, Hand
from klaverjas.engine.positions import Answer, action_told
from klaverjas.engine.requests import (
    Request,
    RequestError,
    action_of,
    actions_of,
    at_action,
    cards_of,
    milliseconds,
    name_of,
    required,
    rules_of,
    seat_of,
    whole_number,
)
from klaverjas.errors import KlaverjasError
from klaverjas.round import Round
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import SUIT_CARDS, TRICKS
from klaverjas.seats import SEATS, Seat
from klaverjas.sentences import Phrase
from klaverjas.view import View, view_round

_ANY_DEAL: Final = tuple(Hand(SUIT_CARDS[seat]) for seat in SEATS)


def move(request: Request) -> Answer:
    rules = rules_of(request)
    bot = bot_named(name_of(required(request, "bot"), "bot"))
    seat = seat_of(required(request, "seat"), "seat")
    dealer = seat_of(required(request, "dealer"), "dealer")
    _, hand = cards_of(required(request, "hand"), "hand", 8, 8)
    actions = actions_of(request)
    if ms := milliseconds(request.get("ms", 0), "ms"):
        bot = bot.within(Budget(ms, time.thread_time))
    seed = whole_number(request.get("seed", 0), "seed")
    view = view_from(seat, Hand(hand), dealer, rules, actions)
    try:
        action = bot.act(view, random.Random(seed))
    except KlaverjasError as error:
        if error.code != "missing-extra":
            raise
        raise RequestError("unavailable", op="move", what=Phrase("solver", "oplosser")) from error
    return {"action": None if action is None else action_told(action)}


def view_from(seat: Seat, hand: Hand, dealer: Seat, rules: RuleSet, actions: Sequence[object]) -> View:
    """What a seat with this hand knows after these actions, or an error with the place of the first wrong one."""
    wishes, unread = _read(actions)
    known = _known_hands(seat, hand, wishes)
    round = replace(Round.begin(rules, dealer, _ANY_DEAL), dealt=known, hands=known)
    for at, wish in enumerate(wishes):
        try:
            round, _ = round.apply(wish)
        except KlaverjasError as error:
            raise at_action(error, at) from error
    if unread is not None:
        raise at_action(unread, len(wishes)) from unread
    counts = tuple(TRICKS - len(known[other] - round.hands[other]) for other in SEATS)
    return replace(view_round(round, seat), counts=counts)


def _read(actions: Sequence[object]) -> tuple[list[RoundAction], KlaverjasError | None]:
    """The actions up to the first that is none, and what is wrong with that one."""
    wishes: list[RoundAction] = []
    for action in actions:
        try:
            wishes.append(action_of(action))
        except KlaverjasError as error:
            return wishes, error
    return wishes, None


def _known_hands(seat: Seat, hand: Hand, wishes: Sequence[RoundAction]) -> tuple[Hand, ...]:
    """By seat, the cards that it is known to have been dealt; a card belongs to whoever plays it first."""
    known = [hand if other == seat else Hand() for other in SEATS]
    hidden = ALL_CARDS & ~hand
    for wish in wishes:
        if isinstance(wish, Play) and wish.seat != seat and hidden >> wish.card & 1:
            hidden ^= 1 << wish.card
            known[wish.seat] |= wish.card
    return tuple(known)
