"""When a bot moves or calls tells nothing of its cards: a forced move takes as long as a free one."""

import os

import pytest

import klaverjas.server.cluster.owner as owner_module
from klaverjas.bots import BOTS, LEVELS, bot_named
from klaverjas.rules.named import ROTTERDAM
from klaverjas.server.pace import on_grid, slot
from simulated import Measured, auc, run_simulated, simulated_ms
from soak import SEED

MOVES = int(os.environ.get("KLAVERJAS_TIMED_MOVES", "400"))  # 20,000 in a soak
ERRORS = (
    3 if MOVES >= 20_000 else 4
)  # few moves are measured often, and chance must not fail a test every month


@pytest.fixture(autouse=True)
def simulated_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner_module, "clock_ms", simulated_ms)


def measured(
    bot: str, moves: int = MOVES, *, claim: str = "amount", person: bool = True, **options: float
) -> Measured:
    """Moves of bots, beside a person or alone, on a simulated clock."""
    bot_named(bot).get_ready()
    found = Measured()
    rules = ROTTERDAM.change(claim=claim)
    run_simulated(found.play(moves, rules, bot, SEED * 1000, person=person, **options))
    return found


@pytest.mark.parametrize("pace", [0, 1])
@pytest.mark.parametrize("bot", BOTS)
def test_a_forced_move_takes_as_long_as_a_free_one(bot: str, pace: float) -> None:
    moves = measured(bot, bot_pace=pace).moves
    found, error = auc(moves)
    forced = sum(move.forced for move in moves)
    print(f"{bot}, pace {pace}: {len(moves)} moves, {forced} forced, AUC {found:.4f}, error {error:.4f}")
    assert abs(found - 0.5) <= ERRORS * error


def test_without_a_pace_a_card_comes_after_one_slot_and_nearly_never_after_two() -> None:
    for bot in LEVELS:
        times = [move.ms for move in measured(bot, 400, bot_pace=0).moves]
        step = 1000 * slot([bot])
        assert step <= 300
        assert all(ms % step == pytest.approx(0, abs=1) or ms % step > step - 1 for ms in times)
        assert sum(ms > step + 1 for ms in times) <= len(times) / 50, bot


def test_bots_alone_are_as_quick_as_they_think_so_this_measure_sees_a_bot_that_does_not_wait() -> None:
    moves = measured("montecarlo", 200, person=False, bot_pace=0, trick_pause=0).moves
    found, error = auc(moves)
    assert found - 0.5 > 5 * error
    assert sum(move.ms for move in moves) / len(moves) < 1000 * slot(["montecarlo"])


def test_a_bot_claims_at_a_moment_that_does_not_depend_on_its_thought() -> None:
    claims = measured("regels", 1500, bot_pace=0, trick_pause=0).claims
    assert len(claims) > 5
    assert {round(after / 10) * 10 for after in claims} == {1000 * slot(["regels"])}


def test_a_bot_that_has_nothing_to_say_takes_as_long_as_one_that_has() -> None:
    """Roem counts by itself, and the trick is collected as soon as no bot accuses anybody."""
    tricks = measured("regels", 200, claim="automatic", bot_pace=0, trick_pause=0).collected
    assert {round(after / 10) * 10 for after, _ in tricks} == {1000 * slot(["regels"])}


def test_a_late_thought_is_shown_at_the_next_moment_of_the_grid() -> None:
    assert [on_grid(10, 2, ready) for ready in (0, 10, 10.1, 12, 12.1, 15)] == [10, 10, 12, 12, 14, 16]
