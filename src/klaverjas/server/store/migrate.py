"""Bringing a database to the newest schema, at every start."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from klaverjas.errors import KlaverjasError
from klaverjas.server.store.database import Database

HERE: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x6B6C6176  # one node migrates at a time


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str:
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def version_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def known_version(version: object) -> str:
    """A version that migrations lead to; refuses that of a newer program, and anything else."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version not in known:
        raise KlaverjasError("database-too-new", version=str(version)[:40])
    return str(version)


async def migrate(database: Database, target: str = "head") -> None:
    """Run whatever migrations are missing. A database of a newer program is refused."""
    async with database.write() as connection:
        if not database.is_sqlite:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        await connection.run_sync(_upgrade, target)


def _upgrade(connection: Connection, target: str) -> None:
    config = _config()
    current = version_of(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise KlaverjasError("database-too-new", version=current)
    config.attributes["connection"] = connection
    command.upgrade(config, target)
