"""The exact solver: what every card is worth when all hands are open and all four play as well as they can."""
