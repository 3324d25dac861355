"""A table to try things at: deals and actions from short texts, and players who try everything.

A deal is written with each seat's ranks by suit, spades, hearts, clubs and diamonds: 'S:AK.T9..7'. Cards that are
not mentioned go to whoever has fewer than eight, in the order of the seats.

Actions are words. 'H' names a suit, '90H' and '80sans' bid, 'pass' passes and 'SA' plays, each by the seat whose
turn it is; 'E:SA' is the same by East. 'S+20' claims, 'S*' knocks, 'S!W' accuses, 'collect' collects, and '!WE'
punishes West-East.

>>> from klaverjas.rules.named import ROTTERDAM
>>> round = play(round_of(ROTTERDAM, MIXED), "C S8 S9")
>>> round.turn, round.trick
(Seat.EAST, Trick.parse('W: S8 S9', troef='C'))
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import pytest

from klaverjas.actions import (
    Accuse,
    Action,
    ChooseTroef,
    Claim,
    Close,
    Collect,
    Deal,
    Knock,
    LiftPenalty,
    MakeBid,
    Pass,
    Penalise,
    Play,
    RoundAction,
)
from klaverjas.cards import DECK, Card, Hand, Suit
from klaverjas.errors import Refusal, RulesError
from klaverjas.events import Event, RoundEvent
from klaverjas.fair import deal
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.auction import Bid, possible_bids
from klaverjas.rules.fields import FIELDS, Field
from klaverjas.rules.named import NAMED
from klaverjas.rules.roem import claimable_amounts
from klaverjas.rules.ruleset import RANK_LETTERS, RuleSet
from klaverjas.seats import SEATS, TEAMS, Seat, Team

Table = TypeVar("Table", Round, Game)

# Everybody can follow every suit once or twice; any four cards of a suit that follow each other can fall together.
MIXED = "S:J7.J7.J7.J7 W:Q8.Q8.Q8.Q8 N:K9.K9.K9.K9 E:AT.AT.AT.AT"
# Nobody can ever follow; four alike can fall in every trick.
ONE_SUIT_EACH = "S:AKQJT987... W:.AKQJT987.. N:..AKQJT987. E:...AKQJT987"


# --- deals and actions from texts ----------------------------------------------------------------


def deal_of(text: str) -> tuple[Hand, ...]:
    """The hands that a text gives, by seat.

    >>> deal_of("S:AK.T9.8.7JQ E:...A")[Seat.SOUTH]
    Hand.parse('SA SK HT H9 C8 DQ DJ D7')
    """
    given = {seat: Hand() for seat in SEATS}
    for word in text.split():
        letter, _, ranks = word.partition(":")
        given[Seat.parse(letter)] = Hand.of(
            Card.parse(suit.letter + rank)
            for suit, of_suit in zip(Suit, ranks.split("."), strict=True)
            for rank in of_suit
        )
    rest = [card for card in DECK if not any(card in hand for hand in given.values())]
    hands = []
    for seat in SEATS:
        missing = 8 - len(given[seat])
        hands.append(given[seat] | Hand.of(rest[:missing]))
        rest = rest[missing:]
    return tuple(hands)


def round_of(rules: RuleSet, text: str = MIXED, dealer: str = "S") -> Round:
    """A round that has just been dealt; with South as dealer, West speaks and leads first."""
    return Round.begin(rules, Seat.parse(dealer), deal_of(text))


_WORD = re.compile(
    r"(?:(?P<turn>[SWNE]):)?(?:(?P<suit>[SHCD])|(?P<bid>[1-9]\d+(?:sans|[SHCD]))|(?P<pass>pass)|(?P<card>[SHCD][789TJQKA]))"
    r"|(?P<claimer>[SWNE])\+(?P<points>\d+)|(?P<knocker>[SWNE])\*|(?P<accuser>[SWNE])!(?P<accused>[SWNE])"
    r"|(?P<collect>collect)|!(?P<punished>NS|WE)|(?P<lift>lift)"
)


def action_of(round: Round, word: str) -> RoundAction:
    """The action that a word stands for."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise ValueError(f"{word!r} is not an action")
    if match["claimer"]:
        return Claim(Seat.parse(match["claimer"]), int(match["points"]))
    if match["knocker"]:
        return Knock(Seat.parse(match["knocker"]))
    if match["accuser"]:
        return Accuse(Seat.parse(match["accuser"]), Seat.parse(match["accused"]))
    if match["collect"]:
        return Collect()
    if match["punished"]:
        return Penalise(Team.parse(match["punished"]))
    if match["lift"]:
        return LiftPenalty()
    seat = Seat.parse(match["turn"]) if match["turn"] else round.turn
    if seat is None:
        raise ValueError(f"nobody is to act, so who does {word!r}?")
    if match["suit"]:
        return ChooseTroef(seat, Suit.parse(match["suit"]))
    if match["bid"]:
        return MakeBid(seat, Bid.parse(match["bid"]))
    if match["card"]:
        return Play(seat, Card.parse(match["card"]))
    return Pass(seat)


