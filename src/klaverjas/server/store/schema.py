"""The tables of the database, as the newest migration leaves them.

The log (``events``) is the truth about every table, and is only ever appended to. ``games`` and ``game_seats`` are
written from it when a game ends, for records and statistics. Names stand in ``players`` and ``members`` alone, so
that they can be erased.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata: Final = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(50)),  # null once erased
    Column("created_at", BigInteger, nullable=False),
    Column("account", String(50), unique=True),  # the name to log in with, folded
    Column("password_hash", Text),
    Column(
        "session", Integer, nullable=False, server_default="0"
    ),  # of cookies that name no session; see sessions
    Column("merged_into", String(32), index=True),  # a guest who has logged in to an account
    Column("deleted_at", BigInteger),
    Column("skeleton", String(100)),  # of an account's name: no other account looks like it
)
Index("one_account_per_skeleton", players.c.skeleton, unique=True)

# Who is logged in, or is a guest, on which device. A cookie names its session, and ends with it. Cookies of before
# there were sessions name the number in ``players.session`` instead. The id of their session is their checksum, and it
# remains with *ended_at* when it is over: such a cookie is good as long as nothing says that it is not.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("renewed_at", BigInteger, nullable=False, index=True),  # when its cookie was last sent
    Column("ended_at", BigInteger),
)

# From where an account was entered with the right password: nobody else's wrong ones delay it there.
known_addresses = Table(
    "known_addresses",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("address", String(32), primary_key=True),  # a keyed checksum
    Column("seen_at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(6), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("closed_at", BigInteger),
    Column("seq", BigInteger, nullable=False),  # of the last event
    Column("game", Integer, nullable=False),  # the number of the one that is prepared or played
    Column("wake_at", BigInteger),  # when something happens by itself
    Column("owner", String(32)),  # the node that runs it
    Column(
        "key", String(32)
    ),  # the secret of the table's link; null where it was closed before there were keys
)
_still_open = tables.c.closed_at.is_(None)
Index(
    "one_open_table_per_code",
    tables.c.code,
    unique=True,
    sqlite_where=_still_open,
    postgresql_where=_still_open,
)
_listed = text("closed_at IS NULL AND public")
Index("open_public_tables", tables.c.created_at, sqlite_where=_listed, postgresql_where=_listed)
Index("one_table_per_key", tables.c.key, unique=True)
Index("tables_to_wake", tables.c.wake_at)
Index("tables_by_owner", tables.c.owner)

old_doors = Table(  # codes and keys that a removal has replaced
    "old_doors",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("code", String(6), nullable=False, index=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(32), primary_key=True, index=True),
    Column("name", String(50)),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("game", Integer),  # for what matters during one game only
    Column("player", String(32)),  # whose command it was
    Column("command", String(64)),  # the id of that command, at its last event
    Column("event", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32)),  # null for an imported one
    Column("number", Integer),
    Column("rules", String(40), nullable=False),  # the base, with its version
    Column("changes", Text, nullable=False),  # the fields that differ from it, as JSON
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False, index=True),
    Column("how", String(10), nullable=False),
    Column("north_south", Integer, nullable=False),
    Column("west_east", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("record", Text, nullable=False),  # without names
)
Index("games_of_table", games.c.table_id, games.c.number, unique=True)

game_seats = Table(
    "game_seats",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(32), index=True),
    Column("bot", String(40)),
    Column("imported_name", String(50)),
    Column("points", Integer, nullable=False),
    Column("points_against", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("rounds_making", Integer, nullable=False),
    Column("nat", Integer, nullable=False),
    Column("pit", Integer, nullable=False),
    Column("roem_claimed", Integer, nullable=False),
    Column("roem_missed", Integer, nullable=False),
    Column("verzaakt", Integer, nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", Text, nullable=False),
    Column("until", BigInteger, nullable=False),  # the lease, by the database's clock
)

NOW_MS_POSTGRES: Final = text("(extract(epoch from clock_timestamp()) * 1000)::bigint")
NOW_MS_SQLITE: Final = text("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)")
