"""The engine protocol: one JSON object a line in, one line out, until the end of the input.

`docs/engine-protocol.md` is the contract. Nothing that comes in stops the engine: each line gets an answer, and what
is not a request gets an error with a stable code.

>>> print(answer(b'{"id": 7, "op": "winner", "rules": "rotterdam", "troef": "C", "trick": "HA H7 C8"}'))
{"id": 7, "ok": true, "index": 2}
>>> print(answer(b'{"id": 8, "op": "winner", "rules": "rotterdam", "troef": "C", "trick": "HA HA"}'))
{"id": 8, "ok": false, "error": {"code": "card-twice", "message": "♥A appears twice.", "card": "HA"}}
"""

from klaverjas.engine.pipe import answer, serve

__all__ = ["answer", "serve"]