def _round_at(table: Round | Game) -> Round:
    return table if isinstance(table, Round) else table.round


def play(table: Table, words: str) -> Table:
    """The round, or the game, after these actions."""
    for word in words.split():
        table, _ = table.apply(action_of(_round_at(table), word))
    return table


def events_of(round: Round, word: str) -> tuple[RoundEvent, ...]:
    """What happens after one action."""
    _, events = round.apply(action_of(round, word))
    return events


def refused(table: Round | Game, action: str | Action) -> Refusal:
    """The refusal that an action gets; it must get one, and must change nothing."""
    if isinstance(action, str):
        action = action_of(_round_at(table), action)
    before = hash(table)
    with pytest.raises(Refusal) as caught:
        _try(table, action)
    assert hash(table) == before
    return caught.value


def _try(table: Round | Game, action: Action) -> None:
    if isinstance(table, Game):
        table.apply(action)
    elif isinstance(action, Deal | Close):
        raise TypeError("only a game is dealt for and closed")
    else:
        table.apply(action)


def play_out(table: Table) -> Table:
    """Everybody plays the first correct card in hand, until the eighth trick lies on the table."""
    while (turn := _round_at(table).turn) is not None:
        table, _ = table.apply(Play(turn, next(iter(_round_at(table).correct_cards))))
    return table


def finish(table: Table) -> Table:
    """The same, and the eighth trick is collected."""
    return play(play_out(table), "collect")


# --- players who try everything ------------------------------------------------------------------


def random_rules(random: Random) -> RuleSet:
    """A table's own mix: a named rule set with some fields changed."""
    rules = random.choice(list(NAMED.values()))
    for name in random.sample(list(FIELDS), random.randint(1, 12)):
        try:
            rules = rules.change(**{name: _random_value(FIELDS[name], random)})
        except RulesError:
            continue  # it does not apply here, or contradicts another field
    return rules


def _random_value(field: Field, random: Random) -> object:
    match field.kind:
        case "choice":
            return random.choice(list(field.choices))
        case "flag":
            return random.random() < 0.5
        case "points":
            return random.randrange(field.least, field.most + 1, 10 if field.tens else 1)
        case "batches":
            return random.choice([[8], [3, 2, 3], [4, 4], [1] * 8])
        case "seat":
            return random.choice("SWNE")
        case "ranks":
            ranks = random.sample(RANK_LETTERS, random.randint(0, 8))
            return {rank: random.randrange(0, 400, 10) for rank in ranks}
        case "end":
            return random.choice([{"rounds": random.randint(1, 5)}, {"points": random.randint(1, 700)}])


def random_deal(random: Random, dealer: Seat, rules: RuleSet) -> tuple[Hand, ...]:
    return deal(random.sample(DECK, 32), dealer, rules.deal)


