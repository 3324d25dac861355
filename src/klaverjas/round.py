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
    PenaltyLifted,
    RoemClaimed,
    RoundEvent,
    RoundScored,
    TrickWon,
    TroefChosen,
)
from klaverjas.phase import DONE, PLAY, TRICK_END, TROEF, Phase
from klaverjas.rules.auction import Bid, auction_over
from klaverjas.rules.legal import correct_cards, duties_of, situation
from klaverjas.rules.roem import roem_points
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import NOTHING, Result, Taken, raised
from klaverjas.rules.trick import TRICKS, Trick, beats, troef_number
from klaverjas.seats import LEFT, Seat, Team
from klaverjas.sentences import Phrase

NO_DEAL = Phrase("the first event is not a deal", "de eerste is geen gift")
NO_PENALTY = Phrase("there is no penalty to take back", "er is geen straf die terug kan")
SECOND_DEAL = Phrase("a round can only be dealt once", "een ronde wordt één keer gedeeld")
new_hand = int.__new__  # Hand(mask) for a mask that is known to be one, at a third of its cost


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A collected trick: who won it, its points, and the roem that was registered for it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int
    roem: int


@dataclass(frozen=True)
class Round:
    """The whole truth of a round, hidden cards included; :mod:`klaverjas.view` cuts what a seat may know."""

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
        return cls._dealt(Dealt(rules, dealer, hands))

    @classmethod
    def _dealt(cls, event: Dealt) -> "Round":
        together = 0
        for hand in event.hands:
            together |= int(hand)
        if (
            len(event.hands) != 4
            or together != ALL_CARDS
            or any(hand.bit_count() != 8 for hand in event.hands)
        ):
            raise TextError("not-a-deal")
        return cls(
            rules=event.rules,
            dealer=event.dealer,
            dealt=event.hands,
            hands=event.hands,
            phase=TROEF,
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
        first, *rest = tuple(events) or (None,)
        if not isinstance(first, Dealt):
            raise KlaverjasError("bad-events", why=NO_DEAL)
        return cls._dealt(first).after(*rest)

    def apply(self, action: RoundAction) -> tuple["Round", tuple[RoundEvent, ...]]:
        """The next round and what happened, or a :class:`~klaverjas.errors.Refusal`."""
        events = referee.decide(self, action)
        return self.after(*events), events

    def after(self, *events: RoundEvent) -> "Round":
        """The round once these events have happened. Nothing is judged here."""
        now = self.__dict__.copy()
        now.pop("_correct", None)
        for number, event in enumerate(events):
            if type(event) is PenaltyLifted:
                now = self._before_penalty(self.log + events[:number]).__dict__.copy()
                continue
            happens = _HAPPENS.get(type(event))
            if happens is None:
                raise KlaverjasError("bad-events", why=SECOND_DEAL)
            happens(now, event)
        now["log"] = self.log + events
        # What dataclasses.replace would do, at a fifth of its cost.
        new = object.__new__(Round)
        object.__setattr__(new, "__dict__", now)
        return new

    @classmethod
    def _before_penalty(cls, log: tuple[RoundEvent, ...]) -> "Round":
        """The round of a log as it was when its last penalty was imposed."""
        place, _ = _last_penalty(log)
        return cls.rebuild(log[:place])

    # --- questions -------------------------------------------------------------------------------

    @property
    def correct_cards(self) -> Hand:
        """The cards that the seat to move may correctly play; none when nobody is to play."""
        known: Hand | None = self.__dict__.get("_correct")
        if known is not None:
            return known
        if self.turn is None or self.phase is TROEF:
            return Hand()
        hand = self.hands[self.turn]
        if self.phase is PLAY and self.table:
            where = situation(self.table, self.winning, self.troef)
            hand = new_hand(Hand, correct_cards(int(hand), *where, self.duties))
        self.__dict__["_correct"] = hand
        return hand

    @property
    def situation(self) -> tuple[int, int, bool, int]:
        """What the rules over integers ask of the trick on the table."""
        return situation(self.table, self.winning, self.troef)

    @property
    def trick(self) -> Trick:
        """The cards on the table."""
        return Trick(self.leader, self.table, self.troef)

    @property
    def roem_on_table(self) -> int:
        """The whole roem in the cards that lie there."""
        return roem_lying(self.table, self.troef, self.rules)

    @property
    def registered(self) -> int:
        """The roem that the trick on the table brings whoever takes it, as things stand (Rules 5.4-5.6)."""
        mode = self.rules.claim
        if mode == "amount":
            return self.claimed or 0
        counts = len(self.table) == 4 if mode == "automatic" else self.claimed is not None
        return self.roem_on_table if counts else 0

    @property
    def claims_open(self) -> bool:
        """Whether roem of the trick on the table can still be claimed by amount (Rules 5.4)."""
        if self.claimed is None:
            return True
        return self.rules.claim_lock == "raise" and self.claimed != self.roem_on_table

    @property
    def penalised(self) -> bool:
        """Whether the result is a penalty for talking, which the arbiter may take back (Rules 6.6)."""
        result = self.result
        return result is not None and result.offender is not None and result.accused is None

    @property
    def standing_penalty(self) -> Team:
        """The team that the last penalty punishes, where one stands."""
        return _last_penalty(self.log)[1]

    @property
    def over(self) -> bool:
        """Whether the round is over for good, so that all of it may be seen: a penalty may be taken back."""
        return self.result is not None and not self.penalised

    @property
    def must_choose(self) -> bool:
        """Whether the seat to act must name a suit: troef is forced, or all have passed (Rules 3.1, 3.5)."""
        if self.phase is not TROEF:
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
        """The trick that may be looked at: the last one, until the next is collected (Rules 6.7)."""
        return self.tricks[-1] if self.tricks else None

    @property
    def anything_played(self) -> bool:
        return bool(self.tricks or self.table)


def _last_penalty(log: tuple[RoundEvent, ...]) -> tuple[int, Team]:
    """Where in a log the last penalty stands that was not taken back, and whom it punishes."""
    lifted = 0
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if isinstance(event, PenaltyLifted):
            lifted += 1
        elif isinstance(event, PenaltyImposed):
            if not lifted:
                return place, event.team
            lifted -= 1
    raise KlaverjasError("bad-events", why=NO_PENALTY)


# --- what each event changes, in a copy of the state --------------------------------------------------

State: TypeAlias = dict[str, Any]


def roem_lying(table: tuple[Card, ...], troef: Suit | None, rules: RuleSet) -> int:
    """The whole roem in these cards of a trick."""
    cards = 0
    for card in table:
        cards |= 1 << card
    return roem_points(cards, troef_number(troef), rules.four_alike)


def _troef_chosen(now: State, event: TroefChosen) -> None:
    _begin_play(now, event.seat, event.suit, event.bid)


def _auction_won(now: State, event: AuctionWon) -> None:
    _begin_play(now, event.seat, event.bid.suit, event.bid)


def _begin_play(now: State, maker: Seat, troef: Suit | None, bid: Bid | None) -> None:
    now["phase"] = PLAY
    now["turn"] = now["leader"]
    now["troef"] = troef
    now["makers"] = maker.team
    now["bid"] = bid


def _bid_made(now: State, event: BidMade) -> None:
    now["standing"] = event.seat, event.bid
    now["passes"] = 0
    now["turn"] = event.seat.left


def _passed(now: State, event: Passed) -> None:
    now["passes"] += 1
    now["turn"] = event.seat.left


def _card_played(now: State, event: CardPlayed) -> None:
    seat, card = event.seat, event.card
    table: tuple[Card, ...] = now["table"]
    hands: list[Hand] = list(now["hands"])
    hands[seat] = new_hand(Hand, int(hands[seat]) ^ 1 << card)
    now["hands"] = tuple(hands)
    now["table"] = (*table, card)
    if table and beats(card, table[now["winning"]], troef_number(now["troef"])):
        now["winning"] = len(table)
    if len(table) < 3:
        now["turn"] = LEFT[seat]
    else:
        now["phase"] = TRICK_END
        last = len(now["tricks"]) == TRICKS - 1
        now["turn"] = None if last else now["leader"].after(now["winning"])


def _roem_claimed(now: State, event: RoemClaimed) -> None:
    if event.right:
        now["claimed"] = event.points


def _knocked(now: State, event: Knocked) -> None:
    if event.right:
        now["claimed"] = roem_lying(now["table"], now["troef"], now["rules"])
    else:
        now["knocks"] = raised(now["knocks"], event.seat.team.opponents, now["rules"].false_knock or 0)


def _trick_won(now: State, event: TrickWon) -> None:
    won = WonTrick(now["leader"], now["table"], event.winner, event.points, event.roem)
    now["tricks"] = (*now["tricks"], won)
    now["leader"] = event.winner
    now["table"] = ()
    now["winning"] = 0
    now["claimed"] = None
    now["phase"] = PLAY
    now["turn"] = None if len(now["tricks"]) == TRICKS else event.winner


def _only_told(now: State, event: AccusationFailed | AccusationProven | PenaltyImposed) -> None:
    """Changes nothing by itself; a score may follow."""


def _round_scored(now: State, event: RoundScored) -> None:
    now["phase"] = DONE
    now["turn"] = None
    now["result"] = event.result


_HAPPENS: dict[type, Callable[[State, Any], None]] = {
    TroefChosen: _troef_chosen,
    AuctionWon: _auction_won,
    BidMade: _bid_made,
    Passed: _passed,
    CardPlayed: _card_played,
    RoemClaimed: _roem_claimed,
    Knocked: _knocked,
    TrickWon: _trick_won,
    AccusationFailed: _only_told,
    AccusationProven: _only_told,
    PenaltyImposed: _only_told,
    RoundScored: _round_scored,
}
