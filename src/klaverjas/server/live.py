"""A table as one node knows it, and who is listening to it there."""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from klaverjas.events import Dealt
from klaverjas.server.clock import clock_ms
from klaverjas.server.store.log import TableRow
from klaverjas.server.table.cut import cut_events, for_viewer, now, snapshot, viewer_of, you
from klaverjas.server.table.events import Sat
from klaverjas.server.table.logged import Logged
from klaverjas.server.table.messages import Events
from klaverjas.server.table.state import Table
from klaverjas.view import Viewer

_ENCODE = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A connection of somebody at the table."""

    player: str
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
        self.code = row.code
        self.table = table
        self.listeners: set[Listener] = set()
        self.idle_since = clock_ms()

    def viewer(self, listener: Listener) -> Viewer:
        return viewer_of(self.table, listener.player, as_table=listener.as_table)

    def advance(self, log: list[Logged], after: Table | None = None) -> None:
        """Go on with new events of the log, and tell everyone. *after* is the table after them, where that is known."""
        new = [logged for logged in log if logged.seq > self.table.seq]
        if not new:
            return
        before = set(self.table.people)
        if after is not None:
            self.table = after
        else:
            for logged in new:
                self.table.happens(logged.event, logged.seq, logged.at)
        table = self.table
        if self.listeners:
            self._tell(new)
        if gone := before - table.people.keys():
            for listener in [one for one in self.listeners if one.player in gone]:
                removed = listener.player in table.removed
                listener.dismiss("removed-from-table" if removed else "left-table")
        if table.stage == "closed":
            for listener in list(self.listeners):
                listener.dismiss("table-closed")

    def _tell(self, new: list[Logged]) -> None:
        table = self.table
        ready = cut_events([(logged.seq, logged.at, logged.event) for logged in new], table.names)
        time = clock_ms()
        sent: dict[tuple[str, bool], bytes] = {}  # two tabs of one player get the same
        for listener in list(self.listeners):
            key = (listener.player, listener.as_table)
            if key not in sent:
                viewer = self.viewer(listener)
                sent[key] = _ENCODE(
                    Events(
                        seq=table.seq,
                        time=time,
                        events=for_viewer(ready, viewer),
                        you=you(table, listener.player, viewer),
                        now=now(table, viewer),
                    )
                )
            listener.send(sent[key])
        if table.playing:  # whoever sits down during a game has not seen his hand yet
            sat = {one.event.player for one in new if isinstance(one.event, Sat)}
            for listener in [one for one in self.listeners if one.player in sat]:
                listener.send(self.greet(listener))

    def greet(self, listener: Listener) -> bytes:
        """Everything that a new listener may know."""
        viewer = self.viewer(listener)
        return _ENCODE(snapshot(self.table, self.code, listener.player, viewer, clock_ms()))

    def missed(self, listener: Listener, log: list[Logged], names: Mapping[str, str]) -> bytes:
        """What a listener who comes back has missed. Of deals, only the hand that he now holds is shown.

        *names* are those of the database now: somebody may have been erased since he joined.
        """
        viewer = self.viewer(listener)
        last_deal = max((one.seq for one in log if isinstance(one.event, Dealt)), default=0)
        ready = cut_events([(one.seq, one.at, one.event) for one in log], names)
        parts = for_viewer(ready, viewer, hands_from=last_deal)
        return _ENCODE(
            Events(
                seq=self.table.seq,
                time=clock_ms(),
                events=parts,
                you=you(self.table, listener.player, viewer),
                now=now(self.table, viewer),
            )
        )

    def tell_trouble(self, code: str | None) -> None:
        for listener in list(self.listeners):
            listener.trouble(code)

    @property
    def connected(self) -> set[str]:
        """The players who are connected to this node."""
        return {listener.player for listener in self.listeners}
