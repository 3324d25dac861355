"""Who somebody is: a guest by a signed cookie, or an account with a password.

A player is an id; events know nothing else of him. The name stands here, and is erased on request: the games remain.
Every device has a session of its own, which its cookie names: logging out ends that session and no other.
"""

import contextlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from klaverjas.errors import Refusal
from klaverjas.server.clock import clock_ms
from klaverjas.server.naming import LONGEST_NAME, skeleton, spellings
from klaverjas.server.passwords import Passwords
from klaverjas.server.store import sessions as stored
from klaverjas.server.store.database import Conflict, Database
from klaverjas.server.store.schema import known_addresses, members, players, sessions

COOKIE: Final = "klaverjas"
COOKIE_SECONDS: Final = stored.SESSION_SECONDS
SHARE_SALT: Final = "share"
MOST_ADDRESSES: Final = 20  # that an account is known at; the one not seen for longest is forgotten


@dataclass(frozen=True)
class Identity:
    """Somebody who is known. *ids* are the player and the guests that have become this account."""

    player: str
    name: str | None
    account: str | None
    session: str
    ids: tuple[str, ...]


class People:
    """The players in the database."""

    def __init__(self, database: Database, key: str) -> None:
        self.database = database
        self.passwords = Passwords()
        self._key = key.encode()
        self._signer = URLSafeTimedSerializer(key, salt="player")
        self._shares = URLSafeTimedSerializer(key, salt=SHARE_SALT)

    # --- sessions and their cookies -------------------------------------------------------------------

    def cookie_for(self, identity: Identity) -> str:
        return self._signer.dumps([identity.player, identity.session])

    async def known(self, cookie: str | None) -> Identity | None:
        """Whose cookie it is; None for one that is false or outdated, or whose session has ended."""
        if not cookie:
            return None
        try:
            # Not its max_age: that refuses a cookie of another node whose clock is a second ahead.
            (player, named), signed = self._signer.loads(cookie, return_timestamp=True)
            if clock_ms() / 1000 - signed.timestamp() > COOKIE_SECONDS:
                return None
        except (BadSignature, ValueError, TypeError):
            return None
        if not isinstance(player, str) or not isinstance(named, int | str):
            return None
        session = (
            named if isinstance(named, str) else _session_of_old_cookie(player, named, signed.timestamp())
        )
        return await self._in_session(player, session, named if isinstance(named, int) else None)

    async def _in_session(self, player: str, session: str, old_number: int | None) -> Identity | None:
        """Somebody by his session. A cookie that names a number instead of one begins it when it is first used."""
        begun = and_(sessions.c.id == session, sessions.c.player == players.c.id)
        query = (
            select(players, sessions.c.id.label("begun"), sessions.c.ended_at)
            .outerjoin(sessions, begun)
            .where(players.c.id == player, players.c.deleted_at.is_(None))
        )
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
            # A guest who has become an account goes on as that account, by another cookie.
            if row is None or row.ended_at is not None or row.merged_into is not None:
                return None
            identity = await _identity(connection, row, session)
        if row.begun is None:
            if old_number is None or row.session != old_number:
                return None
            with contextlib.suppress(Conflict):  # at the same moment, by another request of the same page
                async with self.database.write() as connection:
                    now = clock_ms()
                    await connection.execute(
                        insert(sessions).values(id=session, player=player, created_at=now, renewed_at=now)
                    )
        return identity

    async def renewed(self, identity: Identity) -> Identity:
        """The same session, for a cookie that is sent again. A cookie that names none gets a session that it names."""
        now = clock_ms()
        if identity.session.startswith(stored.OF_OLD_COOKIE):
            async with self.database.write() as connection:
                await stored.end(connection, identity.session)
                return replace(identity, session=await stored.begin(connection, identity.player))
        stale = sessions.c.renewed_at < now - stored.RENEWED_EVERY_MS
        mine = (sessions.c.id == identity.session, stale)
        async with self.database.read() as connection:
            is_stale = (await connection.execute(select(sessions.c.id).where(*mine))).first() is not None
        if is_stale:
            async with self.database.write() as connection:
                await connection.execute(update(sessions).where(*mine).values(renewed_at=now))
        return identity

    async def log_out(self, identity: Identity) -> None:
        """This session ends, and with it every copy of its cookie."""
        async with self.database.write() as connection:
            await stored.end(connection, identity.session)

    async def log_out_everywhere(self, identity: Identity) -> Sequence[str]:
        """All sessions of this player, and of the guests that became him, end; which ones they were."""
        async with self.database.write() as connection:
            return await stored.end_all(connection, identity.ids)

    async def same_person(self, player: str) -> tuple[str, ...]:
        """All ids of the person behind one: an account and the guests that have become it.

        A guest's cookie does not speak for the account, but both are one person at a table.
        """
        async with self.database.read() as connection:
            into = select(players.c.merged_into).where(players.c.id == player)
            root = (await connection.execute(into)).scalar() or player
            query = select(players.c.id).where(players.c.merged_into == root)
            return (root, *(await connection.execute(query)).scalars().all())

    # --- guests --------------------------------------------------------------------------------------

    async def guest(self, name: str) -> Identity:
        """A new player with nothing but a name."""
        player = secrets.token_hex(8)
        async with self.database.write() as connection:
            await connection.execute(
                insert(players).values(id=player, name=name, created_at=clock_ms(), session=0)
            )
            session = await stored.begin(connection, player)
        return Identity(player, name, None, session, (player,))

    async def rename(self, identity: Identity, name: str) -> None:
        if identity.name != name:
            async with self.database.write() as connection:
                await connection.execute(
                    update(players).where(players.c.id == identity.player).values(name=name)
                )

    # --- accounts ------------------------------------------------------------------------------------

    async def register(
        self, identity: Identity | None, account: str, password: str, address: str
    ) -> tuple[Identity, Sequence[str]]:
        """Make an account. A guest becomes it, and keeps everything that he played; his older sessions have ended."""
        if identity is not None and identity.account is not None:
            raise Refusal("has-account")
        if len(account.casefold()) > LONGEST_NAME:  # ß becomes ss
            raise Refusal("bad-name")
        alike = or_(players.c.account == account.casefold(), players.c.skeleton == skeleton(account))
        async with self.database.read() as connection:
            if (await connection.execute(select(players.c.id).where(alike))).first() is not None:
                raise Refusal("account-taken", name=account)
        hashed = await self.passwords.hashed(password, address)
        identity = identity or await self.guest(account)
        change = update(players).where(players.c.id == identity.player, players.c.account.is_(None))
        values = {
            "account": account.casefold(),
            "name": account,
            "password_hash": hashed,
            "skeleton": skeleton(account),
        }
        try:
            async with self.database.write() as connection:
                made = await connection.execute(change.values(values))
                if not made.rowcount:  # in another tab, at the same moment
                    raise Refusal("has-account")
                await self._knows(connection, identity.player, address)
                ended = await stored.end_all(connection, identity.ids)
                session = await stored.begin(connection, identity.player)
        except Conflict:
            raise Refusal("account-taken", name=account) from None
        return Identity(identity.player, account, account.casefold(), session, identity.ids), ended

    async def log_in(
        self, guest: Identity | None, account: str, password: str, address: str
    ) -> tuple[Identity, Sequence[str]]:
        """Come back to an account. What a guest has played until now goes with it, and his sessions end.

        The session that asks ends in any case: whoever knew its cookie does not know the new one.
        """
        names = spellings(account)
        query = select(players.c.id, players.c.account, players.c.password_hash).where(
            players.c.account.in_(names)
        )
        async with self.database.read() as connection:
            found = (await connection.execute(query)).all()
        row = min(found, key=lambda one: names.index(one.account), default=None)
        if row is None:
            await self.passwords.fits(account.casefold(), address, None, password, known=False)
            raise Refusal("wrong-password")
        if not await self._fits(row.id, row.account, row.password_hash, password, address):
            raise Refusal("wrong-password")
        ended: list[str] = []
        async with self.database.write() as connection:
            await self._knows(connection, row.id, address)
            if guest is not None:
                await stored.end(connection, guest.session)
                ended.append(guest.session)
            if guest is not None and guest.account is None and guest.player != row.id:
                ended += await stored.end_all(connection, guest.ids)
                await connection.execute(
                    update(players)
                    .where(or_(players.c.id == guest.player, players.c.merged_into == guest.player))
                    .values(merged_into=row.id)
                )
            session = await stored.begin(connection, row.id)
            account_row = (await connection.execute(select(players).where(players.c.id == row.id))).one()
            identity = await _identity(connection, account_row, session)
        return identity, ended

    async def change_password(
        self, identity: Identity, old: str, new: str, address: str
    ) -> tuple[Identity, Sequence[str]]:
        """Another password, for somebody who knows the old one. Every session ends, and this one begins anew."""
        await self.check_password(identity, old, address)
        hashed = await self.passwords.hashed(new, address, known=True)
        async with self.database.write() as connection:
            await connection.execute(
                update(players).where(players.c.id == identity.player).values(password_hash=hashed)
            )
            await self._knows(connection, identity.player, address)
            ended = await stored.end_all(connection, identity.ids)
            session = await stored.begin(connection, identity.player)
        return replace(identity, session=session), ended

    async def check_password(self, identity: Identity, password: str | None, address: str) -> None:
        """Refuse whoever does not know the password of the account that his cookie is of. A guest has none."""
        query = select(players.c.account, players.c.password_hash).where(players.c.id == identity.player)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).one()
        if row.password_hash is None:
            return
        if password is None:
            raise Refusal("password-needed")
        if not await self._fits(identity.player, row.account, row.password_hash, password, address):
            raise Refusal("wrong-password")

    async def _fits(self, player: str, account: str, hashed: str, password: str, address: str) -> bool:
        there = (
            known_addresses.c.player == player,
            known_addresses.c.address == self._hidden(player, address),
        )
        async with self.database.read() as connection:
            known = (await connection.execute(select(known_addresses).where(*there))).first() is not None
        return await self.passwords.fits(account, address, hashed, password, known=known)

    async def _knows(self, connection: AsyncConnection, player: str, address: str) -> None:
        """Remember that the right password came from there."""
        mine, hidden = known_addresses.c.player == player, self._hidden(player, address)
        await connection.execute(delete(known_addresses).where(mine, known_addresses.c.address == hidden))
        await connection.execute(
            insert(known_addresses).values(player=player, address=hidden, seen_at=clock_ms())
        )
        longest_ago = (
            select(known_addresses.c.address)
            .where(mine)
            .order_by(known_addresses.c.seen_at.desc(), known_addresses.c.address)
            .offset(MOST_ADDRESSES)
        )
        forgotten = (await connection.execute(longest_ago)).scalars().all()
        await connection.execute(
            delete(known_addresses).where(mine, known_addresses.c.address.in_(forgotten))
        )

    def _hidden(self, player: str, address: str) -> str:
        """An address as it is written down: nobody without the server's key finds out which it was."""
        return hmac.new(self._key, f"address {player} {address}".encode(), sha256).hexdigest()[:32]

    async def erase(self, identity: Identity) -> Sequence[str]:
        """Erase name and credentials, of the player and of the guests that became him; the sessions that end.

        The games remain.
        """
        nobody = {
            "name": None,
            "account": None,
            "skeleton": None,
            "password_hash": None,
            "deleted_at": clock_ms(),
        }
        async with self.database.write() as connection:
            await connection.execute(update(players).where(players.c.id.in_(identity.ids)).values(nobody))
            await connection.execute(
                update(members).where(members.c.player.in_(identity.ids)).values(name=None)
            )
            await connection.execute(
                delete(known_addresses).where(known_addresses.c.player.in_(identity.ids))
            )
            return await stored.end_all(connection, identity.ids)

    # --- shared games --------------------------------------------------------------------------------

    def share(self, game_id: str) -> str:
        """A token with which anyone may see one game."""
        return self._shares.dumps(game_id)

    def shared(self, token: str) -> str | None:
        try:
            game_id = self._shares.loads(token)
        except BadSignature:
            return None
        return game_id if isinstance(game_id, str) else None


async def _identity(connection: AsyncConnection, row: Any, session: str) -> Identity:
    merged = select(players.c.id).where(players.c.merged_into == row.id)
    others = (await connection.execute(merged)).scalars().all()
    return Identity(row.id, row.name, row.account, session, (row.id, *others))


def _session_of_old_cookie(player: str, number: int, signed_at: float) -> str:
    """From what is signed, and not from the text: that can be written in several ways."""
    checksum = sha256(f"{player} {number} {signed_at:.0f}".encode()).hexdigest()
    return stored.OF_OLD_COOKIE + checksum[:28]
