"""Draw the pictures of docs/research: the flow of a round, and what a round is like."""

from importlib.resources import files
from pathlib import Path

from klaverjas.research.recycle import flow_picture
from klaverjas.research.recycle.flow import flow_of
from klaverjas.research.recycle.program import Program
from klaverjas.research.sampling import program_games
from klaverjas.research.statistics import Statistics
from klaverjas.research.statistics_picture import Searched, svg_of

FOLDER = Path(__file__).parent / "img"
GAMES, SEARCHED, PLAYER = 2000, 100, "search:10"


def main() -> None:
    text = (files("klaverjas.research.recycle") / "programs" / "klaverjas.gdl").read_text(encoding="utf-8")
    flow = flow_of(Program.read(text))
    (FOLDER / "flow.svg").write_text(
        flow_picture.svg_of(flow, "klaverjas.gdl: where the cards of one game went")
    )
    by_chance = Statistics(list(program_games(text, "random", 1, GAMES)))
    searched = Statistics(list(program_games(text, PLAYER, 1, SEARCHED, workers=2)))
    (FOLDER / "stats.svg").write_text(svg_of("klaverjas.gdl", by_chance, Searched(PLAYER, searched)))


if __name__ == "__main__":
    main()
