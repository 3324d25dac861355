"""A table as one node knows it, and who is listening to it there."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

import msgspec

from klaverjas.events import Dealt, PenaltyLifted, TrickWon
from klaverjas.seats import SEATS, Seat
from klaverjas.server.clock import clock_ms
from klaverjas.server.store.log import TableRow
from klaverjas.server.table.cut import cut_events, for_viewer, now, snapshot, viewer_of, you
from klaverjas.server.table.events import Left, Sat
from klaverjas.server.table.logged import Logged
from klaverjas.server.table.messages import Events
from klaverjas.server.table.state import GAME_EVENTS, Table
from klaverjas.view import Viewer

_ENCODE = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A connection of somebody at the table."""

    player: str
    session: str  # of the cookie that it came with; "" for one without a cookie
    as_table: bool  # wants to see it as a display does

    def send(self, message: bytes) -> None:
        """Must not wait: a connection that is too slow is closed."""

    def dismiss(self, code: str) -> None:
        """Say why, and close."""

    def trouble(self, code: str | None) -> None:
        """Say that the server cannot go on for the moment, or that it can again."""


class LiveTable:
    """The table, kept up to date; every listener gets each event once, cut to what he may know."""

    def __init__(self, row: TableRow, table: Table) -> None:
        self.id = row.id
        self.table = table
        table.found_at(row.code, row.key)
        self.listeners: set[Listener] = set()
        self.watched: set[asyncio.Event] = set()  # set whenever something happens
        self.idle_since = clock_ms()

    @property
    def code(self) -> str:
        return self.table.code

    def viewer(self, listener: Listener) -> Viewer:
        return viewer_of(self.table, listener.player, as_table=listener.as_table)

    def advance(self, log: list[Logged], after: Table | None = None) -> None:
        """Go on with new events of the log, and tell everyone. *after* is the table after them, where that is known."""
        new = [logged for logged in log if logged.seq > self.table.seq]
        if not new:
            return
        before = set(self.table.people)
        dealt_to = _seats_at_deals(self.table, new) if self.listeners else {}
        if after is not None:
            self.table = after
        else:
            for logged in new:
                self.table.happens(logged.event, logged.seq, logged.at)
        table = self.table
        if self.listeners:
            self._tell(new, dealt_to)
        if gone := before - table.people.keys():
            for listener in [one for one in self.listeners if one.player in gone]:
                removed = listener.player in table.removed
                listener.dismiss("removed-from-table" if removed else "left-table")
        if table.stage == "closed":
            for listener in list(self.listeners):
                listener.dismiss("table-closed")
        for changed in self.watched:
            changed.set()

    def _tell(self, new: list[Logged], dealt_to: Mapping[int, Mapping[str, Seat]]) -> None:
        table = self.table
        left = {one.event.player: one.seq for one in new if isinstance(one.event, Left)}
        ready = cut_events([(logged.seq, logged.at, logged.event) for logged in new], table.names)
        time = clock_ms()
        sent: dict[tuple[str, bool], bytes] = {}  # two tabs of one player get the same
        for listener in list(self.listeners):
            key = (listener.player, listener.as_table)
            if key not in sent:
                viewer = self.viewer(listener)
                # A player who has left hears nothing of what came after.
                last = table.seq if listener.player in table.people else left.get(listener.player, 0)
                heard = ready[: max(0, last - new[0].seq + 1)]
                if not heard:
                    continue

                def hand_of(seq: int, who: Listener = listener) -> Seat | None:
                    return None if who.as_table else dealt_to.get(seq, {}).get(who.player)

                sent[key] = _ENCODE(
                    Events(
                        seq=last,
                        time=time,
                        events=for_viewer(heard, hand_of),
                        you=you(table, listener.player, viewer),
                        now=now(table, viewer, listener.player),
                    )
                )
            listener.send(sent[key])
        if table.playing:  # whoever sits down during a game has not seen his hand yet
            sat = {one.event.player for one in new if isinstance(one.event, Sat)}
            restored = any(isinstance(one.event, PenaltyLifted) for one in new)  # an earlier position
            for listener in [one for one in self.listeners if restored or one.player in sat]:
                listener.send(self.greet(listener))

    def greet(self, listener: Listener) -> bytes:
        """Everything that a new listener may know."""
        viewer = self.viewer(listener)
        return _ENCODE(snapshot(self.table, listener.player, viewer, clock_ms()))

    def tells_in_full(self, missed: list[Logged]) -> bool:
        """Whether these events may be shown again: they hold no trick that may no longer be looked at (Rules 6.7)."""
        game = self.table.game
        if game is None or game.rules.look_back == "all" or not game.rounds or game.rounds[-1].over:
            return True
        last_deal = max((at for at, one in enumerate(missed) if isinstance(one.event, Dealt)), default=-1)
        return sum(isinstance(one.event, TrickWon) for one in missed[last_deal + 1 :]) < 2

    def missed(self, listener: Listener, log: list[Logged], names: Mapping[str, str]) -> bytes:
        """What a listener who comes back has missed. Of deals, only the hand that he now holds is shown.

        *names* are those of the database now: somebody may have been erased since he joined.
        """
        viewer = self.viewer(listener)
        last_deal = max((one.seq for one in log if isinstance(one.event, Dealt)), default=0)
        ready = cut_events([(one.seq, one.at, one.event) for one in log], names)
        seat = viewer if isinstance(viewer, Seat) else None
        parts = for_viewer(ready, lambda seq: seat if seq == last_deal else None)
        return _ENCODE(
            Events(
                seq=self.table.seq,
                time=clock_ms(),
                events=parts,
                you=you(self.table, listener.player, viewer),
                now=now(self.table, viewer, listener.player),
            )
        )

    def tell_trouble(self, code: str | None) -> None:
        for listener in list(self.listeners):
            listener.trouble(code)

    @property
    def connected(self) -> set[str]:
        """The players who are connected to this node."""
        return {listener.player for listener in self.listeners}


def _seats_at_deals(before: Table, new: list[Logged]) -> dict[int, dict[str, Seat]]:
    """By the number of each deal among these events: which player sat where when it was dealt.

    A node that was behind hears of several deals at once, and seats may have changed hands between them.
    """
    if not any(isinstance(one.event, Dealt) for one in new):
        return {}
    table = before.copy()
    found: dict[int, dict[str, Seat]] = {}
    for one in new:
        if isinstance(one.event, Dealt):
            found[one.seq] = {
                chair.player: seat for seat, chair in zip(SEATS, table.chairs, strict=True) if chair.player
            }
        elif type(one.event) not in GAME_EVENTS:
            table.happens(one.event, one.seq, one.at)
    return found
