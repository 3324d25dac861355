"""Alembic's entry: the connection comes from :mod:`klaverjas.server.store.migrate`."""

from alembic import context

from klaverjas.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
