"""Draw the pictures of docs/research: the flow of a round, and what a round is like."""

from importlib.resources import files
from pathlib import Path

from klaverjas.recycle import flow_picture
from klaverjas.recycle.flow import flow_of
from klaverjas.recycle.program import Program
from klaverjas.statistics.figures import Statistics
from klaverjas.statistics.pictures import Searched, svg_of
from klaverjas.statistics.sampling import program_games

FOLDER = Path(__file__).parent / "img"
GAMES, SEARCHED, PLAYER = 2000, 100, "search:10"


def main() -> None:
    text = (files("klaverjas.recycle") / "programs" / "klaverjas.gdl").read_text(encoding="utf-8")
    flow = flow_of(Program.read(text))
    (FOLDER / "flow.svg").write_text(
        flow_picture.svg_of(flow, "klaverjas.gdl: where the cards of one game went")
    )
    by_chance = Statistics(list(program_games(text, "random", 1, GAMES)))
    searched = Statistics(list(program_games(text, PLAYER, 1, SEARCHED, workers=2)))
    (FOLDER / "stats.svg").write_text(svg_of("klaverjas.gdl", by_chance, Searched(PLAYER, searched)))


if __name__ == "__main__":
    main()
