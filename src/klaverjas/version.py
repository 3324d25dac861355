"""The version of the program; records and protocol have versions of their own."""

__version__ = "0.2.0"
