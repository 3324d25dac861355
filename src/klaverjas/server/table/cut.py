"""Who may know what: the one place where what happened becomes what is sent.

A connection is a viewer: a seat, a spectator or a table display. No hidden card of another seat and no secret of a deal
passes here, except where a verdict ends a round.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Raw

from klaverjas.cards import CARD_TEXTS, Suit
from klaverjas.event_json import hand_text
from klaverjas.events import Dealt, RoundScored
from klaverjas.fair import commitment_to
from klaverjas.round import Round
from klaverjas.rules.named import rules_to_json
from klaverjas.rules.scoring import Result
from klaverjas.seats import SEATS, TEAMS, Seat
from klaverjas.sentences import Phrase
from klaverjas.server.table import messages as m
from klaverjas.server.table.bounds import view_at_table
from klaverjas.server.table.complaints import may_admit, may_complain_about
from klaverjas.server.table.events import (
    CODEC,
    Connected,
    Disconnected,
    EntryAsked,
    GameEnded,
    GamePrepared,
    Joined,
    LogEvent,
    Options,
    RulesChanged,
    game_id,
)
from klaverjas.server.table.state import GAME_DEADLINES, Table
from klaverjas.view import View, Viewer, Watcher, shown_events, view_round

DELETED: Final = Phrase("deleted player", "verwijderd")
DELETED_NAME: Final = DELETED.nl  # in events, which are written once for readers of either language
_JSON: Final = msgspec.json.Encoder()
NOTHING_POSSIBLE: Final = m.May()


def viewer_of(table: Table, player: str, *, as_table: bool = False) -> Viewer:
    """As what somebody at the table looks at the game."""
    person = table.people.get(player)
    if as_table or (person is not None and person.display):
        return Watcher.TABLE
    return table.seat_of(player) or Watcher.SPECTATOR


def _public(seq: int, at: int, event: LogEvent, names: Mapping[str, str]) -> bytes:
    """An event as everyone may see it."""
    shown: dict[str, Any]
    if isinstance(event, GamePrepared):
        commitment = commitment_to(event.secret)
        shown = {"kind": "game-prepared", "number": event.number, "commitment": commitment}
    elif isinstance(event, Connected):
        shown = {"kind": "connected", "player": event.player}
    elif isinstance(event, Disconnected):
        shown = {"kind": "connected" if event.elsewhere else "disconnected", "player": event.player}
    elif isinstance(event, (Joined, EntryAsked)):
        shown = CODEC.to_json(event) | {"name": names.get(event.player, DELETED_NAME)}
    elif isinstance(event, GameEnded):
        shown = CODEC.to_json(event) | {"game": game_id(event.secret)}
    elif isinstance(event, RulesChanged):
        shown = CODEC.to_json(event) | {"rules": rules_to_json(event.rules, whole=True)}
    else:
        shown = CODEC.to_json(event)
    return _JSON.encode({"seq": seq, "at": at, **shown})


def cut_events(
    log: list[tuple[int, int, LogEvent]], names: Mapping[str, str]
) -> "list[bytes | tuple[int, int, Dealt]]":
    """Events made ready for all viewers: what is public is written once; a deal differs from seat to seat."""
    return [
        (seq, at, event) if isinstance(event, Dealt) else _public(seq, at, event, names)
        for seq, at, event in log
    ]


def for_viewer(
    ready: "list[bytes | tuple[int, int, Dealt]]", hand_of: Callable[[int], Seat | None]
) -> list[Raw]:
    """The same events for one viewer. *hand_of* says whose hand of a deal the viewer may see, by the deal's number."""
    return [
        Raw(part if isinstance(part, bytes) else _deal(part[0], part[1], part[2], hand_of(part[0])))
        for part in ready
    ]


def _deal(seq: int, at: int, event: Dealt, seat: Seat | None) -> bytes:
    """A deal as one viewer may see it: with his own hand only."""
    hand = None if seat is None else hand_text(event.hands[seat])
    return _JSON.encode({"seq": seq, "at": at, "kind": "dealt", "dealer": event.dealer.letter, "hand": hand})


# --- how things stand -------------------------------------------------------------------------------


def you(table: Table, player: str, viewer: Viewer) -> m.You:
    role: m.Role = "player" if isinstance(viewer, Seat) else "spectator"
    if viewer is Watcher.TABLE:
        role = "display"
    return m.You(
        player=player,
        role=role,
        seat=viewer.letter if isinstance(viewer, Seat) else None,  # type: ignore[arg-type]
        host=player in (table.host, table.acting_host),
    )


def now(table: Table, viewer: Viewer, player: str) -> m.Now:
    """What follows from the rules for this viewer at this moment."""
    game = table.game
    soonest = min(
        ((table.deadlines[what], what) for what in GAME_DEADLINES if what in table.deadlines), default=None
    )
    deadline = None if soonest is None else m.Deadline(soonest[1], soonest[0])
    view = view_at_table(game.rounds[-1], viewer) if game is not None and game.rounds else None
    return m.Now(
        phase=view.phase.value if view else None,
        turn=_letter(view.turn) if view else None,
        winning=_letter(view.winning) if view else None,
        registered=view.registered if view else 0,
        combination=hand_text(view.combination) if view else "",
        may=_may(table, view, viewer, player) if view and table.playing else NOTHING_POSSIBLE,
        waiting_for=[seat.letter for seat in table.waiting_for],  # type: ignore[misc]
        deadline=deadline,
        tapped=sorted(table.tapped),
        agreed=sorted(table.agreed),
        totals=_by_team(game.totals) if game else None,
        decided=bool(game and game.decided),
        arbiter=table.arbiter,
        complaint=m.ComplaintSeen(table.complaint.seat.letter, table.complaint.about.letter)  # type: ignore[arg-type]
        if table.complaint
        else None,
    )


