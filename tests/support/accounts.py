"""Accounts for tests: made, entered, over the real API."""

import random

import httpx

from table_client import Client

PASSWORD = "een goed wachtwoord"


def unique(name: str) -> str:
    """A name that no other test has given to an account."""
    return f"{name} {random.getrandbits(40):010x}"


async def account(client: Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return await client.http.post("/api/me/account", json={"name": name, "password": password})


async def log_in(client: Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return await client.http.put("/api/me/session", json={"name": name, "password": password})
