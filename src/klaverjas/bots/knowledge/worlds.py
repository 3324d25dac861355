"""Worlds: how the hidden cards may lie, as one player sees it.

Every card that somebody played tells what he did not hold, if it was correct. On a strict table it was. On a challenge
table it may not have been: there a world in which somebody has played an incorrect card is possible too, but
for each such card OFFENCE times less likely.

A world's weight is then OFFENCE to the power of its offences. It is drawn without trying: first which of the
denials are not believed, each with chance OFFENCE, and that times the number of worlds in which all the others hold;
then one of those worlds, each as likely as another. A world comes up in every choice that contains its own offences,
and the chances of those add up to just its weight.

Which of his correct cards somebody chose tells something as well. So worlds can also be drawn by how likely they make
what was seen, if the others play as players do.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from klaverjas.bots.knowledge.card_knowledge import CardKnowledge
from klaverjas.bots.knowledge.heard import heard
from klaverjas.kernel.compile.compiler import integers, the_arrays
from klaverjas.kernel.ismcts.api import hidden_deals, likelihoods, some_deals
from klaverjas.kernel.round.habits import GONE, HELD, LAY, LAY_THERE, SEEN, WHAT, WHO
from klaverjas.rules.legal import duties_of
from klaverjas.rules.trick import troef_number
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

OFFENCE = 0.02
MOST_OFFENCES = 2  # at once, if any world has so few
DOUBT = 0.1  # the chance that somebody plays without any thought
IMPOSSIBLE = 1e-4  # nobody is believed to be less likely than this to hold a card that he may hold


def warm_up_worlds() -> None:
    """Compile now what would be compiled at the first world."""
    three_cards = (0b111, (0b111, 0b111, 0b111), (1, 1, 1))
    hidden_deals(*three_cards)
    some_deals(*three_cards, 1, 1)


def drawn_by(weights: Any, worlds: Any, number: int, chance: random.Random) -> Any:
    """So many of the worlds, each as likely as its weight; some of them more than once."""
    numpy = the_arrays()
    up_to = numpy.cumsum(weights)
    drawn = numpy.array([chance.random() for _ in range(number)]) * up_to[-1]
    return worlds[numpy.searchsorted(up_to, drawn, side="right").clip(max=len(worlds) - 1)]


@dataclass(frozen=True)
class Denial:
    """A seat says by its play, so many times, that it has none of these hidden cards."""

    seat: Seat
    cards: int
    times: int


@dataclass(frozen=True)
class Doubt:
    """One choice of what is believed: what each of the others may then hold, in how many ways, and how likely it is."""

    allowed: tuple[int, int, int]
    worlds: int
    weight: float


class Hidden:
    """The hidden cards as one seat sees them."""

    def __init__(
        self,
        view: View,
        seat: Seat,
        memory: CardKnowledge,
        *,
        offence: float = OFFENCE,
        most_offences: int = MOST_OFFENCES,
    ) -> None:
        self.view, self.seat, self.hand = view, seat, int(view.hand or 0)
        self.others = (seat.after(1), seat.after(2), seat.after(3))
        self.cards = memory.unseen
        self.counts = tuple(view.counts[other] for other in self.others)
        self.offence = 0.0 if view.rules.strict else offence
        self.most_offences = most_offences if self.offence else 0
        self.denials = [
            Denial(other, cards, said.count(cards))
            for other, said in zip(self.others, self._said(memory), strict=True)
            for cards in sorted(set(said))
            if cards
        ]
        self.doubts = list(self._doubts())

    def _said(self, memory: CardKnowledge) -> Iterator[list[int]]:
        for other in self.others:
            yield [cards & self.cards for cards in memory.denied[other]]

    def _allowed(self, unbelieved: Sequence[Denial]) -> tuple[int, int, int]:
        first, second, third = self.others
        may = dict.fromkeys(self.others, self.cards)
        for denial in self.denials:
            if denial not in unbelieved:
                may[denial.seat] &= ~denial.cards
        return may[first], may[second], may[third]

    def _doubts(self) -> Iterator[Doubt]:
        """Nothing is doubted, or one denial, or two. If there is no such world, nobody is believed."""
        found = False
        for number in range(min(self.most_offences, len(self.denials)) + 1):
            for unbelieved in combinations(self.denials, number):
                allowed = self._allowed(unbelieved)
                if worlds := hidden_deals(self.cards, allowed, self.counts):
                    found = True
                    yield Doubt(allowed, worlds, worlds * self._chance(unbelieved))
        if not found:
            anything = self._allowed(self.denials)
            yield Doubt(anything, hidden_deals(self.cards, anything, self.counts), 1.0)

    def _chance(self, unbelieved: Sequence[Denial]) -> float:
        chance = 1.0
        for denial in self.denials:
            offence: float = self.offence**denial.times
            chance *= offence if denial in unbelieved else 1 - offence
        return chance

    def some(self, number: int, chance: random.Random) -> Any:
        """So many worlds, one after the other as likely as their weight: rows of four hands, by seat."""
        worlds = integers(number, len(SEATS))
        worlds[:, self.seat] = self.hand
        at = 0
        for doubt, times in self._share_out(number, chance):
            drawn = some_deals(self.cards, doubt.allowed, self.counts, times, chance.getrandbits(31))
            for turn, other in enumerate(self.others):
                worlds[at : at + times, other] = drawn[:, turn]
            at += times
        if len(self.doubts) > 1:
            order = list(range(number))
            chance.shuffle(order)
            worlds = worlds[order]
        return worlds

    def likely(self, number: int, chance: random.Random) -> Any:
        """So many worlds, the likelier ones more often: those that make it likely what the others have played."""
        worlds = self.some(number, chance)
        view = self.view
        weights = heard(view, worlds)
        if view.makers is not None:
            troef, duties = troef_number(view.troef), duties_of(view.rules)
            weights *= likelihoods(worlds, self.seen(), troef, duties, int(view.makers), DOUBT)
        return drawn_by(weights, worlds, number, chance)

    def believed(
        self, belief: Sequence[Sequence[float]], number: int, among: int, chance: random.Random
    ) -> Any:
        """So many of *among* worlds, the likelier ones more often: by how likely each of the others holds each card."""
        numpy = the_arrays()
        worlds = self.some(among, chance)
        chances = numpy.log(
            numpy.maximum(numpy.array(belief), IMPOSSIBLE)
        )  # of each card, for each of the others
        likely = numpy.zeros(among)
        for turn, other in enumerate(self.others):
            likely += (worlds[:, other, None] >> numpy.arange(32) & 1) @ chances[:, turn]
        return drawn_by(numpy.exp(likely - likely.max()), worlds, number, chance)

    def seen(self) -> Any:
        """Every card that another player has played, with what was known then."""
        plays, gone, later = [], 0, [0, 0, 0, 0]
        tricks = [(trick.leader, trick.cards) for trick in self.view.tricks]
        for leader, cards in (*tricks, (self.view.trick.leader, self.view.trick.cards)):
            for turn, card in enumerate(cards):
                plays.append(((leader + turn) & 3, int(card), turn, cards[:turn], gone))
                gone |= 1 << card
        seen = integers(sum(who != self.seat for who, *_ in plays), SEEN)
        at = len(seen)
        for who, played, turn, lay, before in reversed(plays):
            later[who] |= 1 << played
            if who == self.seat:
                continue
            at -= 1
            play = seen[at]
            play[WHO], play[WHAT], play[LAY] = who, played, turn
            play[GONE], play[HELD] = before, later[who]
            play[LAY_THERE : LAY_THERE + turn] = lay
        return seen

    def _share_out(self, number: int, chance: random.Random) -> Iterator[tuple[Doubt, int]]:
        """How many worlds each doubt gets."""
        if len(self.doubts) == 1:
            yield self.doubts[0], number
            return
        weights = [doubt.weight for doubt in self.doubts]
        drawn = chance.choices(range(len(self.doubts)), weights, k=number)
        for at, doubt in enumerate(self.doubts):
            if times := drawn.count(at):
                yield doubt, times
