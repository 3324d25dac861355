"""Engines of others: programs that speak the engine protocol over a pipe, one process for each worker.

`exec:COMMAND#BOT`: the command as a shell would split it, and the bot that is asked for; without `#BOT` the first that
the engine names in its `hello`. It is sent what its seat may know, and nothing else.
"""

import json
import os
import select
import shlex
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple, NoReturn

from klaverjas.actions import RoundAction
from klaverjas.cards import Hand
from klaverjas.engine.positions import Answer, action_told, actions_told, hand_text
from klaverjas.engine.requests import action_of
from klaverjas.errors import Cause, KlaverjasError
from klaverjas.events import AccusationProven, CardPlayed
from klaverjas.plumbing.strict_json import strict_json_decoder
from klaverjas.round import Round
from klaverjas.rules.named import NAMED, changes_from_base
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat
from klaverjas.sentences import Phrase
from klaverjas.view import View, view_round

PREFIX: Final = "exec:"
BOT: Final = "#"
LONGEST_LINE: Final = 1 << 20
LAST_WORDS: Final = 200  # of an engine that died, from its standard error
SEEDS: Final = 1 << 31
_JSON: Final = strict_json_decoder()
_EMPTY: Final = Phrase("the command is empty", "er staat geen opdracht")
_TOO_LONG: Final = Phrase("a line is too long", "een regel zonder einde")
_NO_ANSWER: Final = Phrase("the reply does not match the request", "geen antwoord op deze vraag")
_NO_BOTS: Final = Phrase("it lists no bots", "hij noemt geen bot")
_NO_ACTION: Final = Phrase("the reply has no action", "er staat geen actie in")


class EngineLimits(NamedTuple):
    """Of engines: the milliseconds that they are told for a move, and the seconds after which they hang."""

    ms: int = 1000
    patience: float = 30.0


class Outside:
    """An engine as a player. Whatever it does that an engine should not do is an error that ends the arena."""

    def __init__(self, text: str, limits: EngineLimits) -> None:
        self.name = text
        self.limits = limits
        command, _, self._bot = text.removeprefix(PREFIX).partition(BOT)
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 closed with the engine
        try:
            self._process = self._start(command)
        except KlaverjasError:
            self._complaints.close()
            raise
        self._unread = b""
        self._asked = 0
        self._failure: KlaverjasError | None = None
        if not self._bot:
            bots = self._ask({"op": "hello"}).get("bots")
            if not isinstance(bots, list) or not bots or not isinstance(bots[0], str):
                self._nonsense(_NO_BOTS)
            self._bot = bots[0]

    # --- a player --------------------------------------------------------------------------------

    def act(self, round: Round, seat: Seat, chance: Random) -> RoundAction | None:
        view = view_round(round, seat)
        if any(isinstance(event, AccusationProven) for event in view.events):
            return None  # of a proof by hidden cards an engine cannot know
        answer = self._ask(self._question(view, seat, chance))
        if "action" not in answer:
            self._nonsense(_NO_ACTION)
        if answer["action"] is None:
            return None
        try:
            return action_of(answer["action"])
        except KlaverjasError as error:
            self._nonsense(Cause(error))

    def clock(self) -> float:
        """Its own process does the work, so this is the time that one waits for it."""
        return time.perf_counter()

    def was_refused(self, action: RoundAction | None, refusal: KlaverjasError) -> None:
        told = "null" if action is None else json.dumps(action_told(action))
        self._fail("engine-refused", action=told, why=Cause(refusal))

    def close(self) -> None:
        """End it, and whatever it started."""
        if self._complaints.closed:
            return
        self._complaints.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # a question that it did not read
                pipe.close()

    def _question(self, view: View, seat: Seat, chance: Random) -> Answer:
        return {
            "op": "move",
            "rules": _asked_rules(view.rules),
            "bot": self._bot,
            "seat": seat.letter,
            "dealer": view.dealer.letter,
            "hand": hand_text(_dealt_to(view, seat)),
            "actions": actions_told(view.events),
            "ms": self.limits.ms,
            "seed": chance.randrange(SEEDS),
        }

    # --- a process -------------------------------------------------------------------------------

    def _start(self, command: str) -> subprocess.Popen[bytes]:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise KlaverjasError("engine-no-start", engine=self.name, why=error) from error
        if not words:
            raise KlaverjasError("engine-no-start", engine=self.name, why=_EMPTY)
        try:
            return subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,  # Ctrl-C is for the arena
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise KlaverjasError("engine-no-start", engine=self.name, why=why) from error

    def _ask(self, question: Answer) -> dict[str, Any]:
        """The answer, which is a fine one; of an engine that has failed before, the same failure again."""
        if self._failure is not None:
            raise self._failure
        self._asked += 1
        line = json.dumps({"id": self._asked, **question}).encode() + b"\n"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:
            self._died()
        try:
            answer = _JSON.decode(self._line().decode())
        except (ValueError, RecursionError) as error:
            self._nonsense(str(error))
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            self._nonsense(_NO_ANSWER)
        if answer.get("ok") is not True:
            self._fail("engine-error", why=json.dumps(answer.get("error"))[:LAST_WORDS])
        return answer

    def _line(self) -> bytes:
        """What it says next, if it does so in time."""
        assert self._process.stdout is not None
        source = self._process.stdout.fileno()
        until = time.monotonic() + self.limits.patience
        while b"\n" not in self._unread:
            ready, _, _ = select.select([source], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                self._fail("engine-late", seconds=f"{self.limits.patience:g}")
            if not (more := os.read(source, 1 << 16)):
                self._died()
            self._unread += more
            if len(self._unread) > LONGEST_LINE:
                self._nonsense(_TOO_LONG)
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _died(self) -> NoReturn:
        self._process.kill()
        self._process.wait()
        self._complaints.seek(0)
        last = self._complaints.read().decode(errors="replace").strip().splitlines()[-1:]
        self._fail("engine-died", why=last[0][-LAST_WORDS:] if last else f"code {self._process.returncode}")

    def _nonsense(self, why: object) -> NoReturn:
        self._fail("engine-nonsense", why=why)

    def _fail(self, code: str, **facts: object) -> NoReturn:
        self.close()
        self._failure = KlaverjasError(code, engine=self.name, **facts)
        raise self._failure


def _dealt_to(view: View, seat: Seat) -> Hand:
    """The eight cards that a seat began with: those that it holds and those that it played."""
    assert view.hand is not None
    played = (event.card for event in view.events if isinstance(event, CardPlayed) and event.seat == seat)
    return Hand.of((*view.hand, *played))


def _asked_rules(rules: RuleSet) -> str | dict[str, object]:
    """A rule set as every engine knows it: without a version where it is the newest.

    >>> from klaverjas.rules.named import AMSTERDAM
    >>> _asked_rules(AMSTERDAM), _asked_rules(AMSTERDAM.change(pit=50))
    ('amsterdam', {'base': 'amsterdam', 'pit': 50})
    """
    name = next((name for name, newest in NAMED.items() if newest.base == rules.base), rules.base)
    changes = changes_from_base(rules)
    return {"base": name, **changes} if changes else name