def _may(table: Table, view: View, viewer: Viewer, player: str) -> m.May:
    if not isinstance(viewer, Seat):
        if player != table.arbiter or viewer is Watcher.TABLE:
            return NOTHING_POSSIBLE
        return m.May(judge=table.complaint is not None, lift=table.arbiter_may_lift)
    may, duty = view.may, view.duty
    return m.May(
        play=hand_text(may.play),
        troef=may.choose_troef,
        bids=[str(bid) for bid in may.bids],
        pass_=may.make_pass,
        claims=list(may.claims),
        knock=may.knock,
        accuse=[seat.letter for seat in may.accuse],  # type: ignore[misc]
        duty=None if duty is None else m.DutySeen(duty.rule, duty.duty, _letter(duty.suit)),
        complain=[seat.letter for seat in may_complain_about(table, viewer)],  # type: ignore[misc]
        admit=may_admit(table, viewer),
    )


def snapshot(table: Table, player: str, viewer: Viewer, time: int) -> m.Snapshot:
    """Everything that this viewer may know."""
    return m.Snapshot(
        seq=table.seq,
        time=time,
        you=you(table, player, viewer),
        table=_table_seen(table),
        game=_game_seen(table, viewer),
        now=now(table, viewer, player),
    )


def _table_seen(table: Table) -> m.TableSeen:
    return m.TableSeen(
        code=table.code,
        key=table.key,
        locked=table.locked,
        stage=table.stage,
        rules=rules_to_json(table.rules, whole=True),
        options={name: getattr(table.options, name) for name in Options.__dataclass_fields__},
        host=table.host,
        people=[
            m.PersonSeen(
                person.player,
                table.names.get(person.player, DELETED_NAME),
                person.display,
                person.present,
            )
            for person in table.people.values()
        ],
        waiting=[
            m.AskerSeen(player, table.names.get(player, DELETED_NAME), asker.display, asker.how, asker.until)
            for player, asker in table.waiting.items()
        ],
        seats={
            seat.letter: m.ChairSeen(chair.player, chair.bot, chair.stand_in)  # type: ignore[misc]
            for seat, chair in zip(SEATS, table.chairs, strict=True)
        },
        swaps={player: seat.letter for player, seat in table.swaps.items()},  # type: ignore[misc]
        next_game=table.number,
        commitment=commitment_to(table.secret),
        texts_given=sorted(table.texts),
    )


def _game_seen(table: Table, viewer: Viewer) -> m.GameSeen | None:
    game = table.game
    if game is None:
        return None
    ended = table.last_ended
    return m.GameSeen(
        id=game_id(ended.secret) if ended else None,
        number=ended.number if ended else table.number,
        round_number=game.number,
        rules=rules_to_json(game.rules, whole=True),
        sheet=[
            m.SheetRow(past.dealer.letter, result_json(past.result))  # type: ignore[arg-type]
            for past in game.rounds
            if past.result is not None
        ],
        round=_round_seen(game.rounds[-1], viewer) if game.rounds else None,
        texts=list(table.game_texts),
        how_ended=ended.how if ended else None,
        secret=ended.secret if ended else None,
    )


def result_json(result: Result) -> dict[str, Any]:
    """A result as in the event ``round-scored``."""
    scored: dict[str, Any] = CODEC.to_json(RoundScored(result))["result"]
    return scored


def _round_seen(round: Round, viewer: Viewer) -> m.RoundSeen:
    view = view_round(round, viewer)
    previous = view.previous_trick
    won = [0, 0]
    for trick in view.tricks:
        won[trick.winner.team] += 1
    return m.RoundSeen(
        dealer=view.dealer.letter,  # type: ignore[arg-type]
        phase=view.phase.value,
        troef=_letter(view.troef),
        makers=view.makers.letters if view.makers is not None else None,  # type: ignore[arg-type]
        bid=str(view.bid) if view.bid else None,
        standing=(view.standing[0].letter, str(view.standing[1])) if view.standing else None,  # type: ignore[arg-type]
        hand=hand_text(view.hand) if view.hand is not None else None,
        counts={seat.letter: view.counts[seat] for seat in SEATS},  # type: ignore[misc]
        leader=view.trick.leader.letter,  # type: ignore[arg-type]
        trick=" ".join(CARD_TEXTS[card] for card in view.trick.cards),
        previous_trick=m.TrickSeen(
            leader=previous.leader.letter,  # type: ignore[arg-type]
            cards=" ".join(CARD_TEXTS[card] for card in previous.cards),
            winner=previous.winner.letter,  # type: ignore[arg-type]
            points=previous.points,
            roem=previous.roem,
        )
        if previous
        else None,
        tricks_won=_by_team((won[0], won[1])),
        log=[Raw(_JSON.encode(CODEC.to_json(event))) for event in shown_events(round)],
    )


def _letter(named: Seat | Suit | None) -> Any:
    return None if named is None else named.letter


def _by_team(points: tuple[int, int]) -> Any:
    return {team.letters: points[team] for team in TEAMS}
