"""The JSON Schema of a rule set, with words for people in English and Dutch.

A form can be built from it: each property has a title, a description, its paragraphs (``x-paragraphs``), when it
applies (``x-when``) and the Dutch words (``x-nl``).

>>> schema()["properties"]["claim"]["x-nl"]["title"]
'Roem melden'
"""

from typing import Any

from klaverjas.rules.fields import FIELDS, Field, When
from klaverjas.rules.named import NAMED, SUMMARIES, VERSIONED
from klaverjas.rules.ruleset import MOST_POINTS, MOST_ROUNDS, RANK_LETTERS
from klaverjas.sentences import Phrase

Schema = dict[str, Any]
Ends = tuple[tuple[str, int, Phrase], ...]  # a unit, the most of it, and how a game ends then


def schema(most_rounds: int = MOST_ROUNDS, most_points: int = MOST_POINTS) -> Schema:
    """The schema of what :func:`klaverjas.rules.named.rules_from_json` reads as an object.

    A place that allows shorter games only has its own *most_rounds* and *most_points*.
    """
    ends = (
        ("rounds", most_rounds, Phrase("after this many rounds", "na zoveel rondes")),
        ("points", most_points, Phrase("at this many points", "bij zoveel punten")),
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_words(
            Phrase("Rule set", "Regelset"),
            Phrase(
                "A named rule set, and the fields that a table changes.",
                "Een regelset met een naam, en de velden waarin een tafel ervan afwijkt.",
            ),
        ),
        "type": "object",
        "required": ["base"],
        "additionalProperties": False,
        "properties": {"base": _base()} | {name: _property(spec, ends) for name, spec in FIELDS.items()},
        "allOf": [*_conditions(), _bid_needs_auction()],
    }


def _words(title: Phrase, text: Phrase | None = None) -> Schema:
    words: Schema = {"title": title.en}
    dutch = {"title": title.nl}
    if text is not None:
        words["description"] = text.en
        dutch["description"] = text.nl
    return words | {"x-nl": dutch}


def _base() -> Schema:
    title = Phrase("Base", "Basis")
    text = Phrase("The rule set to start from.", "De regelset om van uit te gaan.")
    latest = [{"const": name, **_words(SUMMARIES[name])} for name in NAMED]
    return _words(title, text) | {"anyOf": [{"oneOf": latest}, {"enum": list(VERSIONED)}]}


def _property(spec: Field, ends: Ends) -> Schema:
    value = _value(spec, ends)
    if spec.when is not None:
        value = {"anyOf": [value, {"type": "null"}]}
    described = _words(spec.title, spec.text) | {"x-paragraphs": list(spec.paragraphs)} | value
    if spec.when is not None:
        described["x-when"] = {"field": spec.when.field, "values": list(spec.when.values)}
        described["x-default"] = spec.default
    return described


def _value(spec: Field, ends: Ends) -> Schema:
    match spec.kind:
        case "choice":
            return {"oneOf": [{"const": name, **_words(words)} for name, words in spec.choices.items()]}
        case "flag":
            return {"type": "boolean"}
        case "points":
            return _points(spec)
        case "batches":
            return {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1, "maxItems": 8}
        case "seat":
            return {"enum": ["S", "W", "N", "E"]}
        case "ranks":
            return {
                "type": "object",
                "propertyNames": {"enum": list(RANK_LETTERS)},
                "additionalProperties": _points(spec),
            }
        case "end":
            return {
                "oneOf": [
                    {
                        "type": "object",
                        "required": [unit],
                        "additionalProperties": False,
                        "properties": {unit: {"type": "integer", "minimum": 1, "maximum": most}},
                        **_words(words),
                    }
                    for unit, most, words in ends
                ]
            }


def _points(spec: Field) -> Schema:
    points = {"type": "integer", "minimum": spec.least, "maximum": spec.most}
    return points | {"multipleOf": 10} if spec.tens else points


def _conditions() -> list[Schema]:
    """A field that does not apply is null (false for sans), one that applies is not."""
    return [
        {
            "if": {"properties": {spec.when.field: _holds(spec.when)}, "required": [spec.when.field]},
            "then": {"properties": {} if spec.optional else {name: {"not": {"type": "null"}}}},
            "else": {
                "if": {"required": [spec.when.field]},
                "then": {"properties": {name: {"enum": _nothing(spec)}}},
            },
        }
        for name, spec in FIELDS.items()
        if spec.when is not None
    ]


def _holds(when: When) -> Schema:
    """What the field on which another depends looks like while that one applies."""
    if FIELDS[when.field].kind == "end":
        return {"required": list(when.values)}
    return {"enum": list(when.values)}


def _nothing(spec: Field) -> list[object]:
    """The values of a field that does not apply."""
    return [None, False] if spec.optional else [None, spec.off]


def _bid_needs_auction() -> Schema:
    return {
        "if": {"properties": {"troef": {"const": "forced"}}, "required": ["troef"]},
        "then": {"properties": {"contract": {"not": {"const": "bid"}}}},
    }
