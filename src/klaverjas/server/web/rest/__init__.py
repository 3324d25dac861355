"""Everything that is not live, over HTTP."""

from klaverjas.server.web.rest import games, keeping, people, tables

HANDLERS = [*tables.HANDLERS, *people.HANDLERS, *games.HANDLERS, *keeping.HANDLERS]
