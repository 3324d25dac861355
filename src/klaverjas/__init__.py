"""Klaverjas: a rules engine that is right at every table.

The engine needs nothing beyond the standard library. The names that most programs want are here; `docs/architecture.md`
shows where everything is.
"""

__version__ = "0.1.0"
