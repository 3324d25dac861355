"""Where everything is kept: SQLite in a file, or PostgreSQL by URL, with one schema for both."""
