"""Makes `tests/data/schema-NNNN.backup`: a database of this version, with a finished game and one in progress.

Run it before a new migration is written, so that there is always a database of every older version to be migrated:

    PYTHONPATH=tests/support python tests/support/older.py
"""

import asyncio
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from klaverjas.server.store.migrate import newest
from table_client import QUICK, Client, four_at_a_table, play_on
from table_server import TableServer

NEVER = 3e9  # seconds: the game in progress must not expire before it is migrated
DATA = Path(__file__).parent.parent / "data"
# The table's own mix: defaults of its fields come from the version of its base, not from the newest one.
OWN_MIX = {
    "base": "amsterdam-bond",
    "incorrect_card": "challenge",
    "claim": "amount",
    "end": {"rounds": 2},
}


async def _fill(url: str) -> None:
    finished = await four_at_a_table(url, rules="valet", **QUICK)
    await finished[0].do("start")
    await asyncio.gather(*(play_on(client, random.Random(at)) for at, client in enumerate(finished)))
    playing = await four_at_a_table(url, rules=OWN_MIX, **QUICK)
    await playing[0].do("text", text="van Zus")
    await playing[0].do("start")

    async def three_tricks(client: Client, chance: random.Random) -> None:
        await play_on(client, chance, until=lambda: client.kinds().count("trick-won") >= 3)

    await asyncio.gather(*(three_tricks(client, random.Random(at)) for at, client in enumerate(playing)))
    for client in (*finished, *playing):
        await client.close()


def main() -> None:
    DATA.mkdir(exist_ok=True)
    file = DATA / f"schema-{newest()}.backup"
    with tempfile.TemporaryDirectory() as folder, TableServer(Path(folder), expires_after=NEVER) as server:
        asyncio.run(_fill(server.url))
        command = [
            sys.executable,
            "-m",
            "klaverjas",
            "db",
            "backup",
            str(file),
            "--database",
            server.database,
        ]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
