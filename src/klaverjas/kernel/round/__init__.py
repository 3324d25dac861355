"""One round on integers: whose turn it is, what may be played, what follows, and how it is scored."""
