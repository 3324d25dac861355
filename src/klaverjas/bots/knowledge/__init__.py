"""What a bot knows: the cards it has seen, the worlds that are possible, and what bids tell."""
