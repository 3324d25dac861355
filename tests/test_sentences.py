"""The catalogue of sentences: complete, without leftovers, and the same in both languages."""

import ast
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import klaverjas
from klaverjas.errors import KlaverjasError, Refusal
from klaverjas.rules.named import NAMED
from klaverjas.sentences import LANGUAGES, SENTENCES
from tables import EVERY_ACTION, random_game, random_round, random_rules

SOURCE = Path(klaverjas.__file__).parent


@cache
def _modules() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py")))


@cache
def _nodes() -> tuple[ast.AST, ...]:
    return tuple(node for module in _modules() for node in ast.walk(module))


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


@cache
def _error_classes() -> dict[str, ast.ClassDef | None]:
    """KlaverjasError and everything that descends from it, wherever it is defined."""
    classes = [node for node in _nodes() if isinstance(node, ast.ClassDef)]
    errors: dict[str, ast.ClassDef | None] = {KlaverjasError.__name__: None}
    grown = True
    while grown:
        found = {node.name: node for node in classes if any(_name_of(base) in errors for base in node.bases)}
        grown = not set(found) <= set(errors)
        errors |= found
    return errors


@cache
def _classes_that_take_a_code() -> set[str]:
    """The errors whose first argument is the code: those that have no constructor of their own."""
    own = {
        name
        for name, node in _error_classes().items()
        if node is not None
        and any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in node.body)
    }
    return set(_error_classes()) - own


@cache
def _said() -> set[str]:
    """Every text in the source, apart from the catalogue itself: a code may also come from a table, or be passed on."""
    return {
        node.value
        for path in SOURCE.rglob("*.py")
        if path.name != "sentences.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _texts(node: ast.expr) -> list[str]:
    """Every text that an expression can be, as far as it is written out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return []


@cache
def _raised() -> tuple[tuple[str, frozenset[str]], ...]:
    """Every code that is given to an error in the source, with the names of its facts."""
    found = []
    for node in _nodes():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        to_parent = isinstance(node.func, ast.Attribute) and node.func.attr == "__init__"
        if to_parent or _name_of(node.func) in _classes_that_take_a_code():
            facts = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
            found += [(code, facts) for code in _texts(node.args[0])]
    return tuple(found)


def _placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_the_source_is_read() -> None:
    assert {"Refusal", "TextError", "RulesError", "RecordError", "RequestError"} <= set(_error_classes())
    assert {"not-your-turn", "roem-by-knock", "roem-automatic", "record"} <= {code for code, _ in _raised()}


@pytest.mark.parametrize("code", sorted({code for code, _ in _raised()}))
def test_every_code_that_is_raised_has_a_sentence(code: str) -> None:
    assert code in SENTENCES


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_said_somewhere(code: str) -> None:
    assert code in _said()


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_both_languages_have_the_same_placeholders(code: str) -> None:
    english, dutch = SENTENCES[code]
    assert _placeholders(english) == _placeholders(dutch)
    assert all(name.isidentifier() for name in _placeholders(english))


@pytest.mark.parametrize(("code", "facts"), sorted(set(_raised()), key=str))
def test_every_error_is_raised_with_the_facts_of_its_sentence(code: str, facts: frozenset[str]) -> None:
    assert _placeholders(SENTENCES[code][0]) <= facts


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_there_in_both_languages(code: str) -> None:
    assert len(SENTENCES[code]) == len(LANGUAGES)
    assert all(sentence.strip() == sentence != "" for sentence in SENTENCES[code])


def _check_said(refusal: Refusal) -> None:
    for language in LANGUAGES:
        sentence = refusal.sentence(language)
        assert sentence
        assert "{" not in sentence
        assert "object at" not in sentence
    assert refusal.code in repr(refusal)
    assert str(refusal) == refusal.sentence("en")


@pytest.mark.parametrize("seed", range(30))
def test_every_refusal_at_a_table_can_be_said_in_both_languages(seed: int) -> None:
    random = Random(seed)
    rules = random_rules(random) if seed % 2 else random.choice(list(NAMED.values()))
    for step in random_round(rules, random):
        if step.refusal is not None:
            _check_said(step.refusal)
        for action in random.sample(EVERY_ACTION, 8):
            try:
                step.after.apply(action)
            except Refusal as refusal:
                _check_said(refusal)
    for game_step in random_game(rules, random, actions=60):
        if game_step.refusal is not None:
            _check_said(game_step.refusal)
