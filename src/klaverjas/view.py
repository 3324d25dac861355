"""What one seat, a spectator or the table display may know.

A ``View`` is a value of its own: it holds no hidden card of another seat, and whatever depends on hidden cards is
left out. Everything that happens after the deal is public, so the events from there on are part of every view. (The
verdict that ends a round names the accused's correct cards; that is the one exception, Rules 6.3.)

>>> from klaverjas.fair import deal, seeded_deck
>>> from klaverjas.rules.named import ROTTERDAM
>>> round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
>>> west = view_round(round, Seat.WEST)
>>> west.hand, west.counts, west.may.choose_troef
(Hand.parse('SK SJ HA H7 C9 C7 D9 D7'), (8, 8, 8, 8), True)
>>> view_round(round, Watcher.SPECTATOR).hand is None
True
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from klaverjas.cards import Hand, Suit
from klaverjas.events import CardPlayed, RoundEvent, TrickWon
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.round import Round, WonTrick
from klaverjas.rules.auction import Bid, possible_bids
from klaverjas.rules.legal import Duty, duty_of
from klaverjas.rules.roem import claimable_amounts, registered_cards
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import Result
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, Seat, Team


class Watcher(Enum):
    """Somebody at the table without a hand."""

    SPECTATOR = "spectator"
    TABLE = "table"

    def __repr__(self) -> str:
        return f"Watcher.{self.name}"


Viewer: TypeAlias = Seat | Watcher
NO_CARDS = Hand()


@dataclass(frozen=True)
class Choices:
    """What the viewer may do now. Nothing here tells more than the viewer could know."""

    play: Hand = NO_CARDS  # strict table: the correct cards; challenge table: any card held
    choose_troef: bool = False
    bids: tuple[Bid, ...] = ()
    make_pass: bool = False
    claims: tuple[int, ...] = ()
    knock: bool = False
    accuse: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class View:
    """A round as *viewer* may know it."""

    viewer: Viewer
    rules: RuleSet
    dealer: Seat
    phase: Phase
    turn: Seat | None
    standing: tuple[Seat, Bid] | None
    troef: Suit | None
    makers: Team | None
    bid: Bid | None
    hand: Hand | None  # the viewer's own; None for a watcher
    counts: tuple[int, ...]  # cards left, by seat
    trick: Trick
    winning: Seat | None  # who is winning the trick on the table
    registered: int  # the roem that this trick brings, as far as claimed
    previous_trick: WonTrick | None  # the one that may be looked at (Rules 6.7)
    tricks: tuple[WonTrick, ...]
    knocks: tuple[int, int]
    result: Result | None
    correct: Hand | None  # the viewer's correct cards, on a strict table and in turn only
    may: Choices
    events: tuple[RoundEvent, ...]  # everything since the deal

    @property
    def combination(self) -> Hand:
        """The cards on the table that make the registered roem; roem that nobody has claimed stays untold."""
        return registered_cards(self.trick.cards, self.troef, self.registered, self.rules)

    @property
    def duty(self) -> Duty | None:
        """Why some of the viewer's cards are not correct, on a strict table and in turn only."""
        if self.correct is None or self.hand is None or self.correct == self.hand:
            return None
        return duty_of(self.hand, self.trick, self.rules)


@dataclass(frozen=True)
class GameView:
    """A game as *viewer* may know it: the score sheet, and the current round."""

    viewer: Viewer
    rules: RuleSet
    number: int
    next_dealer: Seat
    sheet: tuple[tuple[Seat, Result], ...]  # dealer and result of every deal that is over
    totals: tuple[int, int]
    decided: bool
    closed: bool
    leader: Team | None
    round: View | None


def view_round(round: Round, viewer: Viewer) -> View:
    """What *viewer* may know of *round*."""
    trick = round.trick
    return View(
        viewer=viewer,
        rules=round.rules,
        dealer=round.dealer,
        phase=round.phase,
        turn=round.turn,
        standing=round.standing,
        troef=round.troef,
        makers=round.makers,
        bid=round.bid,
        hand=round.hands[viewer] if isinstance(viewer, Seat) else None,
        counts=tuple(len(hand) for hand in round.hands),
        trick=trick,
        winning=trick.winner,
        registered=round.registered,
        previous_trick=round.previous_trick,
        tricks=round.tricks,
        knocks=round.knocks,
        result=round.result,
        correct=_correct(round, viewer),
        may=_choices(round, viewer) if isinstance(viewer, Seat) else Choices(),
        events=round.log[1:],
    )


def shown_events(round: Round) -> tuple[RoundEvent, ...]:
    """Everything since the deal that a screen may show; what a player remembers is another matter (Rules 6.7).

    Where only the previous trick may be looked at, the cards and winners of older ones are left out until the round
    is over. A penalty that may be taken back does not end it.
    """
    events = round.log[1:]
    if round.rules.look_back == "all" or round.over:
        return events
    older = max(0, len(round.tricks) - 1)
    shown = []
    for event in events:
        if older and isinstance(event, CardPlayed | TrickWon):
            older -= isinstance(event, TrickWon)
        else:
            shown.append(event)
    return tuple(shown)


def view_game(game: Game, viewer: Viewer) -> GameView:
    """What *viewer* may know of *game*."""
    round = view_round(game.rounds[-1], viewer) if game.rounds else None
    if round is not None and game.closed:
        round = replace(round, may=Choices())
    return GameView(
        viewer=viewer,
        rules=game.rules,
        number=game.number,
        next_dealer=game.next_dealer,
        sheet=tuple((past.dealer, past.result) for past in game.rounds if past.result is not None),
        totals=game.totals,
        decided=game.decided,
        closed=game.closed,
        leader=game.leader,
        round=round,
    )


def _plays_now(round: Round, viewer: Viewer) -> bool:
    return round.turn == viewer and round.phase in (Phase.PLAY, Phase.TRICK_END)


def _correct(round: Round, viewer: Viewer) -> Hand | None:
    return round.correct_cards if round.rules.strict and _plays_now(round, viewer) else None


def _choices(round: Round, seat: Seat) -> Choices:
    rules = round.rules
    if round.phase is Phase.TROEF:
        if round.turn != seat:
            return Choices()
        if round.must_choose:
            return Choices(choose_troef=True)
        standing = round.standing[1] if round.standing else None
        return Choices(bids=possible_bids(standing, rules), make_pass=True)
    playing = round.phase is not Phase.DONE
    play = NO_CARDS
    if playing and _plays_now(round, seat):
        play = round.correct_cards if rules.strict else round.hands[seat]
    return Choices(
        play=play,
        claims=claimable_amounts(rules) if playing and _may_claim(round, seat) else (),
        knock=playing and rules.claim == "knock" and bool(round.table) and round.claimed is None,
        accuse=tuple(other for other in SEATS if other != seat) if _may_accuse(round) else (),
    )


def _may_claim(round: Round, seat: Seat) -> bool:
    """Whether the seat may call an amount. Whether there is any roem is for the player to see."""
    return round.rules.claim == "amount" and round.trick.has_played(seat) and round.claims_open


def _may_accuse(round: Round) -> bool:
    if round.rules.strict or not round.anything_played:
        return False
    return round.result is None or round.rules.challenge_until == "next_deal"
