"""A random key for every table, and the codes and keys that a removal has replaced."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("key", sa.String(32)))
    tables = sa.table("tables", sa.column("id"), sa.column("key"), sa.column("closed_at"))
    connection = op.get_bind()
    still_open = sa.select(tables.c.id).where(tables.c.closed_at.is_(None))
    for table_id in connection.execute(still_open).scalars().all():
        connection.execute(tables.update().where(tables.c.id == table_id).values(key=secrets.token_hex(16)))
    op.create_index("one_table_per_key", "tables", ["key"], unique=True)
    op.create_table(
        "old_doors",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(6), nullable=False, index=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    )
