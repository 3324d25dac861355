"""Who somebody is: a guest by a signed cookie, or an account with a password.

A player is an id; events know nothing else of him. The name stands here, and is erased on request: the games remain.
"""

import asyncio
import secrets
from dataclasses import dataclass
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import and_, func, insert, or_, select, update

from klaverjas.errors import Refusal
from klaverjas.server.clock import clock_ms
from klaverjas.server.store.database import Conflict, Database
from klaverjas.server.store.names import names_by_seat
from klaverjas.server.store.schema import game_seats, games, members, players

COOKIE: Final = "klaverjas"
COOKIE_SECONDS: Final = 400 * 24 * 3600
SHARE_SALT: Final = "share"
HASHING_AT_ONCE: Final = 2
LONGEST_NAME: Final = 50


@dataclass(frozen=True)
class Identity:
    """Somebody who is known. *ids* are the player and the guests that have become this account."""

    player: str
    name: str | None
    account: str | None
    session: int
    ids: tuple[str, ...]


def proper_name(text: str) -> str:
    """A name of 3 to 50 visible characters, without space around it."""
    name = " ".join(text.split())
    if not 3 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refusal("bad-name")
    return name


class People:
    """The players in the database."""

    def __init__(self, database: Database, key: str) -> None:
        self.database = database
        self._signer = URLSafeTimedSerializer(key, salt="player")
        self._shares = URLSafeTimedSerializer(key, salt=SHARE_SALT)
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._no_account = PasswordHasher().hash(secrets.token_hex(16))

    # --- cookies -------------------------------------------------------------------------------------

    def cookie_for(self, identity: Identity) -> str:
        return self._signer.dumps([identity.player, identity.session])

    async def known(self, cookie: str | None) -> Identity | None:
        """Whose cookie it is; None for one that is false, outdated or of somebody who was erased."""
        if not cookie:
            return None
        try:
            # Not its max_age: that refuses a cookie of another node whose clock is a second ahead.
            (player, session), signed = self._signer.loads(cookie, return_timestamp=True)
            if clock_ms() / 1000 - signed.timestamp() > COOKIE_SECONDS:
                return None
        except (BadSignature, ValueError, TypeError):
            return None
        identity = await self._identity(players.c.id == player)
        return identity if identity is not None and identity.session == session else None

    async def _identity(self, where: Any) -> Identity | None:
        async with self.database.read() as connection:
            query = select(players).where(where, players.c.deleted_at.is_(None))
            row = (await connection.execute(query)).first()
            if row is None:
                return None
            merged = select(players.c.id).where(players.c.merged_into == row.id)
            others = (await connection.execute(merged)).scalars().all()
        return Identity(row.id, row.name, row.account, row.session, (row.id, *others))

    # --- guests --------------------------------------------------------------------------------------

    async def guest(self, name: str) -> Identity:
        """A new player with nothing but a name."""
        player = secrets.token_hex(8)
        async with self.database.write() as connection:
            await connection.execute(
                insert(players).values(id=player, name=name, created_at=clock_ms(), session=0)
            )
        return Identity(player, name, None, 0, (player,))

    async def rename(self, identity: Identity, name: str) -> None:
        if identity.name != name:
            async with self.database.write() as connection:
                await connection.execute(
                    update(players).where(players.c.id == identity.player).values(name=name)
                )

    # --- accounts ------------------------------------------------------------------------------------

    async def register(self, identity: Identity | None, account: str, password: str) -> Identity:
        """Make an account. A guest becomes it, and keeps everything that he played."""
        if identity is not None and identity.account is not None:
            raise Refusal("has-account")
        if len(account.casefold()) > LONGEST_NAME:  # ß becomes ss
            raise Refusal("bad-name")
        hashed = await self._off_the_loop(self._hasher.hash, password)
        identity = identity or await self.guest(account)
        change = update(players).where(players.c.id == identity.player, players.c.account.is_(None))
        try:
            async with self.database.write() as connection:
                made = await connection.execute(
                    change.values(account=account.casefold(), name=account, password_hash=hashed)
                )
        except Conflict:
            raise Refusal("account-taken", name=account) from None
        if not made.rowcount:  # in another tab, at the same moment
            raise Refusal("has-account")
        return Identity(identity.player, account, account.casefold(), identity.session, identity.ids)

    async def log_in(self, guest: Identity | None, account: str, password: str) -> Identity:
        """Come back to an account. What a guest has played until now goes with it."""
        query = select(players.c.id, players.c.password_hash).where(players.c.account == account.casefold())
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
        right = await self._off_the_loop(
            self._fits, row.password_hash if row is not None else self._no_account, password
        )
        if row is None or not right:
            raise Refusal("wrong-password")
        if guest is not None and guest.account is None and guest.player != row.id:
            async with self.database.write() as connection:
                await connection.execute(
                    update(players)
                    .where(or_(players.c.id == guest.player, players.c.merged_into == guest.player))
                    .values(merged_into=row.id)
                )
        identity = await self._identity(players.c.id == row.id)
        assert identity is not None
        return identity

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _off_the_loop(self, work: Any, *arguments: Any) -> Any:
        async with self._hashing:  # 64 MB and 0.1 s each
            return await asyncio.to_thread(work, *arguments)

    async def log_out_everywhere(self, identity: Identity) -> None:
        """All cookies of this player end."""
        async with self.database.write() as connection:
            await connection.execute(
                update(players).where(players.c.id == identity.player).values(session=players.c.session + 1)
            )

    async def erase(self, identity: Identity) -> None:
        """Erase name and credentials, of the player and of the guests that became him. The games remain."""
        nobody = {
            "name": None,
            "account": None,
            "password_hash": None,
            "deleted_at": clock_ms(),
            "session": players.c.session + 1,
        }
        async with self.database.write() as connection:
            await connection.execute(update(players).where(players.c.id.in_(identity.ids)).values(nobody))
            await connection.execute(
                update(members).where(members.c.player.in_(identity.ids)).values(name=None)
            )

    # --- played games --------------------------------------------------------------------------------

    async def games(self, identity: Identity, before: int | None, most: int) -> list[dict[str, Any]]:
        """Games that somebody took part in, the newest first."""
        mine = game_seats.alias("mine")
        query = (
            select(games, mine.c.seat)
            .join(mine, and_(mine.c.game_id == games.c.id, mine.c.player.in_(identity.ids)))
            .order_by(games.c.ended_at.desc(), games.c.id)
            .limit(most)
        )
        if before is not None:
            query = query.where(games.c.ended_at < before)
        async with self.database.read() as connection:
            rows = [dict(row._mapping) for row in await connection.execute(query)]
            names = await names_by_seat(connection, [row["id"] for row in rows])
        return [row | {"names": names.get(row["id"], [None] * 4)} for row in rows]

    async def game(self, game_id: str) -> dict[str, Any] | None:
        """One game, with the players, bots and names by seat."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(games).where(games.c.id == game_id))).first()
            if row is None:
                return None
            seats = game_seats.c
            query = select(seats.player, seats.bot).where(seats.game_id == game_id).order_by(seats.seat)
            seated = (await connection.execute(query)).all()
            names = await names_by_seat(connection, [game_id])
        return dict(row._mapping) | {
            "players": [each.player for each in seated],
            "bots": [each.bot for each in seated],
            "names": names[game_id],
        }

    async def statistics(self, identity: Identity) -> "Statistics":
        """What somebody has played: in all, by rule set and by partner."""
        mine, theirs = game_seats.alias("mine"), game_seats.alias("theirs")
        ours = mine.c.points > mine.c.points_against
        sums = [
            func.count().label("games"),
            func.sum(ours.cast(games.c.rounds.type)).label("won"),
            *(
                func.sum(mine.c[name]).label(name)
                for name in (
                    "rounds", "rounds_making", "points", "points_against",
                    "nat", "pit", "roem_claimed", "roem_missed", "verzaakt",
                )
            ),
        ]  # fmt: skip
        played = and_(mine.c.player.in_(identity.ids), games.c.how == "finished")
        by_rules = (
            select(games.c.rules.label("key"), *sums)
            .join(games, games.c.id == mine.c.game_id)
            .where(played)
            .group_by(games.c.rules)
        )
        partner = func.coalesce(players.c.merged_into, players.c.id, theirs.c.bot)
        by_partner = (
            select(partner.label("key"), *sums)
            .select_from(mine)
            .join(games, games.c.id == mine.c.game_id)
            .join(theirs, and_(theirs.c.game_id == mine.c.game_id, theirs.c.seat == (mine.c.seat + 2) % 4))
            .outerjoin(players, players.c.id == theirs.c.player)
            .where(played)
            .group_by(partner)
        )
        async with self.database.read() as connection:
            rules = [dict(row._mapping) for row in await connection.execute(by_rules)]
            partners = [dict(row._mapping) for row in await connection.execute(by_partner)]
            known = select(players.c.id, players.c.name).where(
                players.c.id.in_([row["key"] for row in partners])
            )
            names = {row.id: row.name for row in await connection.execute(known)}
        for row in partners:
            row["player"] = row["key"] if row["key"] in names else None
            row["bot"] = None if row["key"] in names else row["key"]
            row["key"] = names.get(row["key"], row["key"])
        return Statistics(rules, partners)

    def share(self, game_id: str) -> str:
        """A token with which anyone may see one game."""
        return self._shares.dumps(game_id)

    def shared(self, token: str) -> str | None:
        try:
            game_id = self._shares.loads(token)
        except BadSignature:
            return None
        return game_id if isinstance(game_id, str) else None


@dataclass(frozen=True)
class Statistics:
    by_rules: list[dict[str, Any]]
    by_partner: list[dict[str, Any]]
