"""Draw the pictures of the documentation anew: `make pictures`."""

import io
import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Console

from klaverjas.commands.drawing import draw_round, draw_sheet
from klaverjas.record import read

FOLDER = Path(__file__).parent


def main() -> None:
    record = read((FOLDER / "example.kj").read_text())[0]
    screen = Console(record=True, width=110, file=io.StringIO(), force_terminal=True, highlight=False)
    names = ("Anna", "Bram", "Chris", "Dora")
    rounds = (draw_round(record.game.rounds[at], f"Round {at + 1} of 16", "en", names) for at in (0, 1))
    screen.print(Columns(rounds))
    screen.print(draw_sheet(record.game, "en", 110))
    picture = screen.export_svg(title="klaverjas replay docs/example.kj", unique_id="replay")
    picture = re.sub(r"@font-face {.*?}\n", "", picture, flags=re.DOTALL)  # no fonts from elsewhere
    picture = re.sub(r"<!--.*?-->", "", picture)
    (FOLDER / "img" / "replay.svg").write_text("".join(f"{line.rstrip()}\n" for line in picture.splitlines()))


if __name__ == "__main__":
    main()
