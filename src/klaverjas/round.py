"""One deal, from troef to score.

A ``Round`` is a frozen value. ``apply`` gives the next round and the events that happened; the referee decides
them, and ``after`` turns one event into the next state, so a round can be rebuilt from its events alone.

>>> from klaverjas.actions import ChooseTroef, Play
>>> from klaverjas.fair import deal, seeded_deck
>>> from klaverjas.rules.named import AMSTERDAM
>>> round = Round.begin(AMSTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
>>> round, events = round.apply(ChooseTroef(Seat.WEST, Suit.HEARTS))
>>> events
(TroefChosen(seat=Seat.WEST, suit=Suit.HEARTS, bid=None),)
>>> round, events = round.apply(Play(Seat.WEST, Card.parse("HA")))
>>> round.turn, round.trick, round.correct_cards
(Seat.NORTH, Trick.parse('W: HA', troef='H'), Hand.parse('HJ'))
>>> Round.rebuild(round.log) == round
True
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from klaverjas import referee
from klaverjas.actions import RoundAction
from klaverjas.cards import ALL_CARDS, Card, Hand, Suit
from klaverjas.errors import KlaverjasError, TextError
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    AuctionWon,
    BidMade,
    CardPlayed,
    Dealt,
    Knocked,
    Passed,
    PenaltyImposed,
    RoemClaimed,
    RoundEvent,
    RoundScored,
    TrickWon,
    TroefChosen,
)
from klaverjas.phase import Phase
from klaverjas.rules.auction import Bid, auction_over
from klaverjas.rules.integers import NO_TROEF, NOTHING_LED
from klaverjas.rules.legal import correct_cards, duties_of
from klaverjas.rules.roem import roem_points
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import NOTHING, Result, Taken
from klaverjas.rules.trick import Trick, beats, troef_number
from klaverjas.seats import Seat, Team

TRICKS = 8

new_hand = int.__new__  # Hand(mask) for a mask that is known to be one, at a third of its cost


@dataclass(frozen=True)
class WonTrick:
    """A collected trick: who won it, its points, and the roem that was registered for it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int
    roem: int


@dataclass(frozen=True)
class Round:
    """The whole truth of a round, hidden cards included; :func:`klaverjas.view.view` cuts what a seat may know."""

    rules: RuleSet
    dealer: Seat
    dealt: tuple[Hand, ...]
    hands: tuple[Hand, ...]
    phase: Phase
    turn: Seat | None
    standing: tuple[Seat, Bid] | None  # the highest bid so far, and whose it is
    passes: int  # in a row
    troef: Suit | None
    makers: Team | None
    bid: Bid | None
    leader: Seat  # of the trick on the table
    table: tuple[Card, ...]  # its cards, in the order played
    winning: int  # which of them is winning
    tricks: tuple[WonTrick, ...]
    claimed: int | None  # registered in this trick: the amount, or with a knock the roem that lay there
    knocks: tuple[int, int]  # by team: points from false knocks of the others
    result: Result | None
    duties: int
    log: tuple[RoundEvent, ...]

    # --- beginning and going on ------------------------------------------------------------------

    @classmethod
    def begin(cls, rules: RuleSet, dealer: Seat, hands: tuple[Hand, ...]) -> "Round":
        """A round in which these hands, by seat, have just been dealt."""
        if (
            len(hands) != 4
            or any(len(Hand(hand)) != 8 for hand in hands)
            or hands[0] | hands[1] | hands[2] | hands[3] != ALL_CARDS
        ):
            raise TextError("not-a-deal")
        return cls._dealt(Dealt(rules, dealer, hands))

    @classmethod
    def _dealt(cls, event: Dealt) -> "Round":
        return cls(
            rules=event.rules,
            dealer=event.dealer,
            dealt=event.hands,
            hands=event.hands,
            phase=Phase.TROEF,
            turn=event.dealer.left,
            standing=None,
            passes=0,
            troef=None,
            makers=None,
            bid=None,
            leader=event.dealer.left,  # Rules 3.7
            table=(),
            winning=0,
            tricks=(),
            claimed=None,
            knocks=NOTHING,
            result=None,
            duties=duties_of(event.rules),
            log=(event,),
        )

    @classmethod
    def rebuild(cls, events: Iterable[RoundEvent]) -> "Round":
        """The round that these events tell."""
        first, *rest = events
        if not isinstance(first, Dealt):
            raise KlaverjasError("bad-events", why="the first is not a deal")
        round = cls._dealt(first)
        for event in rest:
            round = round.after(event)
        return round

    def apply(self, action: RoundAction) -> tuple["Round", tuple[RoundEvent, ...]]:
        """The next round and what happened, or a :class:`~klaverjas.errors.Refusal`."""
        events = referee.decide(self, action)
        round = self
        for event in events:
            round = round.after(event)
        return round, events

    def after(self, event: RoundEvent) -> "Round":
        """The round once *event* has happened. Nothing is judged here."""
        changes = _CHANGES[type(event)](self, event)
        changes["log"] = (*self.log, event)
        # What dataclasses.replace would do, at a fifth of its cost.
        new = object.__new__(Round)
        state = new.__dict__
        state.update(self.__dict__)
        state.pop("correct_cards", None)
        state.update(changes)
        return new

    # --- questions -------------------------------------------------------------------------------

    @cached_property
    def correct_cards(self) -> Hand:
        """The cards that the seat to move may correctly play; none when nobody is to play."""
        if self.turn is None or self.phase is Phase.TROEF:
            return Hand()
        hand = self.hands[self.turn]
        if self.phase is Phase.TRICK_END:
            return hand
        return new_hand(Hand, correct_cards(int(hand), *self.situation, self.duties))

    @property
    def situation(self) -> tuple[int, int, bool, int]:
        """What the rules over integers ask: suit led, winning card, is it partner's, troef."""
        table = self.table
        troef = NO_TROEF if self.troef is None else self.troef
        if not table:
            return NOTHING_LED, 0, False, troef
        return table[0] >> 3, table[self.winning], len(table) - self.winning == 2, troef

    @property
    def trick(self) -> Trick:
        """The cards on the table."""
        return Trick(self.leader, self.table, self.troef)

    @property
    def roem_on_table(self) -> int:
        """The whole roem in the cards that lie there."""
        cards = 0
        for card in self.table:
            cards |= 1 << card
        return roem_points(cards, troef_number(self.troef), self.rules.four_alike)

    @property
    def registered(self) -> int:
        """The roem that the trick on the table brings whoever takes it, as things stand (Rules 5.4-5.6)."""
        match self.rules.claim:
            case "amount":
                return self.claimed or 0
            case "knock":
                return 0 if self.claimed is None else self.roem_on_table
            case "automatic":
                return self.roem_on_table if len(self.table) == 4 else 0

    @property
    def must_choose(self) -> bool:
        """Whether the seat to act must name a suit: troef is forced, or all have passed (Rules 3.1, 3.5)."""
        if self.phase is not Phase.TROEF:
            return False
        return self.rules.troef == "forced" or auction_over(
            self.passes, self.standing[1].points if self.standing else 0
        )

    @property
    def taken(self) -> Taken:
        """What each team has in collected tricks."""
        cards, roem, tricks = [0, 0], [0, 0], [0, 0]
        for trick in self.tricks:
            team = trick.winner.team
            cards[team] += trick.points
            roem[team] += trick.roem
            tricks[team] += 1
        return Taken((cards[0], cards[1]), (roem[0], roem[1]), (tricks[0], tricks[1]), self.knocks)

    @property
    def previous_trick(self) -> WonTrick | None:
        """The trick that may be looked at: the last one, until the next is complete (Rules 6.7)."""
        if self.phase is Phase.TRICK_END or not self.tricks:
            return None
        return self.tricks[-1]

    @property
    def anything_played(self) -> bool:
        return bool(self.tricks or self.table)


