"""What a bot is seen to do, as a network is told it; and a pupil that learns to do the same.

So who thinks long about a card can sit down as a guest at thousands of tables. A bot is watched in such company as a
guest has: alone with itself, and with and against the network of this package. What was seen is kept beside the pupil,
until that has learnt it: who is stopped goes on watching where he was.
"""

import base64
import io
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from klaverjas.arena.players import ArenaPlayer, checksum_of, player_named
from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.net import NetBot, actions_of
from klaverjas.bots.sight import words_and_numbers
from klaverjas.environments.turn import Turn
from klaverjas.errors import KlaverjasError
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.nn.features import ACTIONS, INPUTS, TOLD_NUMBERS, rules_as_numbers
from klaverjas.kernel.nn.inference import network_action
from klaverjas.kernel.nn.observation import BID_POINTS, OUR_CARDS, OUR_ROEM
from klaverjas.kernel.nn.weights import own_weights
from klaverjas.plumbing.journal import Complaints, Journal
from klaverjas.plumbing.processes import pool
from klaverjas.seats import Seat
from klaverjas.train.choosing import NEVER, possible_actions
from klaverjas.train.guests import SEATS
from klaverjas.train.network import fits_into, take_over, told
from klaverjas.train.pupil import SAY_EVERY, Pupil
from klaverjas.train.settings import TrainingSettings
from klaverjas.train.table_groups import TableGroup

SETTINGS = TrainingSettings(batch=2_048, rate=(3e-4, 1e-5))
DECAY = 0.05  # by which weights shrink that nothing speaks for, since little is seen
PASSES = 2  # so often it learns from each decision; more, and it learns them by heart
UNSURE = 0.2  # at first it likes everything that much less than the network of this package does
SURER = 2.5  # who knows a bot by sight alone doubts more than the bot: so sharpened, both as often do the same again
ROUNDS = 20  # are watched at a time
PARTS = 1_000_000  # such parts are between one seed and the next
AHEAD = 3  # such parts are handed out for each process
ASIDE = 40  # of so many decisions one is not learnt from, to see whether the pupil does the same by itself
TABLES = (0b1111, *SEATS)  # where the bot sits, as a set of seats
FORMAT = 1  # of what is kept
COMPLAINTS = Complaints(other="watch-other", running="watch-running", unreadable="watch-no-journal")


class Notes(NamedTuple):
    """Decisions, one below the other: what the seat was told, under which rules, and what it did."""

    inputs: Any
    points: Any
    rooms: Any
    actions: Any


def watch(name: str, rooms: Mapping[str, float], chosen_by_chance: float, part: int) -> Notes:
    """What a bot does in some rounds, under each rule set as often as at the tables of a training."""
    with closing(player_named(name)) as bot:
        return written_down(decisions_of(bot, rooms, chosen_by_chance, part))


def decisions_of(
    bot: ArenaPlayer, rooms: Mapping[str, float], chosen_by_chance: float, part: int
) -> list[Any]:
    net, rows = NetBot(), []
    rules = [TableGroup.of(room, 1).rules for room in rooms]
    for number in range(ROUNDS * part, ROUNDS * (part + 1)):
        chance = Random(f"klaverjas watched 1\n{number}")
        [room] = chance.choices(range(len(rules)), list(rooms.values()))
        bots, dealer = chance.choice(TABLES), Seat(chance.randrange(4))
        by_chance = chance.random() < chosen_by_chance
        turn = Turn.begin(rules[room], dealer, deal(seeded_deck(number), dealer, rules[room].deal))
        while (seat := turn.seat) is not None:
            view = turn.view(seat)
            choices = actions_of(view, seat)
            if len(choices) == 1 or (view.may.choose_troef and by_chance):
                turn = turn.take(chance.choice(list(choices)))
                continue
            memory = remember(view)
            answer, likes = net.ask(view, seat, memory, list(choices))
            if not bots >> seat & 1:
                turn = turn.take(max(likes, key=likes.__getitem__))
                continue
            action = bot.act(turn.round, seat, chance)
            does = next((number for number, choice in choices.items() if choice == action), None)
            if does is None:  # which only an engine of others does; there is nothing to learn from it
                turn = turn.take(chance.choice(list(choices)))
                continue
            _, numbers = words_and_numbers(view, seat, seat, memory)
            points = [*numbers[OUR_CARDS : OUR_ROEM + 2], numbers[BID_POINTS]]
            rows.append((answer.inputs, points, room, network_action(does, answer.order)))
            turn = turn.take(does)
    return rows


COLUMNS = (("int32", (INPUTS,)), ("int16", (TOLD_NUMBERS,)), ("int64", ()), ("int64", ()))  # of notes


def written_down(rows: Sequence[Any]) -> Notes:
    numpy = the_arrays()
    columns = zip(*rows, strict=True) if rows else ((),) * len(COLUMNS)
    return Notes(
        *(
            numpy.array(column).astype(kind).reshape(-1, *shape)
            for column, (kind, shape) in zip(columns, COLUMNS, strict=True)
        )
    )


def journal_for(name: str, settings: TrainingSettings, pupil: Path | None) -> Journal:
    """Where it is kept what was seen of a bot, until the pupil has learnt it; without a file, for now only."""
    rooms = ",".join(f"{room}={part:g}" for room, part in settings.rooms.items())
    plan = (f"watched {FORMAT}", name, checksum_of(name), rooms, settings.chosen_by_chance, settings.seed)
    return Journal(pupil, "\n".join(map(str, plan)), COMPLAINTS)


def as_text(notes: Notes) -> str:
    """As a journal keeps it."""
    file = io.BytesIO()
    the_arrays().savez_compressed(file, **notes._asdict())
    return base64.b64encode(file.getvalue()).decode("ascii")


