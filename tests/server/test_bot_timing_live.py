"""Seen through a socket of a real server, a forced move of a bot takes as long as a free one."""

import os
import random
import time
from typing import Any

import pytest

from klaverjas.events import CardPlayed
from klaverjas.record import Record
from klaverjas.round import Round
from klaverjas.rules.trick import TRICKS
from klaverjas.seats import Seat
from klaverjas.server.pace import slot
from scripted import Habits, Scripted, finished_game
from simulated import Moved, auc
from table_client import QUICK, Client, run
from table_server import TableServer

ROUNDS = int(os.environ.get("KLAVERJAS_TIMED_ROUNDS", "4"))
BOTS = ("montecarlo",) if ROUNDS < 8 else ("montecarlo", "meester")  # whose thoughts differ most in length
QUIET = Habits(claims_right=0, claims_wrong=0, knocks_falsely=0, accuses=0)


class Watch(Client):
    """Notes when each card was seen."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.seen: list[tuple[str, float]] = []

    def _take(self, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        if message["type"] == "events":
            kinds = [event for event in message["events"] if event["kind"] in ("card-played", "trick-won")]
            self.seen += [(event.get("card", "trick"), now) for event in kinds]
        super()._take(message)


def follows(record: Record, seen: list[tuple[str, float]]) -> list[Moved]:
    """The cards with which bots followed, before the last trick of each round."""
    moves, times = [], iter(seen)
    before = 0.0
    for played in record.game.rounds:
        round = Round.rebuild(played.log[:1])
        for event in played.log[1:]:
            if isinstance(event, CardPlayed):
                card, at = next(one for one in times if one[0] != "trick")
                assert card == str(event.card)
                if event.seat is not Seat.SOUTH and round.table and len(round.tricks) < TRICKS - 1:
                    moves.append(Moved(1000 * (at - before), len(round.correct_cards) == 1))
                before = at
            round = round.after(event)
    return moves


@pytest.mark.parametrize("bot", BOTS)
def test_through_a_socket_a_forced_move_takes_as_long_as_a_free_one(server: TableServer, bot: str) -> None:
    async def game() -> None:
        async with Watch(server.url, "Zus") as zus:
            await zus.open_table(rules={"base": "rotterdam", "end": {"rounds": ROUNDS}}, **QUICK)
            await zus.connect()
            await zus.do("sit", seat="S")
            await zus.do("bot", bot=bot)
            await zus.do("start")
            await Scripted(zus, random.Random(1), QUIET).play()
            _, record = await finished_game(zus)
            moves = follows(record, zus.seen)
        found, error = auc(moves)
        times = sorted(move.ms for move in moves)
        middle = times[len(times) // 2]
        print(f"{bot}: {len(moves)} moves, AUC {found:.3f}, error {error:.3f}, median {middle:.0f} ms")
        assert abs(found - 0.5) <= (3 if ROUNDS >= 8 else 4) * error
        assert middle >= 900 * slot([bot])

    run(game())
