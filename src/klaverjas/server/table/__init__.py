"""One table as a value: people, chairs and the game, rebuilt from the table's log. No clock, network or database."""