def from_text(text: str, rooms: int) -> Notes:
    """The other way about; what is no note about one of so many *rooms* is refused."""
    with the_arrays().load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as columns:
        notes = Notes(**columns)
    decisions = len(notes.actions)
    for column, (kind, shape) in zip(notes, COLUMNS, strict=True):
        if column.dtype != kind or column.shape != (decisions, *shape):
            raise ValueError(f"{column.shape} of {column.dtype}")
    if not (notes.rooms >= 0).all() or not (notes.rooms < rooms).all():
        raise ValueError("rooms")
    actions = torch.from_numpy(notes.actions)
    if not ((actions >= 0) & (actions < ACTIONS)).all():
        raise ValueError("actions")
    if not possible_actions(torch.from_numpy(notes.inputs)).gather(1, actions[:, None]).all():
        raise ValueError("actions")
    return notes


def seen_in(journal: Journal, rooms: int) -> Notes:
    """All that was seen so far, in so many rooms."""
    try:
        seen = [from_text(text, rooms) for _, text in journal.pieces()]
        return Notes(*(the_arrays().concatenate(columns) for columns in zip(*seen, strict=True)))
    except KlaverjasError:
        raise
    except Exception as error:  # whatever a zip and numpy make of what somebody else has written
        raise KlaverjasError(COMPLAINTS.unreadable, journal=str(journal.file), why=error) from error


def watch_for(
    name: str,
    settings: TrainingSettings,
    seconds: float,
    workers: int,
    journal: Journal,
    say: Callable[[int], None],
) -> Notes:
    """Watch a bot for so long in so many processes, until at least one part of the rounds was seen; say how much."""
    said = time.monotonic()
    end = said + seconds
    rooms = len(settings.rooms)
    decisions = len(seen_in(journal, rooms).actions) if len(journal) else 0
    open: dict[Future[Notes], int] = {}
    parts = (part for part in count(PARTS * settings.seed) if part not in journal)
    with pool(workers) as executor:
        while True:
            while len(open) < AHEAD * workers and (time.monotonic() < end or not (len(journal) or open)):
                part = next(parts)
                seen = executor.submit(watch, name, settings.rooms, settings.chosen_by_chance, part)
                open[seen] = part
            if time.monotonic() >= end and len(journal):  # nobody waits for what has not begun
                open = {seen: part for seen, part in open.items() if not seen.cancel()}
            if not open:
                break
            done, _ = wait(open, return_when=FIRST_COMPLETED)
            journal.keep([(open.pop(future), as_text(future.result())) for future in done])
            decisions += sum(len(future.result().actions) for future in done)
            if time.monotonic() - said > SAY_EVERY:
                said = time.monotonic()
                say(decisions)
    notes = seen_in(journal, rooms)
    if not len(notes.actions):
        raise KlaverjasError("nothing-seen", name=name[:40])
    return notes


class Copy(Pupil):
    """A pupil that learns from notes what a bot does.

    It begins with what the network of this package knows, where that fits into it, but is sure of nothing: so it
    learns from a million decisions what it would need many more for from nothing.
    """

    def __init__(self, notes: Notes, settings: TrainingSettings, device: str) -> None:
        super().__init__(settings, device, DECAY)
        layers = own_weights().network("player")
        self.begins_with_master = fits_into(self.player, layers)
        if self.begins_with_master:
            take_over(self.player, layers)
            self._likes_times(UNSURE)
        self._notes = [torch.from_numpy(column).to(device) for column in notes]
        rules = [rules_as_numbers(TableGroup.of(room, 1).rules) for room in settings.rooms]
        self._rules = torch.tensor(rules, device=device)
        order = torch.randperm(len(notes.actions), device=device)
        cut = len(order) // ASIDE + 1
        self._aside, self._own = order[:cut], order[cut:]
        self._next = 0

    @property
    def lessons_to_learn(self) -> int:
        """So many, until it has seen each decision often enough."""
        return PASSES * -(-len(self._own) // self.settings.batch)

    def save(self, file: Path) -> None:
        """Write the pupil, as sure of what it does as the bot is."""
        self._likes_times(SURER)
        super().save(file)
        self._likes_times(1 / SURER)

    def _likes_times(self, factor: float) -> None:
        with torch.no_grad():
            for part in (self.player.last.weight, self.player.last.bias):
                part[:ACTIONS] *= factor

    def lesson(self, progress: float) -> dict[str, float]:
        """Some decisions that were seen, each as often as every other."""
        batch = self._own[self._next : self._next + self.settings.batch]
        self._next += len(batch)
        if self._next >= len(self._own):
            self._own = self._own[torch.randperm(len(self._own), device=self.device)]
            self._next = 0
        likes, actions = self._likes(batch)
        self.learn_from(functional.cross_entropy(likes, actions), progress)
        return {"same": round(same_in(likes, actions), 4)}

    def same(self) -> float:
        """In which part of the decisions that it did not learn from the pupil does what the bot did."""
        with torch.no_grad():
            likes, actions = self._likes(self._aside)
        return same_in(likes, actions)

    def _likes(self, which: Tensor) -> tuple[Tensor, Tensor]:
        inputs, points, rooms, actions = (column[which] for column in self._notes)
        answers = self.player(told(inputs, points, self._rules[rooms], self.kind)).float()
        return answers[:, :ACTIONS].masked_fill(~possible_actions(inputs), NEVER), actions


def same_in(likes: Tensor, actions: Tensor) -> float:
    """In which part of them what is liked best was done."""
    return (likes.argmax(-1) == actions).float().mean().item()
