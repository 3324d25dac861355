"""RECYCLE: card games whose rules are programs."""
