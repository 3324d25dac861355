"""What follows from a wish, or from somebody coming and going.

Every function looks at a :class:`~klaverjas.server.table.state.Table` and returns the events that happen, or refuses;
the table itself changes only when they are in the log.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from msgspec import UNSET

from klaverjas.actions import (
    Accuse,
    ChooseTroef,
    Claim,
    Knock,
    MakeBid,
    Pass,
    Play,
    RoundAction,
)
from klaverjas.bots import bots_here
from klaverjas.cards import Card, Suit
from klaverjas.errors import Refusal
from klaverjas.events import GameStarted
from klaverjas.fair import check_texts
from klaverjas.game import Game
from klaverjas.rules.auction import Bid
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.server.table import commands as c
from klaverjas.server.table import complaints
from klaverjas.server.table.bounds import rules_for_table
from klaverjas.server.table.claiming import time_to_claim
from klaverjas.server.table.door import check_host, check_host_himself, check_open, let_in, lock, turn_away
from klaverjas.server.table.events import (
    BotLeft,
    BotSat,
    Connected,
    Disconnected,
    EndProposed,
    GameBegun,
    GameEnded,
    GamePrepared,
    HostChanged,
    Joined,
    Left,
    LogEvent,
    Options,
    RulesChanged,
    Sat,
    SeatHandedBack,
    SeatsSwapped,
    StandInSat,
    StoodUp,
    SwapProposed,
    TableOpened,
    Tapped,
    TextAdded,
)
from klaverjas.server.table.progress import DecisionContext, act, end_game, end_pause
from klaverjas.server.table.state import Table

LEAD_WAITS: Final = "lead-waits"  # the lead may be sent again once the trick has been collected


# --- opening, coming and going ----------------------------------------------------------------------


def open_table(
    player: str, rules: RuleSet, options: Options, *, display: bool, now: DecisionContext
) -> list[LogEvent]:
    """A new table, with its host and the commitment of its first game."""
    return [
        TableOpened(player, rules, options),
        Joined(player, display),
        HostChanged(player),
        GamePrepared(1, now.new_secret()),
        now.expiry(),
    ]


def connect(table: Table, player: str, node: str) -> list[LogEvent]:
    """Somebody is there again; a stand-in gives the seat back, unless it is just thinking."""
    person = table.people.get(player)
    if person is None or table.stage == "closed" or node in person.nodes:
        return []
    events: list[LogEvent] = [Connected(player, node)]
    seat = table.seat_of(player)
    if seat is not None and table.chairs[seat].stand_in and table.turn != seat:
        events.append(SeatHandedBack(seat))
    return events


def disconnect(table: Table, gone: Iterable[tuple[str, str]], now: DecisionContext) -> list[LogEvent]:
    """Players are no longer connected to these nodes."""
    events: list[LogEvent] = []
    left = {person.player: set(person.nodes) for person in table.people.values()}
    for player, node in gone:
        if node in left.get(player, ()):
            left[player].discard(node)
            events.append(Disconnected(player, node, elsewhere=bool(left[player])))
    if not events or table.stage == "closed":
        return []
    if not any(left.values()):
        events.append(now.expiry())
    still_here = {player for player, nodes in left.items() if nodes}
    return events + _all_agree(table, still_here, now)


def _all_agree(table: Table, here: set[str], now: DecisionContext) -> list[LogEvent]:
    """Who has gone need not be waited for: a pause or a game may end now."""
    here = {player for player in here if table.seat_of(player) is not None}
    if not table.playing or not here:
        return []
    if here <= table.agreed:
        return end_game(table, "agreed", now)
    if here <= table.tapped and not table.arbiter_may_lift:
        return end_pause(table, now)
    return []


# --- wishes -----------------------------------------------------------------------------------------


def decide(
    table: Table, player: str, command: c.Deed, now: DecisionContext, ids: Collection[str] = ()
) -> list[LogEvent]:
    """What follows from a command of somebody at the table. *ids* are all ids of the same person."""
    check_open(table)
    if player not in table.people:
        raise Refusal("not-at-table")
    if isinstance(command, c.Sit):
        return _sit(table, {player, *ids}, player, command)
    return _DECIDERS[type(command)](table, player, command, now)


def _check_lobby(table: Table) -> None:
    if table.playing:
        raise Refusal("game-running")


def _seated(table: Table, player: str) -> Seat:
    seat = table.seat_of(player)
    if seat is None:
        raise Refusal("not-seated")
    return seat


def _sit(table: Table, person: set[str], player: str, command: c.Sit) -> list[LogEvent]:
    seat = Seat.parse(command.seat)
    chair = table.chairs[seat]
    if chair.player == player:
        return []
    for other in person - {player}:  # nobody sits in two seats
        if (taken := table.seat_of(other)) is not None:
            raise Refusal("already-seated", seat=taken)
    if chair.player is not None:
        raise Refusal("seat-taken", seat=seat)
    if table.people[player].display:
        raise Refusal("display-cannot-sit")
    if not table.playing:
        return [Sat(player, seat)]
    if chair.bot is not None:
        raise Refusal("seat-taken", seat=seat)
    for held in (table.held[one] for one in person if one in table.held):
        if held != seat:  # Nobody sees two hands of one game.
            raise Refusal("held-other-seat", seat=held)
    return [Sat(player, seat)]


def _stand(table: Table, player: str, command: c.Stand, now: DecisionContext) -> list[LogEvent]:
    _check_lobby(table)
    return [StoodUp(player, _seated(table, player))]


def _swap(table: Table, player: str, command: c.Swap, now: DecisionContext) -> list[LogEvent]:
    _check_lobby(table)
    mine, other = _seated(table, player), Seat.parse(command.seat)
    if mine == other:
        return []
    opposite = table.chairs[other].player
    if opposite is None or table.swaps.get(opposite) == mine:
        return [SeatsSwapped(mine, other)]
    return [] if table.swaps.get(player) == other else [SwapProposed(player, other)]


def _check_bot(table: Table, name: str) -> None:
    if not table.options.bots:
        raise Refusal("no-bots-here")
    names = bots_here()
    if name not in names:
        raise Refusal("unknown-bot", text=name, names=names)


def _add_bot(table: Table, player: str, command: c.AddBot, now: DecisionContext) -> list[LogEvent]:
    check_host(table, player)
    _check_lobby(table)
    _check_bot(table, command.bot)
    if command.seat is None:
        return [BotSat(seat, command.bot) for seat in SEATS if not table.chairs[seat].taken]
    seat = Seat.parse(command.seat)
    if table.chairs[seat].player is not None:
        raise Refusal("seat-taken", seat=seat)
    return [] if table.chairs[seat].bot == command.bot else [BotSat(seat, command.bot)]


def _remove_bot(table: Table, player: str, command: c.RemoveBot, now: DecisionContext) -> list[LogEvent]:
    check_host(table, player)
    _check_lobby(table)
    seat = Seat.parse(command.seat)
    if table.chairs[seat].bot is None:
        raise Refusal("no-bot-there", seat=seat)
    return [BotLeft(seat)]


def _configure(table: Table, player: str, command: c.Configure, now: DecisionContext) -> list[LogEvent]:
    check_host_himself(table, player)
    _check_lobby(table)
    rules = table.rules if command.rules is UNSET else rules_for_table(command.rules)
    named = {name: getattr(command, name) for name in Options.__dataclass_fields__}
    options = replace(table.options, **{name: value for name, value in named.items() if value is not UNSET})
    if (rules, options) == (table.rules, table.options):
        return []
    events: list[LogEvent] = [RulesChanged(rules, options)]
    if not options.bots:
        events += [BotLeft(seat) for seat in SEATS if table.chairs[seat].bot is not None]
    return events


def _add_text(table: Table, player: str, command: c.AddText, now: DecisionContext) -> list[LogEvent]:
    _check_lobby(table)
    _seated(table, player)
    check_texts((command.text, "", "", ""))
    return [] if table.texts.get(player, "") == command.text else [TextAdded(player, command.text)]


def _start(table: Table, player: str, command: c.Start, now: DecisionContext) -> list[LogEvent]:
    check_host(table, player)
    _check_lobby(table)
    empty = [seat for seat in SEATS if not table.chairs[seat].taken]
    if empty:
        raise Refusal("seats-empty", seats=empty)
    texts = tuple(table.texts.get(chair.player or "", "") for chair in table.chairs)
    begun = GameBegun(
        table.number,
        tuple(chair.player for chair in table.chairs),
        tuple(chair.bot for chair in table.chairs),
        texts,
    )
    started = replace(table, game=Game(table.rules), game_texts=texts, stage="playing")
    return [begun, GameStarted(table.rules), *act(started, started.next_deal, now)]


def _remove(table: Table, player: str, command: c.Remove, now: DecisionContext) -> list[LogEvent]:
    check_host(table, player)
    if command.player == player:
        raise Refusal("remove-oneself")
    if command.player not in table.people:
        raise Refusal("nobody-like-that")
    if command.player == table.host:
        check_host_himself(table, player)
    return _leaves(table, command.player, removed=True, now=now)


def _leave(table: Table, player: str, command: c.Leave, now: DecisionContext) -> list[LogEvent]:
    return _leaves(table, player, removed=False, now=now)


def _leaves(table: Table, player: str, *, removed: bool, now: DecisionContext) -> list[LogEvent]:
    events: list[LogEvent] = [Left(player, removed)]
    if removed:
        events.append(now.new_door())
    others = [person for person in table.people.values() if person.player != player]
    if table.host == player:
        events.append(HostChanged(table.next_host(player)))
    present = {person.player for person in others if person.present}
    if not present:
        events.append(now.expiry())
    follows = _all_agree(table, present, now)
    if not any(isinstance(event, GameEnded) for event in follows):
        events += _plays_on(table, player)
    return events + follows


def _plays_on(table: Table, player: str) -> list[LogEvent]:
    """A stand-in for somebody who leaves in mid-game, so that the others need not wait.

    Whoever takes the seat later may do so at any time: he has seen no hand of this game, or this one.
    """
    seat = table.seat_of(player)
    if not table.playing or seat is None or table.chairs[seat].plays_by_bot is not None:
        return []
    others = [chair.player for chair in table.chairs if chair.player not in (None, player)]
    return [StandInSat(seat, c.STAND_IN)] if others else []


def _hand_over(table: Table, player: str, command: c.HandOver, now: DecisionContext) -> list[LogEvent]:
    check_host_himself(table, player)
    if command.player not in table.people:
        raise Refusal("nobody-like-that")
    return [] if command.player == player else [HostChanged(command.player)]


def _stand_in(table: Table, player: str, command: c.StandIn, now: DecisionContext) -> list[LogEvent]:
    check_host(table, player)
    if not table.playing:
        raise Refusal("no-game")
    _check_bot(table, command.bot)
    seat = Seat.parse(command.seat)
    if seat not in table.waiting_for:
        raise Refusal("nobody-missing", seat=seat)
    return [StandInSat(seat, command.bot)]


def _end(table: Table, player: str, command: c.EndGame, now: DecisionContext) -> list[LogEvent]:
    if not table.playing:
        raise Refusal("no-game")
    _seated(table, player)
    if (player in table.agreed) == command.agree:
        return []
    events: list[LogEvent] = [EndProposed(player, command.agree)]
    if command.agree and table.present_players <= table.agreed | {player}:
        events += end_game(table, "agreed", now)
    return events


def _tap(table: Table, player: str, command: c.Tap, now: DecisionContext) -> list[LogEvent]:
    if not table.playing or not {"collect", "deal", "close"} & table.deadlines.keys():
        raise Refusal("no-pause")
    _seated(table, player)
    if player in table.tapped:
        return []
    events: list[LogEvent] = [Tapped(player)]
    if table.present_players <= table.tapped | {player} and not table.arbiter_may_lift:
        events += end_pause(table, now)
    return events


# --- the game ---------------------------------------------------------------------------------------


def _game_command(table: Table, player: str, command: Any, now: DecisionContext) -> list[LogEvent]:
    if not table.playing:
        raise Refusal("no-game")
    seat = _seated(table, player)
    if command.seat is not None and command.seat != seat.letter:
        raise Refusal("not-your-seat", seat=seat)
    events = act(table, _action(seat, command), now)
    if isinstance(command, c.PlayCommand) and time_to_claim(table):
        raise Refusal(LEAD_WAITS)
    if table.chairs[seat].stand_in:  # the player is quicker than the bot that was playing on
        events.append(SeatHandedBack(seat))
    return events


def _action(seat: Seat, command: c.GameCommand) -> RoundAction:
    match command:
        case c.ChooseTroefCommand(suit=suit):
            return ChooseTroef(seat, Suit.parse(suit))
        case c.BidCommand(bid=bid):
            return MakeBid(seat, Bid.parse(bid))
        case c.PassCommand():
            return Pass(seat)
        case c.PlayCommand(card=card):
            return Play(seat, Card.parse(card))
        case c.ClaimCommand(points=points):
            return Claim(seat, points)
        case c.KnockCommand():
            return Knock(seat)
        case c.AccuseCommand(accused=accused):
            return Accuse(seat, Seat.parse(accused))
    raise AssertionError(command)


_DECIDERS: Final[dict[type, Callable[[Table, str, Any, DecisionContext], list[LogEvent]]]] = {
    c.Stand: _stand,
    c.Swap: _swap,
    c.AddBot: _add_bot,
    c.RemoveBot: _remove_bot,
    c.Configure: _configure,
    c.AddText: _add_text,
    c.Start: _start,
    c.Remove: _remove,
    c.Lock: lock,
    c.LetIn: let_in,
    c.TurnAway: turn_away,
    c.HandOver: _hand_over,
    c.Leave: _leave,
    c.StandIn: _stand_in,
    c.EndGame: _end,
    c.Tap: _tap,
    c.ChooseTroefCommand: _game_command,
    c.BidCommand: _game_command,
    c.PassCommand: _game_command,
    c.PlayCommand: _game_command,
    c.ClaimCommand: _game_command,
    c.KnockCommand: _game_command,
    c.AccuseCommand: _game_command,
    c.Complain: complaints.complain,
    c.Admit: complaints.admit,
    c.Dismiss: complaints.dismiss,
    c.PenaliseCommand: complaints.penalise,
    c.Lift: complaints.lift,
    c.NameArbiter: complaints.name_arbiter,
}
