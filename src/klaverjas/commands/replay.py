"""`klaverjas replay`: a record as a score sheet and its tricks."""

from dataclasses import asdict
from json import dumps as json_text
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from klaverjas.commands.drawing import chosen_rounds, draw_game, draw_sheet, is_passed_out, seat_names
from klaverjas.commands.terminal import (
    AsJson,
    Lang,
    RecordFile,
    console,
    full_name,
    print_json,
    read_records,
    spoken,
    visible,
)
from klaverjas.commands.words import word
from klaverjas.engine.positions import actions, by_seat, by_team, position
from klaverjas.errors import TextError
from klaverjas.record import Record
from klaverjas.record.writing import result_text
from klaverjas.rules.named import rules_to_json
from klaverjas.seats import SEATS
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
        "A record that breaks the rules is refused, with line and column (exit code 2)."
    ),
    help_format="plaintext",
)


@app.default
def replay(
    file: RecordFile,
    /,
    *,
    game: Annotated[int | None, Parameter(help="Show only this game of the file, counted from 1.")] = None,
    round: Annotated[int | None, Parameter(help="Show only this round, counted from 1.")] = None,
    sheet: Annotated[bool, Parameter(negative="", help="Show only the score sheet.")] = False,
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
    if sheet and round is not None:
        raise TextError("sheet-or-round")
    for record in records:
        played = sum(not is_passed_out(one) for one in record.game.rounds)
        if round is not None and not 1 <= round <= played:
            raise TextError("no-such-round", number=round, count=played)
    if json:
        print_json([_as_json(record, round) for record in records])
        return 0
    screen = console()
    for record in records:
        screen.print(_heading(record, language))
        if not sheet:
            names, comments = _names(record, language), _comments(record)
            screen.print(draw_game(record.game, language, round, names, comments))
        if round is None:
            screen.print(draw_sheet(record.game, language, screen.width))
    return 0


def _names(record: Record, language: Language) -> tuple[str, ...]:
    """The players, where the record names them, else the seats."""
    tags = dict(record.tags)
    names = [tags.get(seat.said("en")) for seat in SEATS]
    seats = seat_names(language)
    return tuple(
        visible(name) if isinstance(name, str) and name.strip() else seat
        for name, seat in zip(names, seats, strict=True)
    )


def _comments(record: Record) -> dict[int, list[str]]:
    """What is said about each deal; 0 stands for the whole game."""
    comments: dict[int, list[str]] = {}
    for comment in record.comments:
        shown = " ".join(visible(line) for line in comment.text.splitlines())
        comments.setdefault(comment.deal, []).append(shown)
    return comments


def _heading(record: Record, language: Language) -> Text:
    """The tags, as they stand in the record."""
    lines = [*record.tags, (word("Rules", language), full_name(record.game.rules))]
    text = Text()
    for name, value in lines:
        text.append(f"{name} ", style="dim")
        text.append(f"{visible(value if isinstance(value, str) else json_text(value))}\n")
    text.append("\n".join(_comments(record).get(0, ())), style="dim italic")
    text.rstrip()
    return text


def _as_json(record: Record, only: int | None) -> dict[str, object]:
    """A record as JSON. Fed to the protocol's `replay`, a deal's rules, dealer, `dealt` and actions give the rest."""
    game = record.game
    return {
        "tags": dict(record.tags),
        "rules": rules_to_json(game.rules),
        "commitment": record.commitment,
        "texts": {seat.letter: text for seat, text in zip(SEATS, record.texts, strict=True) if text},
        "secret": record.secret,
        "comments": [asdict(comment) for comment in record.comments],
        "deals": [
            {
                "dealer": round.dealer.letter,
                "dealt": by_seat(round.dealt),
                "actions": actions(round),
                **position(round),
            }
            for round in chosen_rounds(game, only)
        ],
        "totals": by_team(game.totals),
        "decided": game.decided,
        "winner": None if game.winner is None else game.winner.letters,
        "result": result_text(game),
    }
