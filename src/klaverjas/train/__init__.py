"""Training a player by self-play (needs torch): many rounds on a GPU, or on a processor for trying it out."""
