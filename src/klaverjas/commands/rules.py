"""`klaverjas rules`: the rule sets, what is in one, and how two differ."""

import json as json_library
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table
from rich.text import Text

from klaverjas.commands.terminal import AsJson, Lang, console, full_name, print_json, rules_named, spoken
from klaverjas.commands.words import word
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.named import NAMED, SUMMARIES, rules_to_json
from klaverjas.rules.schema import schema
from klaverjas.sentences import Language

_NAMES = (
    "A rule set is a name (with or without version), a JSON file, or a JSON object with a base and changes."
)

app = App(
    name="rules",
    help="List the rule sets, show one, or compare two.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas rules                               list all named rule sets\n\n"
        "  klaverjas rules show lugus --lang nl\n\n"
        "  klaverjas rules diff rotterdam rotterdam-bond\n\n"
        '  klaverjas rules show \'{"base": "amsterdam", "claim": "knock"}\' --json\n\n'
        "  klaverjas rules schema                        JSON Schema, with titles and descriptions\n\n"
        + _NAMES
    ),
    help_format="plaintext",
)


@app.default
def list_rules(*, json: AsJson = False, lang: Lang = None) -> int:
    """List the rule sets, show one, or compare two."""
    language = spoken(lang)
    if json:
        print_json({name: SUMMARIES[name].said(language) for name in NAMED})
        return 0
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(word("Name", language))
    table.add_column("")
    for name in NAMED:
        table.add_row(Text(name, style="bold cyan"), SUMMARIES[name].said(language))
    console().print(table)
    return 0


@app.command(help_epilogue="Example:\n\n  klaverjas rules show lugus\n\n" + _NAMES)
def show(name: str, /, *, json: AsJson = False, lang: Lang = None) -> int:
    """Show every field of a rule set, with its value and meaning.

    Parameters
    ----------
    name
        The rule set.
    """
    language = spoken(lang)
    rules = rules_named(name)
    if json:
        print_json(rules_to_json(rules, whole=True))
        return 0
    screen = console()
    table = Table(title=full_name(rules), title_justify="left", header_style="bold")
    table.add_column(word("Field", language), style="cyan", no_wrap=True)
    table.add_column(word("Value", language))
    table.add_column(word("Meaning", language))
    if screen.width >= 60:
        table.add_column("§", style="dim")
    for field, value in rules.to_json().items():
        spec = FIELDS[field]
        table.add_row(
            field,
            _shown(value),
            Text.assemble(f"{spec.title.said(language)}: ", (_meaning(field, value, language), "bold")),
            *([" ".join(spec.paragraphs)] if screen.width >= 60 else []),
            style="dim" if value is None else "",
        )
    screen.print(table)
    return 0


@app.command(help_epilogue="Example:\n\n  klaverjas rules diff rotterdam amsterdam\n\n" + _NAMES)
def diff(a: str, b: str, /, *, json: AsJson = False, lang: Lang = None) -> int:
    """Show the fields in which two rule sets differ.

    Parameters
    ----------
    a
        The first rule set.
    b
        The second rule set.
    """
    language = spoken(lang)
    differences = rules_named(a).differences(rules_named(b))
    if json:
        print_json({field: {"a": mine, "b": theirs} for field, (mine, theirs) in differences.items()})
        return 0
    if not differences:
        console().print(word("no-differences", language))
        return 0
    table = Table(header_style="bold", show_lines=True)
    table.add_column(word("Field", language), style="cyan", no_wrap=True)
    table.add_column(Text(_short(a)))
    table.add_column(Text(_short(b)))
    table.add_column("§", style="dim")
    for field, (mine, theirs) in differences.items():
        table.add_row(
            f"{field}\n[dim]{FIELDS[field].title.said(language)}[/dim]",
            _side(field, mine, language),
            _side(field, theirs, language),
            " ".join(FIELDS[field].paragraphs),
        )
    console().print(table)
    return 0


@app.command(name="schema")
def show_schema(
    *, compact: Annotated[bool, Parameter(negative="", help="Print it on one line.")] = False
) -> int:
    """Print the JSON Schema of a rule set, with titles and descriptions in English and Dutch."""
    print_json(schema(), compact=compact)
    return 0


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"


def _shown(value: object) -> str:
    return "-" if value is None else json_library.dumps(value)


def _side(field: str, value: object, language: Language) -> Text:
    meaning = _meaning(field, value, language)
    return Text.assemble((_shown(value), "bold"), f"\n{meaning}")


def _meaning(field: str, value: object, language: Language) -> str:
    """A value in words."""
    if value is None:
        return word("not-applicable", language)
    if isinstance(value, bool):
        return word("yes" if value else "no", language)
    if isinstance(value, str) and value in FIELDS[field].choices:
        return FIELDS[field].choices[value].said(language)
    if isinstance(value, list):
        return "-".join(map(str, value))
    if field == "four_alike" and isinstance(value, dict):
        return ", ".join(f"{rank} {points}" for rank, points in value.items()) or word("no", language)
    if isinstance(value, dict):
        unit, amount = next(iter(value.items()))
        return word("rounds" if unit == "rounds" else "points-end", language, count=amount)
    return str(value)
