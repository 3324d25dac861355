"""colver, asked over a pipe: a line of JSON in, a line of JSON out. Runs in an environment of its own.

Each question has deals: hands by seat, the troef suit, the dealer, all as colver numbers them. `rollout` plays *number*
random rounds of each; `solve` gives what each card of the leader is worth. Both tell how long each deal took, in
nanoseconds, by the clock and of the processor.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import colver


def env_of(deal: dict[str, Any]) -> Any:
    """Its position at the first lead, in a plain contract of the first team."""
    env = colver.Env.deal_with_hands(deal["dealer"], deal["hands"])
    env.set_contract(deal["troef"], 80, 0, 0)
    env.set_phase_playing()
    return env


def timed(work: Callable[[], Any], answer: dict[str, list[Any]]) -> Any:
    clock, processor = time.perf_counter_ns(), time.process_time_ns()
    done = work()
    answer["processor"].append(time.process_time_ns() - processor)
    answer["clock"].append(time.perf_counter_ns() - clock)
    return done


def answer_to(question: dict[str, Any]) -> dict[str, list[Any]]:
    answer: dict[str, list[Any]] = {"clock": [], "processor": [], "scores": []}
    for deal in question["deals"]:
        env = env_of(deal)
        if question["ask"] == "rollout":
            timed(lambda: env.rollout(question["number"]), answer)  # noqa: B023 called at once
        else:
            solved = timed(env.solve_scores, answer)
            answer["scores"].append(solved["scores"])
    return answer


for line in sys.stdin:
    print(json.dumps(answer_to(json.loads(line))), flush=True)
