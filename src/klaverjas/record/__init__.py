"""A game as text: a record that a person can read and a program can replay.

`docs/record.md` describes the format. ``write`` and ``read`` are inverse; reading replays every action by the rules,
so a record that was read is a game that could be played.

>>> from klaverjas.game import Game
>>> from klaverjas.rules.named import VALET
>>> text = write([Record(Game(VALET), tags=(("Event", "Friday"),))])
>>> print(text, end="")
[Klaverjas 1]
[Rules "valet/2"]
[Event "Friday"]
[Result "*"]
>>> read(text)[0].tag("Event")
'Friday'
"""

from klaverjas.record.reading import read
from klaverjas.record.value import Comment, Record, Verification, verify
from klaverjas.record.writing import write

__all__ = ["Comment", "Record", "Verification", "read", "verify", "write"]
