"""Structured logs: one line an event, JSON or text. No card, secret, name or password is ever among the facts."""

import logging
import sys
from io import StringIO
from typing import Any, TextIO

import structlog
from structlog.typing import ExcInfo

from klaverjas.server.settings import Settings


def set_up_logs(settings: Settings) -> None:
    """Everything goes to standard error, our own lines and those of the libraries."""
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not sys.stderr.isatty())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    end: list[Any] = [
        _printable,
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_trace),
    ]
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


def _printable(_logger: Any, _method: str, facts: Any) -> Any:
    """Nothing that somebody sent steers the terminal on which a log is read."""
    return {name: _shown(value) if isinstance(value, str) else value for name, value in facts.items()}


def _trace(out: TextIO, error: ExcInfo) -> None:
    """A plain trace: the default one shows the values of variables, hands and secrets among them."""
    plain = StringIO()
    structlog.dev.plain_traceback(plain, error)
    out.write(_shown(plain.getvalue(), keep="\n"))


def _shown(text: str, keep: str = "") -> str:
    return "".join(
        sign if sign.isprintable() or sign in keep else "\N{REPLACEMENT CHARACTER}" for sign in text
    )
