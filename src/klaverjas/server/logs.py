"""Structured logs: one line an event, JSON or text. No card, secret, name or password is ever among the facts."""

import logging
import sys
from typing import Any

import structlog

from klaverjas.server.settings import Settings


def set_up_logs(settings: Settings) -> None:
    """Everything goes to standard error, our own lines and those of the libraries."""
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not sys.stderr.isatty())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # A plain trace: the default one shows the values of variables, hands and secrets among them.
    trace = structlog.dev.plain_traceback
    end: list[Any] = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=trace)]
    if as_json:
        end = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *end],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    for name in (
        "uvicorn.error",
        "alembic",
        "sqlalchemy",
        "aiosqlite",
        "websockets",
        "asyncio",
    ):  # they log values
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
