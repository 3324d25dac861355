"""The time to claim roem (Rules 5.8): where people claim, a complete trick stays long enough for everyone."""

from typing import Final

from klaverjas.phase import Phase
from klaverjas.server.table.state import Table

LEAST_PAUSE: Final = 1.0  # seconds


def people_claim(table: Table) -> bool:
    """Whether roem must be claimed in this game, and a person sits at the table who can do so."""
    if table.game is None or table.game.rules.claim == "automatic":
        return False
    return any(chair.player is not None for chair in table.chairs)


def trick_pause(table: Table) -> float:
    """Seconds that a complete trick stays on the table."""
    chosen = table.options.trick_pause
    return max(chosen, LEAST_PAUSE) if people_claim(table) else chosen


def time_to_claim(table: Table) -> bool:
    """Whether a complete trick lies there that the next lead must not end."""
    return lying_trick(table) is not None and people_claim(table)


def lying_trick(table: Table) -> tuple[int, int, int] | None:
    """Which complete trick lies there: the numbers of its game, its deal and the tricks before it."""
    if not table.playing or table.game is None or not table.game.rounds:
        return None
    round = table.game.rounds[-1]
    if round.phase is not Phase.TRICK_END:
        return None
    return table.number, len(table.game.rounds), len(round.tricks)


def may_lead_after(table: Table, player: str, trick: tuple[int, int, int]) -> bool:
    """Whether that trick was just collected, and it is this player who leads the next."""
    if not table.playing or table.game is None or not table.game.rounds:
        return False
    round = table.game.rounds[-1]
    number, deal, tricks = trick
    return (
        (table.number, len(table.game.rounds), len(round.tricks)) == (number, deal, tricks + 1)
        and round.phase is Phase.PLAY
        and not round.table
        and round.turn is not None
        and table.chairs[round.turn].player == player
    )
