"""Players, tables and their log, games, nodes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(50)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("account", sa.String(50), unique=True),
        sa.Column("password_hash", sa.Text),
        sa.Column("session", sa.Integer, nullable=False, server_default="0"),
        sa.Column("merged_into", sa.String(32), index=True),
        sa.Column("deleted_at", sa.BigInteger),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("closed_at", sa.BigInteger),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("wake_at", sa.BigInteger),
        sa.Column("owner", sa.String(32)),
    )
    still_open = sa.text("closed_at IS NULL")
    op.create_index(
        "one_open_table_per_code",
        "tables",
        ["code"],
        unique=True,
        sqlite_where=still_open,
        postgresql_where=still_open,
    )
    op.create_index("tables_to_wake", "tables", ["wake_at"])
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_table(
        "members",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True, index=True),
        sa.Column("name", sa.String(50)),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Integer),
        sa.Column("player", sa.String(32)),
        sa.Column("command", sa.String(64)),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32)),
        sa.Column("number", sa.Integer),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("changes", sa.Text, nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("how", sa.String(10), nullable=False),
        sa.Column("north_south", sa.Integer, nullable=False),
        sa.Column("west_east", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("games_of_table", "games", ["table_id", "number"], unique=True)
    op.create_table(
        "game_seats",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(32), index=True),
        sa.Column("bot", sa.String(40)),
        sa.Column("imported_name", sa.String(50)),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("rounds_making", sa.Integer, nullable=False),
        sa.Column("nat", sa.Integer, nullable=False),
        sa.Column("pit", sa.Integer, nullable=False),
        sa.Column("roem_claimed", sa.Integer, nullable=False),
        sa.Column("roem_missed", sa.Integer, nullable=False),
        sa.Column("verzaakt", sa.Integer, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
