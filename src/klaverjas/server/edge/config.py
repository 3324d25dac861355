"""The settings of uvicorn, with what the protocols of this package need beside them."""

from typing import Any

import uvicorn

from klaverjas.server.edge.admission import Admission


class EdgeConfig(uvicorn.Config):
    """Every connection finds the door here."""

    def __init__(self, app: Any, door: Admission, **options: Any) -> None:
        super().__init__(app, **options)
        self.door = door
