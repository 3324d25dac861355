"""`klaverjas verify`: were the deals of a record fixed beforehand?"""

from cyclopts import App
from rich.text import Text

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
from klaverjas.errors import KlaverjasError
from klaverjas.record import Record, Verification, verify
from klaverjas.sentences import Language

app = App(
    name="verify",
    help="Check that every deal of a record follows from the secret fixed before the first deal.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas verify game.kj\n\n"
        "  klaverjas verify games.kj --json\n\n"
        "Exit code 0 if all deals follow, 1 if any does not, 2 if the record cannot be read or has no commitment or "
        "secret. docs/fair-deals.md describes how the deals are derived."
    ),
    help_format="plaintext",
)


@app.default
def verify_file(file: RecordFile, /, *, json: AsJson = False, lang: Lang = None) -> int:
    """Check that every deal of a record follows from the secret fixed before the first deal."""
    language = spoken(lang)
    found = [_verified(record) for record in read_records(file)]
    if len(found) == 1 and isinstance(found[0], KlaverjasError):
        raise found[0]
    if json:
        print_json([_as_json(one, language) for one in found])
    else:
        screen = console()
        for number, one in enumerate(found, start=1):
            screen.print(_told(number, one, language))
    if any(isinstance(one, Verification) and not one.right for one in found):
        return 1
    return 2 if any(isinstance(one, KlaverjasError) for one in found) else 0


def _verified(record: Record) -> Verification | KlaverjasError:
    """What came out, or why it cannot be verified."""
    try:
        return verify(record)
    except KlaverjasError as error:
        return error


def _as_json(one: Verification | KlaverjasError, language: Language) -> dict[str, object]:
    if isinstance(one, KlaverjasError):
        return {"error": {"code": one.code, "message": one.sentence(language)}}
    return {"commitment": one.commitment, "deals": list(one.deals), "right": one.right}


def _told(number: int, one: Verification | KlaverjasError, language: Language) -> Text:
    game = f"{word('game', language)} {number}: "
    if isinstance(one, KlaverjasError):
        return Text(f"? {game}{visible(one.sentence(language))}")
    wrong = [str(deal) for deal, right in enumerate(one.deals, start=1) if not right]
    text = Text()
    text.append("✓ " if one.right else "✗ ", style="bold green" if one.right else "bold red")
    text.append(game)
    text.append(word("commitment-right" if one.commitment else "commitment-wrong", language))
    text.append("; ")
    if wrong:
        text.append(word("deals-wrong", language, deals=", ".join(wrong)))
    else:
        text.append(word("deals-right", language, count=len(one.deals)))
    text.append(".")
    return text
