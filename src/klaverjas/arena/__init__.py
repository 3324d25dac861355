"""The arena: players measured against each other, duplicate, with honest error bars."""
