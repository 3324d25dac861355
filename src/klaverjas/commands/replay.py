"""`klaverjas replay`: a record as a score sheet and its tricks."""

from json import dumps as json_text
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from klaverjas.commands.drawing import draw_game, draw_sheet, seat_names
from klaverjas.commands.terminal import (
    AsJson,
    Lang,
    RecordFile,
    console,
    print_json,
    read_records,
    spoken,
    visible,
)
from klaverjas.commands.words import word
from klaverjas.engine.ops import by_seat, position
from klaverjas.errors import TextError
from klaverjas.record import Record
from klaverjas.record.writing import result_text
from klaverjas.rules.named import changes_from_base, rules_to_json
from klaverjas.seats import SEATS, TEAMS
from klaverjas.sentences import Language

app = App(
    name="replay",
    help="Show a recorded game: its tricks and its score sheet.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas replay game.kj --lang nl\n\n"
        "  klaverjas replay game.kj --round 3      one round only\n\n"
        "  klaverjas replay game.kj --sheet        the score sheet only\n\n"
        "  klaverjas replay - --json < games.kj    every game as JSON\n\n"
        "A record that does not follow from the rules is refused, with line and column (exit code 2)."
    ),
    help_format="plaintext",
)


@app.default
def replay(
    file: RecordFile,
    /,
    *,
    game: Annotated[int | None, Parameter(help="Only this game of the file, counted from 1.")] = None,
    round: Annotated[int | None, Parameter(help="Only this round, counted from 1.")] = None,
    sheet: Annotated[bool, Parameter(negative="", help="Only the score sheet.")] = False,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Show a recorded game: its tricks and its score sheet."""
    language = spoken(lang)
    records = read_records(file)
    if game is not None:
        if not 1 <= game <= len(records):
            raise TextError("no-such-game", number=game, count=len(records))
        records = (records[game - 1],)
    for record in records:
        played = len(record.game.counted) + (not record.game.decided and bool(record.game.rounds))
        if round is not None and not 1 <= round <= played:
            raise TextError("no-such-round", number=round, count=played)
    if json:
        print_json([_as_json(record) for record in records])
        return 0
    screen = console()
    for record in records:
        screen.print(_heading(record, language))
        if not sheet:
            screen.print(
                draw_game(record.game, language, None if round is None else [round], _names(record, language))
            )
        if round is None:
            screen.print(draw_sheet(record.game, language))
    return 0


def _names(record: Record, language: Language) -> tuple[str, ...]:
    """The players, where the record names them, else the seats."""
    tags = dict(record.tags)
    names = [tags.get(seat.said("en")) for seat in SEATS]
    seats = seat_names(language)
    return tuple(
        name if isinstance(name, str) and name.strip() else seat
        for name, seat in zip(names, seats, strict=True)
    )


def _heading(record: Record, language: Language) -> Text:
    """The tags, as they stand in the record."""
    rules = record.game.rules
    changed = ", ".join(changes_from_base(rules))
    lines = [*record.tags, (word("Rules", language), rules.base + (f" ({changed})" if changed else ""))]
    text = Text()
    for name, value in lines:
        text.append(f"{name} ", style="dim")
        text.append(f"{visible(value if isinstance(value, str) else json_text(value))}\n")
    text.rstrip()
    return text


def _as_json(record: Record) -> dict[str, object]:
    game = record.game
    return {
        "tags": dict(record.tags),
        "rules": rules_to_json(game.rules),
        "deals": [
            {"dealer": round.dealer.letter, "dealt": by_seat(round.dealt), **position(round)}
            for round in game.rounds
        ],
        "totals": {team.letters: game.totals[team] for team in TEAMS},
        "decided": game.decided,
        "winner": None if game.winner is None else game.winner.letters,
        "result": result_text(game),
    }
