"""Wrong passwords from many addresses: hashing them takes no time from the tables."""

import asyncio
import random
import time

import httpx

from klaverjas.server.passwords import HASHING_AT_ONCE
from siege import ALLOWED_GROWTH, withstand
from table_server import TableServer

AT_ONCE = 50
HASHING_BYTES = HASHING_AT_ONCE * 64 * 1024 * 1024  # on purpose: guessing must cost the guesser as much


def test_wrong_passwords_from_many_addresses(behind_proxy: TableServer) -> None:
    async def attack(end: float) -> None:
        limits = httpx.Limits(max_connections=AT_ONCE)
        async with httpx.AsyncClient(base_url=behind_proxy.url, limits=limits, timeout=30) as http:

            async def guess(number: int) -> None:
                chance = random.Random(number)
                while time.monotonic() < end:
                    address = ".".join(str(chance.randrange(1, 255)) for _ in range(4))
                    guessed = {"name": f"Anna {chance.randrange(1000)}", "password": "een fout wachtwoord"}
                    answer = await http.put(
                        "/api/me/session", json=guessed, headers={"X-Forwarded-For": address}
                    )
                    assert answer.status_code in (401, 429), answer.text

            await asyncio.gather(*(guess(number) for number in range(AT_ONCE)))

    withstand(behind_proxy, attack, growth=ALLOWED_GROWTH + HASHING_BYTES)
