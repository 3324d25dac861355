"""Sessions that end one by one, addresses that are known to an account, and account names that look different."""

import sqlalchemy as sa
from alembic import op

from klaverjas.server.naming import skeleton

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False, index=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("renewed_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("ended_at", sa.BigInteger),
    )
    op.create_table(
        "known_addresses",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(32), primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.add_column("players", sa.Column("skeleton", sa.String(100)))
    _fill_skeletons()
    op.create_index("one_account_per_skeleton", "players", ["skeleton"], unique=True)


def _fill_skeletons() -> None:
    """Of two accounts that look alike already, the older one keeps others away; both go on."""
    players = sa.table(
        "players", *(sa.column(name) for name in ("id", "name", "account", "skeleton", "created_at"))
    )
    found = op.get_bind().execute(
        sa.select(players.c.id, players.c.name, players.c.account)
        .where(players.c.account.is_not(None))
        .order_by(players.c.created_at, players.c.id)
    )
    taken: set[str] = set()
    for row in found.all():
        bones = skeleton(row.name or row.account)
        if bones not in taken:
            taken.add(bones)
            op.get_bind().execute(players.update().where(players.c.id == row.id).values(skeleton=bones))
