"""The random tests again, with other seeds: `make soak`.

Each turn runs the very tests of `make test` with another seed, and is ticked off in `.soak`, so that an interrupted
soak goes on where it was. At last, one after the other, the moments of bots with
more moves, and the attacks on the server for longer.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ATTACKS = "tests/attacks"
TIMED = ("tests/server/test_bot_timing.py", "tests/server/test_bot_timing_live.py")
TIMED_MOVES = 20_000
TIMED_ROUNDS = 32
ATTACK_SECONDS = 30
SEED = int(os.environ.get("KLAVERJAS_SEED", "1"))

RANDOM_TESTS = (
    "tests/test_naive.py",
    "tests/test_compiled.py",
    "tests/kernel/test_solving.py",
    "tests/kernel/test_contract.py",
    "tests/kernel/test_scores.py",
    "tests/test_properties.py",
    "tests/test_view.py",
    "tests/test_record.py",
    "tests/test_record_fuzz.py",
    "tests/test_engine_fuzz.py",
    "tests/kernel/test_deals.py",
    "tests/test_worlds.py",
    "tests/test_bots.py",
    "tests/test_trained.py",
    "tests/research/test_actions.py",
    "tests/research/test_export.py",
    "tests/research/test_many_rounds.py",
    "tests/research/test_observations.py",
    "tests/research/test_openspiel.py",
    "tests/research/test_faults.py",
    "tests/server/test_table_decide.py",
    "tests/server/test_event_json.py",
    "tests/server/test_play.py",
    "tests/server/test_hidden_cards.py",
    "tests/server/test_people.py",
    "tests/server/test_rest.py",
    "tests/server/test_kill.py",
    "tests/server/test_nodes.py",
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=50, help="how many seeds (50)")
    parser.add_argument(
        "--state", type=Path, default=Path(".soak"), help="the file that remembers what is done"
    )
    parser.add_argument("tests", nargs="*", default=RANDOM_TESTS, help="only these (all random tests)")
    options = parser.parse_args()
    done: list[int] = json.loads(options.state.read_text()) if options.state.exists() else []
    begin = time.monotonic()
    for turn, seed in enumerate(range(2, options.turns + 2), start=1):
        if seed in done:
            continue
        print(
            f"soak: seed {seed}, {turn} of {options.turns}, {time.monotonic() - begin:.0f} s so far",
            flush=True,
        )
        command = [sys.executable, "-m", "pytest", "-n", "auto", f"--hypothesis-seed={seed}", *options.tests]
        run = subprocess.run(command, env=os.environ | {"KLAVERJAS_SEED": str(seed)}, check=False)
        if run.returncode:
            print(f"soak: failed; again with KLAVERJAS_SEED={seed} and --hypothesis-seed={seed}", flush=True)
            return run.returncode
        done.append(seed)
        options.state.write_text(json.dumps(done))
    if options.tests == RANDOM_TESTS:
        print(f"soak: when bots move, {TIMED_MOVES} moves each", flush=True)
        counts = {"KLAVERJAS_TIMED_MOVES": str(TIMED_MOVES), "KLAVERJAS_TIMED_ROUNDS": str(TIMED_ROUNDS)}
        run = subprocess.run([sys.executable, "-m", "pytest", *TIMED], env=os.environ | counts, check=False)
        if run.returncode:
            return run.returncode
        print(f"soak: the attacks, {ATTACK_SECONDS} s each", flush=True)
        environment = os.environ | {"KLAVERJAS_ATTACK_SECONDS": str(ATTACK_SECONDS)}
        run = subprocess.run([sys.executable, "-m", "pytest", ATTACKS], env=environment, check=False)
        if run.returncode:
            return run.returncode
    print(f"soak: all {options.turns} turns passed", flush=True)
    options.state.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
