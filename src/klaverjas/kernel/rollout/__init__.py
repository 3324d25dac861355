"""Random rounds, played side by side."""
