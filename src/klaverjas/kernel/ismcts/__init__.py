"""Tree search over imagined worlds, with exact endings."""
