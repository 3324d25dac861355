"""An index for the lobby, which lists open public tables, the newest first, however many are closed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    listed = sa.text("closed_at IS NULL AND public")
    op.create_index(
        "open_public_tables", "tables", ["created_at"], sqlite_where=listed, postgresql_where=listed
    )
