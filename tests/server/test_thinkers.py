"""How long a bot thinks: as long as its level may, and shorter when others wait."""

import asyncio
import random
import time

import pytest

from klaverjas.actions import ChooseTroef, Collect, Play
from klaverjas.bots import LEVELS, Advice, bot_named
from klaverjas.bots.advice import LargeNumber
from klaverjas.bots.meester import Meester
from klaverjas.cards import Suit
from klaverjas.fair import deal, seeded_deck
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import ROTTERDAM, ROTTERDAM_BOND
from klaverjas.seats import Seat
from klaverjas.server.thinkers import PATIENCE_SECONDS, QUICK_MS, STARTING_SECONDS, Thinkers, advice
from klaverjas.view import View, view_round


def a_lead() -> View:
    """West has chosen troef and leads: all eight cards are correct."""
    round = Round.begin(ROTTERDAM, Seat.SOUTH, deal(seeded_deck(4), Seat.SOUTH))
    round, _ = round.apply(ChooseTroef(Seat.WEST, Suit.HEARTS))
    return view_round(round, Seat.WEST)


@pytest.mark.parametrize(
    ("bot", "processes", "most", "others", "ms"),
    [
        ("meester", 1, 200, 0, 200),
        ("meester", 1, 1000, 0, 1000),  # the keeper lets it think longer
        ("meester", 1, 50, 0, 50),
        ("meester", 1, 200, 9, 20),
        ("meester", 2, 200, 1, 200),  # one in each process
        ("meester", 2, 200, 9, 40),
        ("sterk", 1, 1000, 0, LEVELS["sterk"]),  # who is less strong thinks no longer for that
        ("montecarlo", 1, 2, 0, 2),
        ("montecarlo", 1, 200, 0, QUICK_MS),  # a name of before there were levels
    ],
)
def test_a_thought_takes_the_time_of_its_level_divided_by_those_on_their_way(
    bot: str, processes: int, most: float, others: int, ms: float
) -> None:
    thinkers = Thinkers(processes, most)
    thinkers.on_their_way = others + 1
    assert thinkers.ms_for(bot) == ms


def test_fifty_at_once_share_less_than_a_second() -> None:
    thinkers = Thinkers(1)
    shares = []
    for _ in range(50):
        thinkers.on_their_way += 1
        shares.append(thinkers.ms_for("meester"))
    assert sum(shares) < 1000


def by_the_master(advised: Advice | None) -> bool:
    return advised is not None and advised.why in ("better-card", "as-good-card", "trained")


def worlds_in(advised: Advice | None) -> int:
    assert advised is not None
    assert isinstance(advised.action, Play)
    worlds = dict(advised.facts)["worlds"]
    assert isinstance(worlds, LargeNumber)
    return worlds.number


def a_doubt() -> View:
    """A position in which the master looks ahead: it has few cards left, and hesitates."""
    net, meester = bot_named("net"), Meester(worlds=8)
    for seed in range(100):
        round = Round.begin(ROTTERDAM_BOND, Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH))
        while (turn := round.turn) is not None:
            view, chance = view_round(round, turn), random.Random(1)
            advised = meester.advise(view, chance)
            assert advised is not None
            if "worlds" in dict(advised.facts):
                return view
            action = net.act(view, chance)
            assert action is not None
            round, _ = round.apply(action)
            if round.phase is Phase.TRICK_END:
                round, _ = round.apply(Collect())
    raise AssertionError("it never hesitates")


def test_with_more_time_a_master_looks_into_more_worlds_and_keeps_to_its_time() -> None:
    doubt = a_doubt()
    few = worlds_in(advice("meester", doubt, 1, 2))
    begun = time.thread_time()
    many = worlds_in(advice("meester", doubt, 1, 100))
    assert time.thread_time() - begun < 0.2
    assert many > 2 * few


def test_a_bot_without_numbers_explains_nothing_more() -> None:
    explained = advice("regels", a_lead(), 1, 5, explained=True)
    assert explained is not None
    assert explained.outlook is None
    assert explained == advice("regels", a_lead(), 1, 5)


def test_many_masters_at_once_are_answered_soon_and_none_gives_up() -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        try:
            async with asyncio.timeout(STARTING_SECONDS):
                while not by_the_master(await thinkers.advise("meester", a_lead())):
                    await asyncio.sleep(0.1)  # still being compiled: another bot answers in its place
            views = [a_lead(), a_doubt()] * 20
            begun = time.monotonic()
            thoughts = await asyncio.gather(*(thinkers.advise("meester", view) for view in views))
            assert time.monotonic() - begun < PATIENCE_SECONDS
            assert all(map(by_the_master, thoughts))
            assert thinkers.on_their_way == 0
            explained = await thinkers.explain("meester", a_lead())
            assert explained is not None
            assert explained.outlook is not None
            assert len(explained.outlook.choices) == 8
            assert all(thought is None or thought.outlook is None for thought in thoughts)
        finally:
            thinkers.stop()

    asyncio.run(story())