def every_action() -> tuple[RoundAction, ...]:
    """Every kind of action by every seat; amounts and bids also where they make no sense."""
    actions: list[RoundAction] = [Collect(), LiftPenalty(), *(Penalise(team) for team in TEAMS)]
    for seat in SEATS:
        actions += [Pass(seat), Knock(seat)]
        actions += [ChooseTroef(seat, suit) for suit in Suit]
        actions += [
            MakeBid(seat, Bid(points, suit))
            for points in (-10, 0, 10, 70, 80, 85, 130, 160, 500)
            for suit in (Suit.SPADES, Suit.DIAMONDS, None)
        ]
        actions += [Play(seat, card) for card in DECK]
        actions += [Claim(seat, points) for points in (-20, 0, 5, 20, 40, 50, 70, 100, 200, 1000)]
        actions += [Accuse(seat, accused) for accused in SEATS]
    return tuple(actions)


EVERY_ACTION = every_action()


def random_action(round: Round, random: Random, careless: float = 0.1) -> RoundAction:
    """Mostly something that can be done now; *careless* players often choose an incorrect card."""
    if random.random() < 0.1:
        return random.choice(EVERY_ACTION)
    if round.phase is Phase.TROEF and round.turn is not None:
        return _random_choice_of_troef(round, round.turn, random)
    seat = random.choice(SEATS)
    chance = random.random()
    if chance < 0.004:
        return Penalise(random.choice(TEAMS))
    if round.penalised and chance < 0.5:
        return LiftPenalty()
    if chance < 0.02 or round.phase is Phase.DONE:
        return Accuse(seat, seat.after(random.randint(1, 3)))
    if chance < 0.2 and round.rules.claim == "knock":
        return Knock(seat)
    if chance < 0.3 and round.rules.claim == "amount":
        amounts = claimable_amounts(round.rules)
        return Claim(seat, round.roem_on_table or random.choice(amounts))
    if round.turn is None or (round.phase is Phase.TRICK_END and random.random() < 0.5):
        return Collect()
    hand = round.hands[round.turn] if random.random() < careless else round.correct_cards
    return Play(round.turn, random.choice(list(hand)))


def _random_choice_of_troef(round: Round, turn: Seat, random: Random) -> RoundAction:
    if round.must_choose:
        return ChooseTroef(turn, random.choice(list(Suit)))
    bids = possible_bids(round.standing[1] if round.standing else None, round.rules)
    if not bids or random.random() < 0.7:
        return Pass(turn)
    return MakeBid(turn, random.choice(bids[:8]))


@dataclass(frozen=True)
class Step:
    """One action in a round: what it led to, or why it was refused (then nothing has changed)."""

    before: Round
    action: RoundAction
    after: Round
    events: tuple[RoundEvent, ...]
    refusal: Refusal | None


def random_round(rules: RuleSet, random: Random, careless: float = 0.1) -> Iterator[Step]:
    """A round in which everything is tried, and some more actions after it is done."""
    dealer = random.choice(SEATS)
    round = Round.begin(rules, dealer, random_deal(random, dealer, rules))
    after_the_end = 0
    while after_the_end < 4:
        action = random_action(round, random, careless)
        try:
            after, events = round.apply(action)
        except Refusal as refusal:
            yield Step(round, action, round, (), refusal)
        else:
            yield Step(round, action, after, events, None)
            round = after
        after_the_end += round.phase is Phase.DONE


@dataclass(frozen=True)
class GameStep:
    """One action in a game, like a step in a round."""

    before: Game
    action: Action
    after: Game
    events: tuple[Event, ...]
    refusal: Refusal | None


def random_game(rules: RuleSet, random: Random, actions: int) -> Iterator[GameStep]:
    """That many actions in a game; rounds are often cut short with a penalty where that is possible."""
    game = Game(rules)
    for _ in range(actions):
        action = _random_game_action(game, random)
        try:
            after, events = game.apply(action)
        except Refusal as refusal:
            yield GameStep(game, action, game, (), refusal)
        else:
            yield GameStep(game, action, after, events, None)
            game = after


def _random_game_action(game: Game, random: Random) -> Action:
    chance = random.random()
    over = not game.rounds or game.round.result is not None
    if chance < 0.02 or (over and chance < 0.5):
        return Deal(random_deal(random, game.next_dealer, game.rules))
    if chance < 0.04 or (game.decided and chance < 0.6):
        return Close()
    if chance < 0.08:
        return Penalise(random.choice(TEAMS))
    if not game.rounds:
        return random.choice(EVERY_ACTION)
    return random_action(game.round, random)
