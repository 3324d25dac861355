"""Klaverjas as an environment: PettingZoo, OpenSpiel, and many rounds at once. No rule is written here again."""
