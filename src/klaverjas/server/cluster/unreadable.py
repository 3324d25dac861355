"""Tables whose log cannot be read: that is said once, and the others go on."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from klaverjas.errors import KlaverjasError
from klaverjas.server.store.database import StoreDown

log = structlog.get_logger()


class Unreadable:
    """The tables of one node that could not be read."""

    def __init__(self) -> None:
        self._tables: set[str] = set()

    @contextmanager
    def noted(self, table_id: str) -> Iterator[None]:
        """Turn whatever a damaged log leads to into one refusal, and one line in the server's log."""
        try:
            yield
        except StoreDown:
            raise
        except Exception as error:
            if table_id not in self._tables:
                self._tables.add(table_id)
                log.warning("table-unreadable", table=table_id, error=type(error).__name__)
            raise KlaverjasError("table-unreadable") from error
