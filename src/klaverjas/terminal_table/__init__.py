"""A seat at a table in the terminal: a client that knows the protocol (`docs/protocol.md`), not the server."""
