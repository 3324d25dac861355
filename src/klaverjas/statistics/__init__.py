"""Statistics of many games: sampling them, the figures, and their pictures."""