# --- what each event changes ---------------------------------------------------------------------

Changes: TypeAlias = dict[str, Any]


def _troef_chosen(round: Round, event: TroefChosen) -> Changes:
    return _playing(round, event.seat, event.suit, event.bid)


def _auction_won(round: Round, event: AuctionWon) -> Changes:
    return _playing(round, event.seat, event.bid.suit, event.bid)


def _playing(round: Round, maker: Seat, troef: Suit | None, bid: Bid | None) -> Changes:
    return {
        "phase": Phase.PLAY,
        "turn": round.leader,
        "troef": troef,
        "makers": maker.team,
        "bid": bid,
    }


def _bid_made(round: Round, event: BidMade) -> Changes:
    return {"standing": (event.seat, event.bid), "passes": 0, "turn": event.seat.left}


def _passed(round: Round, event: Passed) -> Changes:
    return {"passes": round.passes + 1, "turn": event.seat.left}


def _card_played(round: Round, event: CardPlayed) -> Changes:
    seat, card = event.seat, event.card
    table, winning = round.table, round.winning
    hands = list(round.hands)
    hands[seat] = new_hand(Hand, hands[seat] ^ 1 << card)
    changes: Changes = {"hands": tuple(hands), "table": (*table, card), "turn": seat.left}
    if table and beats(card, table[winning], NO_TROEF if round.troef is None else round.troef):
        changes["winning"] = winning = len(table)
    if len(table) == 3:
        changes["phase"] = Phase.TRICK_END
        changes["turn"] = None if len(round.tricks) == TRICKS - 1 else round.leader.after(winning)
    return changes


def _roem_claimed(round: Round, event: RoemClaimed) -> Changes:
    return {"claimed": event.points} if event.right else {}


def _knocked(round: Round, event: Knocked) -> Changes:
    if event.right:
        return {"claimed": round.roem_on_table}
    knocks = list(round.knocks)
    knocks[event.seat.team.opponents] += round.rules.false_knock or 0
    return {"knocks": (knocks[0], knocks[1])}


def _trick_won(round: Round, event: TrickWon) -> Changes:
    won = WonTrick(round.leader, round.table, event.winner, event.points, event.roem)
    last = len(round.tricks) == TRICKS - 1
    return {
        "tricks": (*round.tricks, won),
        "leader": event.winner,
        "table": (),
        "winning": 0,
        "claimed": None,
        "phase": Phase.PLAY,
        "turn": None if last else event.winner,
    }


def _nothing(round: Round, event: AccusationFailed | AccusationProven | PenaltyImposed) -> Changes:
    return {}


def _round_scored(round: Round, event: RoundScored) -> Changes:
    return {"phase": Phase.DONE, "turn": None, "result": event.result}


_CHANGES: dict[type, Callable[[Round, Any], Changes]] = {
    TroefChosen: _troef_chosen,
    AuctionWon: _auction_won,
    BidMade: _bid_made,
    Passed: _passed,
    CardPlayed: _card_played,
    RoemClaimed: _roem_claimed,
    Knocked: _knocked,
    TrickWon: _trick_won,
    AccusationFailed: _nothing,
    AccusationProven: _nothing,
    PenaltyImposed: _nothing,
    RoundScored: _round_scored,
}
