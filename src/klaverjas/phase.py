"""Where a round stands."""

from enum import Enum


class Phase(Enum):
    """Where a round stands; the values are the engine protocol's words."""

    TROEF = "troef"
    PLAY = "play"
    TRICK_END = "trick-end"
    DONE = "done"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


TROEF, PLAY, TRICK_END, DONE = (
    Phase  # looking a member up in its class is slow, and these are asked for often
)
